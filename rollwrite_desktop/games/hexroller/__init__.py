"""HexRoller (design: Rustan Håkansson): chains of equal numbers across a honeycomb."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.capabilities import NewSheets, PencilNotes
from rollwrite_desktop.gamekit.game import CheckRoom, Game, PlayRoom, ThinkRoom, WordsRoom
from rollwrite_desktop.gamekit.on_demand import on_demand
from rollwrite_desktop.gamekit.presentation import Presentation
from rollwrite_desktop.games.hexroller.check import auditor_for, missing, paper_editor_for, paper_of
from rollwrite_desktop.games.hexroller.play.descriptions import BOX_TITLES, PART_TITLES
from rollwrite_desktop.games.hexroller.play.layouts import made, own
from rollwrite_desktop.games.hexroller.play.rulebook import RULEBOOK
from rollwrite_desktop.games.hexroller.play.rules import INFO, HexRoller
from rollwrite_desktop.games.hexroller.play.sheet_schema import sheet_faults
from rollwrite_desktop.games.hexroller.think.bots import BOTS, LEVELS, engine_of
from rollwrite_desktop.games.hexroller.think.review import REVIEW
from rollwrite_desktop.games.hexroller.words.print_kit import PRINT_KIT

GAME = Game(
    info=INFO,
    letter="H",
    design="Rustan Håkansson",
    play=PlayRoom(
        sheets=("hexroller_front", "hexroller_back"),
        rulebook=RULEBOOK,
        box_titles=BOX_TITLES,
        part_titles=PART_TITLES,
        rules=HexRoller,
        guide=on_demand(f"{__name__}.play.guide:HexRollerGuide"),
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
    think=ThinkRoom(bots=BOTS, engine=engine_of, review=REVIEW),
    words=WordsRoom(
        presentation=Presentation(
            pitch=mark("Roll eight dice, grow chains of equal numbers, and fill areas, connections and rows."),
            minutes=(10, 20), piece=(255.0, 250.0, 380.0), levels=LEVELS, usual_level="easy",
        ),
        handbook=on_demand(f"{__name__}.words.handbook:handbook_for"),
        coach=on_demand(f"{__name__}.words.coach:HexRollerCoach"),
        print_kit=PRINT_KIT,
    ),
)
