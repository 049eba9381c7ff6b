"""Files among the sheets of one's own that cannot be used, each with the reason: to be renamed, deleted and brought back."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.play.kept.saved_game import Kept
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import emptied, in_column
from rollwrite_desktop.ui.library.deleted_bar import DeletedBar
from rollwrite_desktop.ui.library.game_row import GameRow
from rollwrite_desktop.ui.library.own_sheet_store import OwnSheets, games_on, own_and_unusable

_SHOWN = 8
"""So many are listed, then how many more there are."""


class UnusableSheets(QWidget):
    """`unusable`: those of a game, as `own_and_unusable` found them. Hidden while there is nothing to show. `failed` carries
    a sentence; `grown`: there are other buttons now."""

    failed = Signal(str)
    grown = Signal()

    def __init__(self, store: Settings, game: Game, unusable: tuple[Kept, ...]) -> None:
        super().__init__()
        self._store, self._game = store, game
        self._sheets = OwnSheets(store)
        self._warned: Path | None = None
        self.rows: list[GameRow] = []
        self.deleted = DeletedBar(self._sheets)
        self.deleted.failed.connect(self.failed)
        self.deleted.restored.connect(self.list_anew)
        column = in_column(gap=8, on=self)
        self._list = QVBoxLayout()
        self._list.setSpacing(8)
        column.addLayout(self._list)
        column.addWidget(self.deleted)
        self._lay(unusable)

    def list_anew(self) -> None:
        """As the folder is now."""
        self._lay(own_and_unusable(self._store, self._game)[1])
        self.grown.emit()

    def _lay(self, unusable: tuple[Kept, ...]) -> None:
        emptied(self._list)
        self.rows = [GameRow(kept, self._store.now(), stacked=True) for kept in unusable[:_SHOWN]]
        if unusable:
            self._list.addWidget(label(tr("Cannot be opened"), "faint"))
        for row in self.rows:
            row.renamed.connect(self.rename)
            row.deleted.connect(self.delete)
            self._list.addWidget(row)
        if len(unusable) > _SHOWN:
            self._list.addWidget(label(tr("{n} more", n=len(unusable) - _SHOWN), "faint"))
        self.setVisible(bool(unusable) or not self.deleted.isHidden())

    def rename(self, path: Path, name: str) -> None:
        """Gives one another name; asks once where saved games name it."""
        if self._is_needed(path):
            return
        try:
            self._sheets.rename(path, name)
        except UserError as error:
            self.failed.emit(str(error))
            return
        self.list_anew()

    def delete(self, path: Path) -> None:
        """Puts one aside; asks once where saved games name it. A bar offers to bring it back."""
        if self._is_needed(path):
            return
        name = next((row.kept.title for row in self.rows if row.kept.path == path), path.name)
        self.deleted.delete((path,), lambda count: self._tell_deleted(name) if count else None)

    def _tell_deleted(self, name: str) -> None:
        self.deleted.offer(tr("The sheet “{name}” is deleted.", name=name))
        self.list_anew()

    def _is_needed(self, path: Path) -> bool:
        """Says so the first time."""
        count = games_on(self._store)[os.path.realpath(path)]
        if not count or self._warned == path:
            return False
        self._warned = path
        self.failed.emit(tr_n(
            "A saved game needs this sheet to open. Do it again to go on.",
            "{n} saved games need this sheet to open. Do it again to go on.", count,
        ))
        return True
