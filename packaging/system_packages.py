"""Obtains packages of the operating system: unpacks them into `.venv` with apt; root installs those that cannot work there.

Where neither works, it fails with the command that a person can run. The configuration of apt is not changed;
its lists and archives are kept in `.venv` while they are needed, and the system's lists stay as they are.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import failures
from checkout import SYSTEM, VENV, Ended, SetUpFailed, can_write, exclusive, log, run

APT = VENV / "apt"
UNPACKING = "unpacking"

_together = False


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
    advice = install_command(package) or f"with the system's own tools, so that {', '.join(package.files)} can be found."
    needed = f"{package.title} must be installed first: {advice}"
    if not can_write():  # in a checkout that another user has set up
        raise SetUpFailed(needed)
    with exclusive(), fetching():
        if is_present():  # obtained by the start that this one waited for
            return
        said = ""
        if shutil.which("apt-get") and (is_root() or package.relocatable):
            ended = fetch(package, SYSTEM / folder) if package.relocatable else install(package)
            if ended and is_present():
                return
            said = ended.output
        if cause := failures.cause(said):
            raise SetUpFailed(cause)
        raise SetUpFailed(needed)


def is_root() -> bool:
    """Whether this process may install packages."""
    return os.name == "posix" and os.geteuid() == 0


def apt_get() -> list[str]:
    """The beginning of apt's commands, with lists and archives of its own in `.venv`, after the lists were read once.

    Lists stay compressed and no index of them is kept, which needs a tenth of the space.
    """
    for path in (APT / "lists" / "partial", APT / "cache" / "archives" / "partial"):
        path.mkdir(parents=True, exist_ok=True)
    settings = [
        f"Dir::State::Lists={APT}/lists", f"Dir::Cache={APT}/cache", "Dir::Cache::pkgcache=", "Dir::Cache::srcpkgcache=",
        "Acquire::GzipIndexes=true", "Acquire::Languages=none", "Acquire::Retries=1",
    ]
    if not is_root():
        # Nothing of the system is changed, so its locks, which only root can take, are not needed.
        settings.append("Debug::NoLocking=1")
    # The account by which root's apt reads the network may not enter this folder.
    settings.append("APT::Sandbox::User=")
    return ["apt-get", "-qq", *(word for setting in settings for word in ("-o", setting))]


def read_lists() -> Ended:
    """Reads Debian's lists of packages, once in a set-up. Those of third parties may fail without harm."""
    if (APT / "updated").exists():
        return Ended(True)
    ended = run([*apt_get(), "update"], title="Reading Debian's lists of packages:")
    (APT / "updated").touch()
    return ended


def install(package: SystemPackage) -> Ended:
    """Installs a package with apt; returns whether that succeeded."""
    silent = {"DEBIAN_FRONTEND": "noninteractive"}
    read = read_lists()
    command = [*apt_get(), "install", "-y", "--no-install-recommends", *package.debian]
    title = f"Installing {package.title}, as apt-get install {' '.join(package.debian)}:"
    ended = run(command, silent, title)
    if not ended and run(["dpkg", "--configure", "-a"], silent):  # which apt needs after an installation that was killed
        ended = run(command, silent, title)
    return Ended(ended.good, f"{read.output}\n{ended.output}")


def fetch(package: SystemPackage, folder: Path) -> Ended:
    """Downloads a package with the dependencies that the machine lacks and unpacks them into a folder; returns whether that
    succeeded."""
    archives = APT / "cache" / "archives"
    shutil.rmtree(archives, ignore_errors=True)
    read = read_lists()
    apt = apt_get()
    title = f"Fetching {package.title}:"
    commands = [
        # `apt-get download` has no option for the folder.
        (package.debian, [*apt, "install", "-y", "--download-only", "--no-install-recommends", *package.debian]),
        (package.alone, ["sh", "-c", 'cd "$0" && exec "$@"', archives, *apt, "download", *package.alone]),
    ]
    for wanted, command in commands:
        if wanted and not (ended := run(command, title=title)):
            return Ended(False, f"{read.output}\n{ended.output}")
    log(f"Unpacking {package.title}.")
    return unpack(sorted(archives.glob("*.deb")), folder)


@contextmanager
def fetching() -> Iterator[None]:
    """Several packages that are obtained in a row, after which apt's lists and archives are removed."""
    global _together
    outermost, _together = not _together, True
    try:
        yield
    finally:
        if outermost:
            _together = False
            for folder in (APT, SYSTEM / UNPACKING):
                shutil.rmtree(folder, ignore_errors=True)


def unpack(archives: Sequence[Path], folder: Path) -> Ended:
    """Unpacks .deb files into a folder, which exists only when it is complete; returns whether that succeeded."""
    draft = folder.with_name(UNPACKING)
    for old in (draft, folder):
        shutil.rmtree(old, ignore_errors=True)
    draft.mkdir(parents=True)
    for archive in archives:
        if not (ended := run(["dpkg-deb", "--extract", archive, draft])):
            return ended
    draft.replace(folder)
    return Ended(True)


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
