"""Files are written whole or not at all, and only where a file can be."""

import os

import pytest

from pipelines.files import writing
from schemas.errors import UsageError


def test_a_file_takes_its_place_when_it_is_whole(tmp_path):
    out = tmp_path / "a.txt"
    out.write_text("old")
    with writing(out) as staged:
        staged.write_text("new")
        assert out.read_text() == "old"
    assert out.read_text() == "new"
    assert list(tmp_path.iterdir()) == [out]


def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path):
    out = tmp_path / "a.txt"
    out.write_text("old")

    def fail():
        with writing(out) as staged:
            staged.write_text("half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert out.read_text() == "old"
    assert list(tmp_path.iterdir()) == [out]


def test_a_link_is_followed(tmp_path):
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("old")
    link.symlink_to(target)
    with writing(link) as staged:
        staged.write_text("new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_pipes_and_folders_are_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for out in (pipe, tmp_path):
        with pytest.raises(UsageError, match="no ordinary file"), writing(out):
            pass
    assert pipe.is_fifo()


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(UsageError, match="there is no folder"), writing(tmp_path / "no" / "a.txt"):
        pass
