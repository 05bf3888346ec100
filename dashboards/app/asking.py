"""What a browser may ask the application: requests of the pages' own form, and no others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import flask
from dash import Dash
from pydantic import BaseModel, ConfigDict, ValidationError

ENDPOINT: Final = "/_dash-update-component"


class _Part(BaseModel):
    """A property of a component, and its value."""

    model_config = ConfigDict(extra="ignore", strict=True)

    id: str | dict[str, Any]
    property: str


class _Asked(BaseModel):
    """A request for what a callback gives."""

    model_config = ConfigDict(extra="ignore", strict=True)

    output: str
    outputs: _Part | list[_Part | list[_Part]]
    inputs: list[_Part | list[_Part]]
    state: list[_Part | list[_Part]] = []
    changedPropIds: list[str]


def add_check(app: Dash) -> None:
    """Answer requests that no page makes with status 400 and a sentence."""
    server: flask.Flask = app.server

    @server.before_request
    def _check() -> flask.Response | None:
        request = flask.request
        if request.path != ENDPOINT or request.method != "POST":
            return None
        told = _fault(request.get_json(silent=True), app.callback_map)
        return flask.Response(f"{told}\n", status=400) if told else None


def _fault(body: Any, known: Mapping[str, Any]) -> str:
    """What is wrong with a request; empty where nothing is."""
    if not isinstance(body, dict):
        return "This is no request of a page: the body is no JSON object."
    try:
        asked = _Asked.model_validate(body)
    except ValidationError as error:
        first = error.errors()[0]
        return f"This is no request of a page: {first['loc'][0]}: {first['msg']}."
    if asked.output not in known:
        return f"This is no request of a page: nothing is called {asked.output[:200]}."
    for name, given in (("inputs", asked.inputs), ("state", asked.state)):
        wanted = known[asked.output][name]
        if len(given) != len(wanted):
            return f"This is no request of a page: {len(given)} {name}, not {len(wanted)}."
    return ""
