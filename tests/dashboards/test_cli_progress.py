"""Progress goes from whoever works to whoever listens, and to stderr alone."""

import threading

import pytest

import dashboards.cli.progress as shown_progress
from dashboards.cli.progress import amount_text, shown
from pipelines import progress


class Heard:
    def __init__(self):
        self.said = []

    def stage(self, name, total, unit):
        self.said.append((name, total, unit))

    def advance(self, amount):
        self.said.append(amount)


def test_listeners_hear_every_thread_while_they_listen():
    heard = Heard()
    progress.advance(1)
    with progress.listening(heard):
        progress.stage("counting", 100, "files")
        threads = [threading.Thread(target=progress.advance, args=(25,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    progress.advance(1)
    assert heard.said == [("counting", 100, "files"), 25, 25, 25, 25]


def test_a_listener_that_fails_is_let_go():
    heard = Heard()
    with pytest.raises(ValueError, match="work"), progress.listening(heard):
        raise ValueError("work")
    progress.advance(1)
    assert heard.said == []


@pytest.fixture
def clock(monkeypatch):
    """Time that passes when a test says so."""
    now = [100.0]
    monkeypatch.setattr(shown_progress.time, "monotonic", lambda: now[0])
    return now


def test_a_log_gets_a_line_after_a_second_then_every_ten_and_one_at_the_end(clock, capsys):
    with shown():
        progress.stage("replaying", 1000, "records")
        for seconds, amount in ((0.5, 100), (1.0, 100), (5.0, 100), (10.0, 300), (3.0, 400)):
            clock[0] += seconds
            progress.advance(amount)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.splitlines() == [
        "paipu: replaying: 200 of 1,000, 133/s records, 6 s left",
        "paipu: replaying: 600 of 1,000, 36/s records, 11 s left",
        "paipu: replaying: 1,000 of 1,000, 51/s records",
    ]


def test_a_stage_that_another_follows_ends_at_the_whole(clock, capsys):
    with shown():
        progress.stage("replaying", 1000, "records")
        for amount in (600, 400):
            clock[0] += 2.0
            progress.advance(amount)
        progress.stage("writing", 5, "files")
        clock[0] += 2.0
        progress.advance(5)
    assert capsys.readouterr().err.splitlines() == [
        "paipu: replaying: 600 of 1,000, 300/s records, 1 s left",
        "paipu: replaying: 1,000 of 1,000, 250/s records",
        "paipu: writing: 5 of 5, 2/s files",
    ]


def test_what_fails_does_not_end_at_the_whole(clock, capsys):
    def work():
        with shown():
            progress.stage("replaying", 1000, "records")
            clock[0] += 2.0
            progress.advance(600)
            progress.advance(100)
            raise ValueError("work")

    with pytest.raises(ValueError, match="work"):
        work()
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_what_takes_no_time_says_nothing(clock, capsys):
    with shown():
        progress.stage("counting", 3, "files")
        progress.advance(3)
        progress.stage("exporting", None, "rows")
    assert capsys.readouterr() == ("", "")


def test_a_stage_that_counts_nothing_is_named_at_once(clock, capsys):
    with shown():
        progress.stage("starting the workflow server")
    assert capsys.readouterr().err == "paipu: starting the workflow server …\n"


def test_amounts_without_an_end():
    assert amount_text(12_000, None, 4.0) == "12,000, 3,000/s"
    assert amount_text(0, 10, 0.0) == "0 of 10"
