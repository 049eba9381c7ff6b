"""The log of the game in words; a click on a line shows the sheet as it was then."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.table.table_session import LogLine
from rollwrite_desktop.ui.base import theme


class Log(QFrame):
    """`looked_back(count)`: the sheet after that many events; -1 is now."""

    looked_back = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = QListWidget()
        self.lines.setWordWrap(True)
        self.lines.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.lines.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.lines.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.lines.setAccessibleName(tr("Moves so far"))
        self.lines.itemClicked.connect(self._chosen)
        self.lines.itemActivated.connect(self._chosen)
        # The heights of wrapped lines are known only later, when they are laid out.
        self.lines.verticalScrollBar().rangeChanged.connect(lambda *_: self._to_end())
        self.now = QPushButton(tr("Back to now"))
        theme.dress(self.now, "history")
        self.now.clicked.connect(lambda: self.looked_back.emit(-1))
        self.now.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.lines, 1)
        column.addWidget(self.now)
        self._shown: tuple[LogLine, ...] = ()

    def apply(self, record: tuple[LogLine, ...], looking: bool) -> None:
        """Shows these lines, and the way back to now while the sheet is shown as it was."""
        self._show(record)
        self.now.setVisible(looking)
        if not looking:
            self.lines.clearSelection()

    def _show(self, record: tuple[LogLine, ...]) -> None:
        """Shows these lines; those that stand already stay."""
        if record is self._shown:
            return
        same = 0
        for old, new in zip(self._shown, record, strict=False):
            if old != new:
                break
            same += 1
        while self.lines.count() > same:
            self.lines.takeItem(self.lines.count() - 1)
        for line in record[same:]:
            item = QListWidgetItem(line.sentence)
            item.setData(Qt.ItemDataRole.UserRole, line.count)
            self.lines.addItem(item)
        self._shown = record
        if same < len(record):
            self._to_end()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._to_end()

    def _to_end(self) -> None:
        if self.now.isHidden():
            self.lines.scrollToBottom()

    def _chosen(self, item: QListWidgetItem) -> None:
        self.looked_back.emit(item.data(Qt.ItemDataRole.UserRole))
