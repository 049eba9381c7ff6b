"""A player's game beside one that a computer player played with the same dice: both at the same step, and where they parted.

Knows no game and no window. Turns are told apart by their rolls; a player's moves of one turn are compared without regard to
their order.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import Any

from msgspec import Struct

from rollwrite_desktop.core.rules import Event, is_chance
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.draw.rings import rings
from rollwrite_desktop.gamekit.play.guide import Guide
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.review.review_view import BETTER, MINE, news_in, plain, written
from rollwrite_desktop.play.review.same_dice import PLAYER


class Parting(Struct, frozen=True):
    """The first turn that went differently. turn: from 1; count: how many events there had been at its end; mine, theirs:
    the moves of that turn in words."""

    turn: int
    count: int
    mine: str
    theirs: str


class SideBySide:
    """The game of `player` and the finished session of a computer player alone. Counts are numbers of the player's own
    game's events."""

    def __init__(self, opened: Opened, player: str, other: Session[Any]) -> None:
        self.opened, self.player, self.other = opened, player, other
        self._events = opened.session.events
        self._rolls = [at for at, event in enumerate(self._events) if is_chance(event.by)]
        self._other_rolls = [at for at, event in enumerate(other.events) if is_chance(event.by)]

    def beside(self, count: int) -> int:
        """How many events of the other game stand beside the first `count`: as many rolls, and as many moves since; the
        whole turn where that of the player is over, and its end beside the player's end."""
        rolls = bisect_left(self._rolls, count)
        if count >= len(self._events) or rolls > len(self._other_rolls):
            return len(self.other.events)
        begins = self._other_rolls[rolls - 1] + 1 if rolls else 0
        ends = self._other_rolls[rolls] if rolls < len(self._other_rolls) else len(self.other.events)
        if is_chance(self._events[count].by):
            return ends
        since = self._rolls[rolls - 1] if rolls else 0
        moves = sum(event.by == self.player for event in self._events[since:count])
        return min(begins + moves, ends)

    def _moves(self, events: tuple[Event, ...], player: str) -> list[Any]:
        return [event.move for event in events if event.by == player]

    @cached_property
    def parting(self) -> Parting | None:
        """The first turn that went differently; None where all turns were the same."""
        rules, session = self.opened.session.rules, self.opened.session
        turn, ends = 0, [*self._rolls[1:], len(self._events)]
        for roll, end in zip(self._rolls, ends, strict=True):
            mine = self._moves(session.events[roll:end], self.player)
            theirs = self._moves(self.other.events[self.beside(roll) : self.beside(end)], PLAYER)
            if not mine and not theirs:
                continue
            turn += 1
            if sorted(map(rules.write, mine)) != sorted(map(rules.write, theirs)):
                describe = self.opened.game.think.review.describe_moves
                return Parting(turn, end, describe(rules, mine), describe(rules, theirs))
        return None

    def displays(self, guide: Guide, count: int, name: str) -> tuple[Display, Display]:
        """Both sheets at a step, with rings where this turn wrote something else on one of them than on the other. name: of
        the computer player."""
        sheet, rolls = self.opened.sheet, bisect_left(self._rolls, count)
        begun = self._rolls[rolls - 1] if rolls else 0
        pages, news = [], []
        for session, player, before, now in (
            (self.opened.session, self.player, begun, count), (self.other, PLAYER, self.beside(begun), self.beside(count))
        ):
            named = self.opened.name(player) if session is self.opened.session else name
            page = guide.draw(session.state_after(now), player, None, named)
            old = guide.draw(session.state_after(before), player, None, named)
            pages.append(page)
            news.append(news_in(written(page, sheet), written(old, sheet)))
        shown = []
        for at, (page, ink) in enumerate(zip(pages, (MINE, BETTER), strict=True)):
            others = news[1 - at]
            spots = [spot for spot, marks in news[at].items()
                     if spot in sheet.space and plain(marks) != plain(others.get(spot, ()))]
            shown.append(Display(page.size, (*page.marks, *rings(sheet, spots, ink))))
        return shown[0], shown[1]
