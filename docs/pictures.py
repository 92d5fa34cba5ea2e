"""Make the pictures of the README from screenshots: python docs/pictures.py SCREENSHOTS"""

import sys
from pathlib import Path

from PIL import Image

DOCS = Path(__file__).parent
# Name, screenshot, and the height of what is kept of it, in parts of its width.
PICTURES = [
    ("home", "home-day-desktop", 0.72),
    ("table", "table-santa-timea-day-desktop", 0.72),
    ("night", "table-winds-of-plunder-night-desktop", 0.72),
    ("phone", "table-regatta-day-phone", 1.8),
]
WIDE, NARROW = 900, 400


def main(folder: Path) -> None:
    for name, source, part in PICTURES:
        picture = Image.open(folder / f"{source}.png").convert("RGB")
        kept = picture.crop((0, 0, picture.width, min(picture.height, int(picture.width * part))))
        width = NARROW if part > 1 else WIDE
        small = kept.resize((width, kept.height * width // kept.width), Image.Resampling.LANCZOS)
        small.save(DOCS / f"{name}.webp", quality=80, method=6)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
