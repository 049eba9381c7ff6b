"""Tab in every window: it reaches everything, comes back, goes as one reads, and the focus is always somewhere; Return there
presses the button that has it, and does nothing else."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QApplication, QLayout, QLayoutItem, QWidget
from shiboken6 import Shiboken

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.canvas.paper_view import PaperView
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.kit.tab_order import tab_stops
from rollwrite_desktop.ui.library.home_page import HomePage
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.paper.session.call_step import CallStep
from rollwrite_desktop.ui.play.race.race_page import RacePage
from rollwrite_desktop.ui.play.table.overlays.undo_chip import UndoChip
from rollwrite_desktop.ui.play.table.replay.replay_page import ReplayPage
from rollwrite_desktop.ui.play.table.replay.roll_strip import CardStrip
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.sampling import sampled
from tests.ui.conftest import settle
from tests.ui.rooms import ROOMS, controls, name

KEYED = (RacePage, ReplayPage, CallStep)
"""Pages that take keys themselves: they are stops, before what is on them."""
every_room = sampled("title", list(ROOMS), 14)


def ring(forward: bool = True) -> list[QWidget]:
    """The stops of Tab from where the focus is until one comes again; that one ends the list."""
    stops: list[QWidget] = []
    here = QApplication.focusWidget()
    if isinstance(here, PaperView) and here.cursor_spot:
        here.cleared.emit()  # Tab would go from place to place on the sheet
    key, held = (Qt.Key.Key_Tab, Qt.KeyboardModifier.NoModifier) if forward else (
        Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    while True:
        here = QApplication.focusWidget()
        assert here is not None, [name(stop) for stop in stops[-2:]]
        again = here in stops
        stops.append(here)
        if again:
            return stops
        QTest.keyClick(here, key, held)


def begins_below_its_head(room: QWidget, first: QWidget) -> None:
    """No page begins with the way out of it; in its head it begins only if it names what with, or has nothing below: then
    with the large button."""
    heads = room.findChildren(PageHead)
    assert first not in [head.back for head in heads]
    if not isinstance(room, MainWindow) or room.page is None or first is room.page.starts_at:
        return
    if any(head.isAncestorOf(first) for head in heads):
        assert not [each for each in tab_stops(room.page) if not any(head.isAncestorOf(each) for head in heads)]
        assert first.property("role") == "primary"


def place(widget: QWidget, other: QWidget) -> QRect:
    """Where it is in the window; what scrolls and does not hold the other is where its scroll area is."""
    shown, above = widget, widget.parentWidget()
    while above is not None and not above.isWindow():
        if isinstance(above, QAbstractScrollArea) and not above.isAncestorOf(other):
            shown = above
        above = above.parentWidget()
    return QRect(shown.mapTo(shown.window(), QPoint(0, 0)), shown.size())


def backwards(one: QWidget, other: QWidget) -> bool:
    """Whether somebody who reads would have to go back: up within a column, or to the left within a row."""
    before, after = place(one, other), place(other, one)
    up = after.bottom() <= before.top() and after.left() < before.right()
    left = after.right() <= before.left() and after.bottom() > before.top() and after.top() < before.bottom()
    return up or left


def elsewhere(control: QWidget, stops: list[QWidget]) -> bool:
    """Whether a control that Tab does not stop at is reached otherwise: by arrows from another of its group, or by a key
    of its own, as what lies over sheets and races is. Cards of a replay are no controls."""
    own_key = isinstance(control, UndoChip) or (control.focusPolicy() == Qt.FocusPolicy.NoFocus and any(
        page.isAncestorOf(control) for page in control.window().findChildren(RacePage)))
    if own_key or isinstance(control.parent(), CardStrip):
        return True
    group = control.group() if isinstance(control, QAbstractButton) else None
    grouped = group is not None and group.exclusive() and any(each in stops for each in group.buttons())
    siblings = isinstance(control, QAbstractButton) and control.autoExclusive() and any(
        isinstance(each, QAbstractButton) and each.autoExclusive() and each.parent() is control.parent() for each in stops)
    return grouped or siblings


def by_arrows(button: QAbstractButton) -> list[QWidget]:
    """What arrows reach from a button, going on from there."""
    reached: list[QWidget] = [button]
    for here in reached:  # grows meanwhile
        for arrow in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right):
            here.setFocus()
            QTest.keyClick(here, arrow)
            there = QApplication.focusWidget()
            if there is not None and there not in reached:
                reached.append(there)
    return reached


def told(control: QWidget) -> tuple[str, str]:
    """What a reader tells of a control: its name and its description."""
    face = QAccessible.queryAccessibleInterface(control)
    assert face is not None
    return face.text(QAccessible.Text.Name), face.text(QAccessible.Text.Description)


class Strays(QObject):
    """Notes keys that come to a widget."""

    def __init__(self) -> None:
        super().__init__()
        self.came: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(watched, QWidget):
            self.came.append(name(watched))
        return False


def return_presses(buttons: list[QAbstractButton], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is pressed by Return, once, and what it lies in hears nothing of the key; nothing comes of the presses."""
    pressed: list[str] = []
    monkeypatch.setattr(QAbstractButton, "click", lambda one: pressed.append(name(one)))
    strays = Strays()
    for one in buttons:
        around = one.parentWidget()
        assert around is not None
        around.installEventFilter(strays)
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            pressed.clear()
            one.setFocus()
            QTest.keyClick(one, key)
            assert pressed == [name(one)]
            assert not strays.came, f"{name(one)}: {strays.came}"
        around.removeEventFilter(strays)


@every_room
def test_tab_goes_through_everything_as_it_is_read(
    window: MainWindow, tmp_path: Path, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = ROOMS[title](window, tmp_path)
    room.activateWindow()
    settle()
    first = QApplication.focusWidget()
    assert first is not None and first.isVisible()
    assert first.focusPolicy() & Qt.FocusPolicy.TabFocus, f"{name(first)} does not show its focus"
    begins_below_its_head(room, first)
    before = items()
    stops = ring()
    assert stops[-1] is first, name(stops[-1])
    assert ring(forward=False) == stops[::-1]
    del stops[-1]
    unreached = [c for c in controls(room) if c.isEnabled() and c not in stops and not elsewhere(c, stops)]
    around = [each.parent() for each in unreached]
    beside = [each for each in stops if isinstance(each, QAbstractButton) and each.parent() in around]
    by_arrow = [each for stop in beside for each in by_arrows(stop)]
    assert not [name(each) for each in unreached if each not in by_arrow]
    read = [each for each in stops if not isinstance(each, KEYED)]
    back = [(name(one), name(other)) for one, other in pairwise([*read, *read[:1]]) if backwards(one, other)]
    assert len(back) <= 1, back  # from the end of the window to its beginning
    called = Counter(told(each) for each in controls(room) if isinstance(each, QAbstractButton) and each.isEnabled())
    assert not [words for words, times in called.items() if times > 1 or not words[0]], "who listens cannot tell them apart"
    return_presses([each for each in stops if isinstance(each, QAbstractButton)], monkeypatch)
    assert items() == before, "what stands for an item outlives it and is taken for something else"


def items() -> int:
    """How many items of layouts Python has something to stand for."""
    return sum(isinstance(each, QLayoutItem) and not isinstance(each, QLayout) for each in Shiboken.getAllValidWrappers())


def test_return_opens_a_card_and_the_window_is_called_by_what_is_shown(window: MainWindow) -> None:
    window.go.show_home()
    assert isinstance(window.page, HomePage)
    card = window.page.games["on_tour"]
    card.setFocus()
    QTest.keyClick(card, Qt.Key.Key_Return)
    assert window.windowTitle().startswith("On Tour –")
    window.go.show_print()
    assert window.windowTitle().startswith("Print –")
    window.page.left.emit()
    assert window.windowTitle().startswith("On Tour –")


def test_the_check_begins_on_the_sheet(window: MainWindow) -> None:
    window.go.show_check(Paper(game="on_tour"))
    assert isinstance(window.page, AuditPage)
    settle()
    assert QApplication.focusWidget() is window.page.entry.view


@pytest.mark.parametrize("text", ["100", "300"])
def test_a_page_with_nothing_below_its_head_begins_with_the_large_button(
    window: MainWindow, store: Settings, tmp_path: Path, text: str
) -> None:
    store.prefer(text=text)
    room = ROOMS["check room"](window, tmp_path)
    room.activateWindow()
    settle()
    first = QApplication.focusWidget()
    assert isinstance(first, QAbstractButton) and first.text().replace("&", "") == "New sheet"
    begins_below_its_head(room, first)
