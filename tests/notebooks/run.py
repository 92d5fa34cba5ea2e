"""Runs a notebook from top to bottom: python run.py IN OUT."""

import sys

import nbformat
from nbclient import NotebookClient

LONGEST = 300  # seconds a cell may take

if __name__ == "__main__":
    notebook = nbformat.read(sys.argv[1], as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=LONGEST, kernel_name="python3").execute()
    nbformat.write(notebook, sys.argv[2])  # type: ignore[no-untyped-call]
