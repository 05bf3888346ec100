"""Runs the blocks of ``docs/walkthrough.md`` and writes what they print below them.

``make docs`` runs it; a test keeps the page up to date.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

PAGE: Final = Path(__file__).resolve().parent.parent.parent / "docs" / "walkthrough.md"
_BLOCK: Final = re.compile(r"```(sh|python)\n(.*?)```\n(?:\n```text\n.*?```\n)?", re.DOTALL)


def executed(text: str, folder: Path, command: Callable[[list[str]], None]) -> str:
    """The page with the output of every block, run in a folder of its own.

    Args:
        text: the page.
        folder: an empty folder, in which the lake is made.
        command: runs `paipu` with these words.

    Raises:
        CalledProcessError: where a command fails; what a block of Python raises.
    """
    names: dict[str, Any] = {}

    def run(block: re.Match[str]) -> str:
        kind, code = block[1], block[2]
        head = f"```{kind}\n{code}```\n"
        if kind == "sh":
            for line in code.splitlines():
                program, *words = shlex.split(line)
                if program != "paipu":
                    raise ValueError(f"the page runs paipu alone, not {program}")
                command(words)
            return head
        told = io.StringIO()
        with contextlib.redirect_stdout(told):
            exec(compile(code, PAGE.name, "exec"), names)
        output = "\n".join(line.rstrip() for line in told.getvalue().splitlines())
        return f"{head}\n```text\n{output}\n```\n" if output else head

    with contextlib.chdir(folder):
        return _BLOCK.sub(run, text)


def run_paipu(words: list[str]) -> None:
    """Run `paipu` in a process of its own, with this Python."""
    environment = os.environ | {"PYTHONPATH": str(PAGE.parent.parent)}
    subprocess.run(
        [sys.executable, "-m", "dashboards.cli", *words],
        check=True,
        capture_output=True,
        env=environment,
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        page = executed(PAGE.read_text(encoding="utf-8"), Path(made), run_paipu)
    PAGE.write_text(page, encoding="utf-8")
    sys.stdout.write(f"{PAGE.name} written\n")
