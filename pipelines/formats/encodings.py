"""From a file to UTF-8 bytes that can be read by position: gzip, byte-order mark, GB18030.

Plain UTF-8 is read where it lies. Everything else is written once to a private folder that goes
away with the process. Chinese programs write UTF-8 or GB18030 (国标); which one is decided on the
first text that is not ASCII, by what decodes.
"""

from __future__ import annotations

import atexit
import codecs
import hashlib
import shutil
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import IO, Final

from pipelines.formats.base import MAX_RECORD_BYTES, Content, Input
from schemas.errors import InputError

_BLOCK: Final = 4 << 20
_BINARY_HEAD: Final = 8 << 10
_SAMPLE: Final = 1 << 20
_GZIP: Final = b"\x1f\x8b"
_GZIP_WBITS: Final = 31
_WIDE_MARKS: Final = (codecs.BOM_UTF32_BE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_VALID: Final = "files are text in UTF-8 or GB18030, gzip-compressed or not"


def open_content(source: Input) -> Content:
    """Hash an input and make its bytes readable by position as UTF-8.

    The hash covers the decompressed bytes, so that a file and its gzip are one content; a
    companion's bytes are part of it, because they are part of what is read.

    Empty and binary files have a hash too; why they cannot be read stands in `refusal`.

    Raises:
        InputError: ``unreadable`` where the file cannot be opened.
    """
    try:
        return _open(source)
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"cannot be read: {reason}", code="unreadable") from error


def read_bytes(content: Content, start: int, stop: int) -> bytes:
    """The bytes from `start` to `stop` of a content."""
    with content.path.open("rb") as file:
        file.seek(start)
        return file.read(stop - start)


def read_small_file(path: Path, limit: int) -> bytes:
    """The decompressed bytes of a small file, about `limit` of them at most.

    Raises:
        InputError: ``truncated`` where it is damaged gzip data.
    """
    data = b""
    try:
        for block in _blocks(path):
            data += block
            if len(data) > limit:
                break
    except (EOFError, zlib.error) as error:
        raise InputError(f"{path.name}: damaged gzip data: {error}", code="truncated") from error
    return data


def _open(source: Input) -> Content:
    digest = hashlib.sha256()
    size = 0
    head = b""
    sample = _Sample()
    damage: InputError | None = None
    compressed = _is_gzip(source.path)
    path = _spool_file() if compressed else source.path
    with path.open("wb") if compressed else nullcontext() as copy:
        blocks = _blocks(source.path)
        while True:
            try:
                block = next(blocks, b"")
            except (EOFError, zlib.error) as error:
                message = f"the gzip data is damaged after {size:,} bytes: {error}"
                damage = InputError(message, code="truncated")
                break
            if not block:
                break
            head = head or block[:_SAMPLE]
            sample.add(block)
            digest.update(block)
            size += len(block)
            if copy is not None:
                copy.write(block)
    refusal = damage if damage is not None and not head else _refusal(head)
    name, start = "UTF-8", 0
    if head.startswith(codecs.BOM_UTF8):
        name, start = "UTF-8 with BOM", len(codecs.BOM_UTF8)
    elif refusal is None and sample.is_gb18030():
        name, path = "GB18030", _to_utf8(path)
        size = path.stat().st_size
    if source.companion is not None:
        metadata = read_small_file(source.companion, MAX_RECORD_BYTES)
        digest.update(hashlib.sha256(metadata).digest())
    name += ", CRLF" * (b"\r\n" in head) + ", gzip" * compressed
    return Content(path, start, size, digest.hexdigest(), name, damage, refusal)


def _refusal(head: bytes) -> InputError | None:
    if not head.removeprefix(codecs.BOM_UTF8).strip():
        return InputError("the file is empty", code="empty_file")
    if head.startswith(_WIDE_MARKS):
        return InputError(f"the text is UTF-16 or UTF-32; {_VALID}", code="bad_encoding")
    zero = head[:_BINARY_HEAD].find(b"\0")
    if zero >= 0:
        return InputError(f"a binary file (byte {zero} is zero); {_VALID}", code="binary_file")
    return None


class _Sample:
    """Collects about a megabyte of text, from the first line on that is not ASCII."""

    def __init__(self) -> None:
        self.text = b""
        self.full = False

    def add(self, block: bytes) -> None:
        if self.full or (not self.text and block.isascii()):
            return
        if not self.text:
            block = block[block.rfind(b"\n", 0, _first_foreign(block)) + 1 :]
        self.text += block[: _SAMPLE - len(self.text)]
        self.full = len(self.text) == _SAMPLE

    def is_gb18030(self) -> bool:
        """UTF-8 if the sample decodes so, else GB18030 if it does, else what fails less often."""
        if _decodes(self.text, "utf-8", final=not self.full):
            return False
        if _decodes(self.text, "gb18030", final=not self.full):
            return True
        lines = self.text.split(b"\n")
        good_utf8 = sum(_decodes(line, "utf-8") for line in lines)
        return sum(_decodes(line, "gb18030") for line in lines) > good_utf8


def _first_foreign(block: bytes) -> int:
    """Position of the first byte that is not ASCII, by bisection."""
    low, high = 0, len(block)
    while high - low > 1:
        middle = (low + high) // 2
        if block[low:middle].isascii():
            low = middle
        else:
            high = middle
    return low


def _decodes(text: bytes, encoding: str, *, final: bool = True) -> bool:
    try:
        codecs.getincrementaldecoder(encoding)().decode(text, final)
    except UnicodeDecodeError:
        return False
    return True


def _to_utf8(path: Path) -> Path:
    target = _spool_file()
    decoder = codecs.getincrementaldecoder("gb18030")(errors="replace")
    with path.open("rb") as file, target.open("wb") as out:
        while block := file.read(_BLOCK):
            out.write(decoder.decode(block).encode())
        out.write(decoder.decode(b"", final=True).encode())
    return target


def _is_gzip(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(2) == _GZIP


def _blocks(path: Path) -> Iterator[bytes]:
    """The decompressed bytes of a file, block by block; all that can be had of a damaged one.

    Raises:
        EOFError: gzip data that ends early, after its last block was given.
        zlib.error: gzip data that is damaged.
    """
    with path.open("rb") as file:
        if _is_gzip(path):
            yield from _gunzip(file)
        else:
            while block := file.read(_BLOCK):
                yield block


def _gunzip(file: IO[bytes]) -> Iterator[bytes]:
    # The gzip module keeps what it has of a block to itself when the file is cut.
    member = zlib.decompressobj(wbits=_GZIP_WBITS)
    while packed := file.read(_BLOCK):
        while packed:
            if member.eof:
                packed = packed.lstrip(b"\0")  # padding between members
                if not packed:
                    break
                member = zlib.decompressobj(wbits=_GZIP_WBITS)
            if block := member.decompress(packed, _BLOCK):
                yield block
            packed = member.unused_data if member.eof else member.unconsumed_tail
    if not member.eof:
        raise EOFError("it ends early")


@cache
def _spool_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="paipu-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _spool_file() -> Path:
    handle, name = tempfile.mkstemp(dir=_spool_folder())
    open(handle, "wb").close()  # noqa: PTH123 - closes the descriptor that mkstemp opened
    return Path(name)
