"""Figures as images, SVG or PNG: drawn by a browser without a window, where one is installed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import plotly.graph_objects as go

from dashboards import style

IMAGE_FORMATS: Final = ("svg", "png")
_WIDTH: Final = 860
_SMALL: Final = 320
"""Width of the small multiples."""
_UID: Final = re.compile(r'(?:id="clip|class="trace \w+ trace)([0-9a-f]{6})')
"""Plotly gives drawings and traces random names, which stand in the ids and classes of its SVG."""


def find_browser() -> str | None:
    """Path of the browser that would draw, None where there is none."""
    from choreographer.browsers import Chromium

    found: str | None = Chromium.find_browser(skip_local=False)
    return found


def write_images(values: dict[str, Any], folder: Path, form: str) -> dict[tuple[str, str], Path]:
    """Write every figure of a report; the same figures give the same files.

    Args:
        values: of `dashboards.report.page.page_values`.
        folder: where they go, made where it is missing.
        form: of `IMAGE_FORMATS`.

    Returns:
        Path of each image by the id of its section and its name.
    """
    import kaleido

    folder.mkdir(parents=True, exist_ok=True)
    listed = list(_figures(values))
    paths = {
        (section, name): folder / f"{label}-{name}.{form}" for section, name, label, _ in listed
    }
    kaleido.write_fig_from_object_sync(
        [
            {
                "fig": style.on_paper(made),
                "path": paths[section, name],
                "opts": {
                    "format": form,
                    "width": _SMALL if name.startswith("seat-") else _WIDTH,
                    "height": made.layout.height,
                    "scale": 1 if form == "svg" else 2,
                },
            }
            for section, name, _, made in listed
        ],
        kopts={"mathjax": False},
    )
    if form == "svg":
        for path in paths.values():
            _steady(path)
    return paths


def _figures(values: dict[str, Any]) -> Iterator[tuple[str, str, str, go.Figure]]:
    """Section id, name, label for a file name, figure."""
    parts = [*values["sections"], *([values["side_by_side"]] if values["side_by_side"] else [])]
    for part in parts:
        label = re.sub(r"[^\w.+-]+", "-", part.get("short", part["id"])).strip("-")
        for name, made in part["figures"].items():
            yield part["id"], name, label, made


def _steady(path: Path) -> None:
    """Give a drawing the same ids whenever it is made."""
    text = path.read_text(encoding="utf-8")
    for uid in set(_UID.findall(text)):
        text = text.replace(uid, "000000")
    path.write_text(text, encoding="utf-8")
