"""Checking a filled sheet of Two Dice: do neighbors differ, and is the sum right?"""

from __future__ import annotations

import re

from rollwrite_desktop.core.audit import Finding, Paper, Report, Unchecked
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.check.auditing import SheetAuditor
from rollwrite_desktop.gamekit.check.evidence import read_claims, read_marks, read_no_boxes
from rollwrite_desktop.games._dice.play.model import X
from rollwrite_desktop.games._dice.play.rules import TwoDiceRules


class TwoDiceAuditor(SheetAuditor[TwoDiceRules]):
    """The check on one sheet."""

    def audit(self, paper: Paper) -> Report:
        read_no_boxes(paper)
        name, held = self.rules.name, read_marks(paper, self.sheet.space, re.compile("[1-6X]"))
        found = [
            Finding("broken", "TD-5", {"space": name(a), "other": name(b), "number": held[a]}, (a, b), 1)
            for a, b in self.sheet.links if held.get(a, X) == held.get(b) != X
        ]
        total, claimed = self.rules.points(held.values()), read_claims(paper).get("total")
        if claimed not in (None, total):
            found.append(Finding("broken", "TD-7", {"claimed": claimed, "total": total}, ("claimed",), aspect="sums"))
        unchecked = Unchecked("TD-4", "journal", mark("what was rolled"))
        return Report(tuple(found), (("numbers", total),), claimed, (unchecked,))
