"""One doubtful mark: its place cut out of the photo in large, what was read there, and one key or tap for the answer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.printing.photos.photo_pile import BLANK, Question, can_stand, is_whole, shown, typed
from rollwrite_desktop.reading.blank_sheets import Place
from rollwrite_desktop.reading.handwriting import Sign
from rollwrite_desktop.reading.marks import Alphabet
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.character_keys import TAKES_CHARACTERS
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import FlowRow, emptied, row_or_column
from rollwrite_desktop.ui.paper.photos.handwriting_menu import HandMenu
from rollwrite_desktop.ui.paper.photos.pictures import PaperPicture, cut_out

_CROP, _CROP_LARGE = 260, 150
_ERASE = (Qt.Key.Key_Backspace, Qt.Key.Key_Delete)


class MarkQuestion(QWidget):
    """`answered` carries what stands there. Keys: Enter takes the first answer, any other mark is typed, Delete is blank.
    `forgotten` carries learned digits that are removed; `kept`: they are to be kept in a file."""

    answered = Signal(str)
    forgotten = Signal(object)
    kept = Signal()
    counted = True

    def __init__(self) -> None:
        super().__init__()
        self.setProperty(TAKES_CHARACTERS, True)
        self.question: Question | None = None
        self.held = ""
        self._typing = False
        self._may_hold = Alphabet()
        self.crop = PaperPicture(_CROP_LARGE if theme.large() else _CROP)
        self.crop.setFixedHeight(_CROP_LARGE if theme.large() else _CROP)
        self.sheet = PaperPicture(320, 0.75)
        if theme.large():
            self.sheet.hide()
        self.name, self.prompt = label("", "title"), label("", "prompt")
        self.hint, self.keys = label(""), label("", "faint")
        self.hand = HandMenu()
        self.hand.forgotten.connect(self.forgotten)
        self.hand.kept.connect(self.kept)
        self.hand.setProperty(TAKES_CHARACTERS, True)
        self._answers = QVBoxLayout()
        self._answers.setSpacing(0)
        words = QVBoxLayout()
        words.setSpacing(10)
        for each in (self.name, self.crop, self.prompt):
            words.addWidget(each)
        words.addLayout(self._answers)
        words.addWidget(self.hint)
        words.addWidget(self.keys)
        words.addWidget(self.hand)
        words.addStretch(1)
        row = row_or_column(self.sheet, words) if not theme.large() else words
        if not theme.large():
            row.setStretch(0, 3)
            row.setStretch(1, 2)
            row.setSpacing(20)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.addLayout(row, 1)
        self.choices: list[QPushButton] = []

    def ask(self, question: Question, may_hold: Alphabet, image: QImage, place: Place | None) -> None:
        """Asks about a place; its picture is a part of `image`, where it is known."""
        self.question, self._may_hold = question, may_hold
        self.held, self._typing = question.read or BLANK, False
        self.sheet.show_image(image, place)
        self.crop.show_image(cut_out(image, place) if place is not None else QImage())
        self.name.setText(question.name)
        texts = [*([question.read] if question.read is not None else []), *question.others]
        self.prompt.setText(
            tr("Read as {mark}. Is that right?", mark=shown(question.read)) if question.read is not None
            else tr("What is it?") if question.rejected else tr("This could not be read. What is it?"))
        self.hint.setText(question.hint)
        self.hint.setVisible(bool(question.hint))
        self.keys.setText(self._about_keys())
        emptied(self._answers)
        self.choices = [button(self._caption(text), role="primary" if i == 0 and question.read is not None else "",
                               slot=partial(self._choose, i, text)) for i, text in enumerate(texts)]
        for each in self.choices:
            each.setProperty(TAKES_CHARACTERS, True)
        self._answers.addWidget(FlowRow(*self.choices))

    def show_hand(self, signs: Sequence[Sign]) -> None:
        """Says how many digits were learned."""
        self.hand.show_signs(signs)

    def take_focus(self) -> bool:
        """Moves the keyboard to the first answer, which Enter takes."""
        if self.choices:
            self.choices[0].setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def introduction(self) -> str:
        """Returns what is asked, to be read out."""
        question = self.question
        if question is None:
            return ""
        others = ", ".join(map(shown, question.others))
        or_else = tr("Or: {marks}.", marks=others) if others else ""
        return " ".join(filter(None, (f"{question.name}.", self.prompt.text(), or_else, question.hint)))

    @staticmethod
    def _caption(text: str) -> str:
        words = shown(text)
        return words[:1].upper() + words[1:]

    def _about_keys(self) -> str:
        crossed, circled = self._may_hold.crossed, self._may_hold.circled
        if crossed:
            return tr("Enter: right. X: crossed off. Delete: blank.")
        return tr("Enter: right. Or type what it is; ( adds or removes a circle. Delete: blank.") if circled else tr(
            "Enter: right. Or type what it is. Delete: blank.")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Takes what is typed as the answer as soon as nothing can follow it."""
        text, key = event.text(), event.key()
        held = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        if self.question is None or held:
            super().keyPressEvent(event)
        elif key in _ERASE:
            self.answered.emit(BLANK)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.choices:
            self.choices[0].click()
        elif len(text) == 1 and text.isprintable() and not text.isspace():
            self._type(text)
        else:
            super().keyPressEvent(event)

    def _choose(self, number: int, text: str) -> None:
        """The first answer is what was typed, as soon as anything was."""
        answer = self.held if number == 0 and self._typing else text
        if can_stand(self._may_hold, answer):
            self.answered.emit(answer)

    def _type(self, key: str) -> None:
        goes_on = self._typing or key == "(" or is_whole(self._may_hold, self.held)
        after = typed(self._may_hold, self.held if goes_on else BLANK, key)
        if after is None:
            refusal = tr("{key} can’t go there.", key=key.upper())
            self.hint.setText(refusal)
            self.hint.show()
            accessible.announce(refusal, urgent=True)
            return
        self._typing = True
        self.held = after
        if key != "(" and is_whole(self._may_hold, after):
            self.answered.emit(after)
            return
        if self.choices:
            self.choices[0].setText(self._caption(after))
        self.prompt.setText(tr("{mark}: Enter takes it.", mark=shown(after)))
        accessible.announce(self.prompt.text(), urgent=True)
