"""Features of one name that lie far apart: two areas, of which one gets a name of its own.

Data calls two areas alike by mistake, or because they are (Puno and Callao in Peru; Isabela, a province and a city). Parts
of one area that the data holds one by one, such as islands, differ in numbers at most, and stay one.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, count

import numpy as np
from numpy.typing import NDArray

from rollwrite_desktop.intake.geodata import Feature
from rollwrite_desktop.maps.globe import Floats, unwrapped

APART = 0.1
"""From this distance on, as a share of the map's diagonal, namesakes are two areas. In Natural Earth's provinces of 250
countries those that are meant as one lie no farther apart than 0.035, all others no nearer than 0.29."""

MOST = 200
"""Features of a name; more are parts of one area."""
FEW = 3
"""Features of each group that are asked for its name."""

Group = list[int]
"""Features by their place in the data."""


def namesakes(named: Sequence[tuple[Feature, str]]) -> dict[int, str]:
    """Other names for features that lie far from others of their name, by place in the sequence."""
    by_name: dict[str, Group] = defaultdict(list)
    for k, (feature, name) in enumerate(named):
        if any(len(rings[0]) >= 4 for rings in feature.polygons):
            by_name[name].append(k)
    doubled = {name: own for name, own in by_name.items()
               if 1 < len(own) <= MOST and len({_texts(named[k][0]) for k in own}) > 1}
    if not doubled:
        return {}
    bounds = {k: _bounds(named[k][0]) for own in by_name.values() for k in own}
    every = np.array([*bounds.values()])
    low, high = every[:, 0].min(axis=0), every[:, 1].max(axis=0)
    degrees = np.abs([low[0], high[0]]).max() <= 361 and np.abs([low[1], high[1]]).max() <= 90.5
    scale = np.array([math.cos(math.radians((low[1] + high[1]) / 2)) if degrees else 1.0, 1.0])
    turns = (0.0, -360.0, 360.0) if degrees else (0.0,)
    reach = APART * float(np.hypot(*((high - low) * scale)))

    def near(one: Floats, others: Floats) -> NDArray[np.bool_]:
        gaps = [np.maximum(np.maximum(one[0] + (turn, 0) - others[:, 1], others[:, 0] - one[1] - (turn, 0)), 0.0) * scale
                for turn in turns]
        found: NDArray[np.bool_] = np.min([np.hypot(*gap.T) for gap in gaps], axis=0) <= reach
        return found

    found: dict[int, str] = {}
    for name, own in doubled.items():
        groups = sorted(_groups(own, np.array([bounds[k] for k in own]), near), key=lambda group: -sum(
            float(np.prod(np.ptp(bounds[k], axis=0))) for k in group))
        features = [[named[k][0] for k in group[:FEW]] for group in groups]
        for group, called in zip(groups, _called(name, features, {*by_name, *found.values()}), strict=True):
            found |= dict.fromkeys(group, called) if called != name else {}
    return found


def _texts(feature: Feature) -> tuple[tuple[str, str], ...]:
    """Returns what a feature is told by but for numbers, which parts of one area have of their own."""
    return tuple((key, value) for key, value in sorted(feature.attributes.items())
                 if value and not value.lstrip("+-").replace(".", "").replace("e", "").isdigit())


def _bounds(feature: Feature) -> Floats:
    """Returns the lower left and upper right corner of a feature."""
    points = np.concatenate([unwrapped(rings[0]) for rings in feature.polygons if len(rings[0]) >= 4])
    return np.array([points.min(axis=0), points.max(axis=0)])


def _groups(
    numbers: Group, bounds: Floats, near: Callable[[Floats, Floats], NDArray[np.bool_]]
) -> Iterator[Group]:
    """Yields the features that hang together, step by step."""
    left = np.ones(len(numbers), bool)
    while left.any():
        group = [int(left.argmax())]
        left[group] = False
        for k in group:  # which grows
            beside = np.flatnonzero(left)
            beside = beside[near(bounds[k], bounds[beside])]
            left[beside] = False
            group += map(int, beside)
        yield [numbers[k] for k in group]


def _called(name: str, groups: Sequence[Sequence[Feature]], taken: set[str]) -> Iterator[str]:
    """Yields what each group is called: one as the data calls it, the largest if several may be; the others as another
    attribute does, or by a number."""
    names = [next(filter(None, (_own_name(name, one, other) for one in group for rest in groups if rest is not group
                                for other in rest)), "") for group in groups]
    keeps = names.index("") if "" in names else 0
    numbered = (f"{name} {number}" for number in count(2))
    for k, called in enumerate(names):
        new = name if k == keeps else next(each for each in chain(filter(None, [called]), numbered) if each not in taken)
        taken.add(new)
        yield new


def _own_name(name: str, one: Feature, other: Feature) -> str:
    """Returns what one feature is called where another attribute has its namesake's name: "Region de Puno" beside "Region de
    Callao" is Puno. "" where none has."""
    for key, value in one.attributes.items():
        before, found, after = other.attributes.get(key, "").partition(name)
        if "name" in key.casefold() and found and before + after and value.startswith(before) and value.endswith(after):
            called = value[len(before) : len(value) - len(after)].strip()
            if called and called != name and len(value) > len(before + after):
                return called
    return ""
