"""Independent answers to compare the engine with, and a generator of won hands."""
