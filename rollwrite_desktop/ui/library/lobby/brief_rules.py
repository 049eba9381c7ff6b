"""How a game goes, in a few pictures with a rule each: as many as there is room for."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.words.handbook import Entry, in_brief
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.play.table.handbook_pictures import Shown, rules_on, shown
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.tips import stay
from rollwrite_desktop.ui.canvas.thumbnail import SheetPiece
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import STRETCH, in_column, in_row

_NARROWEST = 340
_PICTURE = 104
_AROUND = 6.0  # points of sheet around what a picture is about
_GAP, _ABOVE, _BELOW_HEADING = 12, 12, 8


class BriefRules(QWidget):
    """The rules in rows, as many as the height suffices for; without any the heading goes too."""

    def __init__(self, game: Game, sheet: Sheet | None = None) -> None:
        super().__init__()
        self._game, self._rules = game, rules_on(game, sheet)
        self.tiles = [RuleTile(brief, self) for brief in in_brief(game.words.handbook(self._rules))]
        self._heading = label(tr("Quick rules"), "heading", wrap=False)
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(_GAP)
        in_column(self._heading, self._grid, STRETCH, gap=_BELOW_HEADING, margins=(0, _ABOVE, 0, 0), on=self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._drawing = QTimer(self, singleShot=True, interval=0)
        self._drawing.timeout.connect(self._draw)

    def _draw(self) -> None:
        """One picture per event-loop turn, so that the page stays responsive."""
        tile = next((tile for tile in self.tiles if not tile.isHidden() and not tile.drawn), None)
        if tile is not None:
            tile.draw(self._game, self._rules)
            self._drawing.start()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def hasHeightForWidth(self) -> bool:
        return False  # it takes the height that is left

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        columns = max(1, (self.width() + _GAP) // (theme.px(_NARROWEST) + _GAP))
        wide = (self.width() - (columns - 1) * _GAP) // columns
        room = self.height() - _ABOVE - self._heading.sizeHint().height() - _BELOW_HEADING
        highs = {tile: tile.height_for(wide) for tile in self.tiles}
        fitting = [tile for tile in self.tiles if highs[tile] <= room]
        shown: list[RuleTile] = []
        for first in range(0, len(fitting) - columns + 1, columns):
            row = fitting[first : first + columns]
            high = max(highs[tile] for tile in row)
            if high > room:
                break
            room -= high + _GAP
            shown += row
        for tile in self.tiles:
            tile.setVisible(tile in shown)
        for place, tile in enumerate(shown):
            self._grid.addWidget(tile, place // columns, place % columns)
        for n in range(self._grid.columnCount()):
            self._grid.setColumnStretch(n, int(n < columns))
        self._heading.setVisible(bool(shown))
        self._drawing.start()


class RuleTile(QFrame):
    """A rule in brief beside a picture of its example."""

    def __init__(self, brief: Entry, owner: QWidget) -> None:
        super().__init__(owner)
        theme.role(self, "panel")
        self._brief = brief
        self.drawn = not brief.examples
        self._row = in_row(gap=10, margins=(8, 8, 10, 8), on=self)
        text = in_column(label(brief.title, "heading"), label(brief.text), STRETCH, gap=2)
        self._picture = QWidget()
        self._picture.setFixedSize(theme.px(_PICTURE), theme.px(_PICTURE))
        self._row.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignTop)
        if self.drawn:
            self._picture.hide()
        self._row.addLayout(text, 1)

    def height_for(self, width: int) -> int:
        """How high it is at least in a column of this width, in pixels."""
        return self._row.totalHeightForWidth(width)

    def draw(self, game: Game, rules: Any) -> None:
        """Draws the example, as on the sheet."""
        self.drawn = True
        found = next(shown(game, rules, self._brief, _AROUND), None)
        if found is None:
            self._picture.hide()
            return
        picture = SheetPiece(_middle(found), 1.0, theme.px(_PICTURE))
        picture.setFixedSize(self._picture.size())
        picture.show_display(found.display)
        picture.setToolTip(tool_tip(found.caption) if found.caption else "")
        stay(picture)
        self._row.replaceWidget(self._picture, picture)
        self._row.setAlignment(picture, Qt.AlignmentFlag.AlignTop)
        self._picture.deleteLater()
        self._picture = picture


def _middle(found: Shown) -> tuple[float, float, float]:
    """Returns the middle of what must be seen, and the width of a square around it."""
    left, top, right, bottom = found.window
    return (left + right) / 2, (top + bottom) / 2, max(right - left, bottom - top)
