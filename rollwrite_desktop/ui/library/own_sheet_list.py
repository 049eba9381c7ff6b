"""The sheets of one's own in a drop-down list: those that are known at once, others as soon as they are read."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.intake.text import as_text
from rollwrite_desktop.play.kept.saved_game import Kept
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit.choices import Combo
from rollwrite_desktop.ui.kit.event_loop import later
from rollwrite_desktop.ui.library.own_sheet_store import look, shelved

_AT_ONCE, _PIECE = 8, 4
"""How many files are read before a page is shown, and in each turn of the event loop after it."""


class OwnSheetList(QObject):
    """Puts a game's own sheets below what stands in a list. Where many files are new, most of them are read in later turns
    of the event loop, and come into the list together; what is chosen stays so. `chosen`: a path that is wanted at once,
    if it is one of them. `completed` is emitted then."""

    completed = Signal()

    def __init__(self, store: Settings, game: Game, combo: Combo, chosen: str = "") -> None:
        super().__init__(combo)
        self._store, self._game, self._combo = store, game, combo
        self._below = combo.count()
        self._left: tuple[str, ...] = ()
        self.titles: dict[str, str] = {}
        self.unusable: tuple[Kept, ...] = ()
        self._fill(_AT_ONCE, chosen)
        if self._left:
            later(self, self._go_on)

    @property
    def complete(self) -> bool:
        """Whether all files are read."""
        return not self._left

    def add(self, sheet: str, title: str) -> None:
        """Puts one at the end that is not among them."""
        if self._combo.findData(sheet) < 0:
            alike = self._combo.findText(title) >= 0
            self._combo.addItem(f"{title} ({as_text(Path(sheet).name)})" if alike else title, sheet)

    def _go_on(self) -> None:
        for name in self._left[:_PIECE]:
            look(name)
        self._left = self._left[_PIECE:]
        if not self._left:
            self._fill(_AT_ONCE)  # some may have come meanwhile
        if self._left:
            later(self, self._go_on)
        else:
            self.completed.emit()

    def _fill(self, most: int, chosen: str = "") -> None:
        before, known = self.titles, shelved(self._store, self._game, most, chosen)
        self.titles, self.unusable, self._left = known.sheets, known.unusable, known.left
        combo = self._combo
        blocked = combo.blockSignals(True)  # nothing else is chosen
        for number, (path, title) in enumerate(self.titles.items()):
            if path not in before:
                combo.insertItem(self._below + number, title, path)
        combo.blockSignals(blocked)
