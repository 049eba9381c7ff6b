"""Samples of slow laws: fixed, or of a seed; and how many of how many cases a run says that it tried."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import sampling

ROOT = Path(__file__).resolve().parents[1]
LAW = """
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.sampling import numbers, sampled

@pytest.mark.parametrize("way", "ab")
@sampled("first, second", [(n // 5, n % 5) for n in range(40)], 10)
def test_law(first: int, second: int, way: str) -> None:
    print("case", first, second, way)

@given(st.integers())
def test_examples(number: int) -> None:
    print("example", number)

def test_numbers() -> None:
    print("numbers", numbers(3))
"""


@pytest.fixture
def chosen() -> Iterator[None]:
    """What is chosen in a test ends with it."""
    before = sampling._whole, sampling._seed
    yield
    sampling.choose(whole=before[0], seed=before[1])


def kept(seed: int, *, whole: bool = False) -> list[int]:
    """The cases of a law of 300 that are for every run, and with `whole` those for the release run below zero."""
    def test_a_law(n: int) -> None:
        pass

    sampling.choose(whole=whole, seed=seed)
    sampling.sampled("n", range(300), 60)(test_a_law)
    (mark,) = test_a_law.pytestmark  # type: ignore[attr-defined]
    left_out = [param.values[0] for param in mark.args[1] if any(each.name == "release" for each in param.marks)]
    return [-param.values[0] if param.values[0] in left_out else param.values[0] for param in mark.args[1]]


@pytest.mark.usefixtures("chosen")
def test_a_law_that_is_named_is_for_every_run_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "IN_FULL", {"test_a_law"})
    assert kept(0) == [*range(300)]


@pytest.mark.usefixtures("chosen")
def test_the_usual_sample_is_always_the_same_and_each_seed_has_one_of_its_own() -> None:
    assert kept(0) == [22, 98, 125, 178, 278]
    assert kept(7) == kept(7)
    samples = [frozenset(kept(seed)) for seed in range(20)]
    assert all(len(sample) == 5 for sample in samples) and len(set(samples)) == 20
    assert len(frozenset.union(*samples)) > 70, "what one run skips another tries"
    assert sorted(map(abs, kept(7, whole=True))) == [*range(300)]


@pytest.mark.usefixtures("chosen")
def test_numbers_are_those_from_0_on_or_others() -> None:
    sampling.choose(whole=False)
    assert [*sampling.numbers(3)] == [0, 1, 2]
    found = [range(3)]
    for seed in (1, 2, 999_999):
        sampling.choose(whole=False, seed=seed)
        found.append(sampling.numbers(3))
    assert all(len(each) == 3 for each in found) and len({n for each in found for n in each}) == 12


def test_shares_together_are_every_test_once() -> None:
    tests = [*range(20)]
    for count in (1, 2, 3, 7):
        assert sorted(n for k in range(count) for n in tests[sampling.share_of(f"{k + 1}/{count}")]) == tests
    for wrong in ("", "3", "0/3", "4/3", "-1/3", "a/b", "1/3/3"):
        with pytest.raises(ValueError):
            sampling.share_of(wrong)


def test_a_run_says_how_many_cases_of_how_many_laws_it_tried() -> None:
    counts = {"tests/a.py::one": (2, 4), "tests/b.py::two": (3, 1200)}
    assert sampling.told({}, 0) == []
    assert sampling.told(counts, 7) == [
        "Sampled: 5 of 1,204 cases of 2 laws (seed 7); fewest: 3 of 1,200 of tests/b.py::two"]
    assert sampling.told({"tests/a.py::one": (4, 4)}, 0) == ["Sampled: 4 of 4 cases of 1 law (seed 0)"]
    assert sampling.told(counts, 7, each=True)[:2] == ["2 of 4 cases: tests/a.py::one", "3 of 1,200 cases: tests/b.py::two"]


def test_of_laws_of_which_some_cases_were_chosen_only_those_are_counted() -> None:
    counts = {"a.py::one": (2, 4), "b.py::two": (3, None), "c.py::three": (1, None)}
    assert sampling.told(counts, 7, each=True) == [
        "2 of 4 cases: a.py::one", "3 chosen cases: b.py::two", "1 chosen case: c.py::three",
        "Sampled: 2 of 4 cases of 1 law (seed 7); fewest: 2 of 4 of a.py::one; 4 chosen cases of 2 laws"]
    assert sampling.told({"b.py::two": (3, None)}, 7) == ["Sampled: 3 chosen cases of 1 law (seed 7)"]


IN_ONE = """
import json, sys
import pytest
for words in json.loads(sys.argv[1]):
    sys.modules.pop("test_law", None)
    print("run", flush=True)
    assert pytest.main(words) == 0
"""
"""Runs of pytest one after another: most of the time of each were its imports."""


@pytest.mark.slow
def test_runs_of_one_seed_try_the_same_and_runs_of_others_other_cases(tmp_path: Path) -> None:
    (tmp_path / "test_law.py").write_text(LAW, encoding="utf-8")

    def run(*runs: list[str]) -> list[tuple[list[str], list[str]]]:
        """What was tried in each run, and what was told of that."""
        always = ["-p", "tests.conftest", "--rootdir", str(tmp_path), "-c", os.devnull, "-rP", "-W", "ignore",
                  "-p", "no:cacheprovider", "-p", "no:pytest-qt"]
        done = subprocess.run(
            [sys.executable, "-c", IN_ONE, json.dumps([[*always, *words] for words in runs])],
            cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        told = [each.splitlines() for each in done.stdout.split("run\n")[1:]]
        return [([line for line in lines if line.startswith(("case ", "example ", "numbers "))],
                 [line for line in lines if line.startswith(("Sampled: ", "samples and "))]) for lines in told]

    law, alone = "test_law.py", ["-p", "no:xdist"]
    (usual, told), (seventh, told_of_seed), (first, told_of_share), (second, _), named, (_, told_of_none) = run(
        [law, *alone], [law, *alone, "--vary", "7"],
        [law, "--vary=7", "-n", "1", "--share", "1/2"],  # other processes tell the one that has started them
        [law, "--vary=7", *alone, "--share", "2/2"],
        [f"{law}::test_law[3-4-a]", *alone], [law, *alone, "-k", "test_numbers"],
    )
    assert sum(line.startswith("case ") for line in usual) == 8 and sum(line.startswith("example ") for line in usual) == 60
    assert told == ["Sampled: 4 of 40 cases of 1 law (seed 0); fewest: 4 of 40 of test_law.py::test_law"]
    assert told_of_seed == [
        "samples and examples: of seed 7 (again with --vary 7)",
        "Sampled: 4 of 40 cases of 1 law (seed 7); fewest: 4 of 40 of test_law.py::test_law"]
    assert told_of_share[1].endswith("of 40 cases of 1 law (seed 7); fewest: 4 of 40 of test_law.py::test_law")
    assert sorted([*first, *second]) == sorted(seventh) and first and second
    for kind in ("case ", "example ", "numbers "):
        assert [line for line in usual if line.startswith(kind)] != [line for line in seventh if line.startswith(kind)]
    assert named == (["case 3 4 a"], ["Sampled: 1 chosen case of 1 law (seed 0)"])
    assert told_of_none == []

    chosen = usual[0].replace("case ", "").replace(" ", "-")
    ((cases, told),) = run([law, "-n", "1", "-k", f"{chosen} or test_numbers"])
    assert cases[0] == usual[0] and len(cases) == 2 and told == ["Sampled: 1 chosen case of 1 law (seed 0)"]
