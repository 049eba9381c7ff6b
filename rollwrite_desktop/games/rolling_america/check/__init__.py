"""Checking a filled sheet of Rolling America: what is on it, what is wrong, what explains it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rollwrite_desktop.core.audit import Auditor, Paper
from rollwrite_desktop.gamekit.play.guide import PaperEditor
from rollwrite_desktop.sheet.sheet import Sheet

# Loaded when they are asked for, so that the window opens sooner: the audit brings its solver along.


def auditor_for(sheet: Sheet, options: Mapping[str, str]) -> Auditor:
    from rollwrite_desktop.games.rolling_america.check.audit import RollingAmericaAuditor

    return RollingAmericaAuditor(sheet, options)


def paper_editor_for(sheet: Sheet, options: Mapping[str, str]) -> PaperEditor:
    from rollwrite_desktop.games.rolling_america.check.paper_editor import RollingAmericaPaperEditor

    return RollingAmericaPaperEditor(sheet, options)


def missing(sheet: Sheet, paper: Paper) -> str:
    from rollwrite_desktop.games.rolling_america.check.evidence import missing

    return missing(sheet, paper)


def paper_of(rules: Any, state: Any, player: str) -> Paper:
    from rollwrite_desktop.games.rolling_america.check.evidence import paper_of

    return paper_of(rules, state, player)


def powers_of(paper: Paper) -> int:
    from rollwrite_desktop.games.rolling_america.check.evidence import powers_of

    return powers_of(paper)
