"""Callbacks of progress."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from ._records import Progress


def callback(progress: Any) -> Callable[[Progress], object]:
    """Returns a callback for a callable, a bar of `tqdm` or its class."""
    if isinstance(progress, type) and hasattr(progress, "set_description_str"):
        bar = progress(total=1.0, bar_format="{desc} {percentage:3.0f}% |{bar}| {elapsed}")
        return _Bar(bar, is_own=True)
    if hasattr(progress, "set_description_str"):
        return _Bar(progress, is_own=False)
    if not callable(progress):
        raise TypeError(f"progress is a callable or a tqdm bar, not {type(progress).__name__}")
    result: Callable[[Progress], object] = progress
    return result


def end(callback: Callable[[Progress], object]) -> None:
    """Completes the bar of a call that has a result."""
    if isinstance(callback, _Bar):
        callback.end()


class _Bar:
    """Shows progress on a bar, whose total is the whole call."""

    def __init__(self, bar: Any, *, is_own: bool) -> None:
        self.bar = bar
        self.is_own = is_own
        if bar.total is None:
            bar.total = 1.0

    def __call__(self, progress: Progress) -> None:
        self.bar.set_description_str(f"{progress.phase}, {progress.nodes:,} positions", refresh=False)
        if progress.done is not None:
            self.bar.n = progress.done * self.bar.total
        self.bar.refresh()

    def end(self) -> None:
        self.bar.n = self.bar.total
        self.bar.refresh()
        if self.is_own:
            self.bar.close()
