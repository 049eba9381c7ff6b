"""The best results in one game, as lines: read in the background from the index of kept games."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core.i18n import tr_n
from rollwrite_desktop.play.kept.game_index import Listed
from rollwrite_desktop.play.kept.standings import Filter, standings
from rollwrite_desktop.ui.kit.labels import ElidedLabel
from rollwrite_desktop.ui.kit.layouts import emptied, in_column
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.index_reader import IndexReader
from rollwrite_desktop.ui.library.result_words import average_text, kind_words, result_text

_SHOWN = 3


class GameRecords(QWidget):
    """One line for each of the people who played most: best, average, how many games. Games with hints don't count, and each
    kind stands apart. Empty until somebody has finished one."""

    def __init__(self, game_store: GameStore, game_id: str) -> None:
        super().__init__()
        self._game_id = game_id
        self._column = in_column(gap=2, on=self)
        self.lines: tuple[str, ...] = ()
        self.hide()
        self._reader = IndexReader(game_store.index, self)
        self._reader.read.connect(self._show)
        self._reader.start()

    def _show(self, games: list[Listed]) -> None:
        found = standings(games, Filter(game=self._game_id, people=True, aided=False))
        lines = tuple(
            tr_n("{player}: {best} in one game", "{player}: best {best}, average {average}, {n} games",
                 len(each.totals), player=" · ".join((each.player, *kind_words(each))), best=result_text(each, each.best),
                 average=average_text(each))
            for each in found[:_SHOWN]
        )
        if lines == self.lines:
            return
        self.lines = lines
        emptied(self._column)
        for line in lines:
            self._column.addWidget(ElidedLabel(line))
        self.setVisible(bool(lines))
