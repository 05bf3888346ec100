"""``paipu tune``: pattern values from measured rarity, written as a rule-set file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from dashboards.cli.common import DEFAULT_LAKE, JsonOption, LakeOption, print_json, reading

if TYPE_CHECKING:
    from pipelines.lake import Lake
    from pipelines.tuning import Played, Tuned


def tune(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A tuning file (docs/tune.md).", show_default=False),
    ],
    resimulate: Annotated[
        bool,
        typer.Option(
            "--resimulate", help="Play the new table as its runs were played, and compare."
        ),
    ] = False,
    lake: LakeOption = DEFAULT_LAKE,
    json: JsonOption = False,
) -> None:
    """Propose pattern values from how rare patterns are, and write them as a rule-set file.

    The tuning file names a table, the runs that rarity is measured on, constraints, and targets
    that the new table is to meet; nothing is written where it cannot meet them.

    Example: ``paipu tune my-tuning.toml --resimulate --lake my-lake``
    """
    from dashboards.cli.progress import shown
    from dashboards.cli.tune_text import report
    from pipelines.tuning import check_replayable, plan_file
    from pipelines.tuning import tune as tune_table

    with reading(lake) as opened:
        task = plan_file(file, opened)
        if resimulate:
            check_replayable(task)
        with shown():
            found = tune_table(task, opened)
        played = _play(found, opened) if resimulate else []
        if json:
            print_json(_document(found, played))
        else:
            report(found, played, lake="" if lake == DEFAULT_LAKE else f" --lake {lake}")


def _play(found: Tuned, lake: Lake) -> list[Played]:
    """Play the new table like each simulated run, and set both side by side."""
    from dashboards.cli.simulate import play
    from pipelines.tuning import moves_of, runs_to_play

    played = []
    for kind, manifest in runs_to_play(found.task):
        options = manifest.options
        [result] = play(
            [str(found.task.output)],
            lake=lake.uri,
            hands=manifest.summary.hands,
            seed=options["seed"],
            policy=",".join(options["policies"]),
            walls=options["walls"],
            single=options["single"],
            duplicate=options["duplicate"],
        )
        played.append(moves_of(lake, found.task, kind, manifest.run, result.run))
    return played


def _document(found: Tuned, played: list[Played]) -> dict[str, Any]:
    """What ``--json`` prints; `schemas.tuning_result` reads it back."""
    line, task = found.proposal.line, found.task
    document: dict[str, Any] = {
        "rules": task.ruleset.name,
        "title": task.ruleset.title,
        "title_en": task.ruleset.title_en,
        "unit": task.ruleset.catalogue.unit,
        "output": str(task.output),
        "name": found.written.name,
        "hash": found.written.hash,
        "frequency": task.tuning.rarity.frequency,
        "effects": task.tuning.rarity.effects,
        "runs": task.runs,
        "wins": int(found.proposal.single.n.max()) if task.runs else None,
        "line": {
            "form": found.proposal.scale.form,
            "a": line.a,
            "a_error": line.a_error,
            "k": line.k,
            "k_error": line.k_error,
            "scatter": line.scatter,
        },
        "patterns": found.patterns.to_dicts(),
        "targets": [target.model_dump(mode="json") for target in task.tuning.target],
    }
    if found.found is not None and found.measures is not None:
        patterns = found.proposal.patterns
        document["measured_on"] = found.hands
        document["tried"] = found.found.tried
        document["measures"] = found.measures.to_dicts()
        document["front"] = [
            {
                "values": dict(zip(patterns, one.table, strict=True)),
                "measures": one.measures,
                "chosen": one == found.found.chosen,
            }
            for one in found.found.front
        ]
    if played:
        document["played"] = [
            {
                "play": one.play,
                "run": one.run,
                "new_run": one.new_run,
                "measures": one.measures.to_dicts(),
                "patterns": one.patterns.to_dicts(),
            }
            for one in played
        ]
    return document
