"""``paipu ingest``: recorded games into the lake, and a summary of what was loaded and refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from dashboards.cli.common import DEFAULT_LAKE, JsonOption, LakeOption, print_runs

if TYPE_CHECKING:
    from rich.table import Table

    from pipelines.ingest.running import RunResult

_MOST_FILES: Final = 8
_MOST_NAMES: Final = 5


def ingest(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH", help="Files, folders or globs; gzip or not.", show_default=False
        ),
    ],
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="PRESET|FILE.toml", help="Rule set for all records."),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Stop at the first refused record; load nothing.")
    ] = False,
    format_name: Annotated[
        str, typer.Option("--format", metavar="NAME", help="Format of the records, or auto.")
    ] = "auto",
    lake: LakeOption = DEFAULT_LAKE,
    json: JsonOption = False,
) -> None:
    """Load recorded games: each is replayed and scored; what the rules do not allow is refused.

    The same inputs are loaded once; after an interruption the same command does what is missing.
    Exit status 1 where records were refused.

    Example: ``paipu ingest games/ more.txt.gz --lake my-lake``
    """
    results = load(paths, lake=lake, format_name=format_name, rules=rules, strict=strict)
    if json:
        print_runs(results)
    else:
        print_results(results, lake)
    if any(result.summary.n_rejects for result in results):
        raise typer.Exit(1)


def load(
    paths: list[str],
    *,
    lake: str,
    format_name: str = "auto",
    rules: str | None = None,
    strict: bool = False,
) -> list[RunResult]:
    """Run the ingest flow and show its progress; parameters as on the command line."""
    from dashboards.cli.progress import run_shown
    from pipelines.ingest.running import collect_inputs
    from pipelines.lake import Lake
    from pipelines.simulate.running import check_writable
    from schemas.rules_files import load_ruleset

    # Mistakes are told at once, before a server starts.
    collect_inputs(paths, format_name)
    if rules is not None:
        load_ruleset(rules)
    check_writable(Lake(lake))
    results: list[RunResult] = run_shown(
        "pipelines.flows.ingest:ingest",
        paths=paths,
        lake=lake,
        format_name=format_name,
        rules=rules,
        strict=strict,
    )
    return results


def print_results(results: list[RunResult], lake: str) -> None:
    """Say what was read, loaded and refused, and what to do next."""
    from dashboards.cli.text import show

    print_loaded(results)
    loaded = [result for result in results if result.summary.hands]
    option = "" if lake == DEFAULT_LAKE else f" --lake {lake}"
    if loaded:
        show(
            f"Next: [bold]paipu report{option} --out report.html[/] · "
            f'[bold]paipu sql "select outcome, count(*) from hands group by all"{option}[/] · '
            f"[bold]paipu replay {loaded[0].run}/{loaded[0].first_hand}{option}[/]"
        )
    refused = [result for result in results if result.summary.n_rejects]
    if refused:
        show(f'Refused records with their reasons: [bold]paipu sql "from rejects"{option}[/]')


def print_loaded(results: list[RunResult]) -> None:
    """Say what was read, loaded and refused, run by run."""
    from dashboards.cli.text import show

    for result in results:
        for part in _run_summary(result):
            show(part)


def _files(result: RunResult) -> Table:
    """What was read: each file, or many by format and encoding."""
    from rich.markup import escape

    from dashboards.cli.text import table
    from dashboards.labels import FORMATS

    rows = table("read", "format", "encoding", "records", right=("records",))
    if len(result.inputs) <= _MOST_FILES:
        for each in sorted(result.inputs, key=lambda source: source.name):
            kind = FORMATS.get(each.format, each.format)
            rows.add_row(escape(each.name), kind, each.encoding, f"{each.records:,}")
        return rows
    kinds: dict[tuple[str, str], list[int]] = {}
    for each in result.inputs:
        kinds.setdefault((each.format, each.encoding), []).append(each.records)
    for (name, encoding), records in sorted(kinds.items(), key=lambda item: -sum(item[1])):
        rows.add_row(
            f"{len(records):,} files", FORMATS.get(name, name), encoding, f"{sum(records):,}"
        )
    return rows


def _run_summary(result: RunResult) -> list[Any]:
    from rich.markup import escape

    from dashboards.cli.text import table
    from dashboards.labels import AGREEMENTS, both, ending
    from pipelines.ingest.words import by_count

    summary = result.summary
    speed = f", {result.hands_per_second:,.0f} hands/s" if not result.existed else ""
    state = "was in the lake already: nothing to do" if result.existed else "committed"
    parts: list[Any] = [
        f"[bold]{result.run}[/] {state}: {summary.hands:,} hands of {result.records:,} records, "
        f"{summary.n_rejects:,} refused{speed}"
    ]
    parts.append(_files(result))
    if summary.hands:
        shares = table("hands 局", "", "share", right=("", "share"))
        for name, count in by_count(summary.outcomes):
            label = both(ending(name, result.system))
            shares.add_row(label, f"{count:,}", f"{count / summary.hands:.1%}")
        for name, count in by_count(summary.agreement):
            shares.add_row(
                f"Recorded score: {AGREEMENTS[name].lower()}",
                f"{count:,}",
                f"{count / summary.hands:.1%}",
            )
        parts.append(shares)
    if summary.rejects:
        refused = table("refused", "reason", "first one", right=("refused",))
        for code, count in by_count(summary.rejects):
            refused.add_row(f"{count:,}", code, escape(summary.examples[code]))
        parts.append(refused)
    if summary.unknown_names:
        names = [f"{name!r}" for name, _ in by_count(summary.unknown_names)[:_MOST_NAMES]]
        total = sum(summary.unknown_names.values())
        more = ", …" if len(summary.unknown_names) > _MOST_NAMES else ""
        parts.append(
            f"{total:,} recorded pattern names are unknown ({escape(', '.join(names))}{more}); "
            "in these hands totals and payments alone were compared"
        )
    parts.extend(escape(notice) for notice in result.notices)
    return parts
