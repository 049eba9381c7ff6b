"""Samples of slow laws: some of a law's cases are tried in every run, always the same ones; all of them in a release run.

A case that is left out has the marker `release`; it is not even made where conftest.py finds that none of those will run.
Each law has a sample of its own, so that together they try many more of the cases that they share; but of those that take
long to make, all laws try the same ones. A seed chooses other samples: `packaging/test.py --vary SEED`.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., None])
Counts = Mapping[str, tuple[int, int | None]]
"""Of each law: how many of its cases are tried, and how many there are; None where some were chosen, by name for instance:
how many of those that are not made would have been chosen too is not known."""
IN_FULL: set[str] = set()
"""Laws all of whose cases are for every run, named before the tests are collected."""
_whole = True
_seed = 0


def choose(*, whole: bool, seed: int = 0) -> None:
    """Says before the tests are collected whether cases for the release run are wanted too, and which samples; those of
    seed 0 are the usual ones."""
    global _whole, _seed
    _whole, _seed = whole, seed


def share_of(text: str) -> slice:
    """Which of all tests belong to a share such as "2/3": every third, from the second on."""
    which, _, count = text.partition("/")
    if not (which.isdecimal() and count.isdecimal() and 1 <= int(which) <= int(count)):
        raise ValueError(text)
    return slice(int(which) - 1, None, int(count))


def numbers(count: int) -> range:
    """So many numbers to make games or papers from: those from 0 on, and with each seed others."""
    return range(_seed * 1_000_000, _seed * 1_000_000 + count)


def sampled(
    names: str, cases: Sequence[Any], share: int, group: Callable[[Any], Hashable] = lambda _: None, ids: Any = None,
    dear: Callable[[Any], bool] = lambda _: False,
) -> Callable[[Test], Test]:
    """Like `pytest.mark.parametrize`, but only about one case in `share` of each group (at least one) is for every run.
    dear: whether a case takes long to make, so that other laws with the same cases are to try the same one; the quick run
    leaves it out."""
    groups: dict[Hashable, list[int]] = {}
    for number, case in enumerate(cases):
        groups.setdefault((group(case), dear(case)), []).append(number)

    def decorate(test: Test) -> Test:
        def rank(number: int) -> int:
            # Not every so many-th: cases come in an order, of which that might see one side only.
            words = ["" if dear(cases[number]) else test.__name__, str(number), *([str(_seed)] if _seed else [])]
            return zlib.crc32("/".join(words).encode())

        one_in = 1 if test.__name__ in IN_FULL else share
        kept = {n for numbers in groups.values() for n in sorted(numbers, key=rank)[: math.ceil(len(numbers) / one_in)]}
        params = [
            pytest.param(*((case,) if "," not in names else case), marks=[
                pytest.mark.sampled(number, len(cases)),
                *[pytest.mark.release] * (number not in kept), *[pytest.mark.slow] * dear(case),
            ]) for number, case in enumerate(cases) if _whole or number in kept
        ]
        return pytest.mark.parametrize(names, params, ids=ids)(test)

    return decorate


def amount(name: str, usual: int, whole: int) -> Callable[[Test], Test]:
    """A test that tries many things itself: how many in every run, and how many in a release run."""
    return pytest.mark.parametrize(name, [usual, *[pytest.param(whole, marks=pytest.mark.release)] * _whole])


def law_of(nodeid: str) -> str:
    """The law of a case."""
    return nodeid.partition("[")[0]


def counted(items: Iterable[pytest.Item], chosen: Collection[str] = ()) -> Counts:
    """Law to how many of its cases are among these tests, and how many it has. chosen: laws of which some were chosen."""
    tried: dict[str, set[int]] = {}
    known: dict[str, int] = {}
    for item in items:
        marker = item.get_closest_marker("sampled")
        if marker is not None:
            law = law_of(item.nodeid)
            number, known[law] = marker.args
            tried.setdefault(law, set()).add(number)
    return {law: (len(cases), None if law in chosen else known[law]) for law, cases in tried.items()}


def told(counts: Counts, seed: int, *, each: bool = False) -> list[str]:
    """What a run tells of its samples in the end: a line for all laws together, before it one for each if that is wanted."""
    if not counts:
        return []
    lines = []
    for law, (some, whole) in sorted(counts.items() if each else ()):
        lines.append(f"{_chosen(some)}: {law}" if whole is None else f"{some:,} of {whole:,} cases: {law}")
    sampled = {law: (some, whole) for law, (some, whole) in counts.items() if whole is not None}
    chosen = [some for some, whole in counts.values() if whole is None]
    parts = []
    if sampled:
        tried, known = (sum(numbers) for numbers in zip(*sampled.values(), strict=True))
        least = min(sampled, key=lambda law: sampled[law][0] / sampled[law][1])
        parts.append(f"{tried:,} of {known:,} cases of {_laws(len(sampled))} (seed {seed})")
        parts += [f"fewest: {sampled[least][0]:,} of {sampled[least][1]:,} of {least}"] * (tried < known)
    if chosen:
        parts.append(f"{_chosen(sum(chosen))} of {_laws(len(chosen))}" + f" (seed {seed})" * (not sampled))
    return [*lines, f"Sampled: {'; '.join(parts)}"]


def _chosen(n: int) -> str:
    return "1 chosen case" if n == 1 else f"{n:,} chosen cases"


def _laws(n: int) -> str:
    return "1 law" if n == 1 else f"{n:,} laws"
