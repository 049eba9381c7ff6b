"""Provides the system libraries that Qt needs on Linux before anything imports Qt, which aborts if one is missing.

Maps libraries to packages, and makes the environment in which libraries unpacked into `.venv` are found.
"""

import ctypes
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from checkout import SYSTEM
from system_packages import SystemPackage, obtain


@dataclass(frozen=True, slots=True)
class Library:
    """A shared library by its name at load time, and the packages that contain it.

    alone: the Debian packages to unpack without what they depend on, which are drivers for graphics cards (230 MB): the
    window is drawn in memory, and Qt needs only the symbols. Without any, what `debian` depends on is unpacked too.
    """

    file: str
    debian: str
    arch: str
    alone: tuple[str, ...] = ()


ALWAYS = (
    Library("libglib-2.0.so.0", "libglib2.0-0", "glib2"),
    Library("libGL.so.1", "libgl1", "libglvnd", ("libgl1", "libglx0", "libglvnd0")),
    Library("libEGL.so.1", "libegl1", "libglvnd", ("libegl1", "libglvnd0")),
    Library("libX11.so.6", "libx11-6", "libx11"),
    Library("libxkbcommon.so.0", "libxkbcommon0", "libxkbcommon"),
    Library("libfontconfig.so.1", "libfontconfig1", "fontconfig"),
    Library("libdbus-1.so.3", "libdbus-1-3", "dbus"),
)
X11 = (
    Library("libX11-xcb.so.1", "libx11-xcb1", "libx11"),
    Library("libxcb-cursor.so.0", "libxcb-cursor0", "xcb-util-cursor"),
    Library("libxcb-glx.so.0", "libxcb-glx0", "libxcb"),
    Library("libxcb-icccm.so.4", "libxcb-icccm4", "xcb-util-wm"),
    Library("libxcb-image.so.0", "libxcb-image0", "xcb-util-image"),
    Library("libxcb-keysyms.so.1", "libxcb-keysyms1", "xcb-util-keysyms"),
    Library("libxcb-randr.so.0", "libxcb-randr0", "libxcb"),
    Library("libxcb-render-util.so.0", "libxcb-render-util0", "xcb-util-renderutil"),
    Library("libxcb-shape.so.0", "libxcb-shape0", "libxcb"),
    Library("libxcb-shm.so.0", "libxcb-shm0", "libxcb"),
    Library("libxcb-sync.so.1", "libxcb-sync1", "libxcb"),
    Library("libxcb-xfixes.so.0", "libxcb-xfixes0", "libxcb"),
    Library("libxcb-xkb.so.1", "libxcb-xkb1", "libxcb"),
    Library("libxkbcommon-x11.so.0", "libxkbcommon-x11-0", "libxkbcommon-x11"),
)
WAYLAND = (
    Library("libwayland-client.so.0", "libwayland-client0", "wayland"),
    Library("libwayland-cursor.so.0", "libwayland-cursor0", "wayland"),
    Library("libwayland-egl.so.1", "libwayland-egl1", "wayland"),
)

# Variables with which libraries find their data files, for those unpacked here while the system has none.
COMPANIONS = {
    "FONTCONFIG_PATH": "etc/fonts",
    "XKB_CONFIG_ROOT": "usr/share/X11/xkb",
    "XLOCALEDIR": "usr/share/X11/locale",
}


def provide(settings: Mapping[str, str]) -> bool:
    """Obtains the libraries that Qt needs in an environment; returns False if all were there. Raises SetUpFailed."""
    if sys.platform != "linux":
        return False
    folder, libraries = needed(settings)
    lacking = missing(libraries)
    if lacking:
        obtain(package_of(lacking), folder, lambda: not missing(libraries))
    return bool(lacking)


def needed(settings: Mapping[str, str], loads: Callable[[str], bool] | None = None) -> tuple[str, tuple[Library, ...]]:
    """A folder name and the libraries for the platform plugin that Qt will choose."""
    chosen = settings.get("QT_QPA_PLATFORM", "").partition(";")[0].partition(":")[0]
    if not chosen and settings.get("WAYLAND_DISPLAY"):
        # Qt falls back from Wayland to X11, whose libraries are needed only if Wayland's are missing.
        chosen = "xcb" if settings.get("DISPLAY") and missing(WAYLAND, loads) else "wayland"
    elif not chosen and settings.get("DISPLAY"):
        chosen = "xcb"
    if chosen == "xcb":
        return "qt-x11", ALWAYS + X11
    if chosen.startswith("wayland"):
        return "qt-wayland", ALWAYS + WAYLAND
    return "qt", ALWAYS


def missing(libraries: tuple[Library, ...], loads: Callable[[str], bool] | None = None) -> list[Library]:
    """The libraries that a program started from here would not find."""
    return [library for library in libraries if not (loads or can_load)(library.file)]


def can_load(file: str) -> bool:
    """Whether a library was unpacked here, or can be loaded from the system with its dependencies."""
    if any((folder / file).exists() for folder in fetched_folders()):
        return True
    try:
        ctypes.CDLL(file)
    except OSError:
        return False
    return True


def package_of(libraries: list[Library]) -> SystemPackage:
    """The packages that contain the libraries."""
    return SystemPackage(
        title="Qt's system libraries",
        files=tuple(library.file for library in libraries),
        debian=tuple(dict.fromkeys(library.debian for library in libraries if not library.alone)),
        alone=tuple(dict.fromkeys(name for library in libraries for name in library.alone)),
        rpm=tuple(f"'{library.file}()(64bit)'" for library in libraries),
        arch=tuple(dict.fromkeys(library.arch for library in libraries)),
        relocatable=True,
    )


def fetched_folders() -> list[Path]:
    """The folders with unpacked libraries."""
    return [folder for part in ("usr/lib", "lib") for folder in sorted(SYSTEM.glob(f"qt*/{part}/*-linux-gnu*"))]


def environment(settings: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment for a program that uses Qt."""
    changed = dict(settings)
    folders = fetched_folders()
    if not folders:
        return changed
    paths = [*filter(None, [settings.get("LD_LIBRARY_PATH")]), *map(str, folders)]
    changed["LD_LIBRARY_PATH"] = os.pathsep.join(paths)
    for variable, place in COMPANIONS.items():
        found = sorted(SYSTEM.glob(f"qt*/{place}"))
        if found and variable not in settings and not Path("/", place).exists():
            changed[variable] = str(found[0])
    return changed
