"""Maps for the tests: the shipped one as rules see it and as bare dictionaries, and small ones made on the spot."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop import paths
from rollwrite_desktop.sheet.sheet import Box, Rect, Region, Sheet, Space


class Plain(Struct, frozen=True, dict=True):
    """A map as plain facts: space to region, and space to the set of its neighbors."""

    region: Mapping[str, str]
    borders: Mapping[str, frozenset[str]]


def plain(regions: Mapping[str, str], pairs: list[str]) -> Plain:
    borders: dict[str, set[str]] = {space: set() for space in regions}
    for pair in pairs:
        a, b = pair.split("-")
        borders[a].add(b)
        borders[b].add(a)
    return Plain(regions, {space: frozenset(others) for space, others in borders.items()})


@cache
def shipped(sheet_id: str, corners: bool = False) -> Plain:
    """A shipped sheet's facts, read without the program's reader."""
    raw = json.loads((paths.SHEETS / f"{sheet_id}.json").read_text("utf-8"))
    pairs = raw["links"] + (raw["corner_links"] if corners else [])
    return plain({space["id"]: space["region"] for space in raw["spaces"]}, pairs)


SMALL = {
    "RA": "red", "RB": "red", "BA": "blue", "BB": "blue", "GA": "green", "GB": "green",
    "YA": "yellow", "OA": "orange", "PA": "purple",
}
SMALL_PAIRS = ["BA-RA", "BA-RB", "BB-RB", "BA-GA", "BB-GB", "GA-GB", "GB-YA", "BB-OA"]
"""Nine spaces; PA borders nothing."""


def drawn(
    facts: Mapping[str, str], pairs: list[str], rounds: int = 8, corner_pairs: tuple[str, ...] = (),
    colors: Iterable[str] = (), powers: int = 3,
) -> Sheet:
    """A sheet in a row of squares: geometry enough to be held, links as given. colors: of regions without areas.
    powers: boxes of each."""

    def both(links: list[str] | tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        return tuple((min(pair.split("-")), max(pair.split("-"))) for pair in links)

    spaces = tuple(
        Space(
            name, name.title(), region, ((60.0 * i, 0.0), (60.0 * i + 60, 0.0), (60.0 * i + 60, 60.0), (60.0 * i, 60.0)),
            Rect(60.0 * i + 5, 5, 50, 50), (60.0 * i + 6, 12),
        )
        for i, (name, region) in enumerate(facts.items())
    )
    boxes = tuple(
        Box(f"{group}/{i}", group, "check", Rect(30.0 * i, 70.0 + 30 * row, 20, 20))
        for row, group in enumerate(("rounds", "change", "guard", "dupe")) for i in range(1, 1 + (8 if row == 0 else powers))
    )
    return Sheet(
        id="small", game="rolling_america", title="Small", version=1, size=(60.0 * len(facts), 200.0),
        regions=tuple(Region(name, name.title(), name[0].upper()) for name in dict.fromkeys((*facts.values(), *colors))),
        spaces=spaces, links=both(pairs), corner_links=both(corner_pairs), boxes=boxes, decor=(), source="", licence="",
        values={"rounds": rounds} | ({} if powers == 3 else {"powers": powers}), hash="small",
    )


def toured(within: Mapping[str, tuple[str, str]], cards: list[str]) -> Sheet:
    """A map of On Tour: areas in a row, each joined to the next, with the two regions they lie in, and the deck."""
    names = tuple(within)
    pairs = [f"{a}-{b}" for a, b in pairwise(names)]
    regions = {pair: "".join(region[0] for region in pair) for pair in dict.fromkeys(within.values())}
    sheet = drawn({area: regions[pair] for area, pair in within.items()}, pairs)
    return replace(
        sheet, game="on_tour", boxes=(), values={"cards": 3}, cards=tuple(cards),
        regions=tuple(Region(name, " ".join(pair), name, pair) for pair, name in regions.items()),
    )
