"""The coach beside the sheet, for those who play a game for the first time: what to know now, and a hint when asked for.

What it says comes from the game.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.words.coach import LESSONS, Lesson
from rollwrite_desktop.play.table.snapshot import Coaching
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit.buttons import button, icon_button
from rollwrite_desktop.ui.kit.event_loop import later
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.scroll import Scroll

_UNASKED, _ON, _OFF = "", "on", "off"


class CoachSetting:
    """Whether lessons in a game are given unasked: until one has been played to its end, or as somebody chose."""

    def __init__(self, store: Settings, game_id: str) -> None:
        self._store = store
        self._key = f"coach-{game_id}"
        self._seen_key = f"lessons-{game_id}"

    @property
    def on(self) -> bool:
        """Whether lessons are given."""
        return self._store.recall(self._key, _UNASKED) != _OFF

    def choose(self, on: bool) -> None:
        """Keeps a person's own choice."""
        self._store.keep(self._key, _ON if on else _OFF)

    def end(self) -> None:
        """Ends lessons after the first finished game; a person's own choice stays."""
        if self._store.recall(self._key, _UNASKED) == _UNASKED:
            self._store.keep(self._key, _OFF)


    def place(self, lesson: str) -> int:
        """Returns the how-manieth lesson this is of those that were read here, counted from 1; one that is new comes
        last."""
        kept = self._store.recall(self._seen_key, list[str]())
        seen = [name for name in kept if isinstance(name, str)][:LESSONS]
        if lesson not in seen:
            seen = [*seen[:LESSONS - 1], lesson]
            self._store.keep(self._seen_key, seen)
        return seen.index(lesson) + 1


class CoachPane(QFrame):
    """`hint_chosen`: a hint is asked for. `rule_chosen` carries the rule behind the lesson. `put_away`: no more lessons."""

    hint_chosen = Signal()
    rule_chosen = Signal(str)
    put_away = Signal()

    def __init__(self, setting: CoachSetting, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._setting = setting
        self._shown: Lesson | None = None
        self._rule = ""
        text = QWidget()
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.setSpacing(6)
        self._lesson_area = Scroll(text)
        outside.addWidget(self._lesson_area, 1)
        self.count = label("", "margin")
        self.title = label("", "heading")
        self.lesson = label("")
        self.lesson.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.hint = label("", "heading")
        self.reason = label("")
        card = QFrame()
        theme.role(card, "bar")
        self.card = card
        inside = QVBoxLayout(card)
        inside.setContentsMargins(12, 8, 12, 8)
        inside.setSpacing(4)
        inside.addWidget(self.hint)
        inside.addWidget(self.reason)
        self.show_me = button(tr("Suggest a &move"), "eye", "", self.hint_chosen.emit, breaks=True)
        if theme.largest():
            theme.undress(self.show_me)
        self.show_me.setToolTip(tr("A good move, and why (Ctrl+H)"))
        self.read = icon_button("help", tr("Read the rule"), lambda: self.rule_chosen.emit(self._rule))
        self.away = icon_button("x", tr("Turn the coach off"), self.put_away.emit)
        column = QVBoxLayout(text)
        column.setContentsMargins(8, 4, 8, 0)
        column.setSpacing(8)
        for widget in (self.count, self.title, self.lesson, card):
            column.addWidget(widget)
        column.addStretch(1)
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self.show_me, 1)
        row.addWidget(self.read)
        row.addWidget(self.away)
        outside.addLayout(row)
        card.hide()

    def apply(self, new: Coaching) -> None:
        """Shows the lesson, or the hint in its place."""
        lesson, hint = new.lesson, new.hint
        self._rule = lesson.rule if lesson else ""
        self.lesson.setText(lesson.text if lesson else "")
        self.title.setText(lesson.title if lesson else "")
        self._shown = lesson if hint is None else None
        self.read.setEnabled(bool(lesson))
        self.show_me.setEnabled(new.can_hint)
        self.show_me.setText(tr("Suggest a &move"))
        self.card.setVisible(hint is not None)
        for line in (self.title, self.lesson):
            line.setVisible(hint is None and bool(line.text()))
        self._count()
        if hint is not None:
            self.hint.setText(hint.text)
            self.reason.setText(hint.reason)
            self.card.setAccessibleName(f"{self.hint.text()} {hint.reason}")

    def _count(self) -> None:
        """Which lesson of the course this is: lessons count up in the order in which they are read."""
        lesson = self._shown
        place = self._setting.place(lesson.name) if lesson is not None and lesson.number and self.isVisible() else 0
        self.count.setText(tr("Tip {n} of {all}", n=place, all=LESSONS) if place else "")
        self.count.setVisible(bool(place))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # Where another tab is opened at once, or another lesson comes, this one was not read.
        later(self, lambda: later(self, self._count))
