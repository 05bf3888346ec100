"""The kinds of settlement, one module each, and penalties."""
