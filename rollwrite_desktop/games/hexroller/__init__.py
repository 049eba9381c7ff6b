"""HexRoller (design: Rustan Håkansson): chains of equal numbers across a honeycomb."""

from __future__ import annotations

from collections.abc import Mapping

from rollwrite_desktop.core.audit import Auditor
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.capabilities import NewSheets, PencilNotes
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.play.guide import PaperEditor
from rollwrite_desktop.gamekit.presentation import Presentation
from rollwrite_desktop.gamekit.words.coach import Coach
from rollwrite_desktop.games.hexroller.check.evidence import missing, paper_of
from rollwrite_desktop.games.hexroller.play.descriptions import PART_TITLES
from rollwrite_desktop.games.hexroller.play.guide import HexRollerGuide
from rollwrite_desktop.games.hexroller.play.layouts import made, own
from rollwrite_desktop.games.hexroller.play.rulebook import RULEBOOK
from rollwrite_desktop.games.hexroller.play.rules import INFO, HexRoller
from rollwrite_desktop.games.hexroller.play.sheet_schema import sheet_faults
from rollwrite_desktop.games.hexroller.think.bots import BOTS, LEVELS, engine_of
from rollwrite_desktop.games.hexroller.think.review import REVIEW
from rollwrite_desktop.games.hexroller.words.handbook import handbook_for
from rollwrite_desktop.games.hexroller.words.print_kit import PRINT_KIT
from rollwrite_desktop.sheet.sheet import Sheet

# Loaded when they are needed, so that the window opens sooner: the audit brings its solver along.


def _auditor(sheet: Sheet, options: Mapping[str, str]) -> Auditor:
    from rollwrite_desktop.games.hexroller.check.audit import HexRollerAuditor

    return HexRollerAuditor(sheet, options)


def _coach(rules: HexRoller) -> Coach:
    from rollwrite_desktop.games.hexroller.words.coach import HexRollerCoach

    return HexRollerCoach(rules)


def _paper_editor(sheet: Sheet, options: Mapping[str, str]) -> PaperEditor:
    from rollwrite_desktop.games.hexroller.check.paper_editor import HexRollerPaperEditor

    return HexRollerPaperEditor(sheet, options)


GAME = Game(
    info=INFO,
    sheets=("hexroller_front", "hexroller_back"),
    rulebook=RULEBOOK,
    part_titles=PART_TITLES,
    bots=BOTS,
    engine=engine_of,
    rules=HexRoller,
    guide=HexRollerGuide,
    auditor=_auditor,
    paper_editor=_paper_editor,
    paper_of=paper_of,
    lasting=frozenset(("HR-1", "HR-1:digit", "HR-6:column", "HR-8:digit", "HR-11:many")),
    missing=missing,
    sheet_faults=sheet_faults,
    presentation=Presentation(
        pitch=mark("Roll eight dice, grow chains of equal numbers, and fill areas, connections and rows."),
        minutes=(10, 20), piece=(255.0, 250.0, 380.0), levels=LEVELS, usual_level="easy",
    ),
    print_kit=PRINT_KIT,
    handbook=handbook_for,
    coach=_coach,
    review=REVIEW,
    letter="H",
    design="Rustan Håkansson",
    new_sheets=NewSheets(made, own),
    pencil_notes=PencilNotes(("2", "3", "4", "5", "6", "7", "8")),
)
