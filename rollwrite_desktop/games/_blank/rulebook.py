"""Every sentence that explains a rule of the blank game, by rule key; live refusals and audit findings share them."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark

RULEBOOK = {
    "BL-1": mark("Nothing can be written in this game."),
    "BL-2": mark("{space} holds {mark}: it stays blank."),
}
"""Rulebook entry to message id."""
