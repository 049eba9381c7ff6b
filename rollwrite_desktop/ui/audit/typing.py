"""Typing on the desk: choosing a place, what its keys write, the keys near a finger, and reading the sheet back.

Knows nothing of findings, rolls or files; whatever was written goes to `put`. What a key means, the game's desk says.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QVBoxLayout, QWidget

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.guide import PaperEditor
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.audit.keypad import Keypad, NearKeypad
from rollwrite_desktop.ui.audit.paper_view import ERASE, PaperView
from rollwrite_desktop.ui.audit.read_back import ReadBack, reading_order, ticks
from rollwrite_desktop.ui.shell.settings import Settings
from rollwrite_desktop.ui.widgets.buttons import icon_button

CIRCLE, CROSS_OFF = "(", " "


class TypingPage(QWidget):
    """`half`: the paper with a mark that is typed by half, shown and not judged. `among`: places that are ringed."""

    sheet: Sheet
    desk: PaperEditor
    paper: Paper
    report: Report

    def __init__(self, store: Settings) -> None:
        super().__init__()
        self.store = store
        self.among: frozenset[str] = frozenset()
        self.half: Paper | None = None
        self._armed = False
        self._typed_at = ""

    def put(self, paper: Paper) -> None:
        """Another state of the paper."""
        raise NotImplementedError

    def takes(self, paper: Paper) -> bool:
        """Whether a paper is well formed."""
        raise NotImplementedError

    def name_asked(self) -> None:
        """The place for the player's name was tapped."""
        raise NotImplementedError

    def furnish_sheet(self) -> None:
        """The sheet, its keys, and the bar for reading back."""
        self.view = PaperView(self.sheet)
        self.view.describe = lambda spot: self.desk.describe(self.half or self.paper, spot)
        self.view.takes = lambda key: bool(self.spot) and any(key == each for each, _ in self.desk.keys(self.spot))
        self.writable = [spot for spot in self.desk.order() if self.desk.keys(spot)]
        self.view.last_spot = self.writable[-1]
        self.view.setAccessibleName(tr(self.sheet.title))
        self.keypad = Keypad()
        self.follow = icon_button("keyboard", tr("Keys that follow the finger"), self._follow)
        self.follow.setCheckable(True)
        self.follow.setChecked(self.store.recall("keys-follow", True))
        self.keypad.head.addWidget(self.follow)
        self.near = NearKeypad(self)
        self.reading_back = ReadBack(reading_order(self.sheet, self.writable), self.view.describe)
        self.reading_back.moved.connect(self.choose)
        self.view.spot_tapped.connect(self.tap)
        self.view.focus_moved.connect(lambda _: self._moved())
        self.view.typed.connect(self.type)
        self.view.stepped.connect(self._step)
        self.view.erased.connect(self.erase)
        self.view.cleared.connect(self._clear)
        for keys in (self.keypad, self.near):
            keys.pressed.connect(self.type)

    def lay_sheet(self) -> QVBoxLayout:
        """The sheet with what stands over it."""
        column = QVBoxLayout()
        column.setSpacing(6)
        column.addWidget(self.reading_back)
        column.addWidget(self.view, 1)
        return column

    # ------------------------------------------------------------------ choosing and typing

    @property
    def spot(self) -> str:
        """The chosen place, or ""."""
        return self.view.cursor_spot

    def choose(self, spot: str) -> None:
        self.view.move_cursor(spot)

    def _moved(self) -> None:
        self._armed = False
        self.half = None
        self._typed_at = ""
        if self.reading_back.active:
            self.reading_back.go_to(self.spot)
        self.show_sheet()
        if not self.near.isHidden():
            self._show_near()

    def tap(self, spot: str) -> None:
        """A tap chooses a place; a box is crossed off by it too."""
        self.keypad.show()
        self.choose(spot)
        box = self.sheet.box.get(spot)
        if box is not None and box.group == "player":
            self.name_asked()
        elif box is not None and box.kind == "check":
            self._write(spot, CROSS_OFF)
        elif self.view.by_finger and self.follow.isChecked():
            self._show_near()

    def type(self, key: str) -> None:
        """Writes a key in the chosen place; when nothing more fits there, goes on to the next."""
        spot = self.spot
        if not spot:
            return
        if key == CROSS_OFF and self.reading_back.active and spot in self.sheet.space:
            self.reading_back.confirm_place()
        elif key == ERASE:
            self.erase(False)
        elif key == CIRCLE and self.desk.typed(self.half or self.paper, spot, key) is None:
            # A circle typed before its number waits for it.
            self._armed = spot in self.sheet.space and not self._armed
            self.show_sheet()
        elif self._write(spot, key, CIRCLE if self._armed else ""):
            self._armed = False
            if spot in self.sheet.space and key != CIRCLE and self._full(spot) and not self.reading_back.active:
                self.step(1)
                self._typed_at = spot

    def _write(self, spot: str, key: str, then: str = "") -> bool:
        """One step for undo, although it may be two keys. What is no mark yet is shown, and waits for its other half."""
        after = self.desk.typed(self.half or self.paper, spot, key)
        if after is None:
            return False
        after = self.desk.typed(after, spot, then) or after if then else after
        if spot in self.sheet.space and not self.takes(after):
            self.half, self._armed = after, False
            self.show_sheet()
            return False
        half, self.half = self.half, None
        before = self.paper
        self.put(after)
        if half is not None and self.paper is before:
            self.show_sheet()
        return self.paper == after

    def _full(self, spot: str) -> bool:
        """Whether a further digit would begin anew instead of being added to what stands there."""
        cleared = msgspec.structs.replace(
            self.paper, spaces={space: held for space, held in self.paper.spaces.items() if space != spot}
        )
        for digit in "0123456789":
            added, anew = (self.desk.typed(paper, spot, digit) for paper in (self.paper, cleared))
            if added and anew and added.spaces.get(spot, "").strip("()") != anew.spaces.get(spot, "").strip("()"):
                return False
        return True

    def _step(self, by: int) -> None:
        """Enter and Tab: the next place, or that this one is read back."""
        if self.reading_back.active and by > 0:
            self.reading_back.confirm_place()
        else:
            self.step(by)

    def _clear(self) -> None:
        """Escape: no place is chosen any more; out of what is going on first."""
        if self.reading_back.active:
            self.reading_back.leave()
        else:
            self.near.hide()
            self.choose("")

    def step(self, by: int) -> None:
        """To the next place as one reads the sheet, or the one before."""
        order = self.writable
        at = order.index(self.spot) + by if self.spot in order else 0
        self.choose(order[min(max(at, 0), len(order) - 1)])

    def erase(self, back: bool) -> None:
        """Erases what stands in the chosen place; `back`: what was typed last, or before an empty place."""
        if not self.spot:
            return
        if back and self._typed_at:
            self.choose(self._typed_at)
        elif back and self.spot in self.sheet.space and not self.paper.spaces.get(self.spot):
            self.step(-1)
        self._write(self.spot, ERASE)

    def _follow(self) -> None:
        self.store.keep("keys-follow", self.follow.isChecked())
        self.near.hide()

    def _show_near(self) -> None:
        """The keys near the chosen place, off its neighbours."""
        spot = self.spot
        if not spot or not self.desk.keys(spot):
            self.near.hide()
            return
        corner = QPointF(self.view.mapTo(self, self.view.rect().topLeft()))
        free = [self.view.writing_place(other).translated(corner) for other in self.sheet.neighbours.get(spot, ())]
        self.near.keypad.show_keys(self.view.describe(spot), self.desk.keys(spot))
        self.near.show_at(
            self.view.place_of(spot).translated(corner), free, QRectF(self.view.rect()).translated(corner)
        )

    def read_aloud(self) -> None:
        """The second pass: every place is shown and told, and found right by one key."""
        if self.reading_back.active:
            self.reading_back.leave()
            return
        self.near.hide()
        self.reading_back.begin()
        self.view.setFocus()

    def show_sheet(self) -> None:
        """The sheet and its keys as they are now."""
        shown = self.half or self.paper
        display = self.desk.draw(shown, self.report, self.spot, self.among)
        if self.reading_back.right:
            display = replace(display, marks=(*display.marks, *ticks(self.sheet, sorted(self.reading_back.right))))
        self.view.show_display(display)
        place = self.desk.describe(shown, self.spot) if self.spot else ""
        self.keypad.show_keys(place, self.desk.keys(self.spot) if self.spot else self.desk.keys(self.writable[0]))
        self.keypad.arm(CIRCLE, self._armed)
        for key in self.keypad.buttons.values():
            key.setEnabled(bool(self.spot))
        if not self.near.isHidden():
            self.near.keypad.show_keys(place, self.desk.keys(self.spot))
            self.near.keypad.arm(CIRCLE, self._armed)
