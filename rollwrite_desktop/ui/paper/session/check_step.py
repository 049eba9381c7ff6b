"""Checking the sheets of a session: one after the other by keyboard, from filled-in forms or scanned codes, with what was
found on each, and how many are still waited for.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from rollwrite_desktop.core.audit import NotAPaper, Paper, describe_in_short
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import join_clauses, tr, tr_n, with_colon
from rollwrite_desktop.intake.sessions import MAX_MEMBERS
from rollwrite_desktop.play.opening.open_game import found_from, options_of, titles_of
from rollwrite_desktop.play.paper.audit_files import Entered, Filled, lists_rolls, name_in, rolls_in
from rollwrite_desktop.printing.photos.form_reader import NoForm, entries
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.base.touch import TOUCH
from rollwrite_desktop.ui.canvas.thumbnail import Thumbnail
from rollwrite_desktop.ui.kit import accessible, ask
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import FlowRow, keep_room, row_of, row_or_column
from rollwrite_desktop.ui.kit.progress import progress_bar
from rollwrite_desktop.ui.library.file_kind import kind_of
from rollwrite_desktop.ui.library.session_store import SessionFile, Sessions
from rollwrite_desktop.ui.paper.session.checker import Checker

_PLAYER, _STATE, _SCORE = range(3)
_SIGN = 18
"""The side of a sign in pixels at 100 % text."""
_PICTURE = 440
"""The width of the picture of a sheet in pixels; where the page is narrower than twice that there is none."""


class CheckStep(QWidget):
    """`sheet_chosen` carries the number of the member whose sheet is to be entered, `photos_chosen` photos to be
    read, or None: they are to be asked for."""

    sheet_chosen = Signal(int)
    photos_chosen = Signal(object)
    failed = Signal(str)
    notified = Signal(str)

    def __init__(self, file: SessionFile, checker: Checker, store: Settings) -> None:
        super().__init__()
        self.file, self.checker, self.store = file, checker, store
        self._signs: dict[tuple[str, str], QIcon] = {}
        theme.current().changed.connect(self._signs.clear)
        self.progress = progress_bar(tr("Sheets entered"), spoken=False)
        keep_room(self.progress, True)
        self.count = label("", "title", wrap=False)
        self.about, self.to_do = label("", "faint"), label("", "faint")
        self.go = button(tr("&Enter the next sheet"), "pencil", "primary", self.enter_next)
        self.files = button(tr("&Add files …"), "folder-open", "", self.ask_files)
        self.photos = button(tr("&Photos …"), "image", "", lambda: self.photos_chosen.emit(None))
        self.table = QTableWidget(0, 3)
        self.table.setAccessibleName(tr("Sheets"))
        self.table.setIconSize(QSize(theme.px(_SIGN), theme.px(_SIGN)))
        self.table.setHorizontalHeaderLabels((tr("Player"), tr("Sheet"), tr("Score")))
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(max(TOUCH - 4, theme.px(34)))
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        header = self.table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, kind in ((_PLAYER, QHeaderView.ResizeMode.ResizeToContents), (_STATE, QHeaderView.ResizeMode.Stretch),
                             (_SCORE, QHeaderView.ResizeMode.ResizeToContents)):
            header.setSectionResizeMode(column, kind)
        self.table.itemActivated.connect(lambda item: self.sheet_chosen.emit(item.row()))
        self.table.itemSelectionChanged.connect(self._settle)
        self.open = button(tr("&Open the sheet"), "pencil", "", lambda: self.sheet_chosen.emit(self.chosen[0]))
        self.clear = button(tr("&Delete the sheet"), "trash", "", self.delete_sheets)
        self.away = button(tr("&Left early"), "x", "", self.toggle_left)
        self.stop = button(tr("S&top searching"), "pause", "", self.checker.stop)
        self.go_on = button(tr("Search &on"), "play", "", self.checker.search_on)
        state = row_of(self.count, self.progress)
        state.setStretch(1, 1)
        top = row_or_column(state, FlowRow(self.photos, self.files, self.go))
        foot = QHBoxLayout()
        foot.addWidget(FlowRow(self.open, self.clear, self.away, self.stop, self.go_on), int(theme.large()))
        if not theme.large():
            foot.addStretch(1)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.setSpacing(8)
        outside.addLayout(top)
        outside.addWidget(self.about)
        outside.addWidget(self.to_do)
        self.picture = Thumbnail(_PICTURE)
        self.picture.setFixedWidth(_PICTURE)
        beside = QVBoxLayout()
        beside.addWidget(self.picture)
        beside.addStretch(1)
        middle = QHBoxLayout()
        middle.setSpacing(12)
        middle.addWidget(self.table, 1)
        middle.addLayout(beside)
        outside.addLayout(middle, 1)
        outside.addLayout(foot)
        self.file.changed.connect(self.show_session)
        self.checker.changed.connect(self.show_session)
        self.show_session()

    # ------------------------------------------------------------------ showing

    def take_focus(self) -> None:
        """Moves the keyboard to the button that goes on."""
        self.go.setFocus()

    def in_short(self) -> str:
        """How many sheets are entered, and which rolls they are checked with; what to do where there is nobody yet."""
        return " ".join(filter(None, (f"{self.count.text()}.", self.about.text(), self.to_do.text())))

    def show_session(self) -> None:
        """Everything as it is now."""
        session = self.file.session
        entered, awaited = session.count
        self.count.setText(tr("{n} of {all} entered", n=entered, all=awaited) if awaited else tr("No sheets yet"))
        self.progress.setVisible(bool(awaited))
        self.progress.setRange(0, max(1, awaited))
        self.progress.setValue(entered)
        following = session.next_blank()
        name = session.members[following].name if following >= 0 else ""
        self.go.setText(tr("&Enter the next: {name}", name=name.replace("&", "&&")) if name else
                        tr("&Enter another sheet"))
        nobody = "" if session.members else (
            tr("Enter a sheet, or add files: paper sheets, filled-in forms or saved games, all of one game.")
            if session.uncalled else tr("Enter a sheet, or add files. Names can be listed under “Players”.")
        )
        accessible.name(self.table, " ".join(filter(None, (tr("Sheets") + "." * bool(nobody), nobody))))
        self.to_do.setText(nobody)
        self.to_do.setVisible(bool(nobody))
        self.about.setText(self._about())
        self.table.setRowCount(len(session.members))
        known = self.checker.by_member()
        for row, member in enumerate(session.members):
            found = known.get(row)
            if found is None:
                state, score = tr("left early") if member.left else tr("not entered"), ""
            else:
                state = join_clauses((found.missing, describe_in_short(found.report)))
                state = tr("checking: {found}", found=state) if self.checker.at == row else state
                score = "" if found.missing else str(found.report.total)
            for column, text in ((_PLAYER, member.name), (_STATE, state), (_SCORE, score)):
                item = self.table.item(row, column)
                if item is None:
                    item = QTableWidgetItem()
                    right = Qt.AlignmentFlag.AlignRight if column == _SCORE else Qt.AlignmentFlag.AlignLeft
                    item.setTextAlignment(right | Qt.AlignmentFlag.AlignVCenter)
                    self.table.setItem(row, column, item)
                if item.text() != text:
                    item.setText(text)
                item.setForeground(theme.color("faint" if found is None else "text"))
                if column == _STATE:
                    item.setIcon(self._sign(found))
        accessible.name_cells(self.table)
        self.stop.setVisible(self.checker.at >= 0)
        self.go_on.setVisible(self.checker.undecided)
        self._settle()

    def _sign(self, found: Filled | None) -> QIcon:
        """Returns what a sheet is told by at a glance, beside its words: legal, not legal, still open, not there."""
        name, ink = "pencil", "faint"
        if found is not None and not found.missing:
            name, ink = {"legal": ("check", "accent"), "illegal": ("x", "alarm")}.get(found.played, ("help", "doubt"))
        if (name, ink) not in self._signs:
            self._signs[name, ink] = QIcon(theme.picture(name, theme.px(_SIGN), ink))
        return self._signs[name, ink]

    def _about(self) -> str:
        """Which rolls the sheets are checked with, and whose are others."""
        session, n = self.file.session, len(self.checker.rolls)
        other = tuple(
            each.player or "—" for each in self.checker.filled
            if any(finding.rule == "rolls" for finding in each.report.findings)
        )
        if strange := self.checker.strange:
            return strange
        if other:
            return tr("Not all sheets have the same rolls: {names}.", names=other)
        if session.uncalled and session.played.words.print_kit.asked is None:
            return ""
        if session.uncalled and n:
            bare = sum(member.paper is not None and not member.paper.rolls for member in session.members)
            giver = next(member.name for member in session.members if member.paper is not None and member.paper.rolls)
            return "" if not bare else tr_n(
                "One sheet without rolls is checked with those of {name}.",
                "{n} sheets without rolls are checked with those of {name}.", bare, name=giver)
        if session.uncalled and session.count[0]:
            return tr("No sheet has rolls, so each is checked on its own. Rolls that are typed under “Call” find more.")
        if not n:
            return tr("No rolls yet: each sheet is checked on its own.")
        if session.dice == "digital" and not session.rolls:
            return tr("Checked with all {n} rolls of the code {code}.", n=n, code=session.code)
        if self.checker.rolls_to_come:
            return tr_n(
                "Checked with the one roll so far. Later ones are not checked yet.",
                "Checked with the {n} rolls so far. Later ones are not checked yet.", n)
        return tr_n("Checked with the only roll of this session.", "Checked with the {n} rolls of this session.", n)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_picture()

    def _show_picture(self) -> None:
        """Shows the sheet that is selected, or the first one that is entered, with its findings."""
        known = self.checker.by_member()
        found = next((known[row] for row in (*self.chosen, *known) if row in known), None)
        self.picture.setVisible(found is not None and self.width() >= 2 * _PICTURE and not theme.large())
        if found is not None:
            editor = found.game.check.paper_editor(found.sheet, options_of(found.game, found.paper.options, found.file))
            self.picture.show_display(editor.draw(found.paper, found.report))

    @property
    def chosen(self) -> list[int]:
        """The rows that are selected."""
        return sorted({index.row() for index in self.table.selectionModel().selectedRows()})

    def _settle(self) -> None:
        members, rows = self.file.session.members, [row for row in self.chosen if row < len(self.file.session.members)]
        self.open.setEnabled(len(rows) == 1)
        self.clear.setEnabled(any(members[row].paper is not None for row in rows))
        self.away.setEnabled(bool(rows))
        all_left = bool(rows) and all(members[row].left for row in rows)
        self.away.setText(tr("&Is back") if all_left else tr("&Left early"))
        self._show_picture()

    # ------------------------------------------------------------------ what is entered

    def enter_next(self) -> None:
        """Opens the next sheet that is waited for, or that of somebody new."""
        following = self.file.session.next_blank()
        if following < 0:
            session = self.file.session
            name = tr("Sheet {n}", n=len(session.members) + 1)
            self.file.put(session.joined((name,)))
            following = len(self.file.session.members) - 1
        self.sheet_chosen.emit(following)

    def delete_sheets(self) -> None:
        """Takes the selected sheets out; undo brings them back."""
        members, rows = self.file.session.members, self.chosen
        gone = sum(members[row].paper is not None for row in rows)
        self.file.change(members=tuple(
            replace(member, paper=None, file="") if row in rows else member for row, member in enumerate(members)
        ))
        self.notified.emit(tr_n(
            "One sheet is deleted. Undo (Ctrl+Z) restores it.",
            "{n} sheets are deleted. Undo (Ctrl+Z) restores them.", gone))

    def toggle_left(self) -> None:
        """Those selected left before the end, or are back."""
        members, rows = self.file.session.members, self.chosen
        left = not all(members[row].left for row in rows)
        self.file.change(members=tuple(
            replace(member, left=left) if row in rows else member for row, member in enumerate(members)
        ))

    def ask_files(self) -> None:
        """Asks for filled-in forms, scanned codes, paper files or games."""
        kinds = tr("Sheets, games and rolls (*.json *.pdf *.rollwrite *.txt);;All files (*)")
        if paths := ask.open_many(self, self.store, "open", tr("Add sheets"), kinds):
            self.take_files(paths)

    def take_files(self, paths: Sequence[Path]) -> bool:
        """Takes sheets from files, each to the player of its name; with real dice a list of rolls too. Says which it does
        not take. Photos and scans are read first."""
        photos = [path for path in paths if kind_of(path) == "photo"]
        paths = [path for path in paths if kind_of(path) != "photo"]
        found: list[Entered] = []
        lists: list[Path] = []
        for path in paths:
            try:
                if self.file.session.dice == "real" and lists_rolls(path):
                    lists.append(path)
                    continue
                found += (replace(each, paper=_found(path, each.paper)) for each in entries(path))
            except NoForm:
                photos.append(path)
            except UserError as error:
                self.failed.emit(str(error))
        self.take(found)
        for path in lists:
            try:
                self.file.change(rolls=rolls_in(path, self.file.session.roll_notes()))
            except UserError as error:
                self.failed.emit(str(error))
        if photos:
            self.photos_chosen.emit(photos)
        return True

    def take(self, sheets: Sequence[Entered]) -> list[Entered]:
        """Takes sheets of this session's game, which is that of the first one where nothing else says which it is. Returns
        those that were not taken; all of them where what was taken could not be written yet."""
        session, replaced = self.file.session, list[str]()
        taken: list[Entered] = []
        for sheet in sheets:
            before, session = session, session.begun_with(sheet)
            if session is not before:
                self.file.place_anew(Sessions(self.store).free_path(session.name))
            at = session.member_called(sheet.paper.player)
            if at < 0 and len(session.members) >= MAX_MEMBERS:
                self.failed.emit(tr("The list is full. It takes at most {n}.", n=MAX_MEMBERS))
                break
            another = sheet.sheet.hash != session.paper_sheet.hash
            if sheet.game.info.id != session.game or (another and not session.uncalled):
                other, mine = (" · ".join(titles_of(each)) for each in (sheet.sheet, session.paper_sheet))
                self.failed.emit(tr("{file} is a sheet of {other}; this session uses {mine}.", file=sheet.file,
                                    other=other, mine=mine))
                continue
            if (wrong := _wrong_with(sheet)) is not None:
                self.failed.emit(wrong)
                continue
            if at >= 0 and session.members[at].paper is not None:
                replaced.append(session.members[at].name)
            session = session.with_sheet_of(sheet.paper, name_in(sheet.file), sheet.file)
            taken.append(sheet)
        self.file.put(session)
        if taken:
            said = tr_n("One sheet was added.", "{n} sheets were added.", len(taken))
            again = tr("Replaced: {names}. Undo (Ctrl+Z) restores it all.", names=tuple(replaced)) if replaced else ""
            self.notified.emit(f"{said} {again}".strip())
        return [each for each in sheets if not self.file.saved or not any(each is one for one in taken)]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.clear.isEnabled():
            self.delete_sheets()
        else:
            super().keyPressEvent(event)


def _wrong_with(sheet: Entered) -> str | None:
    """Why a sheet is not well formed, None where it is."""
    try:
        sheet.game.check.auditor(sheet.sheet, sheet.options).audit(sheet.paper)
    except NotAPaper as error:
        return with_colon(sheet.file, str(error))
    return None


def _found(path: Path, paper: Paper) -> Paper:
    """A paper from this file, its sheet named so that the file's folder need not be known."""
    return msgspec.structs.replace(paper, sheet=found_from(path.parent, paper.sheet))
