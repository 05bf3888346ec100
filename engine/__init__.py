"""The rules engine: distance, readings, scoring, settlement, the state machine, replay."""

from typing import Final

ENGINE_VERSION: Final = 2
"""Raised whenever the engine may give other results; part of every run's identity."""
