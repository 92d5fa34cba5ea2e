"""Asks pip-audit whether something in deploy/requirements.txt has a known weakness.

Exit code 1 if so. Where the advisories cannot be had - off-line, or behind a mirror that has none -
it says so and is content: a check that fails without the internet is soon switched off.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

REQUIREMENTS = Path(__file__).parent / "requirements.txt"


def verdict(answer: str) -> tuple[int, str]:
    """The exit code and what to say, from what pip-audit writes as JSON."""
    try:
        found = json.loads(answer)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return 0, "Not audited: the advisories cannot be reached from here"
    weak = [
        f"{each['name']} {each['version']}: {one['id']}"
        + (f", mended in {', '.join(one['fix_versions'])}" if one["fix_versions"] else "")
        for each in found
        for one in each.get("vulns", ())
    ]
    asked = sum("vulns" in each for each in found)
    if weak:
        return 1, "Known weaknesses:\n  " + "\n  ".join(weak)
    if not asked:
        return 0, "Not audited: the advisories cannot be reached from here"
    return 0, f"Audited {asked} of {len(found)} packages: no known weakness"


def main() -> int:
    words = ["-m", "pip_audit", "-r", str(REQUIREMENTS), "--require-hashes", "--disable-pip"]
    more = ["--format", "json", "--progress-spinner", "off", "--timeout", "10"]
    asked = subprocess.run([sys.executable, *words, *more], capture_output=True, text=True)
    code, said = verdict(asked.stdout)
    print(said)
    return code


if __name__ == "__main__":
    sys.exit(main())
