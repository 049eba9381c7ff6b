"""Reading a sheet back: every place in reading order is shown and said, and one key says that it stands so on paper.

Keeps which places were found right; what stands in them, the desk knows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Mark, Shape, ellipse, polyline
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import button, icon_button
from rollwrite_desktop.ui.kit.labels import label

_DISC = 5.5  # points


class ReadBack(QFrame):
    """The bar over the sheet while it is read back. `moved` carries the place that it is at, `confirmed` comes after one
    was found right, `ended` after the last one or when it was left."""

    moved = Signal(str)
    confirmed = Signal()
    ended = Signal()

    def __init__(self, order: Sequence[str], describe: Callable[[str], str]) -> None:
        super().__init__()
        self.order = tuple(order)
        self.describe = describe
        self.right: set[str] = set()
        self.at = 0
        theme.role(self, "bar")
        self.text = label("", "prompt")
        self.count = label("", "faint")
        self.confirm = button(tr("&Right (Enter)"), "check", "primary", self.confirm_place)
        self.before = icon_button("chevron-left", tr("Previous place"), lambda: self._go(self.at - 1))
        skip = tr("Next place, without marking this one right")
        self.after = icon_button("chevron-right", skip, lambda: self._go(self.at + 1))
        self.end = icon_button("x", tr("Stop reading back"), self.leave)
        for each in (self.confirm, self.before, self.after, self.end):
            each.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        text = QVBoxLayout()
        text.setSpacing(0)
        text.addWidget(self.text)
        text.addWidget(self.count)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 4, 4)
        row.setSpacing(4)
        row.addLayout(text, 1)
        for each in (self.before, self.after, self.confirm, self.end):
            row.addWidget(each)
        self.hide()

    @property
    def left(self) -> list[int]:
        """The places, by their numbers in the order, that are still to be read."""
        return [place for place, spot in enumerate(self.order) if spot not in self.right]

    @property
    def active(self) -> bool:
        """Whether reading back goes on."""
        return not self.isHidden()

    def begin(self) -> None:
        """Goes on where it was left; anew when everything has been found right."""
        if not self.left:
            self.right.clear()
        self.show()
        self._go(self.left[0])

    def leave(self) -> None:
        """Ends before everything was read."""
        self._end()
        accessible.announce(tr("Reading back has ended. {place}.", place=self.describe(self.order[self.at])))

    def _end(self) -> None:
        self.hide()
        self.ended.emit()

    def confirm_place(self) -> None:
        """It stands so on paper; on to the next place that has not been read."""
        self.right.add(self.order[self.at])
        self.confirmed.emit()
        left = self.left
        if not left:
            self._end()
            return
        self._go(next((place for place in left if place > self.at), left[0]))

    def go_to(self, spot: str) -> None:
        """Somebody chose another place."""
        if spot in self.order and spot != self.order[self.at]:
            self.at = self.order.index(spot)
            self._update_text()

    def correct(self, changed: Collection[str]) -> None:
        """Takes it that what stands in these places is not what was read."""
        self.right -= set(changed)
        if self.active:
            self._update_text()  # the page says what was written

    def _go(self, at: int) -> None:
        self.at = min(max(0, at), len(self.order) - 1)
        self._update_text()
        self.moved.emit(self.order[self.at])

    def _update_text(self) -> None:
        """Shows the place that it is at."""
        self.text.setText(self.describe(self.order[self.at]))
        self.count.setText(tr("{n} of {all} read back. Type to correct.", n=len(self.right), all=len(self.order)))
        self.before.setEnabled(self.at > 0)
        self.after.setEnabled(self.at + 1 < len(self.order))


def read_places(sheet: Sheet, order: Sequence[str]) -> tuple[str, ...]:
    """Returns what is read back of places in reading order: of boxes that are crossed off in a row only the first, which
    tells them all."""
    seen: set[str] = set()
    found = []
    for spot in order:
        box = sheet.box.get(spot)
        if box is not None and box.kind == "check" and "/" in spot:
            if box.group in seen:
                continue
            seen.add(box.group)
        found.append(spot)
    return tuple(found)


def ticks(sheet: Sheet, spots: Collection[str]) -> Iterator[Mark]:
    """Small check marks at the places that were found right."""
    for spot in spots:
        if spot in sheet.space:
            rect = sheet.space[spot].writing
        elif spot in sheet.box:
            rect = sheet.box[spot].rect
        else:
            continue
        x, y = rect.x + rect.w - 2, rect.y + rect.h - 2
        yield Shape(f"read/{spot}/disc", ellipse(x, y, _DISC, _DISC), fill="legal", stroke="box", width=0.8)
        check = polyline(((x - 2.6, y + 0.2), (x - 0.8, y + 2.2), (x + 2.8, y - 2.2)))
        yield Shape(f"read/{spot}", check, stroke="box", width=1.5)
