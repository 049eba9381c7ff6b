"""Runs all checks of a checkout: `python3 packaging/test.py [arguments for pytest]`.

The first run sets up `.venv`. Every check is run even if one before it fails; the last lines tell which passed.
"""

import os
import sys
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("test.py: Python 3.11 or newer was expected, this is Python " + sys.version.split()[0] + ".")

sys.path.insert(0, str(Path(__file__).resolve().parent))

import subprocess

import qt_libraries
import setup_venv
from checkout import PYTHON, ROOT, SetUpFailed

OFFSCREEN = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}


def checks(pytest_arguments: list[str]) -> dict[str, list[str]]:
    """Name to command, in the order in which they run: the quick ones first."""
    return {
        "ruff": ["-m", "ruff", "check"],
        "mypy": ["-m", "mypy"],
        "import-linter": ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
        "pytest": ["-m", "pytest", *pytest_arguments],
    }


def passed(name: str, words: list[str], environment: dict[str, str]) -> bool:
    """Whether a check passed; its output is shown under a heading."""
    print(f"\n== {name} ==", flush=True)
    finished = subprocess.run([PYTHON, *words], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL)
    return finished.returncode == 0


def main() -> None:
    try:
        setup_venv.set_up(setup_venv.TEST)
        qt_libraries.provide(OFFSCREEN)
        environment = qt_libraries.environment(OFFSCREEN)
        results = {name: passed(name, words, environment) for name, words in checks(sys.argv[1:]).items()}
    except (SetUpFailed, OSError) as problem:
        sys.exit(f"test.py: {problem}")
    except KeyboardInterrupt:
        sys.exit("test.py: interrupted.")
    failed = [name for name, good in results.items() if not good]
    print()
    for name, good in results.items():
        print(f"{name}: {'ok' if good else 'failed'}")
    print(f"Failed: {', '.join(failed)}." if failed else "All checks passed.")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
