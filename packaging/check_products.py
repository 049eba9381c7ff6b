"""Checks products as a release must: each runs its self-test, the .deb in a bare Debian, and a second build is equal.

`build.py TARGET… --check` calls it after a build. Standard library only.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from checkout import ROOT, log

WORK = ROOT / "build" / "check"
START = "import sys; sys.path.insert(0, sys.argv.pop(1)); from rollwrite_desktop.cli import main; sys.exit(main())"


class NotPassed(Exception):
    """A product failed its check; the text says how."""


def check(products: list[Path], python: Path, frozen: Path, environment: dict[str, str]) -> list[str]:
    """Checks each product; returns a line for each with what was found out, or why it was not tried. Raises NotPassed.

    python: an interpreter with what the program needs, for the wheel; frozen: the folder that PyInstaller made, which stands
    in for a set-up program or a disk image made of it.
    """
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    return [line for product in products for line in _check_one(product, python, frozen, environment)]


def _check_one(product: Path, python: Path, frozen: Path, environment: dict[str, str]) -> Iterator[str]:
    folder = WORK / product.name
    if product.name.endswith(".tar.xz"):
        with tarfile.open(product) as archive:
            archive.extractall(folder, filter="data")
        program = next(folder.glob("*/bin/rollwrite"))
        _run([program, "--selftest"], environment)
        yield f"{product.name}: self-test passed"
    elif product.suffix == ".whl":
        with zipfile.ZipFile(product) as archive:
            archive.extractall(folder)
        _run([python, "-P", "-c", START, folder, "--selftest"], environment)
        yield f"{product.name}: self-test passed"
    elif product.suffix == ".deb":
        if shutil.which("lintian", path=environment.get("PATH")):
            _run(["lintian", "--fail-on", "error", product], environment)
            yield f"{product.name}: lintian finds no errors but those that are listed with their reasons"
        else:
            yield f"{product.name}: not looked at by lintian, which is not here"
        if os.geteuid() or not shutil.which("debootstrap"):
            yield f"{product.name}: not tried, which needs root and debootstrap"
            return
        _run([sys.executable, ROOT / "packaging" / "try_deb.py", product], environment)
        yield f"{product.name}: installed, self-tested and purged in a bare Debian"
    elif product.is_dir():
        _run([_program(product), "--selftest"], environment)
        yield f"{product.name}: self-test passed"
    elif product.suffix in (".exe", ".dmg"):
        if frozen.is_dir():
            _run([_program(frozen), "--selftest"], environment)
            yield f"{product.name}: not installed; self-test of the folder that it is made of passed"
        else:
            yield f"{product.name}: not tried, and there is no {frozen}"
    else:
        yield f"{product.name}: compared with a second build, not tried"


def _program(folder: Path) -> Path:
    """The program for the command line in a frozen folder."""
    return next(path for path in (folder / "rollwrite", folder / "rollwrite.exe") if path.exists())


def _run(command: list[str | Path], environment: dict[str, str]) -> None:
    """Runs a command in an empty folder. Raises NotPassed with its output if it fails."""
    home = WORK / "home"
    home.mkdir(exist_ok=True)
    own = {**environment, "HOME": str(home), "XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    words = [str(word) for word in command]
    finished = subprocess.run(words, cwd=home, env=own, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if finished.returncode:
        raise NotPassed(f"{command[0]}: exit code {finished.returncode}\n{finished.stdout[-4000:]}{finished.stderr[-4000:]}")


def check_reproducible(products: list[Path], build_again: Callable[[Path], None]) -> list[str]:
    """Builds once more into another folder; returns a line for each product. Raises NotPassed if a file differs."""
    second = WORK / "second"
    shutil.rmtree(second, ignore_errors=True)
    build_again(second)
    files = [product for product in products if product.is_file()]
    different = [product.name for product in files if _digest(product) != _digest(second / product.name)]
    if different:
        raise NotPassed(f"a second build of the same commit differs: {', '.join(different)}")
    log("A second build gave the same bytes.")
    return [f"{product.name}: {_digest(product)}" for product in files]


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else ""
