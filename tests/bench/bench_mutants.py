"""How many small changes of the program the tests notice: each changes one place, and the tests that run it must then fail.

    python3 packaging/bench.py bench_mutants [CHANGES [SEED [PACKAGE …]]]

Tries CHANGES (400) changes, chosen by SEED (1), in the packages or files named (games core sheet solver); FILE:LINE means
all changes of a line. Prints those that no test notices, then by package how many were tried, noticed, listed as harmless in
tests/harmless_mutants.toml or so by a rule of tests/mutants.py (round bounds of work, of what is quoted and of what is
remembered, lengths that are asserted, measures that are just their bound, when a search rests, boxes that may lack, what
only Windows runs), and left open; fails under 97 %. Computer players are left out, unless their file is named. A PACKAGE may
be a folder of tests, too: then no others are run.

First notes which test runs which line, kept in build/mutants; so the first run takes many minutes longer. Later only files
of tests that are another, or that use another file of tests, are noted anew: where the program is another, its lines are
found again by their text, and new ones are run by what runs the lines beside them (to note all anew, remove build/mutants).
Which changes were noticed is kept there as well: a second run with the same program, or one that goes on after an
interruption, only tries the others.

A changed module exists in memory only: in a copy of a process in which all tests are collected, or, where the change is
carried out on import, of one that has not imported the program yet. The tests nearest by name and the fastest come first,
and before them, of a line outside of functions, those few whose files name what stands in it. The first that fails ends it;
so does ten times the usual time. Of a line that very many tests run, those that take 20 seconds together are tried, and of
the others a sample that takes 10. Not on Windows, where no process can be copied.
"""

from __future__ import annotations

import ast
import contextlib
import ctypes
import difflib
import functools
import gc
import hashlib
import importlib
import json
import os
import pickle
import random
import re
import select
import shutil
import signal
import sys
import tempfile
import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import coverage
import pytest
from msgspec import Struct

from tests import sampling
from tests.mutants import Mutant, harmless, mutants_of, reason

ROOT = Path(__file__).resolve().parents[2]
PROGRAM, TESTS, KEPT = ROOT / "rollwrite_desktop", ROOT / "tests", ROOT / "build" / "mutants"
FOLDERS = ("core", "sheet", "solver", "gamekit", "games", "laws", "play", "draw", "printing")
FILES = ("test_goldens.py", "test_recorded.py")
PACKAGES = ("games", "core", "sheet", "solver")
STRENGTH = ("bots.py", "engine.py")
"""Modules of games that are left out: how well a computer player plays is measured, not right or wrong."""
NOTICED, NOTES, TEXTS = KEPT / "noticed", KEPT / "notes", KEPT / "texts"
GOAL = 0.97
IN_FULL = ("test_nothing_is_answered_otherwise", "test_why_a_sheet_is_refused")
"""Laws of which every run has a sample, and which are run in full here: each case was kept for what it notices."""
DIRECT, SAMPLE = 20.0, 10.0
WORD, FEW = re.compile(r"[^\W\d]\w{3,}"), 5
"""What is a word of a line outside of functions, and in how many files of tests it may stand, so that they come first."""
CONTROLS = 50
"""So many tests must still pass at the end in a copy without a change."""
SLOWER, GRACE = 10, 5.0
"""A test is ended after so many times its usual time and some seconds, of the processor's time."""
MEMORY = 4 << 30
ARGUMENTS = [
    f"--rootdir={ROOT}", f"-c{ROOT / 'pyproject.toml'}", "-q", "--assert=plain", "--tb=short", "-pno:xdist",
    "-pno:faulthandler",
]
WARM = ("numpy", "hypothesis", "msgspec", "shapely", "pypdf", "reportlab.pdfgen.canvas", "segno", "pysat.solvers")

PR_SET_PDEATHSIG = 1
EVERY_SECONDS = 20.0
OUT = os.fdopen(os.dup(1), "w")
"""Where it is told what no test notices and how far it is, also by copies of this process that print nothing else."""

Runs = dict[str, tuple[float, dict[str, list[int]]]]
"""By test: how long it takes, and which lines of which modules it runs. The test '' is the import."""


def test_folders() -> list[str]:
    """The folders of tests that are named."""
    return [place for place in sys.argv[3:] if place.startswith("tests/")]


def test_files() -> list[Path]:
    if folders := test_folders():
        return [path for folder in folders for path in sorted((ROOT / folder).rglob("test_*.py"))]
    inner = [path for folder in FOLDERS for path in sorted((TESTS / folder).rglob("test_*.py"))]
    return [*inner, *(TESTS / name for name in FILES)]


def end_with(parent: int) -> None:
    """This process is killed as soon as its parent ends, even by a kill; on Linux."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def copied(work: Callable[[], object], seconds: float) -> Any:
    """What some work in a copy of this process answers; None if it crashed, hung or took longer."""
    ours, theirs = os.pipe()
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        end_with(parent)
        os.setsid()
        os.close(ours)
        try:
            with os.fdopen(theirs, "wb") as out:
                pickle.dump(work(), out)
        finally:
            os._exit(0)
    os.close(theirs)
    data, until = b"", time.monotonic() + seconds
    try:
        while select.select([ours], [], [], max(0.0, until - time.monotonic()))[0]:
            piece = os.read(ours, 1 << 20)
            if not piece:
                break
            data += piece
    finally:
        os.close(ours)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # and what it started
        os.waitpid(child, 0)
    try:
        return pickle.loads(data)
    except (EOFError, pickle.UnpicklingError):
        return None


class Progress:
    """Tells now and then how far it is, and at the end."""

    def __init__(self, whole: int) -> None:
        self.whole, self.told = whole, time.monotonic()

    def at(self, done: int, text: str) -> None:
        if done == self.whole or time.monotonic() - self.told >= EVERY_SECONDS:
            self.told = time.monotonic()
            print(f"{done} of {self.whole} {text}", file=OUT, flush=True)


def silent() -> None:
    """Nothing is printed from here on; in copies only."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


class Loop:
    """Takes the place of pytest's loop over the tests it has collected, and notes which failed."""

    def __init__(self, work: Callable[[Loop, list[pytest.Item]], Any]) -> None:
        self.work, self.answer, self.failed = work, None, False

    def pytest_collection(self) -> None:
        from hypothesis import Phase, settings

        # One failure is enough, the simplest one is not needed.
        settings.register_profile("noticed", settings(), phases=(Phase.explicit, Phase.generate), report_multiple_bugs=False)
        settings.load_profile("noticed")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        gc.unfreeze()
        self.answer = self.work(self, session.items)
        return True

    def run(self, item: pytest.Item, following: pytest.Item | None) -> bool:
        """Whether a test passes."""
        self.failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return not self.failed


def session(files: Sequence[Path], base: Path, work: Callable[[Loop, list[pytest.Item]], Any]) -> Any:
    """Does some work with the tests of some files, collected in this process. None if they cannot be collected."""
    sampling.IN_FULL.update(IN_FULL)
    loop = Loop(work)
    pytest.main([*ARGUMENTS, f"--basetemp={base}", *map(str, files)], plugins=[loop])
    return loop.answer


# Which test runs which line


def digests() -> dict[Path, str]:
    """What it depends on whether the tests of a file notice a change."""
    shared = hashlib.sha256()
    for path in sorted([*PROGRAM.rglob("*.py"), *TESTS.rglob("*.py")]):
        name = path.relative_to(ROOT).as_posix()
        if not re.search(r"/test_\w+\.py$|^tests/(bench/|mutants)", name):
            shared.update(name.encode() + path.read_bytes())
    found = {}
    for path in test_files():
        digest = shared.copy()
        digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
        found[path] = digest.hexdigest()[:24]
    return found


class Note(Struct):
    """Which lines the tests of a file run, with the checksums of that file and of the modules as they were then."""

    digest: str
    modules: dict[str, str]
    runs: Runs


def checksum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:24]


def used(path: Path) -> list[Path]:
    """A file of tests, those it is made with, and the texts that it reads; by their names."""
    found, waiting = {path: None}, [path]
    while waiting:
        text = waiting.pop().read_text(encoding="utf-8")
        names = [ROOT / f"{name.replace('.', '/')}.py" for name in re.findall(r"\btests(?:\.\w+)+", text)]
        names += [path.with_name(name) for name in re.findall(r'"(\w+\.txt)"', text)]
        new = [one for one in names if one.is_file() and one not in found]
        found |= dict.fromkeys(new)
        waiting += [one for one in new if one.suffix == ".py"]
    return sorted(found)


def own_digest(path: Path) -> str:
    """What the tests of a file are, as it is told which lines they run."""
    return checksum(b"".join(one.read_bytes() for one in used(path)))


def place_of(path: Path) -> Path:
    return NOTES / path.relative_to(ROOT).as_posix().replace("/", "+")


def keep_note(path: Path, runs: Runs) -> None:
    modules = {}
    for module in {module for _, lines in runs.values() for module in lines}:
        data = (PROGRAM / module).read_bytes()
        modules[module] = checksum(data)
        (TEXTS / checksum(data)).write_bytes(data)
    (KEPT / "new").write_bytes(pickle.dumps(Note(own_digest(path), modules, runs)))
    (KEPT / "new").replace(place_of(path))


def noted(path: Path) -> Note | None:
    """What is noted of a file of tests, unless it is another by now."""
    place = place_of(path)
    note: Note | None = pickle.loads(place.read_bytes()) if place.is_file() else None
    return note if note is not None and note.digest == own_digest(path) else None


def moves(before: Sequence[str], now: Sequence[str]) -> dict[int, range]:
    """Line of a text as it was to the lines that stand there now, all from 1."""
    found = {}
    for kind, a, b, c, d in difflib.SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        for line in range(a, b):
            found[line + 1] = range(c + line - a + 1, c + line - a + 2) if kind == "equal" else range(c + 1, d + 1)
        if kind == "insert" and a:
            found[a] = range(found[a].start, d + 1)  # what is new is run by what runs the line before
    return found


@functools.cache
def moved(module: str, old: str) -> dict[int, range] | None:
    """Where the lines of a module are now that was another text; nothing if it is the same."""
    path = PROGRAM / module
    data = path.read_bytes() if path.is_file() else b""
    if checksum(data) == old:
        return None
    return moves((TEXTS / old).read_text("utf-8").splitlines(), data.decode().splitlines())


def brought_up_to_date(note: Note, alive: set[str]) -> Runs:
    """The lines that tests run in the program as it is now; of those tests that there still are."""

    def now(module: str, lines: list[int]) -> list[int]:
        places = moved(module, note.modules[module])
        return lines if places is None else [line for one in lines for line in places.get(one, ())]

    return {test: (seconds, {module: now(module, lines) for module, lines in modules.items()})
            for test, (seconds, modules) in note.runs.items() if not test or test in alive}


def collected(files: Sequence[Path], base: Path) -> set[str]:
    """The tests that there are in some files."""

    def work() -> Any:
        silent()
        return session(files, base, lambda _, items: {item.nodeid for item in items})

    return copied(work, 1800.0) or sys.exit("bench_mutants: the tests cannot be collected.")


def caches() -> list[Any]:
    """All that remembers what a function of the program answered."""
    return [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)
            and str(one.__module__).startswith(("rollwrite_desktop", "tests"))]


def lines_run(data: coverage.CoverageData) -> dict[str, dict[str, list[int]]]:
    """By test and module the lines run."""
    found: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for file in data.measured_files():
        for line, tests in data.contexts_by_lineno(file).items():
            for test in tests:
                found[test][Path(file).relative_to(PROGRAM).as_posix()].append(line)
    return found


def traced() -> coverage.Coverage:
    return coverage.Coverage(data_file=None, source=[str(PROGRAM)], config_file=False, messages=False)


def measure(files: Sequence[Path], base: Path) -> None:
    """Runs the tests of some files and keeps which lines each runs."""
    silent()
    importing = traced()
    importing.start()

    def work(loop: Loop, items: list[pytest.Item]) -> bool:
        importing.stop()
        imported = lines_run(importing.get_data())
        forgotten = caches()
        by_file: dict[Path, list[pytest.Item]] = defaultdict(list)
        for item in items:
            by_file[item.path].append(item)

        def run(mine: list[pytest.Item]) -> Runs:
            for one in forgotten:
                one.cache_clear()
            drawn = [one for one in forgotten if "draw" in one.__module__]
            cover, seconds = traced(), {}
            cover.start()
            for item, following in zip(mine, [*mine[1:], None], strict=True):
                for one in drawn:  # else only the first test that sees a picture would run what draws it
                    one.cache_clear()
                cover.switch_context(item.nodeid)
                begun = time.process_time()
                if not loop.run(item, following):
                    raise SystemExit(f"{item.nodeid} fails without any change")
                seconds[item.nodeid] = time.process_time() - begun
            cover.stop()
            lines = lines_run(cover.get_data())
            return {test: (seconds[test], dict(lines.get(test, {}))) for test in seconds}

        progress = Progress(len(files))
        for done, path in enumerate(files, 1):
            found = copied(lambda path=path: run(by_file[path]), 1800.0)  # type: ignore[misc]
            if found is not None:
                found[""] = 0.0, dict(imported.get("", {}))
                keep_note(path, found)
            progress.at(done, "files noted")
        return True

    session(files, base, work)


class Known:
    """Which test runs which line, and what a change outside of functions reaches."""

    def __init__(self, runs: dict[Path, Runs], digests: dict[Path, str]) -> None:
        self.digests = digests
        self.seconds: dict[str, float] = {}
        self.file: dict[str, Path] = {}
        self.within: dict[str, set[str]] = defaultdict(set)
        """The tests of each file: what a test itself names, it may depend on."""
        self.tests: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        self.imported: dict[str, set[int]] = defaultdict(set)
        self.named: dict[str, list[tuple[str, int, tuple[str, ...]]]] = defaultdict(list)
        self.speaking: dict[str, set[Path]] = defaultdict(set)
        """Word to the files of tests that it stands in."""
        for path, run in runs.items():
            for word in {*WORD.findall(path.read_text(encoding="utf-8"))}:
                self.speaking[word].add(path)
            for test, (seconds, modules) in run.items():
                if test:
                    self.seconds[test], self.file[test] = seconds, path
                    self.within[path.relative_to(ROOT).as_posix()].add(test)
                for module, lines in modules.items():
                    for line in lines:
                        if test:
                            self.tests[module][line].add(test)
                        else:
                            self.imported[module].add(line)

    def read(self, module: str, tree: ast.Module) -> None:
        """Notes where names are used; at the top of a module with what is made of them."""
        for top in tree.body:
            targets = [*getattr(top, "targets", []), getattr(top, "target", None)]
            made = tuple(one.id for one in targets if isinstance(one, ast.Name))
            for node in ast.walk(top):
                if isinstance(node, ast.Name | ast.Attribute):
                    self.named[node.id if isinstance(node, ast.Name) else node.attr].append((module, node.lineno, made))

    def running(self, mutant: Mutant) -> set[str]:
        """The tests that run a change, or what depends on it."""
        lines = self.tests[mutant.path]
        found = set(lines[mutant.line]) or {test for line in mutant.lines for test in lines[line]}
        if mutant.inside and (found or mutant.line not in self.imported[mutant.path]):
            return found
        # What only the import runs is tried with all tests of its module. A module that is imported late is run by the test
        # that comes first; what it defines is used by others as well.
        waiting, seen = [*mutant.names], {*mutant.names}
        while waiting:
            for module, line, made in self.named[waiting.pop()]:
                found |= self.within.get(module) or self.tests[module][line]
                waiting += {*made} - seen
                seen |= {*made}
        return found or {test for tests in lines.values() for test in tests}

    def chosen(self, mutant: Mutant, seed: int) -> tuple[list[str], int]:
        """The tests to try, in order, and how many run the change."""
        found = self.running(mutant)
        words = {*re.findall(r"[a-z]+", mutant.path)} - {"py", "games"}
        rare = [files for word in WORD.findall(mutant.text) if len(files := self.speaking.get(word, ())) <= FEW]
        near = {path for files in rare for path in files}

        def rank(test: str) -> tuple[bool, float, str]:
            away = self.seconds[test] / 4 ** len(words.intersection(re.findall(r"[a-z]+", test)))
            return mutant.inside or self.file[test] not in near, away, test

        direct, others, total = [], [], 0.0
        for test in sorted(found, key=rank):
            total += self.seconds[test]
            (direct if total <= DIRECT or len(direct) < 10 else others).append(test)
        random.Random(f"{seed}/{mutant.path}/{mutant.line}").shuffle(others)
        total, sample = 0.0, []
        for test in others:
            total += self.seconds[test]
            if total <= SAMPLE:
                sample.append(test)
        return direct + sorted(sample, key=rank), len(found)


def known(base: Path) -> Known:
    """What is kept, and what must be measured first."""
    for folder in (NOTES, TEXTS):
        folder.mkdir(parents=True, exist_ok=True)
    wanted = digests()
    missing = [path for path in wanted if noted(path) is None]
    if missing:
        print(f"Noting which lines the tests of {len(missing)} of {len(wanted)} files run …", file=OUT, flush=True)
        copied(lambda: measure(missing, base), 7200.0)
    notes = {path: note for path in wanted if (note := noted(path)) is not None}
    absent = [path.relative_to(ROOT) for path in wanted if path not in notes]
    if absent:
        sys.exit(f"bench_mutants: tests fail without any change: {', '.join(map(str, absent))}.")
    if not test_folders():
        here = {*map(place_of, wanted), *(TEXTS / one for note in notes.values() for one in note.modules.values())}
        for old in {*NOTES.iterdir(), *TEXTS.iterdir()} - here:
            old.unlink()
    alive = collected([*wanted], base)
    return Known({path: brought_up_to_date(note, alive) for path, note in notes.items()}, wanted)


def identity(mutant: Mutant) -> tuple[str, int, int, str]:
    return mutant.path, mutant.start, mutant.end, mutant.new


def keep(mutant: Mutant, killer: str, known: Known) -> None:
    """Notes that a test notices a change."""
    with NOTICED.open("a", encoding="utf-8") as file:
        file.write(json.dumps([*identity(mutant), killer, known.digests[known.file[killer]]]) + "\n")


def kept_as_noticed(known: Known) -> dict[tuple[str, int, int, str], str]:
    """Which test notices a change, as far as it is kept of this program and that test."""
    if not NOTICED.is_file():
        return {}
    entries = [json.loads(line) for line in NOTICED.read_text(encoding="utf-8").splitlines()]
    return {(path, start, end, new): killer for path, start, end, new, killer, digest in entries
            if killer in known.file and known.digests[known.file[killer]] == digest}


# Trying a change


def tried(loop: Loop, items: list[pytest.Item], seconds: dict[str, float]) -> str:
    """The first test that fails, or nothing; this process ends with one that takes far too long."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, resource.RLIM_INFINITY))
    for item, following in zip(items, [*items[1:], None], strict=True):
        end = int(time.process_time() + SLOWER * seconds.get(item.nodeid, 0.0) + GRACE) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (end, resource.RLIM_INFINITY))
        if not loop.run(item, following):
            return item.nodeid
    return ""


def nested(code: CodeType) -> Iterator[CodeType]:
    """A piece of code and all that is defined in it."""
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from nested(part)


def functions() -> dict[tuple[str, str, int], list[FunctionType]]:
    """Every function of the program there is, by module, name and line."""
    found = defaultdict(list)
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(str(PROGRAM)):
            code = one.__code__
            found[code.co_filename, code.co_qualname, code.co_firstlineno].append(one)
    return found


Plan = tuple[Mutant, list[str]]


def try_in_place(plans: dict[int, Plan], known: Known, base: Path, told: Callable[[int, str | None], None]) -> bool:
    """Tries changes inside of functions where all tests are collected, and tells of each which test failed. Does not tell of
    one that cannot be made there, or that no test notices though it would have been carried out on import. Whether some of
    the tests still pass there without a change."""

    def work(loop: Loop, items: list[pytest.Item]) -> bool:
        by_name = {item.nodeid: item for item in items}
        alive, forgotten = functions(), caches()
        gc.freeze()

        def one(mutant: Mutant, tests: list[str]) -> tuple[str, ...]:
            path = PROGRAM / mutant.path
            changed = compile(mutant.applied(path.read_bytes()), str(path), "exec", dont_inherit=True)
            places = [code for code in nested(changed) if code.co_qualname == mutant.function]
            parts = [(function, part) for place in places for part in nested(place)
                     for function in alive.get((str(path), part.co_qualname, part.co_firstlineno), [])]
            if not parts or any(function.__code__.co_freevars != part.co_freevars for function, part in parts):
                return ()
            for function, part in parts:
                function.__code__ = part
            for cache in forgotten:
                cache.cache_clear()
            return (tried(loop, [by_name[test] for test in tests], known.seconds),)

        def unchanged() -> str:
            """The control: a test that fails here though nothing was changed."""
            first = list({tests[0]: None for _, tests in plans.values()})[:CONTROLS]
            for cache in forgotten:
                cache.cache_clear()
            return tried(loop, [by_name[test] for test in first], known.seconds)

        for number, (mutant, tests) in plans.items():
            answer = copied(functools.partial(one, mutant, tests), limit(tests, known))
            if answer is None:
                told(number, None)
            elif answer and (answer[0] or mutant.line not in known.imported[mutant.path]):
                told(number, answer[0])
        return copied(unchanged, 3600.0) == ""

    return bool(session(sorted({known.file[test] for _, tests in plans.values() for test in tests}), base, work))


def try_imported(plan: Plan, known: Known, base: Path) -> str | None:
    """Tries a change in a process that has not imported the program yet: the first test that fails, nothing, or None if it
    hung or crashed."""
    mutant, tests = plan
    path = str(PROGRAM / mutant.path)
    get_code = SourceFileLoader.get_code

    def changed(self: SourceFileLoader, name: str) -> CodeType | None:
        if self.path != path:
            return get_code(self, name)
        return compile(mutant.applied(Path(path).read_bytes()), path, "exec", dont_inherit=True)

    def work(loop: Loop, items: list[pytest.Item]) -> str:
        by_name = {item.nodeid: item for item in items}
        gone = [test for test in tests if test not in by_name]
        return gone[0] if gone else tried(loop, [by_name[test] for test in tests], known.seconds)

    def run() -> tuple[str | None]:
        silent()
        SourceFileLoader.get_code = changed  # type: ignore[method-assign]
        return (session(sorted({known.file[test] for test in tests}), base, work),)

    answer = copied(run, limit(tests, known) + 120.0)
    return answer[0] if answer else None


def limit(tests: list[str], known: Known) -> float:
    """How long a change may take in all by the clock, on a busy machine."""
    return 60.0 + 3 * SLOWER * sum(known.seconds[test] for test in tests)


# All of it


def wanted(count: int, seed: int, places: Sequence[str], modules: dict[str, bytes]) -> list[Mutant]:
    """The changes to try: one on each of some lines, or all of the lines that are named."""
    found = []
    for module, source in modules.items():
        for place in places:
            path, _, line = place.partition(":")
            if module == path or (module.startswith(path + "/") and Path(module).name not in STRENGTH):
                found += [mutant for mutant in mutants_of(module, source) if line in ("", str(mutant.line))]

    def rank(mutant: Mutant) -> int:
        return zlib.crc32(f"{seed}/{mutant.path}/{mutant.function}/{mutant.text}/{mutant.change}".encode())

    if all(":" in place for place in places):
        return found
    lines = {}
    for mutant in sorted(found, key=rank):
        lines.setdefault((mutant.path, mutant.line), mutant)
    return sorted([*lines.values()][:count], key=lambda mutant: (mutant.path, mutant.start))


def main() -> int:
    if not hasattr(os, "fork"):
        print("bench_mutants: this system cannot copy a process.")
        return 0
    count, seed = (int(text) for text in [*sys.argv[1:3], *["400", "1"][len(sys.argv[1:3]) :]])
    places = [place for place in sys.argv[3:] if place not in test_folders()] or PACKAGES
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    modules = {path.relative_to(PROGRAM).as_posix(): path.read_bytes() for path in sorted(PROGRAM.rglob("*.py"))}
    for module in WARM:
        importlib.import_module(module)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("bench_mutants: ended."))
    base = Path(tempfile.mkdtemp())
    try:
        return look(wanted(count, seed, places, modules), seed, modules, base)
    finally:
        shutil.rmtree(base, ignore_errors=True)


def look(mutants: list[Mutant], seed: int, modules: dict[str, bytes], base: Path) -> int:
    """Tries the changes and prints what comes of them: whether enough are noticed."""
    tests, excused, begun = known(base / "noted"), harmless(), time.monotonic()
    for module, source in modules.items():
        tests.read(module, ast.parse(source))
    for path in sorted(TESTS.rglob("*.py")):
        tests.read(path.relative_to(ROOT).as_posix(), ast.parse(path.read_bytes()))
    chosen = [tests.chosen(mutant, seed) for mutant in mutants]
    kept = kept_as_noticed(tests)
    killers: dict[int, str | None] = {
        number: kept[identity(mutant)] for number, mutant in enumerate(mutants) if identity(mutant) in kept
    }
    print(f"Trying {len(mutants)} changes, {len(killers)} of which are known to be noticed …", file=OUT, flush=True)
    progress = Progress(len(mutants))

    def still_open() -> int:
        return sum(killer == "" and not reason(mutants[number], excused) for number, killer in killers.items())

    def told(number: int, killer: str | None) -> None:
        killers[number] = killer
        mutant, (some, running) = mutants[number], chosen[number]
        if killer:
            keep(mutant, killer, tests)
        elif killer == "" and not reason(mutant, excused):
            print(f"{mutant.path}:{mutant.line} in {mutant.function or 'the module'}: {len(some)} of {running} tests pass\n"
                  f"    {mutant.text}\n    {mutant.change}", file=OUT, flush=True)
        progress.at(len(killers), f"tried, {still_open()} open")

    inside = {number: (mutant, chosen[number][0]) for number, mutant in enumerate(mutants)
              if number not in killers and mutant.inside and chosen[number][0]}

    def early() -> dict[int, str | None]:
        """Those that can be made in a process with all tests."""
        silent()
        return killers if try_in_place(inside, tests, base / "tried", told) else {}

    if inside:
        killers |= copied(early, 86400.0) or sys.exit("bench_mutants: tests fail without any change.")
    for number, mutant in enumerate(mutants):
        if number not in killers:
            told(number, try_imported((mutant, chosen[number][0]), tests, base / "tried") if chosen[number][0] else "")
    figures: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    ruled = 0
    for number, killer in killers.items():
        mutant = mutants[number]
        ruled += killer == "" and reason(mutant, excused) == mutant.rule != ""
        for name in ("/".join(mutant.path.split("/")[: 1 + mutant.path.startswith("games/")]), "all"):
            figures[name][0] += 1
            figures[name][1 if killer != "" else 2 if reason(mutant, excused) else 3] += 1
    for name in sorted(figures, key=lambda name: (name == "all", name)):
        whole, noticed, excusable, still = figures[name]
        share = f"{1 - still / whole:.1%}"
        print(f"{name:24} {whole:4} tried, {noticed:4} noticed, {excusable:3} harmless, {still:3} open: {share}")
    hung = sum(killer is None for killer in killers.values())
    print(f"{ruled} of those harmless are so by a rule: a round bound, an asserted length, what is frozen, a measure "
          "at its bound, a rest, how much is quoted or kept, boxes that may lack, what only Windows runs")
    print(f"seed {seed}; {hung} of those noticed hung or crashed; {(time.monotonic() - begun) / len(mutants):.1f} s each")
    return int(figures["all"][3] > (1 - GOAL) * len(mutants))


if __name__ == "__main__":
    sys.exit(main())
