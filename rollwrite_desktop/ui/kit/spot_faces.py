"""A view that is painted, as a screen reader finds it: groups below it, in each the spots, with name, place and press.

Qt asks for these faces only while somebody reads the screen. Knows no game: views say what their spots are (`Spots`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleInterface, QWindow
from PySide6.QtWidgets import QAccessibleWidget, QWidget
from shiboken6 import VoidPtr, isValid

from rollwrite_desktop.core.i18n import tr

Role, Text = QAccessible.Role, QAccessible.Text
_NOTHING = VoidPtr(0)


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


class Leaf(QAccessibleInterface):
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


class ViewFace(QAccessibleWidget):
    """A view; its children are groups, and theirs the spots."""

    def __init__(self, view: QWidget, spots: Spots) -> None:
        super().__init__(view, Role.Grouping)
        self.view, self.spots = view, spots
        self.groups: dict[str, GroupFace] = {}
        self.children: dict[str, SpotFace] = {}

    def face(self, spot: str) -> SpotFace:
        if spot not in self.children:
            self.children[spot] = SpotFace(self, spot)
        return self.children[spot]

    def group(self, title: str) -> GroupFace:
        if title not in self.groups:
            self.groups[title] = GroupFace(self, title)
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
        """Returns the one of these spots at a place on the screen."""
        if self.spots.at is None:
            return next((self.face(spot) for spot in ids if self.face(spot).rect().contains(x, y)), None)
        spot = self.spots.at(QPointF(self.view.mapFromGlobal(QPoint(x, y))))
        return self.face(spot) if spot in ids else None

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        spot = self.spots.focus() if self.view.hasFocus() else ""
        return self.face(spot) if spot and spot in self.spots.ids() else None

    def part(self) -> None:
        """Deletes the faces of the spots, as the view is gone."""
        for face in (*self.children.values(), *self.groups.values()):
            if isValid(face):
                QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(face))
        self.children.clear()
        self.groups.clear()


class GroupFace(Leaf):
    """A region of a sheet, or its boxes."""

    def __init__(self, of: ViewFace, title: str) -> None:
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


class SpotFace(Leaf):
    """One spot."""

    def __init__(self, of: ViewFace, spot: str) -> None:
        super().__init__()
        self.of, self.view, self.spot = of, of.view, spot
        self.press = Press(of.spots, spot)

    def isValid(self) -> bool:
        return isValid(self.view)

    def window(self) -> QWindow | None:  # type: ignore[override]
        return self.view.window().windowHandle()

    def parent(self) -> QAccessibleInterface:
        return self.of.group(self._where()[0])

    def _where(self) -> tuple[str, Sequence[str]]:
        """Returns the group of the spot: its title and spots."""
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
                return self._counted()
        return ""

    def _counted(self) -> str:
        """Returns the how manieth of its group the spot is, and of which group unless its name says so: "1 of 9"."""
        title, spots = self._where()
        if self.spot not in spots:
            return ""
        n, of_all = list(spots).index(self.spot) + 1, len(spots)
        if title.casefold() in self.of.spots.name(self.spot).casefold():
            return tr("{n} of {all}", n=n, all=of_all)
        return tr("{n} of {all} in {region}", n=n, all=of_all, region=title)

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        able = kind == QAccessible.InterfaceType.ActionInterface and self.of.spots.pressable(self.spot)
        return VoidPtr(self.press) if able else _NOTHING  # type: ignore[arg-type]


class Press(QAccessibleActionInterface):
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
