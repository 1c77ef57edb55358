"""Codes and bits of positions."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from ._records import PegboardError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from ._native import Board, Position


def bits(codes: ArrayLike | Position | Sequence[Position], board: Board | int | None = None) -> NDArray[np.uint8]:
    """Returns a row of 0 and 1 for each code, with a column for each hole.

    `board` is a board or its number of holes; without it there are 64 columns, or 128 for codes of two words.
    """
    holes = _holes(board)
    words = _words(codes, holes)
    unpacked = np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little")
    if holes is None:
        return unpacked
    full = 2**holes - 1
    too_large = words > np.array([full & 2**64 - 1, full >> 64][: words.shape[-1]], dtype=np.uint64)
    if too_large.any():
        code = sum(word << 64 * place for place, word in enumerate(words[too_large.any(axis=-1)][0].tolist()))
        raise PegboardError(f"{code} is not a code of a board with {holes} holes; codes are below 2^{holes}")
    return unpacked[..., :holes]


def codes(bits: ArrayLike) -> NDArray[np.uint64]:
    """Returns the code of each row of bits: `uint64` for up to 64 columns, otherwise two words, the low one first."""
    given = np.asarray(bits)
    if given.ndim == 0:
        raise TypeError(f"bits are rows of 0 and 1, not {bits!r}")
    rows = given.astype(bool)
    if given.dtype.kind not in "biuf" or (rows != given).any():
        raise PegboardError("bits are 0 or 1")
    holes = _checked(rows.shape[-1])
    words = 1 if holes <= 64 else 2
    padded = np.zeros((*rows.shape[:-1], 64 * words), dtype=bool)
    padded[..., :holes] = rows
    packed: NDArray[Any] = np.packbits(padded, axis=-1, bitorder="little").view("<u8")
    result: NDArray[np.uint64] = packed.astype(np.uint64, copy=False)
    return result[..., 0] if words == 1 else result


def _words(codes: ArrayLike | Position | Sequence[Position], holes: int | None) -> NDArray[np.uint64]:
    """Returns the words of codes along the last axis. Codes are integers of any size, or rows of two words."""
    given = np.asarray(codes)
    if given.dtype.kind not in "biu":
        # numpy makes floats of some integers that need 64 bits.
        given = np.array(codes, dtype=object)
        given = np.array([_integer(code) for code in given.flat], dtype=object).reshape(given.shape)
    elif given.size and given.min() < 0:
        raise PegboardError(f"{given.min()} is not a code")
    is_wide = given.shape[1:] == (2,) if holes is None else holes > 64
    are_integers = given.dtype == object or not isinstance(codes, np.ndarray)
    if is_wide and given.ndim > 1 and given.shape[-1] == 2:
        words = given
    elif not is_wide and given.dtype != object:
        words = given[..., None]
    elif are_integers and (given.ndim < 2 or not is_wide):
        words = given.astype(object)[..., None] >> np.array([0, 64], dtype=object) & (2**64 - 1)
        if holes is None and not words[..., 1].any():
            words = words[..., :1]
    else:
        raise PegboardError(f"codes of a board with {holes} holes are integers or arrays of shape (n, 2), not {given.shape}")
    return np.asarray(words, dtype="<u8", order="C")


def _integer(code: Any) -> int:
    try:
        number = operator.index(getattr(code, "code", code))  # positions have a code
    except TypeError:
        number = -1
    if not 0 <= number < 2**128:
        raise PegboardError(f"{code!r} is not a code")
    return number


def _holes(board: Board | int | None) -> int | None:
    if board is None:
        return None
    holes: Any = getattr(board, "hole_count", board)
    try:
        return _checked(operator.index(holes))
    except TypeError:
        raise TypeError(f"board={board!r} is not a board or a number of holes") from None


def _checked(holes: int) -> int:
    if not 1 <= holes <= 128:
        raise PegboardError(f"a board has 1 to 128 holes, not {holes}")
    return holes
