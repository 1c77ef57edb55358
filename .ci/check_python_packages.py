"""Checks the contents of wheels and source distributions: `check_python_packages.py FILE…`

A wheel has the package and its licenses, and nothing else. A source distribution has what builds it.
"""

import base64
import csv
import hashlib
import io
import pathlib
import re
import sys
import tarfile
import zipfile
from email.message import Message
from email.parser import BytesParser

ROOT = pathlib.Path(__file__).parents[1]
PACKAGE = ROOT / "python" / "pegboard"
LICENSES = {"LICENSE-APACHE", "LICENSE-MIT", "LICENSE-THIRD-PARTY.txt"}
EXTRAS = {"graphs", "gym", "plot", "test"}
LARGEST = {".whl": 6_000_000, ".gz": 2_000_000}


def require(holds: bool, message: str) -> None:
    if not holds:
        raise SystemExit(f"error: {message}")


def require_equal(name: str, found: object, expected: object) -> None:
    require(found == expected, f"{name}: {found!r} instead of {expected!r}")


def version() -> str:
    manifest = (ROOT / "Cargo.toml").read_text("utf-8")
    return re.search(r'^\[workspace\.package\]\nversion = "([^"]+)"', manifest, re.MULTILINE).group(1)


def sources() -> set[str]:
    """Returns the files of the package, without those that Python and the build have left."""
    files = (path for path in PACKAGE.rglob("*") if path.suffix in {".py", ".pyi", ".typed"})
    return {path.relative_to(PACKAGE.parent).as_posix() for path in files}


def check_metadata(metadata: Message) -> None:
    single = {"Name": "pegboard", "Version": version(), "License-Expression": "MIT OR Apache-2.0", "Requires-Python": ">=3.9"}
    for name, expected in single.items():
        require_equal(name, metadata[name], expected)
    required = [line for line in metadata.get_all("Requires-Dist") if "extra ==" not in line]
    require_equal("requirements", required, ["numpy>=1.24"])
    require_equal("extras", set(metadata.get_all("Provides-Extra")), EXTRAS)
    require_equal("licenses", set(metadata.get_all("License-File")), LICENSES)
    require(bool(metadata["Summary"]), "there is no summary")
    require("```python" in metadata.get_payload(), "the description is not the README")


def check_record(files: dict[str, bytes], record: str) -> None:
    """Checks the digest of each file of a wheel."""
    rows = {name: (digest, size) for name, digest, size in csv.reader(io.StringIO(files[record].decode()))}
    require_equal("names in RECORD", set(rows), set(files))
    for name, content in files.items():
        if name != record:
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            require_equal(name, rows[name], (f"sha256={digest}", str(len(content))))


def check_wheel(path: pathlib.Path) -> None:
    require(bool(re.fullmatch(rf"pegboard-{version()}-cp39-abi3-[\w.]+\.whl", path.name)), f"{path.name} is no name of a wheel")
    with zipfile.ZipFile(path) as wheel:
        files = {name: wheel.read(name) for name in wheel.namelist()}
    info = f"pegboard-{version()}.dist-info"
    modules = [name for name in files if re.fullmatch(r"pegboard/_native(\.abi3)?\.(so|pyd)", name)]
    require_equal("number of native modules", len(modules), 1)
    expected = sources() | set(modules) | {f"{info}/{name}" for name in ("METADATA", "RECORD", "WHEEL")}
    expected |= {f"{info}/licenses/{name}" for name in LICENSES}
    # A list of the Rust packages in the module, which newer versions of maturin add.
    others = {name for name in files if name.startswith(f"{info}/sboms/")}
    require_equal("missing files", sorted(expected - set(files)), [])
    require_equal("files that do not belong there", sorted(set(files) - others - expected), [])
    check_record(files, f"{info}/RECORD")
    check_metadata(BytesParser().parsebytes(files[f"{info}/METADATA"]))


def check_sources(path: pathlib.Path) -> None:
    require_equal("name", path.name, f"pegboard-{version()}.tar.gz")
    root = f"pegboard-{version()}/"
    with tarfile.open(path) as archive:
        members = archive.getmembers()
        require(all(member.isfile() for member in members), "there are other members than files")
        require(all(member.name.startswith(root) for member in members), f"not all files are in {root}")
        names = {member.name.removeprefix(root) for member in members}
        metadata = archive.extractfile(f"{root}PKG-INFO").read()
    needed = sources() | LICENSES | {"PKG-INFO", "README.md", "pyproject.toml", "Cargo.toml", "Cargo.lock", "src/lib.rs"}
    needed |= {"crates/checker/src/lib.rs", "crates/python/src/lib.rs", "boards/english.ron"}
    require(needed <= names, f"missing: {sorted(needed - names)}")
    allowed = re.compile(r"[^/]+|(src|boards|pegboard|crates/(checker|python))/.+")
    others = sorted(name for name in names if not allowed.fullmatch(name))
    others += sorted(name for name in names if set(name.split("/")) & {"tests", "snapshots", "target", "__pycache__"})
    require(not others, f"files that build nothing: {others}")
    check_metadata(BytesParser().parsebytes(metadata))


def main() -> None:
    require(len(sys.argv) > 1, "name a wheel or a source distribution")
    for path in map(pathlib.Path, sys.argv[1:]):
        (check_wheel if path.suffix == ".whl" else check_sources)(path)
        size = path.stat().st_size
        require(size <= LARGEST[path.suffix], f"{path.name} has {size} bytes, more than {LARGEST[path.suffix]}")
        print(f"{path.name}: {size} bytes, complete")


if __name__ == "__main__":
    main()
