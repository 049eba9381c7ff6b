"""Checking a filled map of Rolling America: what the paper alone proves, and what a whole journal proves.

Calls broken only what cannot have been legal. Mistakes are counted as RA-R6 says. Knows nothing of drawing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from msgspec.structs import replace

from rollwrite_desktop.core.audit import Finding, Paper, Report, Unchecked
from rollwrite_desktop.core.chance import Draw, Outcome
from rollwrite_desktop.core.i18n import Arg, mark
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.check.auditing import journal_steps
from rollwrite_desktop.gamekit.check.diagnosis_search import Question, at_sight, diagnosed, where_wrong
from rollwrite_desktop.gamekit.check.evidence import held_by_space
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.games.rolling_america.check.diagnosis import LegalPlays
from rollwrite_desktop.games.rolling_america.check.evidence import Evidence, read_evidence
from rollwrite_desktop.games.rolling_america.check.proof import Proof, missing_turns, number_of
from rollwrite_desktop.games.rolling_america.check.slips import RollingAmericaSlips
from rollwrite_desktop.games.rolling_america.play.model import BLANK, COLORS, NUMBER, State, X
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.sheet.sheet import Sheet

_NEED_ROLLS = {
    "RA-7": mark("which die wrote which number"),
    "RA-9": mark("whether a number fit instead of an X"),
    "RA-10": mark("whether each X is in its die’s region"),
    "RA-11": mark("whether a die was skipped"),
    "RA-13": mark("where colors were changed"),
    "RA-15": mark("which numbers were duped"),
}


class RollingAmericaAuditor:
    """The check on one map, with the options of the table it comes from."""

    def __init__(self, sheet: Sheet, options: Mapping[str, str]) -> None:
        self.rules = RollingAmerica(sheet, options)
        self.slips = RollingAmericaSlips(self.rules)

    # ------------------------------------------------------------------ the paper alone

    def audit(self, paper: Paper) -> Report:
        seen = read_evidence(self.rules, paper)
        return self._report(seen, self._alone(seen))

    def prove(self, paper: Paper) -> Iterator[Report]:
        seen = read_evidence(self.rules, paper)
        yield from diagnosed(paper, self._prove, self.slips, at_sight(self.audit), self._questions(paper, seen))

    def _questions(self, paper: Paper, seen: Evidence) -> Iterator[Question | None]:
        """Yields what is asked of a paper with rolls; of one whose list breaks off only where something is proved to be
        wrong."""
        if not LegalPlays.covers(self.rules, seen):
            return
        questions = iter((LegalPlays(self.rules, paper, seen),))
        whole = len(seen.dice) == self.rules.rounds * self.rules.turns
        yield from questions if whole else where_wrong(self._prove(paper), questions)

    def _prove(self, paper: Paper) -> Iterator[Report]:
        """Yields what can be proved of the play, without a diagnosis."""
        seen = read_evidence(self.rules, paper)
        if not seen.rolls:
            yield self.audit(paper)
            return
        proof = Proof(self.rules, seen.marks, seen.boxes, seen.dice)
        marks, boxes = seen.marks, seen.boxes
        certain = (*self._pairs(marks, boxes), *self._circles(marks, boxes), *self._boxes_over(boxes))
        listed = (*self._listed(seen, proof),)
        # Round boxes that contradict the list leave what the map alone proves without ground.
        alone = self._alone(seen) if proof.rounds_fit else certain
        floor = sum(finding.cost for finding in alone)
        yield self._undecided(seen, (*alone, *listed), floor, len(certain), None)
        for step in proof.steps():
            least = len(certain) + step.least
            if not step.decided:
                most = None if step.most is None else len(certain) + step.most
                report = self._undecided(seen, (*alone, *listed), floor, least, most)
            elif floor > least:  # the map alone proves more than rolls that are missing, or could not be
                report = replace(self._report(seen, (*alone, *listed)), bounds=(floor, floor))
            else:
                open_to_doubt = (Finding("unproved", "RA-R6:example", {"n": least}),) if step.elsewhere else ()
                findings = (*certain, *step.mistakes, *open_to_doubt, *listed)
                report = replace(self._report(seen, findings), bounds=(least, least))
            yield replace(report, play=step.play)

    def _undecided(
        self, seen: Evidence, findings: tuple[Finding, ...], floor: int, least: int, most: int | None
    ) -> Report:
        """Returns what is known while a search goes on: `findings` prove some mistakes themselves."""
        proved = sum(finding.cost for finding in findings)
        least = max(floor, least)
        most = None if most is None else max(least, most)
        about: dict[str, Arg] = {"least": least} if most is None else {"least": least, "most": most}
        more = (Finding("broken", "RA-R6:least", {"n": least}, cost=least - proved),) if least > proved else ()
        doubt = Finding("unproved", "RA-R6:more" if most is None else "RA-R6:between", about)
        return replace(self._report(seen, (*findings, *more, doubt), most=most), bounds=(least, most))

    def _alone(self, seen: Evidence) -> tuple[Finding, ...]:
        """Returns the mistakes that the map proves by itself."""
        marks, boxes = seen.marks, seen.boxes
        return (
            *self._pairs(marks, boxes), *self._digits(marks), *self._circles(marks, boxes), *self._boxes_over(boxes),
            *self._dupe_pairs(marks, boxes), *self._counts(marks, boxes), *self._open_xs(marks, boxes),
        )

    def _report(self, seen: Evidence, found: Iterable[Finding], *, most: int | None = None) -> Report:
        """Mistakes and what else was found, with the sums that they lead to. `most`: so many mistakes there may be."""
        findings = [replace(finding, effect=finding.cost) for finding in found]
        marks, boxes = seen.marks, seen.boxes
        mistakes = sum(finding.cost for finding in findings)
        blanks = tuple(space for space in self.rules.spaces if space not in marks)
        over = boxes.get("rounds", 0) >= self.rules.rounds
        xs = sum(content(held) == X for held in marks.values()) + (len(blanks) if over else 0)
        findings.extend(self._impossible(seen.dice))
        if boxes.get("rounds", 0) > self.rules.rounds:
            args: dict[str, Arg] = {"n": boxes["rounds"], "rounds": self.rules.rounds}
            findings.append(
                Finding("broken", "RA-6:rounds", args, ("box:rounds",), 0, "RA-R6:boxes", {"n": self.rules.rounds},
                        aspect="record")
            )
        if over and blanks:
            states = tuple(map(self.rules.name, blanks))
            findings.append(Finding("broken", "RA-18", {"states": states}, blanks, repair="RA-R6:fill", aspect="record"))
        # Before round 8 is known to be over, the blanks may or may not have been counted; the mistakes may not have been.
        counted = {xs} | ({xs + len(blanks)} if "rounds" not in boxes else set())
        right = {total + more for total in counted for more in (0, *range(mistakes, 1 + max(mistakes, most or 0)))}
        if seen.claimed is not None and seen.claimed not in right:
            findings.append(Finding(
                "broken", "RA-19", {"claimed": seen.claimed, "total": xs + mistakes}, ("claimed",),
                repair="RA-R6:claim", repair_args={"total": xs + mistakes}, aspect="sums",
            ))
        return Report(tuple(findings), (("Xs", xs), ("mistakes", mistakes)), seen.claimed, tuple(self._unchecked(seen)))

    def _unchecked(self, seen: Evidence) -> Iterator[Unchecked]:
        """Yields what the rolls show, or the rest of them."""
        if not seen.rolls or missing_turns(self.rules, seen.boxes.get("rounds"), len(seen.rolls)):
            for rule, about in _NEED_ROLLS.items():
                yield Unchecked(rule, "rolls", about, bool(seen.rolls))

    def _listed(self, seen: Evidence, proof: Proof) -> Iterator[Finding]:
        """Yields what is to be said of the list of rolls: too long, too short, or not that of the rounds crossed off."""
        total = self.rules.rounds * self.rules.turns
        for number in range(total + 1, len(seen.dice) + 1):
            yield Finding("broken", "RA-6", {}, (f"roll:{number}",), aspect="record")
        if not proof.rounds_fit:
            made = len(proof.rolls) // self.rules.turns
            args: dict[str, Arg] = {"n": seen.boxes["rounds"], "rolls": len(proof.rolls), "rounds": made}
            yield Finding("broken", "RA-6:boxes", args, ("box:rounds",), 0, "RA-R6:boxes", {"n": made}, aspect="record")
        if proof.missing:
            yield Finding("unproved", "RA-5:missing", {"n": len(proof.rolls)}, (f"roll:{len(proof.rolls) + 1}",))

    def _pairs(self, marks: Mapping[str, str], boxes: Mapping[str, int]) -> Iterator[Finding]:
        """RA-8: the order of writing does not matter."""
        circles = sum(is_circled(held) for held in marks.values())
        for a, b in self.rules.links:
            one, two = marks.get(a, BLANK), marks.get(b, BLANK)
            if not (one.isdigit() and two.isdigit()) or abs(int(one) - int(two)) <= 1:
                continue
            spare = max(circles, boxes.get("guard", 0)) < self.rules.power_boxes
            states: dict[str, Arg] = {"state": self.rules.name(a), "other": self.rules.name(b)}
            yield Finding(
                "broken", "RA-8", states | {"value": int(two), "number": int(one)}, (a, b), 1,
                "RA-R6:circle" if spare else "", states,
            )

    def _digits(self, marks: Mapping[str, str]) -> Iterator[Finding]:
        for space, held in marks.items():
            number = number_of(held)
            if number is not None and not 1 <= number <= 6:
                args = {"state": self.rules.name(space), "mark": held}
                yield Finding("broken", "RA-7:digit", args, (space,), 1, "RA-R6:digit")

    def _circles(self, marks: Mapping[str, str], boxes: Mapping[str, int]) -> Iterator[Finding]:
        """RA-14, RA-R4: as many circles as boxes, no more than there are; one mistake for each beyond or missing (RA-R6)."""
        for space, held in marks.items():
            if held == f"({X})":
                yield Finding("broken", "RA-14:x", {"state": self.rules.name(space)}, (space,), 1, "RA-R6:plain")
        circled = tuple(space for space, held in marks.items() if is_circled(held) and held != f"({X})")
        n, crossed, most = len(circled), boxes.get("guard"), self.rules.power_boxes
        for _ in range(n - most):
            yield Finding("broken", "RA-14:many", {"n": n, "boxes": most}, circled, 1)
        if crossed is None:
            return
        for _ in range(crossed - most):
            args = {"n": crossed, "boxes": most}
            yield Finding("broken", "RA-14:boxes", args, ("box:guard",), 1, "RA-R6:boxes", {"n": min(n, most)})
        for _ in range(abs(min(n, most) - min(crossed, most))):
            yield Finding(
                "broken", "RA-14:circles", {"n": n, "boxes": crossed}, ("box:guard", *circled), 1,
                "RA-R6:boxes", {"n": min(n, most)},
            )

    def _boxes_over(self, boxes: Mapping[str, int]) -> Iterator[Finding]:
        """RA-13 and RA-15: no more than there are boxes."""
        most = self.rules.power_boxes
        for power, key in (("change", "RA-13:many"), ("dupe", "RA-15:many")):
            crossed = boxes.get(power, 0)
            for _ in range(crossed - most):
                args = {"n": crossed, "boxes": most}
                yield Finding("broken", key, args, (f"box:{power}",), 1, "RA-R6:boxes", {"n": most})

    def _dupe_pairs(self, marks: Mapping[str, str], boxes: Mapping[str, int]) -> Iterator[Finding]:
        """RA-15: every dupe needs two equal numbers of its own."""
        dupes = boxes.get("dupe", 0)
        pairs = self._pairs_of(marks)
        # A digit that no die shows may be what was duped; it is counted already.
        unread = sum(number_of(held) is not None and held not in NUMBER for held in marks.values())
        for _ in range(min(dupes, self.rules.power_boxes) - pairs - unread):
            args = {"n": dupes, "pairs": pairs}
            yield Finding("broken", "RA-15:pairs", args, ("box:dupe",), 1, "RA-R6:boxes", {"n": pairs})

    def _pairs_of(self, marks: Mapping[str, str]) -> int:
        """How many dupes the numbers allow."""
        numbers = Counter(NUMBER[held] for held in marks.values() if held in NUMBER)
        return sum(count // 2 for count in numbers.values())

    def _counts(self, marks: Mapping[str, str], boxes: Mapping[str, int]) -> Iterator[Finding]:
        """RA-5, RA-6: a round brings two numbers a turn, at most one of each color and one wild."""
        rounds = min(boxes.get("rounds", self.rules.rounds), self.rules.rounds)
        dupes, changes = (
            min(boxes.get(power, self.rules.power_boxes), self.rules.power_boxes) for power in ("dupe", "change")
        )
        numbers = tuple(space for space, held in marks.items() if held in NUMBER)
        per_round = self.rules.turns * self.rules.drawn
        # A game put down in the middle of a round has more numbers than its round boxes say, legally: up to a whole round
        # whose box is just about to be crossed off.
        begun = min(rounds + 1, self.rules.rounds)
        most = rounds * per_round + dupes
        too_many = max(0, len(numbers) - begun * per_round - dupes)
        for _ in range(too_many):
            args = {"n": len(numbers), "rounds": rounds, "dupes": dupes, "most": most}
            yield Finding("broken", "RA-6:count", args, ("box:rounds",), 1)
        sure = self._color_excess(numbers, begun, changes + dupes)
        for _ in range(max(0, sure - too_many)):
            args = {"n": sure, "rounds": begun, "changes": changes, "dupes": dupes}
            yield Finding("broken", "RA-7:colors", args, ("box:change", "box:dupe", "box:rounds"), 1)
        midway = len(numbers) > most or self._color_excess(numbers, rounds, changes + dupes) > 0
        if midway and not too_many and not sure:
            yield Finding("unproved", "RA-6:midway", {"n": len(numbers), "rounds": rounds}, ("box:rounds",))

    def _color_excess(self, numbers: tuple[str, ...], rounds: int, powers: int) -> int:
        """How many numbers the dice of their own colors, the wild and the powers cannot account for."""
        per_region = Counter(self.rules.region[self.rules.index[space]] for space in numbers)
        return max(0, sum(max(0, per_region[color] - rounds) for color in COLORS) - rounds - powers)

    def _open_xs(self, marks: Mapping[str, str], boxes: Mapping[str, int]) -> Iterator[Finding]:
        """RA-9: a state that no unguarded number ever touched took any number, so it was blank until the end."""
        if "rounds" not in boxes:
            return
        over = boxes["rounds"] >= self.rules.rounds
        open_states = tuple(
            space for i, space in enumerate(self.rules.spaces)
            if marks.get(space, X) == X
            and not any(marks.get(self.rules.spaces[j], BLANK).isdigit() for j in self.rules.neighbors[i])
        )
        if not over:
            # Blank states get their X only when the game is over; a sheet filled up early is given the benefit.
            if len(marks) < len(self.rules.spaces):
                for space in open_states:
                    if space in marks:
                        yield Finding("broken", "RA-9:open", {"state": self.rules.name(space)}, (space,), 1)
            return
        # Few dice stay in the bag each round; of these colors and the wild all others were drawn. They became numbers, and
        # every dupe is one more.
        colors = {self.rules.sheet.space[space].region for space in open_states}
        stay = len(self.rules.dice) - self.rules.turns * self.rules.drawn
        drawn = self.rules.rounds * max(0, len(colors) + 1 - stay)
        least = drawn + min(boxes.get("dupe", 0), self.rules.power_boxes, self._pairs_of(marks))
        n = sum(number_of(held) is not None for held in marks.values())
        if open_states and n < least:
            about: dict[str, Arg] = {"states": tuple(map(self.rules.name, open_states)), "least": least, "n": n}
            yield Finding("broken", "RA-9:blank", about, open_states, 1)

    def _impossible(self, rolls: Sequence[Outcome]) -> Iterator[Finding]:
        """RA-5: what cannot have been drawn from the bag, or shows what no die does."""
        bag = self.rules.dice
        for number, drawn in enumerate(rolls[: self.rules.rounds * self.rules.turns], 1):
            if (number - 1) % self.rules.turns == 0:
                bag = self.rules.dice
            draw = Draw(bag, self.rules.drawn)
            if not draw.admits(drawn):
                where = (f"roll:{number}",)
                if all(die.face in draw.faces for die in drawn.dice):
                    both = {"dice": tuple(die.name for die in drawn.dice), "bag": bag}
                    yield Finding("broken", "RA-5:draw", both, where, aspect="record")
                else:
                    yield Finding("broken", "RA-5", {"dice": self.rules.write(drawn), "bag": bag}, where, aspect="record")
            bag = tuple(name for name in bag if name not in {die.name for die in drawn.dice})

    # ------------------------------------------------------------------ a whole journal

    def audit_play(self, session: Session[State], player: str) -> Report:
        """RA-18: every stroke that the rules refuse, and every pair of neighbors that clashes on the finished map."""
        findings: list[Finding] = []
        for step in journal_steps(session, player):
            counted = self.rules.mistakes(step.state, step.event)
            # What is out of turn but leaves no mark is told, and costs nothing.
            others = (reason for reason in self.rules.reasons(step.state, step.event) if reason.rule != "RA-8")
            findings += [step.finding(each, self.rules.sheet, int(each in counted)) for each in counted or islice(others, 1)]
        part = session.state.part(player)
        marks = held_by_space(self.rules.spaces, part.marks)
        findings.extend(self._pairs(marks, {"guard": part.guard}))
        mistakes = sum(finding.cost for finding in findings)
        xs = sum(held == X for held in marks.values())
        if self.rules.finished(session.state):
            xs += len(self.rules.spaces) - len(marks)
        return Report(tuple(findings), (("Xs", xs), ("mistakes", mistakes)), None)
