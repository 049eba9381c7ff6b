"""What a screen reader finds: below a sheet or a tray a child for each spot, with name, place, press; and what is read out.

Qt asks for these faces only while somebody reads the screen. Knows no game: views say what their spots are (`Spots`).
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
    QWindow,
)
from PySide6.QtWidgets import (
    QAccessibleWidget,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMainWindow,
    QProgressBar,
    QStackedWidget,
    QTableWidget,
    QWidget,
)
from shiboken6 import VoidPtr, isValid

from rollwrite_desktop.core.i18n import percent, tr, with_colon
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.choices import TAB_LIST, Combo, Tab

Role, Text = QAccessible.Role, QAccessible.Text
_NOTHING = VoidPtr(0)
_HEADINGS = ("display", "title", "heading", "begin")
"""The roles of labels that are headings."""
_LINUX = sys.platform.startswith("linux")
UNTOLD = "untold"
"""The property of a progress bar that is not read out as it goes on, as nobody has asked for the work, or it shows no share;
and, given before its words, of a label that says what the description of a field says too: Orca tells it with the dialog."""
FOLDED = "folded"
"""The property of a widget whose inside is found only while the focus is there: Orca goes through all of a dialog before it
tells it."""
LINE = "line"
"""The property of a label that the arrows come to, as to the lines of a text."""
_APART = 3.0
"""Seconds between two tellings of how far work has come, and from its begin to the first."""
_ENDS = (".", "!", "?", "…", ":", ";", ",")


class Spots(Struct):
    """What can be found in a view: groups, each with its title and the ids of its spots in reading order; of each spot its
    words, its place in the view (pixels), whether a press may mean something, and the press. `focus` is the spot with the
    keyboard's cursor, or ""; `value` is what stands in a spot; `at` is the spot at a place in the view, "" for none;
    `crossed` whether a box is crossed off, None for what is none."""

    groups: Callable[[], Sequence[tuple[str, Sequence[str]]]]
    name: Callable[[str], str]
    place: Callable[[str], QRectF]
    pressable: Callable[[str], bool]
    press: Callable[[str], None]
    focus: Callable[[], str] = lambda: ""
    value: Callable[[str], str] = lambda _: ""
    at: Callable[[QPointF], str] | None = None
    crossed: Callable[[str], bool | None] = lambda _: None

    def ids(self) -> list[str]:
        """All spots in reading order."""
        return [spot for _, spots in self.groups() for spot in spots]


class ScreenReader:
    """What screen readers are told, for the whole program: the spots of each view, and the latest sentence."""

    def __init__(self) -> None:
        self.spots: dict[int, Spots] = {}
        self.faces: dict[int, _ViewFace] = {}
        self.named: dict[int, QAccessibleWidget] = {}
        self.latest = ""
        self.announcements = Announcements()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(lambda _, now: QTimer.singleShot(0, lambda: self._find_spot(now)))

    def _find_spot(self, view: QWidget | None) -> None:
        """A view that has got the focus, as when a dialog has been closed, tells of the spot with the cursor too."""
        if view is not None and isValid(view) and view.hasFocus() and id(view) in self.spots:
            focus_moved(view)

    def explain(self, view: QWidget, spots: Spots) -> None:
        """From now on the view's spots are found."""
        key = id(view)
        self.spots[key] = spots

        def gone() -> None:
            self.spots.pop(key, None)
            face = self.faces.pop(key, None)
            if face is not None:
                face.part()

        view.destroyed.connect(gone)

    def face_of(self, name: str, thing: QObject) -> QAccessibleInterface | None:
        """What Qt is given for a view whose spots are known, a heading, a drop-down list and a few more; None for
        everything else."""
        if isinstance(thing, QLabel) and thing.property(UNTOLD):
            return self._kept(thing, _CaptionFace(thing, Role.ListItem if thing.property(LINE) else Role.Paragraph))
        if isinstance(thing, QLabel) and thing.property("role") in _HEADINGS:
            return self._kept(thing, _CaptionFace(thing, Role.Heading))
        if isinstance(thing, QComboBox):
            if isinstance(thing, Combo) and id(thing) not in self.named:
                thing.stepped.connect(self._notify_step)
            return self._kept(thing, _ComboFace(thing))
        if isinstance(thing, Tab):
            return self._kept(thing, _TabFace(thing))
        if isinstance(thing, QWidget) and thing.property(TAB_LIST):
            return self._kept(thing, _TabListFace(thing))
        if isinstance(thing, QStackedWidget):  # to Qt a pane with layers, which is nothing to be told
            return self._kept(thing, QAccessibleWidget(thing, Role.Grouping))
        if isinstance(thing, QProgressBar):
            return self._kept(thing, _ProgressFace(thing))
        if isinstance(thing, QMainWindow):
            return self._kept(thing, _WindowFace(thing))
        if isinstance(thing, QWidget) and thing.property(FOLDED):
            return self._kept(thing, _FoldedFace(thing))
        if name == "QFrame" and isinstance(thing, QWidget):
            # To Qt a border, which on Linux is a window: Orca takes it for the one in front when its inside has the focus.
            return self._kept(thing, QAccessibleWidget(thing, Role.Grouping))
        spots = self.spots.get(id(thing))
        if spots is None or not isinstance(thing, QWidget):
            return None
        # Qt keeps no reference that Python knows of.
        face = self.faces[id(thing)] = _ViewFace(thing, spots)
        return face

    def _kept(self, widget: QWidget, face: QAccessibleWidget) -> QAccessibleWidget:
        key = id(widget)
        if key not in self.named:
            widget.destroyed.connect(lambda: self.named.pop(key, None))
        self.named[key] = face
        return face

    def announce(self, sentence: str, urgent: bool) -> None:
        """Has a sentence read out."""
        self.latest = sentence or self.latest
        window = QApplication.activeWindow()
        if not sentence or window is None or not QAccessible.isActive():
            return
        if _LINUX:
            self.announcements.tell(sentence, urgent)
        else:
            _announce(QAccessibleAnnouncementEvent(window, sentence), urgent)

    def _notify_step(self, choice: str) -> None:
        # Elsewhere readers tell a new value by themselves, on Linux in an open list only.
        if _LINUX and QAccessible.isActive():
            self.announcements.tell(choice)


def _announce(event: QAccessibleAnnouncementEvent, urgent: bool) -> None:
    politeness = QAccessible.AnnouncementPoliteness
    event.setPoliteness(politeness.Assertive if urgent else politeness.Polite)
    QAccessible.updateAccessibility(event)


class Announcements:
    """Sentences for readers on Linux, told when the program has done what it does now, so that no focus interrupts them.

    A reader asks back about much that it is told, and gives up after 0.8 seconds, so that nothing is heard while the program
    is busy. A sentence therefore comes with its event: as an announcement, or, for readers that know none (Orca before 45),
    as a new name of the window in front, which they tell too. They keep that name, so the window gets its own back once
    another is in front, when that is not told. Of dialogs they tell no new names, and of a window not always while a field
    has the focus: there a notification comes up."""

    def __init__(self) -> None:
        self.waiting: list[tuple[str, bool]] = []
        self.renamed: QMainWindow | None = None
        self.latest = ""
        self.listener, self.notification = _Voice(), _Voice()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusWindowChanged.connect(lambda: QTimer.singleShot(0, self.speak))

    def tell(self, sentence: str, urgent: bool = False) -> None:
        """Tells a sentence at the next free moment, after those that wait already."""
        self.waiting.append((sentence, urgent))
        QTimer.singleShot(0, self.speak)

    def speak(self) -> None:
        """Tells what waits, to the window in front."""
        window = QApplication.activeWindow()
        if self.renamed is not None and self.renamed is not window:
            if isValid(self.renamed):
                QAccessible.updateAccessibility(QAccessibleEvent(self.renamed, QAccessible.Event.NameChanged))
            self.renamed = None
        if window is None or not self.waiting:
            return
        *before, last = (each for each, _ in self.waiting)
        sentence, urgent = " ".join((*map(ended, before), last)), any(urgent for _, urgent in self.waiting)
        self.waiting.clear()
        if not self.listener.asked:
            _announce(QAccessibleAnnouncementEvent(self.listener, ""), urgent)
        face = QAccessible.queryAccessibleInterface(window)
        if self.listener.asked:
            _announce(QAccessibleAnnouncementEvent(window, sentence), urgent)
        elif isinstance(face, _WindowFace) and not isinstance(QApplication.focusWidget(), QLineEdit):
            # The same name as before is not told.
            self.latest = sentence + " " * (sentence == self.latest)
            self.renamed = face.view
            face.call(self.latest)
        else:
            self.notification.come_up(sentence)


def reader() -> ScreenReader:
    """The application's."""
    return theme.shared(ScreenReader)


def explain(view: QWidget, spots: Spots) -> None:
    """From now on a screen reader finds the view's spots."""
    reader().explain(view, spots)


def install() -> None:
    """Once for the program, before any window is shown."""
    QAccessible.installFactory(reader().face_of)


def focus_moved(view: QWidget) -> None:
    """The keyboard's cursor in a view has moved on: its spot is read."""
    if QAccessible.isActive():
        face = QAccessible.queryAccessibleInterface(view)
        spot = face.focusChild() if face is not None else None
        if spot is not None:
            QAccessible.updateAccessibility(QAccessibleEvent(spot, QAccessible.Event.Focus))


def announce(sentence: str, urgent: bool = False) -> None:
    """Has a sentence read out: a roll, whose turn it is; `urgent` before anything else (a refusal)."""
    reader().announce(sentence, urgent)


def name(widget: QWidget, words: str) -> None:
    """Names a widget for screen readers, which Qt tells of every name that is given, also if it is the same."""
    if widget.accessibleName() != words:
        widget.setAccessibleName(words)


def name_cells(table: QTableWidget) -> None:
    """Has readers tell the cells of a table with the heads of their columns, as they tell whole rows."""
    for column in range(table.columnCount()):
        head = table.horizontalHeaderItem(column)
        for row in range(table.rowCount()):
            cell = table.item(row, column)
            if head is not None and cell is not None:
                cell.setData(Qt.ItemDataRole.AccessibleTextRole, f"{head.text()} {cell.text()}".strip())


def repeat() -> None:
    """Has the latest sentence read out once more."""
    announce(reader().latest, urgent=True)


def ended(sentence: str) -> str:
    """A sentence after which another one can be told."""
    return sentence if sentence.endswith(_ENDS) else f"{sentence}."


class _FoldedFace(QAccessibleWidget):
    """A widget with much in it, found only while the focus is there."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(view, Role.Grouping)
        self.view = view

    def childCount(self) -> int:
        return super().childCount() if self._open else 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return super().child(index) if self._open else None

    @property
    def _open(self) -> bool:
        here = QApplication.focusWidget()
        return here is not None and isValid(self.view) and self.view.isAncestorOf(here)


class _WindowFace(QAccessibleWidget):
    """A window by its title, or, while that is told as its new name, by a sentence."""

    def __init__(self, view: QMainWindow) -> None:
        super().__init__(view, Role.Window)
        self.view = view
        self.sentence = ""

    def text(self, kind: QAccessible.Text) -> str:
        return self.sentence if kind == Text.Name and self.sentence else super().text(kind)

    def call(self, sentence: str) -> None:
        """Tells a sentence as the window's new name, which readers get with the event."""
        self.sentence = sentence
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))
        self.sentence = ""


class _CaptionFace(QAccessibleWidget):
    """A label that is more than that: it stands over a page or a part of one, or beside a field."""

    def __init__(self, caption: QLabel, role: QAccessible.Role) -> None:
        super().__init__(caption, role)
        self.caption = caption

    def text(self, kind: QAccessible.Text) -> str:
        if kind == QAccessible.Text.Name and isValid(self.caption):
            return self.caption.accessibleName() or self.caption.text()
        return super().text(kind)


class _ComboFace(QAccessibleWidget):
    """A drop-down list by its own name: Qt calls it by its value, other than on Windows. Its child is the list."""

    def __init__(self, combo: QComboBox) -> None:
        super().__init__(combo, Role.ComboBox)
        self.combo = combo

    def text(self, kind: QAccessible.Text) -> str:
        if isValid(self.combo) and kind in (Text.Name, Text.Value):
            words = self.combo.described if isinstance(self.combo, Combo) else self.combo.currentText()
            return (self.combo.accessibleName() if kind == Text.Name else "") or words
        return super().text(kind)

    def state(self) -> QAccessible.State:
        state = super().state()
        if isValid(self.combo):
            state.expandable = state.hasPopup = True
            state.expanded = self.combo.view().isVisible()
            state.collapsed = not state.expanded
        return state

    def childCount(self) -> int:
        return 1

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return QAccessible.queryAccessibleInterface(self.combo.view()) if index == 0 and isValid(self.combo) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return 0 if isValid(self.combo) and child.object() is self.combo.view() else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # noqa: ARG002
        return None

    def actionNames(self) -> list[str]:
        return [QAccessibleActionInterface.showMenuAction(), QAccessibleActionInterface.pressAction()]

    def doAction(self, name: str) -> None:
        if name not in self.actionNames() or not isValid(self.combo):
            return
        if self.combo.view().isVisible():
            self.combo.hidePopup()
        else:
            self.combo.showPopup()


class _TabFace(QAccessibleWidget):
    """A tab, which Qt takes for a button."""

    def __init__(self, tab: Tab) -> None:
        super().__init__(tab, Role.PageTab)
        self.tab = tab
        tab.toggled.connect(self._tell)

    def text(self, kind: QAccessible.Text) -> str:
        if not isValid(self.tab):
            return super().text(kind)
        if kind == Text.Name:
            return self.tab.accessibleName() or self.tab.text().replace("&", "")
        if kind == Text.Description:  # readers on Linux count tabs only if they are asked to
            among, key = self.parent(), re.search(r"\((.*)\)$", self.tab.toolTip())
            position = tr("{n} of {all}", n=among.indexOfChild(self) + 1, all=among.childCount())
            return ", ".join(filter(None, (position, key[1] if key else "")))
        return super().text(kind)

    def state(self) -> QAccessible.State:
        state = super().state()
        state.selectable = True
        state.selected = isValid(self.tab) and self.tab.isChecked()
        return state

    def actionNames(self) -> list[str]:
        return [QAccessibleActionInterface.pressAction()]

    def doAction(self, name: str) -> None:
        if name in self.actionNames() and isValid(self.tab):
            self.tab.click()

    def _tell(self, selected: bool) -> None:
        if QAccessible.isActive():
            event = QAccessible.Event.Selection if selected else QAccessible.Event.SelectionRemove
            QAccessible.updateAccessibility(QAccessibleEvent(self.tab, event))


class _TabListFace(QAccessibleWidget):
    """What is right around tabs; its children are those that are shown."""

    def __init__(self, around: QWidget) -> None:
        super().__init__(around, Role.PageTabList)
        self.around = around

    def _tabs(self) -> list[Tab]:
        found = self.around.findChildren(Tab) if isValid(self.around) else []
        return sorted((tab for tab in found if not tab.isHidden()), key=lambda tab: (tab.y(), tab.x()))

    def childCount(self) -> int:
        return len(self._tabs())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        tabs = self._tabs()
        return QAccessible.queryAccessibleInterface(tabs[index]) if 0 <= index < len(tabs) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return next((i for i, tab in enumerate(self._tabs()) if tab is child.object()), -1)


class _ProgressFace(QAccessibleWidget):
    """A progress bar by what is being done. Readers tell bare percentages of a bar, again and again: to them it is no such
    thing, and its quarters are announced with its name, if the work takes a while; and that it is done, then."""

    def __init__(self, bar: QProgressBar) -> None:
        super().__init__(bar, Role.StaticText)
        self.bar = bar
        self.value, self.quarter, self.since = bar.value(), -1, time.monotonic()
        bar.valueChanged.connect(self.go_on)

    def text(self, kind: QAccessible.Text) -> str:
        if kind == Text.Name and isValid(self.bar):
            return self._words(self.bar.value())
        return super().text(kind)

    def go_on(self, value: int) -> None:
        """The work has come so far, or another has begun."""
        before, self.value = self.value, value
        if value < before or before < self.bar.minimum():
            self.quarter, self.since = -1, time.monotonic()
        share = self._share(value)
        # Asked each time: a bar is named, which asks for this face, before it has its properties.
        if share is None or share // 25 <= self.quarter or self.bar.property(UNTOLD):
            return
        if share < 100 and (not self.bar.isVisible() or time.monotonic() < self.since + _APART):
            return
        if share < 100 or self.quarter >= 0:
            announce(f"{self._words(value)}.")
        self.quarter, self.since = share // 25, time.monotonic()

    def _share(self, value: int) -> int | None:
        """In percent; None if it is not known."""
        least, all_steps = self.bar.minimum(), self.bar.maximum() - self.bar.minimum()
        return 100 * (value - least) // all_steps if all_steps > 0 and value >= least else None

    def _words(self, value: int) -> str:
        named, share = self.bar.accessibleName(), self._share(value)
        if not named:
            return self.bar.text()
        return named if share is None or self.bar.property(UNTOLD) else with_colon(named, percent(share))


class _ViewFace(QAccessibleWidget):
    """A view; its children are groups, and theirs the spots."""

    def __init__(self, view: QWidget, spots: Spots) -> None:
        super().__init__(view, Role.Grouping)
        self.view, self.spots = view, spots
        self.groups: dict[str, _GroupFace] = {}
        self.children: dict[str, _SpotFace] = {}

    def face(self, spot: str) -> _SpotFace:
        if spot not in self.children:
            self.children[spot] = _SpotFace(self, spot)
        return self.children[spot]

    def group(self, title: str) -> _GroupFace:
        if title not in self.groups:
            self.groups[title] = _GroupFace(self, title)
        return self.groups[title]

    def childCount(self) -> int:
        return len(self.spots.groups())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        groups = self.spots.groups()
        return self.group(groups[index][0]) if 0 <= index < len(groups) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        titles = [title for title, _ in self.spots.groups()]
        return next((i for i, title in enumerate(titles) if self.groups.get(title) == child), -1)

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return self.face_at(x, y, self.spots.ids())

    def face_at(self, x: int, y: int, ids: Sequence[str]) -> QAccessibleInterface | None:
        """The one of these spots at a place on the screen."""
        if self.spots.at is None:
            return next((self.face(spot) for spot in ids if self.face(spot).rect().contains(x, y)), None)
        spot = self.spots.at(QPointF(self.view.mapFromGlobal(QPoint(x, y))))
        return self.face(spot) if spot in ids else None

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        spot = self.spots.focus() if self.view.hasFocus() else ""
        return self.face(spot) if spot and spot in self.spots.ids() else None

    def part(self) -> None:
        """The view is gone, and with it its spots."""
        for face in (*self.children.values(), *self.groups.values()):
            if isValid(face):
                QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(face))
        self.children.clear()
        self.groups.clear()


class _Leaf(QAccessibleInterface):
    """What has nothing below it and is no object of Qt's."""

    def object(self) -> QObject:
        return None  # type: ignore[return-value]

    def child(self, index: int) -> QAccessibleInterface:  # noqa: ARG002
        return None  # type: ignore[return-value]

    def childAt(self, x: int, y: int) -> QAccessibleInterface:  # noqa: ARG002
        return None  # type: ignore[return-value]

    def childCount(self) -> int:
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: ARG002
        return -1

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Names are not given by readers."""

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:  # noqa: ARG002
        # WORKAROUND(PySide6 6.11): an int or None here kills the interpreter.
        return _NOTHING


class _GroupFace(_Leaf):
    """A region of a sheet, or its boxes."""

    def __init__(self, of: _ViewFace, title: str) -> None:
        super().__init__()
        self.of, self.title, self.view = of, title, of.view

    @property
    def ids(self) -> Sequence[str]:
        """Its spots."""
        return next((spots for title, spots in self.of.spots.groups() if title == self.title), ())

    def isValid(self) -> bool:
        return isValid(self.view)

    def window(self) -> QWindow | None:  # type: ignore[override]
        return self.view.window().windowHandle()

    def parent(self) -> QAccessibleInterface:
        return self.of

    def childCount(self) -> int:
        return len(self.ids)

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        ids = self.ids
        return self.of.face(ids[index]) if 0 <= index < len(ids) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return next((i for i, spot in enumerate(self.ids) if self.of.children.get(spot) == child), -1)

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return self.of.face_at(x, y, self.ids)

    def rect(self) -> QRect:
        around = QRect()
        for spot in self.ids:
            around = around.united(self.of.face(spot).rect())
        return around

    def role(self) -> QAccessible.Role:
        return Role.Grouping

    def state(self) -> QAccessible.State:
        return QAccessible.State()

    def text(self, kind: QAccessible.Text) -> str:
        return self.title if kind == Text.Name else ""


class _SpotFace(_Leaf):
    """One spot."""

    def __init__(self, of: _ViewFace, spot: str) -> None:
        super().__init__()
        self.of, self.view, self.spot = of, of.view, spot
        self.press = _Press(of.spots, spot)

    def isValid(self) -> bool:
        return isValid(self.view)

    def window(self) -> QWindow | None:  # type: ignore[override]
        return self.view.window().windowHandle()

    def parent(self) -> QAccessibleInterface:
        return self.of.group(self._where()[0])

    def _where(self) -> tuple[str, Sequence[str]]:
        """The group of the spot: its title and spots."""
        return next((each for each in self.of.spots.groups() if self.spot in each[1]), ("", ()))

    def rect(self) -> QRect:
        place = self.of.spots.place(self.spot)
        return QRectF(self.view.mapToGlobal(place.topLeft()), place.size()).toAlignedRect()

    def role(self) -> QAccessible.Role:
        if self.of.spots.crossed(self.spot) is not None:
            return Role.CheckBox
        return Role.Button if self.of.spots.pressable(self.spot) else Role.ListItem

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        state.focusable = True
        state.focused = self.view.hasFocus() and self.of.spots.focus() == self.spot
        crossed = self.of.spots.crossed(self.spot)
        state.checkable, state.checked = crossed is not None, crossed is True
        state.invisible = not self.view.isVisible()
        middle = self.of.spots.place(self.spot).center()
        state.offscreen = not self.view.rect().contains(middle.toPoint())
        return state

    def text(self, kind: QAccessible.Text) -> str:
        match kind:
            case Text.Name:
                return self.of.spots.name(self.spot)
            case Text.Value:
                return self.of.spots.value(self.spot)
            case Text.Description:
                title, spots = self._where()
                n = list(spots).index(self.spot) + 1 if self.spot in spots else 0
                return tr("{n} of {all} in {region}", n=n, all=len(spots), region=title) if n else ""
        return ""

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        able = kind == QAccessible.InterfaceType.ActionInterface and self.of.spots.pressable(self.spot)
        return VoidPtr(self.press) if able else _NOTHING  # type: ignore[arg-type]


class _Press(QAccessibleActionInterface):
    """What can be done with a spot."""

    def __init__(self, spots: Spots, spot: str) -> None:
        super().__init__()
        self.spots, self.spot = spots, spot

    def actionNames(self) -> list[str]:
        return [QAccessibleActionInterface.pressAction()]

    def doAction(self, name: str) -> None:
        if name == QAccessibleActionInterface.pressAction():
            self.spots.press(self.spot)

    def keyBindingsForAction(self, name: str) -> list[str]:  # noqa: ARG002
        return []


class _Voice(_Leaf):
    """What speaks in the window in front, and is nothing there; `asked`: whether a reader that heard it asked about it."""

    def __init__(self) -> None:
        super().__init__()
        self.sentence = ""
        self.asked = False

    def come_up(self, sentence: str) -> None:
        """Comes up as a notification."""
        self.sentence = sentence
        # With its name already known, fewer questions are left.
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.ObjectShow))

    def isValid(self) -> bool:
        return True

    def window(self) -> QWindow | None:  # type: ignore[override]
        front = QApplication.activeWindow()
        return front.windowHandle() if front is not None else None

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        # Not the window: Orca would tell the title of a dialog each time.
        app = QApplication.instance()
        return QAccessible.queryAccessibleInterface(app) if app is not None else None

    def rect(self) -> QRect:
        front = QApplication.activeWindow()
        return QRect(front.mapToGlobal(QPointF(0, 0)).toPoint(), front.size()) if front is not None else QRect()

    def role(self) -> QAccessible.Role:
        return Role.Notification

    def state(self) -> QAccessible.State:
        self.asked = True  # Qt itself asks for the role only
        return QAccessible.State()

    def text(self, kind: QAccessible.Text) -> str:
        return self.sentence if kind == Text.Name else ""
