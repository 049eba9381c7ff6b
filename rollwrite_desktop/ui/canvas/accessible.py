"""What a screen reader finds: below a sheet or a tray a child for each spot, with name, place, press; and what is read out.

Qt asks for these faces only while somebody reads the screen. Knows no game: views say what their spots are (`Spots`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QPointF, QRect, QRectF
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
    QWindow,
)
from PySide6.QtWidgets import QAccessibleWidget, QApplication, QWidget
from shiboken6 import VoidPtr, isValid

from rollwrite_desktop.core.i18n import tr

Role, Text = QAccessible.Role, QAccessible.Text
_NOTHING = VoidPtr(0)


@dataclass
class Spots:
    """What can be found in a view: ids in reading order; of each its words, its place in the view (pixels), whether a
    press may mean something, and the press. `focus` is the spot with the keyboard's cursor, or ""."""

    ids: Callable[[], Sequence[str]]
    name: Callable[[str], str]
    place: Callable[[str], QRectF]
    pressable: Callable[[str], bool]
    press: Callable[[str], None]
    focus: Callable[[], str] = lambda: ""


_spots: dict[int, Spots] = {}
_faces: dict[int, _ViewFace] = {}


def explain(view: QWidget, spots: Spots) -> None:
    """From now on a screen reader finds the view's spots."""
    key = id(view)
    _spots[key] = spots

    def gone() -> None:
        _spots.pop(key, None)
        face = _faces.pop(key, None)
        if face is not None:
            face.part()

    view.destroyed.connect(gone)


def install() -> None:
    """Once for the program, before any window is shown."""
    QAccessible.installFactory(_face_of)


def focus_moved(view: QWidget) -> None:
    """The keyboard's cursor in a view has moved on: its spot is read."""
    if QAccessible.isActive():
        face = QAccessible.queryAccessibleInterface(view)
        spot = face.focusChild() if face is not None else None
        if spot is not None:
            QAccessible.updateAccessibility(QAccessibleEvent(spot, QAccessible.Event.Focus))


def announce(sentence: str, urgent: bool = False) -> None:
    """Has a sentence read out: a roll, whose turn it is; `urgent` before anything else (a refusal)."""
    window = QApplication.activeWindow()
    if not sentence or window is None or not QAccessible.isActive():
        return
    if sys.platform.startswith("linux"):
        # Of the readers there, older ones know notifications only, and the newer ones know both.
        global _voice
        _voice = _voice or _Voice()
        _voice.speak(sentence)
        return
    event = QAccessibleAnnouncementEvent(window, sentence)
    politeness = QAccessible.AnnouncementPoliteness
    event.setPoliteness(politeness.Assertive if urgent else politeness.Polite)
    QAccessible.updateAccessibility(event)


class Announcer:
    """Reads out what has been added to a record, and the sentence that stands over it when that has changed."""

    def __init__(self) -> None:
        self._record: tuple[str, ...] | None = None
        self._sentence = ""

    def update(self, record: Sequence[str], sentence: str) -> None:
        """Announces what is new in record and prompt; nothing at first, when screen readers read the whole window."""
        lines, before = tuple(record), self._record
        if before is not None:
            gone = lines[: len(before)] != before
            new = [tr("Taken back.")] if gone and len(lines) < len(before) else [] if gone else list(lines[len(before) :])
            if sentence != self._sentence:
                new.append(sentence)
            announce(" ".join(line if line.endswith((".", "!", "?")) else f"{line}." for line in new if line))
        self._record, self._sentence = lines, sentence


def _face_of(_name: str, thing: QObject) -> QAccessibleInterface | None:
    spots = _spots.get(id(thing))
    if spots is None or not isinstance(thing, QWidget):
        return None
    # Qt keeps no reference that Python knows of.
    face = _faces[id(thing)] = _ViewFace(thing, spots)
    return face


class _ViewFace(QAccessibleWidget):
    """A view, its spots being its children."""

    def __init__(self, view: QWidget, spots: Spots) -> None:
        super().__init__(view, Role.Grouping)
        self.view, self.spots = view, spots
        self.children: dict[str, _SpotFace] = {}

    def face(self, spot: str) -> _SpotFace:
        if spot not in self.children:
            self.children[spot] = _SpotFace(self, spot)
        return self.children[spot]

    def childCount(self) -> int:
        return len(self.spots.ids())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        ids = self.spots.ids()
        return self.face(ids[index]) if 0 <= index < len(ids) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        ids = list(self.spots.ids())
        spot = next((face.spot for face in self.children.values() if face == child), None)
        return ids.index(spot) if spot in ids else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return next((self.face(spot) for spot in self.spots.ids() if self.face(spot).rect().contains(x, y)), None)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        spot = self.spots.focus() if self.view.hasFocus() else ""
        return self.face(spot) if spot and spot in self.spots.ids() else None

    def part(self) -> None:
        """The view is gone, and with it its spots."""
        for face in self.children.values():
            if isValid(face):
                QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(face))
        self.children.clear()


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
        return self.of

    def rect(self) -> QRect:
        place = self.of.spots.place(self.spot)
        return QRectF(self.view.mapToGlobal(place.topLeft()), place.size()).toAlignedRect()

    def role(self) -> QAccessible.Role:
        return Role.Button if self.of.spots.pressable(self.spot) else Role.Paragraph

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        state.focusable = True
        state.focused = self.view.hasFocus() and self.of.spots.focus() == self.spot
        state.invisible = not self.view.isVisible()
        middle = self.of.spots.place(self.spot).center()
        state.offscreen = not self.view.rect().contains(middle.toPoint())
        return state

    def text(self, kind: QAccessible.Text) -> str:
        return self.of.spots.name(self.spot) if kind == Text.Name else ""

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
    """A notification that comes up in the window in front."""

    def __init__(self) -> None:
        super().__init__()
        self.sentence = ""

    def speak(self, sentence: str) -> None:
        self.sentence = sentence
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.ObjectShow))

    def isValid(self) -> bool:
        return True

    def window(self) -> QWindow | None:  # type: ignore[override]
        front = QApplication.activeWindow()
        return front.windowHandle() if front is not None else None

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        front = QApplication.activeWindow()
        return QAccessible.queryAccessibleInterface(front) if front is not None else None

    def rect(self) -> QRect:
        front = QApplication.activeWindow()
        return QRect(front.mapToGlobal(QPointF(0, 0)).toPoint(), front.size()) if front is not None else QRect()

    def role(self) -> QAccessible.Role:
        return Role.Notification

    def state(self) -> QAccessible.State:
        return QAccessible.State()

    def text(self, kind: QAccessible.Text) -> str:
        return self.sentence if kind == Text.Name else ""


_voice: _Voice | None = None
