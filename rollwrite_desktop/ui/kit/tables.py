"""A table whose texts are worked out as they are seen, so that ten thousand rows are shown as quickly as ten."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import TOUCH

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_MEASURED = 50
"""Of so many rows beyond those in sight the texts are measured for the widths of columns."""
_WHOLE = 60
"""So many rows are shown without scrolling of their own where a table stands whole in what scrolls."""


class Rows(QAbstractTableModel):
    """`texts` of a row, one a column, and its tool tip, `tip`. `right`: the columns whose texts stand on the right."""

    def __init__(
        self, heads: Sequence[str], texts: Callable[[Any], Sequence[str]], tip: Callable[[Any], str], right: Collection[int]
    ) -> None:
        super().__init__()
        self._heads, self._texts, self._tip, self._right = heads, texts, tip, right
        self.rows: Sequence[Any] = ()

    def put(self, rows: Sequence[Any]) -> None:
        """Other rows; none is selected."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._heads)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row, column = self.rows[index.row()], index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._texts(row)[column]
            case Qt.ItemDataRole.ToolTipRole:
                return tool_tip(self._tip(row))
            case Qt.ItemDataRole.TextAlignmentRole:
                return self._side(column) | Qt.AlignmentFlag.AlignVCenter
            case Qt.ItemDataRole.AccessibleTextRole:  # as whole rows are told, with the heads of their columns
                return f"{self._heads[column]} {self._texts(row)[column]}".strip()
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side(section)
        return self._heads[section] if role == Qt.ItemDataRole.DisplayRole else None

    def _side(self, column: int) -> Qt.AlignmentFlag:
        return Qt.AlignmentFlag.AlignRight if column in self._right else Qt.AlignmentFlag.AlignLeft


class Table(QTableView):
    """Whole rows are selected, one at a time. `stretched`: the column that has what room the others leave."""

    def __init__(self, name: str, rows: Rows, stretched: int) -> None:
        super().__init__()
        rows.setParent(self)
        self.setModel(rows)
        self.setAccessibleName(name)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(max(TOUCH - 8, theme.px(32)))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        header, way = self.horizontalHeader(), QHeaderView.ResizeMode
        header.setHighlightSections(False)
        header.setResizeContentsPrecision(_MEASURED)
        for column in range(rows.columnCount()):
            header.setSectionResizeMode(column, way.Stretch if column == stretched else way.ResizeToContents)

    def stand_whole(self) -> None:
        """From now on it is as high as its rows, so that only what it stands in scrolls; unless there are very many."""
        self.model().modelReset.connect(self._grow)
        self._grow()

    def _grow(self) -> None:
        rows = max(1, min(_WHOLE, self.rowCount()))
        around = self.horizontalHeader().sizeHint().height() + self.horizontalScrollBar().sizeHint().height()
        self.setMinimumHeight(around + rows * self.verticalHeader().defaultSectionSize() + 2 * self.frameWidth())

    def rowCount(self) -> int:
        """How many rows there are."""
        return self.model().rowCount()

    def selected(self) -> list[int]:
        """Returns the rows that are selected."""
        parts = self.selectionModel().selection().toList()
        return sorted({row for part in parts for row in range(part.top(), part.bottom() + 1)})
