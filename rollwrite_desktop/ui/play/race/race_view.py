"""The race as it is seen and touched: the board in the middle, a tray per player at the edges, turned toward the player; for
one person the own tray below, and the rivals small beside the board. Dice roll on their trays, and travel to the board.

Takes fingers itself, up to ten: each belongs to the tray in which it began and acts when it comes down. Keys act when they
go down. Everything that moves is painted from pictures that are made once. Decides nothing: it says which player hit what.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Mapping
from typing import cast

from msgspec import Struct
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QEventPoint,
    QFont,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPointerEvent,
    QRegion,
    QResizeEvent,
    QTouchEvent,
    QTransform,
)
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core.i18n import mark, tr, tr_n
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.play.guide import RaceDie, RaceTray
from rollwrite_desktop.play.race.race_view_model import FINISH_MS, Ghost, RaceSnapshot, Travel, clock_text
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import taps
from rollwrite_desktop.ui.canvas.canvas import sheet_painter
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.spot_faces import Spots
from rollwrite_desktop.ui.play.race.tray_places import (
    DIE_SHARE,
    EDGE,
    MAX_GROWN,
    OWN_SHARE,
    OWN_SHARE_GROWTH,
    SHARE,
    SHARE_GROWTH,
    TrayPlace,
    large,
    large_seats,
    large_seats_of_one,
    seats,
    seats_of_one,
)

TRAVEL_MS = 180
_TOUCHES = (QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate, QEvent.Type.TouchEnd)


class Flight(Struct, frozen=True):
    """A die on its way to the board: its picture, from where to where in the view, when it left (ms), and what lay where it
    goes."""

    picture: Display
    start: QRectF
    end: QRectF
    left_at: int
    before: QPixmap


class RaceView(QWidget):
    """`hit` carries player and spot, in the order in which fingers and clicks came; `resized`: trays have other sizes."""

    hit = Signal(str, str)
    resized = Signal()

    def __init__(
        self, players: tuple[str, ...], sheet: Sheet, people: tuple[str, ...], crowded: bool, ghost: bool
    ) -> None:
        """`people`: whose trays can be hit here; `crowded`: the only person has more than twelve dice; `ghost`: an earlier
        race is shown beside the board."""
        super().__init__()
        self.players, self.people = players, people
        self.turned = True
        self.still = False
        self.board: Display | None = None
        self.trays: Mapping[str, RaceTray] = {}
        self.touched: dict[int, str] = {}
        self.steady = False
        """Whether a tap that follows another too soon on the same die counts for nothing."""
        self._down: dict[int, str] = {}
        self.flights: list[Flight] = []
        self._places = sheet
        self._own = people[0] if len(people) == 1 else ""
        self._crowded, self._ghosts = crowded, int(ghost)
        self._ghost: Ghost | None = None
        self._large = large()
        self._grown = min(MAX_GROWN, theme.text_scale())
        self._at = self._clock = 0
        self._finish: tuple[str, bool, int] | None = None
        self._pictures: dict[tuple[int, int], tuple[Display, QPixmap]] = {}
        self._sheets: dict[str, tuple[Display, QPixmap]] = {}
        self._shade = theme.mode()
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(320, 240) if self._large else self.setMinimumSize(480, 360)
        theme.current().changed.connect(self.update)
        self.describe: Callable[[str, str], str] = lambda _, spot: spot
        self.names: Mapping[str, str] = {}
        accessible.explain(self, Spots(
            self._readable_groups, lambda spot: self.describe(*_parted(spot)), self._place_of, self._pressable,
            lambda spot: self.hit.emit(*_parted(spot)),
        ))

    # ------------------------------------------------------------------ where things are

    def layout_now(self) -> tuple[dict[str, TrayPlace], QRectF]:
        """Every player's seat, and the room for the board."""
        grown = self._grown
        if not self._own:
            share = SHARE + SHARE_GROWTH * (grown - 1)
            room = len(self.players), self.width() / grown, self.height() / grown, self.turned
            made, middle = large_seats(*room, self._row, EDGE / grown) if self._large else seats(*room, share)
            found = dict(zip(self.players, made, strict=True))
        else:
            rivals = [player for player in self.players if player != self._own]
            own, others, middle = self._seats_of_one()
            found = {self._own: own, **dict(zip(rivals, others, strict=False))}
        return {
            player: TrayPlace(_enlarged(seat.rect, grown), seat.turn, grown) for player, seat in found.items()
        }, _enlarged(middle, grown)

    def _seats_of_one(self) -> tuple[TrayPlace, tuple[TrayPlace, ...], QRectF]:
        """Returns the places for the only person here, in the trays' points."""
        beside = len(self.players) - 1 + self._ghosts
        grown = self._grown
        room = beside, self.width() / grown, self.height() / grown
        if self._large:
            return large_seats_of_one(*room, 2 if self._crowded else 1, self._row, EDGE / grown)
        return seats_of_one(*room, self._crowded, OWN_SHARE + OWN_SHARE_GROWTH * (grown - 1))

    @property
    def _row(self) -> float:
        """With large texts: how high a row of dice is, in the trays' points."""
        return DIE_SHARE * self.window().height() / self._grown

    @property
    def shape(self) -> float:
        """With large texts: the width of the room for the board by its height; else 0."""
        middle = self.layout_now()[1]
        return middle.width() / max(1.0, middle.height()) if self._large else 0.0

    def sizes(self) -> dict[str, tuple[float, float]]:
        """How large every player's tray is."""
        return {player: seat.size for player, seat in self.layout_now()[0].items()}

    def turn(self, turned: bool) -> None:
        """Trays toward their players, or all upright."""
        self.turned = turned
        self._forget()
        self.update()

    def board_place(self) -> QRectF:
        """Where the board lies."""
        middle = self.layout_now()[1]
        wide, high = self._places.size
        scale = min(middle.width() / wide, middle.height() / high)
        place = QRectF(0, 0, scale * wide, scale * high)
        place.moveCenter(middle.center())
        return place

    def player_at(self, place: QPointF) -> str:
        """Whose tray is there, or ""."""
        return next((player for player, seat in self.layout_now()[0].items() if seat.rect.contains(place)), "")

    def spot_at(self, player: str, place: QPointF) -> str:
        """Returns what of a player's tray is there, or ""."""
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

    def apply(self, new: RaceSnapshot, clock: int) -> None:
        """Shows the table as it is now; only what has changed or moves is painted anew. `clock`: ms, never running back."""
        where, middle = self.layout_now()
        if self._shade != theme.mode():
            self._shade = theme.mode()
            self._forget()
        self._clock = clock
        if not self.still:
            self._let_fly(new.travels)
        if new.board is not self.board:
            self.board = new.board
            if self._places is not new.places:
                self._places = new.places
                self._sheets.pop("", None)
                self.flights.clear()
            self.update(middle.toAlignedRect())
        for player, tray in new.trays.items():
            if self.trays.get(player) is not tray or tray.rolls_until > self._at:
                self.update(where[player].rect.toAlignedRect())
        self.trays, self._at = new.trays, new.at
        if new.ghost != self._ghost:
            self._ghost = new.ghost
            self.update(self._ghost_place().toAlignedRect())
        for flight in self.flights:
            self.update(flight.start.united(flight.end).toAlignedRect().adjusted(-2, -2, 2, 2))
        self.flights = [flight for flight in self.flights if clock < flight.left_at + TRAVEL_MS]
        self._let_finish(new)

    def _let_fly(self, travels: tuple[Travel, ...]) -> None:
        where, board = self.layout_now()[0], self.board_place()
        for travel in travels:
            tray = self.trays.get(travel.player)
            rect = next((die.rect for die in tray.dice if die.spot == travel.spot), None) if tray is not None else None
            if rect is None or travel.to not in self._places.space or self.board is None:
                continue
            start = where[travel.player].transform.mapRect(QRectF(rect.x, rect.y, rect.w, rect.h))
            room, scale = self._places.space[travel.to].writing, board.width() / self._places.size[0]
            end = QRectF(board.x() + room.x * scale, board.y() + room.y * scale, room.w * scale, room.h * scale)
            self.flights.append(Flight(travel.picture, start, end, self._clock, self._painted_board()))

    def _let_finish(self, new: RaceSnapshot) -> None:
        if not new.finisher:
            if self._finish is not None:
                self._finish = None
                self.update()
            return
        if self._finish is None:
            self._finish = new.finisher, new.won or not new.own, self._clock
        self.update()

    # ------------------------------------------------------------------ painting

    def _forget(self) -> None:
        self._pictures.clear()
        self._sheets.clear()

    def _painted_board(self) -> QPixmap:
        place = self.board_place()
        return self._painted("", self.board, place.size().toSize()) if self.board is not None else QPixmap()

    def _painted(self, key: str, display: Display, size: QSize, turn: int = 0) -> QPixmap:
        """A display as pixels, turned clockwise by degrees; made anew only when it is another one."""
        known = self._sheets.get(key)
        if known is None or known[0] is not display:
            pixels = _pixels(display, size, self.devicePixelRatioF())
            known = self._sheets[key] = display, pixels.transformed(QTransform().rotate(turn)) if turn else pixels
        return known[1]

    def _picture(self, display: Display, side: float) -> QPixmap:
        """A die's picture in a size."""
        key = (id(display), round(side * 4))
        known = self._pictures.get(key)
        if known is None:
            if len(self._pictures) > 400:
                self._pictures.clear()
            pixels = _pixels(display, QSize(round(side), round(side)), self.devicePixelRatioF())
            known = self._pictures[key] = display, pixels
        return known[1]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        region: QRegion = event.region()
        painter.fillRect(event.rect(), theme.color("ground"))
        where, _ = self.layout_now()
        board = self.board_place()
        if self.board is not None and region.intersects(board.toAlignedRect()):
            painter.drawPixmap(board.topLeft().toPoint(), self._painted_board())
        for flight in self.flights:
            if not flight.before.isNull():
                at = flight.end.translated(-board.topLeft()).toAlignedRect()
                ratio = flight.before.devicePixelRatio()
                source = QRectF(at.x() * ratio, at.y() * ratio, at.width() * ratio, at.height() * ratio)
                painter.drawPixmap(QRectF(at.translated(board.topLeft().toPoint())), flight.before, source)
        for player, seat in where.items():
            tray = self.trays.get(player)
            if tray is not None and region.intersects(seat.rect.toAlignedRect()):
                self._paint_tray(painter, player, tray, seat)
        if self._ghosts and self._ghost is not None:
            self._paint_ghost(painter, self._ghost)
        for flight in self.flights:
            self._paint_flight(painter, flight)
        if self._finish is not None:
            self._paint_finish(painter, *self._finish)
        painter.end()

    def _paint_tray(self, painter: QPainter, player: str, tray: RaceTray, seat: TrayPlace) -> None:
        wide, high = tray.display.size
        below = self._painted(
            player, tray.display, QSize(math.ceil(wide * seat.grown), math.ceil(high * seat.grown)), seat.turn)
        painter.drawPixmap(seat.rect.topLeft().toPoint(), below)
        painter.save()
        painter.setTransform(seat.transform, True)
        rolling = max(0.0, min(1.0, (tray.rolls_until - self._at) / tray.rolls_ms))
        for die in tray.dice:
            if rolling <= 0 or not die.tumbles:
                self._lay(painter, die.shows, die.rect.x, die.rect.y, die.rect.w)
            else:
                self._paint_rolling(painter, player, die, rolling)
        painter.restore()

    def _paint_rolling(self, painter: QPainter, player: str, die: RaceDie, share: float) -> None:
        """While it rolls it shows other faces, a few a second, and slows down toward the end."""
        seed = zlib.crc32(f"{player}/{die.spot}".encode())
        step = int(9 * share**0.7)
        face = die.tumbles[zlib.crc32(f"{seed}/{step}".encode()) % len(die.tumbles)]
        side = 0.86 * die.rect.w
        x, y = die.rect.center
        painter.save()
        painter.translate(x + 0.12 * die.rect.w * share * math.sin(23 * share + seed % 7), y)
        painter.rotate(200 * share**2 * (1 if seed % 2 else -1))
        self._lay(painter, face, -side / 2, -side / 2, side)
        painter.restore()

    def _lay(self, painter: QPainter, shows: Display, x: float, y: float, side: float) -> None:
        """Paints a die on a tray, in the tray's points, from a picture that has the pixels of the screen."""
        picture = self._picture(shows, side * self._grown)
        wide = picture.deviceIndependentSize().width() / self._grown
        painter.drawPixmap(QRectF(x, y, wide, wide), picture, QRectF(picture.rect()))

    def _paint_flight(self, painter: QPainter, flight: Flight) -> None:
        share = max(0.0, min(1.0, (self._clock - flight.left_at) / TRAVEL_MS))
        eased = 1 - (1 - share) ** 3
        side = flight.start.width() + eased * (0.84 * min(flight.end.width(), flight.end.height()) - flight.start.width())
        middle = flight.start.center() + (flight.end.center() - flight.start.center()) * eased
        picture = self._picture(flight.picture, flight.start.width())
        painter.drawPixmap(QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side), picture, QRectF(picture.rect()))

    def _paint_finish(self, painter: QPainter, name: str, shines: bool, began: int) -> None:
        """Paints the end of a round: a banner over the board; where it shines, dice burst from it."""
        share = max(0.0, min(1.0, (self._clock - began) / FINISH_MS))
        board = self.board_place()
        middle = board.center()
        faces = [die.shows for tray in self.trays.values() for die in tray.dice] or []
        tumbling = list(dict.fromkeys(display for display, _ in self._pictures.values())) or faces
        if shines and tumbling:
            for i in range(26):
                angle = i * 2.39996  # the golden angle spreads them evenly
                reach = (0.25 + 0.75 * ((i * 37) % 26) / 26) * board.width() * 0.6 * (1 - (1 - share) ** 2)
                x = middle.x() + reach * math.cos(angle)
                y = middle.y() + 0.8 * reach * math.sin(angle) + 0.5 * board.height() * share**2
                painter.save()
                painter.setOpacity(max(0.0, min(1.0, 2.2 * (1 - share))))
                painter.translate(x, y)
                painter.rotate(360 * share * (1 if i % 2 else -1) + 40 * i)
                painter.drawPixmap(QPointF(-17, -17), self._picture(tumbling[i % len(tumbling)], 34))
                painter.restore()
        grown = min(1.0, share * 7)
        painter.setOpacity(1.0)
        words = tr("Stop! {name}", name=name)
        font = QFont(theme.FAMILY)
        font.setWeight(QFont.Weight.DemiBold)
        font.setPixelSize(max(8, round(theme.px(44) * (0.6 + 0.4 * grown))))
        painter.setFont(font)
        room = painter.fontMetrics().boundingRect(words)
        wide = min(room.width() + 72.0, board.width())
        banner = QRectF(middle.x() - wide / 2, middle.y() - room.height() / 2 - 18, wide, room.height() + 36.0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent"))
        painter.drawRoundedRect(banner, 24, 24)
        painter.setPen(theme.color("on_accent"))
        painter.drawText(banner, Qt.AlignmentFlag.AlignCenter, words)

    def _ghost_place(self) -> QRectF:
        """Where the earlier race is shown; empty where there is none."""
        if not self._ghosts or not self._own:
            return QRectF()
        return _enlarged(self._seats_of_one()[1][-1].rect, self._grown)

    def _paint_ghost(self, painter: QPainter, ghost: Ghost) -> None:
        """Paints the best time so far: how many dice it has left at this moment, and how it stands to the own race."""
        place = self._ghost_place()
        painter.setPen(QPen(theme.color("strong_edge"), 1.4, Qt.PenStyle.DashLine))
        painter.setBrush(theme.color("panel"))
        painter.drawRoundedRect(place.adjusted(1, 1, -1, -1), 12, 12)
        font = QFont(theme.FAMILY)
        font.setPixelSize(round(14 * self._grown))
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        line = painter.fontMetrics().height() + 4
        inside = place.adjusted(12, 8, -12, -8)
        top = QRectF(inside.x(), inside.y(), inside.width(), line)
        painter.drawText(top, Qt.AlignmentFlag.AlignLeft, tr("Your best"))
        painter.drawText(top, Qt.AlignmentFlag.AlignRight, clock_text(ghost.ms))
        font.setWeight(QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(theme.color("faint"))
        words = tr_n("{n} die left", "{n} dice left", ghost.left) if ghost.left else tr(mark("Finished", "race"))
        painter.drawText(QRectF(inside.x(), inside.y() + line, inside.width(), line), Qt.AlignmentFlag.AlignLeft, words)
        columns = 8
        step = min(20.0, inside.width() / columns)
        if inside.y() + 2 * line + 8 + step > place.bottom():
            return
        for i in range(ghost.dice):
            x, y = inside.x() + (i % columns) * step, inside.y() + 2 * line + 8 + (i // columns) * step
            gone = i >= ghost.left
            painter.setPen(QPen(theme.color("edge"), 1.0))
            painter.setBrush(theme.color("panel" if gone else "strong_edge"))
            painter.drawRoundedRect(QRectF(x, y, step - 4, step - 4), 3, 3)

    def middle(self) -> QRect:
        """Returns the room of the board, for what is laid over it."""
        return self.layout_now()[1].toAlignedRect()

    def sizeHint(self) -> QSize:
        return QSize(1100, 700)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._forget()
        self.flights.clear()
        self.resized.emit()

    # ------------------------------------------------------------------ screen readers

    def _readable_groups(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Returns what lies on the trays of the people here: the player's name, and the spots, each after the player's
        id."""
        return tuple(
            (self.names.get(player, player), tuple(f"{player} {spot}" for spot, _ in tray.targets))
            for player, tray in self.trays.items() if player in self.people
        )

    def _place_of(self, spot: str) -> QRectF:
        player, own = _parted(spot)
        rect = dict(self.trays[player].targets).get(own)
        if rect is None:
            return QRectF()
        return self.layout_now()[0][player].transform.mapRect(QRectF(rect.x, rect.y, rect.w, rect.h))

    def _pressable(self, spot: str) -> bool:
        return any(spot in spots for _, spots in self._readable_groups())

    # ------------------------------------------------------------------ fingers and the mouse

    def event(self, event: QEvent) -> bool:
        if event.type() in _TOUCHES:
            event.accept()
            self._touch(cast(QTouchEvent, event))
            return True
        if event.type() == QEvent.Type.TouchCancel:
            self.touched.clear()
            return True
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._forget()
        return super().event(event)

    def _touch(self, event: QTouchEvent) -> None:
        for point in event.points():
            # A finger that comes down is new, even if the system never told that it had left.
            if point.state() == QEventPoint.State.Pressed:
                player = self.player_at(point.position())
                self.touched[point.id()] = player
                self._hit(event, point, player)
            elif point.state() == QEventPoint.State.Released:
                self.touched.pop(point.id(), None)
                self._end(event, point)
        if event.type() == QEvent.Type.TouchEnd:
            self.touched.clear()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._hit(event, event.point(0), self.player_at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._end(event, event.point(0))

    def _hit(self, event: QPointerEvent, point: QEventPoint, player: str) -> None:
        spot = self.spot_at(player, point.position()) if player in self.people else ""
        self._down[point.id()] = f"{player} {spot}" if spot else ""
        if spot and (not self.steady or taps().count(event, point.globalPosition(), self._down[point.id()])):
            self.hit.emit(player, spot)

    def _end(self, event: QPointerEvent, point: QEventPoint) -> None:
        down = self._down.pop(point.id(), "")
        if down:
            taps().end(event, point.globalPosition(), down)


def _pixels(display: Display, size: QSize, ratio: float) -> QPixmap:
    """A display as large as fits in a size."""
    made = QPixmap(QSize(max(1, round(size.width() * ratio)), max(1, round(size.height() * ratio))))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    scale = min(size.width() / display.size[0], size.height() / display.size[1])
    painter.scale(scale, scale)
    sheet_painter().paint(painter, display, theme.mode())
    painter.end()
    return made


def _enlarged(rect: QRectF, grown: float) -> QRectF:
    """A rectangle in the trays' points as one in pixels."""
    return QRectF(grown * rect.x(), grown * rect.y(), grown * rect.width(), grown * rect.height())


def _parted(spot: str) -> tuple[str, str]:
    player, _, own = spot.partition(" ")
    return player, own
