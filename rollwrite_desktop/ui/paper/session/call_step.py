"""Calling the dice: roll after roll in large, the last two beside, steps back, a pace, the whole list for who comes late.

With real dice they are typed in here, and one that was mistyped is corrected: the later ones stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QListWidget,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from rollwrite_desktop.core.audit import NotAPaper, Report
from rollwrite_desktop.core.chance import Deal, Draw, Outcome, Roll, new_code
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.i18n import join_names, mark_n, tr, tr_n, with_colon
from rollwrite_desktop.gamekit.words.print_kit import roll_title
from rollwrite_desktop.intake.text import file_name
from rollwrite_desktop.play.opening.roll_notation import RollNotes, outcome_of
from rollwrite_desktop.play.paper.paper_session import affected
from rollwrite_desktop.ui.base import theme, touch
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.canvas.focus_line import FocusLine
from rollwrite_desktop.ui.canvas.words_dialog import WordsDialog
from rollwrite_desktop.ui.kit import accessible, ask
from rollwrite_desktop.ui.kit.buttons import button, icon_button
from rollwrite_desktop.ui.kit.choices import Check, Combo
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import row_of, row_or_column
from rollwrite_desktop.ui.kit.progress import progress_bar
from rollwrite_desktop.ui.kit.scroll import FittingScrollArea, Scroll
from rollwrite_desktop.ui.library.session_store import SessionFile
from rollwrite_desktop.ui.paper.check.roll_list import RollList
from rollwrite_desktop.ui.paper.session.checker import Checker
from rollwrite_desktop.ui.paper.session.dice_board import DiceBoard, roll_in_words

_SIDE = 250
_LISTED, _SHARE = 330, 0.45
_BEFORE = 2
_LEAST_COLUMN, _LEAST_LIST, _LEAST_BOARD = 60, 100, 150
"""In very large type: the least height of what scrolls and of the list, at 100 % text, and that of the dice, in pixels."""
_AROUND_LIST = 16
"""Pixels over and below the lines of the list."""
_TUMBLES, _TUMBLE_MS = 6, 60
_SECOND = 1000
_PACES = (0, 15, 20, 30, 45, 60, 90, 120)
_PRESS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ON = (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_PageDown)
_BACK = (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_PageUp, Qt.Key.Key_Backspace)


class CallStep(QWidget):
    """`full_chosen`: full screen on or off. `notified`, `failed`: a sentence for the message bar."""

    full_chosen = Signal(bool)
    notified = Signal(str)
    failed = Signal(str)

    def __init__(self, file: SessionFile, checker: Checker, store: Settings) -> None:
        super().__init__()
        self.file, self.checker, self.store = file, checker, store
        self.full = False
        self.at = -1  # the roll that is shown, from 0; -1 for none
        self.left_of_pace = 0  # seconds
        self.question: QMessageBox | None = None
        self._notes: RollNotes | None = None
        self._notes_of: tuple[object, ...] = ()
        self._build()
        self._tumbling = QTimer(self, interval=_TUMBLE_MS)
        self._tumbling.timeout.connect(self._tumble)
        self._left_to_tumble = 0
        self._seconds = QTimer(self, interval=_SECOND)
        self._seconds.timeout.connect(self.tick)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Calling"))
        FocusLine(self, self.board)
        self.file.changed.connect(self.show_session)
        self.at = len(self.rolls) - 1
        self.show_session()

    # ------------------------------------------------------------------ the parts

    def _build(self) -> None:
        self.board = DiceBoard((560, 360))
        self.board.tapped.connect(self.go_on)
        self.before = [DiceBoard((_SIDE, 150)) for _ in range(_BEFORE)]
        for number, small in enumerate(self.before, 1):
            small.tapped.connect(lambda number=number: self.look_at(self.at - number))
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Rolls so far"))
        self.list.setWordWrap(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for chosen in (self.list.itemClicked, self.list.itemActivated):
            chosen.connect(lambda item: self.look_at(self.list.row(item)))
        self.typed: RollList | None = None
        self._typed_place = QVBoxLayout()
        self.listed = QWidget()
        column = QVBoxLayout(self.listed)
        column.setContentsMargins(0, 0, 0, 0)
        top = QHBoxLayout()
        top.addWidget(label(tr("Rolls so far"), "heading", wrap=False), 1)
        self.copy = icon_button("copy", tr("Copy the list of rolls"), self.copy_rolls)
        self.save = icon_button("save", tr("Save the list of rolls …"), self.ask_file)
        top.addWidget(self.copy)
        top.addWidget(self.save)
        column.addLayout(top)
        column.addWidget(self.list, 1)
        column.addLayout(self._typed_place, 1)
        self.side = QWidget()
        beside = QVBoxLayout(self.side)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(8)
        for board in self.before:
            beside.addWidget(board, 1)
        beside.addWidget(self.listed, 3)
        self.middle = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.middle.setSpacing(12)
        self.middle.addWidget(self.board, 1)
        self.middle.addWidget(self.side)
        self.earlier = icon_button("chevron-left", tr("Previous roll"), lambda: self.look_at(self.at - 1))
        self.later = icon_button("chevron-right", tr("Next roll"), lambda: self.look_at(self.at + 1))
        self.next = button(tr("Roll"), "dice", "primary", self.go_on)
        self.next.setToolTip(tr("Space, Enter, the right arrow key or a clicker"))
        self.next.installEventFilter(self)
        paces = {str(n): tr(mark_n(
                "Every {n} second",
                "Every {n} seconds",
            ), n=n) if n else tr("By hand") for n in _PACES}
        self.pace = Combo(paces, "0", tr("Pace"))
        self.pace.currentIndexChanged.connect(lambda _: self._set_pace())
        self.clock = progress_bar(tr("Time to the next roll"), spoken=False)
        self.dark = Check(tr("Dark room"), False)
        self.dark.toggled.connect(self._darken)
        self.anew = button(tr("&Start over"), "history", "quiet", self.ask_anew)
        self.whole = button(tr("&Full screen"), "maximize", "quiet", lambda: self.full_chosen.emit(not self.full))
        calling = row_of(self.earlier, self.later, self.next, self.clock)
        calling.setStretch(2, 2)
        calling.setStretch(3, 1)
        calling.addStretch()  # where there is nothing to press, as with real dice
        setting, ending = row_of(self.pace, self.dark), row_of(self.anew, self.whole, plain=True)
        around = (self.earlier, self.later, self.dark, self.anew, self.whole, self.copy, self.save, self.pace)
        for widget in (self.next, *around):
            widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # Space goes on calling after a click
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.setSpacing(8)
        self.column: FittingScrollArea | None = None
        if theme.large():  # all but the button that rolls scrolls, and the dice have the room that is seen first
            inside = QWidget()
            column = QVBoxLayout(inside)
            column.setContentsMargins(0, 0, 0, 0)
            for part in (self.middle, setting, ending):
                column.addLayout(part)
            self.column = FittingScrollArea(inside)
            self.column.setMinimumHeight(theme.px(_LEAST_COLUMN))
            outside.addWidget(self.column, 1)
            outside.addLayout(calling)
        else:
            outside.addLayout(self.middle, 1)
            outside.addLayout(row_or_column(calling, setting, ending))
        touch.accept_all(self)
        self.spread(False)

    def spread(self, full: bool) -> None:
        """Over the whole screen: only the dice, the last two rolls and one line of controls."""
        self.full = full
        self.listed.setVisible(not full or self.file.session.dice == "real")  # rolls are typed there
        self.anew.setVisible(not full)
        self.whole.setText(tr("&Leave full screen") if full else tr("&Full screen"))
        if full and self.column is None:
            # Earlier rolls are pictures, which take no more of the width with larger texts.
            least = theme.px(_LISTED) if self.file.session.dice == "real" else _SIDE
            self.side.setFixedWidth(max(least, self.window().width() // 6))
        else:
            self._share_room()
        self.take_focus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.column is not None or not self.full:
            self._share_room()

    def _share_room(self) -> None:
        """Lays the list beside the dice; in very large type below them, or above, where rolls are typed in it."""
        if self.column is None:
            self.side.setFixedWidth(min(theme.px(_LISTED), round(_SHARE * self.width())))
            return
        way, real = QBoxLayout.Direction, self.file.session.dice == "real"
        self.middle.setDirection(way.BottomToTop if real else way.TopToBottom)
        self.side.setVisible(not self.listed.isHidden())
        self.listed.setMinimumHeight(theme.px(_LEAST_LIST))
        self.board.setMinimumHeight(max(_LEAST_BOARD, self.column.height()))
        lines = sum(self.list.sizeHintForRow(row) for row in range(self.list.count()))
        self.list.setMinimumHeight(lines + 2 * self.list.frameWidth() + _AROUND_LIST)  # only what it stands in scrolls

    def _show_dice(self) -> None:
        """Scrolls to the dice, where they scroll."""
        if self.column is not None:
            self.column.verticalScrollBar().setValue(self.board.y())

    def take_focus(self) -> None:
        """Moves the keyboard to where the next roll comes from: the dice, or the line in which real ones are typed."""
        (self.typed.field if self.typed is not None and self.file.session.dice == "real" else self).setFocus()

    # ------------------------------------------------------------------ the rolls

    @property
    def rolls(self) -> tuple[str, ...]:
        """The rolls so far, in notation."""
        return self.file.session.rolls

    @property
    def notes(self) -> RollNotes:
        """How the rolls of this session are noted."""
        session = self.file.session
        of = (session.game, session.sheet_id, tuple(sorted(session.options.items())))
        if self._notes is None or of != self._notes_of:
            self._notes, self._notes_of = session.roll_notes(), of
        return self._notes

    @property
    def over(self) -> bool:
        """Whether there is no roll left."""
        return self.file.session.asked(self.notes) is None

    def go_on(self) -> None:
        """Shows the next roll: one that was called already where an earlier one is shown, else a new one."""
        if self._tumbling.isActive():
            self._tumbling.stop()
            self.board.turn = 0.0
            self.board.update()
        elif self.at < len(self.rolls) - 1:
            self.look_at(self.at + 1)
        elif self.file.session.dice == "digital" and not self.over:
            self.at += 1
            self.file.put(self.file.session.called(self.notes))
            self.left_of_pace = int(self.pace.value)
            self._show_dice()
            if theme.moves(self.store.preferences.motion):
                self._left_to_tumble = _TUMBLES
                self._tumbling.start()
            self._tell_roll()
        elif self.over:
            self._tell_roll(self._to_do())
        self._show_clock()

    def look_at(self, at: int) -> None:
        """Shows a roll that was called already."""
        if 0 <= at < len(self.rolls):
            self.at = at
            self._show()
            self._show_dice()
            self._tell_roll()
        else:
            accessible.announce(tr("There is no earlier roll.") if at < 0 else self._to_do(), urgent=True)

    def _tell_roll(self, sentence: str = "") -> None:
        """Reads out the roll that is shown, or a sentence."""
        last = self.over and self.at == len(self.rolls) - 1
        accessible.announce(sentence or f"{self._roll_in_words()} {self._to_do() if last else ''}".strip())

    def _roll_in_words(self) -> str:
        words = self.board.accessibleName() if self.rolls else ""
        return words if not words or words.endswith(".") else f"{words}."

    def _to_do(self) -> str:
        """Returns what brings the next roll."""
        if self.file.session.dice == "real":
            return tr("Type the next roll.")
        if self.over:
            return tr("That was the last roll") + "."
        return tr("Press Space for the next roll.") if self.rolls else tr("Press Space to roll for everyone.")

    def in_short(self) -> str:
        """Which game is called, the roll that is shown, and what to do."""
        game = f"{tr(self.file.session.played.info.title)}."
        return " ".join(filter(None, (game, self._roll_in_words(), self._to_do())))

    def read_roll(self) -> None:
        """Reads that out."""
        accessible.announce(self.in_short())

    def read_rolls(self) -> None:
        """Shows the rolls so far, line by line, the newest first."""
        lines = [with_colon(self.title_of(at), self._in_words(at)) for at in reversed(range(len(self.rolls)))]
        WordsDialog(tr("Rolls so far"), lines or [self._to_do()], self).open()

    def _tumble(self) -> None:
        self._left_to_tumble -= 1
        self.board.turn = self._left_to_tumble / _TUMBLES if self._left_to_tumble > 0 else 0.0
        self.board.update()
        if self._left_to_tumble <= 0:
            self._tumbling.stop()

    # ------------------------------------------------------------------ the pace

    def _set_pace(self) -> None:
        self.left_of_pace = int(self.pace.value)
        self._seconds.start() if self.left_of_pace else self._seconds.stop()
        self._show_clock()
        self.setFocus()

    def tick(self) -> None:
        """A second has passed. While an earlier roll is shown, or another page, the clock stands still."""
        if self.over or not self.isVisible() or not self.rolls or self.at < len(self.rolls) - 1:
            return
        self.left_of_pace -= 1
        if self.left_of_pace <= 0:
            self.go_on()
        self._show_clock()

    def _show_clock(self) -> None:
        running = bool(int(self.pace.value)) and not self.over and bool(self.rolls)
        self.clock.setVisible(running)
        self.clock.setRange(0, max(1, int(self.pace.value)))
        self.clock.setValue(max(0, self.left_of_pace))

    # ------------------------------------------------------------------ showing

    def show_session(self) -> None:
        """Everything as it is now."""
        self.at = min(self.at, len(self.rolls) - 1) if self.rolls else -1
        if self.at < 0 <= len(self.rolls) - 1:
            self.at = len(self.rolls) - 1
        real = self.file.session.dice == "real"
        self._lay_typed(real)
        self.list.setVisible(not real)
        self.next.setVisible(not real)
        self.pace.setVisible(not real)
        if not real:
            lines = [f"{n}  {self.notes.listed(line)}" for n, line in enumerate(self.rolls, 1)]
            if lines[: self.list.count()] != [self.list.item(i).text() for i in range(self.list.count())]:
                self.list.clear()
            self.list.addItems(lines[self.list.count() :])
        elif self.typed is not None:
            self.typed.show_rolls(self.rolls, self._report(), "")
        if self.column is not None:
            self._share_room()
        self._show()
        self._show_clock()

    def _show(self) -> None:
        session = self.file.session
        self.board.invitation = (
            self._to_do() if session.dice == "real" and self.column is not None
            else tr("Type the first roll on the right.") if session.dice == "real"
            else tr("Press here or Space to roll for everyone.")
        )
        # Where the faces are digits of a number, pips would have to be counted.
        self.board.pips = self.store.preferences.dice == "pips" and not self._digits
        self._show_on(self.board, self.at, foot=True)
        for number, board in enumerate(self.before, 1):
            board.pips = self.board.pips
            self._show_on(board, self.at - number)
            board.setVisible(self.at - number >= 0 and not theme.large())  # in large type they are in the list only
        if self.list.count() > self.at >= 0:
            self.list.setCurrentRow(self.at)
        last = self.at >= len(self.rolls) - 1
        self.earlier.setEnabled(self.at > 0)
        self.later.setEnabled(not last)
        self.next.setText(
            tr("Next") if not last else tr("That was the last roll") if self.over else tr("Roll")
        )
        self.next.setEnabled(not (last and self.over))
        for each in (self.copy, self.save):
            each.setEnabled(bool(self.rolls))

    def _show_on(self, board: DiceBoard, at: int, foot: bool = False) -> None:
        if not 0 <= at < len(self.rolls):
            board.show_roll(None, (), tr(self.file.session.played.info.title) if foot else "")
            return
        rolled = self.notes.called(self.rolls[at])
        board.grouped = self.notes.boxes is not None and self.notes.boxes.ordered
        sentence = ""
        if foot:
            sentence = self.notes.game.words.print_kit.called(self.notes.rules, self._outcomes(at))
        board.show_roll(rolled, [self._card(card) for card in rolled.cards], self.title_of(at), sentence)

    def _outcomes(self, at: int) -> Sequence[Outcome]:
        return [outcome_of(line) or Outcome(()) for line in self.rolls[: at + 1]]

    def _in_words(self, at: int) -> str:
        rolled = self.notes.called(self.rolls[at])
        return roll_in_words(rolled, map(self._card, rolled.cards))

    def title_of(self, at: int) -> str:
        """Which roll that is, in words, from 0."""
        return roll_title(self.notes.boxes, at + 1, whole=True)

    @property
    def _digits(self) -> bool:
        """Whether a die of this game can show 0."""
        first = next(iter(self.notes.asks(())), None)
        roll = first.roll if isinstance(first, Deal) else first
        return isinstance(roll, Draw | Roll) and 0 in roll.faces

    def _card(self, card: str) -> tuple[str, str]:
        """A card's area in full, and its region."""
        spot, _, region = card.partition(" ")
        space = self.notes.sheet.space.get(spot)
        return tr(space.name) if space is not None else spot, tr(region) if region else ""

    # ------------------------------------------------------------------ real dice

    def _lay_typed(self, real: bool) -> None:
        if real and (self.typed is None or self.typed.notes is not self.notes):
            if self.typed is None:
                self.typed = RollList(self.notes, live=True)
                self.typed.changed.connect(self._typed_in)
                self.typed.left.connect(self.setFocus)
                self.typed.undone.connect(lambda back: self.file.undo() if back else self.file.redo())
                # In very large type everything scrolls together already.
                self._typed_place.addWidget(Scroll(self.typed) if self.column is None else self.typed, 1)
                touch.accept_all(self.typed)
            else:
                self.typed.show_notes(self.notes)
        if self.typed is not None:
            self.typed.setVisible(real)

    def _report(self) -> Report:
        """Returns what is wrong with the rolls themselves."""
        session = self.file.session
        paper = session.blank()
        paper.rolls = list(self.rolls) or None
        try:
            return session.played.check.auditor(self.notes.sheet, dict(session.options)).audit(paper)
        except NotAPaper:
            return Report((), (), None)

    def _typed_in(self, lines: list[str]) -> None:
        """Rolls were typed. One that is corrected after sheets were checked with it is asked about first: later rolls
        stand, and only the sheets that used it are looked at anew."""
        changed = next((n for n, (old, new) in enumerate(zip(self.rolls, lines, strict=False), 1) if old != new), 0)
        names = affected(self.file.session, changed, self.checker.reports) if changed else ()
        if not names:
            self._take_rolls(lines)
            return
        text = tr("{roll}: {old} becomes {new}. All other rolls stay.", roll=self.title_of(changed - 1),
                  old=self.notes.short(self.rolls[changed - 1]), new=self.notes.short(lines[changed - 1]))
        used = tr_n(
            "It was used on the sheet of {names}, which is checked again.",
            "It was used on the sheets of {names}, which are checked again.", len(names), names=join_names(names))
        self.question = ask.yes(
            self, text, tr("&Correct it"), lambda: self._take_rolls(lines), more=used, otherwise=self.show_session)

    def _take_rolls(self, lines: Sequence[str]) -> None:
        self.at = len(lines) - 1
        self.file.change(rolls=tuple(lines))
        self._tell_roll()

    # ------------------------------------------------------------------ begin anew, files

    def ask_anew(self) -> None:
        """Other dice from the first roll on; asks first where rolls have been called."""
        if not self.rolls:
            self._begin_anew()
            return
        text = tr_n(
            "One roll has been called. Start over with new dice?",
            "{n} rolls have been called. Start over with new dice?", len(self.rolls))
        self.question = ask.yes(
            self, text, tr("&Start over"), self._begin_anew, no=tr("&Continue with these"), otherwise=self.take_focus,
            harms=True)

    def _begin_anew(self) -> None:
        n = len(self.rolls)
        code = new_code() if self.file.session.dice == "digital" else self.file.session.code
        self.at = -1
        self.file.put(replace(self.file.session, code=code, rolls=()))
        if n:
            self.notified.emit(tr_n(
                "The roll is deleted. Undo (Ctrl+Z) restores it.",
                "The {n} rolls are deleted. Undo (Ctrl+Z) restores them.", n))
        self.take_focus()

    def text(self) -> str:
        """Returns the rolls so far, one a line."""
        return "".join(f"{line}\n" for line in self.rolls)

    def copy_rolls(self) -> None:
        """Copies the list of rolls."""
        QGuiApplication.clipboard().setText(self.text())
        self.notified.emit(tr("Copied the list of rolls."))

    def ask_file(self) -> None:
        """Saves the list of rolls as a text, one a line: wherever rolls are entered it can be taken in."""
        name = file_name(f"{self.file.session.name} {tr('rolls')}") + ".txt"
        path = ask.save(self, tr("Save the rolls"), Path(self.store.folder("paper")) / name, [tr("Texts (*.txt)")])
        if path is None:
            return
        self.store.keep_folder("paper", path)
        try:
            write_file(path, self.text().encode())
        except UserError as error:
            self.failed.emit(str(error))
            return
        self.notified.emit(tr("Saved as {name}.", name=str(path)))

    # ------------------------------------------------------------------ keys, the dark

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows on the button that rolls mean the rolls, and not the buttons beside it."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in (*_ON, *_BACK):
            self.keyPressEvent(event)
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if self.pace.hasFocus() and key in (*_ON, *_BACK):
            super().keyPressEvent(event)  # a choice is made there
        elif key in _ON or (key in _PRESS and self.hasFocus()):  # on the list and the pace they do not mean the dice
            if not event.isAutoRepeat():  # a key that is held calls one roll
                self.go_on()
        elif key in _BACK:
            self.look_at(self.at - 1)
        elif key in (Qt.Key.Key_F, Qt.Key.Key_F5):
            self.full_chosen.emit(not self.full)
        elif key == Qt.Key.Key_L:
            self.listed.setVisible(self.listed.isHidden())
            self._share_room()
            self._tell_turned(tr("Rolls so far"), not self.listed.isHidden())
        elif key == Qt.Key.Key_D:
            self.dark.toggle()
            self._tell_turned(tr("Dark room"), self.dark.isChecked())
        elif key == Qt.Key.Key_Escape and self.full:
            self.full_chosen.emit(False)
        else:
            super().keyPressEvent(event)

    def _tell_turned(self, what: str, on: bool) -> None:
        accessible.announce(with_colon(what, tr("On") if on else tr("Off")) + ".")

    def _darken(self, on: bool) -> None:
        theme.choose("dark" if on else self.store.preferences.theme)

    def hideEvent(self, event: QHideEvent) -> None:
        """Elsewhere it is as light as was chosen."""
        super().hideEvent(event)
        self.dark.setChecked(False)
