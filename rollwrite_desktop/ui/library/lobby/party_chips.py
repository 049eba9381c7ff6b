"""Who plays, as a chip for each player: the name and, of a computer, how well it plays. A tap leads to where that is
changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.layouts import emptied, flow

_LONGEST = 18
"""Letters of a name on a chip; the large button and the list have all of them."""


class PartyChips(QWidget):
    """`player_chosen` carries the index of a player, `more_chosen` that of the last: somebody else is to play too."""

    player_chosen = Signal(int)
    more_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.chips: list[QPushButton] = []
        self._shown: tuple[tuple[str, str], ...] | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(6)
        self._grid.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def show_party(self, players: Sequence[tuple[str, str]], more: bool) -> None:
        """Each player's name and, of a computer, its level; `more`: whether others can play too."""
        if self._shown == tuple(players):
            return
        self._shown = tuple(players)
        emptied(self._grid)
        self._grid.setProperty("across", None)
        self.chips = []
        for index, (name, level) in enumerate(players):
            words = f"{name} · {level}" if level else name
            chip = button(_short(name) + (f" · {level}" if level else ""), "bot" if level else "user", "segment",
                          partial(self.player_chosen.emit, index))
            chip.setAccessibleName(tr("Player {n}: {player}", n=index + 1, player=words))
            chip.setToolTip(tool_tip(tr("Change who plays")))
            self.chips.append(chip)
        if more:
            other = button(tr("Change"), "users", "quiet", partial(self.more_chosen.emit, len(players) - 1))
            other.setAccessibleName(tr("Change who plays"))
            self.chips.append(other)
        self._flow()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._flow()

    def _flow(self) -> None:
        if self.chips:
            flow(self._grid, self.chips, max(1, self.width()))
        for column in range(self._grid.columnCount()):
            self._grid.setColumnStretch(column, 0)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
