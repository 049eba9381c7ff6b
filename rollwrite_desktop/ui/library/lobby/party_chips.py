"""Who plays, as a chip for each player: the name and, of a computer, how well it plays. A tap leads to where that is
changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.layouts import emptied, in_row

_LONGEST = 18
"""Letters of a name on a chip; the large button and the list have all of them."""


class PartyChips(QWidget):
    """`player_chosen` carries the index of a player: the first where nobody in particular was meant."""

    player_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.chips: list[QPushButton] = []
        self._shown: tuple[tuple[str, str], ...] | None = None
        self._more = False
        self._row = in_row(gap=6, on=self)
        self._row.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def show_party(self, players: Sequence[tuple[str, str]], more: bool) -> None:
        """Each player's name and, of a computer, its level; `more`: whether others can play too."""
        if self._shown == tuple(players):
            return
        self._shown = tuple(players)
        emptied(self._row)
        self.chips, self._more = [], more
        for index, (name, level) in enumerate(players):
            words = f"{name} · {level}" if level else name
            chip = button(_short(name) + (f" · {level}" if level else ""), "bot" if level else "user", "segment",
                          partial(self.player_chosen.emit, index))
            chip.setAccessibleName(tr("Player {n}: {player}", n=index + 1, player=words))
            chip.setToolTip(tool_tip(tr("Change who plays")))
            self.chips.append(chip)
        if more:
            other = button(tr("Change"), "users", "quiet", partial(self.player_chosen.emit, 0))
            other.setAccessibleName(tr("Change who plays"))
            self.chips.append(other)
        for chip in self.chips:
            self._row.addWidget(chip)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As many as one line has room for, so that nothing below it moves; how many more there are is said at its end."""
        if not self._more:
            return
        *players, last = self.chips
        last.setText(tr("Change"))
        last.setText(max(last.text(), tr("{n} more", n=len(players)), key=last.fontMetrics().horizontalAdvance))
        room = self.width() - last.sizeHint().width()
        shown = 0
        for chip in players:
            room -= chip.sizeHint().width() + self._row.spacing()
            shown += room >= 0
        for n, chip in enumerate(players):
            chip.setVisible(n < shown)
        last.setText(tr("{n} more", n=len(players) - shown) if shown < len(players) else tr("Change"))


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
