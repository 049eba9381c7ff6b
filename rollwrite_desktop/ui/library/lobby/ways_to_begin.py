"""The ways to begin with one tap: alone, against the computer, all at one screen, the game of the day."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from rollwrite_desktop.core.i18n import join_clauses, join_names, mark_n, tr, tr_n
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.buttons import CardButton
from rollwrite_desktop.ui.kit.labels import ElidedLabel
from rollwrite_desktop.ui.library.lobby.begin_cards import begin_card
from rollwrite_desktop.ui.library.lobby.last_time import LastTime
from rollwrite_desktop.ui.library.lobby.level_choice import LevelChoice
from rollwrite_desktop.ui.library.lobby.seats import Seat

ALONE, COMPUTERS, HOT_SEAT, DAY = "alone", "computers", "hot_seat", "day"


class WaysToBegin(QWidget):
    """A card for each way that suits the game's number of players; none for the players who sit there already, with whom the
    large button begins. `chosen` carries the way."""

    chosen = Signal(str)

    def __init__(self, game: Game, last: LastTime, level: LevelChoice) -> None:
        super().__init__()
        self._game, self._last, self._level = game, last, level
        self._seated: list[str] = []
        self.cards: dict[str, CardButton] = {}
        self._under: dict[str, ElidedLabel] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(8)
        columns, ways = 1 if theme.large() else 2, self._offered()
        for place, way in enumerate(ways):
            self.cards[way] = self._card(way)
            alone = place == len(ways) - 1 and place % columns == 0
            grid.addWidget(self.cards[way], *divmod(place, columns), 1, columns if alone else 1)
        for column in range(columns):
            grid.setColumnStretch(column, 1)

    def party(self, way: str) -> list[Seat]:
        """Who plays in a way to begin: those who sit there by name, else those of last time."""
        me = [Seat(name) for name in (*self._seated, *self._last.known_names())[:1]] or [Seat()]
        least = self._game.info.players[0]
        if way == COMPUTERS:
            return [*me, *[Seat("", self._level.value)] * max(self._computers, least - 1)]
        if way == HOT_SEAT:
            last = self._last.party() or self._last.known_names()[:2]
            names = last if len(self._seated) < 2 and {*self._seated} <= {*last} else self._seated
            return [Seat(name) for name in (*names, "", "")[: max(2, least, len(names))]]
        return [*me, *[Seat("", self._level.value)] * (least - 1)]

    def seat(self, people: Sequence[str]) -> None:
        """These people sit there by name."""
        self._seated = [*people]

    def summarize(self, rules: Sequence[str], *, races: bool) -> None:
        """Says on each card who or what one plays against, and the house rules, which hold but for the game of the day: how
        many, before the names, where they have no room. `races`: whether the clock runs under these rules."""
        names = [seat.name for seat in self.party(ALONE)[:1] if seat.name]
        hot = [seat.name or tr("Player {n}", n=n) for n, seat in enumerate(self.party(HOT_SEAT), 1)]
        same, trial = tr("The same dice for everyone"), tr("A time trial")
        lines = {
            ALONE: trial if races else tr("For your best result"), COMPUTERS: self._level.title,
            HOT_SEAT: join_names(tuple(hot)), DAY: f"{trial} · {same}" if self._game.info.realtime else same,
        }
        brief = dict(lines)
        if names and self._game.info.players[0] == 1:
            lines[ALONE], brief[ALONE] = f"{names[0]} · {lines[ALONE]}", names[0]
        count = tr_n("{n} house rule", "{n} house rules", len(rules))
        for way, under in self._under.items():
            own = rules and way != DAY
            line = f"{lines[way]} · {join_clauses(rules)}" if own else lines[way]
            under.setText(line, f"{count} · {brief[way]}" if own else "")
            self.cards[way].setAccessibleDescription(line)

    def _offered(self) -> tuple[str, ...]:
        least, most = self._game.info.players
        suits = {
            ALONE: least == 1, COMPUTERS: most > 1 and bool(self._game.think.bots), HOT_SEAT: most > 1,
            DAY: True,
        }
        sit = self._last.seats() or [Seat()]
        return tuple(way for way, suit in suits.items() if suit and (way == DAY or self.party(way) != sit))

    def _card(self, way: str) -> CardButton:
        n = self._computers
        against = tr(mark_n(
                "You against {n} computer",
                "You against {n} computers",
            ), n=n) if n > 1 else tr("You against the computer")
        here = tr("All at one screen") if self._game.info.realtime else tr("Hot-seat")
        icon, title, key = {
            ALONE: ("user", tr("You alone"), "Alt+1"), COMPUTERS: ("bot", against, "Alt+2"),
            HOT_SEAT: ("users", here, "Alt+3"), DAY: ("sun", tr("Game of the day"), "Alt+4"),
        }[way]
        self._under[way] = ElidedLabel("", "faint")
        made = begin_card(icon, title, key, self._under[way])
        made.clicked.connect(lambda _=False: self.chosen.emit(way))
        return made

    @property
    def _computers(self) -> int:
        """How many computer players a person meets in one tap."""
        return max(1, min(2, self._game.info.players[1] - 1))
