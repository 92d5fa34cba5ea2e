"""Make the pictures of the README from screenshots: python docs/pictures.py SCREENSHOTS

`make screenshots` takes them, in screenshots/."""

import sys
from pathlib import Path

from PIL import Image

DOCS = Path(__file__).parent
# Name, the screenshots beside each other in it, and the height kept of each, in parts of its width.
PICTURES = [
    ("home", ["home-day-desktop"], 0.589),
    ("table", ["table-santa-timea-day-desktop"], 0.589),
    ("night", ["table-winds-of-plunder-night-desktop"], 0.589),
    ("phone", ["table-regatta-day-phone", "table-vor-dem-wind-day-phone"], 2.0),
]
WIDE, NARROW, GAP = 900, 400, 24


def main(folder: Path) -> None:
    for name, sources, part in PICTURES:
        width = NARROW if part > 1 else WIDE
        shots = [_cut(Image.open(folder / f"{source}.png"), part, width) for source in sources]
        whole = Image.new(
            "RGB",
            (len(shots) * (width + GAP) - GAP, max(shot.height for shot in shots)),
            "white",
        )
        for place, shot in enumerate(shots):
            whole.paste(shot, (place * (width + GAP), 0))
        whole.save(DOCS / f"{name}.webp", quality=80, method=6)


def _cut(picture: Image.Image, part: float, width: int) -> Image.Image:
    """The upper part of a screenshot, made so wide."""
    height = min(picture.height, int(picture.width * part))
    kept = picture.convert("RGB").crop((0, 0, picture.width, height))
    size = (width, kept.height * width // kept.width)
    return kept.resize(size, Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
