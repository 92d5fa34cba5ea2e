"""Write the numbers of sequences of a game's named positions anew.

    python -m tests.counts.make_counts regatta

Run it only after a change of the rules that is meant to change them, and say why in the commit.
"""

from __future__ import annotations

import json
import sys

import fourwinds as fw
from tests.counts.test_counts import HERE, counts, load


def main(game: str) -> None:
    for path in sorted((HERE / game).glob("*.json")):
        found = load(path)
        components = HERE / found["components"] if "components" in found else None
        state = fw.game(game).from_position(found["position"], components)
        found["position"] = state.position()
        found["counts"] = counts(state, len(found["counts"]))
        path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
