"""Checking journals, and the parts of an auditor that a game without a search of its own can take as they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from rollwrite_desktop.core.audit import Finding, Paper, Report
from rollwrite_desktop.core.rules import Event, Refusal, is_chance
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.play.map_rules import SheetRules
from rollwrite_desktop.sheet.sheet import Sheet

S = TypeVar("S")


class JournalStep(Struct, Generic[S], frozen=True):
    """An event of a journal, the position before it, and how many rolls there have been by then, itself included."""

    event: Event
    state: S
    rolls: int

    def finding(self, refusal: Refusal, sheet: Sheet, cost: int = 0) -> Finding:
        """Returns what is found where the rules refuse this event: at the roll, or at the spaces that the refusal names."""
        if is_chance(self.event.by):
            return Finding("broken", refusal.key, refusal.args, (f"roll:{self.rolls}",), cost, aspect="record")
        return Finding("broken", refusal.key, refusal.args, tuple(s for s in refusal.spots if s in sheet.space), cost)


def journal_steps(session: Session[S], player: str) -> Iterator[JournalStep[S]]:
    """Yields what happened on one player's paper: the player's own moves, and the rolls for everyone."""
    rolls = 0
    for index, event in enumerate(session.events):
        rolls += is_chance(event.by)
        if event.by == player or is_chance(event.by):
            yield JournalStep(event, session.state_before(index), rolls)


def unmatched(takers: Mapping[str, Sequence[int]]) -> tuple[str, ...]:
    """As few as possible of the takers that get none of the numbers that each may take, where each number goes to one taker
    only: such as spaces without a roll that shows what they hold. A largest bipartite matching, by augmenting paths."""
    holder: dict[int, str] = {}

    def takes(taker: str, tried: set[int]) -> bool:
        for number in takers[taker]:
            if number not in tried:
                tried.add(number)
                if number not in holder or takes(holder[number], tried):
                    holder[number] = taker
                    return True
        return False

    return tuple([taker for taker in takers if not takes(taker, set())])


R = TypeVar("R", bound=SheetRules)


class SheetAuditor(Generic[R]):
    """An auditor without a search: what a paper proves is what it proves at once. A game adds `audit`, and `prove` where a
    search finds more."""

    def __init__(self, rules: R) -> None:
        self.rules = rules
        self.sheet = rules.sheet

    def audit(self, paper: Paper) -> Report:
        """Returns what the paper proves. Raises NotAPaper."""
        raise NotImplementedError

    def prove(self, paper: Paper) -> Iterator[Report]:
        yield self.audit(paper)

    def audit_play(self, session: Session[Any], player: str) -> Report:
        """Returns what the rules refuse on one player's paper, and the score."""
        findings = tuple(finding for step in journal_steps(session, player) for finding in self.refused(step, player))
        score = self.rules.scores(session.state)[session.players.index(player)]
        return Report(findings, score.parts, None)

    def refused(self, step: JournalStep[Any], player: str) -> Iterator[Finding]:
        """One mistake for a move of the player that the rules refuse; a roll that cannot have been costs nothing."""
        refusal = self.rules.refuse(step.state, step.event)
        if refusal is not None:
            yield step.finding(refusal, self.sheet, int(step.event.by == player))


