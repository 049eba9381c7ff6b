"""What the computer players do with the dice of a finished game: worked out in the worker process and kept."""

from __future__ import annotations

import contextlib
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.review.same_dice import (
    THINKS,
    LevelGame,
    comparable,
    games_of,
    job,
    keep_levels,
    kept_levels,
    rolls_of,
    work,
)
from rollwrite_desktop.ui.base.background import Task
from rollwrite_desktop.ui.library.lobby.seats import level_title


class LevelRun(QObject):
    """`changed` when more is known, or it began or ended. games: how many games each level plays, the strongest first;
    nothing where a game cannot be compared. steps, all_steps: how much of the work is done."""

    changed = Signal()

    def __init__(self, opened: Opened, path: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._opened, self._path = opened, path
        self._task: Task | None = None
        self.error = ""
        self.look()

    def look(self) -> None:
        """Looks again at what is kept beside the journal, and whether the game is over by now."""
        able = comparable(self._opened)
        self.games = dict(reversed(games_of(self._opened.game).items())) if able else {}
        self.levels = kept_levels(self._path, self._opened, self.games)
        self.all_steps = work(self._opened, self.games)
        rolls = len(rolls_of(self._opened))
        self.steps = rolls * sum(self.levels.played(bot) * THINKS.get(bot, 1) for bot in self.games)

    @property
    def running(self) -> bool:
        return self._task is not None

    @property
    def done(self) -> bool:
        """Whether all games are known."""
        return all(self.levels.played(bot) >= count for bot, count in self.games.items())

    def begin(self) -> None:
        """Works out what is not known yet."""
        if self.running or self.done:
            return
        self.look()
        if self.done:
            self.changed.emit()
            return
        self.error = ""
        played = {bot: self.levels.played(bot) for bot in self.games}
        self._task = Task(job(self._opened, self.games, played), self)
        self._task.given.connect(self.take)
        self._task.ended.connect(self.halt)
        self._task.failed.connect(self._give_up)
        self._task.ask()
        self.changed.emit()

    def take(self, found: LevelGame | str) -> None:
        """A game, which is kept, or a level that has come to its next roll."""
        if isinstance(found, LevelGame):
            self.levels.add(found)
            # What cannot be kept is worked out again the next time.
            with contextlib.suppress(UserError):
                keep_levels(self._path, self._opened, self.games, self.levels)
        else:
            self.steps += THINKS.get(found, 1)
        if self._task is not None:
            self._task.ask()
        self.changed.emit()

    def halt(self) -> None:
        """Stops; games that are finished stay."""
        task, self._task = self._task, None
        if task is not None:
            task.drop()
            self.changed.emit()

    def _give_up(self, sentence: str) -> None:
        self.error = sentence
        self.halt()

    def sentence(self, name: str, total: int) -> str:
        """ "On these dice: Master 6, Hard 8, you 9": those who play the same every time, and the player."""
        parts = [
            tr("{level} {n}", level=level_title(self._opened.game, bot), n=self.levels.totals[bot][0])
            for bot, count in self.games.items() if count == 1 and self.levels.played(bot)
        ]
        own = tr("{level} {n}", level=name, n=total)
        return tr("On these dice: {results}", results=", ".join((*parts, own))) if parts else ""

    def own_name(self, player: str) -> str:
        """How a player is called beside the levels: you, alone at the table."""
        return tr("you") if len(self._opened.session.players) == 1 else self._opened.name(player)
