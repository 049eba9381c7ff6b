"""Where the shipped files are: the only module that knows whether this is a checkout, a wheel or a frozen program."""

from __future__ import annotations

import sys
from pathlib import Path

_HERE = Path(getattr(sys, "_MEIPASS", "")) / "rollwrite_desktop" if hasattr(sys, "_MEIPASS") else Path(__file__).parent
_ROOT = _HERE if (_HERE / "sheets").is_dir() else _HERE.parent

ASSETS = _ROOT / "assets"
SHEETS = _ROOT / "sheets"
TRANSLATIONS = ASSETS / "translations"
READING = ASSETS / "values" / "reading.f16"
CHECKOUT = _HERE.parent if (_HERE.parent / "tests" / "laws").is_dir() else None
"""The folder of the source and its tests; None for an installed program."""
