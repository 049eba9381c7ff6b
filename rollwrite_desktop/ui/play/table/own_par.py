"""Par of a map of one's own at the end of a game alone on it: as it was measured when the map was made, else measured in the
worker process and kept.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QObject, Signal

from rollwrite_desktop.gamekit.play.house_ratings import against_par, describe_par
from rollwrite_desktop.play.opening.open_game import Opened, options_of
from rollwrite_desktop.sheet.load import ENDING
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.own_sheet_store import PAR, named_in_key, own_par
from rollwrite_desktop.ui.library.par_run import ParRun

_HASH = "hash"


class OwnPar(QObject):
    """`known` once it is measured; None where a game has no par: on shipped maps, whose guide tells it, with others at the
    table, with other house rules than those that it is measured with."""

    known = Signal()

    def __init__(self, opened: Opened, store: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._opened, self._store = opened, store
        self._level = opened.game.words.par_level
        self._run: ParRun | None = None
        sheet, head = opened.head.sheet, opened.head
        usual = options_of(opened.game, head.options) == options_of(opened.game)
        by_guide = bool(describe_par(opened.sheet.id, self._level, 0))  # a copy of a shipped map
        self.offered = bool(self._level) and sheet.endswith(ENDING) and len(head.players) == 1 and usual and not by_guide
        self.par = self._kept() if self.offered else None

    @property
    def measuring(self) -> bool:
        return self._run is not None

    def _kept(self) -> float | None:
        """Par as it was found here for this very drawing, or when the map was made."""
        kept = self._store.recall(self._key, dict[str, str]())
        mine = kept.get(PAR, "") if kept.get(_HASH) == self._opened.sheet.hash else ""
        return float(mine) if re.fullmatch(r"\d{1,3}\.\d", mine) else own_par(self._store, self._opened.head.sheet)

    @property
    def _key(self) -> str:
        return f"own-par {named_in_key(self._opened.head.sheet)}"

    def begin(self) -> None:
        """Measures par where it is not known."""
        if self.offered and self.par is None and self._run is None:
            self._run = ParRun(self._opened.sheet, self)
            self._run.measured.connect(self._take)
            self._run.failed.connect(self.stop)

    def _take(self, par: float) -> None:
        self.stop()
        self.par = round(par, 1)
        self._store.keep(self._key, {PAR: f"{self.par:.1f}", _HASH: self._opened.sheet.hash})
        self.known.emit()

    def stop(self) -> None:
        """Measures no further; begins anew the next time."""
        run, self._run = self._run, None
        if run is not None:
            run.drop()

    def describe(self, total: int) -> str:
        """How a result is beside par, in a sentence; "" while that is not known."""
        return "" if self.par is None else against_par(self.par, self._level, total)
