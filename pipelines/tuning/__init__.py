"""Scoring tables from measured rarity: fit, constrain, search, write, play again."""

from pipelines.tuning.proposing import Task
from pipelines.tuning.running import (
    Played,
    Tuned,
    check_replayable,
    moves_of,
    plan_file,
    runs_to_play,
    tune,
)

__all__ = [
    "Played",
    "Task",
    "Tuned",
    "check_replayable",
    "moves_of",
    "plan_file",
    "runs_to_play",
    "tune",
]
