"""Where Xs can stand on a map of On Tour whose rolls nobody knows: every way of play on small maps, tried one by one.

What the check promises of Xs (OT-R1): some region without an X lacks no more areas than some way of play can leave there.
How many those are is found here, by play; the check must forbid exactly the rest."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.games.on_tour.check.audit import OnTourAuditor
from rollwrite_desktop.games.on_tour.check.evidence import read_evidence
from tests.games.on_tour.oracle import STAR, Turn, World, _has_card, _may_cross, small_world
from tests.maps import toured
from tests.sampling import amount

pytestmark = pytest.mark.slow
LAST, CARDS = 2, 3
Position = tuple[frozenset[str], frozenset[str]]
"""The areas that are blank, and those with an X."""


def positions(world: World) -> set[Position]:
    """Every position that a game can reach, also in the middle of a turn; the set-up is one roll."""
    areas = frozenset(world.within)
    hands = {tuple(sorted(card.split()[1] for card in cards)) for cards in combinations(world.deck, CARDS)}
    drawn = [tuple((f"card {k}", region) for k, region in enumerate(hand)) for hand in sorted(hands)]
    begun = [(areas - {*pair}, frozenset[str]()) for pair in combinations(sorted(areas), 2)]
    found: set[Position] = set()
    while begun:
        blank, crossed = begun.pop()
        if (blank, crossed) in found:
            continue
        found.add((blank, crossed))
        for cards, star in product(drawn if len(blank) > LAST else [()], (False, True)):
            if len({region for _, region in cards}) == 1 and not star:
                continue
            turn = Turn(1, (STAR,) if star else ("12", "21"), cards, 1 if star else min(2, len(blank)))
            during: list[tuple[frozenset[str], frozenset[str], tuple[str, ...], int]] = [(blank, crossed, (), turn.strokes)]
            for empty, xs, numbers, left in during:
                if empty != blank:
                    found.add((empty, xs)) if left else begun.append((empty, xs))
                for area in sorted(empty) if left else ():
                    if _has_card(world, turn, [*numbers], area):
                        during.append((empty - {area}, xs, (*numbers, area), left - 1))
                    if cards and _may_cross(world, turn, [*numbers], empty, left, area):
                        during.append((empty - {area}, xs | {area}, numbers, left - 1))
    return found


def lacking(world: World, blank: frozenset[str], crossed: frozenset[str]) -> int:
    """How many areas are blank in the region without an X that has fewest; many where every region has one."""
    regions = {region for pair in world.within.values() for region in pair}
    held = {region: {area for area, pair in world.within.items() if region in pair} for region in regions}
    return min((len(areas & blank) for areas in held.values() if not areas & crossed), default=99)


@amount("worlds", 3, 30)
def test_what_xs_alone_prove(worlds: int) -> None:
    maps = [replace(small_world(seed, 7), voluntary=False) for seed in range(worlds)]
    reached = [positions(world) for world in maps]
    bound = max(lacking(world, *at) for world, found in zip(maps, reached, strict=True) for at in found if at[1])
    for world, found in zip(maps, reached, strict=True):
        sheet = replace(toured(world.within, list(world.deck)), values={"cards": CARDS, "setup": 1, "last": LAST})
        auditor = OnTourAuditor(sheet, {})
        for held in product(("12", "", "X"), repeat=len(world.within)):
            spaces = {area: what for area, what in zip(world.within, held, strict=True) if what}
            blank = frozenset(world.within) - {*spaces}
            crossed = frozenset(area for area, what in spaces.items() if what == "X")
            seen = read_evidence(auditor.rules, Paper(game="on_tour", spaces=spaces))
            keys = {finding.key for finding in auditor._alone(seen)}
            wrong = bool(keys & {"OT-R1:regions", "OT-R1:room"})
            assert wrong == bool(crossed and lacking(world, blank, crossed) > bound), spaces
            assert not wrong or (blank, crossed) not in found, spaces
