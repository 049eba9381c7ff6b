"""Every law names a demand that is described, every demand is held by a test, and a failure says which."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from tests.laws import test_audits, test_corrections, test_laws, test_pictures, test_sheets
from tests.laws.demands import PLACE, demands, described

TESTS = Path(__file__).parents[1]


LAWS = (test_audits, test_corrections, test_laws, test_pictures, test_sheets)


@pytest.mark.parametrize("module", LAWS, ids=lambda module: module.__name__)
def test_every_law_names_its_demand(module: ModuleType) -> None:
    own = {name: test for name, test in vars(module).items() if name.startswith("test_")}
    marked = [name for name, test in own.items() if any(mark.name == "law" for mark in getattr(test, "pytestmark", ()))]
    whole = getattr(module, "pytestmark", [])
    assert own and (marked == list(own) or "law" in [mark.name for mark in (whole if isinstance(whole, list) else [whole])])


def test_every_demand_is_held_by_a_test() -> None:
    held = {name for path in TESTS.rglob("test_*.py") for name in re.findall(r'\blaw\("(\w+)"\)', path.read_text("utf-8"))}
    assert held == set(demands())


def test_a_demand_is_told_with_its_place() -> None:
    assert PLACE in described("notation") and "NotAMove" in described("notation")
    assert all(text.endswith(".") for text in demands().values())
