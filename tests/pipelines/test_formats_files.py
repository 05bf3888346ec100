"""Files: encodings, compression, which files are read, which format a content is in."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path

import pytest
from formats_data import EXHAUSTED, GAME, GAME_ROWS, meta_of, read_all, read_text, rows_of, write
from formats_data import the_reject as the_reject_of

from pipelines.formats import FORMATS, Input, find_inputs, format_names, survey
from schemas.errors import UsageError

PAIPU = json.dumps(
    {"paipu": 1, "rules": "mcr", "deal": ["1m", "2m", "3m", "4m"], "actions": ["- exhausted"]}
)
LOG = '[{"output": {"command": "finish", "content": {"0": 0, "1": 0, "2": 0, "3": 0}}}]'


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        (GAME.encode(), "UTF-8"),
        (b"\xef\xbb\xbf" + GAME.encode(), "UTF-8 with BOM"),
        (GAME.encode("gb18030"), "GB18030"),
        (GAME.replace("\n", "\r\n").encode(), "UTF-8, CRLF"),
        (GAME.replace("\n", "\r\n").encode("gb18030"), "GB18030, CRLF"),
        (gzip.compress(GAME.encode()), "UTF-8, gzip"),
        (gzip.compress(GAME.encode("gb18030")), "GB18030, gzip"),
    ],
)
def test_encoding_is_told_and_gives_the_same_hand(
    tmp_path: Path, content: bytes, encoding: str
) -> None:
    path = write(tmp_path, content)
    found = survey(path, "auto")
    assert found.content is not None
    assert found.content.encoding == encoding
    batch = read_all(path)[1].batch
    assert rows_of(batch) == GAME_ROWS
    assert meta_of(batch)["recorded_patterns"] == ["抢杠和*1", "幺九刻*2"]


def test_gb18030_is_told_where_it_begins_behind_megabytes_of_ascii(tmp_path: Path) -> None:
    plain = "".join(EXHAUSTED.replace("Match 0123", f"Match {n:06d}") for n in range(15_000))
    content = plain.encode() + GAME.encode("gb18030")
    assert len(plain) > 4 << 20  # more than one block
    _, parsed = read_all(write(tmp_path, content))
    assert parsed.rejects == []
    assert meta_of(parsed.batch, 15_000)["recorded_patterns"] == ["抢杠和*1", "幺九刻*2"]


def test_a_few_broken_bytes_do_not_make_utf8_gb18030(tmp_path: Path) -> None:
    others = "".join(GAME.replace("Match 0", f"Match {n}") for n in range(1, 4))
    content = (GAME + others).encode().replace("抢".encode(), b"\xff", 1)
    found = survey(write(tmp_path, content), "auto")
    assert found.content is not None
    assert found.content.encoding == "UTF-8"
    batch = read_all(write(tmp_path, content))[1].batch
    assert meta_of(batch)["recorded_patterns"] == ["\ufffd杠和*1", "幺九刻*2"]
    assert meta_of(batch, 1)["recorded_patterns"] == ["抢杠和*1", "幺九刻*2"]


def test_content_hash_is_that_of_the_decompressed_bytes(tmp_path: Path) -> None:
    plain = survey(write(tmp_path, GAME, "a.txt"), "auto").content
    packed = survey(write(tmp_path, gzip.compress(GAME.encode()), "b.gz"), "auto").content
    assert plain is not None
    assert packed is not None
    assert plain.sha256 == packed.sha256 == hashlib.sha256(GAME.encode()).hexdigest()


def test_metadata_is_part_of_the_content(tmp_path: Path) -> None:
    lite = write(tmp_path, LOG, "x_lite.json")
    hashes = set()
    for text in ('{"matchId": "a"}', '{"matchId": "b"}'):
        metadata = write(tmp_path, text, "x_metadata.json")
        content = survey(Input(lite, "x", metadata), "auto").content
        assert content is not None
        hashes.add(content.sha256)
    assert len(hashes) == 2


def test_gzip_members_follow_each_other(tmp_path: Path) -> None:
    content = gzip.compress(GAME.encode()) + gzip.compress(EXHAUSTED.encode()) + b"\0" * 100
    parsed = read_text(tmp_path, content)
    assert parsed.rejects == []
    assert len(parsed.batch) == 2


def test_cut_gzip_file_gives_what_is_there(tmp_path: Path) -> None:
    games = [GAME.replace("Match 0123", f"Match {n:04d}") for n in range(2_000)]
    packed = gzip.compress("".join(games).encode())
    _, parsed = read_all(write(tmp_path, packed[:-2_000]))
    assert 0 < len(parsed.batch) < 2_000
    codes = {reject.code for reject in parsed.rejects}
    assert codes == {"truncated"}
    assert "gzip data is damaged" in parsed.rejects[0].message
    assert len(parsed.rejects) == 2  # the file, and the game that is cut


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (b"", "empty_file", "the file is empty"),
        (b" \r\n\n", "empty_file", "the file is empty"),
        (b"\xef\xbb\xbf", "empty_file", "the file is empty"),
        (gzip.compress(b"", mtime=0), "empty_file", "the file is empty"),
        (bytes(range(256)) * 50, "binary_file", "byte 0 is zero"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 9, "binary_file", "byte 8 is zero"),
        (gzip.compress(b"abc\0", mtime=0), "binary_file", "byte 3 is zero"),
        (b"\x1f\x8bnot gzip at all", "truncated", "gzip data is damaged after 0 bytes"),
        (GAME.encode("utf-16"), "bad_encoding", "UTF-8 or GB18030"),
        (b"once upon a time", "unknown_format", "botzone, botzone-json, tziakcha or paipu"),
        (b"{}", "unknown_format", "none of the formats"),
        (b"[[[[" * 100_000, "unknown_format", "none of the formats"),
        (b'{"matchId": "x", "initdata": {}}', "unknown_format", "none of the formats"),
    ],
)
def test_file_that_cannot_be_read_is_one_reject(
    tmp_path: Path, content: bytes, code: str, words: str
) -> None:
    path = write(tmp_path, content)
    work, parsed = read_all(path)
    reject = the_reject_of(parsed)
    assert (reject.code, reject.place) == (code, "")
    assert reject.message.startswith(f"{path}: ")
    assert words in reject.message
    assert len(work.content_hashes) == 1


def test_file_that_cannot_be_opened_is_one_reject(tmp_path: Path) -> None:
    reject = the_reject_of(read_all(tmp_path / "gone.txt")[1])
    assert reject.code == "unreadable"
    assert "No such file" in reject.message


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (GAME, "botzone"),
        ("\n\n" + EXHAUSTED, "botzone"),
        (LOG, "botzone-json"),
        (json.dumps(json.loads(LOG), indent=2), "botzone-json"),
        ('{"status": "finished", "logs": [{}]}', "botzone-json"),
        ('{"scores": [0, 0, 0, 0], "log": [{"0": "0 0 0"}], "quan": 0}\n', "botzone-json"),
        ('{"session": {"id": "x"}, "records": [{"id": "y", "step": {"p": []}}]}', "tziakcha"),
        (PAIPU, "paipu"),
        (PAIPU + "\n" + PAIPU, "paipu"),
    ],
)
def test_format_is_told_by_the_content(tmp_path: Path, content: str, name: str) -> None:
    assert survey(write(tmp_path, content, "name.of.any.kind"), "auto").format == name


def test_format_names() -> None:
    assert format_names() == ["auto", "botzone", "botzone-json", "tziakcha", "paipu"]
    assert {name: FORMATS[name].RULES for name in FORMATS} == {
        "botzone": "mcr-botzone",
        "botzone-json": "mcr-botzone",
        "tziakcha": "mcr-tziakcha",
        "paipu": "",
    }


def test_unknown_format_name_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="auto, botzone, botzone-json, tziakcha or paipu"):
        survey(write(tmp_path, GAME), "tenhou")


@pytest.mark.parametrize("name", ["botzone-json", "tziakcha", "paipu"])
def test_text_read_as_json_is_refused(tmp_path: Path, name: str) -> None:
    parsed = read_text(tmp_path, GAME.replace("\n", " "), name)
    assert the_reject_of(parsed).code == "bad_json"


def test_folder_gives_record_files_and_passes_others_by(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / ".hidden").mkdir()
    for name in ("b.txt", "a.jsonl.gz", "deep/er/c.json", "README.md", ".hidden/x.txt"):
        write(tmp_path, GAME, name)
    inputs, notices = find_inputs([tmp_path])
    assert [Path(each.name).name for each in inputs] == ["a.jsonl.gz", "b.txt", "c.json"]
    (notice,) = notices
    assert "1 files passed by" in notice
    assert "README.md" in notice


def test_named_file_is_taken_whatever_its_suffix(tmp_path: Path) -> None:
    path = write(tmp_path, GAME, "games")
    assert [each.path for each in find_inputs([path])[0]] == [path]


def test_glob_gives_its_matches_and_every_file_once(tmp_path: Path) -> None:
    for name in ("a1.txt", "a2.txt", "b.txt"):
        write(tmp_path, GAME, name)
    inputs, _ = find_inputs([f"{tmp_path}/a*.txt", tmp_path / "a1.txt", str(tmp_path)])
    assert [Path(each.name).name for each in inputs] == ["a1.txt", "a2.txt", "b.txt"]


def test_path_with_glob_characters_in_its_name_is_a_path(tmp_path: Path) -> None:
    path = write(tmp_path, GAME, "a[1].txt")
    assert [each.path for each in find_inputs([path])[0]] == [path]


@pytest.mark.parametrize("given", ["nothing.txt", "*.nothing"])
def test_path_that_names_nothing_is_refused(tmp_path: Path, given: str) -> None:
    with pytest.raises(UsageError) as caught:
        find_inputs([tmp_path / given])
    assert caught.value.code == "no_such_file"


def test_lite_and_metadata_are_one_input(tmp_path: Path) -> None:
    for name in ("x_lite.json", "x_metadata.json", "y_lite.json.gz", "y_metadata.json.gz"):
        write(tmp_path, LOG, name)
    inputs, notices = find_inputs([tmp_path])
    assert notices == []
    pairs = [(each.path.name, each.companion.name if each.companion else "") for each in inputs]
    assert pairs == [
        ("x_lite.json", "x_metadata.json"),
        ("y_lite.json.gz", "y_metadata.json.gz"),
    ]


def test_lite_without_metadata_is_read_and_metadata_alone_passed_by(tmp_path: Path) -> None:
    for name in ("x_lite.json", "y_metadata.json"):
        write(tmp_path, LOG, name)
    inputs, notices = find_inputs([tmp_path])
    assert [each.companion for each in inputs] == [None]
    (notice,) = notices
    assert "y_metadata.json" in notice
