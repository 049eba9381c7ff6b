"""A display kept as pixels: where the sheet lies in the view, and repainting no more of it than has changed.

Knows no widget, no game and no tap; lengths are logical pixels, places on the sheet are points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QRegion, QTransform

from rollwrite_desktop.draw.display import Difference, Display, Mark, diff
from rollwrite_desktop.draw.inks import HATCHED, HIGH, resolve
from rollwrite_desktop.draw.strokes import upright, with_large_print, with_wide_rims
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.canvas.qt_painter import QtPainter

MARGIN = 8.0
MAX_ZOOM = 8.0
_CORNER = 6.0
_SEPARATE = 24
"""More places than these are put on the view with what lies between them: one by one takes longer."""
_KEPT_BYTES = 24_000_000
"""How much the pictures that are kept take together."""
_MUCH = 18
"""How much has to differ for what is shown to be kept, and for what was shown before to be looked at."""
_ALIKE = 0.5
"""The greatest part of a display's marks that may differ for a picture to be painted on rather than anew."""
_CELL = 16
"""The side of a cell in which something is drawn or nothing, in logical pixels."""


def sheet_painter() -> QtPainter:
    """Returns the painter of the application: one for all sheets, so that each path is made once."""
    return theme.shared(QtPainter)


def rects(region: QRegion) -> Iterator[QRect]:
    """Yields the rectangles of a region (the stubs do not know that it can be iterated)."""
    return iter(region)  # type: ignore[call-overload,no-any-return]


class _Kept(NamedTuple):
    """A picture of a display; `shape`: all that it depends on beside that."""

    shape: object
    image: QImage
    display: Display


class Pictures:
    """The pictures of whole sheets that were painted last, in the whole application: a view of the same size that shows much
    the same begins with one of them. They share their pixels with the views until those paint on them."""

    def __init__(self) -> None:
        self._kept: list[_Kept] = []

    def like(self, shape: object, display: Display | None) -> tuple[QImage, Display] | None:
        """Returns the newest picture of a display that differs little from this one, None if none is kept; `shape`: all that
        a picture depends on beside its display."""
        for kept in reversed(self._kept):
            if display is not None and kept.shape == shape and _alike(kept.display, display):
                return QImage(kept.image), kept.display
        return None

    def of(self, shape: object, display: Display) -> QImage | None:
        """Returns the picture of this very display, None if none is kept."""
        return next((QImage(kept.image) for kept in self._kept if kept.shape == shape and kept.display == display), None)

    def keep(self, shape: object, display: Display | None, image: QImage) -> None:
        """Keeps a picture in the place of those of the same shape that differ little from it, and lets the oldest go where
        there are too many."""
        if display is None or image.sizeInBytes() > _KEPT_BYTES:
            return
        self._kept = [kept for kept in self._kept if kept.shape != shape or not _alike(kept.display, display)]
        self._kept.append(_Kept(shape, QImage(image), display))
        while sum(kept.image.sizeInBytes() for kept in self._kept) > _KEPT_BYTES:
            del self._kept[0]

    def forget(self) -> None:
        """Keeps none of them."""
        self._kept.clear()


class Apart:
    """An image to paint on what is taken from there: one for the whole application, as to make one takes as long."""

    def __init__(self) -> None:
        self._image = QImage()

    def like(self, image: QImage) -> QImage:
        """Returns one of the size and the format of another, with anything on it."""
        own = self._image
        if (own.size(), own.format()) != (image.size(), image.format()):
            own = self._image = QImage(image.size(), image.format())
        own.setDevicePixelRatio(image.devicePixelRatio())
        return own


def _copy(image: QImage, over: QImage) -> QImage:
    """Returns a copy of an image, on the pixels of another one of its kind if there is one: new ones take longer."""
    if over.isNull():
        return image.copy()
    painter = QPainter(over)
    painter.drawImage(QPointF(0, 0), image)
    painter.end()
    return over


def _alike(old: Display, new: Display) -> bool:
    """Returns whether painting on the one takes less than painting the other anew."""
    return len(diff(old, new).keys) <= _ALIKE * len(new.marks)


class Canvas:
    """The picture of one display in a view of a given size. `zoom` 1 shows the whole sheet.

    Below it a second one is kept, of the marks that come first and do not change: the map under its boxes, painted
    with the whole. What changes is painted on that, so that no border and no dotted line is painted again for each tap.
    And where much changes, the picture of what was shown before stays: what is lit up for one tap is not with the next
    one, which then paints what was written on the earlier picture, and nothing else.
    """

    def __init__(self) -> None:
        self.display: Display | None = None
        self.size = QSize(0, 0)
        self.ratio = 1.0
        self.zoom = 1.0
        self.offset = QPointF(0, 0)
        self.margin = MARGIN
        self.ground = "ground"
        self.painted: frozenset[Mark] = frozenset()
        self._given: Display | None = None
        self._image = QImage()
        self._stale = True
        self._under: tuple[QImage, int] | None = None
        self._before: tuple[QImage, Display] | None = None

    # ------------------------------------------------------------------ where things are

    @property
    def scale(self) -> float:
        """Logical pixels to the point."""
        if self.display is None:
            return 1.0
        wide, high = self.display.size
        free_w, free_h = self.size.width() - 2 * self.margin, self.size.height() - 2 * self.margin
        return max(0.01, min(free_w / wide, free_h / high)) * self.zoom

    @property
    def sheet(self) -> QRectF:
        """Where the sheet lies in the view."""
        if self.display is None:
            return QRectF()
        scale = self.scale
        wide, high = (length * scale for length in self.display.size)
        left = (self.size.width() - wide) / 2 + self.offset.x()
        top = (self.size.height() - high) / 2 + self.offset.y()
        # Whole physical pixels keep thin lines the same from one repaint to the next.
        left, top = (round(value * self.ratio) / self.ratio for value in (left, top))
        return QRectF(left, top, wide, high)

    @property
    def transform(self) -> QTransform:
        """From points to logical pixels."""
        place, scale = self.sheet, self.scale
        return QTransform(scale, 0, 0, scale, place.x(), place.y())

    def points(self, place: QPointF) -> tuple[float, float]:
        """A place in the view as points of the sheet."""
        corner = self.sheet.topLeft()
        return (place.x() - corner.x()) / self.scale, (place.y() - corner.y()) / self.scale

    # ------------------------------------------------------------------ changing what is seen

    def resize(self, size: QSize, ratio: float) -> None:
        """Takes on a size in logical pixels and a device pixel ratio."""
        if (size, ratio) != (self.size, self.ratio):
            self.size, self.ratio = QSize(size), ratio
            self._keep_in_view()
            self.spoil()

    def spoil(self) -> None:
        """Invalidates the whole kept image."""
        self._stale, self._under, self._before = True, None, None
        if self._given is not None:
            self.display = _as_liked(self._given)

    def show(self, display: Display) -> QRegion:
        """Another display; returns what of the view has changed, already repainted."""
        if display is self._given and not self._stale:
            self.painted = frozenset()
            return QRegion()
        self._given, display = display, _as_liked(display)
        old, self.display = self.display, display
        if old is None or self._stale or old.size != display.size:
            self.spoil()
            self.painted = display.held
            return QRegion(QRect(0, 0, self.size.width(), self.size.height()))
        change = diff(old, display)
        self.painted = change.added
        region = self._region(change)
        if not region.isEmpty():
            before, change = self._turn_to_nearest(old, display, change) if len(change) > _MUCH else (old, change)
            self._keep_under(before, display)
            self._repaint(region if before is old else self._region(change))
        return region if region.rectCount() <= _SEPARATE else QRegion(region.boundingRect())

    def zoom_by(self, factor: float, about: QPointF) -> None:
        """Closer or farther, the sheet staying where it is under `about`."""
        x, y = self.points(about)
        self.zoom = min(MAX_ZOOM, max(1.0, self.zoom * factor))
        now = self.transform.map(QPointF(x, y))
        self.pan(about - now)

    def magnify(self, place: QRectF, scale: float) -> None:
        """So close that a point of the sheet is `scale` pixels, with a place of the sheet (points) in the middle."""
        self.zoom = 1.0
        self.zoom = min(MAX_ZOOM, max(1.0, scale / self.scale))
        self.pan(QPointF(self.size.width() / 2, self.size.height() / 2) - self.transform.map(place.center()))

    def pan(self, by: QPointF) -> None:
        """Moves the picture by a distance in logical pixels."""
        self.offset += by
        self._keep_in_view()
        self.spoil()

    def fit(self) -> None:
        """Shows the whole sheet again."""
        self.zoom, self.offset = 1.0, QPointF(0, 0)
        self.spoil()

    def _keep_in_view(self) -> None:
        if self.display is None:
            return
        wide, high = (length * self.scale + 2 * self.margin for length in self.display.size)
        spare_x, spare_y = max(0.0, (wide - self.size.width()) / 2), max(0.0, (high - self.size.height()) / 2)
        self.offset = QPointF(
            min(spare_x, max(-spare_x, self.offset.x())), min(spare_y, max(-spare_y, self.offset.y()))
        )

    # ------------------------------------------------------------------ painting

    def inked(self, area: QRect) -> Iterator[QRect]:
        """Where something is drawn in an area, in logical pixels: runs of cells that are not all paper, or all ground around
        it, or all open sea or other land. Cells that reach into the area count whole."""
        self.prepare()
        area &= QRect(0, 0, self.size.width(), self.size.height())
        if area.isEmpty():
            return
        left, top = area.left() // _CELL, area.top() // _CELL
        across, down = area.right() // _CELL + 1 - left, area.bottom() // _CELL + 1 - top
        x, y, wide, high = (round(n * _CELL * self.ratio) for n in (left, top, across, down))
        cells = self._image.copy(x, y, wide, high).scaled(
            across, down, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        grounds = [rgb for ink in ("paper", "sea", "abroad") if (rgb := resolve(ink, theme.mode()).rgb)]
        plain = (*(QColor(rgb).rgb() for rgb in grounds), theme.color(self.ground).rgb())
        masks = [cells.createMaskFromColor(color) for color in plain]
        step = masks[0].bytesPerLine()
        for row in range(down):
            drawn = (1 << across) - 1
            for mask in masks:
                drawn &= ~int.from_bytes(mask.constBits()[row * step : (row + 1) * step], "little")
            begin = 0
            while drawn:
                begin += (drawn & -drawn).bit_length() - 1
                drawn >>= (drawn & -drawn).bit_length() - 1
                long = (~drawn & drawn + 1).bit_length() - 1
                yield QRect((left + begin) * _CELL, (top + row) * _CELL, long * _CELL, _CELL)
                begin, drawn = begin + long, drawn >> long

    @property
    def takes_long(self) -> bool:
        """Whether there is no picture yet, nor one that is much the same."""
        if self.display is None or not self._stale or not self._image.isNull():
            return False
        return self.zoom != 1.0 or theme.shared(Pictures).like(self._shape, self.display) is None

    def paint_paper(self, painter: QPainter) -> None:
        """Paints the ground and the paper alone, for as long as there is no picture."""
        whole = QRegion(QRect(0, 0, self.size.width(), self.size.height()))
        painter.save()
        painter.fillRect(whole.boundingRect(), theme.color(self.ground))
        self._paint_paper(painter, whole)
        painter.restore()

    def prepare(self) -> None:
        """Paints the picture if that has to be done, so that it can be put on the view at once."""
        if self._stale:
            self._paint_all()

    def paint(self, painter: QPainter, area: QRect) -> None:
        """Puts the kept pixels on the view."""
        self.prepare()
        source = QRectF(area.x() * self.ratio, area.y() * self.ratio, area.width() * self.ratio, area.height() * self.ratio)
        painter.drawImage(QRectF(area), self._image, source)

    @property
    def _shape(self) -> object:
        """All that the picture depends on beside its display."""
        return self.size.toTuple(), self.ratio, self.ground, self.sheet.getRect(), theme.mode()

    def _paint_all(self) -> None:
        self._stale = False
        pictures, whole, shape = theme.shared(Pictures), self.zoom == 1.0, self._shape
        before = pictures.like(shape, self.display) if whole else None
        if before is not None and self.display is not None:
            self._image, painted = before
            region = self._region(diff(painted, self.display))
        else:
            wide, high = (max(1, round(length * self.ratio)) for length in (self.size.width(), self.size.height()))
            self._image = QImage(QSize(wide, high), QImage.Format.Format_RGB32)
            self._image.setDevicePixelRatio(self.ratio)
            region = QRegion(QRect(0, 0, self.size.width(), self.size.height()))
            if whole and self.display is not None:
                self._keep_under(self.display, self.display)
        if not region.isEmpty():
            self._repaint(region)
        if whole:
            pictures.keep(shape, self.display, self._image)

    def _region(self, change: Difference) -> QRegion:
        """Returns what of the view the change covers, in whole pixels."""
        transform, place, region = self.transform, sheet_painter().place, QRegion()
        for mark in (*change.removed, *change.added):
            region += transform.mapRect(place(mark)).toAlignedRect().adjusted(-1, -1, 1, 1)
        return region & QRect(0, 0, self.size.width(), self.size.height())

    def _keep_under(self, old: Display, new: Display) -> None:
        """Sees to it that the picture below has nothing but marks that both displays begin with: those before the first
        place to write on, as a tap can change any place and all that follows; fewer where even those differ."""
        if theme.mode() in HATCHED:  # hatches keep clear of marks that come later
            self._under = None
            return
        below = None if self._under is None else self._under[1]
        if below is None or old.marks[:below] != new.marks[:below]:
            pairs = enumerate(zip(old.marks, new.marks, strict=False))
            first = next((at for at, (a, b) in pairs if _on_place(b) or a != b), min(len(old.marks), len(new.marks)))
            self._under = self._picture_of(Display(new.size, new.marks[:first])), first

    def _picture_of(self, first: Display) -> QImage:
        """Returns a picture of nothing but the marks that a display begins with; of each sheet it is painted once."""
        pictures, shape = theme.shared(Pictures), (self._shape, len(first.marks))
        kept = pictures.of(shape, first) if self.zoom == 1.0 else None
        if kept is not None:
            return kept
        image = QImage(self._image.size(), self._image.format())
        image.setDevicePixelRatio(self.ratio)
        painter, whole = QPainter(image), QRegion(QRect(0, 0, self.size.width(), self.size.height()))
        self._paint_ground(painter, whole)
        self._paint_marks(painter, whole, first.marks)
        painter.end()
        if self.zoom == 1.0:
            pictures.keep(shape, first, image)
        return image

    def _turn_to_nearest(self, shown: Display, display: Display, change: Difference) -> tuple[Display, Difference]:
        """Takes the picture to paint a display on that differs less from it: of what is shown, which differs by `change`, or
        of what was shown before. Returns what it shows, and what differs. What is shown is kept."""
        own, before = (self._image, shown), self._before
        if own[0].sizeInBytes() > _KEPT_BYTES:
            return shown, change
        if before is not None and len(other := diff(before[1], display)) < len(change):
            (self._image, shown), change = before, other
        else:
            self._image = _copy(self._image, before[0] if before is not None else QImage())
        self._before = own
        return shown, change

    def _repaint(self, region: QRegion) -> None:
        if region.rectCount() == 1:
            self._paint_on(self._image, region, region)
            return
        # To keep off all that lies between the places takes several times as long as to draw apart, as on a new picture, and
        # to take them from there.
        apart = theme.shared(Apart).like(self._image)
        self._paint_on(apart, QRegion(QRect(0, 0, self.size.width(), self.size.height())), region)
        painter = QPainter(self._image)
        painter.setClipRegion(region)
        painter.drawImage(QPointF(0, 0), apart)
        painter.end()

    def _paint_on(self, image: QImage, within: QRegion, region: QRegion) -> None:
        """Paints on an image what lies in a region, and of that what is within another."""
        painter, known = QPainter(image), 0
        if self._under is not None:
            under, known = self._under
            painter.setClipRegion(region)
            painter.drawImage(QPointF(0, 0), under)
            painter.setClipRegion(within)
        else:
            self._paint_ground(painter, within)
        if self.display is not None:
            self._paint_marks(painter, region, self.display.marks[known:])
        painter.end()

    def _paint_ground(self, painter: QPainter, region: QRegion) -> None:
        painter.setClipRegion(region)
        painter.fillRect(region.boundingRect(), theme.color(self.ground))
        if self.display is not None:
            self._paint_paper(painter, region)

    def _paint_marks(self, painter: QPainter, region: QRegion, marks: Sequence[Mark]) -> None:
        back, _ = self.transform.inverted()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipPath(self._paper(), Qt.ClipOperation.IntersectClip)
        painter.setTransform(self.transform, True)
        clip: QRectF | None = back.mapRect(QRectF(region.boundingRect()))
        if region.rectCount() > 1:
            marks, clip = sheet_painter().touching(marks, [back.mapRect(QRectF(area)) for area in rects(region)]), None
        sheet_painter().paint_marks(painter, marks, theme.mode(), clip)

    def _paper(self) -> QPainterPath:
        path = QPainterPath()
        path.addRoundedRect(self.sheet, _CORNER, _CORNER)
        return path

    def _paint_paper(self, painter: QPainter, region: QRegion) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if not self.sheet.contains(QRectF(region.boundingRect())):
            self._paint_shadow(painter, region)
        painter.fillPath(self._paper(), QColor(resolve("paper", theme.mode()).rgb))

    def _paint_shadow(self, painter: QPainter, region: QRegion) -> None:
        painter.setClipRegion(region - covered(self.sheet, _CORNER))
        shade = theme.color("ground" if theme.dark() else "text").darker(200)
        for spread in range(5, 0, -1):
            shade.setAlphaF(0.028)
            painter.setBrush(shade)
            place = self.sheet.adjusted(-spread, -spread + 2, spread, spread + 2)
            painter.drawRoundedRect(place, _CORNER + spread, _CORNER + spread)
        painter.setClipRegion(region)


def _on_place(mark: Mark) -> bool:
    """Returns whether a mark is the first one of a place to write on."""
    return mark.key.startswith("space/") and mark.key.endswith(("/square", "/place"))


def covered(sheet: QRectF, corner: float) -> QRegion:
    """Returns the pixels that a sheet with round corners covers to the last: under them no shadow has to be painted, which
    takes longer than the sheet does."""
    inside, by = sheet.toAlignedRect().adjusted(1, 1, -1, -1), ceil(corner)
    return QRegion(inside.adjusted(by, 0, -by, 0)) + QRegion(inside.adjusted(0, by, 0, -by))


def _as_liked(display: Display) -> Display:
    """Written by hand, or in plain digits for who prefers them; codes as large as they can be where all texts are large;
    patterns wide enough to be told apart where nothing else tells regions apart."""
    display = with_large_print(display) if theme.large() else display
    display = with_wide_rims(display) if theme.mode() in HIGH else display
    return upright(display) if theme.plain() else display
