"""What takes the place of the dice once there is nothing more to be played: the results of a game, or of a position."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from rollwrite_desktop.ui.kit.scroll import Scroll


class EndPanel(QFrame):
    """A panel in the place of the tray. What is read stands in `inside`, which scrolls only where there is no room for it at
    the width that it has; what is pressed is added below and never scrolls."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.inside = QWidget()
        self.inside.installEventFilter(self)
        self.whole = QVBoxLayout(self)
        self.whole.setContentsMargins(10, 6, 10, 6)
        self.whole.setSpacing(6)
        self._scroll = Scroll(self.inside)
        self.whole.addWidget(self._scroll, 1)

    def share_room(self, shared: bool) -> None:
        """Sets whether all but the large button scrolls with what is read, as the largest texts leave it no room of its
        own."""
        raise NotImplementedError

    def sizeHint(self) -> QSize:
        """As high as what is read needs to be at this width, its lines broken."""
        hint, column = super().sizeHint(), self.inside.layout()
        if column is None or not column.hasHeightForWidth():
            return hint
        around = self.whole.contentsMargins()
        needed = column.totalHeightForWidth(max(1, self.width() - around.left() - around.right()))
        spare = self.whole.spacing()  # what is rounded away
        return QSize(hint.width(), hint.height() - self._scroll.sizeHint().height() + needed + spare)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.inside and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()  # a scroll area does not say that what lies in it needs more room
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
