import importlib.metadata
import pathlib
import subprocess
import sys

import pegboard
import pytest

pytest.importorskip("mypy")
pytest.importorskip("networkx")
pytest.importorskip("rustworkx")

TESTS = pathlib.Path(__file__).parent


def run(folder: pathlib.Path, *arguments: str) -> None:
    # From a folder without the sources, so that the installed package is checked.
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_is_strict(tmp_path: pathlib.Path) -> None:
    run(tmp_path, "-m", "mypy", "--strict", "-p", "pegboard")


def test_the_tests_are_strict(tmp_path: pathlib.Path) -> None:
    run(tmp_path, "-m", "mypy", "--strict", str(TESTS))


def test_stubs_describe_the_module(tmp_path: pathlib.Path) -> None:
    run(tmp_path, "-m", "mypy.stubtest", "pegboard", "--ignore-disjoint-bases")


def test_the_sources_run_on_the_oldest_python(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("vermin")
    oldest = importlib.metadata.metadata("pegboard")["Requires-Python"].removeprefix(">=")
    sources = str(pathlib.Path(pegboard.__file__).parent)
    run(tmp_path, "-c", "import vermin; vermin.main()", "--no-tips", "--violations", f"--target={oldest}-", sources)
