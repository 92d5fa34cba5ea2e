#!/usr/bin/env bash
# Builds the wheel, installs it into an empty environment, and plays a game from it.
set -euo pipefail
python=$(realpath -s "$1")
here=$(pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

FOURWINDS_PAGE=required "$python" -m build --wheel --no-isolation --outdir "$folder" . >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
"$python" -m venv "$folder/empty"
"$folder/empty/bin/python" -m pip --disable-pip-version-check -q install -c constraints.txt "$folder"/fourwinds-*.whl

cd "$folder"  # away from the sources: what runs now is what was installed
fourwinds="$folder/empty/bin/fourwinds"
"$fourwinds" doctor --line
"$folder/empty/bin/python" - "$here" <<'PY'
import random
import sys
from pathlib import Path

import fourwinds as fw

where = Path(fw.__file__)
assert (where.parent / "web" / "index.html").is_file(), "the installed package has no web page"
assert Path(sys.argv[1]) not in where.parents, f"imported from the sources: {where}"
for name in fw.games():
    state = fw.game(name).start(seed=1)
    rng = random.Random(1)
    for _ in range(2000):  # random players need longer than this for some games
        if state.over:
            break
        seat = state.actors[0]
        state.play(seat, rng.choice(state.actions(seat)))
    print(f"{name}: {state.scores}")
PY
for game in $("$fourwinds" games --json | "$python" -c 'import json, sys; print(*[g["id"] for g in json.load(sys.stdin)])'); do
  "$fourwinds" simulate "$game" --games 20 --max-decisions 20000 --json >/dev/null
  "$fourwinds" rules "$game" --lang fr >/dev/null
done
echo "the installed package plays"
