"""The error classes of the product: one sentence each, with the place and the valid values.

Every error that a user can cause derives from `PaipuError` and carries a stable `code`, so that
the scoring interface, the `rejects` table and the command line speak of one problem in one way.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Final

_NAMED_IN_VAIN: Final = ("no_lake", "bad_location", "unknown_run", "unknown_hand", "ambiguous_hand")
"""Codes of what a command was asked for and a lake does not have: wrong usage."""


class PaipuError(Exception):
    """A problem with what the user gave; `code` is stable, `message` is one sentence.

    Attributes:
        code: short machine-readable name, such as ``unknown_tile``.
        message: one sentence with the offending value, its place and the valid values.
        exit_status: what a command ends with: 1 input refused, 2 wrong usage.
    """

    code = "error"
    exit_status = 1

    def __init__(self, message: str, *, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code


class InputError(PaipuError):
    """Input that cannot exist: a bad tile, meld, value or line."""

    code = "bad_value"


class RulesError(PaipuError):
    """A rule set that is unknown (wrong usage), or with code ``bad_rules`` does not validate."""

    code = "unknown_rules"

    @property
    def exit_status(self) -> int:  # type: ignore[override]
        """2 for a name that is no rule set, 1 for a file that does not validate."""
        return 2 if self.code == "unknown_rules" else 1


class ActionError(PaipuError):
    """An action, deal or wall that the rules refuse; the code says why."""

    code = "illegal_action"


class LakeError(PaipuError):
    """A lake, run or hand that is missing, half written or cannot be written."""

    code = "bad_lake"

    @property
    def exit_status(self) -> int:  # type: ignore[override]
        """2 where a command names what is not there, 1 where something is wrong with what is."""
        return 2 if self.code in _NAMED_IN_VAIN else 1


class UsageError(PaipuError):
    """A command that was asked for something it cannot do."""

    code = "usage"
    exit_status = 2


def one_of(values: Iterable[object], *, most: int = 12) -> str:
    """List valid values for the end of an error sentence.

    >>> one_of(["chow", "pung", "kong"])
    'chow, pung or kong'
    """
    names = [str(value) for value in values]
    if len(names) > most:
        return ", ".join(names[:most]) + f", … ({len(names)} in all)"
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " or " + names[-1]


def nearest(value: object, valid: Iterable[object]) -> str:
    """What may have been meant, for the middle of an error sentence; empty where nothing is near.

    >>> nearest("gredy", ["greedy", "random"]), nearest("zzz", ["greedy"])
    (', did you mean greedy?', '')
    """
    close = difflib.get_close_matches(str(value), [str(one) for one in valid], n=1)
    return f", did you mean {close[0]}?" if close else ""


def shown(value: object, *, most: int = 60) -> str:
    """Write an offending value into an error sentence, shortened where it is long.

    >>> shown("x" * 100, most=5)
    "'xxxx… (102 characters)"
    """
    text = repr(value)
    return text if len(text) <= most else f"{text[:most]}… ({len(text):,} characters)"
