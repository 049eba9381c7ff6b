"""Runs a benchmark of tests/bench: `python3 packaging/bench.py [NAME [ARGUMENTS]]`; lists them without a name.

`NAME --help` prints the docstring of a benchmark, which describes its arguments; they are held to its lines `python3
packaging/bench.py NAME …` before it starts. Sets up `.venv` as for the tests first.
"""

import os
import sys
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("bench.py: Python 3.11 or newer was expected, this is Python " + sys.version.split()[0] + ".")

sys.path.insert(0, str(Path(__file__).resolve().parent))

import ast
import re
import subprocess

import qt_libraries
import setup_venv
from checkout import PYTHON, ROOT, SetUpFailed

FOLDER = ROOT / "tests" / "bench"
GAMES = ROOT / "rollwrite_desktop" / "games"
COUNTS = (
    "CHANGES", "CHEAP", "COPIES", "EVENTS", "GAMES", "LIMIT", "MINUTES", "PICTURES", "PROCESSES", "PROOFS",
    "ROUNDS", "SEED", "SHEETS", "SMALL", "STEPS",
)
"""Arguments that are whole numbers from 1."""


def benchmarks() -> dict[str, str]:
    """Name of a benchmark to its docstring."""
    sources = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.py"))}
    return {name: (ast.get_docstring(ast.parse(source), clean=False) or "").strip() for name, source in sources.items()}


def usages(name: str, text: str) -> list[str]:
    """The arguments of each command line that a docstring names, as written there."""
    lines = re.findall(rf"(?m)^    python3 packaging/bench\.py {name}\b ?(.*)$", text)
    return [line.partition("  ")[0] for line in lines]


def misfit(usage: str, given: list[str]) -> str:
    """Why arguments do not fit a command line; empty if they do. In capitals stands what to fill in, in brackets what may be
    left out, `…` after what may be repeated; other words stand as they are, with `|` between those to choose from."""
    words = re.findall(r"[\w|]+", usage)
    needed = re.findall(r"[\w|]+", usage.partition("[")[0])
    if len(given) < len(needed):
        return f"{needed[len(given)]} is missing"
    if len(given) > len(words) and "…" not in usage:
        return f"there is no place for '{given[len(words)][:60]}'"
    for word, text in zip(words, given, strict=False):
        if word in COUNTS and not (text.isascii() and text.isdigit() and int(text)):
            return f"{word} is a whole number from 1, not '{text[:60]}'"
        if word == "GAME" and not (text.isidentifier() and (GAMES / text / "play" / "rules.py").is_file()):
            return f"there is no game '{text[:60]}'"
        if word.islower() and text not in word.split("|"):
            return f"{word.replace('|', ' or ')} was expected, not '{text[:60]}'"
    return ""


def main() -> None:
    """Runs the benchmark that the arguments name, or lists all."""
    known = benchmarks()
    if not sys.argv[1:]:
        for name, text in known.items():
            first, _, _ = text.partition("\n\n")
            print(f"{name}\n    {' '.join(first.split())}")
        return
    name, *arguments = sys.argv[1:]
    if name not in known:
        sys.exit(f"bench.py: no '{name[:60]}' in tests/bench; there are {', '.join(known)}.")
    if "--help" in arguments or "-h" in arguments:
        print(known[name])
        return
    reasons = [misfit(usage, arguments) for usage in usages(name, known[name])]
    if all(reasons):
        print(f"bench.py: {reasons[0]}. Usage:", file=sys.stderr)
        for usage in usages(name, known[name]):
            print(f"python3 packaging/bench.py {name} {usage}", file=sys.stderr)
        sys.exit(2)
    settings = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    try:
        setup_venv.prepare(setup_venv.TEST, settings)
        # -P: a folder `tests` in the current folder must not shadow the checkout's.
        command = [str(PYTHON), "-P", "-m", f"tests.bench.{name}", *arguments]
        environment = qt_libraries.environment(settings)
        if os.name == "posix":
            sys.stdout.flush()
            os.execve(PYTHON, command, environment)  # the benchmark takes this process's place: what ends it ends that
        sys.exit(subprocess.run(command, env=environment).returncode)
    except (SetUpFailed, OSError) as problem:
        sys.exit(f"bench.py: {problem}")
    except KeyboardInterrupt:
        sys.exit("bench.py: interrupted.")


if __name__ == "__main__":
    main()
