"""The choice of how sheets with illegal play are ranked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.intake.sessions import Illegal, RankingRule
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.choices import Combo
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import row_of

_PENALTIES = (1, 2, 3, 5)


class RankingChoice(QWidget):
    """`chosen` carries the rule that a person has chosen."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.illegal = Combo({}, name=tr("Sheets with illegal play"))
        self.illegal.currentIndexChanged.connect(lambda _: self.chosen.emit(_rule(self.illegal.value)))
        choice = row_of(label(tr("Sheets with illegal play"), "faint", wrap=False), self.illegal)
        choice.setContentsMargins(0, 0, 0, 0)
        if theme.large():
            choice.setStretchFactor(self.illegal, 1)  # its rules are sentences
        else:
            choice.addStretch(1)
        self.setLayout(choice)

    def show_rule(self, game: Game, rule: RankingRule) -> None:
        """Shows the rule in force, among those that can be chosen; hidden where a sheet is a whole table's."""
        titles = _titles(game) | _titles(game, (rule.points,))
        with QSignalBlocker(self.illegal):
            if [self.illegal.itemText(row) for row in range(self.illegal.count())] != [*titles.values()]:
                self.illegal.clear()
                for value, title in titles.items():
                    self.illegal.addItem(title, value)
            self.illegal.choose(_value(rule))
        self.setVisible(game.play.score_sheet is None)


def _value(rule: RankingRule) -> str:
    return f"penalty {rule.points}" if rule.illegal == "penalty" else rule.illegal


def _rule(value: str) -> RankingRule:
    illegal, _, points = value.partition(" ")
    return RankingRule(cast(Illegal, illegal), int(points or 1))


def _titles(game: Game, penalties: Sequence[int] = _PENALTIES) -> dict[str, str]:
    """Returns the rules to choose from."""
    rules = (RankingRule("last"), RankingRule("corrected"), *(RankingRule("penalty", points) for points in penalties))
    return {_value(rule): _title(rule, game) for rule in rules}


def _title(rule: RankingRule, game: Game) -> str:
    if rule.illegal == "last":
        return tr("Rank last")
    if rule.illegal == "corrected":
        return tr("Rank by the corrected score")
    return tr(game.words.unit.mistakes, n=rule.points)
