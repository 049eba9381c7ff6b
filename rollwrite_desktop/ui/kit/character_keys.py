"""Letters, digits and signs as keys, which a preference turns off: who dictates would press them with every word."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.kit import accessible

_TAKES_TEXT = ("QLineEdit", "QAbstractSpinBox", "QPlainTextEdit", "QComboBox", "QAbstractItemView")
"""Classes where characters are typed in, and mean something only while the focus is there; by name, so that none is made for
this alone."""
TAKES_CHARACTERS = "takes_characters"
"""The property of any other widget in which characters are written, such as a sheet that is checked."""
_HELD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class CharacterKeys(QObject):
    """Keeps keys that are one character from a window while they are turned off; fields get theirs, and so do dialogs.

    Looks only at what has the focus: a filter of the whole program would have Python called for each of its events, which
    takes as long again as building a page.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._watched: QWidget | None = None
        self.on = True

    def turn(self, on: bool) -> None:
        """Turns the keys on or off."""
        if on == self.on:
            return
        self.on = on
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        if on:
            app.focusChanged.disconnect(self._follow)
            self._watch(None)
        else:
            app.focusChanged.connect(self._follow)
            self._follow(None, app.focusWidget())

    def _follow(self, _: QWidget | None, focused: QWidget | None) -> None:
        """Keys go to what has the focus now, else to the window, unless that is being deleted."""
        self._watch(focused or (self._window if isValid(self._window) else None))

    def _watch(self, widget: QWidget | None) -> None:
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = widget
        if widget is not None:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(watched, QWidget):
            return False
        if any(map(watched.inherits, _TAKES_TEXT)):
            return False
        pressed = cast(QKeyEvent, event)
        text = pressed.text()
        if len(text) != 1 or not text.isprintable() or text.isspace() or pressed.modifiers() & _HELD:
            return False
        if watched.window() is not self._window or watched.property(TAKES_CHARACTERS):
            return False
        accessible.announce(tr("Single-character keys are off. Turn them on in Preferences."), urgent=True)
        return True
