"""Botzone text: every line of the vocabulary, the traps, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from formats_data import (
    EXHAUSTED,
    GAME,
    GAME_ROWS,
    meta_of,
    read_all,
    read_text,
    rows_of,
    the_reject,
    write,
)

from pipelines.formats import botzone, survey


def without_line(text: str, number: int) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(lines[: number - 1] + lines[number:])


def with_line(text: str, number: int, line: str) -> str:
    lines = text.splitlines()
    lines[number - 1] = line
    return "\n".join(lines) + "\n"


def test_actions_of_a_game(tmp_path: Path) -> None:
    parsed = read_text(tmp_path, GAME)
    assert parsed.rejects == []
    assert rows_of(parsed.batch) == GAME_ROWS


def test_deal_wind_dealer_and_unknown_wall(tmp_path: Path) -> None:
    batch = read_text(tmp_path, GAME).batch
    assert batch.round_wind.tolist() == [2]
    assert batch.dealer.tolist() == [0]
    # W1 W1 W1 W5 B1 B2 B3 T7 T8 T9 F1 F1 J1: B is dots from 9, T is bamboo from 18
    assert batch.deal[0, 0].tolist() == [0, 0, 0, 4, 9, 10, 11, 24, 25, 26, 27, 27, 31] + [-1] * 4
    assert (batch.wall == -1).all()


def test_result_is_kept_as_recorded(tmp_path: Path) -> None:
    meta = meta_of(read_text(tmp_path, GAME).batch)
    assert meta["recorded_total"] == 12
    assert meta["recorded_patterns"] == ["抢杠和*1", "幺九刻*2"]
    assert meta["recorded_deltas"] == [36, -20, -8, -8]
    assert meta["match_id"] == "0123456789abcdef01234567"
    assert meta["rules"] == "mcr-botzone"
    assert meta["source"] == "botzone"
    assert meta["place"] == "line 1"
    assert meta["deal_hash"] is None
    assert meta["played_at"] is None


def test_exhausted_game_has_no_total(tmp_path: Path) -> None:
    batch = read_text(tmp_path, EXHAUSTED).batch
    assert rows_of(batch)[-1] == (-1, 19, -1, -1, -1, 9)
    meta = meta_of(batch)
    assert meta["recorded_total"] is None
    assert meta["recorded_patterns"] is None
    assert meta["recorded_deltas"] == [0, 0, 0, 0]


def test_win_with_a_negative_score_is_a_false_win(tmp_path: Path) -> None:
    text = GAME.replace("Fan 12 抢杠和*1+幺九刻*2", "Fan 0").replace("36 -20 -8 -8", "-30 10 10 10")
    batch = read_text(tmp_path, text).batch
    assert rows_of(batch)[-1] == (0, 16, 9, -1, -1, 24)
    assert meta_of(batch)["recorded_patterns"] == []


def test_sessions_are_games_in_order_and_refused_games_leave_gaps(tmp_path: Path) -> None:
    broken = with_line(EXHAUSTED.replace("56f", "56e"), 7, "Player 0 Draw X9")
    parsed = read_text(tmp_path, GAME + broken + EXHAUSTED)
    assert parsed.batch.meta["session"].to_list() == [0, 2]
    assert parsed.batch.meta["hand_in_session"].to_list() == [0, 0]
    assert parsed.batch.meta["place"].to_list() == ["line 1", f"line {GAME.count(chr(10)) + 12}"]
    assert the_reject(parsed, hands=2).place == f"line {GAME.count(chr(10)) + 7}"


def test_windows_line_ends_give_the_same_columns(tmp_path: Path) -> None:
    parsed = read_text(tmp_path, GAME.replace("\n", "\r\n"))
    assert rows_of(parsed.batch) == GAME_ROWS
    assert meta_of(parsed.batch)["recorded_patterns"] == ["抢杠和*1", "幺九刻*2"]
    assert meta_of(parsed.batch)["match_id"] == "0123456789abcdef01234567"


def test_blanks_between_words_do_not_matter(tmp_path: Path) -> None:
    text = GAME.replace("Deal W1 ", "Deal  W1  ").replace("Wind 2", "Wind 2 ")
    text = text.replace("Score 36 -20", "Score  36  -20").replace("\n\n", "\n \t\n")
    parsed = read_text(tmp_path, text)
    assert parsed.rejects == []
    assert rows_of(parsed.batch) == GAME_ROWS
    assert parsed.batch.deal[0, 0, :4].tolist() == [0, 0, 0, 4]


def test_last_game_may_lack_its_line_end(tmp_path: Path) -> None:
    assert rows_of(read_text(tmp_path, GAME.rstrip("\n")).batch) == GAME_ROWS


def test_games_need_no_blank_line_between_them(tmp_path: Path) -> None:
    parsed = read_text(tmp_path, GAME.rstrip("\n") + "\n" + EXHAUSTED)
    assert parsed.rejects == []
    assert len(parsed.batch) == 2


def test_chow_in_the_second_game_does_not_take_a_tile_of_the_first(tmp_path: Path) -> None:
    text = EXHAUSTED.replace("Player 0 Draw W2\nPlayer 0 Play W2", "Player 1 Chi W5")
    reject = the_reject(read_text(tmp_path, GAME + text), hands=1)
    assert reject.code == "bad_line"
    assert "before any tile was played" in reject.message


def test_games_without_an_id_are_told_apart_by_deal_and_actions(tmp_path: Path) -> None:
    nameless = GAME.replace("Match 0123456789abcdef01234567", "Match")
    other = nameless.replace("Wind 2", "Wind 3")
    parsed = read_text(tmp_path, nameless + other + nameless)
    reject = the_reject(parsed, hands=2)
    assert reject.code == "duplicate"
    assert "record 1 of" in reject.message
    assert parsed.batch.meta["match_id"].to_list() == [None, None]
    first, second = parsed.batch.meta["deal_hash"].to_list()
    assert None not in (first, second)
    assert first != second


@pytest.mark.parametrize("number", range(2, 7))
def test_missing_line_of_the_deal_is_refused(tmp_path: Path, number: int) -> None:
    reject = the_reject(read_text(tmp_path, without_line(GAME, number) + EXHAUSTED), hands=1)
    assert reject.code == "bad_line"
    assert reject.place == f"line {number}"
    expected = "'Wind <0-3>'" if number == 2 else f"'Player {number - 3} Deal <13 tiles>'"
    assert f"where {expected} is expected" in reject.message


@pytest.mark.parametrize(
    ("lines", "place", "words"),
    [
        (26, "line 25", "'Score <four numbers>' is expected"),
        (25, "line 24", "'Fan <total>"),
        (24, "line 23", "an action, or 'Huang'"),
        (10, "line 9", "an action, or 'Huang'"),
        (2, "line 1", "'Wind <0-3>'"),
    ],
)
def test_truncated_game_is_refused(tmp_path: Path, lines: int, place: str, words: str) -> None:
    cut = "".join(GAME.splitlines(keepends=True)[: lines - 1])
    reject = the_reject(read_text(tmp_path, EXHAUSTED + cut), hands=1)
    assert reject.code == "truncated"
    assert reject.place == f"line {EXHAUSTED.count(chr(10)) + int(place.split()[1])}"
    assert words in reject.message


def test_missing_fan_line_is_refused(tmp_path: Path) -> None:
    assert the_reject(read_text(tmp_path, without_line(GAME, 25))).code == "truncated"


def test_missing_match_line_costs_its_own_game(tmp_path: Path) -> None:
    parsed = read_text(tmp_path, GAME + without_line(EXHAUSTED, 1) + EXHAUSTED)
    reject = the_reject(parsed, hands=2)
    assert reject.code == "bad_line"
    assert "a game begins with 'Match <id>'" in reject.message
    assert parsed.batch.meta["session"].to_list() == [0, 1]


@pytest.mark.parametrize(
    ("number", "line", "code", "words"),
    [
        (2, "Wind 4", "bad_value", "winds are 0, 1, 2 or 3"),
        (2, "Wind", "bad_value", "winds are"),
        (2, "Wird 1", "bad_line", "lines begin with"),
        (3, "Player 0 Deal W1 W1 W1 W5 B1 B2 B3 T7 T8 T9 F1 F1", "wrong_tile_count", "12 tiles"),
        (3, "Player 0 Deal W1 W1 W1 W5 B1 B2 B3 T7 T8 T9 F1 F1 X1", "unknown_tile", "'X1'"),
        (3, "Player 0 Deal W1 W1 W1 W5 B1 B2 B3 T7 T8 T9 F1 F1 F5", "unknown_tile", "'F5'"),
        (3, "Player 4 Deal W1 W1 W1 W5 B1 B2 B3 T7 T8 T9 F1 F1 J1", "bad_value", "players are"),
        (4, "Player 0 Deal W1 W1 W1 W5 B1 B2 B3 T7 T8 T9 F1 F1 J1", "bad_line", "'Player 1 Deal"),
        (7, "Player 0 Draw W0", "unknown_tile", "W1…W9 B1…B9 T1…T9 F1…F4 J1…J3 H1…H8"),
        (7, "Player 0 Draw 1m", "unknown_tile", "'1m'"),
        (7, "Player 0 Draw", "bad_line", "cut short"),
        (7, "Player 0 Take W1", "bad_line", "AnGang"),
        (7, "Player 5 Draw W1", "bad_value", "players are 0, 1, 2 or 3"),
        (7, "Player 0 Draw W1 W2", "bad_line", "'W2'"),
        (7, "Player 0 Deal W1 W1 W1 W5 B1 B2 B3 T7 T8 T9 F1 F1 J1", "bad_line", "four of them"),
        (11, "Player 1 Chi W9", "bad_meld", "2…8"),
        (11, "Player 1 Chi F1", "bad_meld", "2…8"),
        (13, "Player 3 Gang F2 Ignore Player 2", "bad_line", "Chi|Peng|Gang|Hu"),
        (13, "Player 3 Gang F2 Ignore Player 2 Draw F2", "bad_line", "Chi, Peng, Gang or Hu"),
        (13, "Player 3 Gang F2 Ignore Player 9 Peng F2", "bad_value", "'9'"),
        (25, "Fan twelve", "bad_line", "'Fan <total>"),
        (25, "Fan 12 抢杠和", "bad_line", "'<name>*<count>'"),
        (26, "Score 36 -20 -8", "bad_line", "four scores"),
        (26, "Score 36 -20 -8 x", "bad_line", "four scores"),
        (26, "Score 36 -20 -8 99999999999999999999", "bad_line", "four scores"),
        (26, "Score 36 -20 -8 -7", "score_not_zero", "sum to 1"),
    ],
)
def test_bad_line_costs_its_own_game(
    tmp_path: Path, number: int, line: str, code: str, words: str
) -> None:
    reject = the_reject(read_text(tmp_path, with_line(GAME, number, line) + EXHAUSTED), hands=1)
    assert reject.code == code
    assert reject.place == f"line {number}"
    assert reject.message.startswith(f"line {number}: ")
    assert words in reject.message
    assert reject.match_id == "0123456789abcdef01234567"
    assert reject.excerpt == " ".join(line.split())


def test_fans_of_an_exhausted_hand_are_refused(tmp_path: Path) -> None:
    reject = the_reject(read_text(tmp_path, with_line(GAME, 24, "Huang")))
    assert (reject.code, reject.place) == ("bad_line", "line 25")
    assert "'Score <four numbers>' is expected" in reject.message


def test_lines_behind_the_score_are_refused(tmp_path: Path) -> None:
    text = GAME.rstrip("\n") + "\nPlayer 0 Draw W1\n\n"
    reject = the_reject(read_text(tmp_path, text))
    assert (reject.code, reject.place) == ("bad_line", "line 27")
    assert "a blank line is expected" in reject.message


def test_a_line_of_ten_megabytes_costs_its_own_game(tmp_path: Path) -> None:
    text = with_line(GAME, 10, "Player 0 Play " + "W5 " * 3_500_000)
    reject = the_reject(read_text(tmp_path, text + EXHAUSTED), hands=1)
    assert (reject.code, reject.place) == ("bad_line", "line 10")
    assert "10,500,014 bytes" in reject.message


def test_bytes_that_are_no_text_cost_their_own_game(tmp_path: Path) -> None:
    before = "".join(EXHAUSTED.replace("Match 0", f"Match {n}") for n in range(40))
    assert len(before) > 10_000  # further in than where binary files are told
    lines = GAME.encode().split(b"\n")
    lines[9] = b"\x00\xff\xfe\x01"
    reject = the_reject(read_text(tmp_path, before.encode() + b"\n".join(lines)), hands=40)
    assert (reject.code, reject.place) == ("bad_line", f"line {before.count(chr(10)) + 10}")


def test_a_game_longer_than_a_record_may_be_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(botzone, "MAX_RECORD_BYTES", 2_000)
    monkeypatch.setattr(botzone, "CHUNK_BYTES", 1_000)
    endless = GAME.rstrip("\n") + "\nPlayer 0 Draw W1" * 200 + "\n\n"
    work, parsed = read_all(write(tmp_path, endless.replace("67\n", "68\n", 1) + GAME + EXHAUSTED))
    reject = the_reject(parsed, hands=2)
    assert reject.code == "too_long"
    assert reject.match_id == "0123456789abcdef01234568"
    assert work.n_sessions == 3
    assert parsed.batch.meta["session"].to_list() == [1, 2]
    lines = endless.count("\n")
    assert parsed.batch.meta["place"].to_list() == [f"line {lines + 1}", f"line {lines + 28}"]


def test_chunks_read_one_by_one_give_what_one_chunk_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [
        (GAME if number % 3 else EXHAUSTED).replace("Match 0123", f"Match {number:04d}")
        for number in range(60)
    ]
    games[7] = with_line(games[7], 9, "Player 0 Draw Z1")
    games[20] = "stray line\n\n" + games[20]
    path = write(tmp_path, "".join(games))
    whole, expected = read_all(path)
    assert len(whole.blocks[0]) == 1
    monkeypatch.setattr(botzone, "CHUNK_BYTES", 2_500)
    monkeypatch.setattr(botzone, "_BLOCK", 1_700)
    monkeypatch.setattr(botzone, "_OVERLAP", 64)
    many, parsed = read_all(path)
    assert len(many.blocks[0]) > 10
    for name in ("deal", "seat", "action", "tile", "low", "claim", "position", "start"):
        assert np.array_equal(getattr(parsed.batch, name), getattr(expected.batch, name)), name
    assert parsed.batch.meta.equals(expected.batch.meta)
    assert parsed.rejects == expected.rejects
    assert len(parsed.rejects) == 2


def test_survey_counts_games_and_gives_each_its_key(tmp_path: Path) -> None:
    found = survey(write(tmp_path, GAME + EXHAUSTED + GAME), "botzone")
    assert found.format == "botzone"
    assert found.n_records == found.n_sessions == 3
    assert found.keys[0] == found.keys[2] != found.keys[1]


def test_a_file_without_games_is_refused(tmp_path: Path) -> None:
    reject = the_reject(read_text(tmp_path, "once upon a time\n", "botzone"))
    assert (reject.code, reject.place) == ("no_records", "")


def test_every_verb_of_the_vocabulary_is_read() -> None:
    verbs = set(re.findall(r"^Player \d (\w+)", GAME, re.MULTILINE))
    assert verbs == {"Deal", "Draw", "Play", "Chi", "Peng", "Gang", "AnGang", "BuGang", "Hu"}
