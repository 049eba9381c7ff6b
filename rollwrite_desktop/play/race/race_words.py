"""A race in words, for one person who listens to it: the dice in hand, what fits first; the board; who has how many left.

What is said while the race goes on is short: only what has changed for this person. Knows no particular game.
"""

from __future__ import annotations

from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.play.race.race_session import RaceSession


class RaceWords:
    """What `player` hears of a race."""

    def __init__(self, side: RaceSession, player: str) -> None:
        self.side, self.player = side, player
        self._hand: tuple[tuple[str, ...], tuple[str, ...]] | None = None
        self._seen: object = None

    def after(self) -> str:
        """Returns what has changed for the player since the last call: how many dice are left, and which fit now; "" for
        nothing, while nobody races, and while the player's dice are rolled."""
        state, guide = self.side.session.state, self.side.guide
        if not self.side.running:
            self._hand = self._seen = None
            return ""
        if state is self._seen:
            return ""
        self._seen = state
        fits, others = hand = guide.hand(state, self.player)
        if not fits and not others:
            return ""
        before, self._hand = self._hand, hand
        if before == hand:
            return ""
        text = tr("Fits: {dice}.", dice=", ".join(fits)) if fits else tr("Nothing fits.")
        left = len(fits) + len(others)
        if before is not None and left < sum(map(len, before)):
            text = tr_n("{n} die left.", "{n} dice left.", left) + " " + text
        return text

    def hand(self) -> str:
        """All the player's dice, those that fit first."""
        fits, others = self.side.guide.hand(self.side.session.state, self.player)
        if not fits and not others:
            return tr("Your dice are being rolled.") if self.side.running else tr("You have no dice now.")
        text = tr("Fits: {dice}.", dice=", ".join(fits)) if fits else tr("Nothing fits.")
        return f"{text} {tr('Does not fit: {dice}.', dice=', '.join(others))}" if others else text

    def board(self) -> str:
        """Returns what the board waits for, and how many dice everybody has left."""
        waits = tr("The board waits for {dice}.", dice=", ".join(self.side.guide.board(self.side.session.state)))
        return f"{waits} {self.others()}".strip()

    def others(self) -> str:
        """How many dice everybody has left; "" between rounds."""
        if self.side.phase != "race":
            return ""
        guide, state = self.side.guide, self.side.session.state
        counted = {each: sum(map(len, guide.hand(state, each))) for each in self.side.players}
        text = [
            tr_n("{name} {n} left", "{name} {n} left", n, name=self.side.name(each)) if n
            else tr("{name} rolls", name=self.side.name(each))
            for each, n in counted.items()
        ]
        return f"{', '.join(text)}." if text else ""
