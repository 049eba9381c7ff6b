"""Entering a score sheet of Ligretto Dice: what a key means in a cell, and the sheet drawn with its findings."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rollwrite_desktop.core.audit import Paper, Report, paper_as
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.games.ligretto_dice.play.drawing import board_face, score_sheet
from rollwrite_desktop.games.ligretto_dice.play.paper import TIE, LigrettoDicePaper, Row, line_of
from rollwrite_desktop.games.ligretto_dice.play.sheet_schema import is_score_sheet
from rollwrite_desktop.sheet.reading_order import NAMES
from rollwrite_desktop.sheet.sheet import Sheet

ERASE, MINUS = "", "-"
HALF = "-?"
"""A minus whose number is still to come."""
MAX_DIGITS, LONGEST_NAME = 3, 12
PLAIN_NAMES = ("P1", "P2", "P3", "P4")
_LEAST_NAMED = 2


class LigrettoDicePaperEditor:
    """The paper editor on one sheet; on the board there is nothing to enter."""

    def __init__(self, sheet: Sheet, options: Mapping[str, str]) -> None:  # noqa: ARG002 (options are on the paper)
        self.sheet = sheet
        self.scores = is_score_sheet(sheet)
        self.players = sheet.values.get("players", 0)

    def typed(self, paper: Paper, spot: str, key: str) -> LigrettoDicePaper | None:
        if not self.scores or not (spot in self.sheet.space or spot in self.sheet.box):
            return None
        if not (key in (ERASE, MINUS) or (len(key) == 1 and key.isascii() and key.isalnum())):
            return None
        paper = self._seated(paper_as(LigrettoDicePaper, paper))
        group = self.sheet.box[spot].group if spot in self.sheet.box else "rounds"
        if group == "players":
            return self._named(paper, int(spot.partition("/")[2]) - 1, key)
        if group in ("again", "start") or (key and key not in "0123456789-"):
            return None
        if group == "final":
            return self._claimed(paper, int(spot.partition("/")[2]) - 1, key)
        if group == "penalties":
            return self._penalty(paper, int(spot.partition("/")[2]) - 1, key)
        row, _, player = spot.removeprefix("total/").rpartition("p")
        field = "totals" if group == "totals" else "rounds"
        return self._cell(paper, spot, field, line_of(self.sheet, row), int(player) - 1, key)

    def _seated(self, paper: LigrettoDicePaper) -> LigrettoDicePaper:
        """Returns the paper with a name for each column."""
        names = [*paper.players[: self.players], *PLAIN_NAMES[len(paper.players) : self.players]]
        return msgspec.structs.replace(paper, players=names)

    def _named(self, paper: LigrettoDicePaper, who: int, key: str) -> LigrettoDicePaper | None:
        name = paper.players[who]
        if key == ERASE:
            name = "" if name == PLAIN_NAMES[who] else name[:-1]
        elif name == PLAIN_NAMES[who]:
            name = key
        elif len(name) < LONGEST_NAME:
            name += key if not name else key.lower()
        if not name or name in (*paper.players[:who], *paper.players[who + 1 :]):
            name = PLAIN_NAMES[who] if not name else name + str(who + 1)
        names = [*paper.players[:who], name, *paper.players[who + 1 :]]
        return msgspec.structs.replace(paper, players=names) if len(set(names)) == len(names) else None

    def left_out(self, paper: Paper, spot: str) -> bool:
        """At two names or more, as nobody plays alone."""
        paper = self._seated(paper_as(LigrettoDicePaper, paper))
        group = self.sheet.box[spot].group if spot in self.sheet.box else "rounds"
        named = sum(name not in PLAIN_NAMES for name in paper.players)
        if group in NAMES or named < _LEAST_NAMED:
            return False
        who = int(spot.rpartition("p")[2] if group in ("rounds", "totals") else spot.partition("/")[2]) - 1
        entered = any(row[who : who + 1] not in ([], [None]) for rows in (paper.rounds, paper.totals) for row in rows or ())
        return paper.players[who] == PLAIN_NAMES[who] and not entered

    @staticmethod
    def _claimed(paper: LigrettoDicePaper, who: int, key: str) -> LigrettoDicePaper | None:
        """Any key on a final cell names its player as the winner."""
        return msgspec.structs.replace(paper, claimed=None if key == ERASE else paper.players[who])

    @staticmethod
    def _penalty(paper: LigrettoDicePaper, who: int, key: str) -> LigrettoDicePaper | None:
        penalties = [*paper.penalties, *[0] * (len(paper.players) - len(paper.penalties))]
        penalties[who] = abs(_digits(penalties[who], key) or 0)
        return msgspec.structs.replace(paper, penalties=penalties if any(penalties) else [])

    def _cell(
        self, paper: LigrettoDicePaper, spot: str, field: str, line: int, who: int, key: str
    ) -> LigrettoDicePaper:
        rows: list[Row] = [list(row) for row in getattr(paper, field) or []]
        rows += [[None] * self.players for _ in range(line + 1 - len(rows))]
        rows = [[*row[: self.players], *[None] * (self.players - len(row))] for row in rows]
        held = rows[line][who]
        signs = {space: sign for space, sign in paper.spaces.items() if space != spot}
        if key == MINUS and not held:
            signs |= {spot: MINUS} if field == "rounds" and paper.spaces.get(spot) != MINUS else {}
        else:
            number = _digits(held, key)
            rows[line][who] = -number if number and not held and paper.spaces.get(spot) == MINUS else number
        while rows and all(entry is None for entry in rows[-1]):
            rows.pop()
        return msgspec.structs.replace(paper, spaces=signs, **{field: rows or None})

    def keys(self, spot: str) -> tuple[tuple[str, str], ...]:
        if not self.scores:
            return ()
        digits = tuple((str(n % 10), str(n % 10)) for n in range(1, 11))
        group = self.sheet.box[spot].group if spot in self.sheet.box else "rounds"
        if group == "rounds":
            return (*digits, (MINUS, "−"), (ERASE, tr("Erase")))
        if group in ("totals", "penalties"):
            return (*digits, (ERASE, tr("Erase")))
        if group == "final":
            return (("1", tr("Winner")), (ERASE, tr("Erase")))
        return ((ERASE, tr("Erase")),) if group == "players" else ()

    def draw(
        self, paper: Paper, report: Report | None, chosen: str = "", among: frozenset[str] = frozenset()
    ) -> Display:
        if self.scores:
            return score_sheet.filled(self.sheet, paper_as(LigrettoDicePaper, paper), report, chosen, among)
        return board_face.blank(self.sheet)

    def describe(self, paper: Paper, spot: str) -> str:
        if not self.scores:
            return tr(self.sheet.space[spot].name)
        group, _, rest = spot.partition("/")
        paper = self._seated(paper_as(LigrettoDicePaper, paper))
        names = paper.players
        if group in ("name", "again"):
            return tr("Name: {name}", name=names[int(rest) - 1])
        if group == "final":
            name = names[int(rest) - 1]
            named = tr("{name} is named as the winner.", name=name).rstrip(".")
            return named if paper.claimed == name else tr("Result of {name}", name=name)
        if group == "penalties":
            return tr("Penalties of {name}: {n}", name=names[int(rest) - 1], n=(paper.penalties[int(rest) - 1 :] or [0])[0])
        row, _, player = (rest if group == "total" else spot).rpartition("p")
        about = {"name": names[int(player) - 1], "round": tr("tie-break") if row == TIE else row[1:]}
        rows = paper.totals if group == "total" else paper.rounds
        held = ((rows or [])[line_of(self.sheet, row) :] or [[]])[0]
        number = (held[int(player) - 1 :] or [None])[0]
        begun = group != "total" and paper.spaces.get(spot) == MINUS
        shown = str(number) if number is not None else HALF if begun else tr("blank")
        return tr("Total of {name} after round {round}: {n}", n=shown, **about) if group == "total" else tr(
            "{name}, round {round}: {n}", n=shown, **about)


def _digits(held: int | None, key: str) -> int | None:
    """A number after a key: another digit, the sign turned, or none after erase."""
    if key == MINUS:
        return -(held or 0) or None
    if key == ERASE:
        return None
    digits = "" if held is None else str(abs(held))
    digits = digits + key if len(digits) < MAX_DIGITS else key
    return int(digits) * (-1 if held is not None and held < 0 else 1)
