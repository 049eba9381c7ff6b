"""What HexRoller consists of: the table of contents of its rooms."""

from __future__ import annotations

from rollwrite_desktop.gamekit.capabilities import NewSheets, PencilNotes
from rollwrite_desktop.gamekit.on_demand import on_demand
from rollwrite_desktop.gamekit.rooms import CheckRoom, PlayRoom, Rooms, ThinkRoom, WordsRoom
from rollwrite_desktop.games.hexroller.check import auditor_for, missing, paper_editor_for, paper_of
from rollwrite_desktop.games.hexroller.play.descriptions import BOX_TITLES, PART_TITLES
from rollwrite_desktop.games.hexroller.play.layouts import made, own
from rollwrite_desktop.games.hexroller.play.rulebook import RULEBOOK
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.games.hexroller.play.sheet_schema import sheet_faults
from rollwrite_desktop.games.hexroller.think.bots import BOTS, LEVELS, engine_of
from rollwrite_desktop.games.hexroller.think.review import REVIEW
from rollwrite_desktop.games.hexroller.words.print_kit import PRINT_KIT

ROOMS = Rooms(
    play=PlayRoom(
        sheets=("hexroller_front", "hexroller_back"),
        rulebook=RULEBOOK,
        box_titles=BOX_TITLES,
        part_titles=PART_TITLES,
        rules=HexRoller,
        guide=on_demand(f"{__package__}.play.guide:HexRollerGuide"),
        sheet_faults=sheet_faults,
        pencil_notes=PencilNotes(("2", "3", "4", "5", "6", "7", "8")),
        new_sheets=NewSheets(made, own),
    ),
    check=CheckRoom(
        auditor=auditor_for,
        paper_editor=paper_editor_for,
        paper_of=paper_of,
        missing=missing,
        lasting=frozenset(("HR-1", "HR-1:digit", "HR-6:column", "HR-8:digit", "HR-11:many")),
    ),
    think=ThinkRoom(bots=BOTS, levels=LEVELS, engine=engine_of, review=REVIEW),
    words=WordsRoom(
        handbook=on_demand(f"{__package__}.words.handbook:handbook_for"),
        coach=on_demand(f"{__package__}.words.coach:HexRollerCoach"),
        print_kit=PRINT_KIT,
    ),
)
