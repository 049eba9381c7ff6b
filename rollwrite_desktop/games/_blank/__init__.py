"""Blank: six areas, one die; two neighbors with the same number score."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.check.evidence import paper_of
from rollwrite_desktop.gamekit.check.paper_typing import editor_of
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.play.map_guide import MapGuide
from rollwrite_desktop.gamekit.play.sheet_schema import map_sheet_faults
from rollwrite_desktop.gamekit.presentation import Presentation
from rollwrite_desktop.gamekit.rooms import CheckRoom, PlayRoom, Rooms
from rollwrite_desktop.games._blank.check.audit import MARKS, BlankAuditor
from rollwrite_desktop.games._blank.play.rulebook import RULEBOOK
from rollwrite_desktop.games._blank.play.rules import INFO, BlankRules

ROOMS = Rooms(
    play=PlayRoom(("_blank",), RULEBOOK, {"pairs": mark("Pairs")}, BlankRules, MapGuide, map_sheet_faults),
    check=CheckRoom(lambda sheet, options: BlankAuditor(BlankRules(sheet, options)), editor_of(MARKS), paper_of),
)
PRESENTATION = Presentation(mark("Numbers from a die into six areas: let neighbors match"), (2, 5))
GAME = Game(INFO, lambda: ROOMS, PRESENTATION, letter="B")
