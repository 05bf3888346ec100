"""Files of a lake by URI: read whole, written whole or not at all.

A lake is a folder on a file system that Arrow knows: a local path, or a URI such as
``s3://bucket/lake``. On a local disk a file is staged outside the tables, flushed to the disk and
moved to its place, so that no reader ever meets half a file. An object store shows an object only
when it is complete and knows no moving; there files are written in place.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import os
import re
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Final

import pyarrow as pa
import pyarrow.fs as pafs

from schemas.errors import LakeError, UsageError

STAGING: Final = ".staging"
"""Folder in the lake's root where files are made; no reader ever looks into it."""

_HALF_URI: Final = re.compile(r"[a-z][a-z0-9]+:/(?!/)")
"""What is meant as a URI, of a scheme longer than a drive's letter, and would make a folder."""
_WITHOUT_FOLDERS: Final = ("s3", "gcs", "abfs")
"""Object stores, where a folder is nothing but the beginning of names."""


class HashingFile:
    """A file for writing that knows the size and SHA-256 of what was written."""

    def __init__(self, raw: IO[bytes]) -> None:
        self._raw = raw
        self._digest = hashlib.sha256()
        self.size = 0
        self.closed = False

    def write(self, data: Any) -> int:
        """Write bytes or anything with a buffer."""
        view = memoryview(data).cast("B")
        self._digest.update(view)
        self._raw.write(view)
        self.size += len(view)
        return len(view)

    def flush(self) -> None:
        """Nothing is promised before the file is finished."""

    def close(self) -> None:
        """The storage closes the file below; a writer on top of it only lets go."""
        self.closed = True

    def tell(self) -> int:
        """Bytes written so far."""
        return self.size

    def readable(self) -> bool:
        """A file for writing."""
        return False

    def writable(self) -> bool:
        """A file for writing."""
        return True

    def seekable(self) -> bool:
        """What was written stays written."""
        return False

    @property
    def sha256(self) -> str:
        """Of everything written: 64 hex digits."""
        return self._digest.hexdigest()


class Storage:
    """The folder of a lake on whatever file system it lies.

    Attributes:
        uri: what people call it: the absolute path, or the URI as it was given.
        filesystem: Arrow's file system.
        root: the folder within it.
        local: whether it is a folder on this machine.
    """

    def __init__(self, uri: str) -> None:
        """Open a lake's folder, which need not exist yet.

        Raises:
            UsageError: where the name is empty, or a URI with one slash where two belong.
            LakeError: with code ``bad_location`` where the URI names no file system that can be
                used.
        """
        if not uri.strip():
            raise UsageError("the lake has no name; name a folder or a URI")
        if _HALF_URI.match(uri):
            raise UsageError(f"{uri!r} is neither a folder nor a URI; URIs have two slashes")
        if "://" in uri:
            try:
                self.filesystem, root = pafs.FileSystem.from_uri(uri)
            except (pa.ArrowException, OSError, ValueError) as error:
                raise LakeError(
                    f"{uri}: no usable lake location: {_reason(error)}", code="bad_location"
                ) from error
        else:
            self.filesystem, root = pafs.LocalFileSystem(), str(Path(uri).expanduser().absolute())
        self.root = root.rstrip("/") or "/"
        self.local = isinstance(self.filesystem, pafs.LocalFileSystem)
        self.uri = self.root if self.local else uri.rstrip("/")

    def path(self, name: str) -> str:
        """Where Arrow finds a file of the lake."""
        return f"{self.root}/{name}"

    def location(self, name: str) -> str:
        """How people and DuckDB address a file of the lake: an absolute path or a URI."""
        return f"{self.uri}/{name}"

    def exists(self, name: str = "") -> bool:
        """Whether a file, or the folder itself, is there."""
        with self._errors("read", name):
            info = self.filesystem.get_file_info(self.path(name).rstrip("/"))
            return bool(info.type != pafs.FileType.NotFound)

    def size(self, name: str) -> int | None:
        """Bytes of a file; None where it is not there."""
        return self.sizes([name])[0]

    def sizes(self, names: Sequence[str]) -> list[int | None]:
        """Bytes of each file; None where it is not there."""
        with self._errors("read", names[0] if names else ""):
            infos = self.filesystem.get_file_info([self.path(name) for name in names])
            return [info.size if info.type == pafs.FileType.File else None for info in infos]

    def names(self, folder: str, suffix: str) -> list[str]:
        """Files of one folder by name, sorted; none where the folder is not there."""
        selector = pafs.FileSelector(self.path(folder), allow_not_found=True)
        with self._errors("read", folder):
            found = self.filesystem.get_file_info(selector)
        return sorted(
            info.base_name
            for info in found
            if info.type == pafs.FileType.File and info.base_name.endswith(suffix)
        )

    def folders(self, folder: str) -> list[str]:
        """Folders in a folder by name, sorted; none where the folder is not there."""
        selector = pafs.FileSelector(self.path(folder), allow_not_found=True)
        with self._errors("read", folder):
            found = self.filesystem.get_file_info(selector)
        return sorted(info.base_name for info in found if info.type == pafs.FileType.Directory)

    def read(self, name: str) -> bytes:
        """The content of a file.

        Raises:
            LakeError: where it is not there or cannot be read.
        """
        with self._errors("read", name), self.filesystem.open_input_stream(self.path(name)) as file:
            return bytes(file.read())

    def sha256(self, name: str) -> str:
        """SHA-256 of a file, read in pieces."""
        digest = hashlib.sha256()
        with self._errors("read", name), self.filesystem.open_input_stream(self.path(name)) as file:
            while piece := file.read(1 << 20):
                digest.update(piece)
        return digest.hexdigest()

    def write(self, name: str, data: bytes) -> None:
        """Write a whole file, or leave the old one as it is."""
        with self.create(name) as file:
            file.write(data)

    @contextlib.contextmanager
    def create(self, name: str) -> Iterator[HashingFile]:
        """A file that appears under its name when the block ends without an error.

        Raises:
            LakeError: where the lake cannot be written.
        """
        with self._errors("write", name):
            if self.local:
                with self._staged(name) as raw:
                    yield HashingFile(raw)
            else:
                if self.filesystem.type_name not in _WITHOUT_FOLDERS:
                    self.filesystem.create_dir(self.path(name).rpartition("/")[0])
                # Should the block fail, a torn object may be left: without its footer it counts
                # as missing, and no manifest lists it.
                stream = self.filesystem.open_output_stream(self.path(name))
                yield HashingFile(stream)
                stream.close()

    def check_writable(self) -> None:
        """Look whether the folder could be written, without writing.

        Raises:
            LakeError: where it or what should hold it is no folder, or may not be written.
        """
        if not self.local:
            return
        place = Path(self.root)
        with self._errors("write", ""):
            while not place.exists():
                place = place.parent
            if not place.is_dir():
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
            if not os.access(place, os.W_OK | os.X_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    def remove(self, name: str) -> None:
        """Remove a file; nothing happens where it is not there."""
        with self._errors("write", name):
            if self.exists(name):
                self.filesystem.delete_file(self.path(name))

    def remove_folder(self, folder: str) -> None:
        """Remove a folder with all that is in it, and the folders above that are then empty."""
        with self._errors("write", folder):
            if self.exists(folder):
                self.filesystem.delete_dir(self.path(folder))
        if self.local:
            above = Path(self.path(folder)).parent
            while above != Path(self.root) and above.is_dir() and not any(above.iterdir()):
                above.rmdir()
                above = above.parent

    def clear_staged(self, run: str) -> None:
        """Remove what an interrupted writer of a run left behind; hold the run's lock."""
        staging = Path(self.root) / STAGING
        if self.local and staging.is_dir():
            for left in staging.glob(f"*run={run}~*"):
                left.unlink(missing_ok=True)

    @contextlib.contextmanager
    def lock(self, name: str) -> Iterator[None]:
        """Hold a name against other processes on this machine for the length of a block.

        The operating system lets go of it when the process ends, however it ends. On an object
        store there is no lock: writers of one run write the same bytes.

        Raises:
            LakeError: with code ``busy`` where another process holds the name.
        """
        if not self.local:
            yield
            return
        with self._errors("write", name):
            folder = Path(self.root) / STAGING
            folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(folder / f"{name}.lock", os.O_CREAT | os.O_RDWR, 0o666)
        try:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise LakeError(
                    f"{self.uri}: another paipu process is writing {name}; try again when it is "
                    "done",
                    code="busy",
                ) from error
            yield
        finally:
            os.close(handle)

    @contextlib.contextmanager
    def _staged(self, name: str) -> Iterator[IO[bytes]]:
        target = Path(self.path(name))
        staging = Path(self.root) / STAGING
        staging.mkdir(parents=True, exist_ok=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        staged = staging / f"{name.replace('/', '~')}.{uuid.uuid4().hex[:12]}"
        try:
            with staged.open("wb") as raw:
                yield raw
                raw.flush()
                os.fsync(raw.fileno())
            staged.replace(target)
        finally:
            staged.unlink(missing_ok=True)
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    @contextlib.contextmanager
    def _errors(self, verb: str, name: str) -> Iterator[None]:
        try:
            yield
        except (OSError, pa.ArrowException) as error:
            where = self.location(name) if name else self.uri
            raise LakeError(f"{where}: cannot {verb}: {_reason(error)}") from error


def lake_around(path: Path) -> Path | None:
    """The lake that a path on this machine lies in, by the manifests that a lake has; or None."""
    path = path.expanduser().resolve()
    for folder in (path, *path.parents):
        if (folder / "views.sql").is_file() and any((folder / "runs").glob("*.json")):
            return folder
    return None


def _reason(error: Exception) -> str:
    """The cause without Python's decoration, on one line."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return " ".join(str(error).split())
