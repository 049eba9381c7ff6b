"""Tests a .deb in a minimal Debian: `sudo python3 packaging/try_deb.py dist/*.deb`, on a Debian with debootstrap.

Makes a root in build/bare with this machine's package sources, installs the package there, runs the self-test and a few
commands as a plain user, checks which program opens our types of files, and purges the package. The exit code is 1 if
anything fails or is left behind.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import product
from checkout import ROOT, log

BARE = ROOT / "build" / "bare"
USER = "player"
SETTINGS = ("hosts", "resolv.conf", "apt/sources.list.d", "apt/sources.list", "apt/apt.conf.d", "apt/keyrings")
PASSING = ("proc", "tmp", "dev", "root", "home", "var/cache", "var/lib/apt", "var/lib/dpkg", "var/log")
"""Folders that every installation changes, or that do not concern the package."""
FILES = {
    ".rollwrite": "play hexroller --players bot:random --seed A -o",
    ".paper.json": "",
    ".sheet.json": "new-sheet hexroller --seed A -o",
    ".rollwrite-session": "",
}


class TestFailed(Exception):
    """A check of the package failed; the text says which."""


def run_inside(*arguments: str, user: str = "root", quiet: bool = False) -> str:
    """Runs a command in the bare root and returns its standard output. Raises TestFailed if it fails, unless `quiet`."""
    command = ["chroot", BARE, *(arguments if user == "root" else ("su", "-", user, "-c", " ".join(arguments)))]
    finished = subprocess.run(command, capture_output=True, text=True, env={
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive",
    })
    if finished.returncode and not quiet:
        output = finished.stdout[-2000:] + finished.stderr[-2000:]
        raise TestFailed(f"{' '.join(arguments)}: exit code {finished.returncode}\n{output}")
    return finished.stdout


def prepare() -> None:
    """Makes a new bare root with a plain user."""
    if BARE.exists():
        if os.path.ismount(BARE / "proc"):
            subprocess.run(["umount", BARE / "proc"], check=True)
        shutil.rmtree(BARE)
    log("Making a bare Debian …")
    made = subprocess.run(["debootstrap", "--variant=minbase", "bookworm", BARE], capture_output=True, text=True)
    if made.returncode:
        raise TestFailed(f"debootstrap failed:\n{made.stdout[-2000:]}{made.stderr[-2000:]}")
    for name in SETTINGS:
        source, target = Path("/etc") / name, BARE / "etc" / name
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        elif source.is_file():
            shutil.copyfile(source, target)
        else:
            target.unlink(missing_ok=True)
    subprocess.run(["mount", "-t", "proc", "proc", BARE / "proc"], check=True)
    run_inside("useradd", "-m", USER)
    run_inside("apt-get", "-qq", "update")


def files() -> set[str]:
    """All files in the root that a purge should remove."""
    found = set()
    for folder, folders, names in os.walk(BARE):
        place = Path(folder).relative_to(BARE)
        folders[:] = [each for each in folders if (place / each).as_posix() not in PASSING]
        found |= {(place / name).as_posix() for name in names}
    return found


def try_package(deb: Path) -> None:
    """Installs, uses and purges the package. Raises TestFailed."""
    shutil.copyfile(deb, BARE / "root" / "new.deb")
    before = files()
    log("Installing …")
    run_inside("apt-get", "install", "-y", "/root/new.deb")
    if run_inside("which", "python3", quiet=True):
        raise TestFailed("there is a Python in the bare root, so this would not prove that the package needs none")
    log(run_inside("rollwrite", "--version", user=USER).strip())
    log(run_inside("rollwrite", "--selftest", user=USER).strip())
    run_inside("rollwrite", "print", "on_tour", "-o", "sheet.pdf", user=USER)
    for kind in product.KINDS:
        name = f"my{kind.ending}"
        made = FILES[kind.ending]
        paper = f"""echo '{{"paper": 1, "game": "on_tour"}}' > {name}"""
        run_inside(f"rollwrite {made} {name}" if made else paper, user=USER)
        mime = run_inside("xdg-mime", "query", "filetype", name, user=USER).strip()
        opener = run_inside("xdg-mime", "query", "default", mime, user=USER).strip()
        log(f"{name}: {mime}, opened by {opener}")
        if (mime, opener) != (kind.mime, f"{product.APP_ID}.desktop"):
            raise TestFailed(f"{name} should be {kind.mime}, opened by {product.APP_ID}")
    log("Purging …")
    run_inside("apt-get", "purge", "-y", product.PACKAGE)
    left = sorted(name for name in files() - before if product.COMMAND in name.lower())
    for name in sorted(files() - before):
        text = (BARE / name).read_bytes() if (BARE / name).is_file() else b""
        if product.APP_ID.encode() in text:
            left.append(name)
    if left:
        raise TestFailed(f"left behind: {', '.join(left)}")


def main() -> None:
    """Runs the test; the .deb is the only argument."""
    if len(sys.argv) != 2 or os.geteuid():
        sys.exit("try_deb.py: expected one .deb, and to be run by root.")
    try:
        prepare()
        try_package(Path(sys.argv[1]))
    except (TestFailed, OSError, subprocess.CalledProcessError) as problem:
        sys.exit(f"try_deb.py: {problem}")
    finally:
        if os.path.ismount(BARE / "proc"):
            subprocess.run(["umount", BARE / "proc"])
    log("All checks passed, and nothing is left behind.")


if __name__ == "__main__":
    main()
