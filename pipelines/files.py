"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Iterator
from pathlib import Path

from schemas.errors import UsageError


@contextlib.contextmanager
def writing(out: Path) -> Iterator[Path]:
    """A file beside `out` that takes its place when the block ends without an error.

    A link is followed; devices, pipes and folders are not replaced.

    Raises:
        UsageError: where there is no such folder, something else than a file stands there, or it
            cannot be written.
    """
    target = out.resolve()
    if not target.parent.is_dir():
        raise UsageError(f"{out}: cannot be written: there is no folder {target.parent}")
    if target.exists() and not target.is_file():
        raise UsageError(f"{out}: cannot be written: it is no ordinary file; name a new file")
    staged = target.with_name(f".{target.name[:200]}.{uuid.uuid4().hex[:8]}")
    try:
        yield staged
        staged.replace(target)
    except OSError as error:
        raise UsageError(f"{out}: cannot be written: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            staged.unlink(missing_ok=True)
