"""The changes that `tests/bench/bench_mutants.py` tries: what they are, and that those listed as harmless still exist."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from tests.mutants import (
    ASSERTED,
    DECLARED,
    ELSEWHERE,
    FROZEN,
    MEASURED,
    PACED,
    QUOTED,
    REMEMBERED,
    ROUND,
    harmless,
    mutants_of,
    reason,
    within,
)
from tests.sources import MODULES, PROGRAM

SOURCE = '''
LIMITS = {"×": 3}

@cache
def few(given: list[int], deep: bool = False) -> bool:
    """How many."""
    assert given
    count = 0
    for one in given[1:]:
        if one is not None and (deep or one < 4):
            count += min(one, 2)
    return not count
'''
ROOT = Path(__file__).resolve().parents[1]
CHANGES = [
    "3 → 4", "3 → 2", "False → True", "0 → 1", "1 → nothing", "1 → 2", "1 → 0",
    "one is not None and (deep or one < 4) → True", "one is not None and (deep or one < 4) → False",
    "one is not None → True", "is not → is", "and → or", "deep or one < 4 → True", "deep → False", "or → and",
    "one < 4 → False", "< → <=", "4 → 5", "4 → 3", "count += min(one, 2) → pass", "+= → -=", "min → max", "2 → 3", "2 → 1",
    "not count → count", "not count → not (not count)",
]


def test_every_kind_of_change_is_made_once() -> None:
    mutants = mutants_of("few.py", SOURCE.encode())
    assert Counter(mutant.change for mutant in mutants) == Counter(CHANGES)
    assert {mutant.function for mutant in mutants if mutant.inside} == {"few"}
    assert [mutant.names for mutant in mutants if not mutant.inside] == [("LIMITS",), ("LIMITS",), ()]
    for mutant in mutants:
        changed = mutant.applied(SOURCE.encode())
        assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(SOURCE))
        assert SOURCE.splitlines()[mutant.line - 1].strip() == mutant.text
        assert mutant.inside == (mutant.line > 5) and mutant.line in mutant.lines


def test_what_only_windows_runs_need_not_be_noticed() -> None:
    source = b"""def f(a):
    if sys.platform == "win32":
        a(1, b=2)
    else:
        a(3)
    if sys.platform != "win32" and a:
        a(4)
"""
    ruled = {mutant.change for mutant in mutants_of("f.py", source) if mutant.rule == ELSEWHERE}
    assert ruled == {
        'sys.platform == "win32" → False', "a(1, b=2) → pass", "1 → 2", "1 → 0", "2 → 3", "2 → 1",
        'sys.platform != "win32" → True',
    }
    assert any(mutant.change == "3 → 4" and not mutant.rule for mutant in mutants_of("f.py", source))


def test_when_a_search_rests_need_not_be_noticed() -> None:
    source = b"""_AT_ONCE = 25
def f(a):
    if not a % _AT_ONCE:
        yield a
    a += 1
class _Pace:
    def due(self):
        return 3 > 2
"""
    mutants = mutants_of("f.py", source)
    assert {mutant.line for mutant in mutants if mutant.rule == PACED} == {3, 8}
    assert {mutant.line for mutant in mutants} == {1, 3, 5, 8}


def test_how_a_measure_that_is_just_its_bound_counts_need_not_be_noticed() -> None:
    source = b"""NEAR, FAR = 0.5, 2
WIDE = 1.5
def f(a, b):
    return a > WIDE and b <= 0.25 or a > FAR or b == WIDE or a < 1.0 or a < WIDE * b / 2
"""
    ruled = {(mutant.line, mutant.change) for mutant in mutants_of("f.py", source) if mutant.rule == MEASURED}
    assert ruled == {(4, "> → >="), (4, "<= → <"), (4, "< → <= (no. 2)")}
    assert sum(mutant.old in ("<", "<=", ">", ">=", "==") for mutant in mutants_of("f.py", source)) == 6


def test_how_much_a_message_quotes_need_not_be_noticed_but_that_it_is_bounded() -> None:
    source = b"""def f(a, b):
    b = b[:7]
    return tr("What is '{text}'?", text=a[:60])
"""
    ruled = {mutant.change: mutant.rule for mutant in mutants_of("f.py", source)}
    assert ruled == {"7 → 8": "", "7 → 6": "", "7 → nothing": "", "60 → 61": QUOTED, "60 → 59": QUOTED, "60 → nothing": ""}


def test_that_a_group_of_boxes_may_lack_need_not_be_noticed() -> None:
    source = b"class _Boxes(Struct):\n    xs: int = 0\n\nclass _Values(Struct):\n    rounds: int = 0\n"
    assert {mutant.line: mutant.rule for mutant in mutants_of("f.py", source)} == {2: DECLARED, 5: ""}


def test_equal_changes_of_equal_lines_are_told_apart() -> None:
    source = b"def f(a, b):\n    a(1)\n    b(1, 1)\n    a(1)\n"
    raised = [mutant.change for mutant in mutants_of("f.py", source) if mutant.new == "2"]
    assert raised == ["1 → 2", "1 → 2", "1 → 2 (no. 2)", "1 → 2 (no. 2)"]


@pytest.mark.parametrize(("path", "entry", "fits"), [
    ("games/one/rules.py", "games/one/rules.py", True), ("games/one/play/rules.py", "games/one/rules.py", True),
    ("games/two/play/rules.py", "games/one/rules.py", False), ("games/one/rules.py", "games/one/play/rules.py", False),
    ("games/one/rules.py/audit.py", "games/one/rules.py", False),
])
def test_an_entry_outlasts_new_folders(path: str, entry: str, fits: bool) -> None:
    assert within(path, entry) == fits


@pytest.mark.slow
def test_what_is_listed_as_harmless_is_still_a_change_of_the_program() -> None:
    known = harmless()
    named = [module for module in MODULES if any(within(module, file) for file, *_ in known)]
    fitting = Counter(
        (file, *rest) for module in named for mutant in mutants_of(module, (PROGRAM / module).read_bytes())
        for file, *rest in known if rest == [mutant.function, mutant.text, mutant.change] and within(module, file)
    )
    assert all(why for why in known.values())
    assert dict.fromkeys(known, 1) == dict(fitting)


def test_what_is_harmless_by_a_rule_is_little() -> None:
    """Asserted lengths, round bounds, what the type checker holds, and nothing beside them."""
    source = """
START = 100
MAX_LINES, MAX_ROUNDS, JOURNAL_BYTES = 8_000, 15, 4_096

class One(Struct, frozen=True, kw_only=True, omit_defaults=True):
    few: int

def few(given: list[int], most: int = 100) -> int:
    MAX_FEW = 1_000
    return max(a + b for a, b in zip(given, given[100:], strict=True)) + open(given, strict=False, maxsize=4)
"""
    ruled = {(mutant.change, mutant.rule) for mutant in mutants_of("few.py", source.encode()) if mutant.rule}
    assert ruled == {
        ("8_000 → 8001", ROUND), ("8_000 → 7999", ROUND), ("True → False", ASSERTED), ("False → True", ASSERTED),
        ("True → False", FROZEN), ("True → False (no. 2)", FROZEN), ("4 → 5", REMEMBERED), ("4 → 3", REMEMBERED),
    }


def test_a_reason_is_found_again() -> None:
    (mutant,) = [mutant for mutant in mutants_of("games/one/play/few.py", SOURCE.encode()) if mutant.change == "4 → 5"]
    entry = "games/one/few.py", "few", mutant.text, "4 → 5"
    assert reason(mutant, {entry: "why"}) == "why"
    assert reason(mutant, {(*entry[:3], "4 → 3"): "why"}) == ""


def test_noted_lines_are_found_again_where_a_module_is_another() -> None:
    """New lines are run by what runs the line before them, changed ones by what ran those in their place."""
    from tests.bench.bench_mutants import moves

    before, now = ["a", "b", "c", "d", "e", "f"], ["a", "new", "b", "C", "C2", "d", "f"]
    assert moves(before, now) == {
        1: range(1, 3), 2: range(3, 4), 3: range(4, 6), 4: range(6, 7), 5: range(7, 7), 6: range(7, 8),
    }
    assert moves(before, before) == {line: range(line, line + 1) for line in range(1, 7)}


COPIES = """
import os, signal
from tests.bench.bench_mutants import copied

def wait():
    print(os.getpid(), flush=True)
    signal.pause()

copied(lambda: copied(wait, 600.0), 600.0)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks the system to end a process with its parent")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_no_copy_outlives_the_process_that_made_it(how: int) -> None:
    """All of them hold the pipe that is read here; it ends when the last is gone."""
    with subprocess.Popen(
        [sys.executable, "-P", "-c", COPIES], stdout=subprocess.PIPE, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)},
    ) as process:
        assert process.stdout is not None
        copy = int(process.stdout.readline())
        process.send_signal(how)
        try:
            rest, _ = process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.kill(copy, signal.SIGKILL)
            pytest.fail("a copy went on without its parent")
        assert rest == b"" and process.returncode == -how
