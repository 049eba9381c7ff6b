"""Dialogs: their size, their keys, what they ask before something is lost; progress; a window that waits."""

from __future__ import annotations

from typing import cast

from PySide6 import QtWidgets
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QProgressBar,
    QPushButton,
    QToolTip,
    QWidget,
)

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.tips import tips
from rollwrite_desktop.ui.kit import ask
from rollwrite_desktop.ui.kit.buttons import part_buttons
from rollwrite_desktop.ui.kit.tab_order import pressed_tab, tab_on

_KEYED = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
_INPUT = frozenset({
    QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease, QEvent.Type.MouseButtonDblClick, QEvent.Type.ContextMenu,
    QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.TouchBegin, QEvent.Type.Wheel, QEvent.Type.DragEnter,
    QEvent.Type.Drop,
})


def sized(dialog: QWidget, wide: int, high: int) -> None:
    """Makes a dialog so large (pixels at 100 % text), but no larger than the window that it belongs to."""
    room = _room(dialog)
    dialog.resize(min(theme.px(wide), max(480, room.width() - 40)), min(theme.px(high), max(360, room.height() - 40)))


def widened(dialog: QWidget, wide: int) -> None:
    """A dialog at least so wide (pixels at 100 % text), but no wider than the window that it belongs to."""
    dialog.setMinimumWidth(min(theme.px(wide), _room(dialog).width() - 40))


def _room(dialog: QWidget) -> QSize:
    """Returns the size of the window that a dialog belongs to."""
    over = dialog.parentWidget()
    return over.window().size() if over is not None else QSize(1280, 800)


def progress_dialog(title: str, owner: QWidget, patience: int) -> QtWidgets.QProgressDialog:
    """A dialog with a bar and a button to stop, which appears where something will take longer than `patience` ms."""
    made, bar = QtWidgets.QProgressDialog(title, tr("Cancel"), 0, 1, owner), QProgressBar()
    bar.setTextVisible(False)
    bar.setAccessibleName(title.removesuffix("…").rstrip())
    made.setBar(bar)
    # It takes its size anew whenever it is shown.
    made.setMinimumSize(min(theme.px(380), owner.window().width() - 40), theme.px(130))
    made.setMinimumDuration(patience)
    return made


class Held(QObject):
    """Between `begin` and `end` nothing can be done in the window of a widget but to close it, which a modal dialog would
    prevent."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._owner = owner

    def begin(self) -> None:
        _app().installEventFilter(self)

    def end(self) -> None:
        _app().removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Shortcut:
            return True
        return event.type() in _INPUT and isinstance(watched, QWidget) and watched.window() is self._owner.window()


def _app() -> QCoreApplication:
    app = QCoreApplication.instance()
    assert app is not None
    return app


class EscapedTips(QObject):
    """Escape closes the tool tip that is open over a window, which Qt does on macOS only, and nothing else then. It looks at
    the events of the window itself, not at those of each widget."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        handle = window.windowHandle()
        if handle is not None:
            handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002
        if event.type() not in _KEYED or not QToolTip.isVisible() or cast(QKeyEvent, event).key() != Qt.Key.Key_Escape:
            return False
        event.accept()  # it is no shortcut now
        if event.type() == QEvent.Type.KeyPress:
            tips().close()
        return True


class Dialog(QDialog):
    """A dialog in which Enter never discards what was entered, and Escape asks before it does.

    Enter presses the button that has the focus, else the default button if one is set, else nothing: Qt itself would press
    the first button of the dialog, which may be Cancel. Where something can be entered, `entered` says whether it was.
    """

    question: QtWidgets.QMessageBox | None = None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._tips: EscapedTips | None = None

    def entered(self) -> bool:
        """Returns whether something was entered that is lost when the dialog is cancelled."""
        return False

    def reject(self) -> None:
        if not self.entered():
            super().reject()
            return
        self.question = ask.yes(
            self, tr("Discard what you entered?"), tr("&Discard"), self._discard, title=self.windowTitle(), harms=True)

    def _discard(self) -> None:
        super().reject()

    def focusNextPrevChild(self, forward: bool) -> bool:
        return tab_on(self, forward) if pressed_tab(self) else super().focusNextPrevChild(forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
            return
        focused = self.focusWidget()
        buttons = [each for each in self.findChildren(QPushButton) if each.isDefault()]
        pressed = focused if isinstance(focused, QPushButton) else next(iter(buttons), None)
        if pressed is not None and pressed.isEnabled() and pressed.isVisible():
            pressed.click()
        event.accept()

    def showEvent(self, event: QShowEvent) -> None:
        for each in self.findChildren(QPushButton):
            default = each.isDefault()
            each.setAutoDefault(False)
            each.setDefault(default)
        part_buttons(self)
        # Qt works out the height before it narrows what is wider than most of the screen, as very large texts are.
        self.resize(self.width(), max(self.height(), min(self.heightForWidth(self.width()), _room(self).height())))
        super().showEvent(event)
        self._tips = self._tips or EscapedTips(self)
