"""What the work runs on: threads here, or Dask's workers."""

import os
import sys

import pytest

from pipelines.runners import SchedulerError, check_runner, crew, n_workers
from schemas.errors import UsageError


def test_threads_are_the_default_and_a_scheduler_means_dask():
    assert check_runner(None, None, None) == "threads"
    pytest.importorskip("distributed", reason="Dask is not installed")
    assert check_runner(None, 3, "tcp://127.0.0.1:8786") == "dask"


@pytest.mark.parametrize(
    ("runner", "workers", "scheduler", "said"),
    [
        ("ray", None, None, "unknown runner 'ray'; runners are threads or dask"),
        (None, 0, None, "0 workers"),
        (None, -1, None, "-1 workers"),
        ("threads", None, "tcp://127.0.0.1:8786", "a scheduler belongs to the runner dask"),
    ],
)
def test_wrong_words(runner, workers, scheduler, said):
    with pytest.raises(UsageError, match=said):
        check_runner(runner, workers, scheduler)


def test_without_dask_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match="pip install 'distributed'"):
        check_runner("dask", None, None)


def test_threads_work_in_this_process():
    with crew("threads", None, None) as found:
        assert (found.workers, found.is_remote) == (n_workers(), False)
        assert found.call(os.getpid) == os.getpid()
    with crew("threads", 5, None) as found:
        assert found.workers == 5


def test_a_scheduler_that_does_not_answer_is_one_sentence(monkeypatch):
    pytest.importorskip("distributed", reason="Dask is not installed")
    monkeypatch.setattr("pipelines.runners._CONNECT_SECONDS", 1)
    with (
        pytest.raises(SchedulerError, match=r"tcp://127\.0\.0\.1:9 does not answer"),
        crew("dask", None, "tcp://127.0.0.1:9"),
    ):
        pass
