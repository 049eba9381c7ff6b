"""What a tap is answered with at its place: the sentence of a refusal, a small Undo beside the move, the question which die
was meant. None of it covers a place that can be written in now, the one with the cursor, nor anything of the tray; Undo
covers nothing at all. A refusal whose place has no room around it lies over that place. What is beside a place goes with it
where the sheet is dragged or magnified, and is not seen while that is out of sight."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.play.table.snapshot import Notice, Question, UndoOffer
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.placing import Box, nearest_blank, nearest_free
from rollwrite_desktop.ui.play.table.overlays.chooser import Chooser
from rollwrite_desktop.ui.play.table.overlays.refusal_bubble import RefusalBubble
from rollwrite_desktop.ui.play.table.overlays.tail import Tail
from rollwrite_desktop.ui.play.table.overlays.undo_chip import UndoChip

_MARGIN = 12
"""Beside a sentence with large texts, in pixels."""
_NEAR = 60.0
"""How far from its place what answers a tap there may lie, in pixels, where that covers nothing; a question always."""
_HEAVY = 4
"""How much worse it is to cover a question's own place, or the tray, than another place that can be written in."""


class Feedback(QObject):
    """Lies on `page` and speaks of spots of `view`; widgets of `clear` are to stay free too. `dismissed`: the sentence is
    read; `rule_chosen` carries the rulebook key of its rule; `undo_chosen`: the move is to be undone; `die_chosen` carries
    the token that was meant."""

    dismissed = Signal()
    rule_chosen = Signal(str)
    undo_chosen = Signal()
    die_chosen = Signal(str)

    def __init__(self, page: QWidget, view: SheetView, *clear: QWidget) -> None:
        super().__init__(page)
        self._page, self._view, self._clear = page, view, clear
        self.bubble = RefusalBubble(page)
        self.bubble.tapped.connect(self._tap_through)
        self.bubble.rule_chosen.connect(self.rule_chosen)
        self.undo = UndoChip(page)
        self.undo.clicked.connect(self.undo_chosen)
        self.chooser = Chooser(page)
        self.chooser.chosen.connect(self._choose)
        self.tails = {thing: Tail(page) for thing in (self.bubble, self.chooser)}
        self.written = label("", "answer", wrap=False)
        self.written.setParent(page)
        self.written.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.written.hide()
        self._spoken: tuple[Notice, QPointF, str] | None = None
        self._asked: Question | None = None
        self._offer: UndoOffer | None = None
        self._expected = False
        self._resized = QTimer(self, singleShot=True, interval=0)  # once the sheet is laid out anew
        self._resized.timeout.connect(self._follow)
        view.sheet_moved.connect(self._resized.start)
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if type(event) is QResizeEvent and watched is self._view:
            self._resized.start()
        return super().eventFilter(watched, event)

    def _follow(self) -> None:
        """Keeps what is said, asked and offered beside its place when the sheet has another size, or lies elsewhere."""
        if self._spoken is not None:
            notice, place, spot = self._spoken
            if spot and not self._in_sight(spot):
                self._hide(self.bubble)
            else:
                self._lay_notice(notice, self._view.center_of(spot) + self._corner if spot else place)
        if self._asked is not None:
            self.show_question(self._asked)
        if self._offer is not None:
            self._place_undo()

    def _in_sight(self, spot: str) -> bool:
        """Returns whether any of a place can be seen."""
        return self._view.rect().intersects(self._view.writing_place(spot).toAlignedRect())

    def set_pips(self, pips: bool) -> None:
        """Sets whether dice to choose among show pips."""
        self.chooser.pips = pips

    @property
    def tapped(self) -> QPointF:
        """The place on the page of the latest tap on the sheet, or of the keyboard's cursor while keys are used."""
        view = self._view
        place = view.center_of(view.cursor_spot) if view.keyed and view.cursor_spot else view.last_place
        return QPointF(view.mapTo(self._page, place.toPoint()))

    def show_notice(self, notice: Notice | None, place: QPointF, answers: str = "") -> None:
        """Shows the sentence near a place of the page, off the spots that it speaks of and off what can be written in.
        `answers`: the keys that answer the question of the moment, announced with it."""
        self._spoken = None
        if notice is None:
            self._hide(self.bubble)
            return
        self._spoken = notice, place, self._view.spot_at(place - self._corner) or ""
        self.bubble.show_sentence(notice.sentence, notice.key, notice.asked, answers)
        self._lay_notice(notice, place)

    def _lay_notice(self, notice: Notice, place: QPointF) -> None:
        spots = [self._box(self._view.place_of(spot)) for spot in notice.spots]
        free = [spot for spot in spots if spot[3] < self._view.height() / 4]
        at = self._refused_at(place)
        free += [self._box(at.translated(-self._corner))] if at.isValid() else []
        self._put(self.bubble, at, free)
        if notice.key and QRectF(*self._whole(self._view)).contains(place):
            self.tails[self.bubble].lead(self.bubble, at, "alarm_soft", "alarm")
        else:
            self.tails[self.bubble].hide()

    def _refused_at(self, place: QPointF) -> QRectF:
        """Where a place of the page is written on, if it is on a writing place of the sheet; else that point alone."""
        spot = self._view.spot_at(place - self._corner)
        written = self._view.writing_place(spot).translated(self._corner) if spot else QRectF()
        return written if written.contains(place) else QRectF(place.x(), place.y(), 0.0, 0.0)

    def show_written(self, offer: UndoOffer | None, sentence: str) -> None:
        """Says what was written where, as long as that is the latest and its place has gone out of sight with large
        texts."""
        if offer is None or self._view.rect().contains(self._view.writing_place(offer.spot).toAlignedRect()):
            self.written.hide()
            return
        self.written.setText(sentence)
        self.written.setWordWrap(False)
        self.written.ensurePolished()
        whole, room = self.written.sizeHint(), self._room
        if whole.width() > room:
            self.written.setWordWrap(True)
            whole = QSize(room, self.written.heightForWidth(room))
        self.written.resize(whole)
        self._put(self.written, QRectF(self._view.mapTo(self._page, self._view.rect().center()).x(), 0.0, 0.0, 0.0), [])

    def _choose(self, spot: str) -> None:
        with self._view.staying():
            self.die_chosen.emit(spot)

    def expect_undo(self, offer: UndoOffer | None) -> None:
        """Takes the small Undo from where it was; `show_undo` shows it beside the spot just written in."""
        self._offer = offer
        self._expected = True
        self.written.hide()
        self.undo.hide()

    def show_undo(self) -> None:
        """Shows the small Undo, if it is expected: to find a blank place for it takes longer than to show what was
        written."""
        if self._expected:
            self._expected = False
            self._place_undo()

    def _place_undo(self) -> None:
        offer = self._offer
        self.written.hide()
        if offer is None or theme.large() or not self._in_sight(offer.spot):  # large: as a state
            self.undo.hide()
            return
        written = self._view.writing_place(offer.spot).translated(self._corner)
        self.undo.offer()
        sheet, corner = self._view.sheet, self._corner
        places = [place.translated(corner).getRect() for place in self._view.places_of((*sheet.space, *sheet.box))]
        places += [self._whole(each) for each in self._clear if each.isVisible()]
        box = self._blank_near(written, [cast(Box, place) for place in places])
        if box is None:  # there is one in the head too
            self.undo.hide()
        else:
            self._show(self.undo, box)

    def _blank_near(self, written: QRectF, keep: list[Box]) -> Box | None:
        """Where Undo covers nothing that is drawn, nor any of `keep`; None where it would lie so far from what was written
        that it seems to be another place's."""
        corner, page = self._corner, QRectF(self._page.rect())
        wide, high = float(self.undo.width()), float(self.undo.height())
        across, down = written.width() / 2 + _NEAR + wide, written.height() / 2 + _NEAR + high
        at = written.center()
        near = QRectF(at.x() - across, at.y() - down, 2 * across, 2 * down)
        drawn = self._view.canvas.inked(near.translated(-corner).toAlignedRect())
        inked = [(each.x() + corner.x(), each.y() + corner.y(), each.width(), each.height()) for each in drawn]
        here = [place for place in keep if near.intersects(QRectF(*place))]
        box = nearest_blank((at.x(), at.y()), (wide, high), (page.width(), page.height()), [*here, *inked])
        return box if box is not None and _gap(QRectF(*box), written) <= _NEAR else None

    def show_question(self, question: Question | None) -> None:
        """Shows the dice that could go where the tap was."""
        self._asked = question
        if question is None or not self._in_sight(question.spot):
            self._hide(self.chooser)
            return
        self.chooser.ask(question.tokens)
        place = self._view.writing_place(question.spot).translated(self._corner)
        self._put(self.chooser, place, [self._box(self._view.writing_place(question.spot))], must=True)
        self.tails[self.chooser].lead(self.chooser, place, "lifted", "accent")

    def _hide(self, thing: RefusalBubble | Chooser) -> None:
        thing.hide()
        self.tails[thing].hide()

    def _put(self, thing: QWidget, place: QRectF, keep: list[Box], must: bool = False) -> None:
        """Lays a thing where it covers nothing, near a place of the page if there is room, else over what it is to keep off
        but over nothing that is legal; one that `must` be near rather covers something."""
        if self._view.cursor_spot:
            keep = [*keep, self._box(self._view.writing_place(self._view.cursor_spot))]
        corner = self._corner
        legal = [_box(written.translated(corner)) for written in self._view.writing_places(self._view.among)]
        beside = [each for each in (self.bubble, self.chooser) if each is not thing]  # a question stays while others refuse
        clear = [self._whole(each) for each in (*self._clear, *beside) if each.isVisible()]
        heavy = [*keep, *clear]
        at, page = place.center(), QRectF(self._page.rect())
        far, shapes = list[tuple[bool, float, int, Box]](), self._shapes(thing)
        for k, take in enumerate(shapes):
            size = take()
            across, down = size.width() + _NEAR, size.height() + _NEAR
            near = place.adjusted(-across, -down, across, down) & page
            box, covers = self._nearest(at, size, near, [*legal, *heavy * _HEAVY])
            if not covers or must:
                self._show(thing, box)
                return
            box, covers = self._nearest(at, size, page, [*legal, *heavy])
            far.append((covers, _gap(QRectF(*box), place), k, box))
        for k, take in enumerate(shapes):
            size = take()
            across, down = size.width(), size.height()
            near = QRectF(at.x() - across, at.y() - down, 2 * across, 2 * down) & page
            box, covers = self._nearest(at, size, near, [*legal, *clear])
            if not covers:
                far.append((covers, _NEAR, k, box))
        _, _, best, box = min(far)
        shapes[best]()
        self._show(thing, box)

    def _shapes(self, thing: QWidget) -> list[Callable[[], QSize]]:
        """Returns what gives a thing each of its shapes, the usual one first, and returns how large it is then."""
        if thing is self.bubble:
            return [partial(self.bubble.take, shape) for shape in self.bubble.shapes(self._room)]
        return [thing.size]

    @staticmethod
    def _nearest(at: QPointF, size: QSize, room: QRectF, keep: list[Box]) -> tuple[Box, bool]:
        """Returns the nearest place within a room of the page, and whether a thing there would cover something."""
        left, top = room.x(), room.y()
        moved = [(x - left, y - top, wide, high) for x, y, wide, high in keep]
        x, y, wide, high = nearest_free(
            (at.x() - left, at.y() - top), (size.width(), size.height()), (room.width(), room.height()), moved
        )
        box = QRectF(x + left, y + top, wide, high)
        return (box.x(), box.y(), wide, high), any(box.intersects(QRectF(*each)) for each in keep)

    @property
    def _room(self) -> int:
        """How wide a sentence may be, in pixels: with large texts not wider than the sheet, beside which tabs are."""
        return self._view.width() - 2 * _MARGIN if theme.large() else self._page.width()

    @staticmethod
    def _show(thing: QWidget, box: Box) -> None:
        thing.setGeometry(QRect(round(box[0]), round(box[1]), round(box[2]), round(box[3])))
        thing.show()
        thing.raise_()

    def _tap_through(self, place: QPoint) -> None:
        """A tap on the sentence puts it away, and is one on the sheet where that can be written in."""
        self.tails[self.bubble].hide()
        self.dismissed.emit()
        self._view.tap_at(QPointF(self._view.mapFrom(self._page, place)))

    def _box(self, place: QRectF) -> Box:
        return _box(place.translated(self._corner))

    def _whole(self, widget: QWidget) -> Box:
        corner = widget.mapTo(self._page, QPoint(0, 0))
        return float(corner.x()), float(corner.y()), float(widget.width()), float(widget.height())

    @property
    def _corner(self) -> QPointF:
        return QPointF(self._view.mapTo(self._page, self._view.rect().topLeft()))


def _box(place: QRectF) -> Box:
    return place.x(), place.y(), place.width(), place.height()


def _gap(one: QRectF, other: QRectF) -> float:
    """How far two rectangles are from each other, across or down."""
    across = max(one.left() - other.right(), other.left() - one.right())
    return max(0.0, across, one.top() - other.bottom(), other.top() - one.bottom())
