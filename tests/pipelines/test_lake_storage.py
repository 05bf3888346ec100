"""Files appear whole or not at all, wherever the lake lies."""

import hashlib
import os
import threading
from pathlib import Path

import pyarrow.fs as pafs
import pytest

from pipelines.lake import Lake
from pipelines.lake.storage import STAGING, Storage
from schemas.errors import LakeError, UsageError


def test_a_written_file_is_read_back_with_size_and_hash(tmp_path):
    storage = Storage(str(tmp_path / "lake"))
    with storage.create("a/b.bin") as file:
        file.write(b"one ")
        file.write(memoryview(b"two"))
    assert (tmp_path / "lake/a/b.bin").read_bytes() == b"one two"
    assert (file.size, file.sha256) == (7, hashlib.sha256(b"one two").hexdigest())
    assert storage.read("a/b.bin") == b"one two"
    assert storage.size("a/b.bin") == 7
    assert storage.sha256("a/b.bin") == hashlib.sha256(b"one two").hexdigest()


def test_a_file_appears_only_when_it_is_complete(tmp_path):
    storage = Storage(str(tmp_path))
    with storage.create("t/x.bin") as file:
        file.write(b"half")
        assert not (tmp_path / "t/x.bin").exists()
    assert (tmp_path / "t/x.bin").exists()


def write_and_fail(storage, name):
    with storage.create(name) as file:
        file.write(b"new")
        raise ValueError("broken off")


def test_after_an_error_the_old_file_stays_and_nothing_is_left_behind(tmp_path):
    storage = Storage(str(tmp_path))
    storage.write("x.bin", b"old")
    with pytest.raises(ValueError, match="broken off"):
        write_and_fail(storage, "x.bin")
    assert (tmp_path / "x.bin").read_bytes() == b"old"
    assert list((tmp_path / STAGING).iterdir()) == []


def test_staging_lies_outside_the_tables(tmp_path):
    storage = Storage(str(tmp_path))
    with storage.create("hands/rules=mcr/run=r/part-00000.parquet") as file:
        file.write(b"x")
        staged = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path.parent for path in staged] == [tmp_path / STAGING]


def test_an_interrupted_writers_leftovers_go_when_the_run_is_written_again(tmp_path):
    storage = Storage(str(tmp_path))
    (tmp_path / STAGING).mkdir()
    mine = tmp_path / STAGING / "hands~rules=mcr~run=r1~part-00000.parquet.0123"
    other = tmp_path / STAGING / "hands~rules=mcr~run=r11~part-00000.parquet.0123"
    mine.touch()
    other.touch()
    storage.clear_staged("r1")
    assert (mine.exists(), other.exists()) == (False, True)


def test_a_lake_that_cannot_be_written_is_one_sentence(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    storage = Storage(str(tmp_path / "file"))
    with pytest.raises(LakeError) as caught:
        storage.write("x", b"")
    assert caught.value.message.endswith("cannot write: Not a directory")
    assert str(tmp_path / "file/x") in caught.value.message


def test_an_unknown_kind_of_uri_is_one_sentence():
    with pytest.raises(LakeError, match="gopher://x: no usable lake location"):
        Storage("gopher://x")


def test_a_relative_path_is_made_absolute(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert Storage("my lake").location("views.sql") == str(tmp_path / "my lake/views.sql")


def test_a_lock_is_held_by_one_and_free_afterwards(tmp_path):
    storage = Storage(str(tmp_path))
    errors: list[LakeError] = []

    def second():
        try:
            with storage.lock("run-1"):
                pass
        except LakeError as error:
            errors.append(error)

    with storage.lock("run-1"):
        thread = threading.Thread(target=second)
        thread.start()
        thread.join()
        with storage.lock("run-2"):
            pass
    assert [error.code for error in errors] == ["busy"]
    with storage.lock("run-1"):
        pass


def test_removing_a_folder_removes_the_empty_ones_above(tmp_path):
    storage = Storage(str(tmp_path))
    storage.write("hands/rules=mcr/run=a/p.parquet", b"")
    storage.write("hands/rules=mcr/run=b/p.parquet", b"")
    storage.remove_folder("hands/rules=mcr/run=a")
    assert (tmp_path / "hands/rules=mcr/run=b").is_dir()
    storage.remove_folder("hands/rules=mcr/run=b")
    assert not (tmp_path / "hands").exists()


def test_an_object_store_gets_whole_files_and_no_staging():
    storage = Storage("mock:///bucket/lake")
    assert not storage.local
    storage.write("runs/a.json", b"{}")
    selector = pafs.FileSelector("bucket/lake", recursive=True)
    names = [info.path for info in storage.filesystem.get_file_info(selector)]
    assert names == ["bucket/lake/runs", "bucket/lake/runs/a.json"]
    assert storage.names("runs", ".json") == ["a.json"]
    assert storage.location("views.sql") == "mock:///bucket/lake/views.sql"


def test_reading_needs_a_lake(tmp_path):
    with pytest.raises(LakeError) as caught:
        Lake.existing(str(tmp_path / "nowhere"))
    assert caught.value.code == "no_lake"
    assert str(tmp_path / "nowhere") in caught.value.message


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_one_sentence(tmp_path: Path):
    tmp_path.chmod(0o500)
    with pytest.raises(LakeError, match="cannot write: Permission denied"):
        Storage(str(tmp_path)).write("x", b"")


@pytest.mark.parametrize("name", ["", "  ", "s3:/bucket/lake"])
def test_a_name_that_is_neither_a_folder_nor_a_uri_is_refused(name):
    with pytest.raises(UsageError):
        Storage(name)
