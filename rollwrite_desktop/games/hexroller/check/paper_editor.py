"""Entering a filled sheet of HexRoller: what a key means in a hex or box, and the sheet with its findings."""

from __future__ import annotations

from collections.abc import Mapping

from rollwrite_desktop.core.audit import Paper, Report, claims_of
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.check.mark_keys import CROSS_OFF, ERASE, Key, erase_key, is_digit, keys_of, number_keys
from rollwrite_desktop.gamekit.check.paper_typing import typed_claim
from rollwrite_desktop.gamekit.papers import with_box, with_mark
from rollwrite_desktop.games.hexroller.check.evidence import EMPTY
from rollwrite_desktop.games.hexroller.play import drawing
from rollwrite_desktop.games.hexroller.play.descriptions import BONUS_TITLES, PART_TITLES
from rollwrite_desktop.games.hexroller.play.model import BONUSES, DASH, NUMBERS, ROWS, TWO
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.sheet.sheet import Sheet

MAX_DIGITS = 3


class HexRollerPaperEditor:
    """The paper editor on one sheet."""

    def __init__(self, sheet: Sheet, options: Mapping[str, str]) -> None:
        self.sheet = sheet
        self.rules = HexRoller(sheet, options)

    def typed(self, paper: Paper, spot: str, key: str) -> Paper | None:
        kind, _, name = spot.partition("/")
        if spot in self.sheet.space:
            takes = not self.sheet.space[spot].printed and (key == ERASE or is_digit(key))
            return with_mark(paper, spot, key) if takes else None
        if spot not in self.sheet.box:
            return None
        if spot in BONUSES:
            return self._cross_off(paper, spot, key)
        if kind in ROWS:
            return self._in_row(paper, kind, int(name) - 1, key)
        return typed_claim(paper, name, key, MAX_DIGITS) if kind == "score" else None

    @staticmethod
    def _cross_off(paper: Paper, bonus: str, key: str) -> Paper | None:
        if key == CROSS_OFF or key.upper() == "X":
            return with_box(paper, bonus, paper.boxes.get(bonus) is not True)
        if key in ("0", "1"):
            return with_box(paper, bonus, key == "1")
        return with_box(paper, bonus, False) if key == ERASE else None

    @staticmethod
    def _in_row(paper: Paper, row: str, place: int, key: str) -> Paper | None:
        if not (key in (ERASE, DASH) or is_digit(key)):
            return None
        held = row_of(paper, row).ljust(place + 1, EMPTY)
        return with_box(paper, row, (held[:place] + (key or EMPTY) + held[place + 1 :]).rstrip(EMPTY))

    def keys(self, spot: str) -> tuple[Key, ...]:
        kind = spot.partition("/")[0]
        numbers = "".join(str(n) for n in NUMBERS)
        if spot in self.sheet.space:
            return () if self.sheet.space[spot].printed else (*keys_of(f"{TWO}{numbers}"), erase_key())
        if spot in BONUSES:
            return ((CROSS_OFF, tr("Cross off")), erase_key())
        if kind in ROWS:
            return (*keys_of(numbers), (DASH, tr("Dash")), erase_key())
        return number_keys() if kind == "score" else ()

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
            points = tr("not filled in") if claimed is None else str(claimed)
            return tr("{part}, written: {points}", part=title, points=points)
        return tr("Player: {name}", name=paper.player or tr("not filled in")) if spot == "player" else ""


def row_of(paper: Paper, row: str) -> str:
    """A row of boxes as entered so far."""
    held = paper.boxes.get(row, "")
    return held if isinstance(held, str) else ""
