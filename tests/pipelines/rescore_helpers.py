"""Rescored runs without a workflow server, and the same hands replayed as an independent check."""

from __future__ import annotations

from pathlib import Path

from pipelines.export import export_records
from pipelines.lake import Lake
from pipelines.lake.parts import read_table
from pipelines.rescoring.planning import plan_rescoring
from pipelines.rescoring.running import rescore_run, work_off
from schemas.tables import TABLES
from tests.pipelines.ingest_helpers import ingest
from tests.pipelines.simulate_helpers import plan_of, simulate


def simulated(folder: Path, rules: str, hands: int, *, policy: str = "greedy", seed: int = 5):
    """A lake with a run of single hands; returns both."""
    result = simulate(folder, plan_of(rules, policy=policy, seed=seed, single=True), hands)
    return Lake(str(folder)), result.run


def rescored(lake: Lake, run: str, rules: object):
    """Score a run again as ``paipu rescore`` does."""
    plan = plan_rescoring(lake, run, str(rules))
    return rescore_run(lake, plan, lambda queue: [work_off(lake, plan, queue)])


def replayed(lake: Lake, run: str, rules: object, folder: Path):
    """The same acts through the state machine under other rules: a lake and its run.

    The machine refuses hands whose wins are none under these rules.
    """
    folder.mkdir(exist_ok=True)
    records = folder / "records.jsonl"
    export_records(lake, records, run=run)
    other = Lake(str(folder / "lake"))
    [result] = ingest(other, records, rules=str(rules))
    return other, result.run


def rules_file(folder: Path, parent: str, text: str) -> Path:
    """A rule-set file that changes a preset."""
    path = folder / f"{parent}-changed.toml"
    head = f'extends = "{parent}"\nname = "changed"\ntitle = "改"\ntitle_en = "Changed"\n'
    path.write_text(head + text, encoding="utf-8")
    return path


def rows(lake: Lake, run: str, table: str, *, leave_out: tuple[str, ...] = ()) -> list[tuple]:
    """All rows of a table of a run without the run's name, as the views show them, sorted."""
    names = [name for name in TABLES[table].names if name not in ("run", "rules", *leave_out)]
    columns = ", ".join(f'"{name}"' for name in names)
    with lake.connect() as con:
        found = con.sql(f"select {columns} from {table} where run = $run", params={"run": run})
        return sorted(map(repr, found.fetchall()))


def stored_table(lake: Lake, run: str, table: str):
    """All rows of a table of a run as its parts hold them."""
    return [read_table(lake.storage, part, table) for part in lake.manifest(run).parts]
