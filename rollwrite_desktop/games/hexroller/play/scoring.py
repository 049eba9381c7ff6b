"""What a HexRoller sheet is worth, part by part, and why. Knows no moves."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from rollwrite_desktop.games.hexroller.play.board import Board
from rollwrite_desktop.games.hexroller.play.model import BLANK, BONUSES, NUMBERS, TWO
from rollwrite_desktop.sheet.sheet import Sheet

MIDDLE = "M"
WRITTEN = (TWO, *NUMBERS)
PARTS = ("bonuses", "A", "B", "C", "D", "E", "F", MIDDLE, *(f"pair_{n}" for n in NUMBERS), "upper", "lower")
RULE = {
    "bonuses": "HR-13", **dict.fromkeys("ABCDEF", "HR-14"), MIDDLE: "HR-15",
    **{f"pair_{n}": "HR-16" for n in NUMBERS}, "upper": "HR-17", "lower": "HR-17",
}
"""Score part to the rule that makes it."""


class AreaScore(Struct, frozen=True):
    """An area's score: the points, the most common number and how often it stands there; blank: hexes still empty."""

    points: int
    number: int
    count: int
    blank: int


def straight(row: str) -> int:
    """Returns the points of a row of boxes (HR-17)."""
    reached = 0
    for n in NUMBERS:
        if str(n) not in row:
            break
        reached = n
    return reached


class Scoring:
    """Scores on one sheet. Values of the sheet: `bonus`, points per unused bonus; `middle`, by which the middle area's
    score is multiplied."""

    def __init__(self, sheet: Sheet, board: Board) -> None:
        self.board = board
        self.bonus = sheet.values["bonus"]
        self.factor = {letter: sheet.values["middle"] if letter == MIDDLE else 1 for letter in board.areas}

    def area(self, marks: tuple[int, ...], letter: str) -> AreaScore:
        """HR-14, HR-15: nothing while a hex is blank; of numbers equally common the highest."""
        held = [marks[i] for i in self.board.areas[letter]]
        blank = held.count(BLANK)
        count, number = max([(held.count(n), n) for n in {*held} if n in WRITTEN], default=(0, 0))
        return AreaScore(0 if blank else number * self.factor[letter], number, count, blank)

    def connected(self, marks: tuple[int, ...], number: int) -> bool:
        """HR-16: whether the printed pair lies in one group of its number."""
        pair = self.board.pairs[number]
        if len(pair) != 2:
            return False
        group = self.board.group(1 << pair[0], self.board.holding(marks, number))
        return bool(group >> pair[1] & 1)

    def parts(
        self, marks: tuple[int, ...], upper: str, lower: str, used: Collection[str]
    ) -> tuple[tuple[str, int], ...]:
        """All parts of the score in printed order."""
        points = {"bonuses": self.bonus * sum([bonus not in used for bonus in BONUSES])}
        for letter in self.board.areas:
            points[letter] = self.area(marks, letter).points
        for n in NUMBERS:
            points[f"pair_{n}"] = n if self.connected(marks, n) else 0
        points["upper"], points["lower"] = straight(upper), straight(lower)
        return tuple([(part, points.get(part, 0)) for part in PARTS])
