"""What a type checker accepts of the library's interface, and what it must reject, line by line."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TypeAlias

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
REJECTED = sorted((HERE / "rejects").glob("*.py"))
MARK = re.compile(r"# E: (?P<code>[a-z-]+)$")
ERROR = re.compile(r"^(?P<file>[^:]+):(?P<line>\d+): error: .* \[(?P<code>[a-z-]+)\]$")

Faults: TypeAlias = list[tuple[int, str]]
"""(line, mypy's code), in order."""

pytestmark = pytest.mark.xdist_group("mypy")  # one run of mypy serves all tests here


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Faults]:
    """What mypy finds in the files of this folder, by file name."""
    cache = tmp_path_factory.mktemp("mypy")
    config = cache / "mypy.ini"
    config.write_text("[mypy]\nstrict = True\nplugins = pydantic.mypy\n", encoding="utf-8")
    checked = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--config-file", str(config), "--cache-dir", str(cache)),
            *("--hide-error-context", "--no-color-output", "--no-error-summary", "--no-pretty"),
            str(HERE / "api_accepts.py"),
            *map(str, REJECTED),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.stderr == ""
    faults: dict[str, Faults] = {}
    for line in checked.stdout.splitlines():
        if match := ERROR.match(line):
            faults.setdefault(Path(match["file"]).name, []).append((int(match["line"]), match["code"]))
    return faults


def marked(path: Path) -> Faults:
    lines = path.read_text(encoding="utf-8").splitlines()
    marks = ((number, MARK.search(line)) for number, line in enumerate(lines, start=1))
    return [(number, mark["code"]) for number, mark in marks if mark]


def test_what_engineers_write_is_accepted(found: dict[str, Faults]) -> None:
    assert found.get("api_accepts.py", []) == []


@pytest.mark.parametrize("path", REJECTED, ids=lambda path: path.stem)
def test_every_marked_line_is_rejected_and_no_other(path: Path, found: dict[str, Faults]) -> None:
    assert len(marked(path)) >= 5
    assert sorted(found.get(path.name, [])) == marked(path)
