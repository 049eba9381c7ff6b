"""How many numbers of a map its dice cannot account for without dupes and color changes: bounds that are plain to who
counts, but that a search by cases finds only after trying every die in every place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from rollwrite_desktop.games.rolling_america.play.model import WILD


class Shortage(Struct, frozen=True):
    """Of one number: how many of it at least were duped, and how many at least were duped or are from a changed die."""

    dupes: int
    powers: int


def shortages(numbers: Iterable[tuple[int, str]], dice: Sequence[tuple[int, str]]) -> dict[int, Shortage]:
    """Number to what its dice fall short by. numbers: each number on the map with its region. dice: face and name of each; a
    face 0 or a name "" may be anything, and is then as good as a wild."""
    stand = Counter(numbers)
    rolled = Counter((face, name) for face, name in dice if face and name)
    unknown = sum(not (face and name) for face, name in dice)
    found = {}
    for number in dict.fromkeys(number for number, _ in stand):
        here = {region: n for (other, region), n in stand.items() if other == number}
        away = sum(max(0, n - rolled[number, region]) for region, n in here.items())
        every = sum(n for (face, _), n in rolled.items() if face == number)
        found[number] = Shortage(
            max(0, sum(here.values()) - every - unknown), max(0, away - rolled[number, WILD] - unknown),
        )
    return found
