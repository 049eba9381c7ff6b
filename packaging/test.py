"""Runs all checks of a checkout on all cores: `python3 packaging/test.py [OPTION] [arguments for pytest]`.

The first run sets up `.venv`. Every check runs even if another fails; the last lines list the results. `--quick` leaves out
tests that need a whole window, a long search or page after page. `--coverage` takes three times as long and says at the end
how much of each package the tests ran, worker processes included.

Of slow laws a fixed sample runs; `--vary SEED` takes another one, and other examples, and the same again with the same seed.
`--release` runs all cases of slow laws, with a seed that it chooses and prints unless one is given: part after part, or with
`--release=PART` that part alone, or whatever the arguments for pytest name. `--release-parts` prints the names of the parts.
"""

import os
import sys
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("test.py: Python 3.11 or newer was expected, this is Python " + sys.version.split()[0] + ".")

sys.path.insert(0, str(Path(__file__).resolve().parent))

import argparse
import contextlib
import json
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from typing import IO

import qt_libraries
import release_parts
import setup_venv
from checkout import PYTHON, ROOT, SetUpFailed

STATIC = {
    "ruff": ["-m", "ruff", "check"],
    "mypy": ["-m", "mypy"],
    "import-linter": ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
}
"""Name of a check to the arguments of Python; these run in parallel with the tests."""
CACHELESS = {"ruff": "--no-cache", "mypy": f"--cache-dir={os.devnull}", "import-linter": "--no-cache"}
"""What makes them write nothing, where the checkout is read-only."""
if not os.access(ROOT, os.W_OK):
    STATIC = {name: [*arguments, CACHELESS[name]] for name, arguments in STATIC.items()}

# Only what every program needs: no test may pass because of a variable that is set on this machine only.
KEPT = ("PATH", "HOME", "LANG", "SYSTEMROOT", "TEMP", "USERPROFILE", "LOCALAPPDATA")
SETTINGS = {name: os.environ[name] for name in KEPT if name in os.environ} | {"QT_QPA_PLATFORM": "offscreen"}

MARKED = {"quick": "not release and not slow", "release": "release or not release"}
"""Which tests run, in the words of pytest's `-m`; else those that are not for the release run."""


def options(words: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """Our own options, and the arguments for pytest. `release` is a part, "" for all of them, None without `--release`."""
    parser = argparse.ArgumentParser(prog="test.py", allow_abbrev=False, add_help=False)
    for name in ("--quick", "--coverage", "--release-parts"):
        parser.add_argument(name, action="store_true")
    parser.add_argument("--release", choices=("", *release_parts.PARTS))
    parser.add_argument("--vary", type=int, default=0)
    return parser.parse_known_args([word + "=" if word == "--release" else word for word in words])


def pytest_runs(chosen: argparse.Namespace, arguments: Sequence[str]) -> dict[str, list[str]]:
    """The runs of pytest, on all cores with work stealing: name to the arguments of Python."""
    released = chosen.release is not None
    command = [*["-m", "coverage", "run"] * chosen.coverage, "-m", "pytest", "--numprocesses", "auto", "--dist", "worksteal"]
    if chosen.quick or released:
        command += ["-m", MARKED["release" if released else "quick"]]
    seed = chosen.vary or (secrets.randbelow(10**6) + 1 if released else 0)
    if seed:
        command += ["--vary", str(seed)]
    if not released or (arguments and not chosen.release):
        return {"pytest": [*command, *arguments]}
    return {
        f"pytest, part {part}": [*command, *arguments, *release_parts.arguments(part)]
        for part in ([chosen.release] if chosen.release else release_parts.PARTS)
    }


@contextlib.contextmanager
def started(arguments: list[str], environment: dict[str, str]) -> Iterator[tuple[subprocess.Popen[bytes], IO[bytes]]]:
    """Starts a check; yields its process and the file with its output. Kills it at the end if it still runs."""
    with tempfile.TemporaryFile() as output:
        command = [str(PYTHON), *arguments]
        run = subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        try:
            yield run, output
        finally:
            run.kill()
            run.wait()


def results(runs: dict[str, list[str]], environment: dict[str, str]) -> dict[str, bool]:
    """Runs all checks: name to whether it passed. The output of the tests is shown as it comes, the others' at the end."""
    passed = {}
    with contextlib.ExitStack() as stack:
        static = {name: stack.enter_context(started(arguments, environment)) for name, arguments in STATIC.items()}
        for name, arguments in runs.items():
            command = [PYTHON, *arguments]
            passed[name] = subprocess.run(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL).returncode == 0
        for name, (run, output) in static.items():
            passed[name] = run.wait() == 0
            print(f"\n== {name} ==", flush=True)
            output.seek(0)
            shutil.copyfileobj(output, sys.stdout.buffer)
            sys.stdout.flush()
    return passed


def coverage_table() -> str:
    """How much of each package the last run with `--coverage` ran, in percent of its lines of code. Copies of the program
    that tests make elsewhere do not count."""
    found = ROOT / "build" / "coverage.json"
    coverage = [PYTHON, "-m", "coverage"]
    subprocess.run([*coverage, "combine", "--quiet"], cwd=ROOT, check=True)
    subprocess.run([*coverage, "json", "--quiet", "-o", found], cwd=ROOT, check=True)
    packages: dict[str, list[int]] = {}
    for name, file in json.loads(found.read_text(encoding="utf-8"))["files"].items():
        if Path(name).is_absolute():
            continue
        counts = packages.setdefault(Path(name).parent.as_posix(), [0, 0])
        counts[0] += file["summary"]["covered_lines"]
        counts[1] += file["summary"]["num_statements"]
    rows = sorted((100 * run / all_lines, name) for name, (run, all_lines) in packages.items() if all_lines)
    return "\n".join(f"{percent:5.1f} %  {name}" for percent, name in rows)


def main() -> None:
    """Runs all checks and prints the results; the exit code is 1 if one failed."""
    chosen, arguments = options(sys.argv[1:])
    if chosen.release_parts:
        print(json.dumps([*release_parts.PARTS]))
        return
    try:
        setup_venv.prepare(setup_venv.TEST, SETTINGS)
        passed = results(pytest_runs(chosen, arguments), qt_libraries.environment(SETTINGS))
        if chosen.coverage:
            print("\n== coverage ==\n" + coverage_table())
    except (SetUpFailed, OSError, subprocess.CalledProcessError) as problem:
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
