"""The dice of a new game: the computer rolls, by a code that brings the same dice again, or real ones are typed in."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from rollwrite_desktop.core.chance import new_code
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.opening.game_codes import TypedCode, read_typed
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.kit.buttons import icon_button
from rollwrite_desktop.ui.kit.choices import Check, Choices
from rollwrite_desktop.ui.kit.code_line import CodeLine
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import grow, in_column, in_row, keep_room

DIGITAL, REAL = "digital", "real"
LONGEST_CODE = 80


class DiceChoice(QWidget):
    """`changed` after every choice and every letter of the code."""

    changed = Signal()

    def __init__(self, store: Settings, rolls_wait: bool) -> None:
        """`rolls_wait`: whether there are rolls that can be made as soon as nothing else is left to do, as in all games but
        a race."""
        super().__init__()
        self._rolls_wait = rolls_wait
        self.list = Choices({each: self.describe(each) for each in (DIGITAL, REAL)}, DIGITAL, name=tr("Dice"))
        self.rolls = Check(tr("Roll for me when nothing else is left to do"), store.preferences.rolls == "on")
        self.rolls.toggled.connect(lambda on: store.prefer(rolls="on" if on else "off"))
        self.code = QLineEdit(new_code())
        self.code.setMaxLength(LONGEST_CODE)
        touchable(self.code)
        self.code.setAccessibleName(tr("Code of the dice"))
        self.code_row = QWidget()
        in_row(
            label(tr("Code"), wrap=False), grow(self.code),
            icon_button("dice", tr("Another code"), lambda: self.code.setText(new_code())), gap=4, on=self.code_row
        )
        self.note = label("", "faint")
        self.whole_code = CodeLine()
        self.code_hint = label("", "faint")
        column = in_column(gap=8, on=self)
        for part in (self.list, self.rolls, self.code_row, self.note, self.whole_code, self.code_hint):
            column.addWidget(part)
        for part in (self.code_row, self.whole_code, self.code_hint):
            keep_room(part, True)  # whoever rolls, what stands below stays where it is
        keep_room(self.rolls, rolls_wait)
        self.code.textChanged.connect(lambda _: self.changed.emit())
        self.list.chosen.connect(lambda _: self.changed.emit())

    @property
    def value(self) -> str:
        """`DIGITAL` or `REAL`."""
        return self.list.value

    @property
    def digital(self) -> bool:
        """Whether the computer rolls."""
        return self.value == DIGITAL

    def choose(self, dice: str) -> None:
        """Chooses `DIGITAL` or `REAL`."""
        self.list.choose(dice)

    @property
    def text(self) -> str:
        """What stands in the line of the code."""
        return self.code.text()

    def put_code(self, text: str) -> None:
        """Writes a code into the line, with its dice alone or of a whole game."""
        self.code.setText(text)

    @property
    def typing(self) -> bool:
        """Whether the keyboard is in the line of the code."""
        return self.code.hasFocus()

    def take_focus(self) -> None:
        """Moves the keyboard to the line of the code."""
        self.code.setFocus(Qt.FocusReason.OtherFocusReason)

    def typed(self) -> TypedCode | None:
        """Returns what stands in the line of the code; None where nothing does. Raises UserError where it is no code."""
        return read_typed(self.text) if self.text.strip() else None

    def dice_code(self) -> str:
        """Returns the code of the dice in the line, as it is written; "" if there is none. Raises UserError as `typed`."""
        typed = self.typed()
        return typed.dice if typed is not None else ""

    def show_whole(self, code: str, hint: str, note: str) -> None:
        """Shows the code of the whole game, "" for none, and what it is good for, and what was made of a code that says less
        than it seems. What is hidden keeps its room."""
        self.code_row.setVisible(self.digital)
        self.rolls.setVisible(self.digital and self._rolls_wait)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.code_hint.setText(hint)
        self.code_hint.setVisible(bool(code))
        self.whole_code.show_code(code)

    def describe(self, dice: str) -> str:
        """Returns who rolls, in words. Nobody types what is rolled in a race."""
        if dice == REAL:
            return tr("Real dice, typed in") if self._rolls_wait else tr("Real dice")
        return tr("The computer rolls")

    def in_short(self) -> str:
        """Who rolls, with the code of the game as it fits in a line: that of the dice where numbers were chosen for house
        rules."""
        if not self.digital:
            return self.describe(REAL)
        whole = self.whole_code.code
        return tr("The computer rolls · {code}", code=whole if whole and "." not in whole else self.text)
