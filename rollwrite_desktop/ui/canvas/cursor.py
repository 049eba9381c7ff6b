"""The keyboard's cursor on a sheet: which spot an arrow leads to, and which one a typed code names.

A space is called by its id: two letters, or a letter and a digit. A box is called by a period, the first letters of its
group and its number or letter: `.c2` is the second of the color changes, `.sa` the score of A; the period alone leads to the
first box, and a digit right behind it is no part of a code. In other languages the first letters of what it is called there
come first, and those of its group count where they name none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from rollwrite_desktop.core.i18n import language, tr, with_colon
from rollwrite_desktop.sheet.sheet import Point, Sheet
from rollwrite_desktop.sheet.space_codes import CodeReader, SpaceCodes

ARROWS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}
BOX = "."
"""What the code of a box begins with."""
_WORTH = 2.0  # so much farther a neighbor on the map may be


class Cursor:
    """Finds the next spot. `boxes`: whether the arrows also stop at the boxes beside the spaces; `title`: what a box is
    called in the language in use, with its number."""

    def __init__(self, sheet: Sheet, boxes: bool = False, title: Callable[[str], str] = lambda _: "") -> None:
        self.sheet = sheet
        self.boxes = boxes
        self.title = title
        self.typed_in: Collection[str] = ()
        """The boxes that keys write in: of several with the same letters they come first."""
        self.reader = CodeReader(SpaceCodes(sheet.space))
        self._box = self._no_box = ""
        self.letter = ""
        """The letter that was typed last, with nothing but digits since."""

    def forget(self) -> None:
        """Puts down what was typed of a code so far."""
        self.reader.forget()
        self._box = self._no_box = self.letter = ""

    def nowhere(self, letters: str) -> str:
        """Returns what is said of letters that no code begins with; after a period they were meant for a box."""
        code, self._no_box = self._no_box, ""
        if code:
            return tr("No box begins with {letter}.", letter=code)
        return tr("No space begins with {letter}.", letter=letters)

    @property
    def waiting(self) -> str:
        """What was typed and waits for the rest of a code, as several begin with it; else ""."""
        return self.reader.waiting

    def becomes(self, letter: str) -> str:
        """Returns what a letter may become: "O: H Ohio, K Oklahoma, R Oregon"."""
        begun = [self.sheet.space[spot] for spot in self.reader.codes.beginning(letter)]
        return with_colon(letter, ", ".join(f"{space.id[len(letter):]} {tr(space.name)}".strip() for space in begun))

    def after(self, event: QKeyEvent, here: str, among: Collection[str] = ()) -> str:
        """Returns the spot that a key leads to from `here`, or ""."""
        arrow = ARROWS.get(Qt.Key(event.key()))
        if arrow is not None:
            self.forget()
            return self.beside(here, arrow, among)
        letter = event.text().upper()
        plain = not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        if not letter.isdecimal():
            self.letter = letter if plain and letter.isalpha() else ""
        box = self.box(letter) if plain and len(letter) == 1 else ""
        if box:
            return box
        going_on = letter.isdecimal() and self.reader.continues(letter)
        return self.typed(letter) if plain and len(letter) == 1 and (letter.isalpha() or going_on) else ""

    @property
    def box_begun(self) -> bool:
        """Whether several boxes begin with what was typed since the period."""
        return len(self._box) > len(BOX)

    def box(self, sign: str) -> str:
        """Returns the first box whose code begins with what was typed since the period and this sign; "" where none does, or
        none was begun. What can be one box only is done with."""
        word = BOX if sign == BOX else self._box + sign
        if not word.startswith(BOX) or (self._box == BOX and sign.isdigit()):
            self._box = ""
            return ""
        self.reader.forget()
        code = word[len(BOX) :]
        found = [box.id for box in self.sheet.boxes if _called(box.id.upper(), code)]
        if code and language() != "en":
            found = [box.id for box in self.sheet.boxes if _called(_spelled(self.title(box.id)), code)] or found
        found.sort(key=lambda box: box not in self.typed_in)
        self._box, self._no_box = word if len(found) > 1 else "", "" if found else code
        return next(iter(found), "")

    def typed(self, letter: str, begins: Callable[[str], bool] = lambda _: True) -> str:
        """Returns the space whose id is what was typed, however long ago, and this letter, or the only one that begins so;
        else by the letter alone. A letter with which several begin waits (`waiting`), also where the next one leads nowhere.
        `begins`: whether a sign may begin a code here."""
        self._box = ""
        space = self.reader.read(letter, begins)
        if space or self.waiting:
            self._no_box = ""
        return space

    def beside(self, here: str, arrow: tuple[int, int], among: Collection[str] = ()) -> str:
        """Returns the nearest spot in a direction, rather a neighbor on the map; the first space if there is no cursor
        yet."""
        places = self._places(among, here in self.sheet.box)
        if here not in places:
            return next(iter(places), "")
        x, y = places[here]
        dx, dy = arrow

        def far(spot: str) -> float:
            px, py = places[spot]
            along, across = (px - x) * dx + (py - y) * dy, abs((px - x) * dy) + abs((py - y) * dx)
            # Within 60 degrees of the arrow; straying costs more than distance.
            return along + 2 * across if along > 0 and across <= 1.75 * along else float("inf")

        others = [spot for spot in places if spot != here]
        if dx + dy > 0:
            others.reverse()  # of two as near, the way back leads here again
        best = min(others, key=far, default=here)
        linked = min((spot for spot in others if spot in self.sheet.neighbors.get(here, ())), key=far, default=best)
        if far(linked) <= _WORTH * far(best):
            best = linked
        return best if far(best) < float("inf") else here

    def _places(self, among: Collection[str], boxes: bool) -> dict[str, Point]:
        places = {space.id: space.writing.center for space in self.sheet.spaces}
        places |= {box.id: box.rect.center for box in self.sheet.boxes if boxes or self.boxes or box.id in among}
        return places


def _spelled(title: str) -> str:
    """Returns what a box is called, as the id of one: "Cambio de color 2 de 3: usado" is `CAMBIODECOLOR/2`, without
    accents."""
    plain = unicodedata.normalize("NFD", title.partition(":")[0]).upper()
    found = re.match(r"([^0-9]*)([0-9]*)", "".join(sign for sign in plain if sign.isascii() and sign.isalnum()))
    assert found is not None
    return f"{found[1]}/{found[2]}"


def _called(box: str, code: str) -> bool:
    """Returns whether a box may be meant by a code: the first letters of its group, then the first of what it is there."""
    group, _, which = box.replace("_", "").partition("/")
    return not code or any(group.startswith(code[:k]) and which.startswith(code[k:]) for k in range(1, len(code) + 1))
