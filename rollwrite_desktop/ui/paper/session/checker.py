"""The check of a session's sheets: what can be said at once is there at once, then one search after the other of those
that are finished.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from rollwrite_desktop.core.audit import NotAPaper, Paper, Report
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.opening.roll_notation import RollNotes
from rollwrite_desktop.play.paper.audit_files import Entered, Filled, compared, filled_of
from rollwrite_desktop.play.paper.paper_session import PaperSession
from rollwrite_desktop.ui.paper.check.search_bar import Search

_SEVERAL = 2
"""So many sheets that do not fit their rolls are no slips of their players any more."""


class Checker(QObject):
    """What is known of each sheet; those who left early have no place. `changed` after each step of a search, and when
    another sheet's turn comes. `rolls_to_come`: the game of the rolls called so far is not over."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sheets: dict[int, Entered] = {}
        self.reports: dict[int, Report] = {}
        self.rolls: tuple[str, ...] = ()
        self.rolls_to_come = False
        self.search = Search(self)
        self.search.pause = 0
        self.search.reported.connect(self._learn)
        self.search.changed.connect(self._searched)
        self._rolls_of: tuple[object, ...] = ()
        self._rolls: tuple[str, ...] = ()
        self._left: frozenset[int] = frozenset()
        self._papers: dict[int, Paper] = {}
        self._searched_papers: list[Paper] = []
        self._waiting: list[int] = []
        self._stopped: set[int] = set()
        self._alone: list[tuple[Paper, bool]] = []
        self._at = -1
        self._resting = False

    def take(self, session: PaperSession) -> None:
        """Takes the sheets of a session as it is now; those that are the same as before keep what is known of them."""
        before = self.rolls, self.rolls_to_come, self._left
        self._left = frozenset(i for i, member in enumerate(session.members) if member.left)
        try:
            notes = session.roll_notes()
            self.rolls = self._known_rolls(session, notes)
            self.rolls_to_come = bool(session.rolls) and session.asked(notes) is not None
            found = dict(session.entered(self.rolls))
        except UserError:
            found = {}
        papers = {i: sheet.paper for i, sheet in found.items()}
        if papers == self._papers:
            if before != (self.rolls, self.rolls_to_come, self._left):
                self.changed.emit()
            return
        known = [(paper, self.reports[i]) for i, paper in self._papers.items() if i in self.reports]
        at = self._papers.get(self._at)
        self.sheets, self._papers, self.reports = found, papers, {}
        for i, sheet in found.items():
            report = next((report for paper, report in known if paper == sheet.paper), None)
            try:
                self.reports[i] = report or sheet.game.check.auditor(sheet.sheet, sheet.options).audit(sheet.paper)
            except NotAPaper:
                continue
        self._waiting = [
            i for i in self.reports
            if (papers[i].rolls or self.reports[i].verdict == "broken")
            and papers[i] not in self._searched_papers and papers[i] != at
            and not found[i].game.check.missing(found[i].sheet, papers[i])
        ]
        moved = next((i for i, paper in papers.items() if paper == at), -1)
        if moved >= 0 and self.search.running:
            self._at = moved
        else:
            self._next()
        self.changed.emit()

    def _known_rolls(self, session: PaperSession, notes: RollNotes) -> tuple[str, ...]:
        """Worked out anew only where they may be others: all rolls of a code take a while."""
        rolls = session.rolls or session.noted_rolls()
        of = session.game, session.sheet_id, dict(session.options), session.dice, session.code, rolls
        if of != self._rolls_of:
            self._rolls_of, self._rolls = of, session.known_rolls(notes)
        return self._rolls

    def rest(self, resting: bool) -> None:
        """While a sheet is being entered, keys come first."""
        self._resting = resting
        if resting:
            if self._at >= 0:
                self._waiting.insert(0, self._at)
            self._at = -1
            self.search.forget()
        elif self._at < 0:
            self._next()

    @property
    def at(self) -> int:
        """The member whose sheet is searched just now, -1 for none."""
        return self._at

    @property
    def to_come(self) -> int:
        """How many sheets are searched now or later."""
        return len(self._waiting) + (self._at >= 0)

    @property
    def filled(self) -> list[Filled]:
        """The sheets with what is known of them, in the order of the members."""
        return [*self.by_member().values()]

    def by_member(self) -> dict[int, Filled]:
        """Returns the same by the number of the member; a sheet whose rolls are not those of the others says so."""
        known = [i for i in self.sheets if i in self.reports]
        found = compared([filled_of(self.sheets[i], self._so_far(i)) for i in known])
        return {
            i: replace(each, missing=each.missing or tr("left early")) if i in self._left else each
            for i, each in zip(known, found, strict=True)
        }

    def _so_far(self, i: int) -> Report:
        """Returns what is known of a sheet: until its search begins no more than that it has the mistakes seen at sight."""
        report = self.reports[i]
        waits = i in self._waiting and self._papers[i].rolls and report.bounds is None
        return replace(report, bounds=(report.misplayed, None)) if waits else report

    @property
    def strange(self) -> str:
        """That these rolls are not those that were played with, as none of several finished sheets can come from them and
        most of those are legal alone; else ""."""
        whole = [
            i for i, each in self.by_member().items()
            if not each.missing and self.rolls and self._papers[i].rolls == list(self.rolls)
        ]
        if len(whole) < _SEVERAL or any(self.reports[i].played != "illegal" for i in whole):
            return ""
        if 2 * sum(map(self._legal_alone, whole)) <= len(whole):
            return ""
        return tr("No sheet fits these rolls. Were other dice rolled, or other house rules played?")

    def _legal_alone(self, i: int) -> bool:
        """Returns whether nothing is wrong with a sheet as long as nobody looks at its rolls."""
        sheet, paper = self.sheets[i], self._papers[i]
        known = next((legal for other, legal in self._alone if other is paper), None)
        if known is None:
            bare = msgspec.structs.replace(paper, rolls=None)
            known = sheet.game.check.auditor(sheet.sheet, sheet.options).audit(bare).played != "illegal"
            self._alone.append((paper, known))
        return known

    @property
    def steps(self) -> int:
        """How far the search is that is being made."""
        return max(1, self.search.steps)

    @property
    def undecided(self) -> bool:
        """Whether no search is being made, and one that goes on longer may say more."""
        return self._at < 0 and bool(self._open)

    @property
    def _open(self) -> list[int]:
        """The sheets whose search was stopped, or has not come to its end."""
        return [i for i, report in self.reports.items() if i in self._stopped or not report.decided]

    def stop(self) -> None:
        """Searches for nothing any more."""
        self._stopped = {self._at, *self._waiting}
        self._waiting.clear()
        self._at = -1
        self.search.forget()
        self.changed.emit()

    def search_on(self) -> None:
        """Searches the sheets that are not decided once more, and longer."""
        self.search.most *= 4
        self._waiting, self._stopped = self._open, set()
        self._next()
        self.changed.emit()

    def _next(self) -> None:
        self._at = -1 if self._resting or not self._waiting else self._waiting.pop(0)
        if self._at >= 0:
            self.search.begin(self.sheets[self._at].proof())
        else:
            self.search.forget()

    def _learn(self, report: Report) -> None:
        if self._at >= 0:
            self.reports[self._at] = report
            self.changed.emit()

    def _searched(self) -> None:
        if self._at >= 0 and not self.search.running:
            self._searched_papers.append(self._papers[self._at])
            self._next()
            self.changed.emit()
