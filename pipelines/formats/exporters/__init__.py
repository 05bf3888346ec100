"""Batches written in every format that can be read; one module a format, named as its reader."""

from typing import Final

from pipelines.formats import botzone as _botzone
from pipelines.formats import botzone_json as _botzone_json
from pipelines.formats import paipu_jsonl as _paipu_jsonl
from pipelines.formats import tziakcha as _tziakcha
from pipelines.formats.exporters import botzone, botzone_json, paipu_jsonl, tziakcha
from pipelines.formats.exporters.common import Exported, Refused
from schemas.batch import RecordBatch
from schemas.errors import UsageError, one_of

__all__ = ["Exported", "Refused", "write_records"]

_WRITERS: Final = {
    _botzone.NAME: botzone.write,
    _botzone_json.NAME: botzone_json.write,
    _tziakcha.NAME: tziakcha.write,
    _paipu_jsonl.NAME: paipu_jsonl.write,
}


def write_records(batch: RecordBatch, format_name: str) -> Exported:
    """Write a batch in a format.

    Args:
        batch: hands with their results in the `recorded_…` columns of `meta`.
        format_name: as for reading.

    Raises:
        UsageError: no format has that name.
    """
    if format_name not in _WRITERS:
        raise UsageError(f"unknown format {format_name!r}; formats are {one_of(_WRITERS)}")
    return _WRITERS[format_name](batch)
