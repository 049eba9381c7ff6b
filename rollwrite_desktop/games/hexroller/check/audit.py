"""Checking a filled sheet of HexRoller: what the paper alone proves, what the list of rolls adds, and a whole journal.

Calls broken only what cannot have been legal. Knows nothing of drawing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Finding, Paper, Report, Unchecked
from rollwrite_desktop.core.i18n import Arg, mark
from rollwrite_desktop.core.rules import is_chance
from rollwrite_desktop.gamekit.check.auditing import JournalStep, SheetAuditor
from rollwrite_desktop.gamekit.check.diagnosis_search import at_sight, diagnosed
from rollwrite_desktop.games.hexroller.check.diagnosis import LegalPlays
from rollwrite_desktop.games.hexroller.check.evidence import EMPTY, Evidence, read_evidence, row_without_gaps
from rollwrite_desktop.games.hexroller.check.proof import Proof, SheetStep, refused
from rollwrite_desktop.games.hexroller.check.quick_checks import against_list, against_rolls
from rollwrite_desktop.games.hexroller.check.slips import HexRollerSlips
from rollwrite_desktop.games.hexroller.play.model import BLANK, BONUSES, DASH, NUMBERS, ROWS, TWO, State
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.games.hexroller.play.scoring import RULE
from rollwrite_desktop.sheet.sheet import Sheet

_NEED_ROLLS = {
    "HR-5": mark("the order in which hexes were written"),
    "HR-7": mark("how many dice each number had"),
    "HR-10": mark("where the +1 went"),
    "HR-12": mark("which number was the third"),
    "HR-R1": mark("whether each dash was needed"),
}


class HexRollerAuditor(SheetAuditor[HexRoller]):
    """The check on one sheet, with the options of the table it comes from."""

    def __init__(self, sheet: Sheet, options: Mapping[str, str]) -> None:
        super().__init__(HexRoller(sheet, options))
        self.board = self.rules.board
        self.slips = HexRollerSlips(self.rules)

    def audit(self, paper: Paper) -> Report:
        return self._at_sight(read_evidence(self.rules, paper)).report()

    def prove(self, paper: Paper) -> Iterator[Report]:
        seen = read_evidence(self.rules, paper)
        questions = [LegalPlays(self.rules, paper, seen)] if LegalPlays.covers(self.rules, seen) else []
        yield from diagnosed(paper, self._prove, self.slips, at_sight(self.audit), questions)

    def _prove(self, paper: Paper) -> Iterator[Report]:
        """Yields what can be proved of the play, without a diagnosis."""
        seen = read_evidence(self.rules, paper)
        known = self._at_sight(seen)
        if not seen.rolls:
            yield known.report()
            return
        yield known.describe_undecided(0, None)
        suspects = [spot for finding in known.played for spot in finding.where if spot in self.board.index]
        for step in Proof(self.rules, seen, suspects).steps():
            yield (
                known.decided(step)
                if step.final and step.decided
                else known.describe_undecided(step.least, step.most, step.play)
            )

    def _at_sight(self, seen: Evidence) -> _Known:
        """Returns what the paper proves without a search."""
        groups = [*self._groups(seen)]
        certain = [*groups, *self._twos(seen), *self._columns(seen)]
        # What does not add up may follow from those: it is a mistake of its own only where there is none of them.
        blamed = _numbers(groups)
        counted = [finding for finding in self._counts(seen) if finding.args.get("n") not in blamed]
        counted += against_rolls(self.rules, seen, blamed | _numbers(counted))
        played = certain + [replace(finding, cost=int(not certain and not k)) for k, finding in enumerate(counted)]
        parts = self._parts(seen)
        apart = [*self._digits(seen), *self._empty(seen), *against_list(self.rules, seen), *self._claims(seen, dict(parts))]
        summed = seen.total is not None or any(self._known(seen, part) for part in seen.claimed)
        whole = seen.rolls is not None and len(seen.rolls) >= self.rules.rounds
        return _Known(tuple(apart), tuple(played), parts, seen.total, summed, whole, bool(seen.rolls))

    # ------------------------------------------------------------------ the hexes

    def _digits(self, seen: Evidence) -> Iterator[Finding]:
        for space, held in zip(self.board.spaces, seen.marks, strict=True):
            if held not in (BLANK, TWO, *NUMBERS):
                yield Finding("broken", "HR-1:digit", {"hex": space, "n": max(held, 0)}, (space,), 1, "HR-R4:look")

    def _groups(self, seen: Evidence) -> Iterator[Finding]:
        """HR-5: every written number is connected to a printed one of its kind."""
        for n in NUMBERS:
            held = self.board.holding(seen.marks, n)
            # What cannot stand there may have been meant for this number.
            sound = self.board.group(self.board.holding(self.board.printed, n), held | seen.unread)
            loose = held & ~sound
            while loose:
                group = self.board.group(loose & -loose, loose)
                loose &= ~group
                spaces = self.rules.ids(group)
                yield Finding("broken", "HR-5:group", {"hexes": spaces, "n": n}, spaces, 1)

    def _twos(self, seen: Evidence) -> Iterator[Finding]:
        twos = self.rules.ids(self.board.holding(seen.marks, TWO))
        for _ in twos[1:]:
            yield Finding("broken", "HR-11:many", {"n": len(twos)}, twos, 1)
        if "two" not in seen.bonuses:
            return
        if twos and not seen.used("two"):
            unused = -self.rules.scoring.bonus
            yield Finding("broken", "HR-11:box", {}, ("box:two", twos[0]), 1, "HR-R4:cross", effect=unused)
        elif seen.used("two") and not twos and not seen.unread:
            unused = self.rules.scoring.bonus
            yield Finding("broken", "HR-11:none", {}, ("box:two",), 1, "HR-R4:uncross", effect=unused)

    # ------------------------------------------------------------------ the boxes

    def _columns(self, seen: Evidence) -> Iterator[Finding]:
        """HR-6: the two numbers of a round differ."""
        for number, (upper, lower) in enumerate(zip(*(seen.rows or ()), strict=True), 1):
            if upper == lower and upper not in (EMPTY, DASH):
                about: dict[str, Arg] = {"round": number, "n": int(upper)}
                yield Finding("broken", "HR-6:column", about, (f"lower/{number}", f"upper/{number}"), 1)

    def _empty(self, seen: Evidence) -> Iterator[Finding]:
        """HR-8: what cannot stand in a box, and boxes with nothing in them."""
        for row, boxes in seen.row.items():
            for number, held in enumerate(boxes, 1):
                if held not in (EMPTY, DASH) and int(held) not in NUMBERS:
                    about: dict[str, Arg] = {"round": number, "n": int(held)}
                    yield Finding("broken", "HR-8:digit", about, (f"{row}/{number}",), 1, "HR-R4:look")
        if seen.rows is None:
            return
        filled = max(len(row.rstrip(EMPTY)) for row in seen.rows)
        empty = tuple(
            f"{row}/{k}" for row, held in zip(ROWS, seen.rows, strict=True)
            for k, one in enumerate(held[:filled], 1) if one == EMPTY
        )
        if empty:
            yield Finding("broken", "HR-8:empty", {"boxes": empty}, empty, 1, "HR-R4:dash")
        if filled < self.rules.rounds:
            # A game put down before its end: nothing wrong, but not everything can be judged.
            yield Finding("unproved", "HR-8:midway", {"n": filled, "rounds": self.rules.rounds}, ("box:lower", "box:upper"))

    def _counts(self, seen: Evidence) -> Iterator[Finding]:
        """HR-7, number by number: what its boxes and the bonuses account for, and all together."""
        if seen.rows is None or not seen.legible:
            return
        columns = tuple(zip(*seen.rows, strict=True))
        dice = self.rules.ask.count
        third, extra = seen.could_be_used("third"), seen.could_be_used("plus_one")
        boxless, total, short = [], 0, False
        for n in NUMBERS:
            hexes = self.board.holding(seen.marks, n) & ~self.board.holding(self.board.printed, n)
            count = hexes.bit_count()
            total += count
            shown = [column for column in columns if str(n) in column]
            where = self.rules.ids(hexes)
            if count and not shown:
                boxless.append(n)
                if "third" in seen.bonuses and not third:
                    unused = -self.rules.scoring.bonus
                    places = "box:third", *where
                    yield Finding("broken", "HR-12:box", {"n": n}, places, repair="HR-R4:cross", effect=unused)
            if count < len(shown):
                short = True
                boxes = _spots(columns, str(n))
                about: dict[str, Arg] = {"n": n, "boxes": len(shown), "hexes": count}
                yield Finding("broken", "HR-7:least", about, (*boxes, *where))
            most = sum(dice - 1 + (DASH in column) for column in shown) + (extra if shown else 0)
            most += dice - 2 if third else 0
            if count > most and (shown or third):
                yield Finding("broken", "HR-7:most", {"n": n, "hexes": count, "most": most}, where)
        if len(boxless) > 1 and third:
            numbers = tuple(str(n) for n in boxless)
            yield Finding("broken", "HR-12:many", {"numbers": numbers}, ("box:third",))
        least = sum(held not in (DASH, EMPTY) for row in seen.rows for held in row)
        least += seen.used("plus_one") + seen.used("third")
        if total < least and not short:
            yield Finding("broken", "HR-7:sum", {"hexes": total, "least": least}, ("box:lower", "box:upper"))

    # ------------------------------------------------------------------ the score

    def _parts(self, seen: Evidence) -> tuple[tuple[str, int], ...]:
        used = tuple(bonus for bonus in BONUSES if seen.used(bonus))
        upper, lower = (row_without_gaps(seen.row.get(row, "")) for row in ROWS)
        return self.rules.scoring.parts(seen.marks, upper, lower, used)

    def _claims(self, seen: Evidence, parts: Mapping[str, int]) -> Iterator[Finding]:
        """Every wrong sum in printed order, so that the first one is named first; the total only if no part explains it."""
        for part, points in parts.items():
            claimed = seen.claimed.get(part)
            if claimed is not None and claimed != points and self._known(seen, part):
                key, args = self._reason(seen, part, points)
                args = {"claimed": claimed, "points": points, **args}
                yield Finding("broken", key, args, ("claimed",), 0, "HR-R4:claim", {"points": points}, aspect="sums")
        if seen.total is None:
            return
        added, right = sum(seen.claimed.get(part, points) for part, points in parts.items()), sum(parts.values())
        # A bonus that the paper does not speak of may have been used or not.
        silent = 0 if "bonuses" in seen.claimed else len(BONUSES) - len(seen.bonuses)
        totals = {total - k * self.rules.scoring.bonus for total in (added, right) for k in range(silent + 1)}
        known = all(row in seen.row or row in seen.claimed for row in ROWS)
        if known and seen.total not in totals:
            args = {"claimed": seen.total, "points": right}
            yield Finding("broken", "HR-13:total", args, ("claimed",), 0, "HR-R4:claim", {"points": right}, aspect="sums")

    @staticmethod
    def _known(seen: Evidence, part: str) -> bool:
        """Returns whether the paper says enough to judge a part: absent boxes are not judged."""
        if part == "bonuses":
            return len(seen.bonuses) == len(BONUSES)
        return part not in ROWS or part in seen.row

    def _reason(self, seen: Evidence, part: str, points: int) -> tuple[str, dict[str, Arg]]:
        """Returns the rulebook entry that explains a part, and what it tells beside the points."""
        rule = RULE[part]
        if part == "bonuses":
            unused = sum(not seen.used(bonus) for bonus in BONUSES)
            return rule, {"unused": unused, "each": self.rules.scoring.bonus}
        if part in ("upper", "lower"):
            return f"{rule}:{part}", {}
        if part.startswith("pair_"):
            return f"{rule}:{'yes' if points else 'no'}", {"number": int(part[-1])}
        area = self.rules.scoring.area(seen.marks, part)
        if area.blank:
            return f"{rule}:blank", {"part": part, "blank": area.blank}
        factor = self.rules.scoring.factor[part]
        return rule, {"part": part, "number": area.number, "count": area.count, "factor": factor}

    # ------------------------------------------------------------------ a whole journal

    def refused(self, step: JournalStep[State], player: str) -> Iterator[Finding]:
        """Returns the first reason against a stroke, at its own place too."""
        reason = self.rules.refuse(step.state, step.event)
        if reason is None or is_chance(step.event.by):
            yield from super().refused(step, player)
        else:
            yield refused(self.rules, step.event.move, reason, step.rolls)


class _Known(Struct, frozen=True):
    """What is known of a paper without a search. apart: what no way of play has to do with; played: mistakes of play, some
    of which may be one and the same. summed: a sum is written. whole: the list has a roll for every round; listed: it has
    some."""

    apart: tuple[Finding, ...]
    played: tuple[Finding, ...]
    parts: tuple[tuple[str, int], ...]
    claimed: int | None
    summed: bool
    whole: bool
    listed: bool

    @property
    def slips(self) -> int:
        return sum(finding.cost for finding in self.apart)

    def report(self, *found: Finding) -> Report:
        """A report with these findings besides, or with the mistakes of play as the paper shows them."""
        unchecked = {} if self.whole else _NEED_ROLLS
        return Report(
            (*self.apart, *(found or self.played)), self.parts, self.claimed,
            tuple(Unchecked(rule, "rolls", about, self.listed) for rule, about in unchecked.items()),
            summed=self.summed,
        )

    def describe_undecided(self, least: int, most: int | None, play: tuple[tuple[str, ...], ...] = ()) -> Report:
        """Returns what is proved so far."""
        found = list(self.played)
        certain = sum(finding.cost for finding in found)
        least, more = max(least, certain), least - certain
        if more > 0:
            found.append(Finding("broken", "HR-R4:least", {"n": least}, (), more))
        most = None if most is None else max(least, most) + self.slips
        least += self.slips
        about: dict[str, Arg] = {"least": least} if most is None else {"least": least, "most": most}
        if least != most:
            found.append(Finding("unproved", "HR-R4:more" if most is None else "HR-R4:between", about))
        return replace(self.report(*found), bounds=(least, most), play=play)

    def decided(self, step: SheetStep) -> Report:
        """Returns what the search came to: the fewest mistakes instead of what the paper shows of them."""
        least = step.least + self.slips
        meant = dict(step.meant)
        apart = tuple(
            replace(finding, repair="HR-R4:digit", repair_args={"n": meant[finding.where[0]], "hex": finding.where[0]})
            if finding.key == "HR-1:digit" and finding.where[0] in meant else finding for finding in self.apart
        )
        known = replace(self, apart=apart, played=() if self.whole or step.mistakes else self.played)
        found = [*step.mistakes]
        if step.elsewhere:
            found.append(Finding("unproved", "HR-R4:elsewhere"))
        if known.played:
            # Beyond the end of the list the paper alone speaks.
            return replace(known.describe_undecided(0, None, step.play), bounds=None)
        return replace(known.report(*found), bounds=(least, least), play=step.play)


def _numbers(findings: list[Finding]) -> set[int]:
    """Returns the numbers that findings are about."""
    return {n for n in NUMBERS if any(finding.args.get("n") == n for finding in findings)}


def _spots(columns: tuple[tuple[str, ...], ...], held: str) -> tuple[str, ...]:
    """Returns the boxes that hold something."""
    return tuple(
        f"{row}/{k}" for r, row in enumerate(ROWS) for k, column in enumerate(columns, 1) if column[r] == held
    )
