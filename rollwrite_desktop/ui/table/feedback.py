"""What a tap is answered with at its place: the sentence of a refusal, or a small undo beside the stroke."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.table.overlays import Bubble, UndoButton


class Feedback:
    """Lies on `page`, speaks of spots of `view`."""

    def __init__(self, page: QWidget, view: SheetView) -> None:
        self._page = page
        self._view = view
        self.bubble = Bubble(page)
        self.undo = UndoButton(page)

    def clear(self) -> None:
        self.bubble.hide()
        self.undo.hide()

    @property
    def tapped(self) -> QPointF:
        """The place on the page of the latest tap on the sheet."""
        return QPointF(self._view.mapTo(self._page, self._view.last_place.toPoint()))

    def explain(self, sentence: str, place: QPointF, spots: Collection[str] = (), key: str = "") -> None:
        """The sentence near a place, off the spots that it speaks of where there are not too many; `key`: its rule."""
        areas = [self._view.place_of(spot).translated(self._corner) for spot in spots]
        avoid = QRectF()
        for area in areas:
            avoid = avoid.united(area)
        if avoid.height() > self._view.height() * 0.45:
            avoid = areas[0]
        self.bubble.say_at(sentence, place, avoid, key)

    def offer_undo(self, spot: str) -> None:
        """The small undo beside a spot just written on, off what may be tapped next."""
        free = [self._view.writing_place(other).translated(self._corner) for other in self._view.among]
        self.undo.offer(self._view.writing_place(spot).translated(self._corner), free)

    @property
    def _corner(self) -> QPointF:
        return QPointF(self._view.mapTo(self._page, self._view.rect().topLeft()))
