"""What there is to say of a HexRoller sheet afterwards: what made each part of its score, and why."""

from __future__ import annotations

from rollwrite_desktop.gamekit.review import Review
from rollwrite_desktop.games.hexroller.board import members
from rollwrite_desktop.games.hexroller.descriptions import describe_score
from rollwrite_desktop.games.hexroller.model import BLANK, BONUSES, NUMBERS, State
from rollwrite_desktop.games.hexroller.rules import HexRoller


def spots(rules: HexRoller, state: State, player: str, part: str) -> tuple[str, ...]:
    """The hexes of an area that count, the group between a pair, a row, or the bonuses that are left."""
    sheet, board, mine = rules.sheet, rules.board, state.part(player)
    if part in board.areas:
        area = rules.scoring.area(mine.marks, part)
        wanted = BLANK if area.blank else area.number
        return tuple(rules.spaces[i] for i in board.areas[part] if mine.marks[i] == wanted)
    if part == "bonuses":
        return tuple(bonus for bonus in BONUSES if bonus not in mine.used and bonus in sheet.box)
    pair = next((n for n in NUMBERS if part == f"pair_{n}"), 0)
    if pair:
        ends = board.pairs[pair]
        if not rules.scoring.connected(mine.marks, pair):
            return tuple(rules.spaces[i] for i in ends)
        return tuple(rules.spaces[i] for i in members(board.group(1 << ends[0], board.holding(mine.marks, pair))))
    return tuple(box.id for box in sheet.group(part)) if part in ("upper", "lower") else ()


def reason(rules: HexRoller, state: State, player: str, part: str) -> str:
    """Why a part is worth what it is."""
    return describe_score(rules, state.part(player), part)


REVIEW = Review(spots, reason=reason)
