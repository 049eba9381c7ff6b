"""What each blank state of a map of Rolling America still takes, and how likely that is to be filled: what the coach, the
review and the easier computer players go by.
"""

from __future__ import annotations

from rollwrite_desktop.games.rolling_america.play.model import BLANK, OPEN_NUMBER
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica

HOPE = (0.0, 0.74, 0.75, 0.81, 0.82, 0.91, 0.94)
"""How likely a blank state is still to be filled, by how many of the six numbers it takes."""

_BESIDE = {
    number: frozenset(n for n in range(1, 7) if number is None or abs(n - number) <= 1)
    for number in (None, *OPEN_NUMBER.values())
}
"""What can stand beside a number; None: beside anything that bars nothing."""


class Evaluation:
    """What each blank state of one map still takes, and what a stroke would do to the hope of filling the map."""

    def __init__(self, rules: RollingAmerica, marks: tuple[str, ...]) -> None:
        self.rules = rules
        self.blank = tuple(held == BLANK for held in marks)
        beside = [_BESIDE[OPEN_NUMBER.get(held)] for held in marks]
        self.takes = tuple([
            frozenset.intersection(_BESIDE[None], *[beside[j] for j in rules.neighbors[i]]) if blank else frozenset()
            for i, blank in enumerate(self.blank)
        ])

    def hope(self, space: int) -> float:
        return HOPE[len(self.takes[space])]

    def gain(self, space: int, number: int, guarded: bool) -> float:
        """Returns the change of the expected count of filled states when a number is written there."""
        gain = 1.0 - self.hope(space)
        if not guarded:
            for other in self.rules.neighbors[space]:
                if self.blank[other]:
                    left = sum(abs(number - n) <= 1 for n in self.takes[other])
                    gain += HOPE[left] - self.hope(other)
        return gain
