"""Letters read as codes, one by one and all at once: against every way there is to cut them."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import pytest

from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.space_codes import CodeReader, SpaceCodes

READ = SpaceCodes(("ne", "new", "wa", "wy", "w", "a", "al"))
CODES = READ.spaces
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
    read = READ.along(letters, NEIGHBORS, before)
    cuts = every_cut(letters, {*before})
    assert (read is None) == (not cuts)
    if read is not None:
        def cost(cut: tuple[tuple[str, ...], str]) -> tuple[int, int]:
            way = [*before[-1:], *cut[0]]
            return sum(b not in NEIGHBORS.get(a, ()) for a, b in pairwise(way)), len(cut[1])
        best = [cut for cut in cuts if cost(cut) == min(map(cost, cuts))]
        assert read in best and read[0][:1] == max((cut[0][:1] for cut in best), key=lambda first: len("".join(first)))


def test_every_pair_of_codes_of_the_map_is_read_as_it_is_meant_along_a_line() -> None:
    sheet = find("on_tour_usa")
    codes = SpaceCodes(sheet.space)
    for here, others in sheet.neighbors.items():
        for there in others:
            assert codes.along((here + there).upper(), sheet.neighbors, ()) == ((here, there), "")
    assert codes.along("NEWY", sheet.neighbors, ()) == (("NE", "WY"), "")
    assert codes.along("KSNEW", sheet.neighbors, ()) == (("KS", "NE"), "W"), "NEW is no neighbor of KS"
    assert codes.along("NEWM", sheet.neighbors, ("NY",)) == (("NEW",), "M")
    assert codes.along("TX", sheet.neighbors, ("TX",)) is None


@pytest.mark.parametrize("sheet_id", ["rolling_america_usa", "on_tour_usa", "hexroller_front", "hexroller_back"])
def test_every_code_is_named_by_its_signs_whatever_was_typed_before(sheet_id: str) -> None:
    reader = CodeReader(SpaceCodes(find(sheet_id).space))
    luck = random.Random(sheet_id)
    for _ in range(400):
        space = luck.choice([*reader.codes.spaces.values()])
        named = [reader.read(sign) for sign in space.upper()]
        assert named[-1] == space and not reader.waiting
        if reader.typed:  # NE, which W would make NEW
            reader.forget()


def test_a_letter_waits_as_long_as_several_codes_begin_with_it() -> None:
    reader = CodeReader(SpaceCodes(("OH", "OK", "NE", "NEW", "FL", "C")))
    assert [reader.read(letter) for letter in "OQK"] == ["", "", "OK"], "a letter that leads nowhere leaves what waits"
    assert reader.read("F") == "FL" and reader.read("L") == "FL", "the only one that begins so is named at once"
    assert [reader.read(letter) for letter in "NEW"] == ["", "NE", "NEW"] and not reader.typed
    assert reader.read("O") == "" and reader.waiting == "O" and reader.continues("H") and not reader.continues("E")
    assert reader.read("C", lambda sign: sign != "C") == "" and reader.waiting == "O"
    assert reader.read("C") == "C" and not reader.waiting
    assert [reader.read(letter) for letter in "NEQH"] == ["", "NE", "", ""], "what was named is not gone on with then"
