"""Benchmarks: each module has ``run() -> list[Row]``; ``python -m tests.bench`` prints them all."""
