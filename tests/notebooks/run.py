"""Runs a notebook from top to bottom: python run.py IN OUT. `make notebooks` keeps what comes out.

Its first cell ends with what that took.
"""

import re
import resource
import sys
from typing import Any

import nbformat
from nbclient import NotebookClient

LONGEST = 1800  # seconds a cell may take
TOOK = re.compile(r"\n\nAll of it took [\d,]+ s of processor time\.\Z")


def settle(notebook: Any, seconds: float) -> None:
    """Say what it took; keep nothing that differs from run to run without need."""
    first = notebook.cells[0]
    took = f"\n\nAll of it took {max(1, round(seconds)):,} s of processor time."
    first.source = TOOK.sub("", first.source) + took
    notebook.metadata["language_info"] = {"name": "python"}
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)


if __name__ == "__main__":
    notebook = nbformat.read(sys.argv[1], as_version=4)  # type: ignore[no-untyped-call]
    client = NotebookClient(notebook, timeout=LONGEST, kernel_name="python3", record_timing=False)
    client.execute()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    settle(notebook, used.ru_utime + used.ru_stime)
    nbformat.write(notebook, sys.argv[2])  # type: ignore[no-untyped-call]
