"""Labels in one of the theme's roles: plain text that wraps, one line that ends in an ellipsis, or an icon."""

from __future__ import annotations

from textwrap import wrap

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.tips import stay

_LETTERS_LARGE, _LETTERS, _WITH_ICON = 44, 26, 20


def broken(text: str, icon: bool = False) -> str:
    """A text of a box to tick, or of a button with an `icon`, in lines where texts are very large: Qt breaks it nowhere by
    itself."""
    letters = _WITH_ICON if icon else _LETTERS if theme.largest() else _LETTERS_LARGE
    return "\n".join(wrap(text, letters)) if theme.large() else text


def lines(text: str, metrics: QFontMetrics, room: int) -> str:
    """Returns the caption of a button in lines of at most `room` pixels, unless a word alone is wider."""
    made: list[str] = []
    for word in text.split():
        longer = f"{made[-1]} {word}" if made else word
        made[-1:] = [longer] if not made or metrics.horizontalAdvance(longer) <= room else [*made[-1:], word]
    return "\n".join(made)


class ElidedLabel(QLabel):
    """One line of text that ends in an ellipsis where there is no room, or is said in `short` there; the whole of it is in
    the tool tip. Large texts take as many lines as they need instead."""

    def __init__(self, text: str = "", role: str = "", least: int = 0) -> None:
        """least: how many letters say something; where fewer have room, none are shown."""
        super().__init__()
        self._whole, self._least, self._short = text, least, ""
        if role:
            theme.role(self, role)
        self.setMinimumWidth(40)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(theme.large())
        self.setText(text)

    def setText(self, text: str, short: str = "") -> None:
        self._whole, self._short = text, short
        super().setText(text)
        self._shorten()

    @property
    def whole(self) -> str:
        return self._whole

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._shorten()

    def _shorten(self) -> None:
        if self.wordWrap():
            return
        metrics, width = self.fontMetrics(), max(40, self.width())
        fits = not self._short or metrics.horizontalAdvance(self._whole) <= width
        shown = metrics.elidedText(self._whole if fits else self._short, Qt.TextElideMode.ElideRight, width)
        shown = shown if shown in (self._whole, self._short) or len(shown) > self._least else ""
        super().setText(shown)
        self.setToolTip(tool_tip(self._whole) if shown != self._whole else "")
        if self.toolTip():
            stay(self)


def plain_label(text: str = "") -> QLabel:
    """A label that never takes its text for markup."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    return made


class IconLabel(QLabel):
    """An icon of ours in one of the theme's colors, `side` pixels high at 100 % text; it follows light and dark."""

    def __init__(self, icon: str, side: int = 20, token: str = "faint") -> None:
        super().__init__()
        self._side, self._token = side, token
        self.show_icon(icon)
        theme.current().changed.connect(self._draw)

    def show_icon(self, icon: str) -> None:
        """Another icon from now on."""
        self._icon = icon
        self._draw()

    def _draw(self) -> None:
        self.setPixmap(theme.picture(self._icon, theme.px(self._side), self._token))


def label(text: str, role: str = "", wrap: bool = True) -> QLabel:
    """A label in one of the theme's roles that takes no clicks away from the button it may lie on."""
    caption = plain_label()
    caption.setWordWrap(wrap)
    if role:
        theme.role(caption, role)
    caption.setText(text)  # last: with its first words a reader is told what it is, and that is kept
    return caption


def fits(metrics: QFontMetricsF, room: QRectF, flags: int, text: str) -> bool:
    """Returns whether words broken into lines stay within a room, no word broken."""
    taken = metrics.boundingRect(room, flags, text)
    widest = max((metrics.horizontalAdvance(word) for word in text.split()), default=0.0)
    return taken.height() <= room.height() and widest <= room.width()


def in_sentences(inside: QWidget) -> str:
    """Returns the labels in a widget, in the order in which they were made, as sentences to be read out."""
    texts = (each.text().rstrip(".:") for each in inside.findChildren(QLabel))
    return " ".join(f"{text}." for text in texts if text)
