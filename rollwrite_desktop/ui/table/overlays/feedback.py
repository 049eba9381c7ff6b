"""What a tap is answered with at its place: the sentence of a refusal, or a small Undo beside the move."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPointF, QRectF, Signal
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.play.snapshot import Notice, UndoOffer
from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.table.overlays.refusal_bubble import RefusalBubble
from rollwrite_desktop.ui.table.overlays.undo_chip import UndoChip

_TOO_HIGH = 0.45
"""Of the sheet's height: an area higher than this cannot be kept clear of the bubble."""


class Feedback(QObject):
    """Lies on `page` and speaks of spots of `view`. `dismissed`: the sentence is read; `rule_chosen` carries the rulebook
    key of its rule; `undo_chosen`: the move is to be undone."""

    dismissed = Signal()
    rule_chosen = Signal(str)
    undo_chosen = Signal()

    def __init__(self, page: QWidget, view: SheetView) -> None:
        super().__init__(page)
        self._page = page
        self._view = view
        self.bubble = RefusalBubble(page)
        self.bubble.dismissed.connect(self.dismissed)
        self.bubble.rule_chosen.connect(self.rule_chosen)
        self.undo = UndoChip(page)
        self.undo.clicked.connect(self.undo_chosen)

    @property
    def tapped(self) -> QPointF:
        """The place on the page of the latest tap on the sheet."""
        return QPointF(self._view.mapTo(self._page, self._view.last_place.toPoint()))

    def show_notice(self, notice: Notice | None, place: QPointF) -> None:
        """The sentence near a place of the page, off the spots that it speaks of where there are not too many."""
        if notice is None:
            self.bubble.hide()
            return
        areas = [self._view.place_of(spot).translated(self._corner) for spot in notice.spots]
        avoid = QRectF()
        for area in areas:
            avoid = avoid.united(area)
        if avoid.height() > self._view.height() * _TOO_HIGH:
            avoid = areas[0]
        self.bubble.say_at(notice.sentence, place, avoid, notice.key)

    def show_undo(self, offer: UndoOffer | None) -> None:
        """The small Undo beside the spot just written in, off what may be tapped next."""
        if offer is None:
            self.undo.hide()
            return
        free = [self._view.writing_place(other).translated(self._corner) for other in self._view.among]
        self.undo.offer(self._view.writing_place(offer.spot).translated(self._corner), free)

    @property
    def _corner(self) -> QPointF:
        return QPointF(self._view.mapTo(self._page, self._view.rect().topLeft()))
