"""What can be printed of a game besides its sheets: boxes for what chance brings, what frames its rules, tables for dice.

Each game fills in what it has; printing asks for nothing else. Knows no particular game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from rollwrite_desktop.core.chance import Ask, Outcome, Roll, outcome
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.gamekit.words.handbook import Entry
from rollwrite_desktop.sheet.sheet import Sheet

NO_LETTERS: Mapping[str, str] = MappingProxyType({})


class RollBoxes(Struct, frozen=True):
    """Boxes in which everything that chance brings in a game can be written down, so that a sheet can be checked wholly.

    rolls: how often there is a roll, at most. dice, cards: how many each brings. group: how many make a round, 0 for none.
    letters: of dice with names, the letter (a message id) under which each is written, "B4". setup, setup_cards: how many of
    the rolls come before the first turn, and how many cards each of them brings. ordered: whether dice are sorted by number.
    ticks: the regions that a card may name (message ids).
    """

    rolls: int
    dice: int
    cards: int = 0
    group: int = 0
    letters: Mapping[str, str] = NO_LETTERS
    setup: int = 0
    setup_cards: int = 0
    ordered: bool = False
    ticks: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.rolls, self.dice, self.cards, self.group, self.ticks))


def roll_title(boxes: RollBoxes | None, number: int, *, whole: bool = False) -> str:
    """How players call a roll, by its number, counted from 1: its round or turn; `whole`: and of how many."""
    if boxes is None:
        return tr("Roll {n}", n=number)
    if number <= boxes.setup:
        return tr("Set-up {n} of {all}", n=number, all=boxes.setup) if whole else tr("Set-up {n}", n=number)
    if boxes.group > 1:
        n, turn = (number - 1) // boxes.group + 1, (number - 1) % boxes.group + 1
        if not whole:
            return tr("Round {n}, roll {turn}", n=n, turn=turn)
        return tr("Round {n} of {all} · roll {turn} of {turns}", n=n, all=boxes.rolls // boxes.group, turn=turn,
                  turns=boxes.group)
    if boxes.group == 1:
        return tr("Round {n} of {all}", n=number, all=boxes.rolls) if whole else tr("Round {n}", n=number)
    return tr("Turn {n}", n=number - boxes.setup)


def logged_title(boxes: RollBoxes | None, number: int) -> str:
    """How the printed log of rolls calls a roll, by its number, counted from 1."""
    return tr("Round {n}", n=number) if boxes is not None and boxes.group == 1 else tr("Roll {n}", n=number)


class DiceTable(Struct, frozen=True):
    """Something that two ordinary dice can stand in for: what is drawn or rolled (a message id), and the equally likely
    results, at most 36 (message ids). `again`: what makes it be thrown again, or ""."""

    title: str
    results: tuple[str, ...]
    again: str = ""


class Deck(Struct, frozen=True):
    """Cards that stand in for dice: what they are and how they are used (message ids), the results, one card each (message
    ids), the letters of stacks that have all of them each, and those under which results are written (message ids)."""

    title: str
    use: str
    results: tuple[str, ...]
    stacks: tuple[str, ...] = ()
    letters: Mapping[str, str] = NO_LETTERS


def number_deck(numbers: Iterable[int]) -> Deck:
    """Cards in place of two equal dice with these numbers: every pair of cards is as likely as with dice."""
    use = mark("Make two stacks, A and B, and shuffle each. Turn up one card from each stack: these are the two dice. Then "
               "shuffle each card back into its stack.")
    return Deck(mark("Number cards"), use, tuple(map(str, numbers)), ("A", "B"))


class Sum(Struct, frozen=True):
    """A number that a form works out as it is filled in: `start` and what is in the spots `of`. It is there once one of them
    is filled, of `needs` if there are some."""

    of: tuple[str, ...]
    start: int = 0
    needs: tuple[str, ...] = ()


NO_SUMS: Mapping[str, Sum] = MappingProxyType({})


class PrintKit(Struct, frozen=True):
    """What a game has to print besides its sheets.

    rolls: its roll boxes, by its rules on a sheet; None where there is nothing to note. asked: for games in which chance
    does not depend on play, what is asked of it for each of these outcomes, and then for the one after them as long as the
    game goes on; outcomes may be added while it is being read. called: what is said of the last of these outcomes when it is
    called out to people who write on paper, besides dice and cards; "" for nothing. framing: what the page of quick
    rules has before and after them, so that it is all that a table needs, by its rules on a sheet. tables, decks: for people
    without the components, likewise. sums: the numbers that a form of a sheet works out itself, by the spots where they
    stand, in the order in which they need each other.
    """

    rolls: Callable[[Any], RollBoxes | None] = lambda _: None
    asked: Callable[[Any, Sequence[Outcome]], Iterator[Ask]] | None = None
    called: Callable[[Any, Sequence[Outcome]], str] = lambda *_: ""
    framing: Callable[[Any], tuple[tuple[Entry, ...], tuple[Entry, ...]]] = lambda _: ((), ())
    tables: Callable[[Any], tuple[DiceTable, ...]] = lambda _: ()
    decks: Callable[[Any], tuple[Deck, ...]] = lambda _: ()
    sums: Callable[[Sheet], Mapping[str, Sum]] = lambda _: NO_SUMS

    def rolled(self, rules: Any, code: str) -> tuple[Outcome, ...]:
        """All outcomes of a code in order; none where they depend on play."""
        found: list[Outcome] = []
        for number, ask in enumerate(self.asked(rules, found) if self.asked else ()):
            found.append(outcome(code, number, ask))
        return tuple(found)


def same_roll(ask: Roll, turns: int, outcomes: Sequence[Outcome]) -> Iterator[Roll]:
    """Yields what is asked of chance where every turn is one roll of the same dice, as `PrintKit.asked` wants it."""
    for number in range(turns):
        if number > len(outcomes):
            return
        yield ask


def one_roll_a_turn(ask: Roll, turns: Callable[[Any], int]) -> PrintKit:
    """Returns the kit of a game of one roll of the same dice a turn. turns: how many, by its rules on a sheet."""
    return PrintKit(
        rolls=lambda rules: RollBoxes(turns(rules), ask.count),
        asked=lambda rules, outcomes: same_roll(ask, turns(rules), outcomes),
    )
