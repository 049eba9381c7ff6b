"""Entering a filled sheet of Blank."""

from __future__ import annotations

from rollwrite_desktop.gamekit.check.paper_typing import MapPaperEditor
from rollwrite_desktop.games._blank.check.audit import MARKS


class BlankPaperEditor(MapPaperEditor):
    """The paper editor on one sheet."""

    mark_keys = MARKS
