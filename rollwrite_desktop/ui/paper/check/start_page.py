"""Where checking begins: the sheets that are not finished, and the ways in which another one comes: typed in, from a file,
from the code on a print, or a whole table at once.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.kept.saved_game import Kept
from rollwrite_desktop.printing.photos.form_reader import entered_code
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit.buttons import button, icon_button
from rollwrite_desktop.ui.kit.choices import Combo
from rollwrite_desktop.ui.kit.dialogs import Dialog, sized
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import card
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.library.drafts import Draft, Drafts
from rollwrite_desktop.ui.library.game_row import GameRow
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.saved_games_page import SavedGamesPage

_LETTERS = 12
"""How many letters of a game's name are seen at the least, with large texts too."""


class AuditStartPage(SavedGamesPage):
    """`draft_chosen` carries the path of a draft, `started` an empty paper or one that was read, `print_chosen` one to
    print. `table_chosen`: several sheets of one game."""

    draft_chosen = Signal(object)
    started = Signal(object)
    print_chosen = Signal(object)
    table_chosen = Signal()
    photos_chosen = Signal()

    def __init__(self, store: Settings, game_id: str = "", sheet: str = "", parent: QWidget | None = None) -> None:
        """`game_id`: the game of a new sheet, unless another is chosen; "" for the one that was used last. `sheet`: what
        that is played on, its usual sheet where it is ""."""
        self._game_id, self._sheet = game_id, sheet
        super().__init__(store, parent)
        self.file_chosen.connect(self.draft_chosen)

    def _make_store(self) -> GameStore:
        return Drafts(self.store)

    @staticmethod
    def _title() -> str:
        return tr("Check paper sheets")

    @staticmethod
    def _waiting() -> str:
        return tr("Unfinished sheets")

    def _head(self) -> PageHead:
        head = PageHead(tr("Check paper sheets"))
        last = self._game_id or self.store.recall("game", "")
        self.game = Combo({game.info.id: tr(game.info.title) for game in GAMES.values()}, last, tr("Game"))
        self.game.setMinimumContentsLength(_LETTERS)
        self.new = button(tr("&New sheet"), "plus", "primary", self._begin)
        self.photos = button(tr("&Photos …"), "image", "quiet", self.photos_chosen.emit)
        self.open = button(tr("&Open …"), "folder-open", "quiet", self.open_chosen.emit)
        self.code = button(tr("&Code on a printed sheet …"), "keyboard", "quiet", self.ask_code)
        self.table = button(tr("A whole &table …"), "users", "quiet", self.table_chosen.emit)
        head.add(self.photos, self.open, self.code, self.table, self.game, self.new)
        return head

    def _begin(self) -> None:
        game = self.game.value
        self.started.emit(Paper(game=game, sheet=self._sheet if game == self._game_id else ""))

    def _row(self, kept: Kept) -> GameRow:
        row = super()._row(kept)
        if not kept.error:
            row.add_button(icon_button("print", tr("Print {name}", name=kept.name), lambda: self._print(kept.path)))
        return row

    def _print(self, path: Path) -> None:
        content = Draft.content(path)
        if content is not None:
            self.print_chosen.emit(content.paper)

    def _empty(self) -> QFrame:
        frame, column = card("panel", 32)
        column.addWidget(label(tr("No unfinished sheets"), "title"))
        column.addWidget(label(
            tr("What you type is kept here until you save or delete it."), "faint"
        ))
        return frame

    def ask_code(self) -> None:
        """Asks for the text of a code that stands on a print."""
        dialog = CodeDialog(self)
        dialog.read.connect(self.started)
        dialog.open()


class CodeDialog(Dialog):
    """The text that a camera reads from the code on a print, pasted; `read` carries its paper."""

    read = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Code on a printed sheet"))
        sized(self, 520, 320)
        self.field = QPlainTextEdit()
        self.field.setAccessibleName(tr("The text of the code"))
        self.field.setPlaceholderText("RW1 rolling_america rolling_america_usa 1\n…")
        self.field.setTabChangesFocus(True)
        self.wrong = label("", "wrong")
        self.wrong.hide()
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(button(tr("Cancel"), "", "", self.reject))
        self.take = button(tr("&Open"), "check", "primary", self.take_code)
        row.addWidget(self.take)
        column = QVBoxLayout(self)
        column.addWidget(label(tr(
            "Scan the small square on the sheet with any reader and paste its text, “RW1 …”, here.")))
        column.addWidget(self.field, 1)
        column.addWidget(self.wrong)
        column.addLayout(row)
        self.finished.connect(self.deleteLater)

    def entered(self) -> bool:
        return bool(self.field.toPlainText().strip())

    def take_code(self) -> None:
        """Opens the sheet, or says what is wrong with the text."""
        try:
            entered = entered_code(self.field.toPlainText().encode(), tr("The code"))
        except UserError as error:
            self.wrong.setText(str(error))
            self.wrong.show()
            self.field.setFocus()
            return
        self.accept()
        self.read.emit(entered.paper)
