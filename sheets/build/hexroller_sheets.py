"""Lays out both sides of the HexRoller sheet and writes `sheets/hexroller_front.json` and `sheets/hexroller_back.json`.

The shape of the board and the places of the printed numbers are our own; run this file after a change, then the tests.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from rollwrite_desktop.sheet import hexes  # noqa: E402
from rollwrite_desktop.sheet.load import dump, find, ring_of  # noqa: E402
from rollwrite_desktop.sheet.sheet import Box, Decor, Rect, Region, Sheet  # noqa: E402

FLOWER = ((0, 0), *hexes.DIRECTIONS)
TIPS = ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))

AREAS = {"A": "red", "B": "yellow", "C": "blue", "D": "orange", "E": "green", "F": "purple", "M": "stone"}
"""Letter to region: neighbors on the ring far apart in lightness."""

FRONT_MIDDLES = {"A": (3, 0), "B": (0, 3), "C": (-3, 3), "D": (-3, 0), "E": (0, -3), "F": (3, -3)}
BACK_MIDDLES = {"A": (2, 1), "B": (-1, 3), "C": (-3, 2), "D": (-2, -1), "E": (1, -3), "F": (3, -2)}

FRONT_PRINTED = {
    "3": ((-1, 2), (0, 4)), "4": ((1, 0), (0, -3)), "5": ((2, 1), (-3, 4)),
    "6": ((-4, 0), (2, -3)), "7": ((-3, 1), (4, -4)), "8": ((4, -1), (-4, 3)),
}
BACK_PRINTED = {
    "3": ((-1, 0), (-3, 2)), "4": ((3, 0), (3, -3)), "5": ((-1, 2), (0, -2)),
    "6": ((1, 0), (-2, -2)), "7": ((-1, 4), (-3, 0)), "8": ((2, 2), (1, -4)),
}

ROW, ROW_LEFT, ROW_STEP = 38.0, 62.0, 40.0
FIELD = (52.0, 34.0)
STEP = 37.0
BESIDE = 42.0
"""Where the words before a box end: nearer to it than to the box before, so that nobody writes in that one."""
# How the score is counted: heading, what it is worth, left edge, top, and the parts with the words before their boxes.
GROUPS = (
    ("Areas", "most common number, M twice", 511.0, 92.0, tuple((letter, letter) for letter in "ABCDEFM")),
    ("Connections", "the number, if joined", 615.0, 92.0, tuple((f"pair_{n}", str(n)) for n in range(3, 9))),
    ("Rows", "the last of 3, 4, 5 …", 511.0, 376.0, (("upper", "Upper"), ("lower", "Lower"))),
    ("Bonuses", "2 for each unused", 615.0, 376.0, (("bonuses", ""),)),
)
BONUSES = {"plus_one": ("+1", "one hex more"), "two": ("2", "in any hex"), "third": ("3rd", "number")}


def text(kind: str, words: str, x: float, y: float, w: float, h: float) -> Decor:
    return Decor(kind, ring_of(Rect(x, y, w, h)), words)


def sheet(side: str) -> Sheet:
    front = side == "front"
    middles = FRONT_MIDDLES if front else BACK_MIDDLES
    rounds, dice = (7, 8) if front else (6, 7)
    cells = {
        (q + dq, r + dr): AREAS[letter]
        for letter, (q, r) in {**middles, "M": (0, 0)}.items()
        for dq, dr in (*FLOWER, *(TIPS if front and letter == "M" else ()))
    }
    origin = (253.0 if front else 277.0, 228.0)
    printed = {cell: n for n, pair in (FRONT_PRINTED if front else BACK_PRINTED).items() for cell in pair}

    boxes = [Box("player", "player", "field", Rect(511, 54, 200, 32))]
    decor = [
        text("title", "HexRoller", 511, 9, 150, 28),
        text("label", "Player", 511, 40, 200, 12),
        text("label", "Bonuses", 9, 9, 72, 12),
        text("label", "Total", 615, 438, 96, 14),
        text("digits", "", 511, 511, 200, 20),
        text("reserve", "", 440, 474, 57, 57),
    ]
    for i, (bonus, (words, hint)) in enumerate(BONUSES.items()):
        y = 24.0 + 40 * i
        boxes.append(Box(bonus, bonus, "check", Rect(9, y, 36, 36)))
        decor += [text("text", words, 50, y + 8, 30, 14), text("note", hint, 50, y + 23, 40, 8)]
    for i, (row, words) in enumerate((("upper", "Upper"), ("lower", "Lower"))):
        y = 453.0 + ROW_STEP * i
        decor.append(text("text", words, 9, y + 12, 50, 14))
        boxes += [Box(f"{row}/{k + 1}", row, "field", Rect(ROW_LEFT + ROW * k, y, ROW, ROW)) for k in range(rounds)]
    for heading, hint, x, y, parts in GROUPS:
        decor += [text("label", heading, x, y, 96, 12), text("hint", hint, x, y + 12, 96, 8)]
        for k, (part, words) in enumerate(parts):
            top = y + 22 + STEP * k
            if words:
                wide = 14.0 if len(words) == 1 else 42.0
                decor.append(text("label", words, x + BESIDE - wide, top + 10, wide, 14))
            boxes.append(Box(f"score/{part}", "score", "field", Rect(x + 44, top, *FIELD)))
    boxes.append(Box("score/total", "score", "field", Rect(615, 454, 96, 46)))
    for letter, middle in {**middles, "M": (0, 0)}.items():
        x, y = hexes.center(middle, origin)
        y -= 2 * hexes.QUARTER
        decor.append(text("region", letter, x - 7, y - 7, 14, 14))
    return Sheet(
        id=f"hexroller_{side}", game="hexroller", title=side.title(), version=1, size=(720.0, 540.0),
        was=find(f"hexroller_{side}").was,
        regions=tuple(Region(region, letter, letter) for letter, region in AREAS.items()),
        spaces=hexes.spaces(cells, printed, origin), links=hexes.links(cells), corner_links=(),
        boxes=tuple(boxes), decor=tuple(decor),
        source="Own layout (sheets/build/hexroller_sheets.py); areas, dice and rounds are facts of the printed game.",
        licence="CC0-1.0",
        values={"dice": dice, "rounds": rounds, "bonus": 2, "middle": 2},
    )


if __name__ == "__main__":
    for side in ("front", "back"):
        (ROOT / "sheets" / f"hexroller_{side}.json").write_bytes(dump(sheet(side)))
