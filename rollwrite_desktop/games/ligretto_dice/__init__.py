"""Ligretto Dice (design: Inka & Markus Brand): a real-time race of 24 dice onto one board."""

from __future__ import annotations

from functools import partial

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.capabilities import ScoreSheet
from rollwrite_desktop.gamekit.game import CheckRoom, Game, PlayRoom, ThinkRoom, WordsRoom
from rollwrite_desktop.gamekit.on_demand import on_demand
from rollwrite_desktop.gamekit.presentation import Presentation
from rollwrite_desktop.games.ligretto_dice.check import auditor_for, missing, paper_editor_for, scores_of
from rollwrite_desktop.games.ligretto_dice.play.options import INFO, TURNS
from rollwrite_desktop.games.ligretto_dice.play.paper import LigrettoDicePaper, paper_of, score_paper, sheet_for_paper
from rollwrite_desktop.games.ligretto_dice.play.rulebook import RULEBOOK
from rollwrite_desktop.games.ligretto_dice.play.rules import LigrettoDice
from rollwrite_desktop.games.ligretto_dice.play.sheet_schema import is_score_sheet, sheet_faults
from rollwrite_desktop.games.ligretto_dice.think.bots import BOTS, LEVELS
from rollwrite_desktop.games.ligretto_dice.think.review import REVIEW
from rollwrite_desktop.games.ligretto_dice.think.round_forecast import note
from rollwrite_desktop.games.ligretto_dice.words.print_kit import PRINT_KIT

BOARD = "ligretto_dice_board"

GAME = Game(
    info=INFO,
    letter="D",
    design="Inka & Markus Brand",
    play=PlayRoom(
        sheets=(BOARD, "ligretto_dice_score_2", "ligretto_dice_score_3", "ligretto_dice_score_4"),
        rulebook=RULEBOOK,
        part_titles={
            "start": mark("Start"), "won": mark("Gained"), "lost": mark("Lost"), "penalties": mark("Penalties"),
        },
        rules=LigrettoDice,
        guide=partial(on_demand(f"{__name__}.play.guide:LigrettoDiceGuide"), note),
        sheet_faults=sheet_faults,
        score_sheet=ScoreSheet(
            (BOARD,), is_score_sheet, sheet_for_paper, score_paper, scores_of,
            on_demand(f"{__name__}.play.drawing.played_rounds:played"),
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
    think=ThinkRoom(bots=BOTS, review=REVIEW),
    words=WordsRoom(
        presentation=Presentation(
            pitch=mark("Everyone at once: roll, place your dice from 1 to 6, and be the first to run out of them."),
            minutes=(5, 15), piece=(360.0, 292.0, 540.0), levels=LEVELS, usual_level="level_2",
            instead={("pace", TURNS): mark("In turns, nobody is faster: all computer players choose alike.")},
        ),
        handbook=on_demand(f"{__name__}.words.handbook:handbook_for"),
        coach=on_demand(f"{__name__}.words.coach:LigrettoDiceCoach"),
        print_kit=PRINT_KIT,
    ),
)
