"""What a reader can choose of the hands of runs: players, rounds, ways to win, days."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dash.development.base_component import Component

from dashboards import labels
from dashboards.app.choices import option, several_of_list, words
from pipelines.lake.filters import ROUNDS, Filter
from schemas.codes import WIN_BY
from schemas.errors import one_of

if TYPE_CHECKING:
    from dashboards.app.selection import Selection

_ROUNDS: Final = dict(zip(ROUNDS, labels.SEATS, strict=True))


def filter_controls(chosen: Selection, prefix: str) -> list[Component]:
    """Choose players and hands: policy, seat, dealer, way to win, round, player, days."""
    system = chosen.ruleset.system
    said = texts_of(chosen.chosen)
    policies = sorted(
        {one for each in chosen.manifests for one in each.options.get("policies") or ()}
        | set(chosen.chosen.policy)
        | set(chosen.chosen.dealer)
    )
    named = [option(one, one) for one in policies]
    seats = [option(str(seat), labels.both(names)) for seat, names in enumerate(labels.SEATS)]
    winds = [option(wind, labels.both(names)) for wind, names in _ROUNDS.items()]
    ways = [option(key, labels.both(labels.ending(key, system))) for key in WIN_BY]
    listed = (
        ("policy", "Policy", named, "any"),
        ("seat", "Seat from the dealer", seats, "any"),
        ("dealer", "Dealer 庄", named, "anybody"),
        ("win_by", "Won by", ways, "any way"),
        ("round", "Round 圈", winds, "any"),
    )
    lists = [
        several_of_list(
            f"{prefix}{name}", label, options, said.get(name, []), anything=anything, wide=False
        )
        for name, label, options, anything in listed
        if options
    ]
    return [*lists, _player_control(chosen, prefix), *_day_controls(chosen, prefix)]


def _player_control(chosen: Selection, prefix: str) -> Component:
    """Choose a player by name; simulated ones are few and listed, of recorded ones names are typed.

    Several, which a link may name, are listed, too.
    """
    name, label = f"{prefix}player", "Player 牌手"
    said = list(chosen.chosen.player)
    simulated = [
        f"p{seat}:{policy}"
        for each in chosen.manifests
        for seat, policy in enumerate(each.options.get("policies") or ())
    ]
    if len(said) > 1 or _all_simulated(chosen):
        names = list(dict.fromkeys([*simulated, *said]))
        listed = [option(one, one) for one in names]
        return several_of_list(name, label, listed, said, anything="any", wide=False)
    return words(name, label, "".join(said), hint="as in the record")


def _day_controls(chosen: Selection, prefix: str) -> list[Component]:
    """Choose days on which hands were played; simulated hands have none."""
    days = (("since", "Played since"), ("until", "until"))
    given = [(name, label, getattr(chosen.chosen, name)) for name, label in days]
    if _all_simulated(chosen) and not any(day for *_, day in given):
        return []
    return [
        words(f"{prefix}{name}", label, "" if day is None else f"{day}", hint="2026-05-31")
        for name, label, day in given
    ]


def texts_of(chosen: Filter) -> dict[str, list[str]]:
    """The values of a filter as the address has them, by name."""
    return {
        name: [str(one) for one in (value if isinstance(value, tuple) else (value,))]
        for name, value in chosen.given.items()
    }


def filter_words(chosen: Filter, system: str) -> str:
    """A filter in the words of the controls."""
    told = []
    for name, values in texts_of(chosen).items():
        shown = values
        if name == "seat":
            shown = [labels.both(labels.SEATS[int(one)]) for one in values]
        elif name == "round":
            shown = [labels.both(_ROUNDS[one]) for one in values]
        elif name == "win_by":
            shown = [labels.both(labels.ending(one, system)) for one in values]
        told.append(f"{name.replace('_', ' ')} {one_of(shown)}")
    return ", ".join(told)


def _all_simulated(chosen: Selection) -> bool:
    return all(each.options.get("policies") for each in chosen.manifests)
