"""How an edited table is kept: as a file, by a full rescore under it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Final

from dash import dcc, html
from dash.development.base_component import Component

from dashboards.app.address import Address
from dashboards.app.data import LakeReader
from dashboards.app.editing import edited
from dashboards.app.jobs import JobState
from dashboards.app.parts import link, notice
from dashboards.app.settings import Settings
from pipelines.files import writing
from pipelines.rules_writing import preset_text
from schemas.errors import PaipuError, UsageError
from schemas.rules_files import load_ruleset
from schemas.ruleset import RuleSet

_ASK_MS: Final = 700
"""How often a running rescore is asked how far it is, milliseconds."""


def keep_parts(own: RuleSet, settings: Settings) -> list[Component]:
    """How the table becomes a rule set: a file, and a full rescore under it."""
    parts: list[Component] = [
        html.H2(["Keep it ", html.Span("保存", className="zh", lang="zh")]),
        html.Div(
            [
                html.Label(
                    [
                        html.Span("Name of the rule set", className="label"),
                        dcc.Input(
                            id="table-name",
                            type="text",
                            value=default_name(own),
                            debounce=True,
                            spellCheck=False,
                        ),
                    ],
                    className="choice",
                ),
                html.Button("Download the rule-set file", id="table-download", type="button"),
                html.Button(
                    f"Write it into {settings.rules_dir}",
                    id="table-write",
                    type="button",
                    hidden=settings.rules_dir is None,
                ),
                dcc.Download(id="table-file"),
            ],
            className="choices keep",
        ),
        html.Div(id="table-saved"),
        html.P(
            "The file extends the preset nearest to it and states what differs. A full rescore "
            "scores every hand of the run under it, as a run of its own, and counts completions "
            "that would have been wins, too:",
        ),
        html.P(
            [
                html.Code(id="table-command"),
                html.Button("Copy", id="table-copy", type="button"),
            ],
            className="ways",
        ),
    ]
    if settings.allow_rescore:
        parts += [
            html.P(html.Button("Rescore the whole run", id="table-rescore", type="button")),
            dcc.Interval(id="table-ask", interval=_ASK_MS, disabled=True),
            html.Div(id="table-job"),
        ]
    return parts


def default_name(own: RuleSet) -> str:
    """What the edited rule set is called unless somebody names it."""
    return f"{own.name}-edited"


def command(lake: str, run: str, name: str, settings: Settings) -> str:
    """The command of a full rescore."""
    folder = settings.rules_dir
    file = f"{name}.toml" if folder is None else str(folder / f"{name}.toml")
    return shlex.join(["paipu", "rescore", "--run", run, "--rules", file, "--lake", lake])


def file_text(reader: LakeReader, run: str, edits: Mapping[str, str], name: str) -> str:
    """The rule-set file of an edited table.

    Raises:
        PaipuError: where it does not validate, or the name is none.
    """
    own = reader.snapshot().manifest(run).ruleset()
    return preset_text(edited(own, edits), name=(name or "").strip())


def write_rules(settings: Settings, name: str, text: str) -> str:
    """Write a rule-set file into the folder for these, and read it back; says where it is.

    Raises:
        PaipuError: where there is such a file already, or it cannot be written.
    """
    if settings.rules_dir is None:
        raise UsageError("the dashboard was started without --rules-dir")
    path = settings.rules_dir / f"{name.strip()}.toml"
    if path.exists():
        raise UsageError(f"{path} is there already; give the rule set another name")
    with writing(path) as staged:
        staged.write_text(text, encoding="utf-8")
    return f"{path} is written: {load_ruleset(str(path)).name}."


def job_parts(state: JobState, rules: str) -> list[Component]:
    """How far a full rescore is."""
    if state.error:
        return [notice(f"The rescore failed: {state.error}.", bad=True)]
    if state.running:
        return [
            notice(state.words),
            html.Progress(value=str(state.done), max=str(state.total or 1))
            if state.total
            else html.Progress(),
        ]
    if not state.run:
        return []
    chosen = {"rules": rules, "run": state.run}
    return [
        notice(f"{state.run} is in the lake."),
        html.P(
            [
                link("Its balance", Address.of("/balance", **chosen).href),
                link("Its patterns", Address.of("/patterns", **chosen).href),
                link("Its scores", Address.of("/scores", **chosen).href),
            ],
            className="ways",
        ),
    ]


def sentence(error: PaipuError) -> str:
    """An error as a sentence of the page; the names of options stay as they are written.

    >>> sentence(PaipuError("no such run"))
    'No such run.'
    >>> sentence(PaipuError("win.minimum: -1: too small"))
    'win.minimum: -1: too small.'
    """
    text = error.message
    named = "." in text.split(" ")[0]
    return (text if named else text[:1].upper() + text[1:]) + (
        "" if text.endswith((".", "!", "?")) else "."
    )
