"""Entering a filled sheet of Two Dice."""

from __future__ import annotations

from rollwrite_desktop.gamekit.paper_typing import MapPaperEditor, MarkKeys
from rollwrite_desktop.games._dice.model import X


class TwoDicePaperEditor(MapPaperEditor):
    """The paper editor on one sheet."""

    mark_keys = MarkKeys(signs=((X, X),))
