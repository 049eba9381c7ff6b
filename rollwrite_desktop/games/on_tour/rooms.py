"""What On Tour consists of: the table of contents of its rooms."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.capabilities import PencilNotes, Routes
from rollwrite_desktop.gamekit.on_demand import on_demand
from rollwrite_desktop.gamekit.rooms import CheckRoom, PlayRoom, Rooms, ThinkRoom, WordsRoom
from rollwrite_desktop.games.on_tour.check import auditor_for, best_route, paper_editor_for, paper_of
from rollwrite_desktop.games.on_tour.play.descriptions import PAR_LEVEL
from rollwrite_desktop.games.on_tour.play.map_sheet import MAP_MAKING
from rollwrite_desktop.games.on_tour.play.paper import OnTourPaper, route_of
from rollwrite_desktop.games.on_tour.play.rulebook import RULEBOOK
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.games.on_tour.play.sheet_schema import sheet_faults
from rollwrite_desktop.games.on_tour.think.bots import BOTS, LEVELS, engine_of
from rollwrite_desktop.games.on_tour.think.review import REVIEW
from rollwrite_desktop.games.on_tour.words.maps import MAPS
from rollwrite_desktop.games.on_tour.words.print_kit import PRINT_KIT

ROOMS = Rooms(
    play=PlayRoom(
        sheets=(
            "on_tour_usa", "on_tour_europe_27", "on_tour_africa", "on_tour_south_america", "on_tour_brazil",
            "on_tour_france", "on_tour_ireland", "on_tour_italy", "on_tour_poland", "on_tour_spain",
        ),
        retired=("on_tour_japan", "on_tour_europe"),
        numbered=(
            "on_tour_usa", "on_tour_europe", "on_tour_africa", "on_tour_south_america", "on_tour_japan", "on_tour_ireland",
            "on_tour_france", "on_tour_brazil", "on_tour_poland", "on_tour_spain", "on_tour_italy", "on_tour_europe_27",
        ),
        rulebook=RULEBOOK,
        part_titles={"areas": mark("Areas"), "circles": mark("Circles")},
        rules=OnTour,
        guide=on_demand(f"{__package__}.play.guide:OnTourGuide"),
        sheet_faults=sheet_faults,
        pencil_notes=PencilNotes(tuple("0123456789"), 2, on_demand(f"{__package__}.play.guide:sketched")),
        map_making=MAP_MAKING,
    ),
    check=CheckRoom(
        auditor=auditor_for,
        paper_editor=paper_editor_for,
        paper_of=paper_of,
        paper=OnTourPaper,
        lasting=frozenset(("OT-5:roll", "OT-6:digits", "OT-8:circle")),
        routes=Routes(route_of, best_route),
    ),
    think=ThinkRoom(bots=BOTS, levels=LEVELS, engine=engine_of, review=REVIEW),
    words=WordsRoom(
        handbook=on_demand(f"{__package__}.words.handbook:handbook_for"),
        coach=on_demand(f"{__package__}.words.coach:OnTourCoach"),
        print_kit=PRINT_KIT,
        maps=MAPS, par_level=PAR_LEVEL, steps=(0.8, 0.68),
    ),
)
