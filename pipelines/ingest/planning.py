"""Which runs an ingest makes, of which parts: settled before anything is written.

Inputs are grouped by rule set, since a run holds hands of one. Parts are whole blocks of chunks
in the order of the inputs' content hashes, closed when they hold enough records; so their names
and contents follow from the inputs alone, whatever the workers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from pipelines.formats import FORMATS, Plan, Reject, Survey, Work, plan
from pipelines.lake.identity import UNKNOWN_RULES, ingest_identity, run_id
from pipelines.lake.manifest import RunInput
from pipelines.lake.parts import PartKey
from schemas.rules_files import load_ruleset, preset_names
from schemas.ruleset import RuleSet

PART_RECORDS: Final = 8_192
"""A part is closed by the block of chunks with which it holds so many records."""


@dataclass(frozen=True, slots=True)
class PartPlan:
    """What one part is made of.

    Attributes:
        key: its names.
        work: the chunks to read, in order.
        rejects: what was refused without reading a chunk.
        n_records: records in these chunks.
    """

    key: PartKey
    work: tuple[Work, ...]
    rejects: tuple[Reject, ...]
    n_records: int


@dataclass(frozen=True, slots=True)
class RunPlan:
    """What one run is made of.

    Attributes:
        run: its id.
        rules: name of its rule set.
        ruleset: None for records of unknown rules.
        identity: full hash behind the id.
        own_rules: inputs whose records name a rule set each: only those of this one belong here.
        rest: inputs of which this run also takes the records that name no rule set.
        inputs: the files, in the order of their content hashes.
        parts: the parts, in order.
        n_records: records in these inputs.
        notices: what people should know.
    """

    run: str
    rules: str
    ruleset: RuleSet | None
    identity: str
    own_rules: frozenset[str]
    rest: frozenset[str]
    inputs: tuple[RunInput, ...]
    parts: tuple[PartPlan, ...]
    n_records: int
    notices: tuple[str, ...]

    def takes(self, input_name: str, rules: str | None) -> bool:
        """Whether a record of an input that names these rules belongs to this run."""
        if input_name not in self.own_rules:
            return True
        name = known_rules(rules)
        return name == self.rules or (name == UNKNOWN_RULES and input_name in self.rest)


def plan_runs(surveys: Iterable[Survey], ruleset: RuleSet | None = None) -> list[RunPlan]:
    """Group surveyed inputs into runs, one for each rule set.

    Args:
        surveys: every input.
        ruleset: for all records, whatever they say; None: as they say.
    """
    surveys = list(surveys)
    if ruleset is not None:
        return [_plan_run(surveys, ruleset, own_rules=frozenset(), rest=frozenset())]
    groups: dict[str, list[Survey]] = {}
    rest: dict[str, set[str]] = {}
    for survey in surveys:
        names = rules_of(survey)
        for name in names:
            groups.setdefault(name, []).append(survey)
        home = UNKNOWN_RULES if UNKNOWN_RULES in names else names[0]
        rest.setdefault(home, set()).add(survey.input.name)
    own_rules = frozenset(each.input.name for each in surveys if names_own_rules(each))
    return [
        _plan_run(
            groups[name],
            None if name == UNKNOWN_RULES else load_ruleset(name),
            own_rules=own_rules,
            rest=frozenset(rest.get(name, ())),
        )
        for name in sorted(groups)
    ]


def rules_of(survey: Survey) -> list[str]:
    """Rule sets of the records of an input, ``unknown`` among them where some name none."""
    if not survey.format:
        return [UNKNOWN_RULES]
    if not names_own_rules(survey):
        return [FORMATS[survey.format].RULES]
    return sorted({known_rules(name) for name in survey.rules}) or [UNKNOWN_RULES]


def names_own_rules(survey: Survey) -> bool:
    """Whether each record of an input names its rule set."""
    return bool(survey.format) and not FORMATS[survey.format].RULES


@cache
def known_rules(name: str | None) -> str:
    """The name where there is such a preset, else ``unknown``."""
    return name if name in preset_names() else UNKNOWN_RULES


def _plan_run(
    surveys: Sequence[Survey],
    ruleset: RuleSet | None,
    *,
    own_rules: frozenset[str],
    rest: frozenset[str],
) -> RunPlan:
    work = plan(surveys)
    identity = ingest_identity(ruleset, ((_content_hash(each), each.format) for each in surveys))
    run = run_id("ingest", ruleset, identity)
    rules = ruleset.name if ruleset else UNKNOWN_RULES
    return RunPlan(
        run=run,
        rules=rules,
        ruleset=ruleset,
        identity=identity,
        own_rules=own_rules,
        rest=rest,
        inputs=tuple(_inputs(work)),
        parts=tuple(_parts(work, run, rules, identity)),
        n_records=work.n_records,
        notices=work.notices,
    )


def _content_hash(survey: Survey) -> str:
    if survey.content is not None:
        return survey.content.sha256
    # What cannot be read has no content: its name tells it from others.
    return hashlib.sha256(f"unreadable\0{survey.input.name}".encode()).hexdigest()


def _inputs(work: Plan) -> Iterable[RunInput]:
    offset = 0
    for survey in work.surveys:
        content = survey.content
        companion = survey.input.companion
        yield RunInput(
            name=survey.input.name,
            path=str(survey.input.path.absolute()),
            companion=str(companion.absolute()) if companion else None,
            sha256=_content_hash(survey),
            bytes=content.size if content else 0,
            format=survey.format,
            encoding=content.encoding if content else "",
            records=survey.n_records,
            sessions=survey.n_sessions,
            session_offset=offset,
        )
        offset += survey.n_sessions


def _parts(work: Plan, run: str, rules: str, identity: str) -> Iterable[PartPlan]:
    """Blocks put together into parts; a run without chunks has one part, for its rejects."""
    groups: list[list[Work]] = [[]]
    records = 0
    for block in work.blocks:
        if records >= PART_RECORDS:
            groups.append([])
            records = 0
        groups[-1].extend(block)
        records += sum(each.chunk.n_records for each in block)
    first = 0
    for number, group in enumerate(groups):
        n_records = sum(each.chunk.n_records for each in group)
        yield PartPlan(
            key=PartKey(run, rules, identity, number, f"{first}-{first + n_records}"),
            work=tuple(group),
            rejects=work.rejects if number == 0 else (),
            n_records=n_records,
        )
        first += n_records
