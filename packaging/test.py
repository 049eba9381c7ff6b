"""Runs all checks of a checkout on all cores: `python3 packaging/test.py [--quick | --release] [arguments for pytest]`.

The first run sets up `.venv`. Every check is run even if another fails; the last lines tell which passed. Slow laws are
sampled, the same sample every time; `--release` runs all of them, `--quick` leaves out what a whole window or a search is
needed for.
"""

import os
import sys
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("test.py: Python 3.11 or newer was expected, this is Python " + sys.version.split()[0] + ".")

sys.path.insert(0, str(Path(__file__).resolve().parent))

import contextlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from typing import IO

import qt_libraries
import setup_venv
from checkout import PYTHON, ROOT, SetUpFailed

STATIC = {
    "ruff": ["-m", "ruff", "check"],
    "mypy": ["-m", "mypy"],
    "import-linter": ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
}
"""Name to what Python is given; these run beside the tests."""

# As much of the environment as a program needs to run at all: what a test passes by must not be set on this machine only.
KEPT = ("PATH", "HOME", "LANG", "SYSTEMROOT", "TEMP", "USERPROFILE", "LOCALAPPDATA")
SURROUNDINGS = {name: os.environ[name] for name in KEPT if name in os.environ} | {"QT_QPA_PLATFORM": "offscreen"}

PARTS = {"--quick": ["-m", "not release and not slow"], "--release": ["-m", "release or not release"]}
"""Our own arguments, and what they are to pytest."""


def pytest_words(arguments: list[str]) -> list[str]:
    """The tests, spread over all cores; a core that has done its share takes over from the others."""
    words = [word for argument in arguments for word in PARTS.get(argument, [argument])]
    return ["-m", "pytest", "--numprocesses", "auto", "--dist", "worksteal", *words]


@contextlib.contextmanager
def begun(words: list[str], environment: dict[str, str]) -> Iterator[tuple[subprocess.Popen[bytes], IO[bytes]]]:
    """A check that runs by itself, and what it says; it does not outlive this program."""
    with tempfile.TemporaryFile() as said:
        command = [str(PYTHON), *words]
        run = subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        try:
            yield run, said
        finally:
            run.kill()
            run.wait()


def results(pytest_arguments: list[str], environment: dict[str, str]) -> dict[str, bool]:
    """Name of each check → whether it passed. The tests are seen as they run, the others afterwards."""
    passed = {}
    with contextlib.ExitStack() as stack:
        static = {name: stack.enter_context(begun(words, environment)) for name, words in STATIC.items()}
        command = [PYTHON, *pytest_words(pytest_arguments)]
        passed["pytest"] = subprocess.run(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL).returncode == 0
        for name, (run, said) in static.items():
            passed[name] = run.wait() == 0
            print(f"\n== {name} ==", flush=True)
            said.seek(0)
            shutil.copyfileobj(said, sys.stdout.buffer)
            sys.stdout.flush()
    return passed


def main() -> None:
    try:
        setup_venv.set_up(setup_venv.TEST)
        qt_libraries.provide(SURROUNDINGS)
        passed = results(sys.argv[1:], qt_libraries.environment(SURROUNDINGS))
    except (SetUpFailed, OSError) as problem:
        sys.exit(f"test.py: {problem}")
    except KeyboardInterrupt:
        sys.exit("test.py: interrupted.")
    print()
    for name, good in passed.items():
        print(f"{name}: {'ok' if good else 'failed'}")
    failed = [name for name, good in passed.items() if not good]
    print(f"Failed: {', '.join(failed)}." if failed else "All checks passed.")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
