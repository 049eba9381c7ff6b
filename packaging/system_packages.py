"""Obtains packages of the operating system: unpacks them into `.venv` with apt; root installs those that cannot work there.

Where neither works, it fails with the command that a person can run. The configuration of apt is not changed; without root
only the folders of its lists and cache are redirected, because plain users cannot write to the system's.
"""

import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from checkout import SYSTEM, VENV, SetUpFailed, exclusive, log, run

APT = VENV / "apt"


@dataclass(frozen=True, slots=True)
class SystemPackage:
    """Something that the system should have: its name for people, its files, and the packages that contain it.

    alone: Debian packages that are unpacked without what they depend on. relocatable: works from any folder, so it is never
    installed.
    """

    title: str
    files: tuple[str, ...]
    debian: tuple[str, ...]
    rpm: tuple[str, ...]
    arch: tuple[str, ...]
    alone: tuple[str, ...] = ()
    relocatable: bool = False


def obtain(package: SystemPackage, folder: str, is_present: Callable[[], bool]) -> None:
    """Installs a package or unpacks it into `.venv/system/FOLDER`. Raises SetUpFailed with the command to install it.

    is_present: whether everything can be found now.
    """
    with exclusive():
        if is_present():  # obtained by the start that this one waited for
            return
        if shutil.which("apt-get"):
            if not package.relocatable:
                if is_root() and install(package) and is_present():
                    return
            elif fetch(package, SYSTEM / folder) and is_present():
                return
    advice = install_command(package) or f"with the system's own tools, so that {', '.join(package.files)} can be found."
    raise SetUpFailed(f"{package.title} must be installed first: {advice}")


def is_root() -> bool:
    """Whether this process may install packages."""
    return os.name == "posix" and os.geteuid() == 0


def install(package: SystemPackage) -> bool:
    """Installs a package with apt; returns whether that succeeded."""
    silent = {"DEBIAN_FRONTEND": "noninteractive"}
    # The lists of a new machine may be missing or old, and an update that fails in part may still be enough.
    run(["apt-get", "-qq", "update"], silent, "Reading Debian's lists of packages:")
    command = ["apt-get", "-qq", "install", "-y", "--no-install-recommends", *package.debian]
    title = f"Installing {package.title}, as apt-get install {' '.join(package.debian)}:"
    # After an installation that was killed, apt needs `dpkg --configure` first.
    return run(command, silent, title) or (run(["dpkg", "--configure", "-a"], silent) and run(command, silent, title))


def fetch(package: SystemPackage, folder: Path) -> bool:
    """Downloads a package with the dependencies that the machine lacks and unpacks them into a folder; returns whether that
    succeeded."""
    archives = APT / "cache" / "archives"
    shutil.rmtree(archives, ignore_errors=True)
    for path in (APT / "lists" / "partial", archives / "partial"):
        path.mkdir(parents=True, exist_ok=True)
    # Nothing of the system is changed, so its locks, which only root can take, are not needed.
    settings = [f"Dir::State::Lists={APT}/lists", f"Dir::Cache={APT}/cache", "Debug::NoLocking=1", "APT::Sandbox::User="]
    apt = ["apt-get", "-qq", *(word for setting in settings for word in ("-o", setting))]
    if not (APT / "updated").exists():
        run([*apt, "update"], title="Reading Debian's lists of packages:")
        (APT / "updated").touch()
    title = f"Fetching {package.title}:"
    with_dependencies = [*apt, "install", "-y", "--download-only", "--no-install-recommends", *package.debian]
    if package.debian and not run(with_dependencies, title=title):
        return False
    # `apt-get download` has no option for the folder.
    alone = ["sh", "-c", 'cd "$0" && exec "$@"', archives, *apt, "download", *package.alone]
    if package.alone and not run(alone, title=title):
        return False
    log(f"Unpacking {package.title}.")
    return unpack(sorted(archives.glob("*.deb")), folder)


def remove_lists() -> None:
    """Removes the lists and archives of apt in `.venv`, which are kept during a set-up only."""
    shutil.rmtree(APT, ignore_errors=True)


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
        "apt-get": ("apt-get install -y --no-install-recommends", (*package.debian, *package.alone)),
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
