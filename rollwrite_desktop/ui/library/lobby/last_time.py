"""What was chosen on a game's own page the last time it was played, as it is kept in the settings; anything in the file that
cannot be is as if it were not there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.lobby.seats import PERSON, Seat

_KNOWN_NAMES = 30
_LONGEST = 40


class LastTime:
    """The choices of one game; `choices` are its dice and house rules, which are kept once a game was begun with them."""

    def __init__(self, store: Settings, game: Game) -> None:
        self._store, self._game = store, game
        self._key = f"lobby-{game.info.id}"
        self.kept: dict[str, Any] = store.recall(self._key, dict[str, Any]())
        self.choices: dict[str, Any] = {key: self.kept[key] for key in ("dice", "options") if key in self.kept}

    def text(self, *keys: str) -> str:
        """Returns the text that is kept under keys within one another, or ""."""
        value: Any = self.kept | self.choices
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        return value if isinstance(value, str) else ""

    def seats(self) -> list[Seat]:
        """Who played; a person who was alone and had no name yet has the one that was typed since."""
        found = self.kept.get("seats")
        if found in (None, [["", PERSON]]):  # a game that was never played here: who played another one sits down first
            return [Seat(name) for name in self.known_names()[: self._game.info.players[0]]]
        pairs = [pair for pair in found if isinstance(pair, list)] if isinstance(found, list) else []
        seats = [Seat(*map(str, pair)) for pair in pairs if len(pair) == 2]
        return [Seat(seat.name[:_LONGEST], seat.bot if seat.bot in self._game.think.bots else PERSON) for seat in seats]

    def party(self) -> list[str]:
        """Returns the people who played together last, by name."""
        party = self.kept.get("party")
        return [str(name) for pair in party for name in pair[:1]] if isinstance(party, list) else []

    def known_names(self) -> list[str]:
        """Returns the people who have played anything here, the latest first."""
        return [name for name in self._store.recall("names", list[str]()) if isinstance(name, str)]

    def keep(self, sheet: str, seats: Sequence[Seat], level: str) -> None:
        """Keeps who plays on what for the next time."""
        self._store.keep("game", self._game.info.id)
        people = [[seat.name, seat.bot] for seat in seats if not seat.bot]
        party = people if len(people) > 1 else self.kept.get("party", [])
        self._store.keep(self._key, {
            **self.choices, "sheet": sheet, "seats": [[seat.name, seat.bot] for seat in seats], "level": level,
            **({"party": party} if party else {}),
        })
        names = [seat.name for seat in seats if seat.name and not seat.bot]
        self._store.keep("names", list(dict.fromkeys([*names, *self.known_names()]))[:_KNOWN_NAMES])
