"""Pencil notes: small numbers that players jot down in spaces that are still empty. Rules never see them; the journal keeps
them as notes. `OH=34 TX=5`; where numbers have two digits, `OH=3741` is 37 and 41.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from typing import Any

from rollwrite_desktop.core.i18n import join_list, tr
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.draw.display import Mark, Text
from rollwrite_desktop.draw.type_metrics import cap_height, width
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.sheet.sheet import Rect, Sheet

NOTE = "pencil"
ERASE, BACK = "erase", "back"
"""Keys besides the digits: everything in a space goes, or what was jotted last."""
MAX_DIGITS = 6
_SIZES = {1: 11.5, 2: 10.5}  # points at least, by the digits of a number
_LARGEST = 17.0
_WITHIN = 0.84  # of a space
_ROWS = {1: 3, 2: 2}  # numbers beside each other


def read_notes(text: str, sheet: Sheet) -> dict[str, str]:
    """Returns what is jotted down, by space; anything else in the text counts as not there."""
    found = {}
    for pair in text.split():
        space, _, digits = pair.partition("=")
        if space in sheet.space and digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS:
            found[space] = digits
    return found


def write_notes(notes: Mapping[str, str]) -> str:
    """Returns the notes as one line of a file, `TX=45 NM=6`."""
    return " ".join(f"{space}={digits}" for space, digits in notes.items() if digits)


def after(held: str, key: str, wide: int) -> str:
    """Returns the note in a space after a key, which toggles its digit."""
    if key == ERASE:
        return ""
    if key == BACK:
        return held[:-1]
    if wide == 1:
        return "".join(sorted(set(held) ^ {key}))[:MAX_DIGITS]
    if len(held) % 2 == 0:
        return held + key if len(held) < MAX_DIGITS else held
    numbers, number = _numbers(held[:-1], wide), held[-1] + key
    kept = [each for each in numbers if each != number]
    return "".join(kept if number in numbers else [*kept, number])


def _numbers(held: str, wide: int) -> list[str]:
    return [held[i : i + wide] for i in range(0, len(held), wide)]


def describe_notes(held: str, wide: int) -> str:
    """Pencil notes as text; "" for none."""
    return tr("in pencil: {numbers}", numbers=join_list(tuple(_numbers(held, wide)))) if held else ""


def notes_of(session: Session[object], player: str, sheet: Sheet) -> dict[str, str]:
    """Returns what a player has jotted down, by space."""
    return read_notes(session.notes.get((player, NOTE), ""), sheet)


def free_spaces(game: Game, session: Session[object], state: object, player: str, sheet: Sheet) -> frozenset[str]:
    """Returns the spaces that nothing is written in yet, which take a note."""
    if not game.play.pencil_notes.digits:
        return frozenset()
    held = game.check.paper_of(session.rules, state, player).spaces
    return frozenset(space.id for space in sheet.spaces if not space.printed and not held.get(space.id))


def pencil_marks(
    game: Game, sheet: Sheet, notes: Mapping[str, str], free: Collection[str], chosen: str = ""
) -> Iterator[Mark]:
    """Yields the notes in their spaces, small, in the pencil's lightest ink; a half-written number in the `chosen` space
    shows that it is. Keys `jot/OH/0`."""
    wide = game.play.pencil_notes.width
    for space, digits in notes.items():
        if space not in free:
            continue
        numbers = _numbers(digits, wide)
        if space == chosen and len(numbers[-1]) < wide:
            numbers[-1] += "_"
        rows = [" ".join(row) for row in _rows(numbers, _ROWS[wide])]
        place = sheet.space[space].writing
        size = max(_SIZES[wide], _fitting(rows, place))
        for i, row in enumerate(rows):
            yield _row(f"jot/{space}/{i}", row, place, i - len(rows) / 2, size)


class Pencil:
    """The pencil at one table. `up`: it is taken up, so that taps and digits make notes. `chosen`: the space that digits go
    to, or "". What is noted can be undone while the pencil is up; each player undoes only their own notes."""

    def __init__(self, game: Game, sheet: Sheet, session: Session[Any]) -> None:
        self.up = False
        self.chosen = ""
        self._game, self._sheet, self._session = game, sheet, session
        self._past: list[tuple[str, str]] = []
        self._future: list[tuple[str, str]] = []

    def free(self, player: str) -> frozenset[str]:
        """Returns the spaces that take a note of the player's."""
        session = self._session
        return free_spaces(self._game, session, session.state, player, self._sheet) if player else frozenset()

    def notes(self, player: str) -> dict[str, str]:
        """Returns what the player has noted, by space."""
        return notes_of(self._session, player, self._sheet)

    def take_up(self, player: str, cursor: str) -> None:
        """Takes the pencil up; digits go to the keyboard's cursor if a note fits there."""
        self.up = True
        self.chosen = cursor if cursor in self.free(player) else ""

    def put_down(self) -> None:
        self.up, self.chosen = False, ""

    def choose(self, player: str, spot: str) -> None:
        """Digits go to this space, nowhere if it is full or was chosen before."""
        self.chosen = spot if spot in self.free(player) and spot != self.chosen else ""

    def press(self, player: str, key: str) -> None:
        """A digit, or one of the other keys, into the chosen space."""
        if not self.chosen:
            return
        notes = self.notes(player)
        held = notes.pop(self.chosen, "")
        now = after(held, key, self._game.play.pencil_notes.width)
        if now != held:
            self._past.append((player, self._text(player)))
            self._future.clear()
            self._session.note(player, NOTE, write_notes(notes | {self.chosen: now}))

    def can_undo(self, player: str) -> bool:
        return self.up and bool(self._past) and self._past[-1][0] == player

    def can_redo(self, player: str) -> bool:
        return self.up and bool(self._future) and self._future[-1][0] == player

    def undo(self, player: str) -> bool:
        """Takes back the latest note; whether there was one."""
        return self.can_undo(player) and self._swap(self._past, self._future)

    def redo(self, player: str) -> bool:
        return self.can_redo(player) and self._swap(self._future, self._past)

    def _swap(self, source: list[tuple[str, str]], target: list[tuple[str, str]]) -> bool:
        player, text = source.pop()
        target.append((player, self._text(player)))
        self._session.note(player, NOTE, text)
        return True

    def _text(self, player: str) -> str:
        return self._session.notes.get((player, NOTE), "")


def _rows(numbers: list[str], across: int) -> Iterator[list[str]]:
    rest = iter(numbers)
    while row := list(islice(rest, across)):
        yield row


def _fitting(rows: list[str], place: Rect) -> float:
    """Returns the size in which rows of notes fill their space: a number alone is as easy to read as what is written."""
    wide = max(width(row, "hand", 1.0) for row in rows)
    high = _WITHIN * place.h / len(rows) - 3.0
    return min(_LARGEST, _WITHIN * place.w / wide, high / cap_height("hand", 1.0))


def _row(key: str, text: str, place: Rect, row: float, size: float) -> Text:
    """A line of notes; `row` counts lines from the middle of the place down."""
    x, y = place.center
    high = cap_height("hand", size)
    return Text(key, x, y + 2.0 + (row + 1) * (high + 3.0) - 1.5, text, "hand", size, "note", "middle")
