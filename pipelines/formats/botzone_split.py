"""The lines of a chunk of Botzone text as columns: what kind each is, and what it says.

Arrow sees the bytes as one array of lines without copying them and numbers the distinct ones;
each distinct line is read once (`botzone_lines`); deals, which are all different, are read as a
matrix of bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pipelines.formats.botzone_lines import BAD, BLANK, DEAL, MATCH, Line, read_line
from schemas import codes
from schemas.tiles import BOTZONE_NAMES

HU: Final = BAD + 1
"""An action line that ends the hand: a kind of its own in the order of lines."""
N_KINDS: Final = HU + 1

_DEAL_LENGTH: Final = len("Player 0 Deal ") + 3 * 13 - 1
_DEAL_TEMPLATE: Final = np.frombuffer(b"Player 0 Deal " + b" ".join([b"??"] * 13), np.uint8)
_DEAL_TILES: Final = len("Player 0 Deal ") + 3 * np.arange(13)

Ints = NDArray[Any]


@dataclass(slots=True)
class Lines:
    """All lines of a chunk; `word` numbers the vocabulary, −1 for match lines and plain deals."""

    data: bytes
    start: Ints
    stop: Ints
    kind: Ints
    number: Ints
    word: Ints
    vocabulary: list[Line]
    deals: Ints
    """(lines, 13) int8 for lines that are deals; a row elsewhere is without meaning."""
    deal_row: Ints


def split(data: bytes) -> Lines:
    """Split a chunk into lines and read them."""
    if not data.endswith(b"\n"):
        data += b"\n"
    # Bytes behind the end are looked at, never used.
    buffer = np.frombuffer(data + b"\n" * _DEAL_LENGTH, np.uint8)
    stop = np.flatnonzero(buffer[: len(data)] == 10)
    start = np.concatenate([[0], stop[:-1] + 1])
    plain = stop - (buffer[stop - 1] == 13)  # without the \r of a Windows line end
    is_match = buffer[start] == ord("M")
    for position, letter in enumerate(b"atch", start=1):
        is_match &= buffer[start + position] == letter
    is_match &= np.isin(buffer[start + 5], np.frombuffer(b" \t\r\n", np.uint8))
    deal_lines, deal_seats, deals = _plain_deals(buffer, start, plain)

    kind = np.full(len(start), BLANK, np.int8)
    number = np.zeros(len(start), np.int32)
    word = np.full(len(start), -1, np.int32)
    deal_row = np.full(len(start), -1, np.int32)
    kind[is_match] = MATCH
    kind[deal_lines], number[deal_lines] = DEAL, deal_seats
    deal_row[deal_lines] = np.arange(len(deal_lines))
    others = ~is_match
    others[deal_lines] = False

    offsets = np.append(start, len(data)).astype(np.int64)
    array = pa.LargeBinaryArray.from_buffers(
        pa.large_binary(), len(start), [None, pa.py_buffer(offsets), pa.py_buffer(data)]
    )
    encoded = array.filter(pa.array(others)).dictionary_encode()
    vocabulary = [read_line(raw) for raw in encoded.dictionary.to_pylist()]
    word[others] = encoded.indices.to_numpy()
    if vocabulary:
        kinds = np.array([_kind_of(line) for line in vocabulary], np.int8)
        kind[others] = kinds[word[others]]
        number[others] = np.array([line.number for line in vocabulary], np.int32)[word[others]]
        # Deals with more than single blanks between their words.
        odd = np.flatnonzero(others & (kind == DEAL))
        deal_row[odd] = len(deals) + np.arange(len(odd))
        tiles = [vocabulary[index].tiles for index in word[odd].tolist()]
        deals = np.concatenate([deals, np.array(tiles, np.int8).reshape(-1, 13)])
    return Lines(data, start, plain, kind, number, word, vocabulary, deals, deal_row)


def _kind_of(line: Line) -> int:
    return HU if line.rows and line.rows[-1][1] == codes.WIN else line.kind


def _plain_deals(buffer: Ints, start: Ints, stop: Ints) -> tuple[Ints, Ints, Ints]:
    """Lines that are ``Player n Deal`` and thirteen known tiles: their indices, players, tiles."""
    lines = np.flatnonzero((stop - start == _DEAL_LENGTH) & (buffer[start + 10] == ord("e")))
    text = buffer[start[lines, None] + np.arange(_DEAL_LENGTH)]
    fixed = np.not_equal(_DEAL_TEMPLATE, ord("?"))
    fixed[7] = False
    good = (text[:, fixed] == _DEAL_TEMPLATE[fixed]).all(axis=1)
    seats = text[:, 7].astype(np.int32) - ord("0")
    tiles = _TILE_OF[text[:, _DEAL_TILES], text[:, _DEAL_TILES + 1]]
    good &= (seats >= 0) & (seats < 4) & (tiles >= 0).all(axis=1)
    return lines[good], seats[good], tiles[good]


def _tile_table() -> Ints:
    table = np.full((256, 256), -1, np.int8)
    for tile, name in enumerate(BOTZONE_NAMES):
        table[ord(name[0]), ord(name[1])] = tile
    return table


_TILE_OF: Final = _tile_table()
