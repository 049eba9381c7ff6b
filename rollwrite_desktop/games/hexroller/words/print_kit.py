"""What there is to print of HexRoller besides the sheet: roll boxes and what frames the quick rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rollwrite_desktop.core.chance import Outcome, Roll
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.words.handbook import Entry
from rollwrite_desktop.gamekit.words.print_kit import PrintKit, RollBoxes, Sum, same_roll
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.sheet.sheet import Sheet

TOTAL = "score/total"


def framing(rules: HexRoller) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """Returns what is on the table, how many rounds there are, what becomes of a tie, and how one plays alone."""
    from rollwrite_desktop.games.hexroller.words.handbook import scale

    needed = tr("{dice} dice, and a sheet and a pencil for everyone. Hexes: {hexes}. Each number from 3 to 8 is printed in "
                "two of them. Rounds: {rounds}.", dice=rules.ask.count, hexes=len(rules.sheet.spaces), rounds=rules.rounds)
    shared, alone = tr("Players with equal totals share the win."), tr("Alone, try to beat your own best.")
    end = Entry((), tr("Ties"), " ".join(filter(None, (shared, alone, scale(rules)))))
    return (Entry((), tr("What you need"), needed),), (end,)


def roll_boxes(rules: HexRoller) -> RollBoxes:
    """One roll of all dice a round."""
    return RollBoxes(rules.rounds, rules.ask.count, group=1, ordered=True)


def asked(rules: HexRoller, outcomes: Sequence[Outcome]) -> Iterator[Roll]:
    """HR-4: all dice, every round."""
    return same_roll(rules.ask, rules.rounds, outcomes)


def sums(sheet: Sheet) -> Mapping[str, Sum]:
    """HR-18: the total of everything that scores."""
    scored = tuple(box.id for box in sheet.boxes if box.id.startswith("score/") and box.id != TOTAL)
    return {TOTAL: Sum(scored)}


PRINT_KIT = PrintKit(rolls=roll_boxes, asked=asked, framing=framing, sums=sums)
