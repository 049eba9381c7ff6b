"""Tries a .deb where nothing else is: `sudo python3 packaging/bare.py dist/*.deb`, on a Debian with debootstrap.

Makes a bare root in build/bare with this machine's own sources of packages, installs there, runs the self-test and a few
commands as a plain user, asks who opens our kinds of files, and purges. Ends with 1 if anything is amiss or left behind.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import product
from checkout import ROOT, say

BARE = ROOT / "build" / "bare"
USER = "player"
SETTINGS = ("hosts", "resolv.conf", "apt/sources.list.d", "apt/sources.list", "apt/apt.conf.d", "apt/keyrings")
PASSING = ("proc", "tmp", "dev", "root", "home", "var/cache", "var/lib/apt", "var/lib/dpkg", "var/log")
"""Places in which something is left by any installing, or that are not the package's business."""
FILES = {
    ".rollwrite": "play hexroller --players bot:random --seed A -o",
    ".paper.json": "",
    ".sheet.json": "new-sheet hexroller --seed A -o",
}


class Amiss(Exception):
    """Something is not as it should be."""


def inside(*words: str, user: str = "root", quiet: bool = False) -> str:
    """What a command in the bare root says; raises Amiss if it fails."""
    command = ["chroot", BARE, *(words if user == "root" else ("su", "-", user, "-c", " ".join(words)))]
    told = subprocess.run(command, capture_output=True, text=True, env={
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive",
    })
    if told.returncode and not quiet:
        raise Amiss(f"{' '.join(words)}: exit code {told.returncode}\n{told.stdout[-2000:]}{told.stderr[-2000:]}")
    return told.stdout


def prepare() -> None:
    """A bare root with a plain user in it, made anew."""
    if BARE.exists():
        if os.path.ismount(BARE / "proc"):
            subprocess.run(["umount", BARE / "proc"], check=True)
        shutil.rmtree(BARE)
    say("Making a bare Debian …")
    made = subprocess.run(["debootstrap", "--variant=minbase", "bookworm", BARE], capture_output=True, text=True)
    if made.returncode:
        raise Amiss(f"debootstrap failed:\n{made.stdout[-2000:]}{made.stderr[-2000:]}")
    for name in SETTINGS:
        source, target = Path("/etc") / name, BARE / "etc" / name
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        elif source.is_file():
            shutil.copyfile(source, target)
        else:
            target.unlink(missing_ok=True)
    subprocess.run(["mount", "-t", "proc", "proc", BARE / "proc"], check=True)
    inside("useradd", "-m", USER)
    inside("apt-get", "-qq", "update")


def files() -> set[str]:
    """Everything in the root that a purge should have taken back."""
    found = set()
    for folder, folders, names in os.walk(BARE):
        place = Path(folder).relative_to(BARE)
        folders[:] = [each for each in folders if (place / each).as_posix() not in PASSING]
        found |= {(place / name).as_posix() for name in names}
    return found


def tried(deb: Path) -> None:
    """Installs, uses and purges the package; raises Amiss."""
    shutil.copyfile(deb, BARE / "root" / "new.deb")
    before = files()
    say("Installing …")
    inside("apt-get", "install", "-y", "/root/new.deb")
    if inside("which", "python3", quiet=True):
        raise Amiss("there is a Python in the bare root; this proves less than it should")
    say(inside("rollwrite", "--version", user=USER).strip())
    say(inside("rollwrite", "--selftest", user=USER).strip())
    inside("rollwrite", "print", "on_tour", "-o", "sheet.pdf", user=USER)
    for kind in product.KINDS:
        name = f"my{kind.ending}"
        made = FILES[kind.ending]
        inside(f"rollwrite {made} {name}" if made else f"""echo '{{"paper": 1, "game": "on_tour"}}' > {name}""", user=USER)
        mime = inside("xdg-mime", "query", "filetype", name, user=USER).strip()
        opener = inside("xdg-mime", "query", "default", mime, user=USER).strip()
        say(f"{name}: {mime}, opened by {opener}")
        if (mime, opener) != (kind.mime, f"{product.APP_ID}.desktop"):
            raise Amiss(f"{name} should be {kind.mime}, opened by {product.APP_ID}")
    say("Purging …")
    inside("apt-get", "purge", "-y", product.PACKAGE)
    left = sorted(name for name in files() - before if product.COMMAND in name.lower())
    for name in sorted(files() - before):
        text = (BARE / name).read_bytes() if (BARE / name).is_file() else b""
        if product.APP_ID.encode() in text:
            left.append(name)
    if left:
        raise Amiss(f"left behind: {', '.join(left)}")


def main() -> None:
    if len(sys.argv) != 2 or os.geteuid():
        sys.exit("bare.py: expected one .deb, and to be run by root.")
    try:
        prepare()
        tried(Path(sys.argv[1]))
    except (Amiss, OSError, subprocess.CalledProcessError) as problem:
        sys.exit(f"bare.py: {problem}")
    finally:
        if os.path.ismount(BARE / "proc"):
            subprocess.run(["umount", BARE / "proc"])
    say("Nothing amiss, and nothing left behind.")


if __name__ == "__main__":
    main()
