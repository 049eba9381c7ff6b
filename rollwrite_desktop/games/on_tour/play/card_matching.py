"""Which numbers can still be placed with which cards, and which circles follow: OT-6, OT-R1 and OT-R2 as small counting.

Where a number may go depends on cards and empty areas, never on the number. Areas are indices into the sheet's order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from rollwrite_desktop.games.on_tour.play.model import BLANK, Card


class AreaRegions(Struct, frozen=True):
    """What a map says of places: each area's id and its two regions."""

    ids: tuple[str, ...]
    within: tuple[frozenset[str], ...]

    def blanks(self, marks: tuple[str, ...]) -> tuple[int, ...]:
        return tuple([i for i, held in enumerate(marks) if held == BLANK])

    def takers(self, cards: tuple[Card, ...], marks: tuple[str, ...]) -> tuple[frozenset[int], ...]:
        """For each card the empty areas of its region."""
        blanks = self.blanks(marks)
        return tuple([frozenset([i for i in blanks if card.region in self.within[i]]) for card in cards])

    def fitting(self, cards: tuple[Card, ...], area: int) -> tuple[int, ...]:
        """Returns the cards that a number in this area can use."""
        return tuple([c for c, card in enumerate(cards) if card.region in self.within[area]])

    def most(self, cards: tuple[Card, ...], marks: tuple[str, ...], placed: tuple[int, ...], strokes: int) -> int:
        """How many of `strokes` further numbers can be placed (0 to 2), over all choices of cards and areas, if those in
        `placed` have theirs. Without cards every empty area takes one."""
        if not cards:
            return min(strokes, len(self.blanks(marks)))
        return _most(self.takers(cards, marks), self._uses(cards, placed), strokes)

    def most_after_x(
        self, cards: tuple[Card, ...], marks: tuple[str, ...], placed: tuple[int, ...], strokes: int
    ) -> dict[int, int]:
        """For each empty area, how many of `strokes` further numbers can be placed once an X stands there."""
        blanks = self.blanks(marks)
        if not cards:
            return dict.fromkeys(blanks, min(strokes, len(blanks) - 1))
        takers, uses = self.takers(cards, marks), self._uses(cards, placed)
        alike: dict[tuple[bool, ...], int] = {}  # areas that the same cards fit leave equally much
        found = {}
        for area in blanks:
            fits = tuple([area in taking for taking in takers])
            if fits not in alike:
                alike[fits] = _most(tuple([taking - {area} for taking in takers]), uses, strokes)
            found[area] = alike[fits]
        return found

    def placeable(self, cards: tuple[Card, ...], marks: tuple[str, ...], placed: tuple[int, ...]) -> frozenset[int]:
        """Returns the empty areas for which the numbers already placed leave a card."""
        blanks = self.blanks(marks)
        if not cards:
            return frozenset(blanks)
        regions = {cards[c].region for c in self.free(cards, placed)}
        return frozenset([area for area in blanks if not regions.isdisjoint(self.within[area])])

    def can_place(self, cards: tuple[Card, ...], placed: tuple[int, ...], area: int) -> bool:
        """Returns whether the numbers already placed leave a card for one in this area."""
        return not cards or not self.free(cards, placed).isdisjoint(self.fitting(cards, area))

    def free(self, cards: tuple[Card, ...], placed: tuple[int, ...]) -> frozenset[int]:
        """Returns the cards that some way to give the placed numbers theirs leaves over."""
        return frozenset(range(len(cards))) - frozenset.intersection(*self._uses(cards, placed))

    def circles(self, cards: tuple[Card, ...], placed: tuple[int, ...]) -> frozenset[int]:
        """Returns the areas to be circled: each used with its own card, as many as can be (OT-R2)."""
        best: frozenset[int] = frozenset()
        for choice in self._choices(cards, placed):
            used = zip(placed, choice, strict=True)
            own = frozenset(area for area, c in used if c >= 0 and cards[c].area == self.ids[area])
            if len(own) > len(best):
                best = own
        return best

    def claimers(self, cards: tuple[Card, ...], area: int, others: Iterable[int]) -> tuple[int, ...]:
        """Returns the areas of which each, with the other number of the turn in it, takes the card that would give this one
        its circle (OT-R2)."""
        return tuple([
            other for other in others
            if other != area and len(self.fitting(cards, other)) == 1 and area not in self.circles(cards, (area, other))
        ])

    def _uses(self, cards: tuple[Card, ...], placed: tuple[int, ...]) -> set[frozenset[int]]:
        return {frozenset([c for c in choice if c >= 0]) for choice in self._choices(cards, placed)}

    def _choices(self, cards: tuple[Card, ...], placed: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Returns the ways to give each placed number a card of its own, -1 only where paper was written on illegally."""
        choices: list[tuple[int, ...]] = [()]
        for area in placed:
            choices = [
                (*choice, c) for choice in choices for c in (*self.fitting(cards, area), -1) if c < 0 or c not in choice
            ]
        fewest = min([choice.count(-1) for choice in choices])
        return [choice for choice in choices if choice.count(-1) == fewest]


def _most(takers: tuple[frozenset[int], ...], uses: set[frozenset[int]], strokes: int) -> int:
    """How many of `strokes` further numbers the cards can take that are not used, over all ways to use them."""
    return max([_further(tuple([taking for c, taking in enumerate(takers) if c not in used]), strokes) for used in uses])


def _further(takers: tuple[frozenset[int], ...], strokes: int) -> int:
    return max((count for count in _counts(takers) if count <= strokes), default=0)


def _counts(takers: tuple[frozenset[int], ...]) -> Iterator[int]:
    for i, one in enumerate(takers):
        if one:
            yield 1
        for two in takers[:i]:
            if one and two and len(one | two) > 1:
                yield 2
