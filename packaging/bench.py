"""Runs a measurement of tests/bench: `python3 packaging/bench.py [NAME [ARGUMENTS]]`; without a name, tells which there are.

Sets up `.venv` as for the tests first. The file itself says what it measures and which arguments it takes.
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


def measurements() -> dict[str, str]:
    """Name to the first sentence of what it says of itself."""
    sources = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.py"))}
    told = {name: ast.get_docstring(ast.parse(source)) or "" for name, source in sources.items()}
    return {name: " ".join(text.partition("\n\n")[0].split()) for name, text in told.items()}


def main() -> None:
    known = measurements()
    if not sys.argv[1:]:
        print("\n".join(f"{name}\n    {sentence}" for name, sentence in known.items()))
        return
    name, *arguments = sys.argv[1:]
    if name not in known:
        sys.exit(f"bench.py: no '{name[:60]}' in tests/bench; there are {', '.join(known)}.")
    surroundings = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    try:
        setup_venv.set_up(setup_venv.TEST)
        qt_libraries.provide(surroundings)
        # -P: a folder `tests` where it was called from must not pass for the checkout's.
        command = [PYTHON, "-P", "-m", f"tests.bench.{name}", *arguments]
        sys.exit(subprocess.run(command, env=qt_libraries.environment(surroundings)).returncode)
    except (SetUpFailed, OSError) as problem:
        sys.exit(f"bench.py: {problem}")
    except KeyboardInterrupt:
        sys.exit("bench.py: interrupted.")


if __name__ == "__main__":
    main()
