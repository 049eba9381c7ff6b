"""What Rolling America consists of: the table of contents of its rooms."""

from __future__ import annotations

from functools import partial

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.capabilities import PencilNotes, TieBreak
from rollwrite_desktop.gamekit.on_demand import on_demand
from rollwrite_desktop.gamekit.rooms import CheckRoom, PlayRoom, Rooms, ThinkRoom, WordsRoom
from rollwrite_desktop.gamekit.units import XS
from rollwrite_desktop.games.rolling_america.check import auditor_for, missing, paper_editor_for, paper_of, powers_of
from rollwrite_desktop.games.rolling_america.play.descriptions import BOX_TITLES, ONE_BOX_TITLES, PAR_LEVEL
from rollwrite_desktop.games.rolling_america.play.map_sheet import MAP_MAKING
from rollwrite_desktop.games.rolling_america.play.model import DICE
from rollwrite_desktop.games.rolling_america.play.rulebook import RULEBOOK
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.games.rolling_america.play.sheet_schema import sheet_faults
from rollwrite_desktop.games.rolling_america.think.bots import BOTS, LEVELS, engine_of
from rollwrite_desktop.games.rolling_america.think.review import REVIEW
from rollwrite_desktop.games.rolling_america.words.maps import MAPS
from rollwrite_desktop.games.rolling_america.words.print_kit import PRINT_KIT

_EARLIER_RULES = partial(RollingAmerica, dice=DICE)
"""All seven dice on every map, as it was before maps with fewer than six regions had fewer dice."""
ROOMS = Rooms(
    play=PlayRoom(
        sheets=(
            "rolling_america_usa", "rolling_america_europe_large", "rolling_america_africa_37", "rolling_america_asia_24",
            "rolling_america_south_america", "rolling_america_argentina_16", "rolling_america_austria",
            "rolling_america_brazil", "rolling_america_france", "rolling_america_germany", "rolling_america_ireland",
            "rolling_america_italy", "rolling_america_mexico", "rolling_america_netherlands",
            "rolling_america_new_zealand", "rolling_america_nigeria", "rolling_america_poland",
            "rolling_america_south_africa", "rolling_america_spain", "rolling_america_sweden_15",
            "rolling_america_switzerland", "rolling_america_united_kingdom", "rolling_america_japan_17",
        ),
        retired=(
            "rolling_america_japan", "rolling_america_europe", "rolling_america_asia", "rolling_america_asia_large",
            "rolling_america_japan_large", "rolling_america_sweden", "rolling_america_argentina",
            "rolling_america_africa",
        ),
        numbered=(
            "rolling_america_usa", "rolling_america_europe", "rolling_america_africa", "rolling_america_asia",
            "rolling_america_south_america", "rolling_america_japan", "rolling_america_ireland",
            "rolling_america_japan_large", "rolling_america_austria", "rolling_america_brazil", "rolling_america_france",
            "rolling_america_germany", "rolling_america_netherlands", "rolling_america_poland",
            "rolling_america_south_africa", "rolling_america_switzerland", "rolling_america_argentina",
            "rolling_america_nigeria", "rolling_america_spain", "rolling_america_italy", "rolling_america_mexico",
            "rolling_america_new_zealand", "rolling_america_sweden", "rolling_america_united_kingdom",
            "rolling_america_europe_large", "rolling_america_asia_large", "rolling_america_asia_24",
            "rolling_america_japan_17", "rolling_america_sweden_15", "rolling_america_argentina_16",
            "rolling_america_africa_37",
        ),
        rulebook=RULEBOOK,
        box_titles=BOX_TITLES,
        one_box_titles=ONE_BOX_TITLES,
        part_titles={"Xs": mark("Xs"), "mistakes": mark("Mistakes")},
        rules=RollingAmerica,
        earlier_rules=_EARLIER_RULES,
        guide=on_demand(f"{__package__}.play.guide:RollingAmericaGuide"),
        sheet_faults=sheet_faults,
        lowest_wins=True,
        pencil_notes=PencilNotes(("1", "2", "3", "4", "5", "6")),
        map_making=MAP_MAKING,
    ),
    check=CheckRoom(
        auditor=auditor_for,
        paper_editor=paper_editor_for,
        paper_of=paper_of,
        missing=missing,
        lasting=frozenset((
            "RA-5", "RA-5:draw", "RA-7:digit", "RA-8", "RA-13:many", "RA-14:boxes", "RA-14:many", "RA-14:x", "RA-15:many",
        )),
        tie_break=TieBreak(powers_of, mark("powers used: {n}")),
    ),
    think=ThinkRoom(bots=BOTS, levels=LEVELS, engine=engine_of, review=REVIEW),
    words=WordsRoom(
        handbook=partial(on_demand(f"{__package__}.words.handbook:handbook_for"), BOTS["medium"]),
        coach=on_demand(f"{__package__}.words.coach:RollingAmericaCoach"),
        print_kit=PRINT_KIT,
        maps=MAPS, par_level=PAR_LEVEL, steps=(0.165, 0.225),
        unit=XS,
    ),
)
