"""What HexRoller says to somebody who plays it for the first time, and why a stroke is a good one."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.core.rules import Event, Move
from rollwrite_desktop.gamekit.coach import Lesson
from rollwrite_desktop.games.hexroller.bots import FAR, Outlook
from rollwrite_desktop.games.hexroller.guide import HexRollerGuide, Ui
from rollwrite_desktop.games.hexroller.model import ROWS, Boxes, Done, Extra, Part, State, Two, Write
from rollwrite_desktop.games.hexroller.notation import digit
from rollwrite_desktop.games.hexroller.rules import HexRoller
from rollwrite_desktop.games.hexroller.scoring import MIDDLE, straight


class HexRollerCoach:
    """The coach on one sheet."""

    def __init__(self, rules: HexRoller) -> None:
        self.rules = rules
        self.guide = HexRollerGuide(rules)

    def lesson(self, state: State, player: str, ui: Ui) -> Lesson:
        part = state.part(player)
        if self.rules.finished(state):
            return Lesson(tr("Full areas, joined pairs, rows that count from 3, and bonuses left over make your score."),
                          "HR-14")
        if not state.rolls or part.done:
            return Lesson(tr(
                "All dice are rolled for everybody. You will choose two of the numbers and write each as often as the dice "
                "show it."
            ), "HR-4")
        chain = self.rules.running(state, part)
        if chain is not None:
            return Lesson(tr(
                "Continue from the last hex: {n} to go. Dead ends are not highlighted.",
                n=self.rules.left(state, chain),
            ), "HR-5")
        if ui.bonus == "two":
            return Lesson(tr("A 2 goes anywhere. It is best in an area that lacks one hex only."), "HR-11")
        if ui.bonus == "plus_one":
            return Lesson(tr("One hex more at the end of a chain of this round, to close a gap."), "HR-10")
        if part.boxed:
            if all(isinstance(move, Done) for move in self.rules.moves(state, player)):
                return Lesson(tr("The boxes are filled. Roll again."), "HR-8")
            return Lesson(tr(
                "The boxes are filled. A bonus can follow, one a round; each that is never used is worth 2 points. "
                "Otherwise roll."
            ), "HR-9")
        if not part.chosen:
            return Lesson(tr(
                "Choose a number. Its chain begins beside the same number and should lead to the other printed one, or fill "
                "an area: a full one scores the number that stands in it most often. High numbers score more, but 3, 4, 5 "
                "in the rows come first."
            ), "HR-5")
        if len(part.chosen) < 2 and self.rules.fitting(state, part):
            return Lesson(tr("Now another number, in the same way."), "HR-6")
        return Lesson(tr(
            "One number goes in the upper row and the other in the lower, whichever way round you like. A row scores how "
            "far it counts from 3 without a gap, in any order."
        ), "HR-8")

    # ------------------------------------------------------------------ one good stroke

    def advice(self, move: Move) -> str:
        match move:
            case Write(space, number, third):
                if third:
                    return tr("Choose {n} as a third number and write it in {hex}", n=number, hex=space)
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
                letter = self.rules.board.letter[self.rules.index[space]]
                left = self.rules.scoring.area(part.marks, letter).blank - 1
                if left:
                    return tr("It fills a hex of area {area}, which then lacks {n}.", area=letter, n=left)
                return tr("It fills the last hex of area {area}.", area=letter)
            case Boxes(upper, lower):
                return self._about_boxes(part, {"upper": upper, "lower": lower})
            case Done():
                return tr("A bonus kept is worth more now than what it could bring this round.")
        return ""

    def _about_hex(self, state: State, player: str, move: Move, space: str, number: int) -> str:
        part = state.part(player)
        after = self.rules.apply(state, Event(player, move)).part(player)
        left = self.rules.rounds - len(state.rolls)
        before, now = Outlook(self.rules, part.marks, left), Outlook(self.rules, after.marks, left)
        told = []
        gap, closer = before.gap[number], now.gap[number]
        if gap and not closer:
            told.append(tr("It joins the two printed {n}s: {n} points.", n=number))
        elif closer < gap < FAR:
            told.append(tr_n(
                "It brings the two printed {number}s closer: one hex is missing then.",
                "It brings the two printed {number}s closer: {n} hexes are missing then.", closer, number=number,
            ))
        letter = self.rules.board.letter[self.rules.index[space]]
        area = self.rules.scoring.area(after.marks, letter)
        name = tr("the middle") if letter == MIDDLE else tr("area {area}", area=letter)
        if not area.blank:
            told.append(tr("It fills {area}: {points} points.", area=name, points=area.points))
        elif area.number == number:
            told.append(tr_n(
                "{number} leads in {area}, where one hex is blank.", "{number} leads in {area}, where {n} hexes are blank.",
                area.blank, number=number, area=name,
            ))
        else:
            told.append(tr_n(
                "In {area} one hex is blank then.", "In {area} {n} hexes are blank then.", area.blank, area=name
            ))
        return " ".join(told)

    def _about_boxes(self, part: Part, numbers: dict[str, int]) -> str:
        told = []
        for row in ROWS:
            held = part.upper if row == "upper" else part.lower
            before, now = straight(held), straight(held + str(numbers[row]))
            if now > before:
                told.append(
                    tr("The upper row then counts to {n}.", n=now) if row == "upper"
                    else tr("The lower row then counts to {n}.", n=now)
                )
        return " ".join(told) or tr("So both rows keep what they still need.")

    def spots(self, move: Move) -> tuple[str, ...]:
        return (move.space,) if isinstance(move, Write | Extra | Two) else ()
