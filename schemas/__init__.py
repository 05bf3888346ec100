"""Shared vocabulary: tiles, rule sets, hand records, table schemas, errors. Computes nothing."""
