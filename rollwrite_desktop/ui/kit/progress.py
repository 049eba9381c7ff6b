"""Bars of how far something is."""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar

from rollwrite_desktop.ui.kit.widget_faces import UNTOLD


def progress_bar(name: str, steps: int = 100, *, spoken: bool = True) -> QProgressBar:
    """A bar without a text of its own; `name`: what screen readers call it, `spoken`: whether they tell each of its values.
    steps: 0 where nobody knows how many there are."""
    bar = QProgressBar()
    bar.setRange(0, steps)
    bar.setTextVisible(False)
    bar.setAccessibleName(name)
    if not spoken:
        bar.setProperty(UNTOLD, True)
    return bar
