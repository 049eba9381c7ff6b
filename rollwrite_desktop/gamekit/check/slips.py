"""Errors of writing and typing (slips): edits of a paper, their costs, and the paper after them.

A slip costs 4 where something small was forgotten or is too much (a circle, a box, a score), 5 for another digit or a
place left blank, 6 or 7 where one thing was taken for quite another, an X for a number. So one slip is always cheaper than
two. Among slips of one weight those that fingers and eyes make come first: 1 and 7, 3 and 8, 4 and 9, 6 and 0, keys that lie
side by side, digits turned round.

Where several slips of one weight would each explain a sheet, Bayes' theorem orders them (`chance`): every kind of slip is as
likely as another, within a kind every place, and of other digits those that are like the right one thrice as likely.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec
from msgspec import Struct

from rollwrite_desktop.core.audit import Edit, Paper, claims_of
from rollwrite_desktop.core.diagnosis import rolls_apart
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.gamekit.papers import ScorePaper, with_box, with_mark

SMALL, DIGIT, LARGE, OTHER = 4, 5, 6, 7
NEAR = 1
"""The rank up to which a slip is one that fingers and eyes make."""
_LIKE, _UNLIKE, _BESIDE = 1 / 4, 1 / 12, 1 / 2
"""The chances that a digit is taken for a certain one like it, and for a certain other one; the share of neighbors among
rolls that change places."""
MAX_COST = 10
"""Diagnoses that weigh more are not looked for: three slips explain anything."""
_ALIKE = frozenset(("17", "38", "49", "06", "56", "35", "89", "69"))
_NUMBER_PAD = frozenset(("14", "47", "25", "58", "36", "69", "01", "02"))


class Slip(Struct, frozen=True):
    """A possible edit, its weight, and its rank among those of one weight, the likeliest lowest."""

    edit: Edit
    cost: int
    rank: int = 0


def rolls_of(paper: Paper) -> list[str]:
    """Returns the rolls of a paper that has some."""
    assert paper.rolls is not None
    return paper.rolls


def edited(paper: Paper, edit: Edit) -> Paper:
    """Returns the paper after an edit."""
    kind, _, rest = edit.where.partition(":")
    if edit.other and kind != "roll":
        once = edited(paper, Edit(edit.where, edit.before, edit.after))
        return edited(once, Edit(edit.other, edit.after, edit.before))
    if edit.other:
        rolls = list(paper.rolls or ())
        a, b = (int(where.partition(":")[2]) - 1 for where in (edit.where, edit.other))
        rolls[a], rolls[b] = rolls[b], rolls[a]
        return msgspec.structs.replace(paper, rolls=rolls)
    if kind == "roll":
        rolls = list(paper.rolls or ())
        rolls[int(rest) - 1] = edit.after
        return msgspec.structs.replace(paper, rolls=rolls)
    if isinstance(paper, ScorePaper) and kind in ("round", "total"):
        number, _, name = rest.partition("/")
        field = "rounds" if kind == "round" else "totals"
        rows = [list(row) for row in getattr(paper, field) or ()]
        rows[int(number) - 1][paper.players.index(name)] = int(edit.after) if edit.after else None
        return msgspec.structs.replace(paper, **{field: rows})
    if isinstance(paper, ScorePaper) and kind == "claimed":
        return msgspec.structs.replace(paper, claimed=edit.after or None)
    if kind == "claimed":
        claims = claims_of(paper) | {rest or "total": int(edit.after)}
        return msgspec.structs.replace(paper, claimed=claims["total"] if list(claims) == ["total"] else claims)
    if kind == "box":
        now = paper.boxes.get(rest)
        return with_box(paper, rest, edit.after == YES if isinstance(now, bool) else int(edit.after))
    row, _, place = edit.where.partition("/")
    if place and isinstance(held := paper.boxes.get(row, ""), str):
        held = held.ljust(int(place))
        return with_box(paper, row, (held[: int(place) - 1] + (edit.after or " ") + held[int(place) :]).rstrip())
    return with_mark(paper, edit.where, edit.after)


def chance(after: Paper, slips: Sequence[Slip]) -> float:
    """How likely these slips are, relative to others of the same weight; `after`: the paper as it was meant. Each die of a
    roll as it was entered is as likely to be the wrong one, so of five alike one is five times as likely: what a roll was
    before comes from the dice."""
    return math.prod(_chance(after, slip) for slip in slips)


def _chance(after: Paper, slip: Slip) -> float:
    edit = slip.edit
    kind = edit.where.partition(":")[0]
    digit = _LIKE if slip.rank <= NEAR else _UNLIKE
    if kind == "roll":
        rolls = rolls_of(after)
        if edit.other:
            one, other = (int(where.partition(":")[2]) for where in (edit.where, edit.other))
            return _BESIDE / len(rolls) if abs(one - other) == 1 else 1 / len(rolls) ** 2
        same = max(1, _pieces(edit.before).count(rolls_apart(edit.before, edit.after)[0]))
        return digit * same / sum(len(_pieces(roll)) for roll in rolls)
    if kind in ("round", "total"):
        return 0.1 ** slip.rank
    if kind == "claimed":
        return 1 / max(1, len(claims_of(after)))
    if kind == "box":
        return 1 / max(1, len(after.boxes))
    if "/" in edit.where:
        return digit / max(1, sum(len(row) for row in after.boxes.values() if isinstance(row, str)))
    return (digit if edit.before and edit.after else 1.0) / max(1, len(after.spaces))


def _pieces(roll: str) -> list[str]:
    """Returns the dice and cards of a roll as it is entered."""
    pieces = [each.strip() for each in re.split(r"[,|]", roll)]
    return pieces if len(pieces) > 1 else roll.split()


YES, NO = mark("yes"), mark("no")
"""What an edit says of a box that is crossed off or not."""


@lru_cache(maxsize=20_000)
def mark_slip(where: str, name: str, before: str, after: str) -> Slip:
    """Another mark in a space, in the notation of paper."""
    edit = Edit(where, before, after, name)
    one, other = content(before), content(after)
    ringed = is_circled(before) != is_circled(after)
    if one == other:
        return Slip(edit, SMALL, 0 if is_circled(after) else 2)
    if not before or not after:
        return Slip(edit, DIGIT if after else LARGE, 1 if len(other) > 1 or other.isdigit() else 2)
    if one.isdigit() and other.isdigit() and len(one) == len(other):
        wrong, rank = digits_apart(one, other)
        return Slip(edit, (DIGIT, LARGE, OTHER)[wrong - 1 + ringed], 1 + rank)
    return Slip(edit, OTHER, 3 + ringed)


def other_marks(paper: Paper, space: str, name: str, marks: Iterable[str]) -> Iterator[Slip]:
    """Yields what else of some marks may stand in a space."""
    held = paper.spaces.get(space, "")
    return (mark_slip(space, name, held, other) for other in marks if other != held)


def swap_slip(paper: Paper, one: int, other: int, rank: int = 1) -> Slip:
    """Two rolls, by their numbers from 1, in the wrong order."""
    rolls = rolls_of(paper)
    return Slip(Edit(f"roll:{one}", rolls[one - 1], rolls[other - 1], "", f"roll:{other}"), DIGIT, rank)


def box_slip(paper: Paper, box: str, after: int | bool, title: str = "") -> Slip:
    """Another number of boxes crossed off, or a single one crossed off or not; title: what they are called, a message id."""
    before = paper.boxes.get(box, 0)
    assert not isinstance(before, str)
    names = (NO, YES) if isinstance(after, bool) else None
    one, other = (names[bool(value)] if names else str(value) for value in (before, after))
    small = abs(after - before) == 1
    return Slip(Edit(f"box:{box}", one, other, title or box), SMALL if small else LARGE, 2 * (after < before))


def claim_slip(paper: Paper, points: int, part: str = "", title: str = "") -> Slip:
    """Another score written."""
    before = claims_of(paper).get(part or "total", "")
    return Slip(Edit(f"claimed:{part}" if part else "claimed", str(before), str(points), title or mark("Score")), SMALL, -1)


def digits_apart(one: str, other: str) -> tuple[int, int]:
    """How many slips make one number of the other, and how unlikely they are."""
    if len(one) == 2 and one == other[::-1]:
        return 1, 0
    wrong = ["".join(sorted(pair)) for pair in zip(one, other, strict=True) if pair[0] != pair[1]]
    return len(wrong), sum(0 if _near(pair) else 2 for pair in wrong)


def _near(pair: str) -> bool:
    return pair in _ALIKE or pair in _NUMBER_PAD or int(pair[1]) - int(pair[0]) == 1
