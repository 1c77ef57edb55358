"""Registration of the environment with gymnasium, which this module never imports.

Since version 1.0, gymnasium reads no entry points of other packages.
"""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec, PathFinder
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

ID = "pegboard/Peg-v0"


def register() -> None:
    """Registers the environment, now or as soon as gymnasium is imported."""
    gymnasium = sys.modules.get("gymnasium")
    if gymnasium is None:
        sys.meta_path.insert(0, _Finder())
    else:
        _register_with(gymnasium)


def _register_with(gymnasium: Any) -> None:
    if ID not in gymnasium.registry:
        gymnasium.register(id=ID, entry_point="pegboard.gym:PegEnv")


class _Finder:
    """Finder that registers the environment after it has loaded gymnasium."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != "gymnasium":
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def load_and_register(module: ModuleType) -> None:
                load(module)
                _register_with(module)
                if self in sys.meta_path:
                    sys.meta_path.remove(self)

            spec.loader.exec_module = load_and_register  # type: ignore[method-assign]
        return spec
