"""Checking a filled sheet of Blank: are the pairs counted right?"""

from __future__ import annotations

from rollwrite_desktop.core.audit import Finding, Paper, Report, Unchecked
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.check.auditing import SheetAuditor
from rollwrite_desktop.gamekit.check.evidence import read_claims, read_marks, read_no_boxes
from rollwrite_desktop.gamekit.check.mark_keys import MarkKeys
from rollwrite_desktop.games._blank.play.rules import NUMBERS, BlankRules

MARKS = MarkKeys("".join(NUMBERS))


class BlankAuditor(SheetAuditor[BlankRules]):
    """The check on one sheet."""

    def audit(self, paper: Paper) -> Report:
        read_no_boxes(paper)
        total = self.rules.pairs(read_marks(paper, self.sheet.space, MARKS.form))
        claimed = read_claims(paper).get("total")
        about = {"claimed": claimed or 0, "total": total}
        wrong = (Finding("broken", "BL-5", about, ("claimed",), aspect="sums"),) if claimed not in (None, total) else ()
        return Report(wrong, (("pairs", total),), claimed, (Unchecked("BL-4", "journal", mark("what was rolled")),))
