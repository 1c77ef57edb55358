import json
import pathlib
import runpy

import pytest

NOTEBOOKS = sorted((pathlib.Path(__file__).parent.parent / "notebooks").glob("*.py"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path: pathlib.Path) -> None:
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pytest.importorskip("networkx")
    pyplot.switch_backend("Agg")
    runpy.run_path(str(path))
    pyplot.close("all")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_notebooks(path: pathlib.Path) -> None:
    jupytext = pytest.importorskip("jupytext")
    notebook = json.loads(jupytext.writes(jupytext.read(path), fmt="ipynb"))
    assert len(notebook["cells"]) > 4
