"""Stored hands under other rules: what every win would be worth, and who would pay."""

from pipelines.rescoring.core import Rescored, rescore
from pipelines.rescoring.stored import StoredHands, load_stored

__all__ = ["Rescored", "StoredHands", "load_stored", "rescore"]
