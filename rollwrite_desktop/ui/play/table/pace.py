"""What goes on by itself at a table: moves of computer players, and dice that roll where somebody likes that."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from rollwrite_desktop.play.opening.bot_moves import Thought
from rollwrite_desktop.play.table.snapshot import Snapshot
from rollwrite_desktop.play.table.table_session import TableSession
from rollwrite_desktop.ui.base.settings import Preferences, Settings
from rollwrite_desktop.ui.play.table.thinking import Thinking

_BOT_MS = {"slow": 1600, "normal": 700, "fast": 150, "instant": 0}
"""How long a computer player takes for a move, by the preferred speed."""
ROLLS_MS = 1200
"""How soon dice roll by themselves: late enough to undo the last move."""


class Pace(QObject):
    """Moves and rolls on a page while it is seen. `move` is given whether several moves come at once, and the thought of one
    that was worked out; `roll` rolls."""

    def __init__(
        self, page: QWidget, session: TableSession, store: Settings, move: Callable[[bool, Thought | None], None],
        roll: Callable[[], None],
    ) -> None:
        super().__init__(page)
        self._page, self._session, self._store, self._move, self._roll = page, session, store, move, roll
        self._only_roll = False
        self._had = 0
        self._bots = QTimer(self, singleShot=True)
        self._bots.timeout.connect(self.think)
        self._thinking = Thinking(self)
        self._thinking.done.connect(self._take_thought)
        self._rolls = QTimer(self, singleShot=True, interval=ROLLS_MS)
        self._rolls.timeout.connect(self._roll_by_itself)

    def follow(self, new: Snapshot) -> None:
        """Goes on where nobody else is waited for."""
        self._only_roll = new.tray.only_roll
        if new.thinking:
            self._let_think()
        self._let_roll()

    def prefer(self, wanted: Preferences) -> None:
        """Begins or ends rolling as it is liked now."""
        if wanted.rolls == "off":
            self._rolls.stop()
        elif self._page.isVisible() and self._only_roll:
            self._rolls.start()

    def stop(self) -> None:
        """Stops all that would go on by itself."""
        self.stop_thinking()
        self._rolls.stop()

    # ------------------------------------------------------------------ computer players

    def think(self) -> None:
        """Has a computer player work out a move."""
        self._thinking.start(self._session.thought_job())

    def stop_thinking(self) -> None:
        """Stops computer players until the next snapshot."""
        self._bots.stop()
        self._thinking.stop()

    def _let_think(self) -> None:
        if not self._bots.isActive() and not self._thinking.running and self._page.isVisible():
            self._bots.start(_BOT_MS[self._store.preferences.speed])

    def _take_thought(self, thought: Thought | None) -> None:
        self.stop_thinking()
        if thought is not None and not self._session.is_wanted(thought):
            self._let_think()
        else:
            self._move(_BOT_MS[self._store.preferences.speed] == 0, thought)

    # ------------------------------------------------------------------ dice

    def _let_roll(self) -> None:
        """Rolls soon after the last move of a turn, where somebody likes it, so that the move can still be undone; not after
        something was taken back."""
        had, self._had = self._had, len(self._session.events)
        if not self._only_roll or self._store.preferences.rolls != "on" or self._had < had:
            self._rolls.stop()
        elif self._had > had and self._page.isVisible():
            self._rolls.start()

    def _roll_by_itself(self) -> None:
        if not self._page.isVisible() or not self._only_roll:
            return
        if QApplication.activeModalWidget() is not None or QApplication.activePopupWidget() is not None:
            self._rolls.start()  # once that is read
        else:
            self._roll()
