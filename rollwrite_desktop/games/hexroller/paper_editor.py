"""Entering a filled sheet of HexRoller: what a key means in a hex or box, and the sheet with its findings."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rollwrite_desktop.core.audit import Paper, Report, claims_of
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.games.hexroller import drawing
from rollwrite_desktop.games.hexroller.descriptions import BONUS_TITLES, PART_TITLES
from rollwrite_desktop.games.hexroller.evidence import EMPTY
from rollwrite_desktop.games.hexroller.model import BONUSES, DASH, NUMBERS, ROWS
from rollwrite_desktop.games.hexroller.rules import HexRoller
from rollwrite_desktop.sheet.sheet import Sheet

ERASE, CROSS_OFF = "", " "
MAX_DIGITS = 3


class HexRollerPaperEditor:
    """The desk on one sheet."""

    def __init__(self, sheet: Sheet, options: Mapping[str, str]) -> None:
        self.sheet = sheet
        self.rules = HexRoller(sheet, options)

    def typed(self, paper: Paper, spot: str, key: str) -> Paper | None:
        kind, _, name = spot.partition("/")
        if spot in self.sheet.space:
            return self._in_hex(paper, spot, key)
        if spot not in self.sheet.box:
            return None
        if spot in BONUSES:
            return self._cross_off(paper, spot, key)
        if kind in ROWS:
            return self._in_row(paper, kind, int(name) - 1, key)
        return self._claim(paper, name, key) if kind == "score" else None

    def _in_hex(self, paper: Paper, space: str, key: str) -> Paper | None:
        if self.sheet.space[space].printed or not (key == ERASE or _digit(key)):
            return None
        spaces = {other: held for other, held in paper.spaces.items() if other != space}
        return msgspec.structs.replace(paper, spaces=spaces | ({space: key} if key else {}))

    @staticmethod
    def _cross_off(paper: Paper, bonus: str, key: str) -> Paper | None:
        crossed = paper.boxes.get(bonus) is True
        if key == CROSS_OFF or key.upper() == "X":
            crossed = not crossed
        elif key == ERASE:
            crossed = False
        else:
            return None
        return msgspec.structs.replace(paper, boxes=dict(paper.boxes) | {bonus: crossed})

    @staticmethod
    def _in_row(paper: Paper, row: str, place: int, key: str) -> Paper | None:
        if not (key in (ERASE, DASH) or _digit(key)):
            return None
        held = row_of(paper, row).ljust(place + 1, EMPTY)
        held = (held[:place] + (key or EMPTY) + held[place + 1 :]).rstrip(EMPTY)
        return msgspec.structs.replace(paper, boxes=dict(paper.boxes) | {row: held})

    @staticmethod
    def _claim(paper: Paper, part: str, key: str) -> Paper | None:
        claims = claims_of(paper)
        digits = str(claims[part]) if part in claims else ""
        if key == ERASE:
            digits = digits[:-1]
        elif _digit(key):
            digits = digits + key if len(digits) < MAX_DIGITS else key
        else:
            return None
        claims.pop(part, None)
        if digits:
            claims[part] = int(digits)
        return msgspec.structs.replace(paper, claimed=claims or None)

    def keys(self, spot: str) -> tuple[tuple[str, str], ...]:
        kind = spot.partition("/")[0]
        erase = (ERASE, tr("Erase"))
        if spot in self.sheet.space:
            if self.sheet.space[spot].printed:
                return ()
            return (*((str(n), str(n)) for n in (2, *NUMBERS)), erase)
        if spot in BONUSES:
            return ((CROSS_OFF, tr("Cross off")), erase)
        if kind in ROWS:
            return (*((str(n), str(n)) for n in NUMBERS), (DASH, tr("Dash")), erase)
        if kind == "score":
            return (*((str(n % 10), str(n % 10)) for n in range(1, 11)), erase)
        return ()

    def draw(
        self, paper: Paper, report: Report | None, chosen: str = "", among: frozenset[str] = frozenset()
    ) -> Display:
        return drawing.entered(self.rules, paper, report, chosen, among)

    def describe(self, paper: Paper, spot: str) -> str:
        kind, _, name = spot.partition("/")
        if spot in self.sheet.space:
            here = self.sheet.space[spot]
            area = self.sheet.region[here.region].letter
            if here.printed:
                return tr("{hex}, area {area}: {n}, printed", hex=spot, area=area, n=here.printed)
            return tr("{hex}, area {area}: {n}", hex=spot, area=area, n=paper.spaces.get(spot, "") or tr("blank"))
        if spot in BONUSES:
            state = tr("crossed off") if paper.boxes.get(spot) is True else tr("not crossed off")
            return tr("{bonus}: {state}", bonus=BONUS_TITLES[spot], state=state)
        if kind in ROWS and spot in self.sheet.box:
            held = row_of(paper, kind)[int(name) - 1 : int(name)].strip() or tr("empty")
            return tr("{row}, round {n}: {held}", row=PART_TITLES[kind], n=int(name), held=held)
        if kind == "score":
            claimed = claims_of(paper).get(name)
            title = PART_TITLES.get(name, tr("Total"))
            return tr("{part}, claimed: {points}", part=title, points="—" if claimed is None else str(claimed))
        return tr("Player: {name}", name=paper.player or "—") if spot == "player" else ""

    def order(self) -> tuple[str, ...]:
        """Hexes row by row, then the boxes in the order in which a sheet is filled and added up."""
        return (*(space.id for space in self.sheet.spaces), *(box.id for box in self.sheet.boxes if box.group != "player"))


def row_of(paper: Paper, row: str) -> str:
    """A row of boxes as entered so far."""
    held = paper.boxes.get(row, "")
    return held if isinstance(held, str) else ""


def _digit(key: str) -> bool:
    return len(key) == 1 and key in "0123456789"
