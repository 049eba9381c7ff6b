"""Checking a paper sheet: what stands on it is typed in or tapped, and findings appear at once beside the map.

Every key is kept in a draft; undo and redo go through all of it. What a key means and what is wrong, the game says.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec
from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QFileDialog, QVBoxLayout, QWidget

from rollwrite_desktop.core.audit import NotAPaper, Paper
from rollwrite_desktop.core.words import say
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.opening import game_of, options_of, sheet_of
from rollwrite_desktop.ui import theme
from rollwrite_desktop.ui.cards import Combo, Cut, PageHead, Scroll, button, sign
from rollwrite_desktop.ui.desk_view import ERASE, DeskView
from rollwrite_desktop.ui.drafts import Draft, save
from rollwrite_desktop.ui.findings import Findings
from rollwrite_desktop.ui.keypad import Keypad
from rollwrite_desktop.ui.paper_form import PaperForm
from rollwrite_desktop.ui.sheet_files import own_sheets
from rollwrite_desktop.ui.shelf import safe_name
from rollwrite_desktop.ui.store import Store, the_store

CIRCLE, CROSS_OFF = "(", " "
_SIDE = 356
_NARROW, _NARROWEST, _MARGIN = 940, 560, 12
_ANY = 16777215  # Qt's own "no limit"
_STEPS = 1000
SUFFIX = ".paper.json"
"""What a saved sheet's name ends in, by which the system knows it; any `.json` is read."""


class Desk(QWidget):
    """Raises LookupError, NotASheet or NotAPaper (with a sentence) for a paper that no game of ours can have."""

    left = Signal()
    print_chosen = Signal(object, object)
    begun = Signal(object)
    told = Signal(str)
    alarmed = Signal(str)

    def __init__(self, paper: Paper, path: Path | None = None, store: Store | None = None) -> None:
        super().__init__()
        self.store = store or the_store()
        self.path = path
        self.among: frozenset[str] = frozenset()
        self._armed = False
        self._typed_at = ""
        where = path.name if path else "paper"
        self.game = game_of(paper.game, where)
        self.sheet = sheet_of(self.game, paper.sheet or self.game.sheet_for(paper), where, path.parent if path else None)
        paper = msgspec.structs.replace(paper, sheet=paper.sheet or self.game.sheet_for(paper) or self.game.sheets[0])
        self._take_options(paper, where)
        self.report = self.auditor.audit(paper)
        self._past: list[Paper] = []
        self._future: list[Paper] = []
        self.paper = self._saved = paper
        self.draft = Draft(self.store, paper, path)
        theme.role(self, "page")
        self._furnish()
        self._keys()
        self._take_up_draft()
        self.show_paper()

    # ------------------------------------------------------------------ the room

    def _furnish(self) -> None:
        self.head = PageHead(say("Check a paper sheet"))
        self.head.left.connect(self.left)
        if self.path is None:
            self._offer_others()
        self.state = Cut("", "faint")
        self.undo_button = sign("undo", say("Undo"), self.undo)
        self.redo_button = sign("redo", say("Redo"), self.redo)
        self.new = button(say("&New sheet"), "plus", "quiet", self.begin)
        self.print = button(say("&Print …"), "print", "quiet", self._print)
        self.save_as = button(say("Save &as …"), "copy", "quiet", self.ask_file)
        self.save = button(say("&Save"), "save", "primary", self.save_paper)
        self.head.row.insertWidget(self.head.row.count() - 1, self.state, 4)
        self._captions = {each: each.text() for each in (self.new, self.print, self.save_as, self.save)}
        for each in self._captions:
            name = each.text().replace("&", "")
            each.setToolTip(name)
            each.setAccessibleName(name)
        for widget in (self.undo_button, self.redo_button, *self._captions):
            self.head.row.addWidget(widget)
        self.view = DeskView(self.sheet)
        self.view.describe = lambda spot: self.desk.describe(self.paper, spot)
        self.view.takes = lambda key: bool(self.spot) and any(key == each for each, _ in self.desk.keys(self.spot))
        self._writable = [spot for spot in self.desk.order() if self.desk.keys(spot)]
        self.view.last_spot = self._writable[-1]
        self.view.setAccessibleName(say(self.sheet.title))
        self.keypad = Keypad()
        self.findings = Findings(self.game.rulebook, self.game.part_titles)
        self.form = PaperForm(self.game, self.sheet, self.paper, self._takes)
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(16)
        column.addWidget(self.findings)
        column.addWidget(self.form)
        column.addStretch(1)
        inside = QWidget()
        inside.setLayout(column)
        self.beside = QWidget()
        self.keypad.setFixedWidth(max(_SIDE, theme.px(_SIDE - 60)))
        self.side = QBoxLayout(QBoxLayout.Direction.TopToBottom, self.beside)
        self.side.setContentsMargins(0, 0, 0, 0)
        self.side.setSpacing(12)
        self.side.addWidget(self.keypad, 0, Qt.AlignmentFlag.AlignTop)
        self.reading = Scroll(inside)
        self.side.addWidget(self.reading, 1)
        self.body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.body.setSpacing(12)
        self.body.addWidget(self.view, 3)
        self.body.addWidget(self.beside)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(_MARGIN, 8, _MARGIN, 8)
        outside.setSpacing(6)
        outside.addWidget(self.head)
        outside.addLayout(self.body, 1)
        self.setFocusProxy(self.view)

    def _offer_others(self) -> None:
        """Other games and other sheets of this one, where there are any."""
        games = {game.info.id: say(game.info.title) for game in GAMES.values()}
        sheets = {each: say(sheet_of(self.game, each, "sheet").title) for each in self.game.sheets}
        sheets |= own_sheets(self.store, self.game)
        self.other_game = Combo(games, self.paper.game, say("Game"))
        self.other_sheet = Combo(sheets, self.paper.sheet, say("Sheet"))
        self.other_game.currentIndexChanged.connect(lambda _: self.begun.emit(Paper(game=self.other_game.value)))
        self.other_sheet.currentIndexChanged.connect(
            lambda _: self.begun.emit(Paper(game=self.paper.game, sheet=self.other_sheet.value))
        )
        for place, combo in enumerate((self.other_game, self.other_sheet), 2):
            self.head.row.insertWidget(place, combo)
            if combo.count() < 2:
                combo.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Upright, the sheet is on top and the keys are below it; where it is narrow, buttons have their icons only."""
        super().resizeEvent(event)
        way, upright = QBoxLayout.Direction, self.height() > self.width()
        self.body.setDirection(way.TopToBottom if upright else way.LeftToRight)
        self.side.setDirection(way.LeftToRight if upright else way.TopToBottom)
        self.body.setStretch(1, 2 if upright else 0)
        least = max(self.keypad.width(), self.reading.minimumSizeHint().width())
        self.beside.setMaximumWidth(_ANY if upright else least)
        for each, caption in self._captions.items():
            each.setText(caption)
        if self.width() < theme.px(_NARROW) or self.head.minimumSizeHint().width() + 2 * _MARGIN > self.width():
            for each in self._captions:
                each.setText("")

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST, _NARROWEST)

    def _keys(self) -> None:
        for keys, slot in (
            (QKeySequence.StandardKey.Undo, self.undo), (QKeySequence.StandardKey.Redo, self.redo),
            (QKeySequence.StandardKey.Save, self.save_paper), (QKeySequence.StandardKey.Print, self._print),
        ):
            QShortcut(QKeySequence(keys), self, slot)
        self.view.spot_tapped.connect(self.tap)
        self.view.focus_moved.connect(lambda _: self._moved())
        self.view.typed.connect(self.type)
        self.view.stepped.connect(self.step)
        self.view.erased.connect(self.erase)
        self.view.cleared.connect(lambda: self.choose(""))
        self.keypad.pressed.connect(self.type)
        self.findings.pointed.connect(self.point)
        self.form.changed.connect(self.put)

    # ------------------------------------------------------------------ choosing and typing

    @property
    def spot(self) -> str:
        """The chosen place, or ""."""
        return self.view.cursor_spot

    def choose(self, spot: str) -> None:
        self.view.move_cursor(spot)

    def _moved(self) -> None:
        self._armed = False
        self._typed_at = ""
        self._show_sheet()

    def tap(self, spot: str) -> None:
        """A tap chooses a place; a box is crossed off by it too."""
        self.choose(spot)
        box = self.sheet.box.get(spot)
        if box is None:
            return
        if box.group == "player":
            self.form.name.setFocus()
        elif box.kind == "check":
            self._write(spot, CROSS_OFF)

    def type(self, key: str) -> None:
        """Writes a key in the chosen place; when nothing more fits there, goes on to the next."""
        spot = self.spot
        if not spot:
            return
        if key == ERASE:
            self.erase(False)
        elif key == CIRCLE and self.desk.typed(self.paper, spot, key) is None:
            # A circle typed before its number waits for it.
            self._armed = spot in self.sheet.space and not self._armed
            self._show_sheet()
        elif self._write(spot, key, CIRCLE if self._armed else ""):
            self._armed = False
            if spot in self.sheet.space and key != CIRCLE and self._full(spot):
                self.step(1)
                self._typed_at = spot

    def _write(self, spot: str, key: str, then: str = "") -> bool:
        """One step for undo, although it may be two keys."""
        after = self.desk.typed(self.paper, spot, key)
        if after is None:
            return False
        after = self.desk.typed(after, spot, then) or after if then else after
        self.put(after)
        return self.paper == after

    def _full(self, spot: str) -> bool:
        """Whether a further digit would begin anew instead of being added to what stands there."""
        cleared = msgspec.structs.replace(
            self.paper, spaces={space: held for space, held in self.paper.spaces.items() if space != spot}
        )
        for digit in "0123456789":
            added, anew = (self.desk.typed(paper, spot, digit) for paper in (self.paper, cleared))
            if added and anew and added.spaces.get(spot, "").strip("()") != anew.spaces.get(spot, "").strip("()"):
                return False
        return True

    def step(self, by: int) -> None:
        """To the next place as one reads the sheet, or the one before."""
        order = self._writable
        at = order.index(self.spot) + by if self.spot in order else 0
        self.choose(order[min(max(at, 0), len(order) - 1)])

    def erase(self, back: bool) -> None:
        """Erases what stands in the chosen place; `back`: what was typed last, or before an empty place."""
        if not self.spot:
            return
        if back and self._typed_at:
            self.choose(self._typed_at)
        elif back and self.spot in self.sheet.space and not self.paper.spaces.get(self.spot):
            self.step(-1)
        self._write(self.spot, ERASE)

    def rule_here(self) -> tuple[str, str]:
        """The game that is being checked."""
        return self.game.info.id, ""

    def point(self, places: frozenset[str]) -> None:
        """Rings the places of a finding."""
        self.among = places
        self._show_sheet()

    # ------------------------------------------------------------------ the paper

    def put(self, paper: Paper) -> None:
        """Another state of the paper; the one before can be brought back."""
        if paper == self.paper or not self._takes(paper):
            self.form.show_paper(self.paper)
            return
        self._past.append(self.paper)
        del self._past[:-_STEPS], self._future[:]
        self._become(paper)

    def undo(self) -> None:
        if self._past:
            self._future.append(self.paper)
            self._become(self._past.pop())

    def redo(self) -> None:
        if self._future:
            self._past.append(self.paper)
            self._become(self._future.pop())

    def begin(self) -> None:
        """An empty sheet; undo brings the other back."""
        self.path = None
        self.put(Paper(game=self.paper.game, sheet=self.paper.sheet, options=self.paper.options))
        self._saved = self.paper
        self.draft = Draft(self.store, self.paper, None)
        self.show_paper()
        self.choose(self._writable[0])
        self.view.setFocus()

    def _become(self, paper: Paper) -> None:
        if paper.options != self.paper.options:
            self._take_options(paper, "paper")
        self.paper = paper
        self.report = self.auditor.audit(paper)
        if paper == self._saved:
            self.draft.drop()
        else:
            self.draft.write(paper)
        self.show_paper()

    def _takes(self, paper: Paper) -> bool:
        """Whether a paper is well formed, as far as this game is concerned."""
        try:
            self.auditor.audit(paper)
        except NotAPaper:
            return False
        return True

    def _take_options(self, paper: Paper, where: str) -> None:
        options = options_of(self.game, paper.options, where)
        self.desk = self.game.desk(self.sheet, options)
        self.auditor = self.game.auditor(self.sheet, options)

    def _take_up_draft(self) -> None:
        """Goes on with what was typed and not saved the last time."""
        kept = self.draft.read()
        if kept is None or kept == self.paper or (kept.game, kept.sheet) != (self.paper.game, self.paper.sheet):
            return
        with suppress(LookupError):
            self.put(kept)
        if self.paper != kept:
            self.draft.drop()
            return
        kept_text = say("This is what you typed last time and did not save. Undo or New sheet puts it away.")
        QTimer.singleShot(0, self, lambda: self.told.emit(kept_text))

    # ------------------------------------------------------------------ showing

    @property
    def empty(self) -> bool:
        paper = self.paper
        return not (
            paper.spaces or paper.boxes or paper.rolls or paper.route or paper.rounds or paper.totals or paper.player
            or paper.claimed is not None
        )

    def show_paper(self) -> None:
        """Everything as it is now."""
        self.findings.show_report(self.report, self.empty)
        self.form.show_paper(self.paper)
        self.undo_button.setEnabled(bool(self._past))
        self.redo_button.setEnabled(bool(self._future))
        saved = self.paper == self._saved
        if self.path is not None:
            self.state.setText(self.path.name if saved else say("{file} · not saved yet", file=self.path.name))
        else:
            self.state.setText("" if self.empty else say("Kept as a draft, not saved yet"))
        self._show_sheet()

    def _show_sheet(self) -> None:
        self.view.show_display(self.desk.draw(self.paper, self.report, self.spot, self.among))
        place = self.desk.describe(self.paper, self.spot) if self.spot else ""
        self.keypad.show_keys(place, self.desk.keys(self.spot) if self.spot else self.desk.keys(self._writable[0]))
        self.keypad.arm(CIRCLE, self._armed)
        for key in self.keypad.buttons.values():
            key.setEnabled(bool(self.spot))

    # ------------------------------------------------------------------ files

    def save_paper(self) -> bool:
        """Saves to the file the sheet came from, or asks for one."""
        return self.write(self.path) if self.path is not None else self.ask_file()

    def ask_file(self) -> bool:
        name = safe_name(f"{say(self.game.info.title)} {self.paper.player}") + SUFFIX
        start = str(self.path or Path(self.store.folder("paper")) / name)
        chosen, _ = QFileDialog.getSaveFileName(self, say("Save the sheet"), start, say("Paper sheets (*.json)"))
        if not chosen:
            return False
        path = Path(chosen)
        return self.write(path if path.suffix.lower() == ".json" else path.with_name(path.name + SUFFIX))

    def write(self, path: Path) -> bool:
        """Saves the sheet as a paper file, or says in one sentence why not."""
        try:
            save(path, self.paper)
        except OSError as error:
            self.alarmed.emit(say("Cannot write {path}: {why}.", path=str(path), why=error.strerror or type(error).__name__))
            return False
        self.draft.drop()
        self.path = path
        self.draft = Draft(self.store, self.paper, path)
        self._saved = self.paper
        self.store.remember(path)
        self.store.keep_folder("paper", path)
        self.told.emit(say("Saved as {file}.", file=str(path)))
        self.show_paper()
        return True

    def _print(self) -> None:
        self.print_chosen.emit(self.paper, self.report)
