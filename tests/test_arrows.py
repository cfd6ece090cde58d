"""Imports point one way. Source: DESIGN.md, "The house"."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent

MAY_IMPORT: Final[dict[str, set[str]]] = {
    "graph": set(),
    "hotelsite.hotels": set(),
    "hotelsite.concierge": {"graph", "hotelsite.hotels"},
    "hotelsite.local_models": {"graph", "hotelsite.hotels"},
    "hotelsite.conversations": {"graph"},
    "hotelsite.web": {
        "graph",
        "hotelsite.concierge",
        "hotelsite.conversations",
        "hotelsite.hotels",
        "hotelsite.runtime",
    },
    "hotelsite.staff": {
        "graph",
        "hotelsite.concierge",
        "hotelsite.conversations",
        "hotelsite.demo_secrets",
        "hotelsite.hotels",
        "hotelsite.runtime",
    },
}
"""What each package may import of ours besides itself. Whatever of `hotelsite` is not a key joins the packages."""


def imported_modules(source: str, package: str) -> Iterator[str]:
    """Yield every module that a source imports, at whatever depth; `package` is where relative imports start."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*above, *filter(None, [node.module])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def belongs_to(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def strays(package: str) -> list[str]:
    """Return the imports of ours that a package may not have, each with its file."""
    allowed = {package, *MAY_IMPORT[package]}
    found = []
    for path in sorted((ROOT / package.replace(".", "/")).rglob("*.py")):
        own = ".".join(path.relative_to(ROOT).parent.parts)
        for module in imported_modules(path.read_text(encoding="utf-8"), own):
            ours = belongs_to(module, "graph") or (belongs_to(module, "hotelsite") and module != "hotelsite")
            if ours and not any(belongs_to(module, one) for one in allowed):
                found.append(f"{path.relative_to(ROOT)} imports {module}")
    return found


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_a_package_imports_only_what_is_below_it(package: str) -> None:
    assert strays(package) == []


def test_every_package_of_the_site_has_its_place() -> None:
    packages = {f"hotelsite.{path.parent.name}" for path in (ROOT / "hotelsite").glob("*/__init__.py")}

    assert packages <= set(MAY_IMPORT)


@pytest.mark.parametrize(
    ("source", "modules"),
    [
        ("import hotelsite.web.urls as urls", {"hotelsite.web.urls"}),
        ("from hotelsite import runtime", {"hotelsite", "hotelsite.runtime"}),
        ("from ..web import urls", {"hotelsite.web", "hotelsite.web.urls"}),
        ("from . import models", {"hotelsite.hotels", "hotelsite.hotels.models"}),
        ("def f():\n    from graph import engine", {"graph", "graph.engine"}),
    ],
)
def test_no_way_of_importing_goes_unseen(source: str, modules: set[str]) -> None:
    assert set(imported_modules(source, "hotelsite.hotels")) == modules


WITHOUT_DJANGO: Final = """
import importlib, pkgutil, sys
from importlib.abc import MetaPathFinder

class NotInstalled(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("django", "channels", "daphne"):
            raise ModuleNotFoundError(f"No module named {name!r}")

sys.meta_path.insert(0, NotInstalled())
for name in sys.argv[1:]:
    module = importlib.import_module(name)
    for found in pkgutil.walk_packages(getattr(module, "__path__", []), f"{name}."):
        importlib.import_module(found.name)
"""


@pytest.mark.parametrize("name", ["graph", "hotelsite.hotels.criteria", "hotelsite.hotels.pricing"])
def test_it_imports_where_django_is_not_installed(name: str) -> None:
    result = subprocess.run(
        [sys.executable, "-c", WITHOUT_DJANGO, name], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert (result.returncode, result.stderr) == (0, "")
