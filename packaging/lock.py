"""Writes the three lock files: `python3 packaging/lock.py [--upgrade]`.

Requirements are those of pyproject.toml; the lock files add all dependencies, exact versions, and the hashes of all files of
each version, so that one file serves all systems and all Pythons from 3.11 on. Locked versions are kept while they satisfy
the requirements; `--upgrade` takes the newest. uv resolves them, from the index that it is configured to use; it is locked
itself with the requirements of builds.
"""

import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("lock.py: Python 3.11 or newer was expected, this is Python " + sys.version.split()[0] + ".")

sys.path.insert(0, str(Path(__file__).resolve().parent))

import setup_venv
from checkout import PYTHON, ROOT, SetUpFailed

OLDEST = "3.11"
HEADING = "# Made by packaging/lock.py from pyproject.toml: names, versions and hashes.\n"
ENTRY = re.compile(r"(?m)^(?P<pin>[^\s#]+==[^\s;\\]+).*\\\n(?P<hashes>(?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)")


def resolved(requirements: list[str], known: str, upgrade: bool = False) -> dict[str, str]:
    """Resolves requirements with all their dependencies on any system: pinned requirement to its lines in a lock file.

    known: text of lock files whose versions are kept where possible; ignored with `upgrade`. Raises SetUpFailed if no set of
    versions satisfies the requirements.
    """
    with tempfile.TemporaryDirectory() as folder:
        source, lock = Path(folder) / "requirements.in", Path(folder) / "requirements.lock"
        source.write_text("\n".join(requirements), encoding="utf-8")
        lock.write_text(known, encoding="utf-8")
        command = [PYTHON.with_name("uv"), "pip", "compile", source, "--output-file", lock, "--quiet"]
        command += ["--universal", "--python-version", OLDEST, "--fork-strategy", "fewest", "--only-binary", ":all:"]
        command += ["--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"]
        if subprocess.run([*command, *["--upgrade"] * upgrade]).returncode:
            raise SetUpFailed("uv found no set of versions; it says why above.")
        return entries(lock.read_text(encoding="utf-8"))


def entries(text: str) -> dict[str, str]:
    """Pinned requirement to its lines, from a lock file by uv; without the systems on which it is needed."""
    return {
        found["pin"]: " \\\n    ".join([found["pin"], *sorted(found["hashes"].replace("\\", "").split())])
        for found in ENTRY.finditer(text)
    }


def lock_text(packages: dict[str, str]) -> str:
    """The text of a lock file."""
    return HEADING + "\n".join(packages[pin] for pin in sorted(packages, key=lambda pin: pin.split("=="))) + "\n"


def main() -> None:
    """Resolves all requirements and writes the lock files."""
    upgrade = sys.argv[1:] == ["--upgrade"]
    if sys.argv[1:] and not upgrade:
        sys.exit("lock.py: --upgrade or nothing was expected.")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    parts = {setup_venv.RUN: [], setup_venv.TEST: extras["test"], setup_venv.BUILD: extras["build"]}
    try:
        setup_venv.prepare(setup_venv.BUILD, None)
        known = "".join(path.read_text(encoding="utf-8") for path in (setup_venv.TEST, setup_venv.BUILD))
        # All lock files come from one resolution, so that they agree and the others only add to the first.
        everything = resolved([*project["dependencies"], *extras["test"], *extras["build"]], known, upgrade)
        for path, more in parts.items():
            packages = resolved([*project["dependencies"], *more], lock_text(everything))
            if not packages.items() <= everything.items():
                raise SetUpFailed(f"{path.name} would hold other versions than all requirements together.")
            path.write_text(lock_text(packages), encoding="utf-8", newline="\n")
            print(f"{path.name}: {len(packages)} packages")
    except (SetUpFailed, OSError) as problem:
        sys.exit(f"lock.py: {problem}")


if __name__ == "__main__":
    main()
