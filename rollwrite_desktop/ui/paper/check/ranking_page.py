"""A whole table at once: several filled sheets of one game with the same rolls, each checked, all ranked with the reasons.

What a sheet proves and who wins is worked out in `play/audit_files.py`; the page that shows this one opens sheets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from rollwrite_desktop.core.audit import DEFAULT_SEARCH_STEPS, NotAPaper, Paper, Report, describe_in_short
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.play.audit_files import (
    Entered,
    Filled,
    RankingRule,
    Standing,
    compared,
    describe_rule,
    filled_of,
    lists_rolls,
    ranking,
    rolls_in,
    share_rolls,
    unranked,
    usual_rule,
)
from rollwrite_desktop.play.open_game import options_of, sheet_of
from rollwrite_desktop.printing.form_reader import entries
from rollwrite_desktop.printing.ranking_pages import headlines, standings_pages, winners_sentence
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.canvas.thumbnail import Thumbnail
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import CardButton, button, icon_button
from rollwrite_desktop.ui.kit.labels import ElidedLabel, in_sentences, label
from rollwrite_desktop.ui.kit.layouts import Dialog, card, sized
from rollwrite_desktop.ui.kit.page import Page
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.paper.check.kept_table import KeptTable, Table
from rollwrite_desktop.ui.paper.check.ranking_choice import RankingChoice
from rollwrite_desktop.ui.paper.check.roll_list import RollList
from rollwrite_desktop.ui.paper.check.search_bar import Search
from rollwrite_desktop.ui.paper.print.ranking_export import RankingExport

MAX_SHEETS = 200
_PICTURE = 96


class Place(QWidget):
    """One sheet of the table: its places, whose it is, the score and what was found; pressed, it is opened."""

    opened = Signal()
    removed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.card = CardButton("")
        theme.role(self.card, "finding")
        self.card.clicked.connect(lambda _=False: self.opened.emit())
        self.picture = Thumbnail(_PICTURE)
        self.picture.setFixedWidth(_PICTURE)
        self._drawn: Paper | None = None
        self.place = label("", "title", wrap=False)
        self.place.setMinimumWidth(theme.px(44))
        self.name = ElidedLabel("", "heading")
        self.state = label("", "faint")
        self.reason = label("")
        self.score = label("", "title", wrap=False)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setRange(0, DEFAULT_SEARCH_STEPS)
        self.progress.setAccessibleName(tr("Searching for a legal way to play it"))
        self.progress.setProperty(accessible.UNTOLD, True)
        text = QVBoxLayout()
        text.setSpacing(2)
        for each in (self.name, self.reason, self.state, self.progress):
            text.addWidget(each)
        row = QHBoxLayout(self.card)
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(12)
        row.addWidget(self.place)
        row.addWidget(self.picture)
        row.addLayout(text, 1)
        row.addWidget(self.score)
        for child in self.card.findChildren(QWidget):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.remove = icon_button("trash", "", self.removed.emit)
        outside = QHBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.addWidget(self.card, 1)
        outside.addWidget(self.remove)

    def show_sheet(self, sheet: Filled, standings: Sequence[Standing], steps: int) -> None:
        """`steps`: how far the search is that is being made for it, 0 for none."""
        name = sheet.player or sheet.file or "—"
        if self._drawn != sheet.paper:
            self._drawn = sheet.paper
            editor = sheet.game.paper_editor(sheet.sheet, options_of(sheet.game, sheet.paper.options, sheet.file))
            self.picture.show_display(editor.draw(sheet.paper, None))
        self.place.setText(" ".join(f"{one.place}." for one in standings[:1]))
        title = name if len(standings) < 2 else " · ".join(f"{one.place}. {one.player} {one.total}" for one in standings)
        self.name.setText(title if sheet.file in ("", name) else tr("{name} · {file}", name=title, file=sheet.file))
        self.score.setText(str(standings[0].total) if len(standings) == 1 else "")
        missing = tr("Not ranked: {why}", why=sheet.missing) if sheet.missing else ""
        self.reason.setText(missing or "".join(one.why for one in standings[:1]))
        found = describe_in_short(sheet.report)
        found = tr("checking: {found}", found=found) if steps else found
        self.state.setText("\n".join((found, *headlines(sheet))))
        self.progress.setVisible(bool(steps))
        self.progress.setValue(steps % DEFAULT_SEARCH_STEPS)
        self.card.setAccessibleName(" ".join((self.place.text(), name, self.score.text())))
        state = self.state.text()
        self.card.setAccessibleDescription(". ".join(filter(None, (self.reason.text(), state[:1].upper() + state[1:]))))
        self.remove.setAccessibleName(tr("Remove {name}", name=name))
        self.remove.setToolTip(tool_tip(self.remove.accessibleName()))


class RankingPage(Page):
    """`sheet_chosen` carries the number of a sheet, -1 for a new one; `print_chosen` the leaves of the ranking."""

    sheet_chosen = Signal(int)
    print_chosen = Signal(object)

    def __init__(self, store: Settings, kept: Path | None = None, parent: QWidget | None = None) -> None:
        """`kept`: the file in which the table is kept; None: the usual one."""
        super().__init__(tr("A whole table"), parent)
        self.store = store
        self.sheets: list[Entered] = []
        self.rolls: list[str] = []
        self.ranked_by: RankingRule | None = None
        self._reports: list[Report] = []
        self._waiting: list[int] = []
        self._numbers: list[int] = []
        self._at = -1
        self.export = RankingExport(store, self.ranking_name, lambda: self.filled, lambda: self.ranked_by, self)
        self.export.failed.connect(self.failed)
        self.export.notified.connect(self.notified)
        self.search = Search(self)
        self.search.pause = 0
        self.search.reported.connect(self._learn)
        self.search.changed.connect(self._searched)
        self.search.failed.connect(self.failed)
        theme.role(self, "page")
        self._kept = KeptTable(store, kept)
        self._build()
        self.show_all()

    # ------------------------------------------------------------------ the room

    def _build(self) -> None:
        head = PageHead(tr("A whole table"))
        head.left.connect(self.left)
        self.files = button(tr("&Add sheets …"), "folder-open", "primary", self.ask_files)
        self.new = button(tr("&New sheet"), "plus", "quiet", lambda: self.sheet_chosen.emit(-1))
        self.roll_button = button(tr("&Rolls for all …"), "dice", "quiet", self.ask_rolls)
        self.print = button(tr("&Print …"), "print", "quiet", self._print)
        self.save = button(tr("&Export …"), "save", "quiet", self.export.ask)
        head.add(self.new, self.roll_button, self.print, self.save, self.files)
        self.summary = label("", "title")
        self.ruled, self.about_rolls = RankingChoice(), label("", "faint")
        self.ruled.chosen.connect(self._choose_rule)
        self.stop = button(tr("S&top searching"), "pause", "", self._stop)
        self.go_on = button(tr("Search &on"), "play", "", self._search_on)
        over = QHBoxLayout()
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self.summary)
        texts.addWidget(self.ruled)
        texts.addWidget(self.about_rolls)
        over.addLayout(texts, 1)
        over.addWidget(self.stop)
        over.addWidget(self.go_on)
        self.empty, inside = card("panel", 32)
        inside.addWidget(label(tr("No sheets yet"), "title"))
        inside.addWidget(label(tr(
            "Drop or add paper files, filled-in forms or saved games of one game. Sheets without rolls use those "
            "of the others."
        ), "faint"))
        self.places: list[Place] = []
        self.list = QVBoxLayout()
        self.list.setSpacing(6)
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 8, 0)
        column.addWidget(self.empty)
        column.addLayout(self.list)
        column.addStretch(1)
        holder = QWidget()
        holder.setLayout(column)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(24, 12, 24, 16)
        outside.setSpacing(12)
        outside.addWidget(head)
        outside.addLayout(over)
        outside.addWidget(Scroll(holder), 1)
        self.starts_at = self.files

    # ------------------------------------------------------------------ the sheets

    def add(self, sheets: Iterable[Entered]) -> None:
        """Takes in sheets of the same game that are well formed, and says which it does not take."""
        for sheet in sheets:
            mine = self.sheets[0].game if self.sheets else sheet.game
            if sheet.game is not mine:
                self.failed.emit(tr("{file} is a sheet of {other}; this list compares sheets of {game}.",
                                      file=sheet.file, other=sheet.game.info.title, game=mine.info.title))
            elif len(self.sheets) >= MAX_SHEETS:
                self.failed.emit(tr("The list is full. It takes at most {n}.", n=MAX_SHEETS))
                return
            else:
                self._take(len(self.sheets), sheet)

    def take_files(self, paths: Sequence[Path]) -> bool:
        """Sheets from files that were chosen or dropped."""
        for path in paths:
            try:
                if self.sheets and lists_rolls(path):
                    self.rolls = list(rolls_in(path, self.sheets[0].notes))
                else:
                    self.add(entries(path))
            except UserError as error:
                self.failed.emit(str(error))
        self.check()
        return True

    def take_up(self) -> None:
        """The table as it was left the last time."""
        kept = self._kept.read()
        if not self._kept.whole:
            sentence = tr("Not all of {file} could be read. It is not written over.", file=self._kept.path.name)
            self.failed.emit(f"{sentence} {self._kept.why}".rstrip())
        if kept.sheets and not self.sheets:
            self.rolls, self.ranked_by = list(kept.rolls), kept.rule
            self.add(kept.sheets)
            self.check()

    def put(self, number: int, paper: Paper) -> None:
        """A sheet comes back from the desk; -1 for a new one."""
        if number < 0:
            game = GAMES[paper.game]
            sheet = self.sheets[0].sheet if self.sheets else sheet_of(game, game.sheet_id(paper))
            self.add([Entered(game, sheet, paper)])
        elif paper == self.paper_of(number):
            return
        else:
            self._take(number, replace(self.sheets[number], paper=paper, opened=None))
        self.check()

    def paper_of(self, number: int) -> Paper:
        """What is opened at the desk: the sheet, with the rolls that it is checked with."""
        return self._shared()[number].paper

    def blank(self) -> Paper:
        """A new sheet of this table; of the game that was checked last where there is none yet."""
        if not self.sheets:
            game = self.store.recall("game", "")
            return Paper(game=game if game in GAMES else next(iter(GAMES)))
        first = self._shared()[0].paper
        return self.sheets[0].game.paper(game=first.game, sheet=first.sheet, options=first.options, rolls=first.rolls)

    def remove(self, number: int) -> None:
        del self.sheets[number], self._reports[number]
        self.check()

    def _take(self, number: int, sheet: Entered) -> None:
        """One that is not well formed is told and left out."""
        try:
            report = self._at_once(sheet)
        except NotAPaper as error:
            self.failed.emit(f"{sheet.file}: {error}")
            return
        self.sheets[number : number + 1] = [sheet]
        self._reports[number : number + 1] = [report]

    def _shared(self) -> tuple[Entered, ...]:
        """The sheets as they are checked."""
        return share_rolls(self.sheets, self.rolls)

    @staticmethod
    def _at_once(sheet: Entered) -> Report:
        if sheet.opened is not None:
            return next(iter(sheet.reports()))
        return sheet.game.auditor(sheet.sheet, sheet.options).audit(sheet.paper)

    # ------------------------------------------------------------------ checking

    def check(self) -> None:
        """Everything anew: at once what can be said at once, then one search after the other."""
        self._waiting, self._at = [], -1  # the search that ends here is not followed by another of the sheets before
        self.search.forget()
        shared = self._shared()
        try:
            self._reports = [self._at_once(sheet) for sheet in shared]
        except NotAPaper as error:
            if not self.rolls:
                raise
            self.failed.emit(str(error))
            self.rolls = []
            self.check()
            return
        self._waiting = [
            i for i, sheet in enumerate(shared)
            if sheet.opened is None and (sheet.paper.rolls or self._reports[i].verdict == "broken")
        ]
        self._keep()
        self._next()

    def _keep(self) -> None:
        if sentence := self._kept.write(Table(tuple(self.sheets), tuple(self.rolls), self.ranked_by)):
            self.notified.emit(sentence)

    def _choose_rule(self, rule: RankingRule) -> None:
        self.ranked_by = rule
        self._keep()
        self.show_all()

    def _next(self) -> None:
        self._at = self._waiting.pop(0) if self._waiting else -1
        if self._at >= 0:
            self.search.begin(self._shared()[self._at].proof())
        self.show_all()

    def hideEvent(self, event: QHideEvent) -> None:
        """While a sheet lies on the desk, keys come first."""
        super().hideEvent(event)
        if self._at >= 0:
            self._waiting.insert(0, self._at)
            self._at = -1
            self.search.forget()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._waiting and self._at < 0:
            self._next()

    def _learn(self, report: Report) -> None:
        self._reports[self._at] = report
        self.show_all()

    def _searched(self) -> None:
        if self._at >= 0 and not self.search.running:
            self._next()

    def _stop(self) -> None:
        self._waiting.clear()
        self._at = -1
        self.search.forget()
        self.show_all()

    def _search_on(self) -> None:
        """The sheets that are not decided once more, and longer."""
        self.search.most *= 4
        self._waiting = [i for i, report in enumerate(self._reports) if not report.decided]
        self._next()

    # ------------------------------------------------------------------ showing

    def in_short(self) -> str:
        """Who wins, or that nothing is there to be compared yet."""
        return f"{self.summary.text()}." if self.sheets else in_sentences(self.empty)

    @property
    def filled(self) -> list[Filled]:
        return [*compared([filled_of(*each) for each in zip(self.sheets, self._reports, strict=True)])]

    def show_all(self) -> None:
        filled = self.filled
        standings = ranking(filled, self.ranked_by)
        order = [*dict.fromkeys(one.sheet for one in standings), *unranked(filled)]
        while len(self.places) < len(order):
            place = Place()
            place.opened.connect(lambda place=place: self.sheet_chosen.emit(self._numbers[self.places.index(place)]))
            place.removed.connect(lambda place=place: self.remove(self._numbers[self.places.index(place)]))
            self.places.append(place)
            self.list.addWidget(place)
        self._numbers = order
        for row, place in enumerate(self.places):
            place.setVisible(row < len(order))
            if row < len(order):
                number = order[row]
                steps = max(1, self.search.steps) if number == self._at else 0
                place.show_sheet(filled[number], [one for one in standings if one.sheet == number], steps)
        self.empty.setVisible(not order)
        self.summary.setText(winners_sentence(standings) or (tr("No sheet is finished yet") if order else ""))
        if order:
            self.ruled.show_rule(filled[0].game, self.ranked_by or usual_rule(filled[0].game))
        else:
            self.ranked_by = None
            self.ruled.hide()
        self.about_rolls.setText(self._about_rolls())
        searching = self._at >= 0
        self.stop.setVisible(searching)
        self.go_on.setVisible(not searching and any(not report.decided for report in self._reports))
        for each in (self.print, self.save):
            each.setEnabled(bool(order))
        self.roll_button.setEnabled(bool(order) and self.sheets[0].game.print_kit.asked is not None)

    def _about_rolls(self) -> str:
        other = tuple(
            sheet.player or sheet.file or "—" for sheet in self.filled
            if any(finding.rule == "rolls" for finding in sheet.report.findings)
        )
        if other:
            return tr("Not all sheets have the same rolls: {names}.", names=other)
        bare = sum(not sheet.paper.rolls and sheet.opened is None for sheet in self.sheets)
        if not bare:
            return ""
        if self.rolls:
            return tr_n("One sheet is checked with the rolls entered here.",
                         "{n} sheets are checked with the rolls entered here.", bare)
        giver = next((sheet for sheet in self.sheets if sheet.paper.rolls), None)
        if giver is None:
            return tr("No sheet has rolls, so each is checked on its own. “Rolls for all” finds more.")
        name = giver.player or giver.file
        return tr_n(
            "One sheet without rolls is checked with those of {name}.",
            "{n} sheets without rolls are checked with those of {name}.", bare, name=name)

    # ------------------------------------------------------------------ files, rolls, print

    def ask_files(self) -> None:
        kinds = tr("Sheets, games and rolls (*.json *.pdf *.rollwrite *.txt);;All files (*)")
        chosen, _ = QFileDialog.getOpenFileNames(self, tr("Add sheets"), self.store.folder("open"), kinds)
        if chosen:
            self.store.keep_folder("open", Path(chosen[0]))
            self.take_files([Path(name) for name in chosen])

    def ask_rolls(self) -> None:
        """The rolls of the table, entered once."""
        known = next((sheet.paper.rolls for sheet in self.sheets if sheet.paper.rolls), [])
        dialog = RollsDialog(self.sheets[0], self.rolls or known, self)
        dialog.accepted.connect(lambda: self._have_rolls(dialog.lines))
        dialog.open()

    def _have_rolls(self, rolls: Sequence[str]) -> None:
        self.rolls = list(rolls)
        self.check()

    def ranking_name(self) -> str:
        """The title of the printed and exported ranking."""
        return tr("Ranking: {game}", game=tr(self.sheets[0].game.info.title)) if self.sheets else tr("Ranking")

    def _print(self) -> None:
        size, rule = self.sheets[0].sheet.size, describe_rule(self.sheets[0].game, self.ranked_by)
        leaves = standings_pages(self.ranking_name(), self.filled, ranking(self.filled, self.ranked_by), size, rule)
        self.print_chosen.emit((self.sheets[0].game.info.id, leaves))


class RollsDialog(Dialog):
    """The rolls of a whole table; `lines` are they, in notation."""

    def __init__(self, sheet: Entered, rolls: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Rolls for all"))
        sized(self, 420, 620)
        self.lines = self._first = list(rolls)
        self._sheet = sheet
        self._auditor = sheet.game.auditor(sheet.sheet, sheet.options)
        self.list = RollList(sheet.notes)
        self.list.changed.connect(self._put)
        holder = QWidget()
        inside = QVBoxLayout(holder)
        inside.addWidget(self.list)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(button(tr("Cancel"), "", "", self.reject))
        row.addWidget(button(tr("&Use them"), "check", "primary", self.accept))
        column = QVBoxLayout(self)
        column.addWidget(label(tr("Sheets without rolls are checked with these."), "faint"))
        column.addWidget(Scroll(holder), 1)
        column.addLayout(row)
        self.finished.connect(self.deleteLater)
        self._put(self.lines)
        self.list.take_focus()

    def entered(self) -> bool:
        return self.lines != self._first or self.list.typing

    def accept(self) -> None:
        """Takes what is typed and not ended with Enter yet too; stays where that cannot be read."""
        if not self.list.typing or self.list.enter():
            super().accept()

    def _put(self, lines: list[str]) -> None:
        paper = msgspec.structs.replace(self._blank(), rolls=lines or None)
        try:
            report = self._auditor.audit(paper)
        except NotAPaper:
            self.list.show_rolls(self.lines, Report((), (), None), "")
            return
        self.lines = lines
        self.list.show_rolls(lines, report, "")

    def _blank(self) -> Paper:
        paper = self._sheet.paper
        return self._sheet.game.paper(game=paper.game, sheet=paper.sheet, options=paper.options)
