"""Makes the sheets of Ligretto Dice: the board to play on with own dice, and the score sheets for two, three and four.

Own drawing. `python -m sheets.build.ligretto_sheets` writes the files.
"""

from __future__ import annotations

from pathlib import Path

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.sheet.load import dump, find, ring_of
from rollwrite_desktop.sheet.sheet import Box, Decor, Rect, Region, Sheet, Space

ROOT = Path(__file__).resolve().parents[2]
COLORS = (
    ("red", mark("Red"), "R"), ("yellow", mark("Yellow"), "Y"), ("green", mark("Green"), "G"), ("blue", mark("Blue"), "B"),
)
SOURCE = "Own drawing (sheets/build/ligretto_sheets.py); four colours by six values are facts of the game."
PLACE = (136.0, 66.0)  # points, 48 × 23 mm: dice need not be laid down exactly
COLUMN, PITCH_X, PITCH_Y = 168.0, 178.0, 73.0
LEFT, BOTTOM = 9.0, 458.0  # of the red column, and of the place of its one


def text(kind: str, words: str, x: float, y: float, w: float, h: float) -> Decor:
    return Decor(kind, ring_of(Rect(x, y, w, h)), words)


def board() -> Sheet:
    spaces, decor = [], []
    for column, (color, name, letter) in enumerate(COLORS):
        left = LEFT + PITCH_X * column
        x = left + (COLUMN - PLACE[0]) / 2
        decor.append(text("column", color, left, 42, COLUMN, BOTTOM + PLACE[1] + 6 - 42))
        for value in range(1, 7):
            y = BOTTOM - PITCH_Y * (value - 1)
            rect = Rect(x, y, *PLACE)
            spaces.append(Space(f"{letter}{value}", f"{name} {value}", color, ring_of(rect), rect, (x + 5, y + 13)))
    return Sheet(
        id="ligretto_dice_board", game="ligretto_dice", title=mark("Board"), version=1, size=(720.0, 540.0),
        was=find("ligretto_dice_board").was,
        regions=tuple(Region(*color) for color in COLORS), spaces=tuple(spaces), links=(), corner_links=(), boxes=(),
        decor=(text("title", "Ligretto Dice", 9, 9, 330, 27), *decor), source=SOURCE, licence="CC0-1.0",
    )


LABEL = 37.0
NAMES, HEADS, START = 31.0, 13.0, 17.0
HALF = 346.0
"""The width of a table; two stand side by side."""
ALONE, BESIDE = 370.0, 14.0
"""The width of a table that has a panel beside it, so that each is whole on its half of large print; the space between."""
GAP = 1.2
TABLE_TOP, TABLE_BOTTOM = 46.0, 511.0
PENALTIES, FINAL, TIE = "penalties", "final", "tie"
ROWS = {2: (6, 0), 3: (5, 4), 4: (6, 6)}
"""Rounds in the left and in the right table."""
TITLES = {2: mark("Score sheet for two"), 3: mark("Score sheet for three"), 4: mark("Score sheet for four")}
LABELS = {
    "names": mark("Name"), "start": mark("Start"), TIE: mark("Tie"), PENALTIES: mark("Penalty"), FINAL: mark("Final"),
}
HEIGHTS = {"names": NAMES, "heads": HEADS, "start": START}


def score(players: int) -> Sheet:
    left, right = ROWS[players]
    rounds = 3 * players
    last = (TIE, PENALTIES, FINAL)
    tables = [("names", "heads", "start", *(f"r{n}" for n in range(1, left + 1)), *(() if right else last))]
    if right:
        tables.append(("names", "heads", *(f"r{n}" for n in range(left + 1, rounds + 1)), *last))
    boxes: list[Box] = []
    spaces: list[Space] = []
    decor = [text("title", mark("Ligretto Dice: score"), 9, 9, 420, 27)]
    table = HALF if right else ALONE
    y = TABLE_TOP
    # The longest table reaches down to the foot of the page.
    row = min((TABLE_BOTTOM - TABLE_TOP - sum(HEIGHTS.get(what, 0.0) for what in rows))
              / sum(what not in HEIGHTS for what in rows) for rows in tables)
    for half, rows in enumerate(tables):
        x, y = 9.0 + half * (702 - HALF), TABLE_TOP
        column = (table - LABEL) / players
        for what in rows:
            high = HEIGHTS.get(what, row)
            if what != "heads":
                decor.append(text("row", _label(what), x, y, LABEL - 4, high))
            for player in range(1, players + 1):
                cell = Rect(x + LABEL + (player - 1) * column, y, column, high)
                _cells(what, player, half, cell, spaces, boxes, decor)
            y += high
        for player in range(players):
            decor.append(text("frame", "", x + LABEL + player * column, TABLE_TOP, column, y - TABLE_TOP))
    if right:
        top = TABLE_TOP + NAMES + HEADS + START + left * row + 14
        panel = Rect(9.0, top, HALF - 1, TABLE_BOTTOM - top)
    else:
        panel = Rect(9 + table + BESIDE, TABLE_TOP, 702 - table - BESIDE, y - TABLE_TOP)
    decor += [Decor("panel", ring_of(panel), ""), text("digits", "", 9, 516, 262, 15)]
    return Sheet(
        id=f"ligretto_dice_score_{players}", game="ligretto_dice", title=TITLES[players], version=1, size=(720.0, 540.0),
        was=find(f"ligretto_dice_score_{players}").was,
        regions=(Region("score", mark("Points"), "P"),), spaces=tuple(spaces), links=(), corner_links=(),
        boxes=tuple(boxes), decor=tuple(decor), source=SOURCE, licence="CC0-1.0",
        values={"players": players, "rounds": rounds},
        differences={space.id: "Ids are not printed on this sheet." for space in spaces if len(space.id) > 4},
    )


def _label(what: str) -> str:
    return LABELS.get(what) or what[1:]


def _cells(
    what: str, player: int, half: int, cell: Rect, spaces: list[Space], boxes: list[Box], decor: list[Decor]
) -> None:
    """The spot or spots of one row and player: an entry is a space, the total beside it a box."""
    inner = Rect(cell.x + GAP, cell.y + GAP, cell.w - 2 * GAP, cell.h - 2 * GAP)
    width = cell.w / 2
    if what == "names":
        group = "players" if half == 0 else "again"
        boxes.append(Box(f"{'name' if half == 0 else 'again'}/{player}", group, "field", inner))
    elif what == "heads":
        for i, words in enumerate((mark("Points"), mark("Total"))):
            decor.append(text("hint", words, cell.x + i * width, cell.y + 2, width, 10))
    elif what == "start":
        decor.append(text("hint", "100", cell.x + width, cell.y + 2, width, 13))
    elif what in (PENALTIES, FINAL):
        boxes.append(Box(f"{what}/{player}", what, "field", inner))
    else:
        entry = Rect(cell.x + GAP / 2, cell.y + GAP, width - GAP, cell.h - 2 * GAP)
        total = Rect(cell.x + width + GAP / 2, entry.y, entry.w, entry.h)
        boxes.append(Box(f"total/{what}p{player}", "totals", "field", total))
        name = f"{_label(what)}, {player}"
        spaces.append(Space(f"{what}p{player}", name, "score", ring_of(entry), entry, (entry.x + 0.5, entry.y + 8)))


def build() -> tuple[Sheet, ...]:
    return (board(), *(score(players) for players in ROWS))


if __name__ == "__main__":
    for made in build():
        (ROOT / "sheets" / f"{made.id}.json").write_bytes(dump(made))
