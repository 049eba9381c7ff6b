"""The race as it is seen and touched: the board in the middle, a tray per player at the edges, turned toward the player.

Takes fingers itself, up to ten: each belongs to the tray in which it began and acts when it comes down. Keys act when they
go down. Decides nothing: it says which player hit what.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import cast

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEventPoint, QMouseEvent, QPainter, QPaintEvent, QTouchEvent, QTransform
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.guide import RaceTray
from rollwrite_desktop.ui.canvas import accessible
from rollwrite_desktop.ui.canvas.canvas import PAINTER
from rollwrite_desktop.ui.widgets import theme

EDGE = 8.0
DEEP, ALONE_DEEP, SIDE_DEEP = 124.0, 196.0, 112.0
_TOUCHES = (QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate, QEvent.Type.TouchEnd)


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a tray lies: its rectangle in the view, and by how many degrees it is turned clockwise."""

    rect: QRectF
    turn: int

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the tray as its player sees it."""
        wide, high = self.rect.width(), self.rect.height()
        return (wide, high) if self.turn % 180 == 0 else (high, wide)

    @property
    def transform(self) -> QTransform:
        """From the tray's own points to the view's pixels."""
        wide, high = self.size
        center = self.rect.center()
        return QTransform().translate(center.x(), center.y()).rotate(self.turn).translate(-wide / 2, -high / 2)


def seats(count: int, wide: float, high: float, turned: bool) -> tuple[tuple[Seat, ...], QRectF]:
    """The places of so many trays in a view, and what is left for the board. `turned`: round the table, each toward its
    player; else all upright, for a keyboard or one person."""
    deep = min(ALONE_DEEP if count == 1 else DEEP, 0.3 * high if count == 1 else 0.2 * high)
    side = min(SIDE_DEEP, 0.13 * wide)
    inner = wide - 2 * EDGE
    if not turned and count > 2:
        # Two trays below, the others above, none upside down.
        half = (inner - EDGE) / 2
        low, top = high - EDGE - deep, EDGE
        spots = [(EDGE, low), (EDGE + half + EDGE, low), (EDGE, top), (EDGE + half + EDGE, top)]
        made = tuple(Seat(QRectF(x, y, half, deep), 0) for x, y in spots[:count])
        return made, QRectF(EDGE, top + deep + EDGE, inner, low - top - deep - 2 * EDGE)
    left = EDGE + (side + EDGE if count > 2 else 0)
    right = wide - EDGE - (side + EDGE if count > 3 else 0)
    bottom = Seat(QRectF(left, high - EDGE - deep, right - left, deep), 0)
    top_seat = Seat(QRectF(left, EDGE, right - left, deep), 180 if turned else 0)
    tall = high - 2 * EDGE
    sides = (Seat(QRectF(EDGE, EDGE, side, tall), 90), Seat(QRectF(wide - EDGE - side, EDGE, side, tall), 270))
    made = (bottom, top_seat, *sides)[:count]
    above = EDGE + (deep + EDGE if count > 1 else 0)
    return made, QRectF(left, above, right - left, high - 2 * EDGE - deep - above)


class RaceView(QWidget):
    """`hit` carries player and spot, in the order in which fingers and clicks came."""

    hit = Signal(str, str)

    def __init__(self, players: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.players = players
        self.turned = True
        self.board: Display | None = None
        self.trays: dict[str, RaceTray] = {}
        self.mine: Callable[[str], bool] = lambda _: True
        self.touched: dict[int, str] = {}
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(480, 360)
        theme.current().changed.connect(self.update)
        self.describe: Callable[[str, str], str] = lambda _, spot: spot
        accessible.explain(self, accessible.Spots(
            self._readable_spots, lambda spot: self.describe(*_parted(spot)), self._place_of, self._pressable,
            lambda spot: self.hit.emit(*_parted(spot)),
        ))

    # ------------------------------------------------------------------ where things are

    def layout_now(self) -> tuple[dict[str, Seat], QRectF]:
        """Every player's seat, and the room for the board."""
        made, middle = seats(len(self.players), self.width(), self.height(), self.turned)
        return dict(zip(self.players, made, strict=True)), middle

    def tray_size(self, player: str) -> tuple[float, float]:
        """The width and height of a player's tray, in logical pixels."""
        return self.layout_now()[0][player].size

    def player_at(self, place: QPointF) -> str:
        """Whose tray is there, or ""."""
        return next((player for player, seat in self.layout_now()[0].items() if seat.rect.contains(place)), "")

    def spot_at(self, player: str, place: QPointF) -> str:
        """What of a player's tray is there, or ""."""
        tray = self.trays.get(player)
        if tray is None:
            return ""
        back, _ = self.layout_now()[0][player].transform.inverted()
        own = back.map(place)
        return tray.spot_at(own.x(), own.y())

    def center_of(self, player: str, spot: str) -> QPointF:
        """Where a finger would hit a spot of a tray."""
        rect = dict(self.trays[player].targets)[spot]
        return self.layout_now()[0][player].transform.map(QPointF(*rect.center))

    # ------------------------------------------------------------------ showing

    def show_table(self, board: Display, trays: Mapping[str, RaceTray]) -> None:
        """The table as it is now; only what has changed is painted anew."""
        where, middle = self.layout_now()
        if board != self.board:
            self.board = board
            self.update(middle.toAlignedRect())
        for player, tray in trays.items():
            if self.trays.get(player) != tray:
                self.trays[player] = tray
                self.update(where[player].rect.toAlignedRect())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), theme.color("ground"))
        where, middle = self.layout_now()
        if self.board is not None and event.rect().intersects(middle.toAlignedRect()):
            wide, high = self.board.size
            scale = min(middle.width() / wide, middle.height() / high)
            painter.save()
            painter.translate(middle.center().x() - scale * wide / 2, middle.center().y() - scale * high / 2)
            painter.scale(scale, scale)
            PAINTER.paint(painter, self.board, theme.mode())
            painter.restore()
        for player, seat in where.items():
            tray = self.trays.get(player)
            if tray is not None and event.rect().intersects(seat.rect.toAlignedRect()):
                painter.save()
                painter.setTransform(seat.transform, True)
                PAINTER.paint(painter, tray.display, theme.mode())
                painter.restore()
        painter.end()

    def middle(self) -> QRect:
        """The room of the board, for what is laid over it."""
        return self.layout_now()[1].toAlignedRect()

    def sizeHint(self) -> QSize:
        return QSize(1100, 700)

    # ------------------------------------------------------------------ screen readers

    def _readable_spots(self) -> tuple[str, ...]:
        """What lies on the trays of the people here, each spot after its player's id."""
        return tuple(
            f"{player} {spot}" for player, tray in self.trays.items() if self.mine(player) for spot, _ in tray.targets
        )

    def _place_of(self, spot: str) -> QRectF:
        player, own = _parted(spot)
        rect = dict(self.trays[player].targets).get(own)
        if rect is None:
            return QRectF()
        return self.layout_now()[0][player].transform.mapRect(QRectF(rect.x, rect.y, rect.w, rect.h))

    def _pressable(self, spot: str) -> bool:
        return spot in self._readable_spots()

    # ------------------------------------------------------------------ fingers and the mouse

    def event(self, event: QEvent) -> bool:
        if event.type() in _TOUCHES:
            event.accept()
            self._touch(cast(QTouchEvent, event))
            return True
        if event.type() == QEvent.Type.TouchCancel:
            self.touched.clear()
            return True
        return super().event(event)

    def _touch(self, event: QTouchEvent) -> None:
        for point in event.points():
            # A finger that comes down is new, even if the system never told that it had left.
            if point.state() == QEventPoint.State.Pressed:
                player = self.player_at(point.position())
                self.touched[point.id()] = player
                self._hit(player, point.position())
            elif point.state() == QEventPoint.State.Released:
                self.touched.pop(point.id(), None)
        if event.type() == QEvent.Type.TouchEnd:
            self.touched.clear()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._hit(self.player_at(event.position()), event.position())

    def _hit(self, player: str, place: QPointF) -> None:
        spot = self.spot_at(player, place) if player and self.mine(player) else ""
        if spot:
            self.hit.emit(player, spot)


def _parted(spot: str) -> tuple[str, str]:
    player, _, own = spot.partition(" ")
    return player, own
