"""The Python blocks of the documents run as written."""

import pathlib
import re
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
BLOCKS = [
    pytest.param(block, id=f"{path.name}-{number}")
    for path in (ROOT / "README.md", ROOT / "docs" / "python.md", ROOT / "python" / "README.md")
    for number, block in enumerate(re.findall(r"^```python\n(.*?)^```", path.read_text(), re.DOTALL | re.MULTILINE))
]


@pytest.mark.skipif(sys.version_info < (3, 10), reason="the documents match answers")
@pytest.mark.parametrize("block", BLOCKS)
def test_blocks_run(block: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if "matplotlib" in block:
        pyplot = pytest.importorskip("matplotlib.pyplot")
        pyplot.switch_backend("Agg")
        pyplot.close("all")
    if "gymnasium" in block:
        pytest.importorskip("gymnasium")
    exec(compile(block, "document", "exec"), {"__name__": "document"})
