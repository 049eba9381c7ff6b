"""Entering a filled sheet of Two Dice."""

from __future__ import annotations

from rollwrite_desktop.gamekit.check.paper_typing import MapPaperEditor
from rollwrite_desktop.games._dice.check.audit import MARKS


class TwoDicePaperEditor(MapPaperEditor):
    """The paper editor on one sheet."""

    mark_keys = MARKS
