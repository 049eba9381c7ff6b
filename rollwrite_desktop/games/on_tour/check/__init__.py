"""Checking a filled sheet of On Tour: what is on it, what is wrong, what explains it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rollwrite_desktop.core.audit import Auditor, Paper
from rollwrite_desktop.gamekit.papers import BestRoute
from rollwrite_desktop.gamekit.play.guide import PaperEditor
from rollwrite_desktop.sheet.sheet import Sheet

# Loaded when they are asked for, so that the window opens sooner: the audit brings its solver along.


def auditor_for(sheet: Sheet, options: Mapping[str, str]) -> Auditor:
    from rollwrite_desktop.games.on_tour.check.audit import OnTourAuditor

    return OnTourAuditor(sheet, options)


def paper_editor_for(sheet: Sheet, options: Mapping[str, str]) -> PaperEditor:
    from rollwrite_desktop.games.on_tour.check.paper_editor import OnTourPaperEditor

    return OnTourPaperEditor(sheet, options)


def best_route(sheet: Sheet, paper: Paper) -> BestRoute:
    from rollwrite_desktop.games.on_tour.check.audit import OnTourAuditor

    return OnTourAuditor(sheet, paper.options).best(paper)


def paper_of(rules: Any, state: Any, player: str) -> Paper:
    from rollwrite_desktop.games.on_tour.check.evidence import paper_of

    return paper_of(rules, state, player)
