"""What is said over a page without moving anything on it: a card that lies where nothing is that can be tapped, and where
there is room, where nothing is at all. With the largest texts there is no such room: the page leaves some below it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QWidget
from shiboken6 import isValid

from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.labels import plain_label
from rollwrite_desktop.ui.kit.placing import EDGE, Box, nearest_blank, nearest_free
from rollwrite_desktop.ui.kit.scroll import FittingScrollArea

if TYPE_CHECKING:
    from rollwrite_desktop.ui.canvas.sheet_view import SheetView

_LIST = "QAbstractItemView"
_TAPPED = (
    "QAbstractButton", "QAbstractSlider", "QAbstractSpinBox", "QComboBox", "QLineEdit", "QPlainTextEdit", "QTabBar",
    "QTextEdit",
)
"""Classes of controls by name, as each class that is imported takes its time before the first paint."""
_SPARE = 4
_WIDTHS = ((720, False), (480, False), (340, False), (240, True), (170, True))
"""How wide a card may be with texts of 100 %, and whether its buttons are below its sentence then; tried in this order."""


class FloatingMessage(QFrame):
    """A card with a sentence over the middle of a window, as low as it can lie. It stays where it is until it is in the
    way."""

    def __init__(self, over: QWidget, page: Callable[[], QWidget | None], pages: FittingScrollArea) -> None:
        """over: what it lies on; page: what it must not be in the way of, somewhere in there, in `pages`. Buttons go into
        `_beside`."""
        super().__init__(over)
        self._pages = pages
        self._stays = True
        self._sentence = plain_label()
        self._sentence.setWordWrap(True)
        self._upright = False
        self._beside = QHBoxLayout()
        whole = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        whole.setContentsMargins(12, 4, 4, 4)
        whole.addWidget(self._sentence, 1)
        whole.addLayout(self._beside)
        self._page = page
        self._watched: list[QWidget] = []
        self._measured = "", ""
        self._heights: dict[int, int] = {}
        """Width to height, of the sentence that is said."""
        self._placing = QTimer(self, singleShot=True, interval=0)
        self._placing.timeout.connect(self.place)
        over.installEventFilter(self)

    def place(self) -> None:
        """Goes where it is not in the way, unless it is there already."""
        page = self._page()
        if self.isHidden() or page is None:
            return
        self._watch(page)
        if self._stays and theme.largest():  # what goes by itself moves nothing, not even then
            self._lie_below()
            return
        over, beside = self.parentWidget(), [one for one in self._others() if one.isVisible()]
        assert over is not None
        inside, room = over.rect(), (float(over.width()), float(over.height()))
        low = (room[0] / 2, room[1])
        others = [_box(one.geometry()) for one in beside]
        tapped = [*others, *(_box(each) for each in taken(page, over))]
        here = self.geometry()
        shapes = list(self._shapes(over.width()))
        if (here.size(), self._upright) in shapes and inside.contains(here) and not _covers(here, tapped):
            return
        alone = [*others, *(_box(each) for each in taken(page, over, lists=False))]
        places = [*tapped, *(_box(each) for each in drawn(page, over))]
        whole = [*places, *(_box(each) for each in read(page, over))]
        for keep in (whole, places, tapped, alone):
            for size, upright in shapes:
                if box := nearest_blank(low, (float(size.width()), float(size.height())), room, keep):
                    self._lie(box, upright)
                    return
        first, upright = shapes[0]
        self._lie(nearest_free(low, (float(first.width()), float(first.height())), room, alone), upright)

    def _lie_below(self) -> None:
        """Goes below the page, which leaves it the room, over the cards that came before."""
        over = self.parentWidget()
        assert over is not None
        size, upright = next(self._shapes(over.width()))
        wide, high = min(float(size.width()), over.width() - 2 * EDGE), float(size.height())
        self._pages.leave_below(self, size.height() + round(EDGE))
        low = over.height() - sum(one.height() + EDGE for one in self._others() if one.isVisible())
        self._lie(((over.width() - wide) / 2, low - high - EDGE / 2, wide, high), upright)

    def _others(self) -> Iterator[FloatingMessage]:
        """Yields the cards that came before this one."""
        over = self.parentWidget()
        assert over is not None
        for one in over.children():
            if one is self:
                return
            if isinstance(one, FloatingMessage):
                yield one

    def _shapes(self, room: int) -> Iterator[tuple[QSize, bool]]:
        """How large it can be, and whether upright: in one line first, then narrower and higher."""
        self.ensurePolished()
        whole, row = self.layout(), self._beside
        assert isinstance(whole, QBoxLayout)
        edges, least = whole.contentsMargins(), row.minimumSize().expandedTo(row.sizeHint())  # what a style asks for counts
        border = self.size() - self.contentsRect().size()
        aside, sides = least.width() + whole.spacing(), edges.left() + edges.right() + border.width()
        line = self._sentence.fontMetrics().horizontalAdvance(self._sentence.text()) + _SPARE
        for wide, upright in _WIDTHS:
            width = min(round(wide * theme.text_scale()), room - 2 * round(EDGE), sides + line + aside * (not upright))
            width = max(width, sides + least.width() + (0 if upright else aside))
            lines = self._lines(width - sides - aside * (not upright))
            inner = lines + whole.spacing() + least.height() if upright else max(lines, least.height())
            yield QSize(width, inner + edges.top() + edges.bottom() + border.height()), upright

    def _lines(self, width: int) -> int:
        """How high the sentence is in a width. A label whose text can be selected is painted anew when it is asked, and what
        lies below it too: asked at each painting, it would be painted for ever."""
        said = self._sentence.text(), self._sentence.font().key()
        if said != self._measured:
            self._measured, self._heights = said, {}
        if width not in self._heights:
            self._heights[width] = self._sentence.heightForWidth(width)
        return self._heights[width]

    def _lie(self, box: Box, upright: bool) -> None:
        whole = self.layout()
        assert isinstance(whole, QBoxLayout)
        self._upright = upright
        whole.setDirection(QBoxLayout.Direction.TopToBottom if upright else QBoxLayout.Direction.LeftToRight)
        self.setGeometry(QRect(*(round(one) for one in box)))
        self.raise_()

    def _watch(self, page: QWidget) -> None:
        """What can be tapped changes where something is painted."""
        for one in filter(isValid, self._watched):
            one.removeEventFilter(self)
        self._watched = [page, *_views(page)]
        for one in self._watched:
            one.installEventFilter(self)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.place()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._pages.leave_below(self, 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Paint, QEvent.Type.Resize, QEvent.Type.LayoutRequest) and not self.isHidden():
            self._placing.start()
        return super().eventFilter(watched, event)


def taken(page: QWidget, over: QWidget, *, lists: bool = True) -> Iterator[QRect]:
    """Yields what can be tapped on a page and is in sight: its controls, and on a sheet the places that are open now.
    Without `lists` none of those that scroll, of which a part stays in sight beside a card."""
    for view in _sheets(page):
        for spot in view.among:
            yield view.writing_place(spot).toAlignedRect().translated(view.mapTo(over, QPoint(0, 0)))
    for widget in page.findChildren(QWidget):
        wanted = lists if widget.inherits(_LIST) else any(map(widget.inherits, _TAPPED))
        if wanted and widget.isVisible() and widget.isEnabled():
            yield _in_sight(widget, over)


def drawn(page: QWidget, over: QWidget) -> Iterator[QRect]:
    """All places of the sheets on a page."""
    for view in _sheets(page):
        for spot in (*view.sheet.space, *view.sheet.box):
            yield view.place_of(spot).toAlignedRect().translated(view.mapTo(over, QPoint(0, 0)))


def read(page: QWidget, over: QWidget) -> Iterator[QRect]:
    """Yields what is to be read on a page."""
    for text in page.findChildren(QLabel):
        if text.isVisible() and text.text():
            yield _in_sight(text, over)


def _views(page: QWidget) -> list[SheetView]:
    """Returns what shows sheets on a page; most pages have none, and the first is there without."""
    from rollwrite_desktop.ui.canvas.sheet_view import SheetView

    return page.findChildren(SheetView)


def _sheets(page: QWidget) -> Iterator[SheetView]:
    return (view for view in _views(page) if view.isVisible())


def _in_sight(widget: QWidget, over: QWidget) -> QRect:
    """Returns the part of a widget that is not scrolled out of sight."""
    place = QRect(widget.mapTo(over, QPoint(0, 0)), widget.size())
    above = widget.parentWidget()
    while above is not None and above is not over:
        place &= QRect(above.mapTo(over, QPoint(0, 0)), above.size())
        above = above.parentWidget()
    return place


def _box(place: QRect) -> Box:
    return float(place.x()), float(place.y()), float(place.width()), float(place.height())


def _covers(place: QRect, keep: list[Box]) -> bool:
    return any(place.intersects(QRect(*(round(one) for one in box))) for box in keep)
