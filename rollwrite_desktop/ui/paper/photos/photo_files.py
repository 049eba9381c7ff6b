"""Files that are photos or scans, asked for in a dialog."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit import ask


def asked_photos(parent: QWidget, store: Settings) -> list[Path]:
    """Photos or scans that were chosen in a dialog."""
    kinds = tr("Photos and scans ({endings});;All files (*)", endings="*.jpg *.jpeg *.png *.pdf")
    return ask.open_many(parent, store, "photos", tr("Photos of sheets"), kinds)
