"""Files that are photos or scans: asked for, told by their names."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit import ask

ENDINGS = (".jpg", ".jpeg", ".png", ".heic", ".heif", ".avif")
"""Of files that are photos; a PDF may be one too."""


def is_photo(path: Path) -> bool:
    """Whether the name of a file is that of a photo."""
    return path.suffix.lower() in ENDINGS


def asked_photos(parent: QWidget, store: Settings) -> list[Path]:
    """Photos or scans that were chosen in a dialog."""
    kinds = tr("Photos and scans ({endings});;All files (*)", endings="*.jpg *.jpeg *.png *.pdf")
    return ask.open_many(parent, store, "photos", tr("Photos of sheets"), kinds)
