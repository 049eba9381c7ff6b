"""Sheets made for the tests, as their files have them: small maps, and sheets of every game at random, down to the smallest
that can be played."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

from rollwrite_desktop.paths import SHEETS
from rollwrite_desktop.play.opening.check_sheet import sheet_faults
from rollwrite_desktop.sheet.load import loads
from rollwrite_desktop.sheet.sheet import Sheet

Raw = dict[str, Any]
SIDE = 60.0
COLORS = ("red", "blue", "green", "yellow", "orange", "purple")
CORNERS = ("North", "South", "West", "East")


def tiles(game: str, wide: int, high: int, colors: tuple[str, ...], **more: Any) -> Raw:
    """A map of square areas, each linked with those beside it."""
    codes = {(x, y): f"{chr(65 + y)}{x + 1}" for x, y in product(range(wide), range(high))}
    links, corners = [], []
    for (x, y), code in codes.items():
        links += ["-".join(sorted((code, codes[there]))) for there in ((x + 1, y), (x, y + 1)) if there in codes]
        corners += ["-".join(sorted((code, codes[there]))) for there in ((x + 1, y + 1), (x - 1, y + 1)) if there in codes]
    spaces = [
        {
            "id": code, "name": f"Area {code}", "region": colors[(x + y * wide) * len(colors) // len(codes)],
            "outline": [[x * SIDE, y * SIDE], [x * SIDE + SIDE, y * SIDE], [x * SIDE + SIDE, y * SIDE + SIDE],
                        [x * SIDE, y * SIDE + SIDE]],
            "writing": [x * SIDE + 10, y * SIDE + 14, 40, 40], "label": [x * SIDE + 11, y * SIDE + 13],
        }
        for (x, y), code in codes.items()
    ]
    return {
        "sheet": 1, "id": "small", "game": game, "title": "Small", "version": 1, "size": [720, 540], "source": "made",
        "licence": "CC0-1.0", "spaces": spaces, "links": sorted(links), "corner_links": sorted(corners),
        "regions": [{"id": color, "name": color.title(), "letter": color[0].upper()} for color in colors],
    } | more


SINGLE = frozenset(("xs", "player", "areas", "circles", "total"))
"""The boxes of which a sheet has one at most."""


def boxes(*groups: tuple[str, int]) -> list[Raw]:
    """Rows of boxes below a map, one for each group."""
    return [
        {"id": group if group in SINGLE else f"{group}/{k}", "group": group, "kind": "check",
         "rect": [20 + 30 * k, 300 + 40 * row, 20, 20]}
        for row, (group, count) in enumerate(groups) for k in range(1, count + 1)
    ]


def grid(luck: random.Random, least: int, most: int) -> tuple[int, int]:
    """How wide and how high a map of so many areas is."""
    sizes = [(w, h) for w in range(1, 9) for h in range(1, 5) if least <= w * h <= most]
    return luck.choice(sizes)


def states(luck: random.Random) -> Raw:
    """A map of Rolling America: 2 to 6 regions, each with one area at least, 1 to 3 rounds, 1 to 5 boxes of each power."""
    colors = tuple(luck.sample(COLORS, luck.choice((2, 2, 3, 4, 5, 6))))
    wide, high = grid(luck, len(colors), luck.choice((len(colors) + 1, 8, 14)))
    rounds, powers = luck.choice((1, 1, 2, 3)), luck.choice((1, 2, 3, 3, 5))
    rows = (("rounds", rounds), ("change", powers), ("guard", powers), ("dupe", powers), ("xs", 1), ("player", 1))
    return tiles("rolling_america", wide, high, colors, values={"rounds": rounds, "powers": powers}, boxes=boxes(*rows))


def tour(luck: random.Random) -> Raw:
    """A map of On Tour: as many areas as the set-up and one turn need, or a few more; cards of some or of all of them."""
    setup, cards, last = luck.choice((1, 1, 2, 3, 4)), luck.randint(2, 5), luck.randint(1, 6)
    least = 2 * setup + cards
    colors = COLORS[: luck.randint(1, 4)]
    wide, high = grid(luck, least, least + luck.choice((1, 3, 8)))
    values, rows = {"cards": cards, "setup": setup, "last": last}, boxes(*((box, 1) for box in sorted(SINGLE - {"xs"})))
    raw = tiles("on_tour", wide, high, colors, joined="lines", corner_links=[], values=values, boxes=rows)
    within = {color: luck.sample(CORNERS, luck.randint(1, 3)) for color in colors}
    raw["regions"] = [region | {"within": within[region["id"]]} for region in raw["regions"]]
    deck = [f"{space['id']} {luck.choice(within[space['region']])}" for space in raw["spaces"]]
    raw["cards"] = luck.sample(deck, luck.randint(least, len(deck)))
    return raw


def layout(luck: random.Random) -> Raw:
    """A layout of HexRoller: some hexes of a shipped one, with other printed numbers, dice, rounds and values."""
    raw: Raw = json.loads((SHEETS / f"hexroller_{luck.choice(('front', 'back'))}.json").read_bytes())
    spaces = {space["id"]: space | {"printed": ""} for space in raw["spaces"]}
    by_area: dict[str, list[str]] = {}
    for space in spaces.values():
        by_area.setdefault(space["region"], []).append(space["id"])
    kept = {luck.choice(ids) for ids in by_area.values()}
    wanted = luck.randint(12, luck.choice((13, 20, len(spaces))))
    kept |= {*luck.sample(sorted(spaces.keys() - kept), wanted - len(kept))}
    links = [link for link in raw["links"] if {*link.split("-")} <= kept]
    free = sorted(kept)
    for number in "345678":
        apart = [(a, b) for a in free for b in free if a < b and not {f"{a}-{b}", f"{b}-{a}"} & {*links}]
        if not apart:
            return layout(luck)
        one, other = luck.sample(apart, 1)[0]
        for place in (one, other):
            spaces[place]["printed"] = number
            free.remove(place)
    rounds = luck.randint(1, raw["values"]["rounds"])
    rows = [box for box in raw["boxes"] if box["group"] not in ("upper", "lower") or int(box["id"][6:]) <= rounds]
    values = {"dice": luck.choice((2, 3, 5, 8, 12)), "bonus": luck.randint(0, 5), "middle": luck.randint(1, 3)}
    chosen = [space for space in spaces.values() if space["id"] in kept]
    return raw | {"spaces": chosen, "links": links, "boxes": rows, "values": values | {"rounds": rounds}}


def board(luck: random.Random) -> Raw:
    """A board of Ligretto Dice, its columns in another order: its places are always the same."""
    raw: Raw = json.loads((SHEETS / "ligretto_dice_board.json").read_bytes())
    luck.shuffle(raw["spaces"])
    luck.shuffle(raw["regions"])
    return raw


def score_sheet(luck: random.Random) -> Raw:
    """A score sheet of Ligretto Dice: two to four players, a round or more."""
    players, rounds = luck.randint(2, 4), luck.choice((1, 1, 2, 5, 24))
    rows = [*(f"r{k}" for k in range(1, rounds + 1)), "tie"]
    below = 60 + 43 * len(rows)

    def place(row: int, column: int) -> list[float]:
        return [40 + 80 * column, 60 + 43 * row, 70, 40]

    def ring(x: float, y: float, w: float, h: float) -> list[list[float]]:
        return [[x, y], [x + w, y], [x + w, y + h], [x, y + h]]

    cells = {f"{row}p{k + 1}": place(i, 2 * k) for i, row in enumerate(rows) for k in range(players)}
    fields = {f"total/{row}p{k + 1}": place(i, 2 * k + 1) for i, row in enumerate(rows) for k in range(players)}
    groups = ["name", "penalties", "final", *["again"] * luck.randint(0, 1)]
    for i, group in enumerate(groups):
        fields |= {f"{group}/{k + 1}": [40 + 160 * k, below + 25 * i - 25 if i else 12, 150, 22] for k in range(players)}
    named = {"name": "players", "total": "totals"}
    return {
        "sheet": 1, "id": "small", "game": "ligretto_dice", "title": "Small", "version": 1, "source": "made",
        "size": [720, below + 100], "licence": "CC0-1.0", "values": {"players": players, "rounds": rounds}, "links": [],
        "regions": [{"id": "score", "name": "Points", "letter": "P"}],
        "spaces": [
            {"id": cell, "name": cell, "region": "score", "outline": ring(*r), "writing": r, "label": [r[0] + 1, r[1] + 8]}
            for cell, r in cells.items()
        ],
        "boxes": [
            {"id": box, "group": named.get(group := box.split("/")[0], group), "kind": "field", "rect": r}
            for box, r in fields.items()
        ],
    }


class Least(random.Random):
    """Luck that always brings the first and the fewest."""

    def choice(self, seq: Any) -> Any:
        return seq[0]

    def randint(self, a: int, b: int) -> int:
        return a


MAKERS: Mapping[str, Callable[[random.Random], Raw]] = {
    "rolling_america": states, "on_tour": tour, "hexroller": layout, "ligretto_dice board": board,
    "ligretto_dice score sheet": score_sheet,
}
"""Game, and which of its sheets, to a sheet at random."""


def of(raw: Raw) -> Sheet:
    return loads(json.dumps(raw).encode(), "mine.json")


def accepted(name: str, luck: random.Random) -> Sheet:
    """A sheet at random that can be played."""
    while True:
        sheet = of(MAKERS[name](luck))
        if not sheet_faults(sheet):
            return sheet
