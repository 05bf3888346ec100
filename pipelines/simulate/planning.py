"""What a simulated run is: its identity, and the fixed blocks of sessions that its parts are.

Which sessions a part and a row group hold follows from the rule set and from whether hands are
single, never from workers or from how many hands are asked for; so any number of hands of a run is
the beginning of any larger number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError

from engine.policies.registry import PolicySpec, resolve_policies
from pipelines.lake.identity import identity_hash, run_id
from pipelines.lake.manifest import Manifest
from pipelines.lake.parts import PartKey
from schemas.errors import LakeError, UsageError, one_of
from schemas.rules_files import load_ruleset
from schemas.ruleset import RuleSet

KIND: Final = "sim"
WALLS: Final = {"shared": "common", "personal": "personal"}
"""What people call the kinds of walls, and what a rule set calls them."""
GROUP_HANDS: Final = 4_096
"""About so many hands are one row group of a part's files."""
GROUPS_IN_PART: Final = 4
PERMUTATIONS: Final = 24
"""Ways to seat four players: sessions of one deal in duplicate play."""
_WINDS: Final = 4
_MOST_SEED: Final = (1 << 63) - 1

Policies = tuple[PolicySpec, PolicySpec, PolicySpec, PolicySpec]


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """One run to be played, however many hands of it.

    Attributes:
        run: its id.
        rules: name of its rule set.
        ruleset: with the walls that were asked for.
        identity: full hash behind the id.
        policies: canonical text of each player's policy, by player.
        seed: of walls and choices.
        walls: ``shared`` or ``personal``.
        single: every hand is a session of its own.
        duplicate: the same deal in all permutations of the seats; single hands.
        group: sessions of a row group.
    """

    run: str
    rules: str
    ruleset: RuleSet
    identity: str
    policies: tuple[str, ...]
    seed: int
    walls: str
    single: bool
    duplicate: bool
    group: int

    @property
    def block(self) -> int:
        """Sessions of a part."""
        return self.group * GROUPS_IN_PART

    @property
    def step(self) -> int:
        """Sessions that belong together: those of one deal."""
        return PERMUTATIONS if self.duplicate else 1

    @property
    def session_hands(self) -> float:
        """Hands of a session: exactly where `is_exact`, else a rough guess."""
        if self.single:
            return 1.0
        session = self.ruleset.session
        if session.rounds == 0:
            return float(session.hands)
        return min(float(session.hands), 1.5 * _WINDS * session.rounds)

    @property
    def is_exact(self) -> bool:
        """Whether all sessions have the same number of hands, known beforehand."""
        return self.single or self.ruleset.session.rounds == 0

    @property
    def players(self) -> list[str]:
        """Names of the players by number, such as ``p0:greedy``."""
        return [f"p{number}:{policy}" for number, policy in enumerate(self.policies)]

    def key(self, first: int, sessions: int) -> PartKey:
        """The part that begins with a session and holds so many, at most a block."""
        return PartKey(
            run=self.run,
            rules=self.rules,
            identity=self.identity,
            part=first // self.block,
            content=f"sessions {first}-{first + sessions}",
            extent="" if sessions == self.block else f"-{sessions:06d}",
        )

    def options(self) -> dict[str, Any]:
        """What the manifest says of the run beside its rule set."""
        return {
            "seed": self.seed,
            "policies": list(self.policies),
            "walls": self.walls,
            "single": self.single,
            "duplicate": self.duplicate,
        }


def plan_simulations(
    rules: Sequence[str],
    *,
    seed: int,
    policy: str,
    walls: str | None = None,
    single: bool = False,
    duplicate: bool = False,
) -> list[SimulationPlan]:
    """The runs of one command, one for each rule set, each once.

    Args:
        rules: presets and rule-set files.
        seed: of walls and choices, from 0.
        policy: one policy for all players, or four with commas between them.
        walls: ``shared`` or ``personal``; None: as the rule set says.
        single: every hand is a session of its own.
        duplicate: the same deal in all permutations of the seats.

    Raises:
        RulesError: where a rule set is unknown or does not validate.
        UsageError: where the seed, a policy or the walls are none.
    """
    if not 0 <= seed <= _MOST_SEED:
        raise UsageError(f"seed {seed} is out of range; seeds are 0 to {_MOST_SEED}")
    if walls is not None and walls not in WALLS:
        raise UsageError(f"unknown walls {walls!r}; walls are {one_of(WALLS)}")
    policies = resolve_policies(policy)
    plans: dict[str, SimulationPlan] = {}
    for name in rules:
        ruleset = with_walls(load_ruleset(name), walls)
        plan = plan_simulation(
            ruleset, policies, seed=seed, single=single or duplicate, duplicate=duplicate
        )
        plans.setdefault(plan.run, plan)
    return list(plans.values())


def plan_simulation(
    ruleset: RuleSet, policies: Policies, *, seed: int, single: bool, duplicate: bool
) -> SimulationPlan:
    """The run of one rule set; arguments as in `plan_simulations`, all checked."""
    walls = next(name for name, kind in WALLS.items() if kind == ruleset.wall.kind)
    identity = identity_hash(
        KIND,
        ruleset,
        seed=seed,
        policies=[{"name": one.name, "options": dict(one.options)} for one in policies],
        walls=walls,
        single=single,
        duplicate=duplicate,
        bets="policies",
    )
    return SimulationPlan(
        run=run_id(KIND, ruleset, identity),
        rules=ruleset.name,
        ruleset=ruleset,
        identity=identity,
        policies=tuple(one.text for one in policies),
        seed=seed,
        walls=walls,
        single=single,
        duplicate=duplicate,
        group=_sessions_of_group(ruleset, single=single, duplicate=duplicate),
    )


def planned_again(manifest: Manifest) -> SimulationPlan:
    """The plan of a stored run.

    Raises:
        LakeError: where this version of the engine plays another run of that description.
    """
    options = manifest.options
    plan = plan_simulation(
        manifest.ruleset(),
        resolve_policies(",".join(options["policies"])),
        seed=options["seed"],
        single=options["single"],
        duplicate=options["duplicate"],
    )
    if plan.identity != manifest.identity:
        raise LakeError(
            f"run {manifest.run} cannot be restored: engine or policies have changed since; "
            "remove it with `paipu runs --delete` and simulate again"
        )
    return plan


def with_walls(ruleset: RuleSet, walls: str | None) -> RuleSet:
    """A rule set played with other walls, under its own name.

    Raises:
        UsageError: where its other rules do not allow such walls.
    """
    if walls is None or ruleset.wall.kind == WALLS[walls]:
        return ruleset
    values = ruleset.model_dump(mode="json")
    values["wall"]["kind"] = WALLS[walls]
    values["notes"].pop("wall.kind", None)
    try:
        return RuleSet.model_validate(values)
    except ValidationError as error:
        reason = error.errors()[0]["msg"].removeprefix("Value error, ")
        raise UsageError(f"{ruleset.name} cannot be played with {walls} walls: {reason}") from error


def _sessions_of_group(ruleset: RuleSet, *, single: bool, duplicate: bool) -> int:
    """Sessions of a row group, from the fewest hands that sessions usually have."""
    if duplicate:
        return -(-GROUP_HANDS // PERMUTATIONS) * PERMUTATIONS
    if single:
        return GROUP_HANDS
    session = ruleset.session
    hands = min(session.hands, _WINDS * session.rounds) if session.rounds else session.hands
    return max(1, GROUP_HANDS // hands)
