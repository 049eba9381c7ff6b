"""Checking a filled sheet of Ligretto Dice: what is on it, what is wrong, what explains it."""

from __future__ import annotations

from collections.abc import Mapping

from rollwrite_desktop.core.audit import Auditor, Paper
from rollwrite_desktop.core.rules import Scores
from rollwrite_desktop.gamekit.play.guide import PaperEditor
from rollwrite_desktop.sheet.sheet import Sheet

# Loaded when they are asked for, so that the window opens sooner: the audit brings its solver along.


def auditor_for(_sheet: Sheet, options: Mapping[str, str]) -> Auditor:
    from rollwrite_desktop.games.ligretto_dice.check.audit import LigrettoDiceAuditor

    return LigrettoDiceAuditor(options)


def paper_editor_for(sheet: Sheet, options: Mapping[str, str]) -> PaperEditor:
    from rollwrite_desktop.games.ligretto_dice.check.paper_editor import LigrettoDicePaperEditor

    return LigrettoDicePaperEditor(sheet, options)


def missing(sheet: Sheet, paper: Paper) -> str:
    from rollwrite_desktop.games.ligretto_dice.check.evidence import missing

    return missing(sheet, paper)


def scores_of(score_sheet: Paper) -> Scores:
    from rollwrite_desktop.games.ligretto_dice.check.score_repair import scores_of

    return scores_of(score_sheet)
