"""The best times of one person alone, by game, house rules and code of the dice. Knows no rules."""

from __future__ import annotations

from typing import Any

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.race.race_view_model import clock_text
from rollwrite_desktop.ui.base.settings import Settings

MAX_TIMES = 50


class Records:
    """Kept in the store: [ms, rolls, code, name, when its dice were placed] each, the fastest first; older ones do not know
    when."""

    def __init__(self, store: Settings) -> None:
        self._store = store

    def keep(self, opened: Opened, ms: int, rolls: int, placed: tuple[int, ...] = ()) -> None:
        """`placed`: when each die was placed (ms after the start), from the journal."""
        row = [ms, rolls, opened.head.notes.seed, opened.head.players[0], " ".join(map(str, placed))]
        rows = self.rows(opened)
        if row[:4] not in [known[:4] for known in rows]:
            self._store.keep(_key(opened), sorted([*rows, row], key=lambda each: each[:2])[:MAX_TIMES])

    def rows(self, opened: Opened) -> list[list[Any]]:
        """Returns the best of this kind of trial."""
        return [
            row for row in self._store.recall(_key(opened), list[Any]())
            if isinstance(row, list) and len(row) in (4, 5) and isinstance(row[0], int) and isinstance(row[1], int)
        ]

    def best(self, opened: Opened) -> tuple[int, tuple[int, ...]] | None:
        """Returns the best time, and when its dice were placed, as far as that is known."""
        for row in self.rows(opened):
            placed = str(row[4]).split() if len(row) == 5 else []
            if placed and all(each.isascii() and each.isdigit() and len(each) < 10 for each in placed):
                return row[0], tuple([int(each) for each in placed[:MAX_TIMES]])
        return None

    def sentence(self, opened: Opened, ms: int, rolls: int) -> str:  # noqa: ARG002
        """How a time compares."""
        rows = self.rows(opened)
        same = [row[0] for row in rows if row[2] == opened.head.notes.seed]
        best = min((row[0] for row in rows), default=ms)
        behind = tr("{time} behind your record of {best}.", time=clock_text(ms - best), best=clock_text(best))
        first = tr("The best so far.") if len(rows) > 1 else tr("Your first time trial of this kind.")
        words = first if ms <= best else behind
        if len(same) > 1 and best < min(same):
            words += " " + tr("Best with these dice: {time}.", time=clock_text(min(same)))
        return words


def _key(opened: Opened) -> str:
    options = opened.head.options
    return f"records/{opened.game.info.id}/" + ",".join(f"{name}={options[name]}" for name in sorted(options))
