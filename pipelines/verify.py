"""Is a lake what it says it is: files as the manifests list them, rows as the events imply.

A run that cannot be read is named, and the others go on. Files are compared with their hashes.
Then every stored hand is replayed from its events alone, and what the state machine makes of it is
compared with what is stored: wins, patterns, settlements, the hand's outcome, its events and the
chances not taken. Of a run that scores another one's hands again all rows are made again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import pyarrow as pa

from engine.replay import replay_batch
from engine.rules import compile_rules
from engine.tables import load_tables
from pipelines import progress
from pipelines.batches import record_hand_ids
from pipelines.differing import differences, of_hands
from pipelines.lake.columns import played_tables
from pipelines.lake.identity import other_engine
from pipelines.lake.lake import Lake
from pipelines.lake.lineage import played_part, within
from pipelines.lake.manifest import Manifest, Part
from pipelines.lake.parts import read_table
from pipelines.lake.records import records_from_tables
from pipelines.lake.soundness import sound_runs, wrong_size
from pipelines.rescoring.planning import planned_again
from pipelines.rescoring.rows import RESCORED_TABLES
from pipelines.rescoring.running import rescored_rows
from pipelines.runners import n_workers
from schemas.batch import PlayedBatch, RecordBatch
from schemas.errors import LakeError
from schemas.ruleset import RuleSet
from schemas.tables import PLAYED_TABLES

_RECORDED: Final = frozenset(
    {"source", "source_file", "match_id", "played_at", "agreement", "permutation", "deal"}
)
"""Columns of `hands` that are not made by playing."""
_MOST_HANDS: Final = 4_096
"""Hands replayed and compared at a time: so the memory does not grow with the part."""


WHOLE_RUN: Final = -1
"""Stands for the number of the part where a run as a whole cannot be read."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """What is not as it should be.

    Attributes:
        run: run id.
        part: number of the part; `WHOLE_RUN` where the run as such is concerned.
        table: which table.
        hand_id: which hand; None where a whole file is concerned.
        message: what is wrong, in a sentence.
    """

    run: str
    part: int
    table: str
    hand_id: int | None
    message: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a verification found.

    Attributes:
        runs: runs that were looked at.
        hands: hands that were replayed.
        mismatches: all that is not as it should be; broken runs first, then by run and hand.
        notices: what may explain rows that are other ones now, a sentence for each such run.
    """

    runs: tuple[str, ...]
    hands: int
    mismatches: tuple[Mismatch, ...]
    notices: tuple[str, ...] = ()

    @property
    def damaged(self) -> dict[str, list[int]]:
        """Runs with numbers of their parts that are missing or are other bytes than listed."""
        found: dict[str, list[int]] = {}
        for each in self.mismatches:
            if each.hand_id is None and each.part != WHOLE_RUN:
                parts = found.setdefault(each.run, [])
                if each.part not in parts:
                    parts.append(each.part)
        return found


def verify_lake(
    lake: Lake, *, runs: Sequence[str] | None = None, sample: int | None = None
) -> Verdict:
    """Check files and replay stored hands.

    Args:
        lake: the lake.
        runs: which runs; None: all.
        sample: replay about so many hands of each run, evenly spread; None: all.

    Raises:
        LakeError: where a run does not exist.
    """
    sound = sound_runs(lake.storage, runs, files=False)
    manifests = sound.manifests
    mismatches = [Mismatch(run, WHOLE_RUN, "runs", None, why) for run, why in sound.broken.items()]
    expected = sum(-(-each.summary.hands // _step(each, sample)) for each in manifests)
    progress.stage("verifying", expected, "hands")
    load_tables()
    hands = 0
    with ThreadPoolExecutor(n_workers()) as pool:
        for n, found in pool.map(lambda work: _check_part(lake, *work), _work(manifests, sample)):
            hands += n
            mismatches.extend(found)
    runs = sorted([*(each.run for each in manifests), *sound.broken])
    differing = {each.run for each in mismatches if each.hand_id is not None}
    told = [
        other_engine(each.run, each.engine_version) for each in manifests if each.run in differing
    ]
    return Verdict(tuple(runs), hands, tuple(mismatches), tuple(filter(None, told)))


def _work(
    manifests: Iterable[Manifest], sample: int | None
) -> Iterator[tuple[Manifest, RuleSet | None, Part, int]]:
    """Parts to check, with the distance between the hands to replay."""
    for manifest in manifests:
        ruleset = manifest.ruleset() if manifest.rule_set is not None else None
        step = _step(manifest, sample)
        for part in manifest.parts:
            yield manifest, ruleset, part, step


def _step(manifest: Manifest, sample: int | None) -> int:
    """How far apart the hands of a run are that are replayed."""
    return max(1, manifest.summary.hands // sample) if sample else 1


def _check_part(
    lake: Lake, manifest: Manifest, ruleset: RuleSet | None, part: Part, step: int
) -> tuple[int, list[Mismatch]]:
    damage = list(_damage(lake, manifest, part))
    if manifest.parent is not None and not damage:
        return _check_rescored(lake, manifest, part, step)
    if damage or ruleset is None or not part.files["hands"].rows:
        return 0, damage
    try:
        stored = {table: read_table(lake.storage, part, table) for table in PLAYED_TABLES}
    except LakeError as error:
        return 0, [Mismatch(manifest.run, part.part, "events", None, error.message)]
    chosen = stored["hands"]["hand_id"].to_numpy()[::step]
    found: list[Mismatch] = []
    hands = 0
    for at in range(0, len(chosen), _MOST_HANDS):
        rows = stored
        if step > 1 or len(chosen) > _MOST_HANDS:
            some = chosen[at : at + _MOST_HANDS]
            rows = {name: of_hands(table, some) for name, table in stored.items()}
        n, wrong = _check_hands(manifest, ruleset, part, rows)
        hands += n
        found.extend(wrong)
        progress.advance(n)
    found.sort(key=lambda each: each.hand_id or 0)
    return hands, found


def _check_rescored(
    lake: Lake, manifest: Manifest, part: Part, step: int
) -> tuple[int, list[Mismatch]]:
    """Score the parent's hands of a part again and compare all rows."""
    try:
        played = played_part(lake, manifest, part)
        plan = planned_again(lake, manifest)
        stored = {table: read_table(lake.storage, part, table) for table in RESCORED_TABLES}
        ids = within(part, read_table(lake.storage, played, "hands", columns=["hand_id"]))
        chosen = ids["hand_id"].to_numpy()[::step]

        def read(table: str) -> pa.Table:
            return of_hands(read_table(lake.storage, played, table), chosen)

        expected, _ = rescored_rows(plan, read, lambda: [read("events")])
    except LakeError as error:
        return 0, [Mismatch(manifest.run, part.part, "hands", None, error.message)]
    found = []
    for table, rows in expected.items():
        kept = of_hands(stored[table], chosen) if step > 1 else stored[table]
        for hand_id, message in differences(kept, rows):
            found.append(Mismatch(manifest.run, part.part, table, hand_id, message))
    progress.advance(len(chosen))
    found.sort(key=lambda each: each.hand_id or 0)
    return len(chosen), found


def _check_hands(
    manifest: Manifest, ruleset: RuleSet, part: Part, stored: dict[str, pa.Table]
) -> tuple[int, list[Mismatch]]:
    """Replay some hands and compare all their rows."""
    try:
        batch = records_from_tables(stored["hands"], stored["events"])
    except LakeError as error:
        return 0, [Mismatch(manifest.run, part.part, "events", None, error.message)]
    played = replay_batch(batch, compile_rules(ruleset), load_tables())
    found = list(_refused(manifest, part, batch, played))
    expected = played_tables(
        batch, played, run=manifest.run, rules=manifest.rules, patterns=ruleset.catalogue.keys
    )
    accepted = expected["hands"]["hand_id"].to_numpy()
    for table in PLAYED_TABLES:
        rows = stored[table] if not found else of_hands(stored[table], accepted)
        columns = [name for name in rows.column_names if name not in _RECORDED]
        for hand_id, message in differences(rows.select(columns), expected[table].select(columns)):
            found.append(Mismatch(manifest.run, part.part, table, hand_id, message))
    return len(batch), found


def _damage(lake: Lake, manifest: Manifest, part: Part) -> Iterator[Mismatch]:
    for table, file in part.files.items():
        problem = wrong_size(lake.storage, file)
        if not problem and lake.storage.sha256(file.path) != file.sha256:
            problem = "other bytes than the manifest lists"
        if not problem:
            continue
        message = f"{lake.storage.location(file.path)}: {problem}"
        yield Mismatch(manifest.run, part.part, table, None, message)


def _refused(
    manifest: Manifest, part: Part, batch: RecordBatch, played: PlayedBatch
) -> Iterator[Mismatch]:
    ids = record_hand_ids(batch)
    for refusal in played.refusals:
        message = f"the stored events are refused: {refusal['message']}"
        yield Mismatch(manifest.run, part.part, "events", int(ids[refusal["hand"]]), message)
