import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("mypy")
pytest.importorskip("networkx")
pytest.importorskip("rustworkx")

TESTS = pathlib.Path(__file__).parent


def run(folder: pathlib.Path, *arguments: str) -> None:
    # From a folder without the sources, so that the installed package is checked.
    done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_is_strict(tmp_path: pathlib.Path) -> None:
    run(tmp_path, "mypy", "--strict", "-p", "pegboard")


def test_the_tests_are_strict(tmp_path: pathlib.Path) -> None:
    run(tmp_path, "mypy", "--strict", str(TESTS))


def test_stubs_describe_the_module(tmp_path: pathlib.Path) -> None:
    run(tmp_path, "mypy.stubtest", "pegboard", "--ignore-disjoint-bases")
