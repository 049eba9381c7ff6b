"""Blank, the template of new games: six areas, one die; neighbors with the same number score.

`rollwrite new-game ID` copies it under another name. README.md in the folder above says what each file holds.
"""

from __future__ import annotations

from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.evidence import paper_of
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.map_guide import MapGuide
from rollwrite_desktop.gamekit.paper_typing import MapPaperEditor
from rollwrite_desktop.games._blank.audit import BlankAuditor
from rollwrite_desktop.games._blank.rulebook import RULEBOOK
from rollwrite_desktop.games._blank.rules import INFO, Blank

GAME = Game(
    info=INFO, sheets=("_blank",), rulebook=RULEBOOK, part_titles={"pairs": mark("Pairs")}, bots={"random": random_bot},
    rules=Blank, guide=MapGuide, paper_editor=MapPaperEditor, paper_of=paper_of,
    auditor=lambda sheet, options: BlankAuditor(Blank(sheet, options)),
)
