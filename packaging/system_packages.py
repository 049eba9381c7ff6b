"""Obtains packages of the operating system: installs them with apt as root, unpacks them into `.venv` without root.

Where neither works, it fails with the command that a person can run. The configuration of apt is not changed; without root
only the folders of its lists and cache are redirected, because plain users cannot write to the system's.
"""

import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from checkout import SYSTEM, VENV, SetUpFailed, exclusive, log, run


@dataclass(frozen=True, slots=True)
class SystemPackage:
    """Something that the system should have: its name for people, its files, and the packages that contain it."""

    title: str
    files: tuple[str, ...]
    debian: tuple[str, ...]
    rpm: tuple[str, ...]
    arch: tuple[str, ...]
    relocatable: bool = False  # works from any folder, so it is never installed


def obtain(package: SystemPackage, folder: str, is_present: Callable[[], bool]) -> None:
    """Installs a package or unpacks it into `.venv/system/FOLDER`. Raises SetUpFailed with the command to install it.

    is_present: whether everything can be found now.
    """
    with exclusive():
        if is_present():  # obtained by the start that this one waited for
            return
        if shutil.which("apt-get"):
            if is_root() and not package.relocatable:
                log(f"Installing {package.title}: apt-get install {' '.join(package.debian)}")
                if install(package.debian) and is_present():
                    return
            log(f"Fetching {package.title} into .venv/system.")
            if fetch(package.debian, SYSTEM / folder) and is_present():
                return
    advice = install_command(package) or f"with the system's own tools, so that {', '.join(package.files)} can be found."
    raise SetUpFailed(f"{package.title} must be installed first: {advice}")


def is_root() -> bool:
    """Whether this process may install packages."""
    return os.name == "posix" and os.geteuid() == 0


def install(packages: Sequence[str]) -> bool:
    """Installs packages with apt; returns whether that succeeded."""
    silent = {"DEBIAN_FRONTEND": "noninteractive"}
    # The lists of a new machine may be missing or old, and an update that fails in part may still be enough.
    run(["apt-get", "-qq", "update"], silent)
    command = ["apt-get", "-qq", "install", "-y", "--no-install-recommends", *packages]
    # After an installation that was killed, apt needs `dpkg --configure` first.
    return run(command, silent) or (run(["dpkg", "--configure", "-a"], silent) and run(command, silent))


def fetch(packages: Sequence[str], folder: Path) -> bool:
    """Downloads packages with the dependencies that the machine lacks and unpacks them into a folder; returns whether that
    succeeded."""
    apt = VENV / "apt"
    shutil.rmtree(apt, ignore_errors=True)
    for name in ("lists/partial", "cache/archives/partial"):
        (apt / name).mkdir(parents=True)
    # Nothing of the system is changed, so its locks, which only root can take, are not needed.
    settings = [f"Dir::State::Lists={apt}/lists", f"Dir::Cache={apt}/cache", "Debug::NoLocking=1"]
    options = ["-qq", *(word for setting in settings for word in ("-o", setting))]
    try:
        run(["apt-get", *options, "update"])
        if not run(["apt-get", *options, "install", "-y", "--download-only", "--no-install-recommends", *packages]):
            return False
        return unpack(sorted((apt / "cache" / "archives").glob("*.deb")), folder)
    finally:
        shutil.rmtree(apt, ignore_errors=True)


def unpack(archives: Sequence[Path], folder: Path) -> bool:
    """Unpacks .deb files into a folder, which exists only when it is complete; returns whether that succeeded."""
    draft = folder.with_name("unpacking")
    for old in (draft, folder):
        shutil.rmtree(old, ignore_errors=True)
    draft.mkdir(parents=True)
    if not all(run(["dpkg-deb", "--extract", archive, draft]) for archive in archives):
        return False
    draft.replace(folder)
    return True


def install_command(package: SystemPackage) -> str:
    """The command that installs a package on this system; "" if its package manager is unknown."""
    tools = {
        "apt-get": ("apt-get install -y --no-install-recommends", package.debian),
        "dnf": ("dnf install -y", package.rpm),
        "zypper": ("zypper install -y", package.rpm),
        "pacman": ("pacman -S --needed", package.arch),
    }
    usual = "apt-get" if Path("/etc/debian_version").exists() else ""
    found = next((tool for tool in tools if shutil.which(tool)), usual)
    if not found:
        return ""
    command, packages = tools[found]
    return " ".join([*([] if is_root() else ["sudo"]), command, *packages])
