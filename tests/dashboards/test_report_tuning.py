"""The chapter on tuned tables says what the document of ``paipu tune --json`` holds."""

import copy
import json
import math
import re

import pytest
from typer.testing import CliRunner

from dashboards.cli.app import app
from dashboards.report import build, write_report
from dashboards.report.images import find_browser
from schemas.errors import UsageError
from schemas.tuning_result import load_tuning_result
from tests.dashboards.report_page import Page, small_rows
from tests.dashboards.tuning_document import DOCUMENT
from tests.lake_rows import write_lake


@pytest.fixture(scope="module")
def lake(tmp_path_factory):
    return write_lake(tmp_path_factory.mktemp("tuned") / "lake", small_rows())


def written(folder, document=DOCUMENT, name="result.json"):
    path = folder / name
    path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return path


def page(lake, folder, document=DOCUMENT):
    path = written(folder, document)
    made = write_report(lake, folder / "page.html", chapters=["tuning"], tunings=[path])
    return Page(made.path.read_text(encoding="utf-8"))


def changed(*ways, **values):
    """The document with values at the ends of ways, ``line.k`` or ``patterns.0.line``."""
    document = copy.deepcopy(DOCUMENT) | values
    for way, value in ways:
        *parts, last = (int(part) if part.isdigit() else part for part in way.split("."))
        at = document
        for part in parts:
            at = at[part]
        at[last] = value
    return document


def test_the_sentences_say_line_mispricing_and_what_the_new_table_does(lake, tmp_path):
    found = page(lake, tmp_path)
    assert "by their strategic frequency in 3,914 wins" in found.text
    assert "the 3 of 4 priced patterns that have a rarity" in found.text
    assert "k = 2.000 (95% interval 1.980 to 2.020)" in found.text
    assert "a = −0.500 (95% interval −0.696 to −0.304)" in found.text
    assert "2 of the 4 patterns that were tested are mispriced beyond chance" in found.text
    assert "most above the line is 七对 Seven Pairs: 24, on the line 5.5, mispriced by +18.50 " in (
        found.text
    )
    assert "least below it is 双明杠 Two Melded Kongs: 4, on the line 11.4" in found.text
    assert "The new table club changes 2 of 4 values." in found.text
    assert (
        "Dealer's points a hand from +1.39 (+0.33 to +2.45) to +1.22 (+0.45 to +1.99), a "
        "difference of −0.17 (−0.68 to +0.34)"
    ) in found.text
    assert "Of 400 tables that were tried, 3 are such that none beats another" in found.text


def test_the_tables_hold_every_pattern_and_measure(lake, tmp_path):
    tables = page(lake, tmp_path).tables
    head, seven, kongs, straight, winds = tables["priced"]
    assert head[2] == "Today, 番"
    assert seven == [
        "七对", "Seven Pairs", "24", "5.5 (5.2 to 5.8)", "6", "12", "+18.50* (+18.20 to +18.80)",
        "< 0.001", "198", "5.1% (4.4–5.8%)",
    ]  # fmt: skip
    assert kongs[4:8] == ["12", "6", "−7.40* (−8.90 to −6.10)", "0.004"]
    assert straight[6] == "+0.10 (−0.40 to +0.60)"  # chance: no *
    assert winds[3:7] == ["≥ 13.8", "88", "88", "≤ +74.20"]
    dealer, distance, unwon = tables["tuned"][1:]
    assert dealer[0] == "Dealer's points a hand"
    assert dealer[2] == "+1.17 (+0.36 to +1.98)"
    assert dealer[5:] == ["4,000", "1 ± 0.3"]
    assert distance[1:] == ["0.000", "0.531", "0.172", "+0.172", "4,000", "least"]
    assert unwon[3:] == ["30.5% (29.1–31.8%)", "+30.50 pp (+29.10 to +31.80)", "4,000", ""]


def test_what_moved_in_play_stands_with_its_interval_and_the_rest_is_counted(lake, tmp_path):
    found = page(lake, tmp_path)
    assert "club-sim-0123456789ab is strategic play of the new table" in found.text
    assert "1 of 2 patterns moved beyond chance" in found.text
    [row] = found.tables["played-strategic"][1:]
    assert row == ["Drawn 荒牌", "+1.23 pp", "+0.10 pp to +2.36 pp", "4,000"]
    [moved] = found.tables["moved-strategic"][1:]
    assert moved == [
        "七对", "Seven Pairs", "5.0% (4.4–5.8%)", "4,000", "2.5% (2.0–3.0%)", "4,000",
        "−2.50 pp", "−3.30 pp to −1.70 pp", "< 0.001",
    ]  # fmt: skip


def test_figures_are_those_of_mispricing_and_of_the_front(lake, tmp_path):
    found = page(lake, tmp_path)
    assert {"tuning-1-figure-mispricing", "tuning-1-figure-front-distance"} <= set(found.ids)
    assert "#tuning-1" in found.targets
    assert "tuning-1" in found.ids


def test_factors_are_shown_where_scores_are_logarithms(lake, tmp_path):
    found = page(
        lake,
        tmp_path,
        changed(
            ("line.form", "power"),
            ("patterns.0.mispricing", math.log(4)),
            ("patterns.0.mispricing_low", math.log(2)),
            ("patterns.0.mispricing_high", math.log(8)),
        ),
    )
    assert found.tables["priced"][1][6] == "×4.00* (×2.00 to ×8.00)"
    assert "The line ln score = a + k × −ln q" in found.text


def exact():
    """Exact rarity, and no target: no interval, no test, no measures, no front."""
    document = changed(frequency="exact", wins=None, runs=[], targets=[], played=[])
    for name in ("measured_on", "tried", "measures", "front"):
        del document[name]
    document["line"] |= {"form": "power", "a_error": 0.0, "k_error": 0.0}
    empty = ("wins", "n", "q_value", "low", "high", "line_low", "line_high", "mispricing_low")
    document["patterns"] = [
        row | dict.fromkeys((*empty, "mispricing_high")) | {"mispricing": 0.5}
        for row in document["patterns"][:3]
    ]
    return document


def test_exact_rarities_have_no_interval_and_a_table_without_targets_no_measures(lake, tmp_path):
    found = page(lake, tmp_path, exact())
    assert "of all complete hands that hold them, counted" in found.text
    assert "k = 2.000;" in found.text
    assert "no chance in it, and no pattern is tested" in found.text
    assert "No targets were stated: it is the allowed table nearest to the line." in found.text
    assert found.tables["priced"][1][3:] == ["5.5", "6", "12", "×1.65", "–", "–", "5.1%"]
    assert "tuned" not in found.tables
    assert not any("front" in one for one in found.ids)


def test_two_results_are_two_chapters_told_apart(lake, tmp_path):
    one, two = written(tmp_path), written(tmp_path, exact(), "exact.json")
    made = write_report(lake, tmp_path / "page.html", tunings=[one, two])
    found = Page(made.path.read_text(encoding="utf-8"))
    assert {"tuning-1", "tuning-2"} <= set(found.ids)
    assert "Tuned table club (1)" in found.text
    assert "Tuned table club (2)" in found.text
    assert "s1-patterns" in found.ids  # the rest of the report is there, too


def test_markdown_holds_the_same_tables(lake, tmp_path, monkeypatch):
    monkeypatch.setattr(build, "find_browser", lambda: None)
    out = tmp_path / "page.md"
    write_report(lake, out, chapters=["tuning"], tunings=[written(tmp_path)])
    text = out.read_text(encoding="utf-8")
    assert "\n## Tuned table club 番值调整\n" in text
    assert "2 of the 4 patterns that were tested are mispriced beyond chance" in text
    assert (
        "| 七对 | Seven Pairs | 24 | 5.5 (5.2 to 5.8) | 6 | 12 | +18.50* (+18.20 to +18.80) |"
        in text
    )
    assert "| Dealer's points a hand | +1.39 (+0.33 to +2.45) |" in text
    assert "\n### Pareto front 帕累托前沿\n" in text
    assert "\n### Played again: strategic play\n" in text
    assert "**Tuned tables**" in text


@pytest.mark.browser
def test_figures_are_written_beside_the_markdown(lake, tmp_path):
    if find_browser() is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    result = written(tmp_path)
    made = write_report(lake, tmp_path / "a.md", chapters=["tuning"], tunings=[result])
    names = ["club-mispricing.svg", "club-front-distance.svg"]
    assert [image.name for image in made.images] == names
    text = made.path.read_text(encoding="utf-8")
    assert [name for _, name in re.findall(r"!\[(.*?)\]\(a-figures/(.*?)\)", text)] == names


def report(lake, folder, *words):
    words = ["report", "--lake", lake, "--out", folder / "page.html", *words]
    return CliRunner().invoke(app, [str(word) for word in words])


def test_the_command_puts_a_result_into_the_page(lake, tmp_path):
    path = written(tmp_path)
    result = report(lake, tmp_path, "--tuning", path, "--json")
    assert result.exit_code == 0, result.exception
    assert json.loads(result.stdout)["tunings"] == [str(path)]
    assert "Tuned table club" in (tmp_path / "page.html").read_text(encoding="utf-8")


def refused(lake, folder, *words):
    result = report(lake, folder, *words)
    assert isinstance(result.exception, UsageError), result.exception
    assert result.exception.exit_status == 2
    assert not (folder / "page.html").exists()
    return result.exception.message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "Invalid JSON"),
        (b"rules = 1", "Invalid JSON"),
        (b"\xff\xfe{\x00", "it is not UTF-8 text (byte 0)"),
        (b"[]", "[]: input should be an object"),
        (b"{}", "rules: is missing"),
    ],
)
def test_a_file_that_is_no_result_is_one_sentence_and_nothing_written(lake, tmp_path, text, words):
    path = tmp_path / "bad.json"
    path.write_bytes(text)
    said = refused(lake, tmp_path, "--tuning", path)
    assert said.startswith(f"{path}: no tuning result as `paipu tune FILE --json` prints it: ")
    assert words in said
    assert "\n" not in said


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (changed(("line.k", "steep")), "line.k: 'steep': input should be a valid number"),
        (changed(("patterns.1.measured", "maybe")), "patterns.2.measured: 'maybe': input should"),
        (changed(("patterns.0.line", None)), "patterns.1: seven_pairs is seen and has no line"),
        (changed(("front.1.chosen", False)), "front: 0 of 3 tables are chosen, not 1"),
        (changed(measures=[]), "measures: the target dealer_advantage is missing"),
        (changed(wins=None), "wins is a number where the frequency is measured, else null"),
        (changed(targets=[]), "measures or a front are there, and targets is empty"),
        (changed(patterns=[]), "patterns: []: "),
    ],
)
def test_a_result_with_a_wrong_value_is_told_with_its_place(lake, tmp_path, document, words):
    assert words in refused(lake, tmp_path, "--tuning", written(tmp_path, document))


def test_a_file_that_is_not_there_is_told(lake, tmp_path):
    missing = tmp_path / "none.json"
    said = refused(lake, tmp_path, "--tuning", missing)
    assert said == f"{missing}: cannot be read: No such file or directory"
    assert "cannot be read: Is a directory" in refused(lake, tmp_path, "--tuning", tmp_path)


def test_a_result_that_the_chosen_chapters_leave_out_is_wrong_usage(lake, tmp_path):
    said = refused(lake, tmp_path, "--tuning", written(tmp_path), "--chapter", "seats")
    assert "would not be shown" in said
    assert "none is named" in refused(lake, tmp_path, "--chapter", "tuning")


def test_a_byte_order_mark_does_no_harm(tmp_path):
    path = tmp_path / "marked.json"
    path.write_text(json.dumps(DOCUMENT), encoding="utf-8-sig")
    assert load_tuning_result(path).name == "club"
