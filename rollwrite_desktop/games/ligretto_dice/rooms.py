"""What Ligretto Dice consists of: the table of contents of its rooms."""

from __future__ import annotations

from functools import partial

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.capabilities import ScoreSheet
from rollwrite_desktop.gamekit.on_demand import on_demand
from rollwrite_desktop.gamekit.rooms import CheckRoom, PlayRoom, Rooms, ThinkRoom, WordsRoom
from rollwrite_desktop.games.ligretto_dice.check import auditor_for, missing, paper_editor_for, scores_of
from rollwrite_desktop.games.ligretto_dice.info import TURNS
from rollwrite_desktop.games.ligretto_dice.play.paper import LigrettoDicePaper, paper_of, score_paper, sheet_for_paper
from rollwrite_desktop.games.ligretto_dice.play.rulebook import RULEBOOK
from rollwrite_desktop.games.ligretto_dice.play.rules import LigrettoDice
from rollwrite_desktop.games.ligretto_dice.play.sheet_schema import is_score_sheet, sheet_faults
from rollwrite_desktop.games.ligretto_dice.think.bots import BOTS, LEVELS
from rollwrite_desktop.games.ligretto_dice.think.review import REVIEW
from rollwrite_desktop.games.ligretto_dice.think.round_forecast import note
from rollwrite_desktop.games.ligretto_dice.words.print_kit import PRINT_KIT

BOARD = "ligretto_dice_board"

ROOMS = Rooms(
    play=PlayRoom(
        sheets=(BOARD, "ligretto_dice_score_2", "ligretto_dice_score_3", "ligretto_dice_score_4"),
        rulebook=RULEBOOK,
        part_titles={
            "start": mark("Start"), "won": mark("Gained"), "lost": mark("Lost"), "penalties": mark("Penalties"),
        },
        rules=LigrettoDice,
        guide=partial(on_demand(f"{__package__}.play.guide:LigrettoDiceGuide"), note),
        sheet_faults=sheet_faults,
        score_sheet=ScoreSheet(
            (BOARD,), is_score_sheet, sheet_for_paper, score_paper, scores_of,
            on_demand(f"{__package__}.play.drawing.played_rounds:played"),
        ),
    ),
    check=CheckRoom(
        auditor=auditor_for,
        paper_editor=paper_editor_for,
        paper_of=paper_of,
        paper=LigrettoDicePaper,
        missing=missing,
        lasting=frozenset(("LD-8:many", "LD-9", "LD-9:range", "LD-9:sum", "LD-9:still", "LD-R3:penalty")),
    ),
    think=ThinkRoom(
        bots=BOTS, levels=LEVELS, review=REVIEW,
        instead={("pace", TURNS): mark("In turns, nobody is faster: all computer players choose alike.")},
    ),
    words=WordsRoom(
        handbook=on_demand(f"{__package__}.words.handbook:handbook_for"),
        coach=on_demand(f"{__package__}.words.coach:LigrettoDiceCoach"),
        print_kit=PRINT_KIT,
    ),
)
