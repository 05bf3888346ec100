"""Fills the templates: one HTML file that needs nothing else, or Markdown with images beside it.

The page holds everything it needs (style, script, Plotly, figures, tiles) and asks nobody for
anything: a content security policy in its head forbids every request. Nothing in it depends on
the moment it is made, so the same runs give the same file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from plotly.offline import get_plotlyjs

from dashboards import style, tiles

_TEMPLATES: Final = Path(__file__).resolve().parent / "templates"


def render_html(values: dict[str, Any]) -> str:
    """The page as text, from `page_values`."""
    environment = _environment(autoescape=True)
    environment.filters["json"] = _json
    environment.filters["figure_json"] = lambda made: _json(json.loads(made.to_json()))
    return environment.get_template("report.html.j2").render(
        values,
        tile_symbols=Markup(tiles.tile_symbols()),
        css=Markup(_asset("report.css")),
        js=Markup(_asset("report.js")),
        plotly=Markup(get_plotlyjs()),
        config=style.PLOT_CONFIG,
    )


def render_markdown(values: dict[str, Any], images: Mapping[tuple[str, str], str]) -> str:
    """The report as Markdown.

    Args:
        values: of `page_values`.
        images: path of a figure's image by the id of its section and its name; empty where no
            browser could draw them.
    """
    environment = _environment(autoescape=False)
    environment.filters["cell"] = _markdown_cell
    return environment.get_template("report.md.j2").render(values, images=images)


def _environment(*, autoescape: bool) -> Environment:
    return Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=autoescape,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _markdown_cell(value: str) -> str:
    """Text that can stand in a cell of a Markdown table."""
    return value.replace("|", "\\|").replace("\n", " ")


def _json(value: Any) -> Markup:
    """JSON that can stand in a script element, whatever text it holds."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def _asset(name: str) -> str:
    return (_TEMPLATES / name).read_text(encoding="utf-8")
