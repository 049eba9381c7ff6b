"""Ligretto Dice (design: Inka & Markus Brand): a real-time race of 24 dice onto one board."""

from __future__ import annotations

from collections.abc import Mapping

from rollwrite_desktop.core.audit import Auditor
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.capabilities import ScoreSheet
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.play.guide import PaperEditor
from rollwrite_desktop.gamekit.presentation import Presentation
from rollwrite_desktop.gamekit.words.coach import Coach
from rollwrite_desktop.games.ligretto_dice.check.evidence import missing
from rollwrite_desktop.games.ligretto_dice.check.score_repair import scores_of
from rollwrite_desktop.games.ligretto_dice.play.guide import LigrettoDiceGuide
from rollwrite_desktop.games.ligretto_dice.play.options import INFO
from rollwrite_desktop.games.ligretto_dice.play.paper import LigrettoDicePaper, paper_of, score_paper, sheet_for_paper
from rollwrite_desktop.games.ligretto_dice.play.rulebook import RULEBOOK
from rollwrite_desktop.games.ligretto_dice.play.rules import LigrettoDice
from rollwrite_desktop.games.ligretto_dice.play.score_sheet import is_score_sheet
from rollwrite_desktop.games.ligretto_dice.play.sheet_schema import sheet_faults
from rollwrite_desktop.games.ligretto_dice.think.bots import BOTS, LEVELS
from rollwrite_desktop.games.ligretto_dice.think.review import REVIEW
from rollwrite_desktop.games.ligretto_dice.think.round_forecast import note
from rollwrite_desktop.games.ligretto_dice.words.handbook import handbook_for
from rollwrite_desktop.games.ligretto_dice.words.print_kit import PRINT_KIT
from rollwrite_desktop.sheet.sheet import Sheet

BOARD = "ligretto_dice_board"

# Loaded when they are needed, so that the window opens sooner: the audit brings its solver along.


def _auditor(sheet: Sheet, options: Mapping[str, str]) -> Auditor:
    from rollwrite_desktop.games.ligretto_dice.check.audit import LigrettoDiceAuditor

    return LigrettoDiceAuditor(sheet, options)


def _coach(rules: LigrettoDice) -> Coach:
    from rollwrite_desktop.games.ligretto_dice.words.coach import LigrettoDiceCoach

    return LigrettoDiceCoach(rules)


def _paper_editor(sheet: Sheet, options: Mapping[str, str]) -> PaperEditor:
    from rollwrite_desktop.games.ligretto_dice.check.paper_editor import LigrettoDicePaperEditor

    return LigrettoDicePaperEditor(sheet, options)


GAME = Game(
    info=INFO,
    sheets=(BOARD, "ligretto_dice_score_2", "ligretto_dice_score_3", "ligretto_dice_score_4"),
    rulebook=RULEBOOK,
    part_titles={
        "start": mark("Start"), "won": mark("Gained"), "lost": mark("Lost"), "penalties": mark("Penalties"),
    },
    bots=BOTS,
    rules=LigrettoDice,
    guide=lambda rules: LigrettoDiceGuide(rules, note),
    auditor=_auditor,
    paper_editor=_paper_editor,
    paper_of=paper_of,
    lasting=frozenset(("LD-8:many", "LD-9", "LD-9:range", "LD-9:sum", "LD-9:still", "LD-R3:penalty")),
    missing=missing,
    sheet_faults=sheet_faults,
    letter="D",
    design="Inka & Markus Brand",
    paper=LigrettoDicePaper,
    score_sheet=ScoreSheet((BOARD,), is_score_sheet, sheet_for_paper, score_paper, scores_of),
    presentation=Presentation(
        pitch=mark("Everyone at once: roll, place your dice from 1 to 6, and be the first to run out of them."),
        minutes=(5, 15), piece=(360.0, 292.0, 540.0), levels=LEVELS, usual_level="level_2",
    ),
    print_kit=PRINT_KIT,
    handbook=handbook_for,
    coach=_coach,
    review=REVIEW,
)
