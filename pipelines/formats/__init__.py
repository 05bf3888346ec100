"""Record formats: bytes to columns (`RecordBatch`) and back; one module a format.

`find_inputs` expands paths into inputs; `survey` counts the records of one input; `plan` orders
the surveys, numbers sessions and finds repeats; `read_chunk` turns a planned chunk into columns.
"""

from pipelines.formats.base import (
    CHUNK_BYTES,
    MAX_RECORD_BYTES,
    Chunk,
    Content,
    Input,
    ParsedBatch,
    Reject,
    Survey,
)
from pipelines.formats.detect import FORMATS, format_names
from pipelines.formats.inputs import find_inputs
from pipelines.formats.planning import Plan, Work, plan
from pipelines.formats.reading import read_chunk, survey

__all__ = [
    "CHUNK_BYTES",
    "FORMATS",
    "MAX_RECORD_BYTES",
    "Chunk",
    "Content",
    "Input",
    "ParsedBatch",
    "Plan",
    "Reject",
    "Survey",
    "Work",
    "find_inputs",
    "format_names",
    "plan",
    "read_chunk",
    "survey",
]
