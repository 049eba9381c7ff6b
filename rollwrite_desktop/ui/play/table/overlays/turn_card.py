"""The card between two people's turns: it covers the sheet until the next person has the device."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.labels import lines, plain_label

_BESIDE_CAPTION = 14
"""Left and right of the caption of a button, in pixels at 100 % text."""


class TurnCard(QWidget):
    """Covers the sheet below it, so that nobody writes on another's paper. `taken`: the next person is here; `kept`: the
    one before goes on."""

    taken = Signal()
    kept = Signal()

    def __init__(self, sheet: QWidget) -> None:
        super().__init__(sheet)
        self._sheet = sheet
        sheet.installEventFilter(self)
        self._title = plain_label()
        theme.role(self._title, "display")
        self._title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._title.setWordWrap(True)
        self.take = QPushButton()
        theme.role(self.take, "primary")
        self.take.setProperty("touch", True)
        self.take.clicked.connect(self.taken)
        self._kept = ""
        self.keep = QPushButton()
        theme.role(self.keep, "quiet")
        self.keep.clicked.connect(self.kept)
        card = self._card = QFrame()
        theme.role(card, "card")
        inside = self._inside = QVBoxLayout(card)
        for widget in (self._title, self.take, self.keep):
            inside.addWidget(widget)
        around = QVBoxLayout(self)
        around.addStretch(1)
        around.addWidget(card, 0, Qt.AlignmentFlag.AlignHCenter)
        around.addStretch(1)
        self.hide()

    def ask(self, name: str, before: str) -> None:
        """`name` is next; `before` had the device and may still want to change something, "" for nobody."""
        self._title.setText(tr("{name}’s turn", name=name))
        self.take.setText(tr("Ready, {name}", name=name))
        self.keep.setVisible(bool(before))
        self._kept = tr("Back to {name}’s sheet", name=before)
        self.cover()
        self.show()
        self.raise_()
        accessible.announce(self._title.text())
        self.take_focus()

    def take_focus(self) -> None:
        """Moves the keyboard to the button of who is next."""
        self.take.setFocus()

    def cover(self) -> None:
        """As large as the sheet below it; its texts break as they need to."""
        self.setGeometry(self._sheet.rect())
        if not self._title.text():
            return
        wide = min(max(theme.px(340), 420), self.width() - 24)
        tight = wide < theme.px(340)
        self._inside.setContentsMargins(*((8, 4, 8, 4) if tight else (24, 20, 24, 16)))
        self._inside.setSpacing(4 if tight else 12)
        self._card.setFixedWidth(wide)
        around = self._inside.contentsMargins()
        room = wide - around.left() - around.right() - 2
        self._title.setFixedHeight(self._title.heightForWidth(room))
        self.keep.setText(lines(self._kept, self.keep.fontMetrics(), room - 2 * theme.px(_BESIDE_CAPTION)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._sheet:
            self.cover()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        veil = theme.color("ground")
        veil.setAlphaF(0.88)
        painter.fillRect(self.rect(), veil)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
