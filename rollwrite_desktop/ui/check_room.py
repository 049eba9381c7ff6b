"""Where checking begins: the sheets that are not finished, and the ways in which another one comes: typed in, from a file,
from the code on a print, or a whole table at once.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.words import say
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.evidence import NotEvidence
from rollwrite_desktop.printing.reading import entered_code
from rollwrite_desktop.ui.cards import Combo, PageHead, button, card, sign, sized, words
from rollwrite_desktop.ui.drafts import Draft, Drafts
from rollwrite_desktop.ui.library import Library
from rollwrite_desktop.ui.rows import GameRow
from rollwrite_desktop.ui.shelf import Kept, Shelf
from rollwrite_desktop.ui.store import Store


class CheckRoom(Library):
    """`draft_chosen` carries the path of a draft, `begun` an empty paper or one that was read, `print_chosen` one to print.
    `table_chosen`: several sheets of one game."""

    draft_chosen = Signal(object)
    begun = Signal(object)
    print_chosen = Signal(object)
    table_chosen = Signal()

    def __init__(self, store: Store | None = None) -> None:
        super().__init__(store)
        self.file_chosen.connect(self.draft_chosen)

    def _shelf(self) -> Shelf:
        return Drafts(self.store)

    @staticmethod
    def _waiting() -> str:
        return say("Sheets not finished")

    def _head(self) -> PageHead:
        head = PageHead(say("Check paper sheets"))
        last = self.store.recall("game", "")
        self.game = Combo({game.info.id: say(game.info.title) for game in GAMES.values()}, last, say("Game"))
        self.new = button(say("&New sheet"), "plus", "primary", lambda: self.begun.emit(Paper(game=self.game.value)))
        self.open = button(say("&Open …"), "folder-open", "quiet", self.open_chosen.emit)
        self.code = button(say("&Code on a print …"), "keyboard", "quiet", self.ask_code)
        self.table = button(say("A whole &table …"), "users", "quiet", self.table_chosen.emit)
        for each in (self.open, self.code, self.table, self.game, self.new):
            head.row.addWidget(each)
        return head

    def _row(self, kept: Kept) -> GameRow:
        row = super()._row(kept)
        if not kept.trouble:
            row.outside.insertWidget(1, sign("print", say("Print {name}", name=kept.name), lambda: self._print(kept.path)))
        return row

    def _print(self, path: Path) -> None:
        content = Draft(path).read()
        if content is not None:
            self.print_chosen.emit(content.paper)

    def _empty(self) -> QFrame:
        frame, column = card("panel", 32)
        column.addWidget(words(say("No sheet is waiting"), "title"))
        column.addWidget(words(
            say("Whatever you type is kept here by itself until it is saved or deleted."), "faint"
        ))
        return frame

    def ask_code(self) -> None:
        """Asks for the text of a code that stands on a print."""
        dialog = CodeDialog(self)
        dialog.read.connect(self.begun)
        dialog.open()


class CodeDialog(QDialog):
    """The text that a camera reads from the code on a print, pasted; `read` carries its paper."""

    read = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Code on a print"))
        sized(self, 520, 320)
        self.field = QPlainTextEdit()
        self.field.setAccessibleName(say("The text of the code"))
        self.field.setPlaceholderText("RW1 rolling_america rolling_america_usa 1\n…")
        self.field.setTabChangesFocus(True)
        self.wrong = words("", "wrong")
        self.wrong.hide()
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(button(say("Cancel"), "", "", self.reject))
        self.take = button(say("&Open"), "check", "primary", self.take_code)
        row.addWidget(self.take)
        column = QVBoxLayout(self)
        column.addWidget(words(say("Scan the small square on the print with any reader and paste its text, “RW1 …”, here.")))
        column.addWidget(self.field, 1)
        column.addWidget(self.wrong)
        column.addLayout(row)
        self.finished.connect(self.deleteLater)

    def take_code(self) -> None:
        """Opens the sheet, or says what is wrong with the text."""
        try:
            entered = entered_code(self.field.toPlainText().encode(), say("The code"))
        except NotEvidence as error:
            self.wrong.setText(str(error))
            self.wrong.show()
            self.field.setFocus()
            return
        self.accept()
        self.read.emit(entered.paper)
