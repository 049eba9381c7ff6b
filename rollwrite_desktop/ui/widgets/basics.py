"""The small pieces that rooms are furnished with: thumbnails of sheets, buttons as large as cards, page heads, choices.

Knows no game and keeps nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPainterPath, QPaintEvent, QPixmap, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.draw.inks import Mode, resolve
from rollwrite_desktop.ui.canvas.canvas import PAINTER
from rollwrite_desktop.ui.widgets import theme

TOUCH = 44
_WIDEST, _HIGHEST = 600, 480
_SHADOW = 5


class Thumbnail(QWidget):
    """A small picture of a display, as wide as there is room for; mode "" follows light and dark."""

    def __init__(self, width: int, shape: tuple[float, float] = (720, 540), mode: Mode | None = None) -> None:
        super().__init__()
        self._display: Display | None = None
        self._shape = shape
        self._width = width
        self.mode = mode
        self._kept: tuple[object, QPixmap] | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.signals.changed.connect(self.update)

    def show_display(self, display: Display | None) -> None:
        self._display = display
        if display is not None and display.size != self._shape:
            self._shape = display.size
            self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._width, self.heightForWidth(self._width))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._width // 2, self.heightForWidth(self._width // 2))

    def heightForWidth(self, width: int) -> int:
        wide, high = self._shape
        return round((width - 2 * _SHADOW) * high / wide) + 2 * _SHADOW

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide, high = self._shape
        scale = min((self.width() - 2 * _SHADOW) / wide, (self.height() - 2 * _SHADOW) / high)
        if scale <= 0:
            return
        place = QRectF(0, 0, wide * scale, high * scale)
        place.moveCenter(QPointF(self.width() / 2, self.height() / 2))
        lay_paper(painter, place, self.mode or theme.mode())
        if self._display is not None:
            painter.drawPixmap(place.topLeft(), self._pixmap(self._display, scale))
        painter.end()

    def _pixmap(self, display: Display, scale: float) -> QPixmap:
        mode, ratio = self.mode or theme.mode(), self.devicePixelRatioF()
        wanted = (display, scale, ratio, mode)
        if self._kept is None or self._kept[0] != wanted:
            self._kept = (wanted, QPixmap.fromImage(PAINTER.image(display, mode, scale, ratio, bare=True)))
        return self._kept[1]


def lay_paper(painter: QPainter, place: QRectF, mode: Mode, corner: float = 4.0) -> None:
    """A sheet of paper on the ground, with a hint of shadow."""
    painter.setPen(Qt.PenStyle.NoPen)
    shade = theme.colour("ground" if theme.dark() else "text").darker(200)
    shade.setAlphaF(0.03)
    painter.setBrush(shade)
    for spread in range(_SHADOW - 1, 0, -1):
        painter.drawRoundedRect(place.adjusted(-spread, 2 - spread, spread, 2 + spread), corner + spread, corner + spread)
    path = QPainterPath()
    path.addRoundedRect(place, corner, corner)
    painter.fillPath(path, QColor(resolve("paper", mode).rgb or "#ffffff"))


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


class ElidedLabel(QLabel):
    """One line of text that ends in an ellipsis where there is no room; the whole of it is in the tool tip."""

    def __init__(self, text: str = "", role: str = "") -> None:
        super().__init__()
        self._whole = text
        if role:
            theme.role(self, role)
        self.setMinimumWidth(40)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    def setText(self, text: str) -> None:
        self._whole = text
        super().setText(text)
        self._shorten()

    @property
    def whole(self) -> str:
        return self._whole

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._shorten()

    def _shorten(self) -> None:
        shown = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, max(40, self.width()))
        super().setText(shown)
        self.setToolTip(self._whole if shown != self._whole else "")


def sized(dialog: QWidget, wide: int, high: int) -> None:
    """Makes a dialog so large (pixels at 100 % text), but no larger than the window that it belongs to."""
    over = dialog.parentWidget()
    room = over.window().size() if over is not None else QSize(1280, 800)
    dialog.resize(min(theme.px(wide), max(480, room.width() - 40)), min(theme.px(high), max(360, room.height() - 40)))


def touchable(widget: QWidget) -> None:
    """Makes a control as high as a finger needs it."""
    widget.setProperty("touch", True)
    widget.setMinimumHeight(TOUCH)


def label(text: str, role: str = "", wrap: bool = True) -> QLabel:
    """A label in one of the theme's roles that takes no clicks away from the button it may lie on."""
    caption = QLabel(text)
    caption.setWordWrap(wrap)
    caption.setTextFormat(Qt.TextFormat.PlainText)
    if role:
        theme.role(caption, role)
    return caption


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


class PageHead(QWidget):
    """The line over a room: the way back, the title, and what else belongs there (`row`)."""

    left = Signal()

    def __init__(self, title: str, back: str = "") -> None:
        super().__init__()
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(8)
        self.back = icon_button("arrow-left", back or tr("Back to the start"), self.left.emit)
        self.title = label(title, "title", wrap=False)
        self.row.addWidget(self.back)
        self.row.addWidget(self.title)
        self.row.addStretch(1)


class Choices(QWidget):
    """One of several: radio buttons in a column, or segments side by side (`segments`)."""

    chosen = Signal(str)

    def __init__(self, values: Mapping[str, str], value: str, segments: bool = False, name: str = "") -> None:
        super().__init__()
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QAbstractButton] = {}
        layout = QHBoxLayout(self) if segments else QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        self.setAccessibleName(name)
        for each, text in values.items():
            made: QAbstractButton
            if segments:
                made = QPushButton(text)
                made.setCheckable(True)
                made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
                theme.role(made, "segment")
            else:
                made = QRadioButton(text)
            touchable(made)
            made.setAccessibleDescription(name)
            self._group.addButton(made)
            self._buttons[each] = made
            layout.addWidget(made)
            made.toggled.connect(lambda on, each=each: self.chosen.emit(each) if on else None)
        self.choose(value)

    @property
    def value(self) -> str:
        return next((value for value, button in self._buttons.items() if button.isChecked()), "")

    def choose(self, value: str) -> None:
        """Selects a value; one that is not offered selects the first."""
        button = self._buttons.get(value) or next(iter(self._buttons.values()), None)
        if button is not None:
            button.setChecked(True)


class Combo(QComboBox):
    """A drop-down list; the wheel scrolls the page and does not change it by accident."""

    def __init__(self, values: Mapping[str, str], value: str = "", name: str = "") -> None:
        super().__init__()
        touchable(self)
        self.setAccessibleName(name)
        for each, text in values.items():
            self.addItem(text, each)
        self.choose(value)

    @property
    def value(self) -> str:
        return str(self.currentData() or "")

    def choose(self, value: str) -> None:
        """Selects a value; one that is not offered selects the first."""
        self.setCurrentIndex(max(0, self.findData(value)))

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.drawPixmap(self.width() - 26, (self.height() - 16) // 2, theme.picture("chevron-down", 16, "faint"))
        painter.end()


class Check(QCheckBox):
    """A box to tick, with a tick that follows light and dark."""

    def __init__(self, text: str, on: bool = True) -> None:
        super().__init__(text)
        touchable(self)
        self.setChecked(on)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.isChecked():
            option = QStyleOptionButton()
            self.initStyleOption(option)
            place = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self)
            painter = QPainter(self)
            painter.drawPixmap(place.center().x() - 6, place.center().y() - 6, theme.picture("check", 14, "on_accent"))
            painter.end()


class Scroll(QScrollArea):
    """A column that scrolls when the window is too low for it; sideways only if it is wider than most windows."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self.setWidget(inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def sizeHint(self) -> QSize:
        inside = self.widget()
        hint = inside.sizeHint() if inside else super().sizeHint()
        return QSize(hint.width() + self.verticalScrollBar().sizeHint().width(), hint.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and watched is self.widget():
            self.updateGeometry()  # what is inside wants more room now, or less
        return super().eventFilter(watched, event)

    def minimumSizeHint(self) -> QSize:
        inside = self.widget()
        wide = inside.minimumSizeHint().width() if inside else 0
        return QSize(min(_WIDEST, wide) + self.verticalScrollBar().sizeHint().width(), 120)


class FittingScrollArea(QScrollArea):
    """All of a window: what is in it gets the room that there is, and scrolls only where it needs more at the very least."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self.setWidget(inside)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and watched is self.widget():
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        inside, room = self.widget(), self.maximumViewportSize()
        if inside is None:
            return
        # A scroll area of Qt's own would give a page of wrapping texts all the height that it likes, not what it needs.
        least, bar = inside.minimumSizeHint(), self.verticalScrollBar().sizeHint().width()
        wide, high = least.width() > room.width(), least.height() > room.height()
        inside.resize((room - QSize(bar * high, bar * wide)).expandedTo(least))

    def minimumSizeHint(self) -> QSize:
        inside = self.widget()
        return inside.minimumSizeHint().boundedTo(QSize(_WIDEST, _HIGHEST)) if inside is not None else QSize()

    def sizeHint(self) -> QSize:
        inside = self.widget()
        return inside.sizeHint() if inside is not None else super().sizeHint()


def card(role: str = "card", margin: int = 16) -> tuple[QFrame, QVBoxLayout]:
    """A frame with a column in it."""
    frame = QFrame()
    theme.role(frame, role)
    column = QVBoxLayout(frame)
    column.setContentsMargins(margin, margin, margin, margin)
    column.setSpacing(8)
    return frame, column


def emptied(layout: QVBoxLayout | QHBoxLayout) -> None:
    """Takes everything out of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif item.layout() is not None:
            emptied(item.layout())  # type: ignore[arg-type]
