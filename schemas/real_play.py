"""Published figures of how a system is really played, to set simulated hands beside.

They are data (``data/reference/<system>.toml``) and for comparison alone: no kernel reads them.
"""

from __future__ import annotations

import tomllib
from functools import cache

from pydantic import BaseModel, ConfigDict, ValidationError

from schemas.catalogue import DATA_DIR
from schemas.errors import RulesError


class Players(BaseModel):
    """Whose play a column of figures describes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    about: str


class RealPlay(BaseModel):
    """Figures of one system.

    Attributes:
        system: whose they are.
        patterns_of: keys of `players` that have pattern shares; deviations are measured against
            the first.
        players: whose play, by key.
        measures: by key and players: shares, means and medians as `pipelines.analysis.real_play`
            names them.
        n: what shares among the measures are of, by key and players, where it is known.
        n_patterns: wins that the pattern shares are of, by players, where it is known.
        patterns: share of the wins that contain a pattern, by pattern key and players.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    system: str
    patterns_of: tuple[str, ...]
    players: dict[str, Players]
    measures: dict[str, dict[str, float]]
    n: dict[str, dict[str, int]] = {}
    n_patterns: dict[str, int] = {}
    patterns: dict[str, dict[str, float]]


@cache
def load_real_play(system: str) -> RealPlay | None:
    """The figures of a system; None where nothing is published.

    Raises:
        RulesError: where the file does not hold what it should.
    """
    path = DATA_DIR / "reference" / f"{system}.toml"
    if not path.is_file():
        return None
    try:
        return RealPlay.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise RulesError(f"{path}: not figures of real play: {error}") from error
