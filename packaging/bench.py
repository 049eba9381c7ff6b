"""Runs a benchmark of tests/bench: `python3 packaging/bench.py [NAME [ARGUMENTS]]`; lists them without a name.

Sets up `.venv` as for the tests first. The docstring of each benchmark describes its arguments.
"""

import os
import sys
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("bench.py: Python 3.11 or newer was expected, this is Python " + sys.version.split()[0] + ".")

sys.path.insert(0, str(Path(__file__).resolve().parent))

import ast
import subprocess

import qt_libraries
import setup_venv
from checkout import PYTHON, ROOT, SetUpFailed

FOLDER = ROOT / "tests" / "bench"


def benchmarks() -> dict[str, str]:
    """Name of a benchmark to the first paragraph of its docstring."""
    sources = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.py"))}
    docs = {name: ast.get_docstring(ast.parse(source)) or "" for name, source in sources.items()}
    return {name: " ".join(text.partition("\n\n")[0].split()) for name, text in docs.items()}


def main() -> None:
    """Runs the benchmark that the arguments name, or lists all."""
    known = benchmarks()
    if not sys.argv[1:]:
        print("\n".join(f"{name}\n    {sentence}" for name, sentence in known.items()))
        return
    name, *arguments = sys.argv[1:]
    if name not in known:
        sys.exit(f"bench.py: no '{name[:60]}' in tests/bench; there are {', '.join(known)}.")
    settings = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    try:
        setup_venv.prepare(setup_venv.TEST, settings)
        # -P: a folder `tests` in the current folder must not shadow the checkout's.
        command = [PYTHON, "-P", "-m", f"tests.bench.{name}", *arguments]
        sys.exit(subprocess.run(command, env=qt_libraries.environment(settings)).returncode)
    except (SetUpFailed, OSError) as problem:
        sys.exit(f"bench.py: {problem}")
    except KeyboardInterrupt:
        sys.exit("bench.py: interrupted.")


if __name__ == "__main__":
    main()
