"""Draws the block map of the 50 states for Rolling America and writes `sheets/rolling_america_usa.json`.

The drawing is our own. It stands here on a grid of 72 columns and 47 rows, y down, so that it can be changed by hand:
run `python -m sheets.build.block_map` at the top of the repository, then `tests/sheet`. Neighbors name the same grid
points; nothing is fitted or rounded together afterwards.
"""

from __future__ import annotations

from pathlib import Path

from rollwrite_desktop.gamekit.play.map_making import LEGEND
from rollwrite_desktop.sheet.load import dump, find, ring_of
from rollwrite_desktop.sheet.sheet import Box, Decor, Point, Rect, Region, Ring, Sheet, Space

TARGET = Path(__file__).resolve().parents[1] / "rolling_america_usa.json"

# Points. A state of 5 by 5 holds the code in a strip and the writing square under it; hence rows taller than columns.
COLUMN, ROW = 9.5, 10.0
LEFT, TOP = 18.0, 64.0
SQUARE, STRIP, BASELINE = 38.0, 10.4, 8.9
CHECK, STEP = 36.0, 42.0
FRAME = Rect(9, 44, 702, 487)
FIELD, CAPTION, OVER = 36.0, 13.0, 14.5
HINT, OVER_HINT = 8.0, 22.5

REGIONS = {
    "red": ("Red", "R", "DE GA MD NC OH PA SC VA WV"),
    "blue": ("Blue", "B", "IA IL IN MI MN MT ND SD WI"),
    "green": ("Green", "G", "CO KS NE NM OK TX WY"),
    "yellow": ("Yellow", "Y", "AL AR FL KY LA MO MS TN"),
    "orange": ("Orange", "O", "AK AZ CA HI ID NV OR UT WA"),
    "purple": ("Purple", "P", "CT MA ME NH NJ NY RI VT"),
}

BORDERS = """
AL-FL AL-GA AL-MS AL-TN AR-LA AR-MO AR-MS AR-OK AR-TN AR-TX AZ-CA AZ-NM AZ-NV AZ-UT CA-NV CA-OR CO-KS CO-NE CO-NM CO-OK
CO-UT CO-WY CT-MA CT-NJ CT-NY CT-RI DE-MD DE-NJ DE-PA FL-GA GA-NC GA-SC GA-TN IA-IL IA-MN IA-MO IA-NE IA-SD IA-WI ID-MT
ID-NV ID-OR ID-UT ID-WA ID-WY IL-IN IL-KY IL-MO IL-WI IN-KY IN-MI IN-OH KS-MO KS-NE KS-OK KY-MO KY-OH KY-TN KY-VA KY-WV
LA-MS LA-TX MA-NH MA-NY MA-RI MA-VT MD-PA MD-VA ME-NH MI-OH MI-WI MN-ND MN-SD MN-WI MO-NE MO-OK MO-TN MS-TN MT-ND MT-SD
MT-WY NC-SC NC-TN NC-VA ND-SD NE-SD NE-WY NH-VT NJ-NY NJ-PA NM-OK NM-TX NV-OR NV-UT NY-PA NY-VT OH-PA OH-WV OK-TX OR-WA
PA-VA PA-WV SD-WY TN-VA UT-WY VA-WV
"""

# id: name; outline as "column,row …"; the column on which the writing square is centered; the row at which the strip
# with the code begins. Squares share columns and rows with their neighbors where the outlines leave a choice.
STATES = {
    # the Pacific and the mountains
    "WA": ("Washington", "1,4 7,4 7,9 0,9 0,5", 3.5, 4),
    "OR": ("Oregon", "0,9 7,9 7,15 0,15", 3.5, 9.5),
    "CA": ("California", "0,15 5,15 5,21 10,26 8.5,27.5 8.5,28 6,28 1,23 1,21 0,20", 2.5, 15),
    "NV": ("Nevada", "5,15 10,15 10,24 10,26 5,21", 7.5, 15),
    "ID": ("Idaho", "7,4 9,4 9,7 12,10 12,15 7,15", 9.5, 9.5),
    "UT": ("Utah", "10,15 12,15 12,17 15,17 15,24 10,24", 12.5, 18),
    "AZ": ("Arizona", "10,24 15,24 15,30 10.5,30 8.5,28 8.5,27.5 10,26", 12.5, 24.5),
    "AK": ("Alaska", "1,38 6,38 7,39 7,42.5 9.5,45 9.5,45.8 8.5,45.8 6.5,44 4.5,44 2.5,45.8 0,45.8 1,45 1,44 0,43 0,39",
           3.5, 38),
    "HI": ("Hawaii", "10,38 14.5,38 15.5,39 15.5,45.1 11,45.1 10,44.1", 12.5, 38),
    # the plains
    "MT": ("Montana", "9,4 19,4 19,11 12,11 12,10 9,7", 15.5, 4),
    "ND": ("North Dakota", "19,4 28,4 28,9 19,9", 23.5, 4),
    "SD": ("South Dakota", "19,9 28,9 28,14 19,14", 23.5, 9),
    "WY": ("Wyoming", "12,11 19,11 19,17 12,17", 15.5, 11.5),
    "NE": ("Nebraska", "19,14 28,14 28,19 22,19 22,17 19,17", 25.5, 14),
    "CO": ("Colorado", "15,17 22,17 22,24 15,24", 18.5, 18),
    "KS": ("Kansas", "22,19 28,19 28,24 22,24", 25.5, 19),
    "NM": ("New Mexico", "15,24 20,24 20,30 15,30", 17.5, 24.5),
    "OK": ("Oklahoma", "20,24 28,24 28,30 23,30 23,26 20,26", 25.5, 24.5),
    "TX": ("Texas", "20,26 23,26 23,30 28,30 28,37 26,39 26,42 25,42 23,40 23,39 21,37 20,37 17,34 17,30 20,30",
           23.5, 32),
    # the middle
    "MN": ("Minnesota", "28,4 35,4 33,6 33,11 28,11", 30.5, 4),
    "IA": ("Iowa", "28,11 33,11 33,17 28,17", 30.5, 11.5),
    "MO": ("Missouri", "28,17 33,17 33,27 28,27", 30.5, 19),
    "AR": ("Arkansas", "28,27 33,27 33,32 28,32", 30.5, 27),
    "LA": ("Louisiana", "28,32 33,32 33,35 36,35 36,38 35,39 33,37 28,37", 30.5, 32),
    "WI": ("Wisconsin", "33,7 38,7 38,13 33,13", 35.5, 8),
    "IL": ("Illinois", "33,13 38,13 38,20 36,22 33,22", 35.5, 15),
    "IN": ("Indiana", "38,15 43,15 43,20 38,20", 40.5, 15),
    "MI": ("Michigan", "35,7 37,5 42,5 43,6 44,6 46,8 46,15 41,15 41,8 42,7", 43.5, 8),
    "KY": ("Kentucky", "33,22 36,22 38,20 45,20 45,25 33,25", 40.5, 20),
    "TN": ("Tennessee", "33,25 42,25 42,27 45,27 45,30 33,30", 38, 25),
    "MS": ("Mississippi", "33,30 38,30 38,37 36,37 36,35 33,35", 35.5, 30),
    "AL": ("Alabama", "38,30 43,30 43,37 38,37", 40.5, 30),
    # the east
    "OH": ("Ohio", "43,15 50,15 50,20 43,20", 46.5, 15),
    "PA": ("Pennsylvania", "50,15 57,15 57,22 50,22", 53.5, 15),
    "WV": ("West Virginia", "45,20 50,20 50,25 45,25", 47.5, 20),
    "VA": ("Virginia", "42,25 50,25 50,22 55,22 55,27 42,27", 52.5, 22),
    "MD": ("Maryland", "55,22 60,22 60,27 55,27", 57.5, 22),
    "DE": ("Delaware", "57,20 62,20 65,23 65,27 60,27 60,22 57,22", 62.5, 22),
    "NC": ("North Carolina", "45,27 54,27 57,30 55,32 48,32 48,30 45,30", 50.5, 27),
    "SC": ("South Carolina", "48,32 55,32 55,35 53,37 48,37", 50.5, 32),
    "GA": ("Georgia", "43,30 48,30 48,39 43,39", 45.5, 32),
    "FL": ("Florida", "39,37 43,37 43,39 48,39 50,41 50,45 49,45.8 46,45.8 45,45 45,42 42,39 39,39", 47.5, 40),
    # the north-east
    "NY": ("New York", "53,12 57,8 57,10 62,10 62,15 53,15", 59.5, 10),
    "NJ": ("New Jersey", "57,15 62,15 62,20 57,20", 59.5, 15),
    "VT": ("Vermont", "57,5 62,5 62,10 57,10", 59.5, 5),
    "NH": ("New Hampshire", "62,3 67,3 67,8 62,8", 64.5, 3),
    "ME": ("Maine", "67,0 68,-1 71,-1 72,0 72,5 71,6 67,6", 69.5, 0),
    "MA": ("Massachusetts", "62,8 67,8 67,11 68,11 69,10 70,10 70,13 62,13", 64.5, 8),
    "CT": ("Connecticut", "62,13 67,13 67,18 62,18", 64.5, 13),
    "RI": ("Rhode Island", "67,13 72,13 72,17.5 71.5,18 67,18", 69.5, 13),
}

# Land of others, to the frame: name, and outline as above, which goes on below the states.
AROUND = {
    "Canada": "-1,-2.2 73,-2.2 73,4.4 72,5 71,3 69,4 64,6 60,8 58,8 56.4,7.6 54,9.6 52.6,11.4 53,13.4 51,13.6 48.8,14.4 "
              "47.4,14.2 49,11.6 49,9.4 47.4,7.6 47,6.2 45,5 44.4,4.4 42,4 40.4,3.4 38,3.6 36,4.6 34.4,5.4 30,6 12,7 "
              "4,6 1.4,4.6 0.4,3.4 -1,3",
    "Mexico": "6,27.4 8.5,26 12,29 20,29 20,36 24,39 25,41 25.4,42 25,43.4 24.6,45 24.8,47 16.4,47 16.4,37.4 15.4,36 14,34 "
              "11.6,31.8 10.4,30.2 9.4,29.4 9,30.2 10,32.4 11.6,35 13.4,37.4 11.6,37.4 8.6,34.2 7.6,31.4 6,29.4",
}
INSET = "-1,37.4 16.4,37.4 16.4,47 -1,47"
LAKES = ("38,7 42,7 41,8 41,15 38,15",)
FOUR_CORNERS = (15, 24)
# where the disc with a region's letter stands (its upper left corner)
TAGS = {"O": (4.2, 22.4), "B": (11.2, 5.7), "G": (18.8, 31.5), "Y": (34, 22.8), "R": (53.3, 28.8),
        "P": (55.1, 12.2)}
# the same, smaller, on Alaska and Hawaii
APART = {"O": ((2.3, 43.2), (12.1, 43.2))}


def place(column: float, row: float) -> Point:
    """A point of the grid on the face, in points."""
    return round(LEFT + column * COLUMN, 3), round(TOP + row * ROW, 3)


def ring(text: str) -> Ring:
    """An outline written as "column,row …"."""
    return tuple(place(*map(float, point.split(","))) for point in text.split())


def framed(text: str) -> Ring:
    """An outline as far as it is within the frame."""
    right, low = FRAME.x + FRAME.w, FRAME.y + FRAME.h
    points = ((min(max(x, FRAME.x), right), min(max(y, FRAME.y), low)) for x, y in ring(text))
    return tuple((round(x, 1), round(y, 1)) for x, y in points)


def space(state: str) -> Space:
    name, outline, column, row = STATES[state]
    region = next(key for key, (_, _, states) in REGIONS.items() if state in states.split())
    x, y = place(column, row)
    square = Rect(round(x - SQUARE / 2, 3), round(y + STRIP, 3), SQUARE, SQUARE)
    return Space(state, name, region, ring(outline), square, (square.x, round(y + BASELINE, 3)))


def boxed(kind: str, text: str, x: float, y: float, w: float, h: float) -> Decor:
    return Decor(kind, ring_of(Rect(x, y, w, h)), text)


Printed = tuple[tuple[Box, ...], tuple[Decor, ...]]


def captions(caption: str, hint: str, x: float, y: float, w: float) -> tuple[Decor, ...]:
    """A caption centered over boxes at y, and a few words about them between; wider than narrow boxes."""
    more = max(0.0, 96 - w) / 2
    label = boxed("label", caption, x - more, y - (OVER_HINT if hint else OVER), w + 2 * more, CAPTION)
    return (label, boxed("hint", hint, x - more, y - HINT - 2, w + 2 * more, HINT)) if hint else (label,)


def row_of_checks(group: str, count: int, caption: str, hint: str, x: float, y: float) -> Printed:
    """Boxes to cross off, side by side from x."""
    boxes = tuple(Box(f"{group}/{i + 1}", group, "check", Rect(x + i * STEP, y, CHECK, CHECK)) for i in range(count))
    return boxes, captions(caption, hint, x, y, count * STEP - STEP + CHECK)


def field(name: str, caption: str, hint: str, first: float, last: float, y: float) -> Printed:
    """A field to write in from one column to another."""
    x, w = place(first, 0)[0], (last - first) * COLUMN
    return (Box(name, name, "field", Rect(x, y, w, FIELD)),), captions(caption, hint, x, y, w)


def beside() -> Printed:
    """What stands round the map: the head over it, the powers in the Atlantic, the result in the Gulf."""
    right, bottom = 703 - 2 * STEP - CHECK, 523 - CHECK
    groups = (
        row_of_checks("rounds", 8, "Rounds", "", LEFT - 1, 60),
        row_of_checks("change", 3, "Color change", "the die counts as wild", right, bottom - 124),
        row_of_checks("guard", 3, "Guard", "circle it, ignore neighbors", right, bottom - 62),
        row_of_checks("dupe", 3, "Dupe", "write it once more", right, bottom),
        field("xs", "Number of Xs", "fewest Xs win", 33, 41, bottom),
        ((Box("player", "player", "field", Rect(528, 17, 183, 22)),), (boxed("text", "Player", 486, 21, 40, 13),)),
    )
    return tuple(box for boxes, _ in groups for box in boxes), tuple(decor for _, printed in groups for decor in printed)


def sheet() -> Sheet:
    """The sheet as drawn here."""
    boxes, texts = beside()
    x, y = place(*FOUR_CORNERS)
    decor = (
        *(Decor("lake", ring(lake)) for lake in LAKES),
        *(Decor("isle", framed(outline), name) for name, outline in AROUND.items()),
        boxed("corner", "", x - 3.5, y - 3.5, 7, 7),
        *(boxed("region", letter, *place(*at), 16, 16) for letter, at in TAGS.items()),
        *(boxed("region", letter, *place(*at), 12, 12) for letter, places in APART.items() for at in places),
        boxed("text", "Rolling America", FRAME.x, 6, 220, 11.5),
        boxed("title", "USA", FRAME.x, 18, 220, 20),
        boxed("dice", "", 240, 9, 190, 24),
        boxed("digits", "", 172, 514, 150, 14),
        *texts,
        boxed("legend", "", 400, 62, LEGEND[0], 2 * LEGEND[1]),
        boxed("reserve", "", 507, 466, 57, 57),
        boxed("compass", "", 24, 354, 48, 60),
        Decor("neatline", ring_of(FRAME)),
        Decor("neatline", framed(INSET)),
    )
    return Sheet(
        id="rolling_america_usa", game="rolling_america", title="Rolling America", version=2, size=(720.0, 540.0),
        was=find("rolling_america_usa").was, coasts=(ring_of(Rect(0, 0, 720, 540)),),
        regions=tuple(Region(key, name, letter) for key, (name, letter, _) in REGIONS.items()),
        spaces=tuple(space(state) for state in sorted(STATES)),
        links=tuple((a, b) for a, b in (pair.split("-") for pair in BORDERS.split())),
        corner_links=(("AZ", "CO"), ("NM", "UT")),
        boxes=boxes, decor=decor,
        source="Own drawing, sheets/build/block_map.py. Borders, regions: facts of the printed game; sheets/README.md.",
        licence="CC0-1.0",
        differences={},
        area_word="state", values={"rounds": 8},
    )


if __name__ == "__main__":
    TARGET.write_bytes(dump(sheet()))
