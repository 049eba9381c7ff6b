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
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import emptied, in_row

_LONGEST = 18
"""Letters of a name on a chip; the large button and the list have all of them."""


class PartyChips(QWidget):
    """`player_chosen` carries the index of a player."""

    player_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.chips: list[QPushButton] = []
        self._shown: tuple[tuple[str, str], ...] | None = None
        self._row = in_row(gap=6, on=self)
        self._more = label("", "faint", wrap=False)
        self._row.addWidget(self._more)
        self._row.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def show_party(self, players: Sequence[tuple[str, str]]) -> None:
        """Each player's name and, of a computer, its level."""
        if self._shown == tuple(players):
            return
        self._shown = tuple(players)
        emptied(self._row)
        self.chips = []
        for index, (name, level) in enumerate(players):
            words = f"{name} · {level}" if level else name
            chip = button(_short(name) + (f" · {level}" if level else ""), "bot" if level else "user", "segment",
                          partial(self.player_chosen.emit, index))
            chip.setAccessibleName(tr("Player {n}: {player}", n=index + 1, player=words))
            chip.setToolTip(tool_tip(tr("Change who plays")))
            self.chips.append(chip)
            self._row.addWidget(chip)
        self._more = label("", "faint", wrap=False)
        self._row.addWidget(self._more)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As many as one line has room for, so that nothing below it moves; how many more there are is said at its end."""
        self._more.setText(tr("{n} more", n=len(self.chips)))
        gap = self._row.spacing()
        wide = [chip.sizeHint().width() + gap for chip in self.chips]
        room = self.width()
        shown = len(wide)
        if sum(wide) - gap > room:
            room -= self._more.sizeHint().width()
            shown = sum(sum(wide[: n + 1]) <= room for n in range(len(wide)))
        for n, chip in enumerate(self.chips):
            chip.setVisible(n < shown)
        self._more.setText(tr("{n} more", n=len(wide) - shown))
        self._more.setVisible(shown < len(wide))


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
