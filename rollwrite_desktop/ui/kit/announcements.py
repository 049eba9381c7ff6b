"""Sentences that a screen reader reads out, on Linux: as announcements, as new names of the window, or as notifications."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, QAccessibleInterface, QWindow
from PySide6.QtWidgets import QAccessibleWidget, QApplication, QLineEdit, QMainWindow
from shiboken6 import isValid

from rollwrite_desktop.ui.kit.spot_faces import Leaf

Role, Text = QAccessible.Role, QAccessible.Text
_ENDS = (".", "!", "?", "…", ":", ";", ",")


def ended(sentence: str) -> str:
    """Returns the sentence with a full stop, unless it ends in a mark already, so that another one can follow."""
    return sentence if sentence.endswith(_ENDS) else f"{sentence}."


def send(event: QAccessibleAnnouncementEvent, urgent: bool) -> None:
    """Gives a sentence to Qt; `urgent`: before anything else."""
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
        self.listener, self.notification = Voice(), Voice()
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
            send(QAccessibleAnnouncementEvent(self.listener, ""), urgent)
        face = QAccessible.queryAccessibleInterface(window)
        if self.listener.asked:
            send(QAccessibleAnnouncementEvent(window, sentence), urgent)
        elif isinstance(face, WindowFace) and not isinstance(QApplication.focusWidget(), QLineEdit):
            # The same name as before is not told.
            self.latest = sentence + " " * (sentence == self.latest)
            self.renamed = face.view
            face.call(self.latest)
        else:
            self.notification.come_up(sentence)


class WindowFace(QAccessibleWidget):
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


class Voice(Leaf):
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
