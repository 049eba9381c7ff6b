"""A game with no moves: the template. Copy this folder and `sheets/_blank.json`, then fill in file by file.

It is not in `GAMES`; the law tests run it, so that the template is right and the laws hold of the smallest game there is.
"""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games._blank.audit import BlankAuditor, paper_of
from rollwrite_desktop.games._blank.bots import BOTS
from rollwrite_desktop.games._blank.guide import BlankGuide
from rollwrite_desktop.games._blank.paper_editor import BlankPaperEditor
from rollwrite_desktop.games._blank.rulebook import RULEBOOK
from rollwrite_desktop.games._blank.rules import INFO, Blank
from rollwrite_desktop.games._blank.sheet_schema import sheet_faults

GAME = Game(
    info=INFO,
    sheets=("_blank",),
    rulebook=RULEBOOK,
    part_titles={"spaces": mark("Spaces")},
    bots=BOTS,
    rules=Blank,
    guide=BlankGuide,
    auditor=BlankAuditor,
    paper_editor=BlankPaperEditor,
    paper_of=paper_of,
    sheet_faults=sheet_faults,
)
