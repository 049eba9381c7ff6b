"""What On Tour says to somebody who plays it for the first time, and why a stroke is a good one."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import Event, Move
from rollwrite_desktop.gamekit.coach import Lesson
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.games.on_tour.guide import OnTourGuide, Ui
from rollwrite_desktop.games.on_tour.model import SETUP_DRAWS, STAR, Cross, End, State, Visit, Write, describe_mark
from rollwrite_desktop.games.on_tour.rules import OnTour


class OnTourCoach:
    """The coach on one map."""

    def __init__(self, rules: OnTour) -> None:
        self.rules = rules
        self.guide = OnTourGuide(rules)

    def lesson(self, state: State, player: str, ui: Ui) -> Lesson:
        part = state.part(player)
        if ui.sketching:
            return Lesson(tr("A sketch binds you to nothing. It helps to see where low, middle and high numbers belong."),
                          "OT-13")
        if part.strokes:
            return self._writing(state, player)
        if self.rules.finished(state):
            return Lesson(tr("A point for each area on the route, and one more for each circle on it."), "OT-12")
        if self.rules.mapped(state):
            return Lesson(tr(
                "Begin where the numbers are low and go along the lines to equal or higher ones. A star is any number you "
                "need; an X ends the way."
            ), "OT-11")
        if len(state.draws) < SETUP_DRAWS:
            return Lesson(tr(
                "Two digits make a low and a high number, and two cards say where they stand. That is the ground on which "
                "your route is built."
            ), "OT-4")
        return Lesson(tr(
            "Three cards come up, then the dice give two numbers. In the end a route of rising numbers is drawn along the "
            "lines: let them rise from one side of the map to the other."
        ), "OT-5")

    def _writing(self, state: State, player: str) -> Lesson:
        part = state.part(player)
        if not self.rules.writable(state, part):
            return Lesson(tr(
                "No card that is left has an empty area in its region. An X bars the way, so put it where no route will "
                "pass."
            ), "OT-8")
        if STAR in part.hand:
            return Lesson(tr(
                "A star fits into any route. It is worth most where numbers on both sides are already written and no "
                "number would fit between them."
            ), "OT-7")
        if not state.cards:
            return Lesson(tr("No cards any more: any area that is left will do, but nothing is circled."), "OT-10")
        told = [
            tr("Your other number takes a different card.") if part.placed
            else tr("Each number takes a different card and goes in its region.")
        ]
        own = self.rules.names(self.rules.circling(state, part))
        if own:
            told.append(tr(
                "Written in the very area on its card, a number is circled and worth a point more: {areas}. Do not give up "
                "the rising order for a circle.", areas=own,
            ))
        return Lesson(" ".join(told), "OT-R2" if part.placed else "OT-6")

    # ------------------------------------------------------------------ one good stroke

    def advice(self, move: Move) -> str:
        match move:
            case Write(area, what):
                return tr("Write {mark} in {area}", mark=describe_mark(what), area=self.rules.name(area))
            case Cross(area):
                return tr("Mark an X in {area}", area=self.rules.name(area))
            case Visit(area):
                return tr("Go to {area}", area=self.rules.name(area))
            case End():
                return tr("End the route")
        raise TypeError(f"{move!r} is no move of On Tour")

    def reason(self, state: State, player: str, move: Move) -> str:
        part = state.part(player)
        match move:
            case Write(area, what):
                after = self.rules.apply(state, Event(player, move)).part(player)
                i = self.rules.index[area]
                told = []
                if is_circled(after.marks[i]):
                    told.append(tr("It is circled there: a point more on the route."))
                lower, higher = self._beside(after.marks, i)
                if what == STAR:
                    told.append(tr("A star there fits into every route that comes by."))
                elif lower and higher:
                    told.append(tr("It goes on from {lower} and leads on to {higher}.", lower=lower, higher=higher))
                elif lower:
                    told.append(tr("It goes on from {lower}.", lower=lower))
                elif higher:
                    told.append(tr("It leads on to {higher}.", higher=higher))
                else:
                    told.append(tr("A long route across the map would reach {n} about there.", n=what))
                before, now = (len(self.rules.best_route(marks)) for marks in (part.marks, after.marks))
                if now > before:
                    told.append(tr("The longest route so far grows from {before} to {now} areas.", before=before, now=now))
                return " ".join(told)
            case Cross():
                return tr("There an X bars the fewest of the good routes.")
            case Visit():
                return tr("It is the next stop of the best route from here.")
            case End():
                return tr("No area can follow.")
        return ""

    def _beside(self, marks: tuple[str, ...], area: int) -> tuple[str, str]:
        """The nearest lower and the nearest higher numbers in areas joined to this one, with their names, or ""."""
        held = {j: content(marks[j]) for j in self.rules.roads.neighbors[area]}
        numbers = {j: int(what) for j, what in held.items() if what.isdigit()}
        own = content(marks[area])
        if not own.isdigit():
            return "", ""
        low = max((j for j in numbers if numbers[j] <= int(own)), key=numbers.__getitem__, default=None)
        high = min((j for j in numbers if numbers[j] > int(own)), key=numbers.__getitem__, default=None)
        names = (
            "" if j is None else f"{held[j]} ({tr(self.rules.name(self.rules.areas[j]))})" for j in (low, high)
        )
        lower, higher = names
        return lower, higher

    def spots(self, move: Move) -> tuple[str, ...]:
        return (move.area,) if isinstance(move, Write | Cross | Visit) else ()
