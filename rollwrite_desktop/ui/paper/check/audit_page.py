"""Checking a paper sheet: what stands on it is typed in or tapped, and findings appear at once beside the map.

Every key is kept in a draft; undo and redo go through all of it. What a key means and what is wrong, the game says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QImage, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.audit import Diagnosis, NotAPaper, Paper, Report, paper_as
from rollwrite_desktop.core.diagnosis import at_once, in_short
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.history import History
from rollwrite_desktop.core.i18n import tr, tr_n, with_colon
from rollwrite_desktop.gamekit.marks import content
from rollwrite_desktop.gamekit.papers import ScorePaper, is_begun, with_mark
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.text import file_name, tool_tip
from rollwrite_desktop.play.opening.open_game import game_of, map_title, options_of, sheet_of
from rollwrite_desktop.play.opening.roll_notation import RollNotes
from rollwrite_desktop.play.paper.audit_files import PAPER, Entered, lists_rolls
from rollwrite_desktop.play.table.sheet_words import SheetWords, change_in_words, changed_spots, next_spot
from rollwrite_desktop.play.work.jobs import Call
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import theme, touch
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.canvas.words_dialog import WordsDialog
from rollwrite_desktop.ui.kit import accessible, ask
from rollwrite_desktop.ui.kit.buttons import button, icon_button
from rollwrite_desktop.ui.kit.choices import Combo
from rollwrite_desktop.ui.kit.event_loop import later
from rollwrite_desktop.ui.kit.labels import ElidedLabel
from rollwrite_desktop.ui.kit.layouts import sheet_and_side
from rollwrite_desktop.ui.kit.page import Keys, Menus, Page, action
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.kit.tab_order import bring_into_sight
from rollwrite_desktop.ui.library.drafts import Draft
from rollwrite_desktop.ui.library.own_sheet_list import OwnSheetList
from rollwrite_desktop.ui.paper.check.diagnosis_card import TRY_KEY
from rollwrite_desktop.ui.paper.check.findings_panel import Findings
from rollwrite_desktop.ui.paper.check.paper_file import PaperFile
from rollwrite_desktop.ui.paper.check.paper_form import PaperForm
from rollwrite_desktop.ui.paper.check.roll_list import RollList
from rollwrite_desktop.ui.paper.check.search_bar import Search, SearchBar
from rollwrite_desktop.ui.paper.check.sheet_entry import SheetEntry
from rollwrite_desktop.ui.paper.check.side_panel import FORM, FOUND, ROLLS, SidePanel
from rollwrite_desktop.ui.paper.check.typing_help import CROSS_OFF, blanks_in_words, typing_keys
from rollwrite_desktop.ui.paper.photos.pictures import PaperPicture

_NARROWEST, _MARGIN = 560, 12
_COMBO, _SHEETS = 120, 230
"""The least widths of the list of sheets: with large texts, so that the line over the sheet has room for what is used most,
and else, so that nothing in it moves as the game is changed."""
_STEPS = 1000
_HALF = 3
"""Characters of half a mark: a digit and its circle."""


class AuditPage(Page):
    """Checks one paper sheet as it is entered. Raises UserError for a paper that no game of ours can have."""

    print_chosen = Signal(object, object)
    started = Signal(object)
    sheets_chosen = Signal()
    photos_chosen = Signal()
    followed = Signal()

    def __init__(
        self, paper: Paper, path: Path | None, store: Settings, draft: Draft | None = None,
        parent: QWidget | None = None, photo: QImage | None = None,
    ) -> None:
        """`draft`: the one that this paper is already kept in; `photo`: the sheet as it was photographed."""
        super().__init__(tr("Check a paper sheet"))
        self.told_kept = False
        self._previewed: Diagnosis | None = None
        self._ways: tuple[Diagnosis, ...] = ()
        """The diagnoses of which one was tried last, and `_way` which."""
        self._way = 0
        self._judged: tuple[Paper, Report] | None = None
        self._untold: Report | None = None
        self._photo = photo
        self.store = store
        self.rolls: RollList | None = None
        where = path.name if path else ""
        self.game = game_of(paper.game, where)
        self.sheet = sheet_of(self.game, self.game.play.sheet_id(paper), where, path.parent if path else None)
        paper = msgspec.structs.replace(paper_as(self.game.check.paper, paper), sheet=self.game.play.sheet_id(paper))
        self._take_options(paper, where)
        self.report = self.auditor.audit(paper)
        self.halves: Mapping[str, str] = {}
        self.paper = paper
        self._history: History[tuple[Paper, Mapping[str, str]]] = History((paper, self.halves), _STEPS)
        self._done = not self.unmarked and not is_begun(self.sheet, paper)
        self.file = PaperFile(store, paper, path, paper if draft is None else self._blank(), draft)
        self.setParent(parent)  # only now: it would keep a page of a paper that is refused
        theme.role(self, "page")
        self._build()
        self._keys()
        self._take_up_draft()
        self.show_paper()
        self._look_closer()

    # ------------------------------------------------------------------ the room

    def _build(self) -> None:
        self.head = PageHead(tr("Check a paper sheet"), title_first=True)
        self.body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.body.setSpacing(12)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(_MARGIN, 8, _MARGIN, 8)
        outside.setSpacing(6)
        outside.addWidget(self.head)
        outside.addLayout(self.body, 1)
        self.entry = SheetEntry(self.sheet, self.editor, self.paper, self.report, self.takes, self.store, self)
        self.head.left.connect(self.left)
        if self.path is None:
            self._offer_others()
        self.state = ElidedLabel("", "faint", least=9)
        self.undo_button = icon_button("undo", tr("Undo"), self.undo)
        self.redo_button = icon_button("redo", tr("Redo"), self.redo)
        self.new = button(tr("&New sheet"), "plus", "quiet", self.begin)
        self.aloud = button(tr("&Read back"), "eye", "quiet", self.entry.read_aloud)
        self.print = button(tr("&Print …"), "print", "quiet", self._print)
        self.save_as = button(tr("Save &as …"), "copy", "quiet", self.ask_file)
        self.save = button(tr("&Save"), "save", "primary", self.save_paper)
        self.head.add_beside_title(self.state, stretch=4)
        self._put_away: set[QWidget] = set()
        acts = (self.new, self.aloud, self.print, self.save_as, self.save)
        for each in acts:
            name = each.text().replace("&", "")
            each.setToolTip(tool_tip(name))
            each.setAccessibleName(name)
        self.head.add(self.undo_button, self.redo_button, *acts)
        notes = self._notes()
        game = self.game
        self.findings = Findings(
            game.play, notes.title, unit=game.words.unit, how=blanks_in_words(self.sheet),
        )
        self.form = PaperForm(self.game, self.sheet, self.paper, self.takes)
        self.rolls = RollList(notes) if notes.boxes else None
        self.search = Search(self)
        photo = None
        if self._photo is not None:
            photo = PaperPicture(240)
            photo.show_image(self._photo)
        self.beside = SidePanel(self.entry.keypad, SearchBar(self.search), self.findings, self.rolls, self.form, photo, self)
        self.body.addWidget(self.entry, 3)
        self.body.addWidget(self.beside)
        self.starts_at = self.entry.view
        touch.accept_all(self)

    def _offer_others(self) -> None:
        """Other games and other sheets of this one, where there are any."""
        games = {game.info.id: tr(game.info.title) for game in GAMES.values()}
        sheets = {each: map_title(sheet_of(self.game, each)) for each in self.game.play.written_on}
        self.other_game = Combo(games, self.paper.game, tr("Game"), opens=True)
        self.other_sheet = Combo(sheets, "", tr("Sheet"), opens=True)
        own = OwnSheetList(self.store, self.game, self.other_sheet, self.paper.sheet)
        own.add(self.paper.sheet, map_title(self.sheet))
        self.other_sheet.choose(self.paper.sheet)
        own.completed.connect(lambda: self.other_sheet.setHidden(self.other_sheet.count() < 2))
        self.other_game.currentIndexChanged.connect(lambda _: self.started.emit(Paper(game=self.other_game.value)))
        self.other_sheet.currentIndexChanged.connect(
            lambda _: self.started.emit(Paper(game=self.paper.game, sheet=self.other_sheet.value))
        )
        for combo in (self.other_game, self.other_sheet):
            self.head.add_beside_title(combo)
            if theme.large():
                combo.setSizeAdjustPolicy(combo.SizeAdjustPolicy.AdjustToContents)
            if combo.count() < 2:
                combo.hide()
        if theme.large():  # a long sheet's name gives way, the game's is read whole
            self.other_game.setMinimumContentsLength(0)
        self.other_sheet.setMinimumWidth(theme.px(_COMBO if theme.large() else _SHEETS))

    def closeEvent(self, event: QCloseEvent) -> None:
        self.draft.close()
        super().closeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Upright, the sheet is on top and the keys are below it."""
        super().resizeEvent(event)
        self.beside.lie(across=self.height() > self.width())
        self.beside.fit(self.width() - 2 * _MARGIN - self.body.spacing() - self.entry.least_width)
        wide = self.beside.least_width
        sheet_and_side(self.body, self.beside, self.size(), wide, least=0 if theme.large() else wide)
        self.entry.close_near()
        self.state.setVisible(not theme.large())  # Save tells it too

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hands what is typed elsewhere on the page and means nothing there to the page whose tab is open: for the line of a
        roll, the name, or else the sheet."""
        text = event.text()
        held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        if held or len(text) != 1 or not text.isprintable() or not text.isascii() or text == CROSS_OFF:
            super().keyPressEvent(event)
            return
        keyed = self._keyed
        keyed.take_focus()
        if isinstance(keyed, SheetEntry):
            keyed.type(text.upper())
        elif (field := self.focusWidget()) is not None and self.beside.isAncestorOf(field):
            QApplication.sendEvent(field, event)

    @property
    def _keyed(self) -> SheetEntry | RollList | PaperForm:
        """Where keys go: what has the keyboard, or else the page whose tab is open."""
        here = QApplication.focusWidget()
        parts: dict[str, RollList | PaperForm] = {FORM: self.form, **({ROLLS: self.rolls} if self.rolls else {})}
        if here is not None and self.entry.isAncestorOf(here):
            return self.entry
        inside = (part for part in parts.values() if here is not None and part.isAncestorOf(here))
        return next(inside, None) or parts.get(self.beside.page) or self.entry

    def _show_caret(self) -> None:
        """Shows the sheet's cursor while keys go there."""
        if self.isVisible() and QApplication.focusWidget() is not None:
            self.entry.set_keyed(self._keyed is self.entry)

    def read_neighbors(self) -> None:
        """Tells what lies beside the place that is chosen."""
        spot = self.entry.spot
        described = SheetWords(self.game, self.sheet, self.paper).neighbors(spot)
        self.notified.emit(f"{self.entry.describe(spot)}. {described}" if described else
                           tr("First go to a space by its code or with the arrow keys."))

    def go_to_problem(self, step: int = 1) -> None:
        """To the next place of a finding, which is told; `step` -1 to the one before."""
        findings = self._shown_report().distinct
        spot = next_spot(self.sheet, self.entry.spot, frozenset(where for each in findings for where in each.where), step)
        if spot:
            self._go_to(spot)
            here = (each.sentence(self.game.play.rulebook) for each in findings if spot in each.where)
            accessible.announce(" ".join(here))
        else:
            self.notified.emit(f"{self.findings.headline.rstrip('.')}.")

    def go_to_blank(self, step: int = 1) -> None:
        """To the next blank space; `step` -1 to the one before."""
        blank = SheetWords(self.game, self.sheet, self.paper).blanks()
        spot = next_spot(self.sheet, self.entry.spot, blank, step)
        if spot:
            self._go_to(spot)
        else:
            self.notified.emit(tr("No space is blank."))

    def _go_to(self, spot: str) -> None:
        self.entry.take_focus()
        self.entry.choose(spot)

    def read_sheet(self) -> None:
        """Shows the whole sheet, line by line, to be gone through with the arrows."""
        WordsDialog(tr("The sheet in words"), [*SheetWords(self.game, self.sheet, self.paper).lines()], self).open()

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST, _NARROWEST)

    def _keys(self) -> None:
        standard = QKeySequence.StandardKey
        self._beginnings: tuple[QAction | None, ...] = (
            action(self, tr("&New sheet"), "plus", "Ctrl+Shift+N", self.begin),
            action(self, tr("&Unfinished sheets …"), "list", "Ctrl+Shift+K", self.sheets_chosen.emit),
            action(self, tr("&Photos …"), "image", "Ctrl+Shift+O", self.photos_chosen.emit),
            None,
        )
        self._actions: tuple[QAction | None, ...] = tuple(each and action(self, *each) for each in (
            (tr("&Undo"), "undo", standard.Undo, self.undo), (tr("&Redo"), "redo", standard.Redo, self.redo),
            None,
            (tr("&Findings"), "list", "Ctrl+1", lambda: self.turn_to(FOUND)),
            (tr("R&olls"), "dice", "Ctrl+2", lambda: self.turn_to(ROLLS)),
            (tr("Name and s&core"), "pencil", "Ctrl+3", lambda: self.turn_to(FORM)),
            (tr("&Read back to me"), "eye", "Ctrl+R", self.entry.read_aloud),
            (tr("Next &problem"), "chevron-right", "F5", self.go_to_problem),
            (tr("Previous proble&m"), "chevron-left", "Shift+F5", lambda: self.go_to_problem(-1)),
            (tr("&Try the correction"), "check", TRY_KEY, self.try_first),
            (tr("Next &blank space"), "chevron-right", "F6", self.go_to_blank),
            (tr("Previous b&lank space"), "chevron-left", "Shift+F6", lambda: self.go_to_blank(-1)),
            (tr("What is &next to it"), "eye", "F7", self.read_neighbors),
            (tr("The &sheet in words …"), "list", "F8", self.read_sheet),
            (tr("&Say it again"), "redo", "F4", accessible.repeat),
            None,
            (tr("&Save"), "save", standard.Save, self.save_paper),
            (tr("Save &as …"), "copy", "Ctrl+Shift+S", self.ask_file),
            (tr("&Print …"), "print", standard.Print, self._print),
        ))
        self.findings.pointed.connect(self.point)
        self.findings.finished.connect(self.finish)
        self.findings.previewed.connect(self.preview)
        self.findings.tried.connect(self.try_diagnosis)
        self.findings.unfolded.connect(lambda _: self._show_entry())
        self.findings.claimed.connect(lambda total: self.put(_claiming(self.paper, total)))
        self.form.changed.connect(self.put)
        self.search.reported.connect(self._learn)
        self.entry.changed.connect(self.put)
        self.entry.moved.connect(self._tell_consequences)
        self.entry.routed.connect(self._judge_route)
        self.entry.keys_wanted.connect(self.beside.show_keys)
        self.beside.opened.connect(self.turn_to)
        self.beside.turned.connect(lambda _: self._show_caret())
        QApplication.instance().focusChanged.connect(self._show_caret)  # type: ignore[union-attr]
        self.entry.name_chosen.connect(lambda: self.turn_to(FORM))
        self.entry.confirmed.connect(self._keep)
        self.entry.read.connect(self._end_reading)
        if self.rolls is not None:
            self.rolls.changed.connect(lambda rolls: self.put(msgspec.structs.replace(self.paper, rolls=rolls or None)))
            self.rolls.pointed.connect(self.point)
            self.rolls.left.connect(self.entry.take_focus)
            self.rolls.undone.connect(lambda back: self.undo() if back else self.redo())

    def take_focus(self) -> None:
        """Moves the keyboard to the sheet; on an empty one to its first place, where typing begins."""
        super().take_focus()
        if self.paper.empty and not self.entry.spot and not self._done:
            self.entry.choose_first()

    def introduction(self) -> str:
        """Returns the game, whose sheet it is if that is known, and what is to be done or what was found."""
        what = ", ".join(filter(None, (tr(self.game.info.title), self.paper.player)))
        return f"{with_colon(self.title, what)}. {self.findings.headline.rstrip('.')}."

    def menus(self) -> Menus:
        beginnings = self._beginnings if self.new not in self._put_away else ()
        return ((tr("&Sheet"), (*beginnings, *self._actions)),)

    def keys(self) -> Keys:
        return typing_keys(self.sheet, self.editor) if self.entry.writable else ()

    def stay(self, back: str, following: str = "") -> None:
        """This sheet belongs to a ranking: no other is begun here. `back` says where the way back leads, `following` whose
        sheet comes next, if one does: `followed` (Ctrl+Enter)."""
        self.head.name_back(back)
        self._put_away = {self.new, *((self.save, self.save_as) if following else ())}
        self.head.put_away(self.other_game, self.other_sheet, *self._put_away)
        if following:
            self.following = button(following, "chevron-right", "primary", self.followed.emit)
            self.following.setToolTip("Ctrl+Enter")
            self.head.add(self.following)
            for keys in ("Ctrl+Return", "Ctrl+Enter"):
                self.addAction(action(self, following, "chevron-right", keys, self.followed.emit))
            self.entry.choose_first()

    def take_files(self, paths: Sequence[Path]) -> bool:
        """A list of rolls that is dropped goes to the rolls."""
        with suppress(UserError):
            if self.rolls is None or len(paths) != 1 or not lists_rolls(paths[0]):
                return False
            self.turn_to(ROLLS)
            self.rolls.take_file(paths[0])
        return True

    def turn_to(self, page: str) -> None:
        """Shows findings, rolls, or name and score, ready for typing."""
        self.beside.turn_to(page)
        wanted = {ROLLS: self.rolls, FORM: self.form}.get(page) or self.entry
        wanted.take_focus()
        later(self, self._show_focus)
        if page == FOUND:
            accessible.announce(with_colon(tr("Findings"), self.findings.headline))

    def _show_focus(self) -> None:
        """Brings what has the keyboard into sight, once all of the page has its place."""
        here = self.focusWidget()
        if here is not None and self.beside.isAncestorOf(here):
            bring_into_sight(here)

    # ------------------------------------------------------------------ reading back, searching

    def rule(self) -> tuple[str, str]:
        """Returns the game that is being checked, and the rule of the finding that was tapped, or ""."""
        return self.game.info.id, self.findings.key

    def sheet_shown(self) -> Sheet | None:
        return self.sheet

    def point(self, places: frozenset[str]) -> None:
        """Rings the places of a finding, or of a roll."""
        if self.rolls is not None:
            self.rolls.point(places)
        self.entry.point(places)

    def _end_reading(self, whole: bool) -> None:
        if whole:
            self.notified.emit(tr("You have read back everything."))

    def _look_closer(self) -> None:
        """Where the rolls are known, a search says more and more."""
        if self.whole and not self.unmarked and (self.paper.rolls or self.report.verdict == "broken"):
            self.search.begin(self.proof(self.paper))
        else:
            self.search.forget()

    def proof(self, paper: Paper) -> Call[Report]:
        """Returns what the search of a paper computes, in the worker process."""
        return Entered(self.game, self.sheet, paper).proof()

    def _learn(self, report: Report) -> None:
        """A search has got somewhere."""
        before, self.report = self.report, report
        if replace(report, bounds=None) != replace(before, bounds=None):
            if report.diagnosis[:1] != before.diagnosis[:1]:
                offered = in_short(report, self.findings.roll_title)
                accessible.announce(f"{offered} {tr('{key} tries it.', key=TRY_KEY)}" if offered else "")
            self.findings.show_report(report, self.unmarked)
            self._show_rolls()
            self._show_entry()

    # ------------------------------------------------------------------ entering, and what explains it all

    @property
    def whole(self) -> bool:
        """Whether everything is entered: every space is filled, or whoever types said so; not while a route grows, which is
        too short until it ends."""
        spaces = (space for space in self.sheet.spaces if not space.printed)
        return not self.entry.routing and (self._done or all(self.paper.spaces.get(space.id) for space in spaces))

    def finish(self) -> None:
        """Everything is entered that stands on the paper: the whole sheet is judged now."""
        self._done = True
        self.entry.end_route()
        self.show_paper()
        accessible.announce(self.findings.headline)
        self._look_closer()
        self.entry.take_focus()
        half = tr_n("one space is half-typed", "{n} spaces are half-typed", len(self.halves)) if self.halves else ""
        blank = self.game.check.missing(self.sheet, self.entry.shown)  # what is half-typed is not blank
        missing = ", ".join(filter(None, (blank, half)))
        if missing:
            self.notified.emit(tr("Checked as it is now: {missing}.", missing=missing))

    def preview(self, diagnosis: Diagnosis | None) -> None:
        """Shows the sheet as it would be after a diagnosis, its places ringed; None: as it is."""
        self._previewed = diagnosis
        self._show_entry()

    def try_diagnosis(self, diagnosis: Diagnosis) -> None:
        """Writes a diagnosis on the sheet; undo takes it back."""
        ways = self._shown_report().diagnosis
        self._ways, self._way = (ways, ways.index(diagnosis)) if diagnosis in ways else ((diagnosis,), 0)
        self._write_way()

    def try_first(self) -> None:
        """Writes the first diagnosis on the sheet, wherever the keyboard is; once more: the next one in its place, and after
        the last one the sheet as it was."""
        ways = self._shown_report().diagnosis
        if self._ways and self.paper == self._ways[self._way].paper and self._history.can_undo:
            self._way += 1
            if self._way < len(self._ways):
                self._history.undo()
                self._write_way()
            else:
                self._ways = ()
                self.undo()
                self.notified.emit(tr("The sheet is as it was."))
        elif ways:
            self.try_diagnosis(ways[0])
        else:
            self.notified.emit(tr("No correction is proposed."))

    def _write_way(self) -> None:
        ways, number = self._ways, self._way + 1
        self._previewed = None
        self.put(ways[self._way].paper)
        if len(ways) == 1:
            self.notified.emit(tr("Written on the sheet. Undo removes it."))
        elif number < len(ways):
            self.notified.emit(tr("{n} of {all} is written on the sheet. {key} tries the next one, Undo removes it.",
                                  n=number, all=len(ways), key=TRY_KEY))
        else:
            self.notified.emit(tr("{n} of {all} is written on the sheet. {key} or Undo removes it.",
                                  n=number, all=len(ways), key=TRY_KEY))

    def _shown_report(self) -> Report:
        """Returns what is judged already: of a sheet that is being entered only what can never become right."""
        return self.report if self.whole else self.game.check.while_entering(self.report)

    def _show_entry(self) -> None:
        """Shows the sheet with its findings, or with what explains them."""
        report = self._shown_report()
        asked = report.diagnosis[: at_once(report)] if self.findings.folded else ()
        shown = (self._previewed,) if self._previewed else asked
        if not shown:
            self.entry.show_report(report)
            self.entry.preview(None, frozenset())
        else:
            self.entry.show_report(replace(report, findings=()))
            places = frozenset(
                where for each in shown for edit in each.edits for where in (edit.where, edit.other) if where
            )
            self.entry.preview(self._previewed.paper if self._previewed else None, places)

    # ------------------------------------------------------------------ the paper

    def put(self, paper: Paper, halves: Mapping[str, str] | None = None) -> None:
        """Another state of the paper, and of what is typed on it by half (None: as it was, where nothing else stands now);
        the one before can be brought back. The two halves of a mark are one step."""
        if halves is None:
            halves = {spot: held for spot, held in self.halves.items() if not paper.spaces.get(spot)}
        if (paper, halves) == (self.paper, self.halves) or not self.takes(paper):
            self.form.show_paper(self.paper)
            return
        before = self._history.before
        if before is not None and halves != self.halves and halves == before[1]:
            self._history.amend((paper, halves))
        else:
            self._history.put((paper, halves))
        self._become(paper, halves)

    def undo(self) -> None:
        if self._history.undo():
            self._go_back_to(*self._history.state, stays=True)
        else:
            self.notified.emit(tr("There is nothing to undo."))

    def redo(self) -> None:
        if self._history.redo():
            held = self.paper.spaces
            spot = self._go_back_to(*self._history.state)
            if self.paper.spaces.get(spot):  # else the next mark would replace it
                self.entry.typing.go_on_from(spot, corrected=bool(held.get(spot)))
        else:
            self.notified.emit(tr("There is nothing to redo."))

    def _go_back_to(self, paper: Paper, halves: Mapping[str, str], *, stays: bool = False) -> str:
        """An earlier or later state of the paper; the next key is for the place that differs, if any, which is returned.
        Where the keyboard comes to it and stays, it is told by that."""
        seen = msgspec.structs.replace(self.entry.typed, paper=paper, halves=halves).shown
        spot = next(changed_spots(self.editor, self.sheet, self.entry.shown, seen), "")
        comes = spot in self.entry.writable and spot != self.entry.spot  # else typing goes on where it was
        self._become(paper, halves, focused=spot if comes and stays and self.entry.focused else "")
        if comes:
            self.entry.choose(spot)
        return spot

    def begin(self) -> None:
        """An empty sheet of the same table: its rolls and house rules stay. The other one is among those not finished."""
        before = self.paper
        self._done = False
        self.file.begin(before, self._blank())
        blank = msgspec.structs.replace(self._blank(), rolls=before.rolls)
        self._history = History((blank, {}), _STEPS)
        self.entry.restore_read(())
        self._become(blank, {})
        self.entry.choose_first()
        if not self.told_kept and not before.empty:
            self.told_kept = True
            self.notified.emit(tr("The other sheet is under “Unfinished sheets”."))

    def _blank(self) -> Paper:
        paper = self.paper
        return self.game.check.paper(game=paper.game, sheet=paper.sheet, options=paper.options)

    def _become(self, paper: Paper, halves: Mapping[str, str], focused: str = "") -> None:
        self.file.follow_base(paper, first=not self._history.can_undo)
        before = self.paper, self._shown_report()
        half = [spot for spot in halves if halves[spot] != self.halves.get(spot)]
        whole = [spot for spot in self.halves if spot not in (*halves, focused) and not paper.spaces.get(spot)]
        for spot in half:  # what half a mark replaces is told by it
            before = with_mark(before[0], spot, ""), before[1]
        self.halves = halves
        if paper.options != self.paper.options:
            self._take_options(paper, "paper")
            self.entry.editor = self.editor
        self.paper = paper
        self._done = self._done and not self.unmarked
        self._previewed = None
        judged = self._judged
        self.report = judged[1] if judged is not None and judged[0] is paper else self.auditor.audit(paper)
        self.show_paper()
        after = self.paper, self._shown_report()
        if isinstance(paper, ScorePaper):
            # A number may go on: what follows from it is told once its cell is left.
            self._untold, after = self._untold or before[1], (after[0], before[1])
        rolled, following = self._notes().describe_change(before[0].rolls or (), paper.rolls or [])
        sentences = (
            *map(self.entry.half_in_words, half), *(f"{self.entry.describe(spot)}." for spot in whole), rolled,
            change_in_words(self.game, self.sheet, before, after, focused), following,
        )
        # A name is told by its field, letter by letter.
        named = paper == msgspec.structs.replace(before[0], player=paper.player)
        accessible.announce(" ".join(filter(None, sentences)) or ("" if named or focused else self.findings.headline))
        self._keep()
        self._look_closer()

    def _judge_route(self) -> None:
        """A route has ended, or is begun anew: what its length means is told now, or no longer."""
        self.show_paper()
        self._look_closer()

    def _tell_consequences(self) -> None:
        """Reads out what has been found or is gone since the cell that is left now was written in."""
        before, self._untold = self._untold, None
        if before is not None:
            accessible.announce(
                change_in_words(self.game, self.sheet, (self.paper, before), (self.paper, self._shown_report())))

    def _keep(self) -> None:
        """Keeps what is not saved, or not read back to its end, as a draft."""
        right = self.entry.confirmed_places
        saved = self.paper == self.file.saved or (self.path is None and self.untouched)
        done = saved and not self.halves and (not right or self.entry.all_read)
        self.file.keep(self.paper, right, self.halves, done=done)

    def takes(self, paper: Paper) -> bool:
        """Returns whether a paper is well formed, as far as this game is concerned."""
        if self._judged is not None and self._judged[0] is paper:
            return True
        try:
            self._judged = (paper, self.auditor.audit(paper))
        except NotAPaper:
            return False
        return True

    def _take_options(self, paper: Paper, where: str) -> None:
        options = options_of(self.game, paper.options, where)
        self._judged = None
        self.editor = self.game.check.paper_editor(self.sheet, options)
        self.auditor = self.game.check.auditor(self.sheet, options)
        if self.rolls is not None:
            self.rolls.show_notes(RollNotes(self.game, self.sheet, options))

    def _notes(self) -> RollNotes:
        return RollNotes(self.game, self.sheet, options_of(self.game, self.paper.options))

    def _take_up_draft(self) -> None:
        """Goes on with what was typed and not saved the last time."""
        draft = self.draft.read()
        if draft is None:
            return
        kept = draft.paper
        if kept.game != self.game.info.id or self.game.play.sheet_id(kept) != self.paper.sheet:
            self._leave_draft()
            return
        kept = msgspec.structs.replace(paper_as(self.game.check.paper, kept), sheet=self.paper.sheet)
        self.entry.restore_read(draft.read)
        halves = self._sound_halves(kept, draft.halves)
        if kept == self.paper:
            self.halves = halves
            self._history = History((kept, halves), _STEPS)
            return
        right = self.entry.confirmed_places
        self.file.take_up(kept, draft.base)
        with suppress(UserError):
            self.put(kept, halves)
        if self.paper != kept:
            self._leave_draft()
            return
        self.entry.restore_read(right)
        if self.file.changed_elsewhere:
            later(self, lambda: self.failed.emit(self.file.about_change))
        else:
            kept_text = tr("This is your unsaved sheet from last time. Undo removes it.")
            later(self, lambda: self.notified.emit(kept_text))

    def _leave_draft(self) -> None:
        """Leaves what was typed the last time and does not fit the file as it is now."""
        if self.path is not None:
            self.file.leave_draft(self.path)
        left = tr("What you typed last time does not fit this file. It is under “Unfinished sheets”.")
        later(self, lambda: self.failed.emit(left))

    def _sound_halves(self, paper: Paper, halves: Mapping[str, str]) -> dict[str, str]:
        """Those that can have been typed by half on a paper."""
        return {
            spot: held for spot, held in halves.items()
            if spot in self.sheet.space and not paper.spaces.get(spot) and content(held).isdecimal() and len(held) <= _HALF
            and not self.takes(with_mark(paper, spot, held))
        }

    # ------------------------------------------------------------------ showing

    @property
    def empty(self) -> bool:
        """Whether nothing has been entered of the sheet itself, the rolls apart."""
        return self.paper.empty

    @property
    def unmarked(self) -> bool:
        """Whether nothing stands on the sheet but a name."""
        return msgspec.structs.replace(self.paper, player="").empty

    @property
    def untouched(self) -> bool:
        """Whether nothing was typed yet."""
        return self.empty and not self.paper.rolls

    def show_paper(self) -> None:
        """Everything as it is now."""
        self.findings.show_report(self._shown_report(), self.unmarked, not self.whole)
        self.form.show_paper(self.paper)
        self._show_rolls()
        self.undo_button.setEnabled(self._history.can_undo)
        self.redo_button.setEnabled(self._history.can_redo)
        saved = self.paper == self.file.saved
        if self.path is not None:
            self.state.setText(self.path.name if saved else tr("{file} · not saved yet", file=self.path.name),
                               "" if saved else tr("Not saved"))
        else:
            self.state.setText("" if saved or self.untouched else self.draft.state, tr("Not saved"))
        self.save.setAccessibleDescription(self.state.whole)
        self.save.setToolTip(tool_tip(self.state.whole or self.save.accessibleName()))
        self.entry.show_paper(self.paper, self._shown_report(), self.halves)

    def _show_rolls(self) -> None:
        if self.rolls is not None:
            self.rolls.show_rolls(self.paper.rolls or (), self.report, self.paper.player)
            self.beside.show_blamed(self.rolls.blamed)

    # ------------------------------------------------------------------ files

    @property
    def path(self) -> Path | None:
        """The file that the sheet came from or was saved to."""
        return self.file.path

    @property
    def draft(self) -> Draft:
        """Where it is kept as long as it is not saved."""
        return self.file.draft

    def save_paper(self) -> bool:
        """Saves to the file the sheet came from, or asks for one."""
        return self.write(self.path) if self.path is not None else self.ask_file()

    def ask_file(self) -> bool:
        name = file_name(f"{tr(self.game.info.title)} {self.paper.player}") + PAPER
        start = self.path or Path(self.store.folder("paper")) / name
        path = ask.save(self, tr("Save the sheet"), start, [tr("Paper sheets (*.json)")], ending=PAPER)
        return path is not None and self.write(path)

    def write(self, path: Path) -> bool:
        """Saves the sheet as a paper file, or says in one sentence why not: also where the file it came from is no longer
        what was opened here."""
        if path == self.path and self.file.changed_elsewhere:
            self.failed.emit(self.file.about_change)
            return False
        try:
            self.file.write(path, self.paper)
        except UserError as error:
            self.failed.emit(str(error))
            return False
        self.notified.emit(tr("Saved as {file}.", file=str(path)))
        self.show_paper()
        return True

    def _print(self) -> None:
        self.print_chosen.emit(self.paper, self.report)


def _claiming(paper: Paper, total: int) -> Paper:
    """Returns the paper with another score written on it; parts that were written stay."""
    claimed = {**paper.claimed, "total": total} if isinstance(paper.claimed, dict) else total
    return msgspec.structs.replace(paper, claimed=claimed)
