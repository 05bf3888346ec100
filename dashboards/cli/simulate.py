"""``paipu simulate``: hands of any rule set into the lake, played by policies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from dashboards.cli.common import DEFAULT_LAKE, JsonOption, LakeOption, print_error, print_runs

if TYPE_CHECKING:
    from rich.table import Table

    from pipelines.simulate.running import SimulationResult

DEFAULT_POLICY: Final = "greedy"


def simulate(
    rules: Annotated[
        list[str],
        typer.Argument(
            metavar="PRESET|FILE.toml", help="Rule sets; one run each.", show_default=False
        ),
    ],
    hands: Annotated[
        int | None,
        typer.Option(
            "--hands", metavar="N", help="Hands that each run shall hold; sessions stay whole."
        ),
    ] = None,
    append: Annotated[
        int | None,
        typer.Option(
            "--append",
            metavar="N",
            help="So many more hands than a run holds; begins one that is not there.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Of walls and choices.")] = 1,
    policy: Annotated[
        str,
        typer.Option(
            "--policy",
            metavar="P[,P,P,P]",
            help="Who plays: one for all or one a seat; options as NAME:KEY=VALUE.",
        ),
    ] = DEFAULT_POLICY,
    single: Annotated[
        bool, typer.Option("--single", help="Independent hands in place of sessions.")
    ] = False,
    walls: Annotated[
        str | None,
        typer.Option("--walls", metavar="shared|personal", help="Other walls than the rules'."),
    ] = None,
    duplicate: Annotated[
        bool,
        typer.Option("--duplicate", help="Each deal in all 24 seat permutations; single hands."),
    ] = False,
    runner: Annotated[
        str | None,
        typer.Option("--runner", metavar="threads|dask", help="What the work runs on."),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="K", help="How many work at once; else one a core."),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="ADDR", help="A Dask scheduler that is there."),
    ] = None,
    lake: LakeOption = DEFAULT_LAKE,
    json: JsonOption = False,
) -> None:
    """Play hands and keep everything about them; the same command gives the same bytes.

    Interrupted, the same command goes on where it stopped; with more hands it plays what is
    missing.

    Example: ``paipu simulate mcr taiwan-standard --hands 100000 --policy value --lake my-lake``
    """
    results = play(
        rules,
        hands=hands,
        append=append,
        seed=seed,
        policy=policy,
        single=single,
        walls=walls,
        duplicate=duplicate,
        runner=runner,
        workers=workers,
        scheduler=scheduler,
        lake=lake,
    )
    if json:
        print_runs(results)
    else:
        print_results(results, lake)


def play(
    rules: list[str],
    *,
    lake: str,
    hands: int | None = None,
    append: int | None = None,
    seed: int = 1,
    policy: str = DEFAULT_POLICY,
    single: bool = False,
    walls: str | None = None,
    duplicate: bool = False,
    runner: str | None = None,
    workers: int | None = None,
    scheduler: str | None = None,
) -> list[SimulationResult]:
    """Run the simulate flow and show its progress; parameters as on the command line."""
    from dashboards.cli.progress import run_shown
    from pipelines.lake import Lake
    from pipelines.runners import check_runner
    from pipelines.simulate.planning import plan_simulations
    from pipelines.simulate.running import check_counts, check_writable

    # Mistakes are told at once, before a server starts.
    check_counts(hands, append)
    check_runner(runner, workers, scheduler)
    plans = plan_simulations(
        rules, seed=seed, policy=policy, walls=walls, single=single, duplicate=duplicate
    )
    opened = Lake(lake)
    check_writable(opened)
    for plan in plans:
        if append is not None and not opened.has(plan.run):
            print_error(f"{plan.run} is not in the lake: --append begins it")
    results: list[SimulationResult] = run_shown(
        "pipelines.flows.simulate:simulate",
        rules=rules,
        lake=lake,
        hands=hands,
        append=append,
        seed=seed,
        policy=policy,
        single=single,
        walls=walls,
        duplicate=duplicate,
        runner=runner,
        workers=workers,
        scheduler=scheduler,
    )
    return results


def print_results(results: list[SimulationResult], lake: str) -> None:
    """Say what was played and how it ended, and what to do next."""
    from dashboards.cli.text import show

    if len(results) == 1:
        show(_headline(results[0]), _endings(results[0]), _costs(results[0]))
    else:
        show(runs_table(results))
    first = results[0]
    option = "" if lake == DEFAULT_LAKE else f" --lake {lake}"
    show(
        f"Next: [bold]paipu report{option} --out report.html[/] · "
        f'[bold]paipu sql "select outcome, count(*) from hands group by all"{option}[/] · '
        f"[bold]paipu replay {first.run}/0{option}[/] · "
        f"[bold]paipu verify --run {first.run} --sample 10000{option}[/]"
    )


def runs_table(results: list[SimulationResult]) -> Table:
    """Several runs, a line each."""
    from dashboards.cli.text import table

    numbers = (
        "hands 局", "sessions 场", "won 和/胡", "drawn 荒牌", "aborted 中途流局", "hands/s",
        "bytes a hand",
    )  # fmt: skip
    rows = table("run", *numbers, right=numbers)
    for result in results:
        outcomes, hands = result.summary.outcomes, result.summary.hands
        won, drawn, aborted = (outcomes.get(name, 0) for name in ("win", "draw", "abort"))
        rows.add_row(
            result.run,
            f"{hands:,}",
            f"{result.sessions:,}",
            f"{won / hands:.1%}",
            f"{drawn / hands:.1%}",
            f"{aborted / hands:.1%}",
            f"{result.hands_per_second:,.0f}" if result.played else "in the lake",
            f"{result.bytes / hands:,.0f}",
        )
    return rows


def _headline(result: SimulationResult) -> str:
    hands = result.summary.hands
    holds = f"{hands:,} hands in {result.sessions:,} sessions"
    if result.existed:
        return (
            f"[bold]{result.run}[/] holds {holds} already, {result.asked:,} were asked for: "
            "nothing to do"
        )
    state = f"{holds}, {result.asked:,} were asked for"
    more = f"{result.played:,} played now" if result.played < hands else "all played now"
    speed = f", {result.hands_per_second:,.0f} hands/s" if result.played else ""
    return f"[bold]{result.run}[/] committed: {state}; {more}{speed}"


def _endings(result: SimulationResult) -> Table:
    from dashboards.cli.text import table
    from dashboards.labels import both, ending
    from pipelines.ingest.words import by_count

    summary = result.summary
    rows = table("hands 局", "", "share", right=("hands 局", "share"))
    for name, count in by_count(summary.outcomes):
        label = both(ending(name, result.system))
        rows.add_row(f"{count:,}", label, f"{count / summary.hands:.1%}")
    return rows


def _costs(result: SimulationResult) -> str:
    from dashboards.cli.text import size

    policies = result.policies if len(set(result.policies)) > 1 else result.policies[:1]
    a_hand = f"{result.bytes / result.summary.hands:,.0f} bytes a hand"
    return f"Played by {', '.join(policies)}; {a_hand}, {size(result.bytes)} in all"
