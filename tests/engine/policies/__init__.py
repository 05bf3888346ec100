"""Tests of the policies, and players for them."""
