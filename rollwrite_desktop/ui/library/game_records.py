"""The best results in one game, as lines: read in the background from the index of kept games."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr_n
from rollwrite_desktop.play.game_index import Filter, Listed, standings
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.widgets.labels import ElidedLabel
from rollwrite_desktop.ui.widgets.layouts import emptied

_SHOWN = 3
_AT_ONCE = 2
"""How many files are read between two turns of the event loop."""


class GameRecords(QWidget):
    """One line for each of the people who played most: best, average, how many games. Empty until somebody has finished."""

    def __init__(self, shelf: GameStore, game_id: str) -> None:
        super().__init__()
        self._shelf, self._game_id = shelf, game_id
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self.lines: tuple[str, ...] = ()
        self.hide()
        QTimer.singleShot(0, self, self._read)

    def _read(self) -> None:
        """Reads on; a few files at a time, so that the page stays responsive."""
        cut = False

        def go_on(done: int, total: int) -> bool:  # noqa: ARG001
            nonlocal cut
            cut = done >= _AT_ONCE
            return not cut

        found = self._shelf.index.refresh(go_on)
        if cut:
            QTimer.singleShot(0, self, self._read)
        self._show(found)

    def _show(self, games: list[Listed]) -> None:
        found = standings(games, Filter(game=self._game_id, people=True))
        lines = tuple(
            tr_n("{player}: best {best}, average {average}, one game", "{player}: best {best}, average {average}, {n} games",
                 len(each.totals), player=each.player, best=each.best, average=f"{each.average:.1f}")
            for each in found[:_SHOWN]
        )
        if lines == self.lines:
            return
        self.lines = lines
        emptied(self._column)
        for line in lines:
            self._column.addWidget(ElidedLabel(line))
        self.setVisible(bool(lines))
