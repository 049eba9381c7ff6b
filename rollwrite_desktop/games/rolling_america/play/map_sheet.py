"""What maps of Rolling America have that are made from map data: six colors, rounds as many as fit, boxes above the map or
at its left."""

from __future__ import annotations

from collections.abc import Mapping

from rollwrite_desktop.core.i18n import mark, tr_n
from rollwrite_desktop.gamekit.play.map_making import (
    CHECK,
    CODE,
    DIGITS,
    EDGE,
    STEP,
    MapMaking,
    SheetLayout,
    SheetRule,
    boxed,
    captions,
    checks,
    framed,
    titles,
)
from rollwrite_desktop.games.rolling_america.play.drawing import signs
from rollwrite_desktop.games.rolling_america.play.rules import POWER_BOXES
from rollwrite_desktop.sheet.area_words import counted_areas
from rollwrite_desktop.sheet.sheet import Box, Rect, Region, Sheet

ROLLED, STATES, MAX_ROUNDS = 48, 50, 15
"""Dice rolled in a game on the printed map, and its states: games on other maps last as long per area. And the most rounds
there are boxes for."""
HINTED = 23.0
"""Points of a caption with a few words under it."""
WIDE_MAP = 1.32
"""Maps wider than this have these above."""
POWERS = (
    ("change", "Color change", "the die counts as wild"),
    ("guard", "Guard", "circle it, ignore neighbors"),
    ("dupe", "Dupe", "write it once more"),
)


def _rolled(regions: int) -> int:
    """Dice rolled in a round: two a turn, as long as one stays in the bag. That is all but one of seven for six regions."""
    return max(2, regions // 2 * 2)


def _length(sheet: Sheet) -> str:
    dice = sheet.values["rounds"] * _rolled(len(sheet.regions))
    return tr_n("{n} die is rolled in a game, for {areas}.", "{n} dice are rolled in a game, for {areas}.", dice,
                areas=counted_areas(sheet))


def _values(areas: int, regions: int, asked: Mapping[str, int]) -> dict[str, int]:
    rounds = asked["rounds"] or max(3, min(round(ROLLED * areas / STATES / _rolled(regions)), MAX_ROUNDS))
    powers = asked["powers"] or max(1, min(round(POWER_BOXES * areas / STATES), POWER_BOXES))
    return {"rounds": rounds} | ({} if powers == POWER_BOXES else {"powers": powers})


def _layout(title: str, values: Mapping[str, int], aspect: float) -> SheetLayout:
    rounds, powers = values["rounds"], values.get("powers", POWER_BOXES)
    return _above(title, rounds, powers) if aspect > WIDE_MAP and rounds <= 8 else _beside(title, rounds, powers)


def _above(title: str, rounds: int, powers: int) -> SheetLayout:
    y = 62.0
    boxes: list[Box] = []
    decor = [*titles("Rolling America", title, 200), boxed("dice", "", 222, 9, 182, 23)]
    boxes += checks("rounds", rounds, EDGE, y, rounds)
    decor += captions("Rounds", "", EDGE, y, rounds * STEP)
    wide = 3 * STEP - 3
    gap = (711 - EDGE - 8 * STEP + 3 - 3 * wide) / 3
    for k, (group, caption, hint) in enumerate(POWERS):
        x = 711 - (3 - k) * wide - (2 - k) * gap
        boxes += checks(group, powers, x, y, 3)
        decor += captions(caption, hint, x, y, wide)
    boxes.append(Box("player", "player", "field", Rect(458, 15, 118, 20.5)))
    decor.append(boxed("text", "Player", 418, 18.7, 38, 13))
    boxes.append(Box("xs", "xs", "field", Rect(661, 15, 50, 20.5)))
    decor.append(boxed("text", "Number of Xs", 588, 18.7, 70, 13))
    frame, room = framed(EDGE, 104)
    return SheetLayout(room, tuple(boxes), (*decor, frame), (DIGITS.w + 2, CODE + DIGITS.h + 4))


def _beside(title: str, rounds: int, powers: int) -> SheetLayout:
    boxes: list[Box] = []
    decor = [*titles("Rolling America", title, 220), boxed("dice", "", 240, 9, 190, 24)]
    boxes.append(Box("player", "player", "field", Rect(528, 17, 183, 22)))
    decor.append(boxed("text", "Player", 486, 21, 40, 13))
    wide, y = 3 * STEP - 3, 59.0
    decor += captions("Rounds", "", EDGE, y, wide)
    across = 2 if rounds == 4 else 3
    boxes += checks("rounds", rounds, EDGE + (3 - across) * STEP / 2, y, across)
    y += STEP * ((rounds + 2) // 3) + 26
    room = (470 - y - CHECK) / 3  # from one group to the next, so that all end above the code
    step = min(room, 66.0)
    roomy = step >= CHECK + HINTED  # else there is no room for the few words under a caption
    for group, caption, hint in POWERS:
        boxes += checks(group, powers, EDGE, y, 3)
        decor += captions(caption, hint if roomy else "", EDGE, y, wide)
        y += step
    boxes.append(Box("xs", "xs", "field", Rect(EDGE, y, wide, CHECK)))
    decor += captions("Number of Xs", "fewest Xs win" if roomy else "", EDGE, y, wide)
    decor.append(boxed("reserve", "", EDGE, 474, CODE, CODE))
    frame, within = framed(132, 44)
    return SheetLayout(within, tuple(boxes), (*decor, frame))


MAP_MAKING = MapMaking(
    joined="borders",
    regions=(
        Region("red", "Red", "R"), Region("blue", "Blue", "B"), Region("green", "Green", "G"),
        Region("yellow", "Yellow", "Y"), Region("orange", "Orange", "O"), Region("purple", "Purple", "P"),
    ),
    values=_values,
    layout=_layout,
    asked={
        "rounds": SheetRule(mark("Rounds"), 1, MAX_ROUNDS), "powers": SheetRule(mark("Boxes of a power"), 1, POWER_BOXES),
    },
    length=_length,
    signs=signs,
)
