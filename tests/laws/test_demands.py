"""Every law names a demand that is described, every demand is held by a test, and a failure says which."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.laws import test_audits, test_laws, test_pictures
from tests.laws.demands import PLACE, demands, described

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("module", (test_audits, test_laws, test_pictures), ids=lambda module: module.__name__)
def test_every_law_names_its_demand(module: object) -> None:
    laws = {name: law for name, law in vars(module).items() if name.startswith("test_")}
    without = [name for name, law in laws.items() if not any(mark.name == "law" for mark in law.pytestmark)]
    assert laws and without == []


def test_every_demand_is_held_by_a_test() -> None:
    held = {name for path in TESTS.rglob("test_*.py") for name in re.findall(r'@law\("(\w+)"\)', path.read_text("utf-8"))}
    assert held == set(demands())


def test_a_demand_is_told_with_its_place() -> None:
    assert PLACE in described("notation") and "NotAMove" in described("notation")
    assert all(text.endswith(".") for text in demands().values())
