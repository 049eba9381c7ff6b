"""What the check says: the diagnosis first, then the score in parts, every finding with its rule and repair, and what stays
open. Findings that a diagnosis explains are folded away beneath it.

Shows a report; finds nothing itself. Of very many findings the first ones are shown, the others when they are asked for.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from rollwrite_desktop.core.audit import (
    Diagnosis,
    Finding,
    Report,
    describe_before_mistakes,
    describe_missing_evidence,
    describe_verdict,
    needed,
)
from rollwrite_desktop.core.diagnosis import describe_elsewhere, describe_next, describe_searched, describe_ties
from rollwrite_desktop.core.i18n import mark, tr, tr_n
from rollwrite_desktop.gamekit.rooms import PlayRoom
from rollwrite_desktop.gamekit.units import Unit
from rollwrite_desktop.play.paper.audit_files import place_title
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.buttons import CardButton, button
from rollwrite_desktop.ui.kit.labels import ElidedLabel, label
from rollwrite_desktop.ui.kit.layouts import emptied, row_of, row_or_column
from rollwrite_desktop.ui.paper.check.diagnosis_card import DiagnosisCard

AT_ONCE = 8
MORE = 16
NEEDS = {
    "rolls": mark("Needs the rolls: {rules}"),
    "missing": mark("Needs the rolls that are missing: {rules}"),
    "journal": mark("Needs a record of the whole game: {rules}"),
}


class FindingCard(CardButton):
    """One finding; pressed, its places are ringed on the sheet. `beneath`: what it costs and what would prove it."""

    def __init__(
        self, number: int, finding: Finding, play: PlayRoom, beneath: str, roll_title: Callable[[int], str],
    ) -> None:
        sentence, repair = finding.sentence(play.rulebook), finding.repair_sentence(play.rulebook)
        verdict = finding.title
        super().__init__(tr("{verdict}, {rule}: {sentence}", verdict=verdict, rule=finding.rule, sentence=sentence))
        self.finding = finding
        self.beneath = beneath
        self.setAccessibleDescription(" ".join(filter(None, (repair, beneath))))
        self.setCheckable(True)
        theme.role(self, "finding")
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 8)
        column.setSpacing(3)
        self.number = label("", "heading", wrap=False)
        judged = row_of(self.number, label(verdict, finding.verdict, wrap=False))
        judged.addStretch(1)
        places = ElidedLabel(" · ".join(place_title(where, play, roll_title) for where in finding.where), "faint")
        places.setAlignment(Qt.AlignmentFlag.AlignRight)
        what = row_of(label(finding.rule, "faint", wrap=False))
        what.addWidget(places, 1)
        top = row_or_column(judged, what)
        top.setStretch(0, 0)
        top.setStretch(1, 1)
        column.addLayout(top)
        column.addWidget(label(sentence))
        for text in filter(None, (repair, beneath)):
            column.addWidget(label(text, "faint"))
        for child in self.findChildren(QWidget):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.show_number(number)

    def show_number(self, number: int) -> None:
        """Shows the number that its places have on the sheet."""
        self.number.setText(str(number))


class Findings(QWidget):
    """`pointed` carries the places of the finding that was tapped, empty when it was let go. `claimed`: the right score is
    to be written on the sheet. `finished`: everything is entered. `previewed` carries the diagnosis to be seen on the sheet,
    or None; `tried` the one to be written there. `unfolded`: findings are shown, or folded away (False)."""

    pointed = Signal(object)
    claimed = Signal(int)
    finished = Signal()
    previewed = Signal(object)
    tried = Signal(object)
    unfolded = Signal(bool)

    def __init__(
        self, play: PlayRoom, roll_title: Callable[[int], str], *, unit: Unit, how: str = "",
    ) -> None:
        """`roll_title`: how players call a roll, by its number. `unit`: what the score counts. `how`: what to know before
        one types."""
        super().__init__()
        self.roll_title = roll_title
        self.play = play
        self.unit = unit
        self.cards: list[FindingCard] = []
        self.diagnoses: list[DiagnosisCard] = []
        self.verdict = label("", "title")
        self.how = label(how, "faint")
        self.done = button(tr("&Done: check it all"), "check", "primary", self.finished.emit, breaks=True)
        self.diagnosis_list = QVBoxLayout()
        self.diagnosis_list.setSpacing(6)
        self.searched = label("", "faint")
        self.fold = button(" ", "chevron-down", "quiet", self._unfold, breaks=True)
        self.fold.setCheckable(True)
        self.score = label("")
        self.claim = label("")
        self.put = button(" ", "pencil", "quiet", self._claim, breaks=True)
        self.list = QVBoxLayout()
        self.list.setSpacing(6)
        self.more = button(" ", "chevron-down", "quiet", self._show_more, breaks=True)
        self.open_title = label(tr("Still open"), "heading")
        self.open = label("", "faint")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.verdict)
        column.addWidget(self.how)
        column.addWidget(self.done)
        column.addLayout(self.diagnosis_list)
        for widget in (self.searched, self.score, self.claim, self.put, self.fold):
            column.addWidget(widget)
        column.addLayout(self.list)
        column.addWidget(self.more)
        column.addSpacing(6)
        column.addWidget(self.open_title)
        column.addWidget(self.open)
        self._report: Report | None = None
        self._most = AT_ONCE

    def show_report(self, report: Report, empty: bool, entering: bool = False) -> None:
        """Shows a report; `empty`: nothing has been entered yet; `entering`: not everything."""
        before, self._report = self._report, report
        self.verdict.setText(self._entering(report) if entering and not empty else self._verdict(report, empty))
        self.how.setVisible(empty and bool(self.how.text()))
        self.done.setVisible(entering and not empty)
        self._show_diagnoses(report)
        empty = empty or entering
        self.score.setText("" if empty else self._score(report))
        # While a slip explains everything, mistakes are not counted in.
        self.claim.setText("" if empty or self.diagnoses else _claimed(report))
        self.put.setText(tr("Write {n} on the sheet", n=report.total))
        self.put.setVisible(not empty and not self.diagnoses and not report.totals and report.short_by != 0)
        for line in (self.score, self.claim):
            line.setVisible(bool(line.text()))
        if before is None or before.findings != report.findings or before.unchecked != report.unchecked:
            if before is None or len(report.distinct) < AT_ONCE:
                self._most = AT_ONCE
            self._lay()
        self._show_unchecked(report)

    @property
    def headline(self) -> str:
        """The verdict, as it stands above the findings."""
        return self.verdict.text()

    @property
    def folded(self) -> bool:
        """Whether findings are hidden behind a diagnosis."""
        return bool(self.diagnoses) and not self.fold.isChecked()

    def _show_diagnoses(self, report: Report) -> None:
        text = describe_searched(report)
        self.searched.setText(text)
        self.searched.setVisible(bool(text))
        following = describe_next(report, self.roll_title) if report.diagnosis else ""
        if [_asked(card.diagnosis) for card in self.diagnoses] == [*map(_asked, report.diagnosis)]:
            for card, each in zip(self.diagnoses, report.diagnosis, strict=True):
                card.show_next(each, following if card is self.diagnoses[0] else "")
        else:
            emptied(self.diagnosis_list)
            several = len(report.diagnosis) > 1
            self.diagnoses = [
                DiagnosisCard(each, "" if k else following, self.roll_title, several * (k + 1))
                for k, each in enumerate(report.diagnosis)
            ]
            elsewhere = describe_elsewhere(report.diagnosis[0], self.roll_title) if report.diagnosis else ""
            for card in self.diagnoses:
                card.chosen.connect(lambda on, card=card: self._preview(card, on))
                card.tried.connect(lambda card=card: self.tried.emit(card.diagnosis))
                self.diagnosis_list.addWidget(card)
            if elsewhere:
                self.diagnosis_list.addWidget(label(elsewhere, "faint"))
            self.fold.setChecked(False)
            self.previewed.emit(None)
        self.fold.setText(tr_n(
            "One more problem follows from this", "{n} more problems follow from this", len(report.distinct)))
        self.fold.setVisible(bool(self.diagnoses))
        self._fold_cards()

    def _preview(self, chosen: DiagnosisCard, on: bool) -> None:
        for card in self.diagnoses:
            card.show_chosen(card is chosen and on)
        self.previewed.emit(chosen.diagnosis if on else None)

    def _unfold(self) -> None:
        self._fold_cards()
        self.unfolded.emit(not self.folded)

    def _fold_cards(self) -> None:
        for card in self.cards:
            card.setVisible(not self.folded)
        if self._report is not None:
            self.more.setVisible(not self.folded and len(self._report.distinct) > len(self.cards))

    def _show_unchecked(self, report: Report) -> None:
        lines = [
            tr(NEEDS.get(need, mark("Needs more than a sheet: {rules}")), rules=", ".join(dict.fromkeys(rules)))
            for need, rules in needed(report).items()
        ]
        text = "\n".join(lines)
        if text != self.open.text():
            self.open.setText(text)
        self.open.setVisible(bool(lines))
        self.open_title.setVisible(bool(lines))

    def _lay(self) -> None:
        """Cards of findings that stay are kept: making them anew for every key would be felt."""
        assert self._report is not None
        findings = self._report.distinct
        before, self.cards = self.cards, []
        for number, finding in enumerate(findings[: self._most], 1):
            effect = self.unit.describe_effect(finding.effect)
            beneath = " ".join(filter(None, (effect, describe_missing_evidence(finding, self._report))))
            card = next((card for card in before if card.finding == finding and card.beneath == beneath), None)
            if card is None:
                card = FindingCard(number, finding, self.play, beneath, self.roll_title)
                card.clicked.connect(lambda on, card=card: self._point(card, on))
            else:
                before.remove(card)
                card.show_number(number)
            self.cards.append(card)
        for gone in before:
            self.list.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        for place, card in enumerate(self.cards):
            if self.list.indexOf(card) != place:
                self.list.insertWidget(place, card)
        left = len(findings) - len(self.cards)
        self.more.setText(tr_n("Show one more", "Show {n} more", left))
        self.more.setVisible(left > 0)
        self._fold_cards()
        if any(gone.isChecked() for gone in before):
            self.pointed.emit(frozenset())

    @property
    def key(self) -> str:
        """The rulebook entry of the finding that was tapped, or ""."""
        return next((card.finding.key for card in self.cards if card.isChecked()), "")

    def _show_more(self) -> None:
        self._most += MORE
        self._lay()

    def _point(self, chosen: FindingCard, on: bool) -> None:
        for card in self.cards:
            card.setChecked(card is chosen and on)
        self.pointed.emit(frozenset(chosen.finding.where) if on else frozenset())

    def _entering(self, report: Report) -> str:
        """While something is still missing: only what can never become right is told."""
        if report.findings:
            return self._verdict(report, empty=False)
        return tr("No problem so far")

    def _verdict(self, report: Report, empty: bool) -> str:
        if empty:
            return tr("Choose a place, type what it says")
        ties = describe_ties(report, self.roll_title)
        if not ties and report.played != "illegal" and any(finding.broken for finding in report.findings):
            return describe_verdict(report).rstrip(".")
        if ties:
            return ties.rstrip(".")
        if report.diagnosis:
            edits = len(report.diagnosis[0].edits)
            return tr_n("One slip would explain everything", "{n} slips would explain everything", edits)
        broken = sum(finding.broken for finding in report.distinct)
        doubtful = len(report.distinct) - broken
        if broken:
            return tr_n("One problem found", "{n} problems found", broken)
        if doubtful:
            return tr_n(
                "No mistake found; one thing is uncertain", "No mistake found; {n} things are uncertain", doubtful)
        return tr("No mistake found")

    def _claim(self) -> None:
        assert self._report is not None
        self.claimed.emit(self._report.total)

    def _score(self, report: Report) -> str:
        if report.totals:
            return " · ".join(tr("{part} {n}", part=name, n=points) for name, points in report.totals)
        parts = " + ".join(
            tr("{part} {n}", part=tr(self.play.part_titles.get(part, part)), n=points) for part, points in report.told_parts
        )
        score = tr("{parts} = {total}", parts=parts, total=report.total) if len(report.parts) > 1 else parts
        return tr("As typed: {score}", score=score) if self.diagnoses else score


def _asked(diagnosis: Diagnosis) -> Diagnosis:
    """Returns what a card asks, whatever else is known of the sheet."""
    return replace(diagnosis, mistakes=0, least=False, explains=())


def _claimed(report: Report) -> str:
    if report.claimed is None:
        return tr("The sheet has no score yet.")
    if isinstance(report.claimed, str):
        return tr("{name} is named as the winner.", name=report.claimed)
    less = report.short_by or 0
    if before := describe_before_mistakes(report):
        return f"{tr('The sheet says {n}.', n=report.claimed)} {before}"
    if less == 0:
        return tr("The sheet says {n}: right.", n=report.claimed)
    if less > 0:
        return tr("The sheet says {n}: too low by {less}.", n=report.claimed, less=less)
    return tr("The sheet says {n}: too high by {more}.", n=report.claimed, more=-less)
