"""Slow, plain scorers written from the rule cards, against which the kernels are checked."""
