"""Two Dice: nine spaces; of two dice everybody writes one, and no two neighbors hold the same number."""

from __future__ import annotations

from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.check.evidence import paper_of
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.play.die_guide import DieGuide
from rollwrite_desktop.gamekit.play.sheet_schema import map_sheet_faults
from rollwrite_desktop.gamekit.presentation import Presentation
from rollwrite_desktop.gamekit.words.print_kit import one_roll_a_turn
from rollwrite_desktop.games._dice.check.audit import TwoDiceAuditor
from rollwrite_desktop.games._dice.check.paper_editor import TwoDicePaperEditor
from rollwrite_desktop.games._dice.play.rulebook import RULEBOOK
from rollwrite_desktop.games._dice.play.rules import DICE, INFO, TwoDiceRules
from rollwrite_desktop.games._dice.words.handbook import handbook, summary

GAME = Game(
    info=INFO, sheets=("_dice",), rulebook=RULEBOOK, part_titles={"numbers": mark("Numbers")},
    bots={"random": random_bot}, rules=TwoDiceRules, guide=DieGuide, paper_editor=TwoDicePaperEditor,
    paper_of=paper_of, sheet_faults=map_sheet_faults, letter="D",
    handbook=handbook, print_kit=one_roll_a_turn(DICE, lambda rules: len(rules.spaces), summary),
    auditor=lambda sheet, options: TwoDiceAuditor(TwoDiceRules(sheet, options)),
    presentation=Presentation(mark("Of two dice write one: high numbers, but no two alike side by side"), (3, 8)),
)
