"""`python -m tests.bench [PART ...]`: measure all parts, or those named; print the table and write the JSON."""

from __future__ import annotations

import importlib
import os
import sys
import time
from pathlib import Path
from typing import Final

import django

from tests.bench.figures import Figure, table, write_json

PARTS: Final = ("walking", "durable", "sockets", "understanding")
"""Modules beside this one, in the order of the table; each has `figures()`."""

RESULT: Final = Path(__file__).resolve().parents[2] / "var" / "bench.json"


def main(parts: list[str]) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
    django.setup()
    begun = time.monotonic()
    figures: list[Figure] = []
    for part in parts or PARTS:
        sys.stderr.write(f"measuring: {part}\n")
        figures += importlib.import_module(f"tests.bench.{part}").figures()
    write_json(RESULT, figures, seconds=time.monotonic() - begun)
    sys.stdout.write(f"\n{table(figures)}\n\nWritten to {RESULT}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
