"""A part of a page that is folded away: a line with its title and what is chosen in it, which opens and closes it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.buttons import CardButton
from rollwrite_desktop.ui.widgets.labels import ElidedLabel, IconLabel, label
from rollwrite_desktop.ui.widgets.touch import TOUCH


class Fold(QFrame):
    """`turned` carries whether it is open now. `content`: the column that is folded away."""

    turned = Signal(bool)

    def __init__(self, title: str, icon: str) -> None:
        super().__init__()
        theme.role(self, "card")
        self._title = title
        self.head = CardButton(title)
        theme.role(self.head, "fold")
        row = QHBoxLayout(self.head)
        row.setContentsMargins(12, 6, 12, 6)
        row.setSpacing(10)
        row.addStrut(TOUCH - 12)
        self._summary = ElidedLabel("", "faint")
        self._arrow = IconLabel("chevron-down")
        row.addWidget(IconLabel(icon))
        row.addWidget(label(title, "heading", wrap=False))
        row.addWidget(self._summary, 1)
        row.addWidget(self._arrow)
        for child in self.head.findChildren(QWidget):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.inside = QWidget()
        self.content = QVBoxLayout(self.inside)
        self.content.setContentsMargins(16, 4, 16, 14)
        self.content.setSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.inside)
        self.inside.hide()
        self.head.clicked.connect(lambda _=False: self.open(not self.is_open))
        self._dress()
        self.summarize("")

    @property
    def is_open(self) -> bool:
        return not self.inside.isHidden()

    def open(self, on: bool = True) -> None:
        """Opens it, or folds it away."""
        if on == self.is_open:
            return
        self.inside.setVisible(on)
        self._dress()
        self.turned.emit(on)

    def summarize(self, text: str) -> None:
        """What is chosen in it, in a few words."""
        self._summary.setText(text)
        self.head.setAccessibleName(f"{self._title}: {text}" if text else self._title)

    @property
    def summary(self) -> str:
        return self._summary.whole

    def _dress(self) -> None:
        self._arrow.show_icon("chevron-up" if self.is_open else "chevron-down")
        self.head.setAccessibleDescription(tr("Fold away") if self.is_open else tr("Show and change"))
