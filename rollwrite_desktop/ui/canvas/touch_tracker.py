"""Following fingers: how many there are, how far their middle moved, how much they spread since the last event."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QPointF
from PySide6.QtGui import QEventPoint


class Movement(Struct, frozen=True):
    """`count` fingers are down or were until now; `middle` is theirs, `shift` since the last event, `stretch` a factor."""

    count: int
    middle: QPointF
    shift: QPointF
    stretch: float
    began: bool


class TouchTracker:
    """Remembers each finger by its id. `pinched`: a second finger has been down since the first touched."""

    def __init__(self) -> None:
        self._places: dict[int, QPointF] = {}
        self.pinched = False

    def clear(self) -> None:
        """Forgets all touches."""
        self._places.clear()
        self.pinched = False

    def follow(self, points: Sequence[QEventPoint]) -> Movement:
        """Takes note of an event's points."""
        before = dict(self._places)
        for point in points:
            # WORKAROUND(PySide6 6.11): stationary points report false positions, so theirs are remembered.
            if point.state() != QEventPoint.State.Stationary or point.id() not in self._places:
                self._places[point.id()] = QPointF(point.position())
        places = dict(self._places)
        for point in points:
            if point.state() == QEventPoint.State.Released:
                del self._places[point.id()]
        began = not before and len(places) == 1
        if len(places) >= 2:
            self.pinched = True
        middle = _middle(places)
        stayed = [finger for finger in places if finger in before]
        if len(stayed) < len(places) or len(stayed) < 2:
            return Movement(len(places), middle, QPointF(0, 0), 1.0, began)
        was, now = {i: before[i] for i in stayed}, {i: places[i] for i in stayed}
        spread = _spread(was)
        stretch = _spread(now) / spread if spread > 1.0 else 1.0
        return Movement(len(places), middle, _middle(now) - _middle(was), stretch, began)


def _middle(places: dict[int, QPointF]) -> QPointF:
    if not places:
        return QPointF(0, 0)
    return QPointF(sum(p.x() for p in places.values()) / len(places), sum(p.y() for p in places.values()) / len(places))


def _spread(places: dict[int, QPointF]) -> float:
    middle = _middle(places)
    return sum(math.hypot(p.x() - middle.x(), p.y() - middle.y()) for p in places.values()) / len(places)
