"""Keys for those who have no keyboard: those that mean something in the chosen place, beside the sheet or at the finger."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base import theme, touch
from rollwrite_desktop.ui.kit.buttons import icon_button
from rollwrite_desktop.ui.kit.labels import ElidedLabel, label
from rollwrite_desktop.ui.kit.layouts import in_column

KEY = 48
COLUMNS = 6
_ROWS, _HIGHEST = 2, 120
_MOST_FOR_THIRDS = 3.0
"""In texts of up to this size a word has room in a third of a line."""
_STEP = 20  # pixels between two places that are tried


class Keypad(QWidget):
    """`pressed` carries a key of the desk."""

    pressed = Signal(str)

    def __init__(self, beside: QWidget | None = None) -> None:
        """`beside` stands at the end of the line over the keys."""
        super().__init__()
        self.buttons: dict[str, QPushButton] = {}
        self._keys: tuple[tuple[str, str], ...] | None = None
        self.place = label("", "heading") if theme.large() else ElidedLabel("", "heading")
        self.grid = QGridLayout()
        self.grid.setSpacing(4)
        for column in range(COLUMNS):
            self.grid.setColumnStretch(column, 1)
        layout = in_column(gap=6, on=self)
        head = QHBoxLayout()
        head.addWidget(self.place, 1)
        if beside is not None:
            head.addWidget(beside)
        layout.addLayout(head)
        layout.addLayout(self.grid)

    def show_keys(self, place: str, keys: Sequence[tuple[str, str]]) -> None:
        """Shows the chosen place in words, and its keys."""
        self.place.setText(place or tr("Choose a place to fill"))
        if tuple(keys) == self._keys:
            return
        self._keys = tuple(keys)
        while (item := self.grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.buttons = {}
        at = 0
        for key, caption in keys:
            wide = 1 if len(caption) <= 2 else 3 if theme.text_scale() > _MOST_FOR_THIRDS else 2
            if at % COLUMNS + wide > COLUMNS:
                at += COLUMNS - at % COLUMNS
            self.buttons[key] = self._button(key, caption, wide)
            self.grid.addWidget(self.buttons[key], at // COLUMNS, at % COLUMNS, 1, wide)
            at += wide
        # The style sheet's own least height would let rows shrink.
        rows = 0 if theme.large() else _ROWS  # so that nothing moves, where there is room for that
        for row in range(max(self.grid.rowCount(), rows)):
            self.grid.setRowMinimumHeight(row, _high() if row < max(rows, -(-at // COLUMNS)) else 0)

    def set_usable(self, on: bool, *others: str) -> None:
        """Sets whether the keys can be pressed; `others` are those of which the contrary is true."""
        for key, pressed in self.buttons.items():
            pressed.setEnabled(on != (key in others))

    def arm(self, key: str, on: bool) -> None:
        """Shows whether a key is held for the next one."""
        if key in self.buttons:
            self.buttons[key].setChecked(on)

    def _button(self, key: str, caption: str, wide: int) -> QPushButton:
        # What is typed for it, if that is a character, stands beside what it is called, where there is room.
        typed = wide > 1 and len(key) == 1 and key.strip() and not theme.large()
        button = QPushButton(f"{key}  {caption}" if typed else caption)
        button.setAccessibleName(caption)
        theme.role(button, "key" if wide == 1 else "wide_key")
        button.setFixedHeight(_high())
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        button.setCheckable(True)
        # A click on a key leaves the keyboard where it is: on the sheet.
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda _=False: self._press(key))
        touch.accept(button)
        return button

    def _press(self, key: str) -> None:
        self.buttons[key].setChecked(False)
        self.pressed.emit(key)


class NearKeypad(QFrame):
    """The same keys in a small frame near the place that a finger chose, covering neither it nor its neighbors."""

    pressed = Signal(str)
    closed = Signal()

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        theme.role(self, "card")
        self.keypad = Keypad(icon_button("x", tr("Close the keypad"), self.close_keys))
        self.keypad.pressed.connect(self.pressed)
        in_column(self.keypad, margins=(8, 4, 8, 8), on=self)
        self.keypad.setFixedWidth(COLUMNS * (KEY + 4))
        self.hide()

    def show_keys(self, place: str, keys: Sequence[tuple[str, str]], armed: str = "") -> None:
        """Shows the chosen place in words, and its keys; `armed` is held for the next one."""
        self.keypad.show_keys(place, keys)
        for key in self.keypad.buttons:
            self.keypad.arm(key, key == armed)

    def show_at(self, place: QRectF, free: Sequence[QRectF], room: QRectF) -> None:
        """Shows the keys near a place, inside the room, off what is to stay free; all on the page."""
        self.adjustSize()
        self.move(near(place, self.size(), [place, *free], room))
        self.show()
        self.raise_()

    def close_keys(self) -> None:
        """Hides the keypad."""
        self.hide()
        self.closed.emit()


def near(place: QRectF, size: QSize, free: Sequence[QRectF], room: QRectF) -> QPoint:
    """Returns the spot in the room nearest to a place where something covers nothing that is to stay free, or else the
    least."""
    middle, best, least = place.center(), QPoint(), (float("inf"), float("inf"))
    y = room.top()
    while y + size.height() <= room.bottom() + 1:
        x = room.left()
        while x + size.width() <= room.right() + 1:
            covered = sum(
                max(0.0, min(x + size.width(), one.right()) - max(x, one.left()))
                * max(0.0, min(y + size.height(), one.bottom()) - max(y, one.top()))
                for one in free
            )
            away = abs(x + size.width() / 2 - middle.x()) + abs(y + size.height() / 2 - middle.y())
            if (covered, away) < least:
                least, best = (covered, away), QPoint(round(x), round(y))
            x += _STEP
        y += _STEP
    return best


def _high() -> int:
    return max(KEY, min(theme.px(KEY - 8), _HIGHEST))
