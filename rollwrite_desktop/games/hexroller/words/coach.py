"""What HexRoller says to somebody who plays it for the first time, and why a stroke is a good one."""

from __future__ import annotations

from collections import Counter

from rollwrite_desktop.core.i18n import Arg, tr, tr_n
from rollwrite_desktop.core.rules import Event, Move
from rollwrite_desktop.gamekit.play.map_rules import with_mark
from rollwrite_desktop.gamekit.words.coach import Coach, Lesson, one_of
from rollwrite_desktop.games.hexroller.play.evaluation import FAR, Evaluation
from rollwrite_desktop.games.hexroller.play.guide import Ui
from rollwrite_desktop.games.hexroller.play.model import (
    BLANK,
    BONUSES,
    NUMBERS,
    ROWS,
    Boxes,
    Done,
    Extra,
    Part,
    State,
    Two,
    Write,
)
from rollwrite_desktop.games.hexroller.play.notation import digit
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.games.hexroller.play.scoring import MIDDLE, WRITTEN, straight


def _area(letter: str) -> str:
    """An area within a sentence."""
    return tr("the middle") if letter == MIDDLE else tr("area {area}", area=letter)


class HexRollerCoach(Coach[HexRoller]):
    """The coach on one sheet."""

    taught = ("aim", "rows", "connect", "lead", "chain", "second", "boxes", "fill", "bonus", "dash")

    def find_lesson(self, state: State, player: str, ui: Ui) -> Lesson | None:
        rules, part = self.rules, state.part(player)
        total = sum(points for _, points in rules.parts(part))
        if rules.finished(state):
            return Lesson("score", tr("Your score"), tr("Your sheet scores {n}. The highest total wins.", n=total), "HR-18")
        if not state.rolls or part.done:
            return Lesson("aim", tr("Four ways to score"), tr(
                "Points come from full areas, connected pairs, rows of boxes that count up from 3, and unused bonuses. "
                "Good moves do two of these at once."), "HR-14")
        chain = rules.running(state, part)
        if chain is not None:
            spaces = [move.space for move in rules.moves(state, player) if isinstance(move, Write)]
            nearer, others = self._nearer(part, chain.number, spaces)
            leads = self._leads(part, chain.number, spaces)
            if nearer and others:
                more = tr("In {good}, the two printed {number}s come nearer; in {bad}, they don’t.",
                          good=nearer[0], bad=others[0], number=chain.number)
            elif len({*leads.values()}) > 1:
                good, bad = (next(space for space in leads if leads[space] is first) for first in (True, False))
                more = tr("In {good}, the {number} would lead in {area}; in {bad}, it would not lead in {other}.",
                          good=good, bad=bad, number=chain.number,
                          area=_area(self._letter(good)), other=_area(self._letter(bad)))
            elif rules.left(state, chain) > 1:
                more = tr("Don’t run into a dead end.")
            else:
                return None
            first = tr("It goes on from {hex}.", hex=rules.spaces[chain.path[-1]])
            return Lesson("chain", tr("A chain is a path"), f"{first} {more}", "HR-5")
        if ui.bonus or part.boxed:
            return self._bonus(state, player, part)
        fitting = rules.fitting(state, part)
        if len(part.chosen) < len(ROWS) and not fitting:
            return Lesson("dash", tr("No room"), tr(
                "No number that is left can be written in full, so a box gets a dash. Keep more room around your numbers."
            ), "HR-R1")
        if len(part.chosen) >= len(ROWS):
            return self._boxes(part)
        ideas = self._ideas(part, fitting)
        if part.chosen:
            ideas.insert(0, Lesson("second", tr("The second number"), tr(
                "Now write a number other than {first}. You can choose {numbers}.",
                first=part.chosen[0], numbers=tuple(map(str, fitting))), "HR-6"))
        return one_of(ideas, len(state.rolls) + len(part.chosen))

    def _ideas(self, part: Part, fitting: tuple[int, ...]) -> list[Lesson]:
        """Returns what there is to learn about the choice of a number."""
        found: list[Lesson] = []
        wanted = {row: straight(held) + 1 if straight(held) else NUMBERS[0]
                  for row, held in (("upper", part.upper), ("lower", part.lower))}
        useful = tuple(str(n) for n in fitting if n in wanted.values())
        if useful:
            found.append(Lesson("rows", tr("Count up from 3"), tr(
                "A row counts 3, 4, 5 and so on, and stops where a number is missing. With this roll, a row can go on "
                "with {numbers}.", numbers=useful), "HR-17"))
        evaluation = Evaluation(self.rules, part.marks)
        pairs = sorted((n for n in fitting if 0 < evaluation.gap[n] < FAR), key=lambda n: (evaluation.gap[n], -n))
        if pairs:
            n, *others = pairs
            other = next((m for m in others if evaluation.gap[m] > evaluation.gap[n]), None)
            text = " ".join(self._missing(m, evaluation.gap[m]) for m in (n, other) if m is not None)
            more = tr("Connected, a pair scores its number.")
            found.append(Lesson("connect", tr("Connect a pair"), f"{text} {more}", "HR-16"))
        areas = {letter: self.rules.scoring.area(part.marks, letter) for letter in self.rules.board.areas}
        open_ones = [letter for letter, area in areas.items() if area.blank and area.number in fitting]
        if open_ones:
            letter = min(open_ones, key=lambda letter: (areas[letter].blank, -areas[letter].number, letter))
            area = areas[letter]
            about: dict[str, Arg] = {"area": _area(letter), "number": area.number}
            if self._tied(part, letter):
                text = tr_n("In {area}, the {number} is the highest of the most common numbers, and one hex is empty.",
                            "In {area}, the {number} is the highest of the most common numbers, and {n} hexes are empty.",
                            area.blank, **about)
            else:
                text = tr_n("In {area}, the {number} is most common, and one hex is empty.",
                            "In {area}, the {number} is most common, and {n} hexes are empty.", area.blank, **about)
            factor = self.rules.scoring.factor
            full = {each: one.number * factor[each] for each, one in areas.items() if one.blank}
            least, most = min(full, key=lambda each: (full[each], each)), max(full, key=lambda each: (full[each], each))
            if full[least] < full[letter]:
                about |= {"points": full[letter], "other": _area(least), "least": full[least]}
                text += " " + tr("If that holds, {area} scores {points}; {other} would score only {least}.", **about)
            elif full[most] > full[letter]:
                about |= {"points": full[letter], "other": _area(most), "most": full[most]}
                text += " " + tr("If that holds, {area} scores only {points}; {other} would score {most}.", **about)
            found.append(Lesson("lead", tr("Let a high number lead"), text, "HR-14"))
        last = [letter for letter, area in areas.items() if area.blank == 1]
        if last:
            (space,) = (self.rules.spaces[i] for i in self.rules.board.areas[last[0]] if part.marks[i] == BLANK)
            sentences = [tr("In {area}, only {hex} is empty. Any number there makes the area score.",
                            area=_area(last[0]), hex=space)]
            if "two" not in part.used and not part.bonus:
                sentences.append(tr("Your bonus 2 could go there."))
            found.append(Lesson("fill", tr("The last hex"), " ".join(sentences), "HR-14"))
        return found or [Lesson("first", tr("Choose a number"), tr(
            "You can write {numbers} in full.",
            numbers=tuple(map(str, fitting))), "HR-5")]

    @staticmethod
    def _missing(number: int, gap: int) -> str:
        """Returns what is missing between a printed pair."""
        return tr_n("Between the two printed {number}s, one hex is missing.",
                    "Between the two printed {number}s, {n} hexes are missing.", gap, number=number)

    def _bonus(self, state: State, player: str, part: Part) -> Lesson:
        unused = len(BONUSES) - len(part.used)
        if all(isinstance(move, Done) for move in self.rules.moves(state, player)):
            alone = len(state.players) == 1
            return Lesson("done", tr("Next round"), tr("Your boxes are filled. Roll again.") if alone
                          else tr("Your boxes are filled. Roll once everyone has finished."), "HR-8")
        text = tr("A bonus that you keep scores {each} points, so use one only where it brings more.",
                  each=self.rules.scoring.bonus)
        kept = tr_n("You have one bonus left.", "You have {n} bonuses left.", unused)
        return Lesson("bonus", tr("What a bonus is worth"), f"{text} {kept}", "HR-9")

    def _boxes(self, part: Part) -> Lesson | None:
        """Of the two ways to put two numbers in the rows; None where the rows would count as far."""
        first, second = sorted(part.chosen)[: len(ROWS)]
        ways = {
            (upper, lower): (straight(part.upper + str(upper)), straight(part.lower + str(lower)))
            for upper, lower in ((first, second), (second, first))
        }
        if len({*map(sum, ways.values())}) == 1:
            return None
        better, worse = sorted(ways, key=lambda way: -sum(ways[way]))
        sentences = (
            tr("Put {upper} in the upper row and {lower} in the lower.", upper=better[0], lower=better[1]),
            self._about_boxes(part, dict(zip(ROWS, better, strict=True))),
            tr("The other way around, neither row gets further.") if not self._further(part, worse)
            else tr_n("The other way around, the rows score one point less.",
                      "The other way around, the rows score {n} points less.", sum(ways[better]) - sum(ways[worse])),
        )
        return Lesson("boxes", tr("Which row?"), " ".join(sentences), "HR-8")

    @staticmethod
    def _further(part: Part, numbers: tuple[int, int]) -> bool:
        """Returns whether a row would count further with these numbers, in the upper and in the lower row."""
        rows = zip((part.upper, part.lower), numbers, strict=True)
        return any(straight(held + str(n)) > straight(held) for held, n in rows)

    # ------------------------------------------------------------------ one good stroke

    def advice(self, move: Move) -> str:
        match move:
            case Write(space, number, third):
                if third:
                    return tr("Use the third number: write {n} in {hex}", n=number, hex=space)
                return tr("Write {n} in {hex}", n=number, hex=space)
            case Extra(space, number):
                return tr("Take the +1: write {n} in {hex}", n=number, hex=space)
            case Two(space):
                return tr("Take the bonus 2: write it in {hex}", hex=space)
            case Boxes(upper, lower):
                return tr("Put {upper} in the upper row and {lower} in the lower",
                          upper=digit(upper).replace("-", "–"), lower=digit(lower).replace("-", "–"))
            case Done():
                return tr("Finish your turn")
        raise TypeError(f"{move!r} is no move of HexRoller")

    def reason(self, state: State, player: str, move: Move) -> str:
        part = state.part(player)
        match move:
            case Write(space, number) | Extra(space, number):
                return self._about_hex(state, player, move, space, number)
            case Two(space):
                letter = self._letter(space)
                left = self.rules.scoring.area(part.marks, letter).blank - 1
                if left:
                    return self._about_blank(letter, left)
                return tr("It fills the last hex of {area}.", area=_area(letter))
            case Boxes(upper, lower):
                return self._about_boxes(part, {"upper": upper, "lower": lower})
            case Done():
                kept = tr("A bonus that you keep scores {value}.", value=self.rules.scoring.bonus)
                text = tr("Your boxes are filled.")
                return f"{text} {kept}" if len(part.used) < len(BONUSES) else text
        return ""

    def elsewhere(self, state: State, player: str, move: Move) -> str:
        if not isinstance(move, Write | Extra):
            return ""
        part, number, space = state.part(player), move.number, move.space
        alike = [
            other.space for other in self.rules.moves(state, player)
            if type(other) is type(move) and other.number == number
        ]
        nearer, others = self._nearer(part, number, alike)
        if space in nearer and others:
            return tr("In {hex}, the two {number}s come no nearer.", hex=others[0], number=number)
        leads = self._leads(part, number, alike)
        behind = next((other for other in alike if not leads.get(other, True)), "")
        if behind and leads.get(space, False):
            return tr("In {hex}, it would not lead in {area}.", hex=behind, area=_area(self._letter(behind)))
        return ""

    def _leads(self, part: Part, number: int, spaces: list[str]) -> dict[str, bool]:
        """Of these hexes, for each that leaves room in its area, whether a number written there would lead in it."""
        return {
            space: area.number == number for space in spaces
            if (area := self.rules.scoring.area(self._with(part, space, number), self._letter(space))).blank
        }

    def _tied(self, part: Part, letter: str) -> bool:
        """Returns whether several numbers are the most common ones in an area."""
        held = Counter(part.marks[i] for i in self.rules.board.areas[letter] if part.marks[i] in WRITTEN)
        return [*held.values()].count(max(held.values(), default=0)) > 1

    def _letter(self, space: str) -> str:
        """Returns the area of a hex."""
        return self.rules.board.letter[self.rules.index[space]]

    def _with(self, part: Part, space: str, number: int) -> tuple[int, ...]:
        """Returns the hexes, with a number in one of them."""
        return with_mark(part.marks, self.rules.index[space], number)

    def _nearer(self, part: Part, number: int, spaces: list[str]) -> tuple[list[str], list[str]]:
        """Of these hexes those in which a number brings its printed pair closer, and the others."""
        gap = Evaluation(self.rules, part.marks).gap[number]
        if not 0 < gap < FAR:
            return [], spaces
        after = {space: Evaluation(self.rules, self._with(part, space, number)).gap[number] for space in spaces}
        return [space for space in spaces if after[space] < gap], [space for space in spaces if after[space] >= gap]

    def _about_hex(self, state: State, player: str, move: Move, space: str, number: int) -> str:
        part = state.part(player)
        after = self.rules.apply(state, Event(player, move)).part(player)
        before, now = Evaluation(self.rules, part.marks), Evaluation(self.rules, after.marks)
        sentences = []
        gap, closer = before.gap[number], now.gap[number]
        if gap and not closer:
            sentences.append(tr("It connects the two printed {number}s: {number} points.", number=number))
        elif closer < gap:
            sentences.append(tr_n(
                "One more hex then connects the two printed {number}s.",
                "{n} more hexes then connect the two printed {number}s.", closer, number=number))
        letter = self._letter(space)
        area = self.rules.scoring.area(after.marks, letter)
        name = _area(letter)
        if not area.blank:
            sentences.append(tr_n("It fills {area}: one point.", "It fills {area}: {n} points.", area.points, area=name))
        elif area.number == number:
            sentences.append(tr_n(
                "The {number} then leads in {area}, where one hex is still empty.",
                "The {number} then leads in {area}, where {n} hexes are still empty.", area.blank, number=number, area=name))
        else:
            sentences.append(self._about_blank(letter, area.blank))
        return " ".join(sentences)

    @staticmethod
    def _about_blank(letter: str, blank: int) -> str:
        return tr_n("It leaves one hex empty in {area}.", "It leaves {n} hexes empty in {area}.", blank, area=_area(letter))

    def _about_boxes(self, part: Part, numbers: dict[str, int]) -> str:
        held = {"upper": part.upper, "lower": part.lower}
        now = {row: straight(held[row] + str(numbers[row])) for row in ROWS}
        match [row for row in ROWS if now[row] > straight(held[row])]:
            case ["upper"]:
                return tr("Then the upper row counts to {n}.", n=now["upper"])
            case ["lower"]:
                return tr("Then the lower row counts to {n}.", n=now["lower"])
            case []:
                return tr("Neither row gets further this time.")
        return tr("Then the upper row counts to {n} and the lower to {m}.", n=now["upper"], m=now["lower"])

    def spots(self, move: Move) -> tuple[str, ...]:
        return (move.space,) if isinstance(move, Write | Extra | Two) else ()
