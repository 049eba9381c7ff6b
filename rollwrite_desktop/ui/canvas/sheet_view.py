"""A sheet on the screen: shows a display, and turns mouse, touch and keys into taps on the sheet's spots.

What a tap means is not known here. Spots are found by the sheet; what is legal now (`among`) only helps unsteady fingers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import cast

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPointerEvent,
    QPolygonF,
    QResizeEvent,
    QTouchEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.sheet.reading_order import reading_order
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import taps
from rollwrite_desktop.ui.canvas.canvas import Canvas, rects
from rollwrite_desktop.ui.canvas.cursor import ARROWS, Cursor
from rollwrite_desktop.ui.canvas.touch_tracker import TouchTracker
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.turns import Turns

MOUSE_SLOP = 1.5
TOUCH_SLOP = 4.5
HOLD_MS = 600
_DRAG = 8.0
_SLIP, _SLIP_MOST = 10.0, 36.0
"""How far a press on a spot of a magnified sheet slips before it drags the sheet: points, and pixels at most."""
STILL_MS, MOVED_MS = 1500, 600
"""How long a magnified sheet stays where it was tapped, and for how long after it moved a tap on it counts for nothing."""
_KEY_ZOOM = 1.25
_PLAIN_SCALE = 1.2
"""Pixels to the point of a sheet at usual size, for one that is magnified."""
_TOUCHES = (QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate, QEvent.Type.TouchEnd, QEvent.Type.TouchCancel)


class SheetView(QWidget):
    """Shows a display of `sheet`. `among`: the spots where a tap would be a stroke now. `describe`: a spot in words; `may`:
    what a tap there would do, in words; `value`: what stands there, in words; `crossed`: whether a box is crossed off.
    `draws`: a drag taps every writing place that it comes to, on from `drawn_to`. `by_finger`: whether the last press was
    one of a finger; `keyed`: whether keys were used last. `near`: with large texts the sheet is magnified from the start,
    and what becomes legal comes into sight; `follows`: what changes does, too. `came_near`: it was moved to what is legal
    now; `sheet_moved`: it lies elsewhere in the view than when it was painted last, or has another size."""

    spot_tapped = Signal(str)
    spot_held = Signal(str)
    spot_hovered = Signal(str)
    focus_moved = Signal(str)
    came_near = Signal()
    sheet_moved = Signal()

    def __init__(self, sheet: Sheet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sheet = sheet
        self.among: frozenset[str] = frozenset()
        self.describe: Callable[[str], str] = lambda spot: spot
        self.may: Callable[[str], str] = lambda _: ""
        self.value: Callable[[str], str] = lambda _: ""
        self.crossed: Callable[[str], bool | None] = lambda _: None
        self.draws = False
        self.near = self.follows = False
        self.drawn_to = ""
        self.cursor_spot = ""
        self.canvas = Canvas()
        self.keys = Cursor(sheet, title=lambda spot: self.describe(spot))
        self.fingers = TouchTracker()
        self.by_finger = False
        self.last_place = QPointF()
        self._bounded, self._known_bounds = sheet, dict[str, QRectF]()
        self._pressed = ""
        self._press_place: QPointF | None = None
        self._panning = False
        self._drawing = False
        self._begun = ""
        self._hovered = ""
        self._beside_at = 0.0
        self.keyed = True
        self._whole = self._zoomed = False
        self._seen: frozenset[str] | None = None
        self._changed = self._magnified = ""
        self._given: Display | None = None
        self._lies = QRectF()
        self._holding = QTimer(self, singleShot=True, interval=HOLD_MS)
        self._holding.timeout.connect(self._held)
        self._tapping = False
        self._still = QTimer(self, singleShot=True, interval=STILL_MS)
        self._still.timeout.connect(self._move_on)
        self._moved = QTimer(self, singleShot=True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(240, 180)
        theme.current().changed.connect(self.repaint_all)
        self.installEventFilter(self)
        accessible.explain(self, accessible.Spots(
            self._groups, self.spot_label, self.place_of, self._pressable, self._press_from_afar,
            lambda: self.cursor_spot, lambda spot: self.value(spot), lambda place: self.spot_at(place, 0.0),
            lambda spot: self.crossed(spot),
        ))

    def _groups(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The spots of the sheet that lies there, by region."""
        return tuple((tr(group.title), group.spots) for group in reading_order(self.sheet))

    # ------------------------------------------------------------------ showing

    def show_display(self, display: Display, since: Display | None = None) -> None:
        """Shows a display; only what differs from the one before is repainted. `since`: what it is to be compared with to
        follow what changed, if not that one."""
        before, self._given = since or self._given, display
        region = self.canvas.show(display)
        if not region.isEmpty():
            self.update(region)
        if self.follows and before is not None and theme.large() and (spot := self._differing(before, display)):
            self._changed = spot
            self._come_near(True)
        elif self._seen is None or not (self.cursor_spot or self.among == self._seen):
            if self._tapping and self._seen is not None:
                self._seen = self.among
                self._still.start()
            else:
                self._still.stop()
                self._come_near(self._seen is None)

    def _differing(self, before: Display, after: Display) -> str:
        """The spot where something came from one display to the other, or else went or changed, a space rather than a box;
        "" for none."""
        old, new = ({mark.key: mark for mark in each.marks} for each in (before, after))
        changed = {key for key in old.keys() & new.keys() if old[key] != new[key]}
        for keys in (new.keys() - old.keys(), old.keys() - new.keys(), changed):
            named = {part for key in keys for part in (key.partition("/")[2], *key.split("/"))}
            spots = sorted(named & self.sheet.space.keys()) or sorted(named & self.sheet.box.keys())
            if spots:
                return spots[0]
        return ""

    def repaint_all(self) -> None:
        self.canvas.spoil()
        self.update()

    def fit(self) -> None:
        """The whole sheet, until it is zoomed again."""
        self._whole, self._magnified = True, ""
        self.canvas.fit()
        self.update()

    def start_over(self) -> None:
        """Another sheet lies there: it is shown as at the start, with the cursor nowhere."""
        self._whole = self._zoomed = False
        self._seen, self._changed, self._magnified = None, "", ""
        self.canvas.fit()
        self.update()
        self.move_cursor("")

    def fit_or_near(self) -> None:
        """The whole sheet; asked again, with large texts, magnified as at the start."""
        if self._whole and self.near:
            self._whole = self._zoomed = False
            self._come_near(True)
        else:
            self.fit()

    def zoom(self, factor: float, about: QPointF | None = None) -> None:
        """Closer (more than 1) or farther."""
        self._whole, self._zoomed = False, True
        self.canvas.zoom_by(factor, QPointF(self.rect().center()) if about is None else about)
        self.update()

    def place_of(self, spot: str) -> QRectF:
        """Where a spot is in the view; empty for what is not on the sheet."""
        return self.places_of([spot])[0]

    def places_of(self, spots: Iterable[str]) -> list[QRectF]:
        """Where spots are in the view; empty for what is not on the sheet."""
        to_view = self.canvas.transform
        return [to_view.mapRect(self._bounds(spot)) for spot in spots]

    def _bounds(self, spot: str) -> QRectF:
        """Where a spot is on the sheet, in points."""
        if self._bounded is not self.sheet:
            self._bounded, self._known_bounds = self.sheet, {}
        if spot not in self._known_bounds:
            if spot in self.sheet.space:
                outline = QPolygonF([QPointF(x, y) for x, y in self.sheet.space[spot].outline])
                self._known_bounds[spot] = outline.boundingRect()
            elif spot in self.sheet.box:
                rect = self.sheet.box[spot].rect
                self._known_bounds[spot] = QRectF(rect.x, rect.y, rect.w, rect.h)
            else:
                return QRectF()
        return self._known_bounds[spot]

    def writing_place(self, spot: str) -> QRectF:
        """Where a spot is written on, in the view."""
        if spot not in self.sheet.space:
            return self.place_of(spot)
        rect = self.sheet.space[spot].writing
        return self.canvas.transform.mapRect(QRectF(rect.x, rect.y, rect.w, rect.h))

    def center_of(self, spot: str) -> QPointF:
        """The middle of a spot's writing place in the view."""
        if spot in self.sheet.space:
            return self.canvas.transform.map(QPointF(*self.sheet.space[spot].writing.center))
        return self.place_of(spot).center()

    def spot_at(self, place: QPointF, slop: float = MOUSE_SLOP) -> str:
        """The spot at a place in the view, or ""."""
        x, y = self.canvas.points(place)
        return self.sheet.spot_at(x, y, slop, self.among) or ""

    def tap_at(self, place: QPointF) -> None:
        """A tap at a place in the view that something else had covered: counts where it would be a stroke now."""
        spot = self.spot_at(place)
        if spot in self.among:
            self._tap(spot, place)

    def _tap(self, spot: str, place: QPointF) -> None:
        """A pointer taps a spot."""
        self.last_place = place
        with self.staying():
            self.spot_tapped.emit(spot)

    @contextmanager
    def staying(self) -> Iterator[None]:
        """What a pointer over the sheet does meanwhile leaves a magnified sheet where it is for a moment, so that what was
        written is seen and a second tap meets the same place."""
        self._tapping = True
        try:
            yield
        finally:
            self._tapping = False

    def _move_on(self, *, by_key: bool = False) -> None:
        """What is legal comes into sight after all; while the sheet is pressed or dragged it waits."""
        if self._press_place is not None and not by_key:
            self._still.start()
            return
        self._still.stop()
        before = self.canvas.sheet
        self._come_near(False)
        if self.canvas.sheet != before and not by_key:
            self._moved.start(max(MOVED_MS, taps().within))

    def sizeHint(self) -> QSize:
        return QSize(896, 676)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.isVisible() and self.canvas.takes_long:
            self.canvas.paint_paper(painter)
            theme.shared(Turns).wait(self, self._paint_first)
            painter.end()
            return
        for area in rects(event.region()):
            self.canvas.paint(painter, area)
        if self._lies != self.canvas.sheet:
            self._lies = self.canvas.sheet
            self.sheet_moved.emit()
        if self._pressed:
            self._paint_pressed(painter)
        if self.hasFocus() and self.keyed:
            half = theme.focus_line() / 2
            theme.paint_focus(painter, QRectF(self.rect()).adjusted(half, half, -half, -half))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.canvas.resize(event.size(), self.devicePixelRatioF())
        super().resizeEvent(event)
        if not self._still.isActive():
            self._come_near(True)

    def _paint_first(self) -> None:
        self.canvas.prepare()
        self.update()

    def _paint_pressed(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tint = theme.color("accent")
        painter.setPen(QPen(tint, 3))
        tint.setAlphaF(0.16)
        painter.setBrush(tint)
        if self._pressed in self.sheet.space:
            points = [QPointF(x, y) for x, y in self.sheet.space[self._pressed].outline]
            painter.drawPolygon(self.canvas.transform.map(QPolygonF(points)))
        else:
            painter.drawRoundedRect(self.place_of(self._pressed), 3, 3)

    # ------------------------------------------------------------------ pressing, whatever with

    def _press(self, place: QPointF, slop: float) -> None:
        self.show_keyed(False)
        self.by_finger = slop == TOUCH_SLOP
        self._press_place = place
        self._panning = False
        self._begun = self.spot_at(place, slop)
        self._set_pressed(self._begun)
        self._holding.start()

    def _steady(self, event: QPointerEvent, place: QPointF, slop: float) -> bool:
        """Whether a press counts: not on a spot right after another, nor after the sheet moved under it."""
        self._begun = self.spot_at(place, slop)
        if self._begun and self._moved.isActive():
            return False
        return not self._begun or taps().count(event, self.mapToGlobal(place), (id(self), self._begun))

    def _end_tap(self, event: QPointerEvent, place: QPointF) -> None:
        """A tap on a spot is over; where a line or the sheet was drawn, going on there is no second one."""
        if self._begun and not (self._panning or self._drawing):
            taps().end(event, self.mapToGlobal(place), (id(self), self._begun))

    def _slide(self, place: QPointF, slop: float) -> None:
        if self._press_place is None:
            return
        if self.draws and self._begun and not self._panning and self._draw(place):
            return
        step = place - self._press_place
        slip = max(_DRAG, min(_SLIP_MOST, _SLIP * self.canvas.scale)) if self._begun and self.canvas.zoom > 1.0 else _DRAG
        if not self._panning and max(abs(step.x()), abs(step.y())) >= slip:
            self._holding.stop()
            self._panning = self.canvas.zoom > 1.0 and not (self.draws and self._begun)
            if self._panning:
                self._set_pressed("")
        if self._panning:
            self._press_place = place
            self._still.stop()
            self.canvas.pan(step)
            self.update()
        elif self._pressed and self.spot_at(place, slop) != self._pressed:
            self._set_pressed("")

    def _draw(self, place: QPointF) -> bool:
        """Whether the press has become a line from writing place to writing place; taps the one that it comes to."""
        x, y = self.canvas.points(place)
        spot = next((space.id for space in self.sheet.spaces if space.writing.distance(x, y) == 0), "")
        begun = self._begun if not self._drawing else ""
        if not spot or spot in (begun, self.drawn_to) or not (begun or self._drawing):
            return self._drawing
        self._holding.stop()
        self._drawing = True
        self._set_pressed("")
        if begun and begun != self.drawn_to:
            self._tap(begun, place)
        self._tap(spot, place)
        if not self.drawn_to:  # the line is finished; going on takes another press
            self._press_place = None
        return True

    def _release(self, place: QPointF, slop: float) -> None:
        spot, held = self._pressed, not self._holding.isActive() and not self._panning
        self._cancel()
        if spot and self.spot_at(place, slop) == spot and not (held and self._was_held):
            self._tap(spot, place)

    def _cancel(self) -> None:
        self._holding.stop()
        self._press_place = None
        self._panning = self._drawing = False
        self._set_pressed("")

    _was_held = False

    def _held(self) -> None:
        if self._pressed and self._press_place is not None:
            self.last_place = self._press_place
            self._was_held = True
            self.spot_held.emit(self._pressed)

    def _set_pressed(self, spot: str) -> None:
        if spot:
            self._was_held = False
        if spot == self._pressed:
            return
        for changed in filter(None, (self._pressed, spot)):
            self.update(self.place_of(changed).toAlignedRect().adjusted(-4, -4, 4, 4))
        self._pressed = spot

    # ------------------------------------------------------------------ mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._steady(event, event.position(), MOUSE_SLOP):
            self._press(event.position(), MOUSE_SLOP)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._slide(event.position(), MOUSE_SLOP)
            return
        spot = self.spot_at(event.position(), 0.0)
        if spot != self._hovered:
            self._hovered = spot
            self.spot_hovered.emit(spot)
            QToolTip.hideText()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._end_tap(event, event.position())
            self._release(event.position(), MOUSE_SLOP)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if self.spot_at(event.position()):
            self.mousePressEvent(event)
        else:
            self.fit_or_near()

    def leaveEvent(self, event: QEvent) -> None:
        if self._hovered:
            self._hovered = ""
            self.spot_hovered.emit("")
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(1.0015 ** event.angleDelta().y(), event.position())
        elif self.canvas.zoom > 1.0:
            fine = event.pixelDelta()
            self._still.stop()
            self.canvas.pan(QPointF(fine if not fine.isNull() else event.angleDelta() / 2))
            self.update()
        else:
            event.ignore()
            return
        event.accept()

    # ------------------------------------------------------------------ touch, tool tips

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # WORKAROUND(PySide6 6.11): with event() overridden, an exception in paintEvent crashes the interpreter; a filter
        # on oneself sees the same events.
        if watched is not self:
            return False
        kind = event.type()
        if kind in _TOUCHES:
            self._touch(cast(QTouchEvent, event))
            event.accept()
            return True
        if kind == QEvent.Type.NativeGesture:
            return self._gesture(cast(QNativeGestureEvent, event))
        if kind == QEvent.Type.ToolTip:
            self._tool_tip(cast(QHelpEvent, event))
            return True
        if kind == QEvent.Type.DevicePixelRatioChange:
            self.canvas.resize(self.size(), self.devicePixelRatioF())
        return False

    def _gesture(self, event: QNativeGestureEvent) -> bool:
        if event.gestureType() != Qt.NativeGestureType.ZoomNativeGesture:
            return False
        self.zoom(1.0 + event.value(), event.position())
        return True

    def _tool_tip(self, event: QHelpEvent) -> None:
        spot = self.spot_at(QPointF(event.pos()), 0.0)
        if spot:
            QToolTip.showText(event.globalPos(), tool_tip(self.describe(spot)), self, self.place_of(spot).toRect())
        else:
            QToolTip.hideText()

    def _touch(self, event: QTouchEvent) -> None:
        kind = event.type()
        if kind == QEvent.Type.TouchCancel:
            self.fingers.clear()
            self._cancel()
            return
        move = self.fingers.follow(event.points())
        if move.count >= 2:
            self._cancel()
            self.canvas.pan(move.shift)
            self.zoom(move.stretch, move.middle)
        elif move.count == 1 and not self.fingers.pinched:
            if move.began:
                if self._steady(event, move.middle, TOUCH_SLOP):
                    self._press(move.middle, TOUCH_SLOP)
            else:
                self._slide(move.middle, TOUCH_SLOP)
        if kind == QEvent.Type.TouchEnd:
            if not self.fingers.pinched:
                self._tap_beside()
                self._end_tap(event, move.middle)
                self._release(move.middle, TOUCH_SLOP)
            self._cancel()
            self.fingers.clear()

    def _tap_beside(self) -> None:
        """Two taps on no spot, one soon after the other, show the whole sheet."""
        if self._begun or self._panning:
            return
        soon = QGuiApplication.styleHints().mouseDoubleClickInterval() / 1000
        before, self._beside_at = self._beside_at, monotonic()
        if self._beside_at - before <= soon:
            self.fit_or_near()

    # ------------------------------------------------------------------ keys

    def show_keyed(self, keyed: bool) -> None:
        """Whether the sheet shows that it has the keyboard, also while the cursor is nowhere: not once a mouse is used."""
        if keyed != self.keyed:
            self.keyed = keyed
            self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        reason = Qt.FocusReason
        if event.reason() in (reason.TabFocusReason, reason.BacktabFocusReason, reason.ShortcutFocusReason):
            self.show_keyed(True)
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.show_keyed(True)
        if self._still.isActive():
            self._move_on(by_key=True)
        key = event.key()
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(_KEY_ZOOM)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / _KEY_ZOOM)
        elif key == Qt.Key.Key_0 and not event.modifiers():
            self.fit_or_near()
            accessible.announce(tr("The whole sheet is shown.") if self._whole else tr("The sheet is magnified."))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.cursor_spot:
            self.keys.forget()
            self._press_from_afar(self.cursor_spot)
        else:
            spot = self.keys.after(event, self.cursor_spot, self.among)
            if spot:
                self.go_to(spot, arrow=event.key() in ARROWS)
            elif not self.tell_waiting(event):
                event.ignore()
                return
        event.accept()

    def tell_waiting(self, event: QKeyEvent) -> bool:
        """Tells what the letter that waits may become, and whether one does that this key is about."""
        waiting, typed = self.keys.waiting, event.text().upper()
        if not waiting or not typed.isalpha():
            return False
        wrong = "" if typed == waiting else self.keys.nowhere(waiting + typed)
        accessible.announce(" ".join(filter(None, (wrong, self.keys.becomes(waiting)))), urgent=bool(wrong))
        return True

    def go_to(self, spot: str, *, arrow: bool = False) -> None:
        """Moves the cursor because of a key; where it already is, readers hear of no move and are told (`arrow`: that there
        is nothing in that direction)."""
        stays = spot == self.cursor_spot
        self.move_cursor(spot)
        if stays:
            accessible.announce(tr("Nothing more that way.") if arrow else self.spot_label(spot), urgent=True)

    def move_cursor(self, spot: str) -> None:
        """Puts the keyboard's cursor on a spot; whoever draws the sheet shows it (`focus`)."""
        self.cursor_spot = spot
        self._still.stop()
        if spot and not self._whole and theme.large():
            self._magnify(spot)
        self.focus_moved.emit(spot)
        accessible.focus_moved(self)

    def _magnify(self, spot: str) -> None:
        """Large texts: the sheet's own letters grow as the others do, around the cursor."""
        self._magnified = spot
        rect = self.sheet.space[spot].writing if spot in self.sheet.space else self.sheet.box[spot].rect
        self.canvas.magnify(QRectF(rect.x, rect.y, rect.w, rect.h), _PLAIN_SCALE * theme.text_scale())
        self.update()

    def _come_near(self, anew: bool) -> None:
        """Large texts: magnifies the sheet around the cursor, what is legal, what was magnified last, or the first space of
        its upper left corner (`anew`), or where nothing that is legal is in sight."""
        large = self.near and not self._whole and not self._zoomed and theme.large()
        if not large or self.canvas.display is None or not self.sheet.spaces:
            return
        self._seen, legal, seen = self.among, [*self.among], QRectF(self.rect())
        if not anew and (not legal or any(seen.contains(self.center_of(spot)) for spot in legal)):
            return
        first = self._magnified or min(self.sheet.spaces, key=lambda space: sum(space.writing.center)).id
        far = {spot: (self.center_of(spot) - seen.center()).manhattanLength() for spot in legal or (first,)}
        self._magnify(self.cursor_spot or self._changed or min(sorted(far), key=far.__getitem__))
        self.came_near.emit()

    # ------------------------------------------------------------------ screen readers

    def spot_label(self, spot: str) -> str:
        """The label of a spot for screen readers: what it is, what it holds, what a tap would do."""
        return ", ".join(filter(None, (self.describe(spot), self.may(spot))))

    def _pressable(self, spot: str) -> bool:
        return spot in self.sheet.space or spot in self.among or self.sheet.box[spot].kind == "check"

    def _press_from_afar(self, spot: str) -> None:
        self.last_place = self.center_of(spot)
        self.spot_tapped.emit(spot)
