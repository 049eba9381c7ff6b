"""Obtains packages of the operating system: installed by apt as root, fetched into `.venv` without root.

Where neither works it knows the one command that a person can give. apt and its configuration stay as they are; only
the places of its lists and cache are redirected, as a plain user may not write to the system's.
"""

import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from checkout import SYSTEM, VENV, SetUpFailed, alone, ran, say


@dataclass(frozen=True, slots=True)
class Wanted:
    """Something the system should have: in words, by its files, and by the packages that bring it where."""

    what: str
    files: tuple[str, ...]
    debian: tuple[str, ...]
    rpm: tuple[str, ...]
    arch: tuple[str, ...]
    movable: bool = False  # works from any folder, so the system need not be changed for it


def obtain(wanted: Wanted, errand: str, arrived: Callable[[], bool]) -> None:
    """Installs or fetches what is wanted, or fails with the command that does it.

    What is fetched goes to the folder `errand` of `.venv/system`; `arrived` tells whether all can be found now.
    """
    with alone():
        if arrived():  # through the start that this one waited for
            return
        if shutil.which("apt-get"):
            if is_root() and not wanted.movable:
                say(f"Installing {wanted.what}: apt-get install {' '.join(wanted.debian)}")
                if is_installed(wanted.debian) and arrived():
                    return
            say(f"Fetching {wanted.what} into .venv/system.")
            if is_fetched(wanted.debian, SYSTEM / errand) and arrived():
                return
    advice = command(wanted) or f"with the system's own tools, so that {', '.join(wanted.files)} can be found."
    raise SetUpFailed(f"{wanted.what} must be installed first: {advice}")


def is_root() -> bool:
    return os.name == "posix" and os.geteuid() == 0


def is_installed(packages: Sequence[str]) -> bool:
    """Installs the packages on this machine; whether it worked."""
    silent = {"DEBIAN_FRONTEND": "noninteractive"}
    # A fresh machine's lists may be missing or old; and an update that fails in part may still be enough.
    ran(["apt-get", "-qq", "update"], silent)
    install = ["apt-get", "-qq", "install", "-y", "--no-install-recommends", *packages]
    # An earlier set-up may have been killed between two packages: apt then wants this done first.
    return ran(install, silent) or (ran(["dpkg", "--configure", "-a"], silent) and ran(install, silent))


def is_fetched(packages: Sequence[str], folder: Path) -> bool:
    """Unpacks the packages, with what they need and the machine lacks, into the folder; whether it worked."""
    apt = VENV / "apt"
    shutil.rmtree(apt, ignore_errors=True)
    for name in ("lists/partial", "cache/archives/partial"):
        (apt / name).mkdir(parents=True)
    # Nothing of the system's is changed, so its locks, which only root may take, are left alone.
    settings = [f"Dir::State::Lists={apt}/lists", f"Dir::Cache={apt}/cache", "Debug::NoLocking=1"]
    options = ["-qq", *(word for setting in settings for word in ("-o", setting))]
    try:
        ran(["apt-get", *options, "update"])
        if not ran(["apt-get", *options, "install", "-y", "--download-only", "--no-install-recommends", *packages]):
            return False
        return is_unpacked(sorted((apt / "cache" / "archives").glob("*.deb")), folder)
    finally:
        shutil.rmtree(apt, ignore_errors=True)


def is_unpacked(archives: Sequence[Path], folder: Path) -> bool:
    """Unpacks the archives into the folder, which appears only when it is complete; whether it worked."""
    draft = folder.with_name("unpacking")
    for old in (draft, folder):
        shutil.rmtree(old, ignore_errors=True)
    draft.mkdir(parents=True)
    if not all(ran(["dpkg-deb", "--extract", archive, draft]) for archive in archives):
        return False
    draft.replace(folder)
    return True


def command(wanted: Wanted) -> str:
    """The one command that installs what is wanted on this kind of system; empty if the system is not known."""
    tools = {
        "apt-get": ("apt-get install -y --no-install-recommends", wanted.debian),
        "dnf": ("dnf install -y", wanted.rpm),
        "zypper": ("zypper install -y", wanted.rpm),
        "pacman": ("pacman -S --needed", wanted.arch),
    }
    usual = "apt-get" if Path("/etc/debian_version").exists() else ""
    found = next((tool for tool in tools if shutil.which(tool)), usual)
    if not found:
        return ""
    install, packages = tools[found]
    return " ".join([*([] if is_root() else ["sudo"]), install, *packages])
