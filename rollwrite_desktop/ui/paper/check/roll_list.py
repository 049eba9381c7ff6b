"""The rolls of a game, as on the roll strip of a printed sheet: one row for each in order, typed with few keys or tapped.

A roll that cannot have come so is told at its row; what each led to, if a way of play is known, stands beneath it. What may
come and how it is noted, the game's notes say.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QLineEdit, QMenu, QToolButton, QVBoxLayout, QWidget

from rollwrite_desktop.core.audit import Report
from rollwrite_desktop.core.chance import Ask, Draw, Outcome
from rollwrite_desktop.core.diagnosis import describe_edit
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.play.opening.game_codes import EXAMPLE, read_typed
from rollwrite_desktop.play.opening.roll_notation import LONGEST, RollNotes
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.canvas.roll_entry import RollEntry
from rollwrite_desktop.ui.canvas.roll_sources import RollSources
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import CardButton, button, icon_button
from rollwrite_desktop.ui.kit.dialogs import Dialog, widened
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import row_of

ROLL = "roll:"


class RollRow(CardButton):
    """One roll: its number, what came, what is wrong with it, what it led to."""

    def __init__(self) -> None:
        super().__init__("")
        theme.role(self, "finding")
        self.setCheckable(True)
        self.number = label("", "faint", wrap=False)
        self.number.setFixedWidth(theme.px(24))
        self.rolled = label("", "heading")
        self.wrong = label("", "wrong")
        self.play = label("", "faint")
        across = QHBoxLayout(self)
        across.setContentsMargins(8, 5, 8, 5)
        across.setSpacing(6)
        across.addWidget(self.number, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(1)
        for caption in (self.rolled, self.wrong, self.play):
            column.addWidget(caption)
        across.addLayout(column, 1)
        for child in self.findChildren(QWidget):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._shown: tuple[str, str, str, str] | None = None

    def show_roll(self, number: str, title: str, rolled: str, wrong: str, play: str) -> None:
        if self._shown == (title, rolled, wrong, play):
            return
        self._shown = (title, rolled, wrong, play)
        self.number.setText(number)
        for caption, text in ((self.rolled, rolled), (self.wrong, wrong), (self.play, play)):
            caption.setText(text)
            caption.setVisible(bool(text))
        self.setAccessibleName(tr("{roll}: {dice}", roll=title, dice=rolled))
        self.setAccessibleDescription(" ".join(filter(None, (wrong, play))))
        self.updateGeometry()


class RollList(QWidget):
    """`changed` carries the rolls as they are now, in notation. `pointed`: the spaces that the chosen roll led to. `left`:
    back to the sheet. `undone`: undo (True) or redo, which here goes through the whole sheet."""

    changed = Signal(object)
    pointed = Signal(object)
    left = Signal()
    undone = Signal(bool)

    def __init__(self, notes: RollNotes, live: bool = False) -> None:
        """`live`: the rolls are made while they are typed: after a correction the next new one is waited for."""
        super().__init__()
        self.notes, self.live = notes, live
        self.lines: list[str] = []
        self.report: Report | None = None
        self.at = 0
        self.inserting = False
        self._asks: tuple[Ask, ...] = notes.asks(())
        self._name = ""
        self.rows: list[RollRow] = []
        self.title = label("", "heading")
        self.field = QLineEdit()
        self.field.setMaxLength(LONGEST)
        touchable(self.field)
        self.field.setAccessibleName(tr("The roll, typed"))
        self.field.installEventFilter(self)
        self.field.textEdited.connect(self._edited)
        self.wrong = label("", "wrong")
        self.waits = label("", "faint")
        self.taps = icon_button("dice", tr("Choose dice without typing"), self._show_taps)
        self.taps.setCheckable(True)
        self.lists = RollSources(notes, self)
        self.lists.taken.connect(self._take_list)
        self.lists.refused.connect(self._refuse)
        self.others = icon_button("list", tr("A list of rolls from a file, the clipboard or a code"))
        menu = QMenu(self.others)
        for text, slot in ((tr("From a &file …"), self.lists.ask_file), (tr("&Paste a list"), self.lists.paste),
                           (tr("From a &code …"), self.ask_code)):
            menu.addAction(text, slot)
        self.others.setMenu(menu)
        self.others.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.insert = icon_button("plus", tr("Insert a roll before this one"), self.insert_row)
        self.delete = icon_button("trash", tr("Delete this roll"), self.delete_row)
        self.entry = RollEntry(notes, typed=False, request=tr("What was rolled?"))
        self.entry.hide()
        self.entry.dice_entered.connect(self._tapped)
        if theme.large():  # in a column there is room for words
            buttons = self.taps, self.others, self.insert, self.delete
            for each, text in zip(buttons, (tr("Dice"), tr("List"), tr("Insert"), tr("Delete")), strict=True):
                each.setText(text)
                each.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            below: tuple[QLayout, ...] = row_of(self.taps, self.others), row_of(self.insert, self.delete)
        else:
            below = (row_of(self.taps, self.others, self.insert, self.delete),)
        typing = QVBoxLayout()
        typing.setSpacing(4)
        typing.addWidget(self.field)
        for row in below:
            typing.addLayout(row)
        self.column = QVBoxLayout()
        self.column.setSpacing(4)
        self.proof = label("", "faint")
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.setSpacing(6)
        outside.addWidget(self.title)
        outside.addLayout(typing)
        outside.addWidget(self.wrong)
        outside.addWidget(self.waits)
        outside.addWidget(self.entry)
        outside.addWidget(self.proof)
        outside.addLayout(self.column)
        outside.addStretch(1)
        self.setAcceptDrops(True)
        self._load()

    # ------------------------------------------------------------------ showing

    def take_focus(self) -> None:
        """Moves the keyboard to the line in which a roll is typed."""
        self.field.setFocus()

    def show_notes(self, notes: RollNotes) -> None:
        """Shows the same rolls under other house rules."""
        self.notes = self.entry.notes = self.lists.notes = notes
        self._asks = notes.asks(self.lines)
        self._load()

    def show_rolls(self, lines: Sequence[str], report: Report, name: str) -> None:
        """Shows these rolls with what the report says of each; `name` is whose sheet it is."""
        moved = list(lines) != self.lines
        self.report, self._name = report, name or tr("Player")
        if moved:  # by undo or a file: to where it differs
            pairs = enumerate(zip(self.lines, lines, strict=False))
            self.at = next((at for at, (old, new) in pairs if old != new), min(len(lines), len(self.lines)))
            self.inserting = False
            self._take(list(lines))
        self._lay()
        if moved:
            self._load()

    def _take(self, lines: list[str]) -> None:
        self.lines = lines
        self._asks = self.notes.asks(lines)

    def point(self, places: frozenset[str]) -> None:
        """Chooses the roll that a finding is about."""
        numbers = [int(place.removeprefix(ROLL)) for place in places if place.removeprefix(ROLL).isdigit() and ROLL in place]
        if numbers and numbers[0] <= len(self.lines):
            self.choose(numbers[0] - 1)

    def _lay(self) -> None:
        assert self.report is not None
        while len(self.rows) < len(self.lines):
            row = RollRow()
            row.clicked.connect(lambda _=False, row=row: self.choose(self.rows.index(row), tell=True))
            self.rows.append(row)
            self.column.addWidget(row)
        faults = self._faults()
        for place, row in enumerate(self.rows):
            row.setVisible(place < len(self.lines))
            row.setChecked(place == self.at and not self.inserting)
            if place < len(self.lines):
                play = self.report.play[place] if place < len(self.report.play) else ()
                row.show_roll(str(place + 1), self.notes.title(place + 1),
                              self.notes.short(self.lines[place]), faults.get(f"{ROLL}{place + 1}", ""),
                              self.notes.describe_moves(play, self._name))
        known = any(self.report.play)
        self.proof.setText(tr("Under each roll: one way to play it.") if known else "")
        self.proof.setVisible(known)

    @property
    def blamed(self) -> bool:
        """Whether what would explain a sheet is a roll."""
        found = self.report.diagnosis if self.report else ()
        return any(edit.where.startswith(ROLL) for diagnosis in found for edit in diagnosis.edits)

    def _faults(self) -> dict[str, str]:
        """Returns what the check says of each roll that it names; first what may have been entered wrongly there."""
        by_place: dict[str, list[str]] = {}
        for finding in self.report.distinct if self.report else ():
            for place in finding.where:
                if place.startswith(ROLL):
                    by_place.setdefault(place, []).append(finding.sentence(self.notes.game.play.rulebook))
        for diagnosis in self.report.diagnosis if self.report else ():
            for edit in diagnosis.edits:
                for place in (edit.where, edit.other):
                    if place.startswith(ROLL):
                        by_place.setdefault(place, []).insert(0, describe_edit(edit, self.notes.title))
        return {place: " ".join(sentences) for place, sentences in by_place.items()}

    def _load(self) -> None:
        """Shows the chosen roll in the field, or an empty field for the next one."""
        ask = self._ask()
        old = self.lines[self.at] if self.at < len(self.lines) and not self.inserting else ""
        self.field.setText(self.notes.short(old).replace(" · ", " "))
        self.field.selectAll()
        over = ask is None and not old
        self.field.setEnabled(not over)
        self.title.setText(
            tr_n(
                "The only roll of the game is entered.",
                "All {n} rolls of the game are entered.", len(self.lines)) if over
            else tr("Before {roll}", roll=self.notes.heading(self.at + 1)) if self.inserting
            else self.notes.heading(self.at + 1)
        )
        self.field.setPlaceholderText(tr("such as {example}", example=self.notes.example(ask)) if ask else "")
        self.delete.setEnabled(bool(old) or self.inserting)
        self.insert.setEnabled(bool(old))
        self.taps.setEnabled(ask is not None)
        self._refuse("")
        self._show_taps()

    def _show_taps(self) -> None:
        ask = self._ask()
        shown = self.taps.isChecked() and ask is not None
        self.entry.setVisible(shown)
        if shown:
            self.entry.ask(ask)

    def _ask(self) -> Ask | None:
        """Returns what is asked for at the chosen place."""
        return self._asks[self.at] if self.at < len(self._asks) else None

    @property
    def fault(self) -> str:
        """What is wrong with what was typed or given last."""
        return self.wrong.text()

    @property
    def typing(self) -> bool:
        """Whether something stands in the field that is not taken yet."""
        old = self.lines[self.at] if self.at < len(self.lines) and not self.inserting else ""
        return self.field.text().strip() not in ("", self.notes.short(old).replace(" · ", " "))

    # ------------------------------------------------------------------ changing

    def choose(self, at: int, tell: bool = False) -> None:
        """Goes to a roll, or behind the last one."""
        self.inserting = False
        self.at = min(max(0, at), len(self.lines))
        self._load()
        for place, row in enumerate(self.rows):
            row.setChecked(place == self.at)
        if tell:
            self.field.setFocus()
            play = self.report.play if self.report else ()
            self.pointed.emit(self.notes.places(play[self.at]) if self.at < len(play) else frozenset())

    def insert_row(self) -> None:
        """Makes room for a roll that was left out."""
        self.inserting = True
        self._load()
        self._lay()
        self.field.setFocus()

    def delete_row(self) -> None:
        """Takes the chosen roll out."""
        if self.inserting or self.at >= len(self.lines):
            self.choose(self.at)
            return
        self._take([*self.lines[: self.at], *self.lines[self.at + 1 :]])
        self.changed.emit(list(self.lines))
        self._load()
        self.field.setFocus()

    def enter(self) -> bool:
        """Takes what is typed and goes on to the next roll; says what was expected where it cannot be read."""
        text = self.field.text().strip()
        line = self.notes.read(text, self._ask()) if text else ""
        if text and not line:
            ask = self._ask()
            example = self.notes.example(ask) if ask else ""
            fault = self.notes.fault(text, ask) if ask else ""
            self._refuse(fault or tr("This is not a roll of this game; expected one such as {example}.", example=example))
            return False
        if line:
            self._put(line)
        else:
            self.choose(self.at + 1)
        return True

    # ------------------------------------------------------------------ whole lists

    def take_file(self, path: Path) -> bool:
        """Takes the rolls in a file, or says why not."""
        return self.lists.take_file(path)

    def take_text(self, text: str, name: str) -> bool:
        """Takes the rolls in a text, or all those of a code, or says why not."""
        return self.lists.take_text(text, name)

    def ask_code(self) -> None:
        """Asks for a code and takes its rolls."""
        dialog = RollCodeDialog(self)
        dialog.open()

    def _take_list(self, lines: Sequence[str]) -> None:
        self.inserting = False
        self.at = len(lines)
        self._take(list(lines))
        self.changed.emit(list(lines))
        self.choose(len(self.lines))
        self.field.setFocus()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.lists.drop(event.mimeData())

    def _put(self, line: str) -> None:
        at, replaced = self.at, 0 if self.inserting else 1
        self.inserting = False
        self.at += 1
        lines = [*self.lines[:at], line, *self.lines[at + replaced :]]
        if self.live:
            self.at = len(lines)
        if lines != self.lines:
            self._take(lines)
            self.changed.emit(list(lines))
        self.choose(self.at)

    def _tapped(self, outcome: Outcome) -> None:
        self._put(str(outcome))

    def _edited(self, text: str) -> None:
        self._refuse("")
        ask = self._ask()
        if ask is not None and not isinstance(ask, Draw) and not text.strip()[:1].isdigit():
            self.field.clear()  # the rest of a card's name, typed although its code was enough
        if ask is not None and self.field.cursorPosition() == len(text) and self.notes.whole(text, ask):
            self.enter()
        elif ask is not None:
            self._wait(self.notes.waits(text, ask))

    def _refuse(self, sentence: str) -> None:
        self.wrong.setText(sentence)
        self.wrong.setVisible(bool(sentence))
        self._wait("")

    def _wait(self, sentence: str) -> None:
        """Says what a roll that could end here waits for."""
        self.waits.setText(sentence)
        self.waits.setVisible(bool(sentence))
        if sentence:
            accessible.announce(sentence)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is not self.field or event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if self.lists.pasted(event):
            return True
        key, control = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.enter()
        elif key == Qt.Key.Key_Up or (key == Qt.Key.Key_Backspace and not self.field.text() and not self.inserting):
            self.choose(self.at - 1, tell=True)
        elif key == Qt.Key.Key_Down:
            self.choose(self.at + 1, tell=True)
        elif key == Qt.Key.Key_Insert or (control and key == Qt.Key.Key_I):
            self.insert_row()
        elif control and key == Qt.Key.Key_Delete:
            self.delete_row()
        elif key == Qt.Key.Key_Escape and self.inserting:
            self.choose(self.at)
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        elif control and key in (Qt.Key.Key_Z, Qt.Key.Key_Y):
            self.undone.emit(key == Qt.Key.Key_Z and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        else:
            return False
        return True


class RollCodeDialog(Dialog):
    """Asks for the code of a game, or of its dice, and gives all of its rolls to a list."""

    def __init__(self, rolls: RollList) -> None:
        super().__init__(rolls)
        self._rolls = rolls
        self.setWindowTitle(tr("Rolls from a code"))
        theme.role(self, "page")
        self.field = QLineEdit()
        self.field.setMaxLength(LONGEST)
        self.field.setPlaceholderText(EXAMPLE)
        self.field.setAccessibleName(tr("Code"))
        touchable(self.field)
        self.wrong = label("", "wrong")
        self.wrong.hide()
        self.take = button(tr("&Use its rolls"), "check", "primary", self.take_code)
        self.take.setDefault(True)
        row = row_of(button(tr("Cancel"), "", "", self.reject), self.take, plain=True)
        row.insertStretch(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        for widget in (label(tr("The code of the game, or of its dice")), self.field, self.wrong):
            column.addWidget(widget)
        column.addLayout(row)
        widened(self, 360)
        self.finished.connect(self.deleteLater)

    def entered(self) -> bool:
        return bool(self.field.text().strip())

    def take_code(self) -> None:
        """Takes the rolls, or says what is wrong with the code."""
        try:
            typed = read_typed(self.field.text())
            wrong = typed.note
        except UserError as error:
            wrong = str(error)
        if wrong or not self._rolls.take_text(self.field.text(), tr("The code")):
            self.wrong.setText(wrong or self._rolls.fault)
            self.wrong.show()
            self.field.setFocus()
            return
        self.accept()
