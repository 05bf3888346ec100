"""Simulated runs: planned as blocks of sessions, played on all cores, written block by block."""
