"""How well the computer plays: a level of the game by name, with a line about it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.choices import Choices, Combo
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import in_column, row_or_column
from rollwrite_desktop.ui.library.lobby.seats import level_title

_FEW_LEVELS = 5
_LARGE = 1.6  # texts


class LevelChoice(QWidget):
    """`changed` after every choice. `list`: the levels side by side, or as a drop-down list where they are many or large.
    Hidden where nobody plays against a computer."""

    changed = Signal()

    def __init__(self, game: Game, level: str) -> None:
        """`level` is chosen first; one that the game does not have is the usual one."""
        super().__init__()
        self._game = game
        levels = {bot: level_title(game, bot) for bot in game.think.bots}
        known = level or game.usual_level
        chosen = known if known in levels else next(iter(levels), "")
        self.list: Choices | Combo
        if len(levels) <= _FEW_LEVELS and theme.text_scale() < _LARGE and not theme.large():
            self.list = Choices(levels, chosen, segments=True, name=tr("Computer players"))
            self.list.chosen.connect(lambda _: self._choose())
        else:
            self.list = Combo(levels, chosen, tr("Computer players"))
            self.list.currentIndexChanged.connect(lambda _: self._choose())
        row = row_or_column(label(tr("Computer players"), "heading", wrap=False), self.list)
        row.setSpacing(12)
        row.setStretch(1, 1)
        self._instead = ""
        self._manner = label("", "faint")
        in_column(row, self._manner, gap=4, on=self)
        self._describe()
        if not levels or game.info.players[1] == 1:
            self.hide()

    @property
    def value(self) -> str:
        """The id of the level, or "" where the computer does not play."""
        return self.list.value

    @property
    def title(self) -> str:
        """The level by name, or ""."""
        return level_title(self._game, self.value) if self.value else ""

    def _choose(self) -> None:
        self._describe()
        self.changed.emit()

    def follow(self, options: Mapping[str, str]) -> None:
        """Tells of computer players what is so with these house rules."""
        said = self._game.think.instead.items()
        self._instead = next((line for (option, value), line in said if options.get(option) == value), "")
        self._describe()

    def _describe(self) -> None:
        shown = self._game.think.levels.get(self.value)
        self._manner.setText(tr(self._instead or shown.manner) if shown is not None else "")
