"""The coach at a table: when lessons are given, what a hint points at, and that it goes when something else happens.

Given unasked until a game of the kind has been finished once, or put away. Knows no rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.shell.settings import Settings

if TYPE_CHECKING:
    from rollwrite_desktop.ui.table.table_page import TablePage

_COACH = 2
_UNASKED, _ON, _OFF = "", "on", "off"


class Wanted:
    """Whether lessons in a game are given unasked: until one has been played to its end, or as somebody chose."""

    def __init__(self, store: Settings, game_id: str) -> None:
        self._store = store
        self._key = f"coach-{game_id}"

    @property
    def on(self) -> bool:
        return self._store.recall(self._key, _UNASKED) != _OFF

    def want(self, on: bool) -> None:
        """A person's own choice."""
        self._store.keep(self._key, _ON if on else _OFF)

    def end(self) -> None:
        """Whoever has finished a game is no newcomer; a choice stays."""
        if self._store.recall(self._key, _UNASKED) == _UNASKED:
            self._store.keep(self._key, _OFF)


class CoachController:
    """`spot`: the place on the sheet that the hint shown is about, or ""."""

    def __init__(self, table: TablePage) -> None:
        self._table = table
        self.spot = ""
        self._at: object = None
        self._ended = False
        self._wanted = Wanted(table.store, table.opened.game.info.id)
        pane = table.room.coach
        pane.hint_chosen.connect(self.hint)
        pane.rule_chosen.connect(lambda key: table.rule_chosen.emit(table.opened.game.info.id, key))
        pane.put_away.connect(self.put_away)
        if table.side.coach is not None and self._wanted.on:
            table.room.open_tab(_COACH)

    def put_away(self) -> None:
        """No lessons unasked any more; the tab stays."""
        self._wanted.want(False)
        self._leave()
        self._table.told.emit(tr("Lessons are off. The coach stays under its tab."))

    def open(self) -> None:
        """The coach's tab; lessons are given from now on."""
        self._wanted.want(True)
        self._table.room.open_tab(_COACH)

    def _end(self) -> None:
        """At the end people want to see the others."""
        self._ended = True
        room = self._table.room
        if self._table.side.humans:
            self._wanted.end()
        if room.pages.currentWidget() is room.coach:
            self._leave()

    def _leave(self) -> None:
        self._table.room.open_tab(0 if len(self._table.side.players) > 1 else 1)

    def hint(self) -> None:
        """One good stroke, shown on the sheet and beside it."""
        table, side = self._table, self._table.side
        if side.coach is None or not side.can_hint() or not table.writing:
            return
        table.room.open_tab(_COACH)
        found = side.hint()
        self._at = side.session.state
        self.spot = next(iter(found.spots), "")
        table.room.coach.show_hint(found)
        table.refresh()

    def refresh(self) -> None:
        """The lesson of the moment; a hint goes as soon as something has been written."""
        table, side = self._table, self._table.side
        if side.coach is None:
            return
        if self._at is not side.session.state:
            self._at = side.session.state
            table.room.coach.show_hint(None)
            if self.spot:
                self.spot = ""
                table.view.show_display(table.display())
        if side.session.over and not self._ended:
            self._end()
        lesson = side.lesson(side.seat) if side.seat else None
        table.room.coach.show_lesson(lesson, side.can_hint() and table.writing, side.hints_left())
