"""The filters of the command line: the same options, with the same words, on every command."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, Final, get_type_hints

import typer

if TYPE_CHECKING:
    from pipelines.analysis import Filter, Left

_PANEL: Final = "Filters (repeated: any of them; hands and players have to meet all)"


def _option(flag: str, metavar: str, text: str) -> Any:
    return typer.Option(flag, metavar=metavar, help=text, rich_help_panel=_PANEL)


_Texts = list[str] | None
OPTIONS: Final[dict[str, Any]] = {
    "run": Annotated[_Texts, _option("--run", "RUN", "Hands of this run.")],
    "rules": Annotated[_Texts, _option("--rules", "RULES", "Hands under this rule set.")],
    "since": Annotated[
        str | None, _option("--since", "DATE", "Hands played on this day or later (UTC).")
    ],
    "until": Annotated[
        str | None, _option("--until", "DATE", "Hands played on this day or before (UTC).")
    ],
    "match": Annotated[_Texts, _option("--match", "ID", "Hands of this recorded match.")],
    "round": Annotated[_Texts, _option("--round", "E|S|W|N", "Hands of this round 圈风.")],
    "dealer": Annotated[
        _Texts, _option("--dealer", "NAME", "Hands that this player or policy deals 庄.")
    ],
    "win_by": Annotated[
        _Texts, _option("--win-by", "KIND", "Hands won so: self_draw 自摸, discard …")
    ],
    "player": Annotated[_Texts, _option("--player", "NAME", "This player's part in hands.")],
    "policy": Annotated[_Texts, _option("--policy", "P", "The part of players of this policy.")],
    "seat": Annotated[
        list[int] | None,
        _option("--seat", "0|1|2|3", "The part of this seat; 0 deals, 1 is next to the dealer."),
    ],
}
"""Every filter of `pipelines.analysis.Filter` as an option."""


def with_filters(
    *, leaving_out: Collection[str] = ()
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the filter options; it takes them together, as ``chosen``.

    Args:
        leaving_out: filters that the command does not take.
    """
    names = [name for name in OPTIONS if name not in leaving_out]

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(**values: Any) -> None:
            from pipelines.lake.filters import Filter

            taken = {name: values.pop(name) for name in names}
            command(chosen=Filter(**taken), **values)

        # Typer reads options from the signature, with annotations that are no text.
        hints = get_type_hints(command, localns={"Filter": Any}, include_extras=True)
        keyword = inspect.Parameter.KEYWORD_ONLY
        kept = [
            one.replace(kind=keyword, annotation=hints[one.name])
            for one in inspect.signature(command).parameters.values()
            if one.name != "chosen"
        ]
        added = [
            inspect.Parameter(name, keyword, default=None, annotation=OPTIONS[name])
            for name in names
        ]
        run.__dict__.pop("__wrapped__")
        run.__dict__["__signature__"] = inspect.Signature([*kept, *added])
        run.__annotations__ = {one.name: one.annotation for one in (*kept, *added)}
        return run

    return decorate


def told(chosen: Filter, left: Left) -> str:
    """What a filter leaves, in a line for people."""
    from dashboards.style import plural

    text = f"{chosen}: {plural(left.hands, 'hand')}"
    if chosen.of_players:
        text += f", {plural(left.player_hands, 'player-hand')}"
    return f"{text} left"
