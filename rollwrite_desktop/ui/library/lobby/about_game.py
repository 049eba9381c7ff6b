"""The side of a game's own page that tells what it is: a picture, what it is about, the ways to its rules, results, sheets
and checks, and its records."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.canvas.thumbnail import SheetPiece
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.event_loop import later
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import in_column
from rollwrite_desktop.ui.library import example_sheets
from rollwrite_desktop.ui.library.game_facts import describe_facts
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.lobby.game_records import GameRecords
from rollwrite_desktop.ui.library.lobby.map_atlas import map_piece, unplayed

_PIECE, _TALL_PIECE, _LOW_PIECE = 0.46, 0.8, 0.34
"""How high the picture is for its width: as a rule, at most, and where the sides lie one below the other."""


class AboutGame(QWidget):
    """`draw_picture` draws a game on the picture, a move at a time, once the page is there; `show_sheet` another sheet."""

    rules_chosen = Signal()
    history_chosen = Signal()
    print_chosen = Signal()
    check_chosen = Signal()

    def __init__(self, game: Game, game_store: GameStore, parent: QWidget) -> None:
        super().__init__(parent)
        self._game = game
        self._sheet: Sheet | None = None
        column = in_column(gap=12, on=self)
        self.picture = SheetPiece(game.words.presentation.piece, _PIECE, 480)
        column.addWidget(self.picture)
        text = QVBoxLayout()
        text.setSpacing(4)
        if game.words.presentation.pitch:
            text.addWidget(label(tr(game.words.presentation.pitch), "prompt"))
        design = tr("design: {name}", name=game.design) if game.design else ""
        text.addWidget(label(" · ".join(filter(None, (describe_facts(game), design))), "faint"))
        column.addLayout(text)
        grid = QGridLayout()
        grid.setSpacing(8)
        self.rules = button(tr("R&ules"), "help", "", self.rules_chosen.emit)
        self.history = button(tr("&Results"), "history", "", self.history_chosen.emit)
        self.print = button(tr("&Print its sheets"), "print", "", self.print_chosen.emit)
        self.check = button(tr("&Check a paper sheet"), "pencil", "", self.check_chosen.emit)
        for place, each in enumerate((self.rules, self.history, self.print, self.check)):
            grid.addWidget(each, *((place, 0) if theme.largest() else divmod(place, 2)))
        column.addLayout(grid)
        self.records = GameRecords(game_store, game.info.id)
        column.addWidget(self.records)

    def draw_picture(self) -> None:
        """Draws one move of a game after the other."""
        moves = example_sheets.played(self._game.info.id)
        later(self.picture, lambda: self._draw(moves))

    def show_sheet(self, sheet: Sheet | None) -> None:
        """Shows another sheet than that of the picture's game, all of it and before its first roll; None for that one."""
        if sheet == self._sheet:
            return
        self._sheet = sheet
        if sheet is None:
            self.draw_picture()
        else:
            later(self.picture, lambda: self._show_sheet(sheet))

    def _show_sheet(self, sheet: Sheet) -> None:
        if sheet == self._sheet:  # else another was chosen meanwhile
            shape = self.picture.height() / max(1, self.picture.width())
            self.picture.show_piece(unplayed(self._game, sheet), map_piece(sheet, shape))

    def _draw(self, moves: Iterator[Display | None]) -> None:
        """One move of the picture's game per event-loop turn, so that the page stays responsive."""
        if self._sheet is not None:
            return
        display = next(moves)
        if display is not None:
            self.picture.show_piece(display, self._game.words.presentation.piece)
        else:
            later(self.picture, lambda: self._draw(moves))

    def lie_low(self) -> None:
        """Lays the picture where this lies above or below the other side."""
        self.picture.set_shape(_LOW_PIECE)

    def balance(self, wide: int, high: int) -> None:
        """Makes the picture as high as is needed for all to be `high` in a width."""
        column = self.layout()
        assert column is not None
        rest = column.totalHeightForWidth(wide) - self.picture.heightForWidth(wide)
        self.picture.set_shape(min(_TALL_PIECE, max(_PIECE, (high - rest) / wide)))
