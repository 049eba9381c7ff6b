"""Frames with a column in them, one that is folded away, emptying a layout, the order of Tab, dialogs and their size, a
window that takes no input for a while, and what waits until a page has been laid out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QMessageBox,
    QProgressBar,
    QProgressDialog,
    QPushButton,
    QScrollArea,
    QToolTip,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import TOUCH
from rollwrite_desktop.ui.kit import ask
from rollwrite_desktop.ui.kit.buttons import CardButton, part_buttons
from rollwrite_desktop.ui.kit.labels import ElidedLabel, IconLabel, label

_ANY = 16_777_215  # Qt's own "no limit"
_AROUND = 50
"""Pixels at 100 % text around what is scrolled into sight."""


def card(role: str = "card", margin: int = 16) -> tuple[QFrame, QVBoxLayout]:
    """A frame with a column in it."""
    frame = QFrame()
    theme.role(frame, role)
    column = QVBoxLayout(frame)
    column.setContentsMargins(margin, margin, margin, margin)
    column.setSpacing(8)
    return frame, column


def row_or_column(*parts: QWidget | QLayout) -> QBoxLayout:
    """Parts side by side; with very large texts one below the other. The first takes what room there is."""
    way, large = QBoxLayout.Direction, theme.large()
    made = QBoxLayout(way.TopToBottom if large else way.LeftToRight)
    made.setSpacing(8)
    for part in parts:
        made.addLayout(part) if isinstance(part, QLayout) else made.addWidget(part)
    made.setStretch(0, 0 if large else 1)
    return made


def row_of(*widgets: QWidget, plain: bool = False) -> QHBoxLayout:
    """Widgets in a row; `plain`: with very large texts its buttons have no icons, so that their captions have room."""
    made = QHBoxLayout()
    made.setSpacing(8)
    for widget in widgets:
        made.addWidget(widget)
        if plain and isinstance(widget, QPushButton) and theme.large():
            theme.undress(widget)
    return made


def flow(grid: QGridLayout, widgets: Sequence[QWidget], room: int) -> None:
    """Puts widgets in rows that are no wider than the room."""
    needed = max(widget.sizeHint().width() for widget in widgets) + grid.horizontalSpacing()
    together = sum(widget.sizeHint().width() + grid.horizontalSpacing() for widget in widgets)
    across = len(widgets) if together <= room else max(1, min(-(-len(widgets) // 2), room // needed))
    if across == grid.property("across"):
        return
    grid.setProperty("across", across)
    for i, widget in enumerate(widgets):
        grid.addWidget(widget, i // across, i % across)
    for column in range(len(widgets)):
        grid.setColumnStretch(column, int(column < across))


def keep_room(widget: QWidget, keep: bool) -> None:
    """Whether a widget keeps its room while it is hidden, so that nothing moves when it is shown."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(keep)
    widget.setSizePolicy(policy)


class FlowRow(QWidget):
    """Buttons beside each other; with very large texts the smaller ones have no icons, and all take as many rows as their
    captions need."""

    def __init__(self, *buttons: QPushButton) -> None:
        super().__init__()
        self._buttons = buttons
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(8)
        for each in buttons:
            if theme.large() and each.property("role") != "primary":
                theme.undress(each)
        flow(self._grid, buttons, _ANY)

    def minimumSizeHint(self) -> QSize:
        widest = max(each.minimumSizeHint().width() for each in self._buttons)
        return QSize(widest, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if theme.large():
            flow(self._grid, self._buttons, self.width())


class Fold(QFrame):
    """A part of a page that is folded away: a line with its title and what is chosen in it opens and closes it. `turned`
    carries whether it is open now, `opening` comes before it opens; `content` is the column that is folded away."""

    opening = Signal()
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
        words = QBoxLayout(QBoxLayout.Direction.TopToBottom if theme.large() else QBoxLayout.Direction.LeftToRight)
        words.setSpacing(0 if theme.large() else 10)
        words.addWidget(label(title, "heading", wrap=theme.large()))
        words.addWidget(self._summary, 1)
        row.addLayout(words, 1)
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

    def add(self, *widgets: QWidget) -> None:
        """Puts widgets under those that are folded away."""
        for widget in widgets:
            self.content.addWidget(widget)

    @property
    def is_open(self) -> bool:
        return not self.inside.isHidden()

    def open(self, on: bool = True) -> None:
        """Opens it, or folds it away."""
        if on == self.is_open:
            return
        if on:
            self.opening.emit()
        self.inside.setVisible(on)
        self._dress()
        self.turned.emit(on)

    def summarize(self, text: str) -> None:
        """What is chosen in it, in a few words."""
        self._summary.setText(text)
        self._summary.setVisible(bool(text) or not theme.large())
        self.head.setAccessibleName(f"{self._title}: {text}" if text else self._title)

    @property
    def summary(self) -> str:
        return self._summary.whole

    def _dress(self) -> None:
        self._arrow.show_icon("chevron-up" if self.is_open else "chevron-down")
        self.head.setAccessibleDescription(tr("Hide") if self.is_open else tr("Show and change"))


def emptied(layout: QBoxLayout | QGridLayout) -> None:
    """Takes everything out of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif item.layout() is not None:
            emptied(item.layout())  # type: ignore[arg-type]


def sized(dialog: QWidget, wide: int, high: int) -> None:
    """Makes a dialog so large (pixels at 100 % text), but no larger than the window that it belongs to."""
    room = _room(dialog)
    dialog.resize(min(theme.px(wide), max(480, room.width() - 40)), min(theme.px(high), max(360, room.height() - 40)))


def widened(dialog: QWidget, wide: int) -> None:
    """A dialog at least so wide (pixels at 100 % text), but no wider than the window that it belongs to."""
    dialog.setMinimumWidth(min(theme.px(wide), _room(dialog).width() - 40))


def _room(dialog: QWidget) -> QSize:
    """The size of the window that a dialog belongs to."""
    over = dialog.parentWidget()
    return over.window().size() if over is not None else QSize(1280, 800)


def progress_dialog(title: str, owner: QWidget, patience: int) -> QProgressDialog:
    """A dialog with a bar and a button to stop, which appears where something will take longer than `patience` ms."""
    made, bar = QProgressDialog(title, tr("Cancel"), 0, 1, owner), QProgressBar()
    bar.setTextVisible(False)
    bar.setAccessibleName(title.removesuffix("…").rstrip())
    made.setBar(bar)
    # It takes its size anew whenever it is shown.
    made.setMinimumSize(min(theme.px(380), owner.window().width() - 40), theme.px(130))
    made.setMinimumDuration(patience)
    return made


_KEYED = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
_INPUT = frozenset({
    QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease, QEvent.Type.MouseButtonDblClick, QEvent.Type.ContextMenu,
    QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.TouchBegin, QEvent.Type.Wheel, QEvent.Type.DragEnter,
    QEvent.Type.Drop,
})


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


def later(owner: QObject, act: Callable[[], object]) -> None:
    """Calls `act` in the next turn of the event loop, unless `owner` has been deleted by then.

    WORKAROUND(PySide 6.11): `QTimer.singleShot` with a context that is deleted before its time keeps what it would have
    called forever, and with it a whole page.
    """
    timer = QTimer(owner, singleShot=True, interval=0)
    timer.timeout.connect(act)
    timer.timeout.connect(timer.deleteLater)
    timer.start()


class Turns(QObject):
    """What takes long and need not be there at once, such as pictures: each has a turn of the event loop of its own, after
    the turn in which it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: dict[QObject, Callable[[], object]] = {}
        self._asked_now = False
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._take)

    def wait(self, owner: QObject, act: Callable[[], object]) -> None:
        """Calls `act` when its turn comes, unless `owner` waits already, or has been deleted by then."""
        if not self._waiting:
            self._asked_now = True
            self._timer.start()
        self._waiting.setdefault(owner, act)

    def _take(self) -> None:
        if self._asked_now:  # a timer that is started while events are handled still fires in the same turn
            self._asked_now = False
        else:
            owner = next(iter(self._waiting))
            act = self._waiting.pop(owner)
            if isValid(owner):
                act()
        if self._waiting:
            self._timer.start()


class Pieces:
    """Work of which a piece is done in each turn of the event loop, the first one at once; what is begun anew ends what was
    going on."""

    def __init__(self, owner: QObject) -> None:
        self._pieces: Iterator[None] = iter(())
        self._timer = QTimer(owner, singleShot=True, interval=0)
        self._timer.timeout.connect(self._go_on)

    @property
    def going_on(self) -> bool:
        return self._timer.isActive()

    def begin(self, pieces: Iterator[None]) -> None:
        self._timer.stop()
        self._pieces = pieces
        self._go_on()

    def _go_on(self) -> None:
        for _ in self._pieces:
            self._timer.start()
            return


def keep_hidden(widget: QWidget, owner: QWidget) -> None:
    """A widget that is in no layout this time; one without an owner would never be freed."""
    widget.setParent(owner)
    widget.hide()


def tab_stops(root: QWidget) -> Iterator[QWidget]:
    """What Tab stops at below a widget, as it is read: layout by layout, then what lies over others without one."""
    return (widget for widget in as_read(root) if _is_stop(widget))


def pressed_tab(window: QWidget) -> bool:
    """Whether the focus of a window is to go on because somebody wants it to: Qt also asks while what has it is being hidden
    or destroyed, when nobody may look at its widgets."""
    here = window.focusWidget()
    return here is None or (isValid(here) and here.isVisible())


def tab_on(window: QWidget, forward: bool) -> bool:
    """Gives the focus to the next stop of Tab in a window, or the one before, around its end; False if there is no other.

    Qt's own order is that in which widgets were made, and those that are made anew come last.
    """
    widgets, here = [*as_read(window)], window.focusWidget()
    at = widgets.index(here) if here in widgets else -1
    ring = [*widgets[at + 1 :], *widgets[: max(at, 0)]]
    stop = next(filter(_is_stop, ring if forward else reversed(ring)), None)
    if stop is None:
        return False
    stop.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    bring_into_sight(stop)
    return True


def bring_into_sight(widget: QWidget) -> None:
    """Scrolls whatever a widget lies in until it is seen, with a line of text around it: what it is called stands there."""
    around, above = theme.px(_AROUND), widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget, around, around)
        above = above.parentWidget()


def _is_stop(widget: QWidget) -> bool:
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    chosen = group.checkedButton() if group is not None and group.exclusive() else None
    if chosen is not None and chosen.isVisible():  # Qt would stop at the first of them
        return widget is chosen
    able = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
    return able and widget.isVisible() and widget.isEnabled()


def as_read(widget: QWidget) -> Iterator[QWidget]:
    """Everything below a widget in reading order, hidden or not; other windows are left out."""
    laid_out = [*_laid_out(widget.layout())]
    others = [each for each in widget.children() if isinstance(each, QWidget) and each not in laid_out]
    for child in (*laid_out, *sorted(others, key=lambda each: (each.y(), each.x()))):
        if not child.isWindow():
            yield child
            yield from as_read(child)


def _laid_out(layout: QLayout | None) -> Iterator[QWidget]:
    """The widgets in a layout and in those within it; the cells of a grid row by row.

    WORKAROUND(PySide 6.11): the layout's items are never asked for. What stands for one in Python stays for as long as the
    layout does, also when the item is gone, and is then taken for whatever Qt puts at the same address, such as an action.
    """
    owner = layout.parentWidget() if layout is not None else None
    if layout is None or owner is None:
        return
    parts: list[QWidget | QLayout] = [each for each in owner.children() if isinstance(each, QWidget)]
    parts += [each for each in layout.children() if isinstance(each, QLayout)]
    placed = [(layout.indexOf(each), each) for each in parts]
    for _, each in sorted((at for at in placed if at[0] >= 0), key=lambda at: _reading_place(layout, at[0])):
        if isinstance(each, QLayout):
            yield from _laid_out(each)
        else:
            yield each


def _reading_place(layout: QLayout, index: int) -> tuple[int, ...]:
    return tuple(layout.getItemPosition(index)[:2]) if isinstance(layout, QGridLayout) else (index,)  # type: ignore[index]


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
            QToolTip.hideText()
        return True


class Dialog(QDialog):
    """A dialog in which Enter never discards what was entered, and Escape asks before it does.

    Enter presses the button that has the focus, else the default button if one is set, else nothing: Qt itself would press
    the first button of the dialog, which may be Cancel. Where something can be entered, `entered` says whether it was.
    """

    question: QMessageBox | None = None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._tips: EscapedTips | None = None

    def entered(self) -> bool:
        """Whether something was entered that is lost when the dialog is cancelled."""
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
        super().showEvent(event)
        self._tips = self._tips or EscapedTips(self)
