"""Pictures that notebooks show."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._records import Unsolvable


def weights_svg(answer: Unsolvable) -> str | None:
    """Returns a picture of the weights of the first pagoda function of a proof, or `None` if there is none."""
    if not answer.proof.weights or answer.problem is None:
        return None
    board = answer.problem.board
    start = answer.problem.start
    unit, margin = 40.0, 30.0
    coords = board.coords
    left, top = coords.min(axis=0)
    width, height = (coords.max(axis=0) - (left, top)) * unit + 2 * margin
    shapes = []
    for label, (x, y), weight in zip(board.holes, coords, answer.proof.weights[0]):
        x, y = (x - left) * unit + margin, (y - top) * unit + margin
        fill = "#ffe8b8" if label in start else "#ffffff"
        shapes.append(
            f'<g><title>{escape(label)}: {weight}</title><circle cx="{x:.1f}" cy="{y:.1f}" r="16" fill="{fill}" '
            f'stroke="#444444"/><text x="{x:.1f}" y="{y + 5:.1f}" text-anchor="middle" font-family="sans-serif" '
            f'font-size="14">{weight}</text></g>'
        )
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(shapes)}</svg>'
