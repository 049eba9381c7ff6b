"""What there is to say of a sheet afterwards: what made each part of its score, what was missed. Each game fills in what it
has; whoever shows a game that is over asks for nothing else. Knows no particular game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from rollwrite_desktop.core.i18n import mark, tr, with_colon
from rollwrite_desktop.draw.display import Display


class Remark(Struct, frozen=True):
    """One sentence, already in words, and the spots of which it speaks. `ui`: with this selection the guide shows it on the
    sheet (a route drawn beside the other); None where ringing the spots is enough."""

    sentence: str
    spots: tuple[str, ...] = ()
    ui: Any = None


class ScoreStep(Struct, frozen=True):
    """One step of counting a score: what is counted, in words; the points so far; the spots that it speaks of, and the
    selection with which the guide shows it, as in `Remark`."""

    sentence: str
    total: int
    spots: tuple[str, ...] = ()
    ui: Any = None


class Counting(Struct, frozen=True):
    """A way to count a sheet, step by step; after the last step all of it is shown. title: a button's caption, in words.
    key: of several lines on the sheet what each one is, in words, and a piece of it."""

    title: str
    steps: tuple[ScoreStep, ...]
    key: tuple[tuple[str, Display], ...] = ()


class Measure(Struct, frozen=True):
    """What a player's sheet is worth at any moment, by rules, state and player; title: a message id."""

    title: str
    value: Callable[[Any, Any, str], int]


def _written(rules: Any, moves: Sequence[Any]) -> str:
    return ", ".join(rules.write(move) for move in moves)


def total_of(rules: Any, state: Any, player: str) -> int:
    """A player's score as it stands."""
    return int(rules.scores(state)[state.players.index(player)].total)


def by_parts(rules: Any, state: Any, player: str, review: Review, titles: Mapping[str, str]) -> tuple[Counting, ...]:
    """Returns the score part by part, those that are worth something. titles: message ids by part."""
    score, total, steps = rules.scores(state)[state.players.index(player)], 0, []
    for part, points in score.parts:
        total += points
        if points:
            sentence = review.reason(rules, state, player, part) or with_colon(tr(titles.get(part, part)), str(points))
            steps.append(ScoreStep(sentence, total, review.spots(rules, state, player, part)))
    return (Counting(tr("Points"), tuple(steps)),) if steps else ()


class Review(Struct, frozen=True):
    """spots: what makes a part of the score, by rules, state, player and part id. remarks: what there is to learn from a
    sheet, by rules, state and player. measures: how far a sheet has come at any moment, the one that says most first; the
    score, unless that comes only at the end. reason: why a part is worth what it is, in a sentence that says its points too,
    or "". round_of: the round to which a position belongs, for games in which a round and not a roll is what counts; None
    where turns begin with a roll. countings: the ways to count a sheet that is full, the one that scores first; None where
    it is counted by its parts. describe_moves: the moves of a turn in a few words. contrast: what a better choice keeps or
    gains, in sentences: by rules, the states after what was played and after the better choice, player, and the letter that
    the better choice is called.
    theme: what a costly choice is an example of, a key of `themes`, by rules, the same two states, and player; themes:
    message ids by key, the most telling first. timed: those of them that are about when something was done, which a sheet
    of paper does not show."""

    spots: Callable[[Any, Any, str, str], tuple[str, ...]] = lambda *_: ()
    remarks: Callable[[Any, Any, str], tuple[Remark, ...]] = lambda *_: ()
    measures: tuple[Measure, ...] = (Measure(mark("Points after each turn"), total_of),)
    reason: Callable[[Any, Any, str, str], str] = lambda *_: ""
    round_of: Callable[[Any], int] | None = None
    countings: Callable[[Any, Any, str], tuple[Counting, ...]] | None = None
    describe_moves: Callable[[Any, Sequence[Any]], str] = _written
    contrast: Callable[[Any, Any, Any, str, str], Iterable[str]] = lambda *_: ()
    theme: Callable[[Any, Any, Any, str], str] = lambda *_: ""
    themes: Mapping[str, str] = field(default_factory=dict)
    timed: frozenset[str] = frozenset()
