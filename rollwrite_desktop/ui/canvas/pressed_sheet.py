"""Mouse and touch on a sheet: what they press, hold, draw and drag."""

from __future__ import annotations

from time import monotonic
from typing import cast

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QHelpEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPen,
    QPointerEvent,
    QPolygonF,
    QTouchEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget
from shiboken6 import isValid

from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.tips import tips
from rollwrite_desktop.ui.base.touch import taps
from rollwrite_desktop.ui.canvas.magnified_sheet import MagnifiedSheet
from rollwrite_desktop.ui.canvas.shown_sheet import MOUSE_SLOP
from rollwrite_desktop.ui.canvas.touch_tracker import TouchTracker

TOUCH_SLOP = 4.5
HOLD_MS = 600
_DRAG = 8.0
_SLIP, _SLIP_MOST = 10.0, 36.0
"""How far a press on a spot of a magnified sheet slips before it drags the sheet: points, and pixels at most."""
_TOUCHES = (QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate, QEvent.Type.TouchEnd, QEvent.Type.TouchCancel)


class PressedSheet(MagnifiedSheet):
    """`draws`: a drag taps every writing place that it comes to, on from `drawn_to`. `by_finger`: whether the last press was
    one of a finger; `last_place`: where the last tap was, in the view."""

    spot_tapped = Signal(str)
    spot_held = Signal(str)
    spot_hovered = Signal(str)

    def __init__(self, sheet: Sheet, parent: QWidget | None = None) -> None:
        super().__init__(sheet, parent)
        self.draws = False
        self.drawn_to = ""
        self.fingers = TouchTracker()
        self.by_finger = False
        self.last_place = QPointF()
        self._pressed = ""
        self._press_place: QPointF | None = None
        self._panning = False
        self._drawing = False
        self._begun = ""
        self._hovered = ""
        self._was_held = False
        self._beside_at = 0.0
        self._holding = QTimer(self, singleShot=True, interval=HOLD_MS)
        self._holding.timeout.connect(self._held)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.installEventFilter(self)

    @property
    def _held_down(self) -> bool:
        return self._press_place is not None

    def _paint_over(self, painter: QPainter) -> None:
        if self._pressed:
            self._paint_pressed(painter)

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
        """Returns whether a press counts: not on a spot right after another, nor after the sheet moved under it."""
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
            self._pan(step)
        elif self._pressed and self.spot_at(place, slop) != self._pressed:
            self._set_pressed("")

    def _draw(self, place: QPointF) -> bool:
        """Returns whether the press has become a line from writing place to writing place; taps the one that it comes to."""
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
            self._pan(QPointF(fine if not fine.isNull() else event.angleDelta() / 2))
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
            tips().show(event.globalPos(), tool_tip(self.words.describe(spot)), self, self.place_of(spot).toRect(),
                        lambda: isValid(self) and self._hovered == spot)
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
