"""Other places for the printed numbers: layouts made from a seed, and a player's own sheet."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec.structs import replace

from rollwrite_desktop.core.chance import Stream
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.games.hexroller.play.board import Board, members
from rollwrite_desktop.games.hexroller.play.model import NUMBERS
from rollwrite_desktop.games.hexroller.play.scoring import MIDDLE
from rollwrite_desktop.games.hexroller.play.sheet_schema import sheet_faults
from rollwrite_desktop.sheet import hexes
from rollwrite_desktop.sheet.load import OWN, NotASheet, dump, find, loads
from rollwrite_desktop.sheet.sheet import Sheet

CLOSER = {"hexroller_front": 0, "hexroller_back": 1}
"""By how much less than n the two printed n lie apart."""
TRIES = 4000
MAX_PER_AREA = 2
MAX_IN_MIDDLE = 4

_SEED = re.compile(r"[A-Za-z0-9-]{1,24}", re.ASCII)


def made(sheet_id: str, seed: str) -> Sheet:
    """A new layout of a shipped sheet. The two n lie n steps apart, on the back n − 1; every area holds one or two printed
    numbers, the middle one to four; no printed numbers touch. The same seed gives the same layout everywhere.
    Raises NotASheet."""
    if not _SEED.fullmatch(seed):
        raise NotASheet(tr("layout '{seed}': expected letters and digits, at most 24.", seed=seed[:40]))
    base = find(sheet_id)
    printed = _placed(base, CLOSER[sheet_id], seed)
    return _with(base, printed, f"{sheet_id}:{seed}", f"{base.title} {seed}", f"Own layout, made from the seed {seed}.")


def own(sheet: Sheet, printed: Mapping[str, str]) -> Sheet:
    """Returns the sheet with a player's own printed numbers, by space id. Raises NotASheet."""
    unknown = next((space for space in printed if space not in sheet.space), None)
    if unknown is not None:
        raise NotASheet(tr("printed: there is no hex '{id}' on this sheet.", id=unknown[:40]))
    base = sheet.id.partition(":")[0].removesuffix(OWN)
    mine = _with(sheet, printed, f"{base}{OWN}", f"{sheet.title} (own)", "Printed numbers entered by hand.")
    fault = next(sheet_faults(mine), None)
    if fault is not None:
        raise NotASheet(str(fault))
    return mine


def _with(sheet: Sheet, printed: Mapping[str, str], sheet_id: str, title: str, source: str) -> Sheet:
    spaces = tuple(replace(space, printed=printed.get(space.id, "")) for space in sheet.spaces)
    return loads(dump(replace(sheet, id=sheet_id, title=title, source=source, spaces=spaces, was=())), sheet_id)


# ---------------------------------------------------------------------- making


def _placed(sheet: Sheet, closer: int, seed: str) -> dict[str, str]:
    """Returns the places of a new layout, by trial: the far pairs first, as they have the fewest places."""
    board = Board(sheet)
    pairs = {n: _pairs(sheet, board, n - closer) for n in NUMBERS}
    for attempt in range(TRIES):
        stream = Stream(f"layout/{sheet.id}/{seed}", attempt)
        taken = near = 0
        printed: dict[int, int] = {}
        for n in reversed(NUMBERS):
            free = [(a, b) for a, b in pairs[n] if not (1 << a | 1 << b) & (taken | near)]
            if not free:
                break
            pair = stream.one_of(free)
            for i in pair:
                printed[i] = n
                taken |= 1 << i
                near |= board.beside[i]
        if len(printed) == 2 * len(NUMBERS) and _balanced(board, printed):
            return {board.spaces[i]: str(n) for i, n in printed.items()}
    raise NotASheet(f"layout {seed}: no layout was found in {TRIES} tries.")


def _pairs(sheet: Sheet, board: Board, apart: int) -> list[tuple[int, int]]:
    """Pairs of hexes so many steps apart, as the crow flies and on foot."""
    found = []
    for a, one in enumerate(sheet.spaces):
        layer = 1 << a
        for _ in range(apart):
            layer = board.around(layer)  # also back: what is so far away is not reached sooner
        found += [(a, b) for b in members(layer) if b > a and hexes.distance(one, sheet.spaces[b]) == apart]
    return found


def _balanced(board: Board, printed: Mapping[int, int]) -> bool:
    """Every area holds a printed number, none too many, and no outer area two high or two low ones."""
    held: dict[str, list[int]] = {letter: [] for letter in board.areas}
    for i, n in printed.items():
        held[board.letter[i]].append(n)
    for letter, numbers in held.items():
        if not 1 <= len(numbers) <= (MAX_IN_MIDDLE if letter == MIDDLE else MAX_PER_AREA):
            return False
        if letter != MIDDLE and len(numbers) == 2 and not 7 <= sum(numbers) <= 14:
            return False
    return True
