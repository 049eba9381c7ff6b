"""Entering a filled sheet of Two Dice."""

from __future__ import annotations

from rollwrite_desktop.gamekit.check.paper_typing import MapPaperEditor, MarkKeys
from rollwrite_desktop.games._dice.play.model import X


class TwoDicePaperEditor(MapPaperEditor):
    """The paper editor on one sheet."""

    mark_keys = MarkKeys(signs=((X, X),))
