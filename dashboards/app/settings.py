"""What whoever starts the application allows it beside reading."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from dash import Dash

from schemas.errors import UsageError
from schemas.tuning_result import TuningResult

_KEY: Final = "PAIPU_SETTINGS"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the application may do; without a word nothing but read.

    Attributes:
        rules_dir: folder for rule-set files, outside the lake; None: they are offered as downloads
            and nothing is written.
        allow_rescore: whether a button may rescore a run, which adds a run to the lake.
        tunings: results of tuning that are shown.
    """

    rules_dir: Path | None = None
    allow_rescore: bool = False
    tunings: tuple[TuningResult, ...] = ()

    def check(self, lake: str) -> None:
        """Refuse a folder that is none, or lies in the lake.

        Raises:
            UsageError: says which and why.
        """
        if self.rules_dir is None:
            return
        folder = self.rules_dir.resolve()
        if not folder.is_dir():
            raise UsageError(f"--rules-dir {self.rules_dir}: there is no such folder")
        if "://" not in lake and folder.is_relative_to(Path(lake).resolve()):
            raise UsageError(
                f"--rules-dir {self.rules_dir}: lies in the lake {lake}; choose a folder outside"
            )


def keep_settings(app: Dash, settings: Settings) -> None:
    """Give an application its settings, before pages add their callbacks."""
    app.server.config[_KEY] = settings


def settings_of(app: Dash) -> Settings:
    """The settings of an application."""
    return cast(Settings, app.server.config.get(_KEY, Settings()))
