"""Two Dice: nine spaces; of two dice everybody writes one, and no two neighbors hold the same number."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.check.evidence import paper_of
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.play.die_guide import DieGuide
from rollwrite_desktop.gamekit.play.sheet_schema import map_sheet_faults
from rollwrite_desktop.gamekit.presentation import Presentation
from rollwrite_desktop.gamekit.rooms import CheckRoom, PlayRoom, Rooms, WordsRoom
from rollwrite_desktop.gamekit.words.print_kit import one_roll_a_turn
from rollwrite_desktop.games._dice.check.audit import TwoDiceAuditor
from rollwrite_desktop.games._dice.check.paper_editor import TwoDicePaperEditor
from rollwrite_desktop.games._dice.play.rulebook import RULEBOOK
from rollwrite_desktop.games._dice.play.rules import DICE, INFO, TwoDiceRules
from rollwrite_desktop.games._dice.words.handbook import handbook

ROOMS = Rooms(
    play=PlayRoom(
        sheets=("_dice",), rulebook=RULEBOOK, part_titles={"numbers": mark("Numbers")}, rules=TwoDiceRules,
        guide=DieGuide, sheet_faults=map_sheet_faults,
    ),
    check=CheckRoom(
        lambda sheet, options: TwoDiceAuditor(TwoDiceRules(sheet, options)), TwoDicePaperEditor, paper_of,
    ),
    words=WordsRoom(handbook, print_kit=one_roll_a_turn(DICE, lambda rules: len(rules.spaces))),
)
GAME = Game(
    INFO, lambda: ROOMS, Presentation(mark("Of two dice write one: high numbers, but no two alike side by side"), (3, 8)),
    letter="D",
)
