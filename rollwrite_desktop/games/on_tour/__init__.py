"""On Tour (design: Chad DeShon): numbers from dice into a map of areas, then the longest tour on which they never fall."""

from __future__ import annotations

from collections.abc import Mapping

from rollwrite_desktop.core.audit import Auditor, Paper
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.capabilities import PencilNotes, Routes
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.papers import BestRoute
from rollwrite_desktop.gamekit.play.guide import PaperEditor
from rollwrite_desktop.gamekit.presentation import Presentation
from rollwrite_desktop.gamekit.words.coach import Coach
from rollwrite_desktop.games.on_tour.check.evidence import paper_of
from rollwrite_desktop.games.on_tour.play.guide import OnTourGuide, sketched
from rollwrite_desktop.games.on_tour.play.map_sheet import MAP_MAKING
from rollwrite_desktop.games.on_tour.play.paper import OnTourPaper, route_of
from rollwrite_desktop.games.on_tour.play.rulebook import RULEBOOK
from rollwrite_desktop.games.on_tour.play.rules import INFO, OnTour
from rollwrite_desktop.games.on_tour.play.sheet_schema import sheet_faults
from rollwrite_desktop.games.on_tour.think.bots import BOTS, LEVELS, engine_of
from rollwrite_desktop.games.on_tour.think.review import REVIEW
from rollwrite_desktop.games.on_tour.words.handbook import handbook_for
from rollwrite_desktop.games.on_tour.words.maps import MAPS
from rollwrite_desktop.games.on_tour.words.print_kit import PRINT_KIT
from rollwrite_desktop.sheet.sheet import Sheet

# Loaded when they are needed, so that the window opens sooner: the audit brings its solver along.


def _auditor(sheet: Sheet, options: Mapping[str, str]) -> Auditor:
    from rollwrite_desktop.games.on_tour.check.audit import OnTourAuditor

    return OnTourAuditor(sheet, options)


def _coach(rules: OnTour) -> Coach:
    from rollwrite_desktop.games.on_tour.words.coach import OnTourCoach

    return OnTourCoach(rules)


def _paper_editor(sheet: Sheet, options: Mapping[str, str]) -> PaperEditor:
    from rollwrite_desktop.games.on_tour.check.paper_editor import OnTourPaperEditor

    return OnTourPaperEditor(sheet, options)


def _best_route(sheet: Sheet, paper: Paper) -> BestRoute:
    from rollwrite_desktop.games.on_tour.check.audit import OnTourAuditor

    return OnTourAuditor(sheet, paper.options).best(paper)


GAME = Game(
    info=INFO,
    sheets=(
        "on_tour_usa", "on_tour_europe", "on_tour_africa", "on_tour_south_america", "on_tour_brazil", "on_tour_france",
        "on_tour_ireland", "on_tour_poland", "on_tour_spain",
    ),
    retired=("on_tour_japan",),
    numbered=(
        "on_tour_usa", "on_tour_europe", "on_tour_africa", "on_tour_south_america", "on_tour_japan", "on_tour_ireland",
        "on_tour_france", "on_tour_brazil", "on_tour_poland", "on_tour_spain",
    ),
    rulebook=RULEBOOK,
    part_titles={"areas": mark("Areas"), "circles": mark("Circles")},
    bots=BOTS,
    engine=engine_of,
    rules=OnTour,
    guide=OnTourGuide,
    auditor=_auditor,
    paper_editor=_paper_editor,
    paper_of=paper_of,
    lasting=frozenset(("OT-5:roll", "OT-6:digits", "OT-8:circle")),
    sheet_faults=sheet_faults,
    letter="T",
    design="Chad DeShon",
    presentation=Presentation(
        pitch=mark("Write two numbers a turn on the map, then draw the longest route on which they never fall."),
        minutes=(20, 30), piece=(300.0, 265.0, 360.0), levels=LEVELS, usual_level="easy",
        maps=MAPS,
    ),
    print_kit=PRINT_KIT,
    map_making=MAP_MAKING,
    handbook=handbook_for,
    coach=_coach,
    review=REVIEW,
    paper=OnTourPaper,
    routes=Routes(route_of, _best_route),
    pencil_notes=PencilNotes(tuple("0123456789"), 2, sketched),
)
