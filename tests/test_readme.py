"""The README's example runs as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_example_of_a_node_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)

    assert len(blocks) == 1
    exec(
        compile(blocks[0], str(README), "exec", dont_inherit=True), {"__name__": "readme"}
    )  # its own assertions are the test
