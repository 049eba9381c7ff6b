"""HexRoller read a second time: chains and scores by brute force on plain dictionaries, sharing no code with the game.

A world is hexes with area and printed number, and neighbors; a paper is what stands in the hexes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache

from msgspec import Struct

from rollwrite_desktop import paths


class World(Struct, frozen=True, dict=True):
    """Plain facts of a sheet."""

    area: Mapping[str, str]
    printed: Mapping[str, int]
    near: Mapping[str, frozenset[str]]
    dice: int
    rounds: int


@cache
def shipped(sheet_id: str) -> World:
    """A shipped sheet's facts, read without the program's reader."""
    raw = json.loads((paths.SHEETS / f"{sheet_id}.json").read_text("utf-8"))
    letters = {region["id"]: region["letter"] for region in raw["regions"]}
    near: dict[str, set[str]] = {space["id"]: set() for space in raw["spaces"]}
    for link in raw["links"]:
        a, b = link.split("-")
        near[a].add(b)
        near[b].add(a)
    return World(
        {space["id"]: letters[space["region"]] for space in raw["spaces"]},
        {space["id"]: int(space["printed"]) for space in raw["spaces"] if space.get("printed")},
        {space: frozenset(others) for space, others in near.items()},
        raw["values"]["dice"], raw["values"]["rounds"],
    )


def chains(
    near: Mapping[str, frozenset[str]], paper: Mapping[str, int], number: int, length: int
) -> Iterator[tuple[str, ...]]:
    """Every chain of a number: the first hex beside one that holds it, each further one beside the last, all blank."""
    def longer(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if len(path) == length:
            yield path
            return
        for other in near[path[-1]]:
            if other not in paper and other not in path:
                yield from longer((*path, other))

    for space in near:
        if space not in paper and any(paper.get(other) == number for other in near[space]):
            yield from longer((space,))


def score(world: World, paper: Mapping[str, int], upper: str, lower: str, crossed: int) -> dict[str, int]:
    """All parts of the score, counted the slow way."""
    parts = {"bonuses": 2 * (3 - crossed)}
    for letter in "ABCDEFM":
        inside = [paper.get(space, 0) for space, area in world.area.items() if area == letter]
        best, often = 0, 0
        for n in range(2, 9):
            times = sum(1 for held in inside if held == n)
            if times and times >= often:
                best, often = n, times
        parts[letter] = 0 if 0 in inside else best * (2 if letter == "M" else 1)
    for n in range(3, 9):
        one, two = (space for space, held in world.printed.items() if held == n)
        seen, edge = {one}, [one]
        while edge:
            here = edge.pop()
            for other in world.near[here]:
                if paper.get(other) == n and other not in seen:
                    seen.add(other)
                    edge.append(other)
        parts[f"pair_{n}"] = n if two in seen else 0
    for name, row in (("upper", upper), ("lower", lower)):
        held = {int(digit) for digit in row if digit.isdigit()}
        n = 2
        while n + 1 in held and n < 8:
            n += 1
        parts[name] = n if n > 2 else 0
    return parts
