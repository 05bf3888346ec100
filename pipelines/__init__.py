"""Record formats, the lake, flows and the queries that analyse stored hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipelines.asking import OpenLake


def open_lake(uri: str) -> OpenLake:
    """Open a lake for questions by name; see `pipelines.asking`.

    Args:
        uri: the lake's folder, or its URI.

    Raises:
        LakeError: with code ``no_lake`` where there is none.
    """
    from pipelines.asking import OpenLake  # costs a second that `import pipelines` must not
    from pipelines.lake import Lake

    return OpenLake(Lake.existing(uri))
