"""Tests in forked processes: each runs once, in its order within a part, and a crash is a failure like another."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

forks = pytest.importorskip("tests.forks", reason="processes are forked on Linux", exc_type=ImportError)
ROOT = Path(__file__).resolve().parents[1]
TESTS = '''
import os
import time
import pytest

@pytest.fixture(scope="module")
def pid():
    yield os.getpid()

@pytest.mark.parametrize("n", range(12))
def test_good(n, pid, tmp_path):
    assert pid == os.getpid() and tmp_path.is_dir()

def test_bad():
    print("a last word")
    assert not os.getpid()

def test_crash():
    os._exit(7)

def test_skipped():
    pytest.skip("not today")
'''


def test_every_test_belongs_to_one_process_and_is_run_once() -> None:
    for tests, processes in ((1, 1), (3, 2), (40, 3), (41, 2)):
        parts = forks.Parts(tests, processes)
        ran: list[list[int]] = [[] for _ in range(processes)]
        while (turn := parts.go_on(0))[0] != forks.NONE:
            test, then = turn
            assert parts.running(0) == test and then not in ran[0]
            ran[0].append(test)
            if len(ran[0]) == tests // (2 * processes):
                ran[-1].append(parts.go_on(processes - 1)[0])  # begins late, and crashes during its next one
        for process in range(1, processes):
            while (test := parts.go_on(process)[0]) != forks.NONE:
                ran[process].append(test)
        parts.close()
        assert sorted(test for part in ran for test in part) == [*range(tests)]


@pytest.mark.slow
def test_a_run_in_two_processes_tells_what_each_found(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.conftest", "--rootdir", tmp_path, "-c", os.devnull, "-W", "ignore",
         "-p", "no:cacheprovider", "-p", "no:pytest-qt", "-p", "no:xdist", "-ra", "--forks", "2", tmp_path],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
    )
    assert done.returncode == 1
    assert "2 failed, 12 passed, 1 skipped" in done.stdout and "not today" in done.stdout
    assert "a last word" in done.stdout and "the process ended with 7 during test_some.py::test_crash" in done.stdout
