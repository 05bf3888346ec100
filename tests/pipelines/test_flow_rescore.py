"""The rescore flow as it is called: one command, its document, its summary, its mistakes."""

import json

import pytest

from pipelines.lake import Lake
from tests.command import one_server, paipu
from tests.pipelines.rescore_helpers import rules_file, simulated

pytestmark = pytest.mark.flow
HANDS = 80


@pytest.fixture(scope="module")
def lake(tmp_path_factory):
    """A lake with one run."""
    return simulated(tmp_path_factory.mktemp("flow") / "lake", "mcr", HANDS)


def test_a_command_scores_a_run_again_and_says_what_changes(lake, tmp_path):
    opened, run = lake
    changed = rules_file(tmp_path, "mcr", "[win]\nminimum = 12\n[patterns.self_draw]\nvalue = 10\n")
    words = ("rescore", "--run", run, "--rules", changed, "--lake", opened.uri)
    made = paipu(*words, "--json", "--workers", 2)
    assert made.returncode == 0, made.stderr
    document = json.loads(made.stdout)
    assert (document["hands"], document["rejects"]) == (HANDS, 0)
    assert document["run"].startswith("changed-")
    assert "-rescore-" in document["run"]
    assert document["hands_per_second"] > 0
    assert opened.manifest(document["run"]).parent == run
    told = paipu(*words, **one_server())
    assert told.returncode == 0, told.stderr
    assert "is in the lake already" in told.stdout
    for words in ("不成和", "no win any more", "East 东, dealer 庄", "自摸", "1 → 10", "95%"):
        assert words in told.stdout, words


def test_mistakes_are_told_in_a_sentence_and_nothing_is_written(lake):
    opened, run = lake
    before = opened.runs()
    cases = [
        ((run, "taiwan-standard"), 2, "counts the patterns of taiwan"),
        (("no-such-run", "mcr"), 2, "no run 'no-such-run'"),
    ]
    for (name, rules), status, sentence in cases:
        done = paipu("rescore", "--run", name, "--rules", rules, "--lake", opened.uri)
        assert (done.returncode, done.stdout) == (status, ""), done.stderr
        [line] = done.stderr.splitlines()
        assert sentence in line
    for mistake in (("--workers", 0), ("--runner", "ray")):
        done = paipu("rescore", "--run", run, "--rules", "mcr", "--lake", opened.uri, *mistake)
        assert done.returncode == 2
    assert Lake(opened.uri).runs() == before
    assert opened.unfinished() == {}
