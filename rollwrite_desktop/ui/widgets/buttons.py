"""Buttons at least as high as a finger: with a caption, with an icon only, or as large as a card."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QPushButton, QSizePolicy, QToolButton

from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.touch import TOUCH, touchable


class CardButton(QPushButton):
    """A button that holds widgets instead of a caption. `name` is what a screen reader says."""

    def __init__(self, name: str, key: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        if key:
            self.setShortcut(QKeySequence(key))
            self.setToolTip(f"{name} ({QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)})")
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.role(self, "door")

    def sizeHint(self) -> QSize:
        layout = self.layout()
        return layout.totalSizeHint() if layout else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        layout = self.layout()
        return layout.totalMinimumSize() if layout else super().minimumSizeHint()

    def hasHeightForWidth(self) -> bool:
        layout = self.layout()
        return bool(layout and layout.hasHeightForWidth())

    def heightForWidth(self, width: int) -> int:
        layout = self.layout()
        return layout.totalHeightForWidth(width) if layout else super().heightForWidth(width)


def button(text: str, icon: str = "", role: str = "", slot: Callable[[], object] | None = None) -> QPushButton:
    """A push button at least as high as a finger."""
    made = QPushButton(text)
    touchable(made)
    if icon:
        theme.dress(made, icon, "on_accent" if role == "primary" else "text")
    if role:
        theme.role(made, role)
    if slot is not None:
        made.clicked.connect(lambda _=False: slot())
    return made


def icon_button(icon: str, name: str, slot: Callable[[], object] | None = None) -> QToolButton:
    """A quiet button with an icon only; `name` is its tool tip and what a screen reader says."""
    made = QToolButton()
    touchable(made)
    made.setMinimumWidth(TOUCH)
    made.setToolTip(name)
    made.setAccessibleName(name)
    made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    theme.dress(made, icon)
    theme.role(made, "quiet")
    if slot is not None:
        made.clicked.connect(lambda _=False: slot())
    return made
