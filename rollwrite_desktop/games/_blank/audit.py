"""Checking a sheet of the blank game: every mark is one too many. Knows nothing of drawing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rollwrite_desktop.core.audit import Finding, NotAPaper, Paper, Report
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games._blank.model import State
from rollwrite_desktop.games._blank.rules import Blank
from rollwrite_desktop.sheet.sheet import Sheet


class BlankAuditor:
    """The check on one sheet."""

    def __init__(self, sheet: Sheet, options: Mapping[str, str]) -> None:  # noqa: ARG002 (it has no options)
        self.sheet = sheet

    def audit(self, paper: Paper) -> Report:
        for space, held in paper.spaces.items():
            if space not in self.sheet.space:
                raise NotAPaper(tr("spaces: there is no space '{space}' on this sheet.", space=space[:40]))
            if len(held) > 1:
                raise NotAPaper(tr("spaces: {space} holds '{mark}'; expected one character.", space=space, mark=held[:40]))
        if paper.boxes:
            raise NotAPaper(tr("boxes: '{box}' is unknown; this sheet has none.", box=next(iter(paper.boxes))[:40]))
        findings = tuple(
            Finding("broken", "BL-2", {"space": self.sheet.space[space].name, "mark": held}, (space,), 1)
            for space, held in paper.spaces.items() if held
        )
        return Report(findings, (("spaces", 0),), paper.claimed if isinstance(paper.claimed, int) else None)

    def prove(self, paper: Paper) -> Iterator[Report]:
        yield self.audit(paper)

    def audit_play(self, session: Session[State], player: str) -> Report:
        findings = tuple(
            Finding("broken", lapse.refusal.key, cost=1)
            for lapse in session.refused_events if session.events[lapse.index].by == player
        )
        return Report(findings, (("spaces", 0),), None)


def paper_of(rules: Blank, state: State, player: str) -> Paper:
    """A player's sheet as paper evidence."""
    held = zip(rules.spaces, state.part(player).marks, strict=True)
    return Paper(
        game=rules.info.id, sheet=rules.sheet.id, options=dict(rules.options), player=player,
        spaces={space: what for space, what in held if what},
    )
