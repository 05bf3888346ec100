"""The SQL files of this folder, and what their comments say."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

QUERY_DIR: Final = Path(__file__).resolve().parent
VIEWS_DIR: Final = QUERY_DIR / "views"


def query_names() -> list[str]:
    """Names of the questions that can be asked, without ``.sql``."""
    return sorted(path.stem for path in QUERY_DIR.glob("*.sql"))


@cache
def query_text(name: str) -> str:
    """The SQL of a question, comment included."""
    return (QUERY_DIR / f"{name}.sql").read_text(encoding="utf-8")


@cache
def view_text(name: str) -> str:
    """The SQL of a view that questions read from, comment included."""
    return (VIEWS_DIR / f"{name}.sql").read_text(encoding="utf-8")


@cache
def header(text: str, part: str) -> str:
    """A part of the comment at the head of SQL, such as ``Grain``; empty where there is none."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("--"):
            break
        lines.append(line.removeprefix("--"))
    found = re.search(rf"^ {part}: (.*(?:\n   .*)*)", "\n".join(lines), re.MULTILINE)
    return " ".join(found[1].split()) if found else ""


def views_of(text: str) -> list[str]:
    """The views that SQL reads from, as its comment says."""
    return re.findall(r"\w+", header(text, "Views"))
