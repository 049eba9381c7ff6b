"""Texts on a page that scrolls, gone through with the arrows: one has the focus at a time, and readers tell it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel

from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.kit.tab_order import as_read
from rollwrite_desktop.ui.kit.widget_faces import LINE, UNTOLD

_FAR = 10
"""How many lines Page Up and Page Down go on."""
_AROUND = 40
_STEPS = {
    Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -_FAR, Qt.Key.Key_PageDown: _FAR,
    Qt.Key.Key_Home: -1_000_000, Qt.Key.Key_End: 1_000_000,
}


def line(text: str, role: str = "", spoken: str = "") -> QLabel:
    """A text that the arrows come to; `spoken`: what is read out in its place."""
    made = silent("", role)
    made.setIndent(0)
    made.setProperty(LINE, True)
    made.setAccessibleName(spoken or text)
    made.setText(text)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    made.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    return made


def silent(text: str, role: str = "", wrap: bool = True) -> QLabel:
    """A label that a reader does not tell with the dialog in which it stands."""
    made = label("", role, wrap)
    made.setProperty(UNTOLD, True)
    made.setText(text)
    return made


class TextList(Scroll):
    """A column with lines in it. Tab stops at the one that was read last; `moved` carries the one that is read now."""

    moved = Signal(QLabel)

    def lines(self) -> list[QLabel]:
        """All that can be read, from the first to the last."""
        inside = self.widget()
        assert inside is not None
        found = (each for each in as_read(inside) if isinstance(each, QLabel) and each.property(LINE))
        return [each for each in found if each.isVisibleTo(inside)]

    def stop_at(self, here: QLabel) -> None:
        """From now on Tab comes to this line."""
        for each in self.lines():
            each.setFocusPolicy(Qt.FocusPolicy.StrongFocus if each is here else Qt.FocusPolicy.ClickFocus)

    def read(self, here: QLabel) -> None:
        """Goes to a line."""
        self.stop_at(here)
        if here.hasFocus():
            accessible.announce(here.accessibleName())  # there is no other
        here.setFocus(Qt.FocusReason.OtherFocusReason)
        self.ensureWidgetVisible(here, 0, theme.px(_AROUND))
        self.moved.emit(here)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step, lines, here = _STEPS.get(Qt.Key(event.key())), self.lines(), self.window().focusWidget()
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not lines:
            super().keyPressEvent(event)
            return
        at = lines.index(here) if isinstance(here, QLabel) and here in lines else -1
        self.read(lines[min(max(at + step, 0), len(lines) - 1)])
