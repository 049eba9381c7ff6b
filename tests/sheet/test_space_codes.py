"""Letters read as codes, against every way there is to cut them."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import pytest

from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.space_codes import codes_in

CODES = {code: code.lower() for code in ("NE", "NEW", "WA", "WY", "W", "A", "AL")}
NEIGHBORS = {"ne": {"wy", "ks"}, "new": {"a", "al"}, "w": {"a"}, "a": {"w", "new"}}


def every_cut(letters: str, taken: set[str]) -> set[tuple[tuple[str, ...], str]]:
    found = set()
    for n in range(len(letters) + 1):
        for cuts in combinations(range(1, len(letters) + 1), n):
            pieces = [letters[a:b] for a, b in zip((0, *cuts), cuts, strict=False)]
            rest = letters[cuts[-1] :] if cuts else letters
            spaces = [CODES.get(piece, "") for piece in pieces]
            whole = rest in CODES and CODES[rest] not in {*taken, *spaces}
            begins = not rest or (not whole and any(code.startswith(rest) and code != rest for code in CODES))
            if all(spaces) and begins and len({*spaces}) == n and not taken & {*spaces}:
                found.add((tuple(spaces), rest))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_what_is_read_is_the_best_of_all_cuts(seed: int) -> None:
    luck = random.Random(seed)
    letters = "".join(luck.choice("NEWAYL") for _ in range(luck.randint(1, 7)))
    before = tuple(luck.sample(sorted(CODES.values()), luck.randint(0, 2)))
    read = codes_in(letters, CODES, NEIGHBORS, before)
    cuts = every_cut(letters, {*before})
    assert (read is None) == (not cuts)
    if read is not None:
        def cost(cut: tuple[tuple[str, ...], str]) -> tuple[int, int]:
            way = [*before[-1:], *cut[0]]
            return sum(b not in NEIGHBORS.get(a, ()) for a, b in pairwise(way)), len(cut[1])
        assert read in cuts and cost(read) == min(map(cost, cuts))


def test_every_pair_of_codes_of_the_map_is_read_as_it_is_meant_along_a_line() -> None:
    sheet = find("on_tour_usa")
    codes = {space.id.upper(): space.id for space in sheet.spaces}
    for here, others in sheet.neighbors.items():
        for there in others:
            assert codes_in((here + there).upper(), codes, sheet.neighbors, ()) == ((here, there), "")
    assert codes_in("NEWY", codes, sheet.neighbors, ()) == (("NE", "WY"), "")
    assert codes_in("NEWM", codes, sheet.neighbors, ("NY",)) == (("NEW",), "M")
    assert codes_in("TX", codes, sheet.neighbors, ("TX",)) is None
