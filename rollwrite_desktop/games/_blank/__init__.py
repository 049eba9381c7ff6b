"""A game with no moves: the template. Copy this folder and `sheets/_blank.json`, then fill in file by file.

It is not in `GAMES`; the law tests run it, so that the template is right and the laws hold of the smallest game there is.
"""

from __future__ import annotations

from rollwrite_desktop.core.words import mark
from rollwrite_desktop.games._blank.audit import BlankAuditor, paper_of
from rollwrite_desktop.games._blank.bots import BOTS
from rollwrite_desktop.games._blank.desk import BlankDesk
from rollwrite_desktop.games._blank.guide import BlankGuide
from rollwrite_desktop.games._blank.rulebook import RULEBOOK
from rollwrite_desktop.games._blank.rules import INFO, Blank
from rollwrite_desktop.games.guide import Game

GAME = Game(
    info=INFO,
    sheets=("_blank",),
    rulebook=RULEBOOK,
    part_titles={"spaces": mark("Spaces")},
    bots=BOTS,
    rules=Blank,
    guide=BlankGuide,
    auditor=BlankAuditor,
    desk=BlankDesk,
    paper_of=paper_of,
)
