"""HexRoller in words: what a spot holds and is worth, and what happened. Decides nothing."""

from __future__ import annotations

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.i18n import mark, mark_n, tr, tr_n
from rollwrite_desktop.core.rules import Event, Move
from rollwrite_desktop.gamekit.play.house_ratings import Rating
from rollwrite_desktop.games.hexroller.play.model import BLANK, BONUSES, NUMBERS, ROWS, Boxes, Done, Extra, Part, Two, Write
from rollwrite_desktop.games.hexroller.play.notation import digit
from rollwrite_desktop.games.hexroller.play.rules import HexRoller

PART_TITLES = {
    "bonuses": mark("Unused bonuses"),
    "A": mark("Area A"), "B": mark("Area B"), "C": mark("Area C"), "D": mark("Area D"), "E": mark("Area E"),
    "F": mark("Area F"), "M": mark("Middle area"),
    "pair_3": mark("Connection 3"), "pair_4": mark("Connection 4"), "pair_5": mark("Connection 5"),
    "pair_6": mark("Connection 6"), "pair_7": mark("Connection 7"), "pair_8": mark("Connection 8"),
    "upper": mark("Upper row"), "lower": mark("Lower row"),
}
BOX_TITLES = {
    "plus_one": mark("Bonus +1"), "two": mark("Bonus 2"), "third": mark("Bonus third number"),
    "upper": mark("Upper row"), "lower": mark("Lower row"),
}
BONUS_TITLES = {"plus_one": mark("+1"), "two": mark("A 2 anywhere"), "third": mark("Third number")}
RATINGS = (
    Rating(mark("master"), "master", 75), Rating(mark("excellent"), "hard", 50), Rating(mark("very good"), "medium", 50),
    Rating(mark("good"), "easy", 25), Rating(mark("fair"), "easy", 75), Rating(mark("beginner")),
)
"""Of a score alone at the table (HR-R7)."""
RATED = ("hexroller_front", "hexroller_back")
"""The sheets that they are for."""


def describe_spot(rules: HexRoller, part: Part, spot: str) -> str:
    """A spot of a player's sheet in words."""
    if spot in rules.index:
        i = rules.index[spot]
        held, letter = part.marks[i], rules.board.letter[i]
        if rules.board.printed[i] != BLANK:
            return tr("{hex}, area {area}: {n}, printed", hex=spot, area=letter, n=held)
        if held == BLANK:
            return tr("{hex}, area {area}: blank", hex=spot, area=letter)
        return tr("{hex}, area {area}: {n}", hex=spot, area=letter, n=held)
    if spot in BONUSES:
        used = tr("used") if spot in part.used else tr(mark_n(
                "unused, {n} point",
                "unused, {n} points",
            ), n=rules.scoring.bonus)
        return tr("{bonus}: {state}", bonus=BONUS_TITLES[spot], state=used)
    kind, _, name = spot.partition("/")
    if kind in ROWS:
        row = part.upper if kind == "upper" else part.lower
        held_there = row[int(name) - 1] if int(name) <= len(row) else tr("empty")
        return tr("{row}, round {n}: {held}", row=PART_TITLES[kind], n=int(name), held=held_there)
    if kind == "score":
        return describe_score(rules, part, name)
    return tr("Player") if spot == "player" else ""


def describe_score(rules: HexRoller, part: Part, name: str) -> str:
    """Returns what a part of the score is worth, and why."""
    parts = dict(rules.parts(part))
    if name == "total":
        return tr("Total: {points}", points=sum(parts.values()))
    points = parts.get(name, 0)
    title = PART_TITLES.get(name, name)
    if name in rules.board.areas:
        area = rules.scoring.area(part.marks, name)
        if area.blank:
            return tr_n("{part}: {n} hex still blank", "{part}: {n} hexes still blank", area.blank, part=title)
        if rules.scoring.factor[name] > 1:
            return tr_n(
                "{part}: most common {number} (×{n}), times {factor}: {points}",
                "{part}: most common {number} (×{n}), times {factor}: {points}", area.count,
                        part=title, number=area.number, factor=rules.scoring.factor[name], points=points)
        return tr_n("{part}: most common {number} (×{n}): {points}", "{part}: most common {number} (×{n}): {points}",
                    area.count, part=title, number=area.number, points=points)
    if name in (f"pair_{n}" for n in NUMBERS):
        return tr("{part}: connected, {points}", part=title, points=points) if points else tr(
            "{part}: not connected", part=title)
    if name == "bonuses":
        unused = len(BONUSES) - len(part.used)
        return tr("{part}: {n} × {each} = {points}", part=title, n=unused, each=rules.scoring.bonus, points=points)
    return tr("{part}: {points}", part=title, points=points)


def describe_tap(move: Move, spot: str) -> str:
    """Returns what a tap that makes this move does to a hex or box, in words."""
    match move:
        case Write() | Extra():
            return tr("may take {mark}", mark=move.number)
        case Two():
            return tr("may take {mark}", mark=2)
        case Boxes(upper, lower):
            return tr("may take {mark}", mark=upper if spot.startswith("upper") else lower)
    return ""


def describe_event(event: Event, name: str) -> str:
    """A move or roll in words, for the record of the game."""
    match event.move:
        case Write(space, number, third):
            if third:
                return tr("{name}: third number {n} in {hex}", name=name, n=number, hex=space)
            return tr("{name}: {n} in {hex}", name=name, n=number, hex=space)
        case Extra(space, number):
            return tr("{name}: +1, {n} in {hex}", name=name, n=number, hex=space)
        case Two(space):
            return tr("{name}: the bonus 2 in {hex}", name=name, hex=space)
        case Boxes(upper, lower):
            return tr("{name}: {upper} in the upper row, {lower} in the lower", name=name,
                       upper=digit(upper).replace("-", "–"), lower=digit(lower).replace("-", "–"))
        case Done():
            return tr("{name} is done", name=name) if name else ""
        case Outcome(rolled):
            return tr("Rolled: {dice}", dice=" ".join(str(face) for face in sorted(die.face for die in rolled)))
    raise TypeError(f"{event.move!r} is no move of this game")
