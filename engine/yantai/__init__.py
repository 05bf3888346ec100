"""Patterns and readings of Yantai 烟台麻将."""
