"""Lays out both sides of the HexRoller sheet and writes `sheets/hexroller_front.json` and `sheets/hexroller_back.json`.

The shape of the board and the places of the printed numbers are our own; run this file after a change, then the tests.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from rollwrite_desktop.sheet import hexes  # noqa: E402
from rollwrite_desktop.sheet.load import dump, ring_of  # noqa: E402
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

ROW, ROW_LEFT = 38.0, 62.0
FIELD = (52.0, 34.0)
STEP = 37.5
PARTS = (
    ("A", "B", "C", "D", "E", "F", "M", "bonuses"),
    ("pair_3", "pair_4", "pair_5", "pair_6", "pair_7", "pair_8", "upper", "lower"),
)
NAMES = {"bonuses": "Bonuses", "upper": "Upper", "lower": "Lower"}
BONUSES = {"plus_one": "+1", "two": "2", "third": "3rd"}


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
    origin = (253.0 if front else 277.0, 226.0)
    printed = {cell: n for n, pair in (FRONT_PRINTED if front else BACK_PRINTED).items() for cell in pair}

    boxes = [Box("player", "player", "field", Rect(511, 52, 200, 34))]
    decor = [
        text("title", "HexRoller", 511, 8, 200, 28),
        text("text", "Player", 511, 39, 100, 12),
        text("text", "Bonuses", 10, 7, 80, 12),
        text("text", "Areas", 511, 94, 92, 12),
        text("text", "Connections", 615, 94, 96, 12),
        text("text", "Total", 570, 434, 40, 18),
        text("reserve", "", 440, 474, 57, 57),
    ]
    for i, (bonus, words) in enumerate(BONUSES.items()):
        y = 22.0 + 40 * i
        boxes.append(Box(bonus, bonus, "check", Rect(10, y, 36, 36)))
        decor.append(text("text", words, 51, y + 11, 30, 14))
    for i, (row, words) in enumerate((("upper", "Upper"), ("lower", "Lower"))):
        y = 451.0 + 42 * i
        decor.append(text("text", words, 10, y + 12, 50, 14))
        boxes += [Box(f"{row}/{k + 1}", row, "field", Rect(ROW_LEFT + ROW * k, y, ROW, ROW)) for k in range(rounds)]
    for column, parts in enumerate(PARTS):
        for k, part in enumerate(parts):
            x, y = 511.0 + 104 * column, 110 + STEP * k
            words = NAMES.get(part, part.removeprefix("pair_"))
            decor.append(text("text", words, x, y + 10, 42, 14))
            boxes.append(Box(f"score/{part}", "score", "field", Rect(x + 44, y, *FIELD)))
    boxes.append(Box("score/total", "score", "field", Rect(615, 422, 96, 42)))
    for letter, middle in {**middles, "M": (0, 0)}.items():
        x, y = hexes.center(middle, origin)
        y -= 2 * hexes.QUARTER
        decor.append(text("region", letter, x - 7, y - 7, 14, 14))
    return Sheet(
        id=f"hexroller_{side}", game="hexroller", title=side.title(), version=1, size=(720.0, 540.0),
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
