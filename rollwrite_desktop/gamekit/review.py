"""What there is to say of a sheet afterwards: what made each part of its score, what was missed. Each game fills in what it
has; whoever shows a game that is over asks for nothing else. Knows no particular game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence, already in words, and the spots of which it speaks. `ui`: with this selection the guide shows it on the
    sheet (a route drawn beside the other); None where ringing the spots is enough."""

    sentence: str
    spots: tuple[str, ...] = ()
    ui: Any = None


def _no_spots(rules: Any, state: Any, player: str, part: str) -> tuple[str, ...]:  # noqa: ARG001
    return ()


def _no_reason(rules: Any, state: Any, player: str, part: str) -> str:  # noqa: ARG001
    return ""


def _no_remarks(rules: Any, state: Any, player: str) -> tuple[Remark, ...]:  # noqa: ARG001
    return ()


def _total(rules: Any, state: Any, player: str) -> int:
    return int(rules.scores(state)[state.players.index(player)].total)


@dataclass(frozen=True, slots=True)
class Review:
    """spots: what makes a part of the score, by rules, state, player and part id. remarks: what there is to learn from a
    sheet, by rules, state and player. worth: what a sheet is worth at any moment; the score, unless that comes only at the
    end. worth_title: what it is called then (a message id), or "". reason: why a part is worth what it is, in a sentence
    that says its points too, or "". round_of: the round to which a position belongs, for games in which a round and not a
    roll is what counts; None where turns begin with a roll."""

    spots: Callable[[Any, Any, str, str], tuple[str, ...]] = _no_spots
    remarks: Callable[[Any, Any, str], tuple[Remark, ...]] = _no_remarks
    worth: Callable[[Any, Any, str], int] = _total
    worth_title: str = ""
    reason: Callable[[Any, Any, str, str], str] = _no_reason
    round_of: Callable[[Any], int] | None = None
