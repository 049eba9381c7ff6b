"""Checking a filled sheet of Two Dice: do neighbors differ, was it rolled, and is the sum right?"""

from __future__ import annotations

from rollwrite_desktop.core.audit import Finding, Paper, Report, Unchecked
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.check.auditing import SheetAuditor, unmatched
from rollwrite_desktop.gamekit.check.evidence import read_claims, read_dice_rolls, read_marks, read_no_boxes
from rollwrite_desktop.gamekit.check.mark_keys import MarkKeys
from rollwrite_desktop.games._dice.play.model import X
from rollwrite_desktop.games._dice.play.rules import DICE, NUMBERS, TwoDiceRules

MARKS = MarkKeys("".join(NUMBERS), signs=((X, X),))


class TwoDiceAuditor(SheetAuditor[TwoDiceRules]):
    """The check on one sheet."""

    def audit(self, paper: Paper) -> Report:
        read_no_boxes(paper)
        name, held = self.rules.name, read_marks(paper, self.sheet.space, MARKS.form)
        found = [
            Finding("broken", "TD-5", {"space": name(a), "other": name(b), "number": held[a]}, (a, b), 1)
            for a, b in self.sheet.links if held.get(a, X) == held.get(b) != X
        ]
        total, claimed = self.rules.points(held.values()), read_claims(paper).get("total")
        if claimed not in (None, total):
            found.append(Finding("broken", "TD-7", {"claimed": claimed, "total": total}, ("claimed",), aspect="sums"))
        rolls = read_dice_rolls(paper, DICE) or ()
        unchecked = [Unchecked("TD-6", "journal", mark("which numbers fitted when an X was written"))]
        if len(rolls) < len(held):
            unchecked.append(Unchecked("TD-4", "rolls", mark("what was rolled")))
        else:  # an X stands for any roll
            shown = {space: [i for i, roll in enumerate(rolls) if n in roll] for space, n in held.items() if n != X}
            found += [Finding("broken", "TD-4:rolls", {"space": name(space), "number": held[space]}, (space,), 1)
                      for space in unmatched(shown)]
        return Report(tuple(found), (("numbers", total),), claimed, tuple(unchecked))
