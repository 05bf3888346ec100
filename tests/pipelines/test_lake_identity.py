"""A run's id follows from what its result depends on, and from nothing else (schema: Identity)."""

import pytest

import pipelines.lake.identity as identity
from pipelines.lake.identity import hand_id, ingest_identity, parse_hand_id, run_id
from schemas.errors import UsageError
from schemas.rules_files import load_ruleset

MCR = load_ruleset("mcr")
BOTZONE = load_ruleset("mcr-botzone")
A = ("a" * 64, "botzone")
B = ("b" * 64, "botzone")


def test_order_and_repetition_of_inputs_do_not_matter():
    assert ingest_identity(BOTZONE, [A, B]) == ingest_identity(BOTZONE, [B, A, B])


@pytest.mark.parametrize(
    "other",
    [
        (BOTZONE, [A]),
        (BOTZONE, [A, ("c" * 64, "botzone")]),
        (BOTZONE, [A, ("b" * 64, "paipu")]),
        (MCR, [A, B]),
        (None, [A, B]),
    ],
)
def test_inputs_format_and_rules_make_another_run(other):
    assert ingest_identity(BOTZONE, [A, B]) != ingest_identity(*other)


def test_a_changed_value_makes_another_run_under_the_same_name():
    patterns = dict(BOTZONE.patterns)
    patterns["all_green"] = patterns["all_green"].model_copy(update={"value": 64})
    changed = BOTZONE.model_copy(update={"patterns": patterns})
    assert changed.name == BOTZONE.name
    assert ingest_identity(BOTZONE, [A]) != ingest_identity(changed, [A])


def test_titles_do_not_matter():
    renamed = BOTZONE.model_copy(update={"title": "x", "title_en": "y"})
    assert ingest_identity(BOTZONE, [A]) == ingest_identity(renamed, [A])


def test_another_engine_version_makes_another_run(monkeypatch):
    before = ingest_identity(BOTZONE, [A])
    monkeypatch.setattr(identity, "ENGINE_VERSION", identity.ENGINE_VERSION + 1)
    assert ingest_identity(BOTZONE, [A]) != before


def test_a_run_id_names_rules_and_kind():
    digest = "0123456789abcdef" * 4
    assert run_id("ingest", BOTZONE, digest) == "mcr-botzone-ingest-0123456789ab"
    assert run_id("ingest", None, digest) == "unknown-ingest-0123456789ab"


def test_hand_ids_are_sessions_times_1024_plus_the_hand():
    assert hand_id(0, 0) == 0
    assert hand_id(3, 15) == 3087
    assert hand_id(98_208, 0) == 100_564_992


@pytest.mark.parametrize("text", ["", "x", "run/", "run/x", "-5", "1.5", "9" * 19])
def test_what_is_no_hand_id_is_refused(text):
    with pytest.raises(UsageError, match="is no hand id"):
        parse_hand_id(text)


def test_hand_ids_are_read_with_and_without_run():
    assert parse_hand_id("3087") == (None, 3087)
    assert parse_hand_id("mcr-sim-0123456789ab/3087") == ("mcr-sim-0123456789ab", 3087)
