"""The contract of a game: pure functions over immutable values, and the few values that everything else passes round.

Chance is an actor like any player. A refusal is a value with a rule key, never an exception. Knows no particular game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar, runtime_checkable

from msgspec import Struct, field

from rollwrite_desktop.core.chance import Ask, Outcome
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import Arg, capitalized, tr, with_colon

S = TypeVar("S")
CHANCE = "chance"
_CUP = "chance:"


def cup_of(player: str) -> str:
    """Returns the actor that rolls for one player alone, in games in which each rolls for themselves: `chance:p2`."""
    return _CUP + player


def is_chance(by: str) -> bool:
    """Returns whether an actor is chance, of the whole table or of one player."""
    return by == CHANCE or by.startswith(_CUP)


class Move(Protocol):
    """One pen stroke, or an outcome of chance: a frozen dataclass; its only serialized form is the game's notation."""

    def __hash__(self) -> int: ...


class Event(Struct, frozen=True):
    """A move by somebody: a player id (`p1` …) or `chance`. `at` is milliseconds since the start, in races only."""

    by: str
    move: Move | Outcome
    at: int = 0


class Demand(Struct, frozen=True):
    """Somebody may act now. A demand of chance carries what is asked of it. `waits`: the others cannot go on without it."""

    by: str
    ask: Ask | None = None
    waits: bool = True


class Refusal(Struct, frozen=True):
    """Why a stroke is not allowed. `key` is a rulebook entry, `RA-8` or `RA-7:full`; `spots` are the places it speaks of.

    `unwritable`: paper itself forbids it (the space is full, the die is used up), so no house rule lets it through.
    """

    key: str
    args: Mapping[str, Arg] = field(default_factory=dict)
    spots: tuple[str, ...] = ()
    unwritable: bool = False

    @property
    def rule(self) -> str:
        """The rule key, `RA-7`."""
        return rule_of(self.key)

    def sentence(self, rulebook: Mapping[str, str]) -> str:
        """Returns the refusal in words."""
        return capitalized(tr(rulebook[self.key], **self.args))


def rule_of(key: str) -> str:
    """Returns the rule key of a rulebook entry: `RA-7` of `RA-7:full`."""
    return key.partition(":")[0]


class Scale(Struct, frozen=True):
    """Values of a house rule that hold one number: `rounds_5`. prefix: what stands before it (`rounds_`); title: a message
    id with {n} for the number; low, high: its range; usual: where a control begins."""

    prefix: str
    title: str
    low: int
    high: int
    usual: int

    def value(self, number: int) -> str:
        """Returns the value with this number."""
        return f"{self.prefix}{number}"

    def number(self, value: str) -> int | None:
        """Returns the number in a value of this scale, None for any other value."""
        digits = value.removeprefix(self.prefix)
        if digits == value or not re.fullmatch(r"0|[1-9][0-9]{0,5}", digits):
            return None
        return int(digits) if self.low <= int(digits) <= self.high else None


class Split(Struct, frozen=True):
    """Values of a house rule that deal a number out among the players, in their order: `14,10`. title: a message id; total:
    what is dealt; low: the least that a player may have; players: how many there may be."""

    title: str
    total: int
    low: int
    players: tuple[int, int]

    def value(self, parts: Iterable[int]) -> str:
        """Returns the value in which the players have so much each."""
        return ",".join(map(str, parts))

    def parts(self, value: str) -> tuple[int, ...]:
        """Returns what each player has by a value of this kind, () for any other value."""
        fewest, most = self.players
        if not re.fullmatch(r"[0-9]{1,3}(,[0-9]{1,3})+", value):
            return ()
        parts = tuple(int(part) for part in value.split(","))
        fits = fewest <= len(parts) <= most and sum(parts) == self.total and min(parts) >= self.low
        return parts if fits else ()


class Choice(Struct, frozen=True):
    """A house rule that a table may choose: its values, the default first, each with a message id that names it. `scales`
    and `split`: further values, made of numbers. `only`: another rule and the one value of it beside which values that begin
    so mean anything, for "" the whole rule."""

    id: str
    title: str
    values: Mapping[str, str]
    scales: tuple[Scale, ...] = ()
    split: Split | None = None
    only: Mapping[str, tuple[str, str]] = {}

    def means(self, value: str, options: Mapping[str, str]) -> bool:
        """Returns whether a value means anything beside the others, for "" whether the rule does."""
        return all(options[rule] == at for start, (rule, at) in self.only.items() if value.startswith(start))

    def takes(self, value: str) -> bool:
        """Returns whether a table may choose this value."""
        return (
            value in self.values or any(scale.number(value) is not None for scale in self.scales)
            or bool(self.split is not None and self.split.parts(value))
        )

    def describe(self, value: str) -> str:
        """A value in words; itself where the table may not choose it."""
        if value in self.values:
            return tr(self.values[value])
        for scale in self.scales:
            number = scale.number(value)
            if number is not None:
                return tr(scale.title, n=number)
        if self.split is not None and self.split.parts(value):
            return with_colon(tr(self.split.title), value.replace(",", " + "))
        return value

    @property
    def default(self) -> str:
        """The first of the values."""
        return next(iter(self.values))


class GameInfo(Struct, frozen=True):
    """What is known of a game before it is played. `version` changes when old journals would replay differently.
    `realtime`: strokes carry time stamps and nobody waits for anybody. `undo`: strokes may be taken back.
    `alternate`: players act one after the other on one board, so only the very last stroke may be, and no roll."""

    id: str
    title: str
    players: tuple[int, int]
    version: int
    options: tuple[Choice, ...] = ()
    realtime: bool = False
    undo: bool = True
    alternate: bool = False

    def with_defaults(self, options: Mapping[str, str]) -> dict[str, str]:
        """Returns the value of every option: as given, else the default."""
        return {choice.id: choice.default for choice in self.options} | dict(options)


class Score(Struct, frozen=True):
    """One player's result: the total, the parts that add up to it (part id, points), the tie-break value (lower is better)
    and the place, 1 for the winner or winners."""

    player: str
    total: int
    parts: tuple[tuple[str, int], ...]
    tie_break: int
    place: int


Scores = tuple[Score, ...]
"""In the order of the players."""


def placed(entries: Iterable[tuple[str, int, tuple[tuple[str, int], ...], int]], *, lowest_wins: bool) -> Scores:
    """Scores from (player, total, parts, tie-break), with the places worked out; equals share a place."""
    entries = tuple(entries)
    ranks = [(total if lowest_wins else -total, tie) for _, total, _, tie in entries]
    order = sorted(ranks)
    return tuple([
        Score(player, total, parts, tie, 1 + order.index(rank))
        for rank, (player, total, parts, tie) in zip(ranks, entries, strict=True)
    ])


class Rules(Protocol[S]):
    """One game's rules on one sheet with one set of options."""

    @property
    def info(self) -> GameInfo: ...

    def start(self, players: tuple[str, ...]) -> S:
        """Returns the position before anything happened."""
        ...

    def demands(self, state: S) -> tuple[Demand, ...]:
        """Who may act now; empty means that the game is over."""
        ...

    def moves(self, state: S, player: str, at: int = 0) -> Iterable[Move]:
        """All moves that this player may make now."""
        ...

    def refuse(self, state: S, event: Event) -> Refusal | None:
        """Why an event is not allowed now, or None; for any well-formed event."""
        ...

    def apply(self, state: S, event: Event) -> S:
        """Returns the position afterwards; total on well-formed events, even illegal ones, because paper takes them too."""
        ...

    def scores(self, state: S) -> Scores:
        """Returns the scores as they would stand if the game ended now."""
        ...

    def write(self, move: Move | Outcome) -> str:
        """Returns the move in notation."""
        ...

    def read(self, text: str) -> Move | Outcome:
        """Returns the move of a notation; `write(read(text)) == text`. Raises NotAMove with a sentence."""
        ...


@runtime_checkable
class Correctable(Protocol[S]):
    """What rules offer besides where a roll that was entered wrongly can be corrected later.

    A corrected roll can leave a player's turn unfinished in the middle of a game. The session then closes that turn with
    `skip`, so that all that followed can stand, keeps the position it was left in, and lets the player finish it by
    `resume` whenever that is. While it judges what followed, `hold` keeps the places of moves that no longer stand: that
    nothing else could be written is not untrue because one of them is blank for a while.

    Laws: `skip` returns the very same state exactly where the player has nothing to do in this turn, and comes to that in
    a few steps; in a position that `resume` returns the player has a legal move until the turn is finished.
    """

    def hold(self, state: S, player: str, moves: Iterable[Move | Outcome]) -> S:
        """Returns the position in which nothing can be written where these moves of the player would go, if it is blank
        there. What was held before is free again."""
        ...

    def skip(self, state: S, player: str) -> S:
        """Returns the position in which the next thing that this player has to do in this turn is put off; `state` itself
        where there is nothing. The last step closes the turn, as far as the others and the next roll are concerned."""
        ...

    def resume(self, state: S, turn: S, player: str) -> S:
        """Returns the position in which this player is in the turn of `turn`: its dice and cards, what is left to do, but
        the players' paper as it is in `state`."""
        ...


class NotAMove(UserError):
    """A text that is no move of this game; says what was found and what was expected."""

    @classmethod
    def but(cls, text: str, title: str, *examples: str) -> NotAMove:
        """For a text that is none at all; `title` is the game's, `examples` are texts that are moves."""
        return cls(tr(
            "'{text}' is no move of {game}; expected one such as {examples}",
            text=text[:60], game=tr(title), examples=", ".join(f"'{example}'" for example in examples),
        ))


def players_named(names: Iterable[str]) -> tuple[str, ...]:
    """Player ids for a list of names: p1, p2 …"""
    return tuple(f"p{i}" for i, _ in enumerate(names, 1))
