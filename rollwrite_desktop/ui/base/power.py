"""Whether the machine runs on its battery."""

from __future__ import annotations

import sys
from pathlib import Path

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.intake.files import listed, read_file

if sys.platform == "win32":
    import ctypes

_SUPPLIES = Path("/sys/class/power_supply")
_MOST = 200
_WORD = 100


def on_battery(supplies: Path = _SUPPLIES) -> bool:
    """Returns whether the machine runs on its battery; True where that cannot be told (macOS)."""
    if sys.platform == "win32":
        status = (ctypes.c_ubyte * 12)()
        return not ctypes.windll.kernel32.GetSystemPowerStatus(status) or status[0] != 1
    if sys.platform == "darwin":
        return True
    return any(
        _word(each / "type") == "battery" and _word(each / "scope") != "device" and _word(each / "status") == "discharging"
        for each in listed(supplies, "")[:_MOST]
    )


def _word(path: Path) -> str:
    """Returns what a file of the system says; "" where there is none."""
    try:
        return read_file(path, _WORD)[:_WORD].decode("ascii", "replace").strip().lower()
    except UserError:
        return ""
