"""What there is to say of a HexRoller sheet afterwards: what made each part of its score, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rollwrite_desktop.core.i18n import integer, mark, tr
from rollwrite_desktop.core.rules import Move
from rollwrite_desktop.gamekit.think.review import Review
from rollwrite_desktop.games.hexroller.play.board import members
from rollwrite_desktop.games.hexroller.play.descriptions import PART_TITLES, describe_score
from rollwrite_desktop.games.hexroller.play.evaluation import FAR, Evaluation
from rollwrite_desktop.games.hexroller.play.model import BLANK, BONUSES, NUMBERS, Boxes, Extra, Part, State, Two, Write
from rollwrite_desktop.games.hexroller.play.rules import HexRoller


def spots(rules: HexRoller, state: State, player: str, part: str) -> tuple[str, ...]:
    """Returns the hexes of an area that count, the group between a pair, a row, or the bonuses that are left."""
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
    return tuple(box.id for box in sheet.group(part))


def reason(rules: HexRoller, state: State, player: str, part: str) -> str:
    """Why a part is worth what it is."""
    return describe_score(rules, state.part(player), part)


def describe_moves(rules: HexRoller, moves: Sequence[Move]) -> str:  # noqa: ARG001
    """Returns the moves of a turn: "7 in b6 c5 d6, 5 in h4 h3, 5 above and 7 below"."""
    described = []
    for _, group in groupby(moves, key=lambda move: (type(move), getattr(move, "number", 0))):
        same = list(group)
        match same[0]:
            case Write(_, number):
                hexes = " ".join(each.space for each in same if isinstance(each, Write))
                described.append(tr("{n} in {hexes}", n=number, hexes=hexes))
            case Extra(space, number):
                described.append(tr("+1: {n} in {hexes}", n=number, hexes=space))
            case Two(space):
                described.append(tr("{n} in {hexes}", n=2, hexes=space))
            case Boxes(upper, lower):
                described.append(tr("{upper} above, {lower} below", upper=upper or "–", lower=lower or "–"))
    return ", ".join(described) or tr("nothing")


def contrast(rules: HexRoller, mine: State, better: State, player: str, letter: str) -> Iterator[str]:
    """Yields the connections that were cut off, those that are nearer by either choice, and where the points so far
    differ."""
    ours, theirs = mine.part(player), better.part(player)
    now, then = gaps(rules, ours), gaps(rules, theirs)
    pairs = [(tr(PART_TITLES[f"pair_{n}"]), now[n], then[n]) for n in NUMBERS]
    cut = tuple(title for title, one, other in pairs if one < 0 <= other)
    if cut:
        yield tr("Cut off, but still possible after {letter}: {parts}.", letter=letter, parts=cut)
    nearer = tuple(
        tr("{part}: {n} instead of {other}", part=title, n=other, other=one)
        for title, one, other in pairs if one != other and one >= 0 <= other
    )
    if nearer:
        yield tr("Hexes still needed after {letter}: {parts}.", letter=letter, parts=nearer)
    before, after = dict(rules.parts(ours)), dict(rules.parts(theirs))
    points = tuple(
        f"{tr(PART_TITLES[part])} {integer(after[part] - before[part], sign=True)}"
        for part in after if after[part] != before[part]
    )
    if points:
        yield tr("Points so far, {letter} instead: {parts}.", letter=letter, parts=points)


def gaps(rules: HexRoller, part: Part) -> dict[int, int]:
    """How many hexes each connection still needs; -1 where it has become impossible."""
    return {n: -1 if gap == FAR else gap for n, gap in Evaluation(rules, part.marks).gap.items()}


THEMES = {
    "cut": mark("Connections cut off"),
    "bonus_missed": mark("Bonuses that would have helped"),
    "bonus_early": mark("Bonuses spent too early"),
    "bonus": mark("Which bonus is used"),
    "pair": mark("Connections not shortened"),
    "rows": mark("The rows of boxes"),
    "area": mark("Areas"),
    "place": mark("Where a chain goes"),
}


def theme(rules: HexRoller, mine: State, better: State, player: str) -> str:
    """Returns what a costly choice is an example of: by connections and bonuses, then by rows and areas."""
    ours, theirs = mine.part(player), better.part(player)
    needed = [*zip(gaps(rules, ours).values(), gaps(rules, theirs).values(), strict=True)]
    if any(one < 0 <= other for one, other in needed):
        return "cut"
    if ours.used != theirs.used:
        spent = len(ours.used) - len(theirs.used)
        return "bonus_early" if spent > 0 else "bonus_missed" if spent else "bonus"
    if sum(one - other for one, other in needed if one >= 0 and other >= 0) > 0:
        return "pair"
    if ours.marks == theirs.marks:
        return "rows"
    before, after = dict(rules.parts(ours)), dict(rules.parts(theirs))
    return "area" if any(before[area] != after[area] for area in rules.board.areas) else "place"


REVIEW = Review(
    spots, reason=reason, describe_moves=describe_moves, contrast=contrast,
    theme=theme, themes=THEMES, timed=frozenset({"bonus_early"}),
)
