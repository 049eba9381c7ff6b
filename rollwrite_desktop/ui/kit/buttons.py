"""Buttons at least as high as a finger: with a caption, with an icon only, or as large as a card; underlined letters; and
Return, which presses whatever button has the focus.

Translators choose letters text by text and cannot see which texts meet in a window: what clashes gets another letter here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import cast

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QMenu,
    QMenuBar,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.tips import stay
from rollwrite_desktop.ui.base.touch import TOUCH, taps, touchable
from rollwrite_desktop.ui.kit.labels import lines

_AMPERSAND = "\0"
_AROUND, _MOST_AROUND = 28, 84
"""Left and right of a caption together, in pixels at 100 % text and at most."""
_FILLED, _CORNER = ("primary", "begin", "waiting"), 8
"""The roles of buttons that are filled, or may be in a moment, and the corners of the line around one, in pixels."""
_LINED = ("QAbstractButton", "QComboBox", "QSlider", "QAbstractItemView", "QScrollArea")
"""Classes that the style sheet draws a line around while they have the focus and keys are used; by name, so that none is
made for this alone."""


class CardButton(QPushButton):
    """A button that holds widgets instead of a caption. `name` is what a screen reader says."""

    def __init__(self, name: str, key: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        if key:
            self.setShortcut(QKeySequence(key))
            self.setToolTip(tool_tip(f"{name} ({QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)})"))
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


class _BreakingButton(QPushButton):
    """A button whose caption takes more lines where it has no room for it in one."""

    def setText(self, text: str) -> None:
        self._break(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._break(self.text())

    def minimumSizeHint(self) -> QSize:
        widest = max(map(self.fontMetrics().horizontalAdvance, self.text().split()), default=0)
        return QSize(widest + self._around, super().minimumSizeHint().height())

    @property
    def _around(self) -> int:
        return min(theme.px(_AROUND), _MOST_AROUND) + (0 if self.icon().isNull() else self.iconSize().width())

    def _break(self, text: str) -> None:
        broken = lines(text, self.fontMetrics(), self.width() - self._around)
        if broken != self.text():
            super().setText(broken)
            self.setMinimumHeight(max(TOUCH, super().sizeHint().height()) if "\n" in broken else TOUCH)


def button(
    text: str, icon: str = "", role: str = "", slot: Callable[[], object] | None = None, *, breaks: bool = False
) -> QPushButton:
    """A push button at least as high as a finger; `breaks`: with large texts its caption may take several lines."""
    made = _BreakingButton(text) if breaks and theme.large() else QPushButton(text)
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
    made.setToolTip(tool_tip(name))
    stay(made)
    made.setAccessibleName(name)
    made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    theme.dress(made, icon)
    theme.role(made, "quiet")
    if slot is not None:
        made.clicked.connect(lambda _=False: slot())
    return made


class _ReturnKey(QObject):
    """Keeps Return from the pages around a button that has the focus, and presses the button.

    With Qt only Space presses every button: Return goes on to what the button lies in, which may mean something else by it.
    """

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(watched, QAbstractButton):
            return False
        pressed = cast(QKeyEvent, event)
        held = pressed.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if pressed.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or held or not watched.hasFocus():
            return False
        event.accept()
        if not pressed.isAutoRepeat():
            watched.click()
        return True


_return_key = _ReturnKey()


def take_return(old: QWidget | None, now: QWidget | None) -> None:
    """Return presses what has the focus now, if it is a button: for `QApplication.focusChanged`."""
    if isinstance(old, QAbstractButton):
        old.removeEventFilter(_return_key)
    if isinstance(now, QAbstractButton):
        now.installEventFilter(_return_key)


class _Ring(QWidget):
    """The line around a filled button that has the focus, apart from what is filled, which the style sheet draws smaller."""

    def __init__(self, button: QPushButton) -> None:
        super().__init__(button)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        button.installEventFilter(self)
        self._fit()
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return False

    def _fit(self) -> None:
        whole, edge = cast(QWidget, self.parent()).rect(), theme.focus_line() + _CORNER
        self.setGeometry(whole)
        self.setMask(QRegion(whole) - QRegion(whole.adjusted(edge, edge, -edge, -edge)))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        theme.paint_focus(painter, QRectF(self.rect()), _CORNER)
        painter.end()


def show_line(now: QWidget | None) -> None:
    """A line around what has the focus now, or will have it, where keys are used; nothing for what has none."""
    if now is not None and any(map(now.inherits, _LINED)):  # a menu bar that is dressed anew would close
        theme.show_focus(now, taps().keyed)


def show_ring(old: QWidget | None, now: QWidget | None) -> None:
    """A line around what has the focus now, where keys led there or were used since: for `QApplication.focusChanged`, and
    where it is another input that is used than before (`touch.Inputs`)."""
    if isinstance(old, QPushButton):
        for ring in old.findChildren(_Ring):
            ring.hide()
            ring.deleteLater()
    show_line(now)
    if taps().keyed and isinstance(now, QPushButton) and now.property("role") in _FILLED:
        _Ring(now)


def distinct(texts: Sequence[str], taken: Collection[str] = ()) -> list[str]:
    """Texts that underline a letter, each with one of its own as long as letters last: the one chosen where no earlier text
    has it, else the first that is free among its words' initials, then among its other letters; else none."""
    used = {letter.lower() for letter in taken}
    given = [text.replace("&&", _AMPERSAND) for text in texts]
    chosen: list[int | None] = []
    for text in given:
        sign = text.find("&")
        letter = text[sign + 1 : sign + 2].lower() if sign >= 0 else ""
        chosen.append(sign if letter and letter not in used else None)
        used.add(letter)
    made = []
    for text, kept in zip(given, chosen, strict=True):
        plain = text.replace("&", "")
        at: int | None = kept
        if at is None and "&" in text:
            order = sorted(range(len(plain)), key=lambda i: (i > 0 and plain[i - 1].isalnum(), i))
            at = next((i for i in order if plain[i].isalnum() and plain[i].lower() not in used), None)
            used.add(plain[at].lower() if at is not None else "")
        made.append((plain if at is None else f"{plain[:at]}&{plain[at:]}").replace(_AMPERSAND, "&&"))
    return made


class MenuBar(QMenuBar):
    """A menu bar that Alt opens only where nothing else was pressed with it.

    While a screen reader listens, Qt holds each key back until the reader has answered, and sends it then once more. Of a
    fast Alt+Home that brings Alt again when Home has already done its work, and QMenuBar would take it for Alt alone. What
    is sent once more has no time.
    """

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and not event.timestamp():
            return False
        return super().eventFilter(watched, event)


def part_menus(bar: QMenuBar) -> None:
    """Gives the titles of the menus letters of their own, and the entries of each menu."""
    actions = [action for action in bar.actions() if action.text()]
    for action, text in zip(actions, distinct([action.text() for action in actions]), strict=True):
        action.setText(text)
        menu = action.menu()
        if isinstance(menu, QMenu):
            _part(menu)


def part_buttons(window: QWidget, taken: Collection[str] = ()) -> None:
    """Gives the buttons in a window letters of their own, visible ones first; `taken` are those of its menus."""
    buttons = [
        each for each in window.findChildren(QAbstractButton)
        if "&" in each.text() and each.shortcut() == QKeySequence.mnemonic(each.text())
    ]
    buttons.sort(key=lambda each: not each.isVisible())
    for button, text in zip(buttons, distinct([each.text() for each in buttons], taken), strict=True):
        button.setText(text)


def letters_of(bar: QMenuBar) -> list[str]:
    """Returns the letters that the titles of the menus have."""
    return [QKeySequence.mnemonic(action.text()).toString().rpartition("+")[2] for action in bar.actions()]


def _part(menu: QMenu) -> None:
    actions = [action for action in menu.actions() if action.text()]
    for action, text in zip(actions, distinct([action.text() for action in actions]), strict=True):
        action.setText(text)
        below = action.menu()
        if isinstance(below, QMenu):
            _part(below)
