"""Samples of slow laws: some of a law's cases are tried in every run, always the same ones; all of them in a release run.

A case that is left out has the marker `release`; it is not even made where conftest.py finds that none of those will run.
Each law has a sample of its own, so that together they try many more of the cases that they share; but of those that take
long to make, all laws try the same ones.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., None])
_whole = True


def choose(*, whole: bool) -> None:
    """Says before the tests are collected whether cases for the release run are wanted too."""
    global _whole
    _whole = whole


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
            return zlib.crc32(f"{'' if dear(cases[number]) else test.__name__}/{number}".encode())

        kept = {n for numbers in groups.values() for n in sorted(numbers, key=rank)[: math.ceil(len(numbers) / share)]}
        params = [
            pytest.param(*((case,) if "," not in names else case), marks=[
                *[pytest.mark.release] * (number not in kept), *[pytest.mark.slow] * dear(case),
            ]) for number, case in enumerate(cases) if _whole or number in kept
        ]
        return pytest.mark.parametrize(names, params, ids=ids)(test)

    return decorate


def amount(name: str, usual: int, whole: int) -> Callable[[Test], Test]:
    """A test that tries many things itself: how many in every run, and how many in a release run."""
    return pytest.mark.parametrize(name, [usual, *[pytest.param(whole, marks=pytest.mark.release)] * _whole])
