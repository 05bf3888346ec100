"""What one request is about: the lake as it is, the address, the window; and what a page is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl
from dash import Dash
from dash.development.base_component import Component

from dashboards.app.address import Address
from dashboards.app.data import LakeReader, Question, Snapshot
from dashboards.app.settings import Settings
from pipelines.lake.filters import Filter


@dataclass(frozen=True, slots=True)
class View:
    """One request.

    Attributes:
        snapshot: the committed runs.
        address: where the reader is and what is chosen.
        narrow: whether there is room for short names only.
        settings: what whoever started the application allows and shows.
    """

    snapshot: Snapshot
    address: Address
    narrow: bool = False
    settings: Settings = field(default_factory=Settings)

    def ask(
        self, question: Question, *arguments: Any, chosen: Filter | None = None, **options: Any
    ) -> pl.DataFrame:
        """An answer of `pipelines.analysis` about the snapshot; see `Snapshot.ask`."""
        return self.snapshot.ask(question, *arguments, chosen=chosen, **options)

    def link(self, path: str, **values: Any) -> str:
        """The address of another page, with values."""
        return Address.of(path, **values).href


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page that is worked out on its own.

    Attributes:
        key: its name within the page.
        title: head, empty for none.
        title_zh: Chinese beside it.
        build: makes what stands below the head; may raise `PaipuError`.
    """

    key: str
    build: Callable[[View], Component | Sequence[Component]]
    title: str = ""
    title_zh: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the application.

    Attributes:
        path: where it is.
        title: its name in the menu and above it.
        title_zh: Chinese beside it.
        lead: what it shows, a sentence.
        names: of the values that its address may have.
        sections: its parts in order.
        controls: what the reader can choose, made from the address; none for pages without.
        resets: names that lose their values when the named one changes, or any (empty name).
        in_menu: whether the menu leads to it.
        callbacks: adds what only this page needs to the application; None: nothing.
        check: refuses what no section could show, so that it is told once; None: nothing.
    """

    path: str
    title: str
    title_zh: str
    lead: str
    names: frozenset[str]
    sections: Sequence[Section]
    controls: Callable[[View], Sequence[Component]] | None = None
    resets: Mapping[str, Sequence[str]] = field(default_factory=dict)
    in_menu: bool = True
    callbacks: Callable[[Dash, LakeReader], None] | None = None
    check: Callable[[View], None] | None = None
