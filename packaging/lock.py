"""Writes the three lock files: `python3 packaging/lock.py [--upgrade]`.

What to install is said in pyproject.toml; the lock files add the whole closure, exact versions, and the hashes of each
version's files, so that one lock serves every system and every Python from 3.11 on. Versions stay as they are locked
while they fit; `--upgrade` takes the newest. Resolving is done by uv, itself locked with what builds need; its own
configuration says where to ask, and nothing of that is written down.
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
    """Requirement pinned to its version → its lines in a lock file, for all that these requirements need on any system.

    `known` is the text of lock files whose versions are kept where they fit; with `upgrade` they are not looked at.
    Raises SetUpFailed if there is no such set of versions.
    """
    with tempfile.TemporaryDirectory() as folder:
        wanted, lock = Path(folder) / "requirements.in", Path(folder) / "requirements.lock"
        wanted.write_text("\n".join(requirements), encoding="utf-8")
        lock.write_text(known, encoding="utf-8")
        command = [PYTHON.with_name("uv"), "pip", "compile", wanted, "--output-file", lock, "--quiet"]
        command += ["--universal", "--python-version", OLDEST, "--fork-strategy", "fewest", "--only-binary", ":all:"]
        command += ["--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"]
        if subprocess.run([*command, *["--upgrade"] * upgrade]).returncode:
            raise SetUpFailed("uv found no set of versions; it says why above.")
        return entries(lock.read_text(encoding="utf-8"))


def entries(text: str) -> dict[str, str]:
    """Pinned requirement → its lines, of a lock file as uv writes it; on which systems it is needed is left out."""
    return {
        found["pin"]: " \\\n    ".join([found["pin"], *sorted(found["hashes"].replace("\\", "").split())])
        for found in ENTRY.finditer(text)
    }


def written(packages: dict[str, str]) -> str:
    """The text of a lock file."""
    return HEADING + "\n".join(packages[pin] for pin in sorted(packages, key=lambda pin: pin.split("=="))) + "\n"


def main() -> None:
    upgrade = sys.argv[1:] == ["--upgrade"]
    if sys.argv[1:] and not upgrade:
        sys.exit("lock.py: --upgrade or nothing was expected.")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    parts = {setup_venv.RUN: [], setup_venv.TEST: extras["test"], setup_venv.BUILD: extras["build"]}
    try:
        setup_venv.set_up(setup_venv.BUILD)
        known = "".join(path.read_text(encoding="utf-8") for path in (setup_venv.TEST, setup_venv.BUILD))
        # All locks come from one resolution, so that they never disagree and the others only add to the first.
        everything = resolved([*project["dependencies"], *extras["test"], *extras["build"]], known, upgrade)
        for path, more in parts.items():
            packages = resolved([*project["dependencies"], *more], written(everything))
            if not packages.items() <= everything.items():
                raise SetUpFailed(f"{path.name} would hold other versions than all requirements together.")
            path.write_text(written(packages), encoding="utf-8", newline="\n")
            print(f"{path.name}: {len(packages)} packages")
    except (SetUpFailed, OSError) as problem:
        sys.exit(f"lock.py: {problem}")


if __name__ == "__main__":
    main()
