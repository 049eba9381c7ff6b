"""A filled sheet of HexRoller as values: a paper file read, well formed or NotAPaper, and a player's sheet as a paper."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from rollwrite_desktop.core.audit import NotAPaper, Paper
from rollwrite_desktop.core.chance import read_plain
from rollwrite_desktop.core.i18n import mark, tr, tr_n
from rollwrite_desktop.gamekit.check.evidence import QUOTED, QUOTED_LONG, read_rolls
from rollwrite_desktop.games.hexroller.play.board import Board, mask_of, members
from rollwrite_desktop.games.hexroller.play.model import BLANK, BONUSES, DASH, NUMBERS, ROWS, TWO, State
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.games.hexroller.play.scoring import PARTS
from rollwrite_desktop.sheet.sheet import Sheet

MAX_CLAIM = 9999
EMPTY = " "
"""What stands in a row for a box left empty before filled ones."""
_ROW = re.compile(r"[0-9 -]*", re.ASCII)


class Evidence(Struct, frozen=True):
    """What a paper holds. marks: a digit per hex, printed ones included. row: the rows that the paper speaks of; rows: both,
    or None. bonuses: crossed off or not, as far as the paper says. rolls: None where there is no list."""

    marks: tuple[int, ...]
    row: Mapping[str, str]
    bonuses: Mapping[str, bool]
    rolls: tuple[tuple[int, ...], ...] | None
    claimed: Mapping[str, int]
    total: int | None

    @property
    def rows(self) -> tuple[str, str] | None:
        return (self.row["upper"], self.row["lower"]) if len(self.row) == len(ROWS) else None

    @property
    def unread(self) -> int:
        """The set of hexes that hold what cannot be written."""
        return mask_of(i for i, held in enumerate(self.marks) if held not in (BLANK, TWO, *NUMBERS))

    @property
    def legible(self) -> bool:
        """Whether hexes and both rows hold nothing but what can be written, no box left empty: then counts can be judged."""
        return not self.unread and self.rows is not None and all(
            held == DASH or held in map(str, NUMBERS) for row in self.rows for held in row
        )

    def used(self, bonus: str) -> bool:
        return self.bonuses.get(bonus, False)

    def could_be_used(self, bonus: str) -> bool:
        """Crossed off, or not said."""
        return self.bonuses.get(bonus, True)


def read_evidence(rules: HexRoller, paper: Paper) -> Evidence:
    """Returns what a paper holds. Raises NotAPaper."""
    bonuses, row = _boxes(rules.sheet, paper)
    claimed, total = _claimed(paper)
    rolls = read_rolls(paper, _roll, mark("rolls: entry {n} is '{text}'; expected dice such as '3 3 4 5 5 6 8 8'."))
    return Evidence(_marks(rules.board, paper), row, bonuses, rolls, claimed, total)


def _marks(board: Board, paper: Paper) -> tuple[int, ...]:
    marks = list(board.printed)
    for space, held in paper.spaces.items():
        i = board.index.get(space)
        if i is None:
            raise NotAPaper(tr("spaces: there is no hex '{id}' on this sheet.", id=space[:QUOTED]))
        if held == "":
            continue
        if len(held) != 1 or held not in "0123456789":
            raise NotAPaper(tr("spaces: {id} holds '{text}'; expected one digit.", id=space, text=held[:QUOTED]))
        if board.printed[i] not in (BLANK, int(held)):
            raise NotAPaper(tr(
                "spaces: {id} is printed with {printed}, not {text}.", id=space, printed=board.printed[i], text=held
            ))
        # A written 0 is no blank: -1 keeps them apart.
        marks[i] = int(held) or -1
    return tuple(marks)


def _boxes(sheet: Sheet, paper: Paper) -> tuple[dict[str, bool], dict[str, str]]:
    bonuses: dict[str, bool] = {}
    rows: dict[str, str] = {}
    rounds = sheet.values["rounds"]
    for name, value in paper.boxes.items():
        if name in BONUSES and isinstance(value, bool):
            bonuses[name] = value
        elif name in BONUSES:
            raise NotAPaper(tr("boxes: {box} is {value}; expected true or false.", box=name, value=repr(value)[:QUOTED]))
        elif name not in ROWS:
            raise NotAPaper(tr(
                "boxes: '{box}' is unknown; expected plus_one, two, third, upper or lower.", box=name[:QUOTED]
            ))
        elif not isinstance(value, str) or not _ROW.fullmatch(value) or len(value) > rounds:
            raise NotAPaper(tr(
                "boxes: {box} is {value}; expected up to {rounds} digits or dashes, such as '358-876'.",
                box=name, value=repr(value)[:QUOTED], rounds=rounds,
            ))
        else:
            rows[name] = value
    return bonuses, {row: held.ljust(rounds, EMPTY) for row, held in rows.items()}


def _roll(text: str) -> tuple[int, ...] | None:
    rolled = read_plain(text)
    return tuple(sorted(die.face for die in rolled.dice)) if rolled is not None and not rolled.cards else None


def _claimed(paper: Paper) -> tuple[dict[str, int], int | None]:
    """Returns the claimed parts and the claimed total."""
    claimed = paper.claimed
    if claimed is None:
        return {}, None
    if isinstance(claimed, str):
        raise NotAPaper(tr("claimed: {value}; expected a total or an object of parts.", value=repr(claimed)[:QUOTED_LONG]))
    parts = {"total": claimed} if isinstance(claimed, int) else dict(claimed)
    for part, points in parts.items():
        if part not in (*PARTS, "total"):
            raise NotAPaper(tr("claimed: there is no part '{id}'; the parts are {parts} and total.",
                                id=part[:QUOTED], parts=", ".join(PARTS)))
        if isinstance(points, bool) or not 0 <= points <= MAX_CLAIM:
            raise NotAPaper(tr("claimed: {id} is {value}; expected points.", id=part, value=repr(points)[:QUOTED]))
    total = parts.pop("total", None)
    if total is None and set(parts) == set(PARTS):
        total = sum(parts.values())
    return parts, total


def row_without_gaps(row: str) -> str:
    """A row as a straight is counted: digits only."""
    return row.replace(DASH, "").replace(EMPTY, "")


def missing(sheet: Sheet, paper: Paper) -> str:
    """Returns what a sheet lacks to be finished, in words: rounds whose boxes in both rows are empty."""
    rows = (str(paper.boxes.get(row, "")).rstrip() for row in ROWS)
    left = max(0, sheet.values["rounds"] - min(map(len, rows)))
    return tr_n("one round is not entered", "{n} rounds are not entered", left) if left else ""


def paper_of(rules: HexRoller, state: State, player: str) -> Paper:
    """A player's sheet as paper evidence, with its boxes; the rolls of the rounds that the player has closed are part of
    the evidence too."""
    part = state.part(player)
    closed = state.rolls if part.done else state.rolls[:-1]
    printed = rules.board.holding(rules.board.printed, BLANK)
    return Paper(
        game=rules.info.id, sheet=rules.sheet.id, options=dict(rules.options), player=player,
        spaces={rules.spaces[i]: str(part.marks[i]) for i in members(printed) if part.marks[i] != BLANK},
        boxes={
            **{bonus: bonus in part.used for bonus in BONUSES},
            "upper": part.upper[: rules.rounds], "lower": part.lower[: rules.rounds],
        },
        rolls=[" ".join(str(die.face) for die in roll) for roll in closed],
    )
