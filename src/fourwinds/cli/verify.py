"""`fourwinds verify`: whether a match was dealt and played fairly, from its record alone."""

from __future__ import annotations

from typing import Annotated

import typer

from fourwinds.cli import speaking
from fourwinds.cli.records import RecordFile
from fourwinds.cli.speaking import ComponentFile, Json, Lang
from fourwinds.core.record import Record
from fourwinds.match import fairness
from fourwinds.match.verify import Finding
from fourwinds.match.verify import verify as check

Commitment = Annotated[
    str | None,
    typer.Option(metavar="HASH", help="The commitment you were shown before the deal."),
]
Salt = Annotated[
    str | None, typer.Option(metavar="TEXT", help="What you added to the deal as your salt.")
]


def verify(
    file: RecordFile,
    commitment: Commitment = None,
    salt: Salt = None,
    components: ComponentFile = None,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Check moves, commitment, deal and seals of a record; exit code 1 if one is wrong."""
    record = Record.load(file)
    findings = check(record, components)
    if commitment is not None:
        shown = (record.proof or {}).get("commitment")
        same = shown == commitment.strip().lower()
        problem = None if same else f"expected {commitment}, got {shown}"
        findings.append(Finding("shown", 1, problem))
    if salt is not None:
        mine = fairness.salt(" ".join(salt.split()))
        there = mine in (record.proof or {}).get("salts", ())
        findings.append(Finding("salt", 1, None if there else f"expected {mine} among the salts"))
    if as_json:
        speaking.print_json([vars(finding) for finding in findings])
    else:
        words = speaking.speak(lang)
        console = speaking.console()
        for finding in findings:
            label = words.line(f"verify/{finding.what}", n=finding.count)
            mark = "[green]✓[/]" if finding.problem is None else "[bold red]✗[/]"
            problem = "" if finding.problem is None else f": {finding.problem}"
            console.print(f"{mark} {label}{speaking.plain(problem)}", soft_wrap=True)
        if record.proof is None:
            console.print(words.line("verify/unproved"), soft_wrap=True)
    if any(finding.problem is not None for finding in findings):
        raise typer.Exit(1)
