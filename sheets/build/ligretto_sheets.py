"""Makes the sheets of Ligretto Dice: the board to play on with own dice, and the score sheets for two, three and four.

Own drawing. `python -m sheets.build.ligretto_sheets` writes the files.
"""

from __future__ import annotations

from pathlib import Path

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.sheet.load import dump, ring_of
from rollwrite_desktop.sheet.sheet import Box, Decor, Rect, Region, Sheet, Space

ROOT = Path(__file__).resolve().parents[2]
COLORS = (
    ("red", mark("Red"), "R"), ("yellow", mark("Yellow"), "Y"), ("green", mark("Green"), "G"), ("blue", mark("Blue"), "B"),
)
SOURCE = "Own drawing (sheets/build/ligretto_sheets.py); four colours by six values are facts of the game."
PLACE = 66.0  # points, 23 mm
PITCH_X, PITCH_Y = 168.0, 73.0
LEFT, BOTTOM = 108.0, 462.0  # of the place of the red one


def text(kind: str, words: str, x: float, y: float, w: float, h: float) -> Decor:
    return Decor(kind, ring_of(Rect(x, y, w, h)), words)


def board() -> Sheet:
    spaces, decor = [], []
    for column, (color, name, letter) in enumerate(COLORS):
        x = LEFT + PITCH_X * column - PLACE / 2
        decor.append(text("column", color, x - 40, 40, PLACE + 80, BOTTOM + PLACE + 6 - 40))
        for value in range(1, 7):
            y = BOTTOM - PITCH_Y * (value - 1)
            rect = Rect(x, y, PLACE, PLACE)
            spaces.append(Space(f"{letter}{value}", f"{name} {value}", color, ring_of(rect), rect, (x + 5, y + 13)))
    return Sheet(
        id="ligretto_dice_board", game="ligretto_dice", title=mark("Board"), version=1, size=(720.0, 540.0),
        regions=tuple(Region(*color) for color in COLORS), spaces=tuple(spaces), links=(), corner_links=(), boxes=(),
        decor=(text("title", "Ligretto Dice", 9, 9, 330, 24), *decor), source=SOURCE, licence="CC0-1.0",
    )


LABEL, ROW, GAP, SEAM = 32.0, 43.0, 1.0, 1.2
PENALTIES, FINAL, TIE = "penalties", "final", "tie"
ROWS = {2: (9, 0), 3: (5, 4), 4: (6, 6)}
"""Rounds in the left and in the right half."""


def score(players: int) -> Sheet:
    left, right = ROWS[players]
    rounds = 3 * players
    halves = ((9.0, tuple(range(1, 1 + min(left, rounds)))), (366.0, tuple(range(left + 1, rounds + 1))))
    boxes: list[Box] = []
    spaces: list[Space] = []
    decor = [text("title", mark("Ligretto Dice: score"), 9, 9, 420, 24)]
    single = right == 0
    for half, (x, numbers) in enumerate(halves):
        if single and half == 0:
            numbers = tuple(range(1, rounds + 1))
        elif single:
            numbers = ()
        wide = (702.0 if single else 345.0) - LABEL
        if single and half == 1:
            continue
        column = wide / players
        rows: list[str] = ["names"]
        if half == 0:
            rows.append("start")
        rows += [f"r{number}" for number in numbers]
        if half == 1 or single:
            rows += [TIE, PENALTIES, FINAL]
        row = min(ROW, (531 - 42) / len(rows))
        for line, what in enumerate(rows):
            y = 42 + line * row
            decor.append(text("label", _label(what), x, y, LABEL - 3, row))
            for player in range(1, players + 1):
                cell = Rect(x + LABEL + (player - 1) * column, y, column, row)
                _cells(what, player, half, cell, spaces, boxes, decor)
    return Sheet(
        id=f"ligretto_dice_score_{players}", game="ligretto_dice", title=TITLES[players], version=1, size=(720.0, 540.0),
        regions=(Region("score", mark("Points"), "P"),), spaces=tuple(spaces), links=(), corner_links=(),
        boxes=tuple(boxes), decor=tuple(decor), source=SOURCE, licence="CC0-1.0",
        values={"players": players, "rounds": rounds},
        differences={space.id: "Ids are not printed on this sheet." for space in spaces if len(space.id) > 4},
    )


TITLES = {2: mark("Score sheet for two"), 3: mark("Score sheet for three"), 4: mark("Score sheet for four")}
LABELS = {
    "names": mark("Name"), "start": mark("Start"), TIE: mark("Tie"), PENALTIES: mark("Penal."), FINAL: mark("Final"),
}


def _label(what: str) -> str:
    return LABELS.get(what) or what[1:]


def _cells(
    what: str, player: int, half: int, cell: Rect, spaces: list[Space], boxes: list[Box], decor: list[Decor]
) -> None:
    """The spot or spots of one row and player: an entry is a space, the total beside it a box."""
    inner = Rect(cell.x + GAP, cell.y + GAP, cell.w - 2 * GAP, cell.h - 2 * GAP)
    if what == "names":
        group = "players" if half == 0 else "again"
        boxes.append(Box(f"{'name' if half == 0 else 'again'}/{player}", group, "field", inner))
    elif what == "start":
        decor.append(Decor("start", ring_of(inner), "100"))
    elif what in (PENALTIES, FINAL):
        boxes.append(Box(f"{what}/{player}", what, "field", inner))
    else:
        width = cell.w / 2
        entry = Rect(cell.x + GAP, cell.y + SEAM, width - 2 * GAP, cell.h - 2 * SEAM)
        total = Rect(cell.x + width + GAP, entry.y, entry.w, entry.h)
        boxes.append(Box(f"total/{what}p{player}", "totals", "field", total))
        name = f"{_label(what)}, {player}"
        spaces.append(Space(f"{what}p{player}", name, "score", ring_of(entry), entry, (entry.x + 0.5, entry.y + 8)))


def build() -> tuple[Sheet, ...]:
    return (board(), *(score(players) for players in ROWS))


if __name__ == "__main__":
    for made in build():
        (ROOT / "sheets" / f"{made.id}.json").write_bytes(dump(made))
