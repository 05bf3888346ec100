"""What a reader can choose: controls that write themselves into the address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dash import dcc, html
from dash.development.base_component import Component

Option = dict[str, str]


def control_id(name: str) -> dict[str, str]:
    """The id of the control that holds the value `name` of the address."""
    return {"type": "control", "name": name}


def option(value: str, label: str) -> Option:
    """One value of a list."""
    return {"value": value, "label": label}


def one_of_list(
    name: str, label: str, options: Sequence[Option], value: str, *, anything: str = ""
) -> Component:
    """Choose one value.

    Args:
        name: in the address.
        label: above the control.
        options: values with their labels.
        value: what is chosen; empty: nothing.
        anything: what stands there when nothing is chosen; empty where something must be.
    """
    return _labelled(
        label,
        dcc.Dropdown(
            id=control_id(name),
            options=list(options),
            value=value or None,
            clearable=bool(anything),
            placeholder=anything,
            searchable=len(options) > 8,
            optionHeight="auto",
        ),
    )


def several_of_list(
    name: str,
    label: str,
    options: Sequence[Option],
    values: Sequence[str],
    *,
    anything: str,
    wide: bool = True,
) -> Component:
    """Choose any number of values; arguments as of `one_of_list`."""
    return _labelled(
        label,
        dcc.Dropdown(
            id=control_id(name),
            options=list(options),
            value=list(values),
            multi=True,
            placeholder=anything,
            searchable=len(options) > 8,
            optionHeight="auto",
        ),
        css="wide" if wide else "",
    )


def words(name: str, label: str, value: str, *, hint: str = "") -> Component:
    """Type a value; it counts when the field is left or Enter is pressed."""
    return _labelled(
        label,
        dcc.Input(
            id=control_id(name), type="text", value=value, debounce=True, placeholder=hint,
            autoComplete="off", spellCheck=False,
        ),
    )  # fmt: skip


def number(name: str, label: str, value: int | None) -> Component:
    """Type a whole number, 0 or more."""
    return _labelled(
        label,
        dcc.Input(
            id=control_id(name), type="text", value="" if value is None else str(value),
            debounce=True, inputMode="numeric", autoComplete="off", size="6",
        ),
        css="short",
    )  # fmt: skip


def group(children: Sequence[Component], title: str = "") -> Component:
    """Controls side by side, with a name for all of them."""
    head = [html.Legend(title)] if title else []
    return html.Fieldset([*head, *children], className="choices")


def folded(children: Sequence[Component], title: str, *, is_open: bool) -> Component:
    """Controls that are shown when asked for."""
    return html.Details(
        [html.Summary(title), html.Div(list(children), className="choices")],
        open=is_open,
        className="more",
    )


def address_value(value: Any) -> str | list[str] | None:
    """What a control holds, as the address has it."""
    if isinstance(value, list):
        return [str(each) for each in value] or None
    return None if value is None or not str(value).strip() else str(value).strip()


def _labelled(label: str, control: Component, css: str = "") -> Component:
    return html.Label(
        [html.Span(label, className="label"), control], className=f"choice {css}".strip()
    )
