"""Codes and bits of positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ._native import Board


def bits(codes: ArrayLike, board: Board | int | None = None) -> NDArray[np.uint8]:
    """Returns a row of 0 and 1 for each code, with a column for each hole.

    `board` is a board or its number of holes; without it there are 64 columns, or 128 for codes of two words.
    """
    holes = _holes(board)
    words = _words(codes, holes)
    is_wide = words.ndim == 2 and words.shape[-1] == 2 if holes is None else holes > 64
    if is_wide and (words.ndim == 0 or words.shape[-1] != 2):
        raise ValueError(f"codes of a board with {holes} holes are integers or arrays of shape (n, 2), not {words.shape}")
    shape, columns = (words.shape[:-1], 128) if is_wide else (words.shape, 64)
    unpacked = np.unpackbits(words.reshape(-1).view(np.uint8).reshape(*shape, columns // 8), axis=-1, bitorder="little")
    return unpacked if holes is None else unpacked[..., :holes]


def codes(bits: ArrayLike) -> NDArray[np.uint64]:
    """Returns the code of each row of bits: `uint64` for up to 64 columns, otherwise two words, the low one first."""
    rows = np.asarray(bits, dtype=bool)
    holes = rows.shape[-1]
    words = 1 if holes <= 64 else 2
    if holes > 128:
        raise ValueError(f"a board has at most 128 holes, not {holes}")
    padded = np.zeros((*rows.shape[:-1], 64 * words), dtype=bool)
    padded[..., :holes] = rows
    packed: NDArray[Any] = np.packbits(padded, axis=-1, bitorder="little").view("<u8")
    result: NDArray[np.uint64] = packed.astype(np.uint64, copy=False)
    return result[..., 0] if words == 1 else result


def _words(codes: ArrayLike, holes: int | None) -> NDArray[Any]:
    """Returns the words of codes, which can be Python's integers of any size."""
    given = np.asarray(codes)
    is_wide = given.dtype == object if holes is None else holes > 64
    if is_wide and given.ndim < 2 and (given.dtype == object or not isinstance(codes, np.ndarray)):
        numbers = given.astype(object)
        words = (numbers & (2**64 - 1), numbers >> 64)
        given = np.stack([np.asarray(word, dtype=np.uint64) for word in words], axis=-1)
    return np.asarray(given, dtype="<u8", order="C")


def _holes(board: Board | int | None) -> int | None:
    return board if board is None or isinstance(board, int) else board.hole_count
