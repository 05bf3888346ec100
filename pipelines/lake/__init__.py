"""The lake: plain Parquet files in Hive folders and one manifest a run, which is the commit."""

from pipelines.lake.lake import Lake
from pipelines.lake.manifest import Manifest, Part, PartFile, RunInput, Summary
from pipelines.lake.views import readable

__all__ = ["Lake", "Manifest", "Part", "PartFile", "RunInput", "Summary", "readable"]
