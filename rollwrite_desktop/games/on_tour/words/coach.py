"""What On Tour says to somebody who plays it for the first time, and why a stroke is a good one."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import join_names, tr, tr_n
from rollwrite_desktop.core.rules import Event, Move
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.gamekit.words.coach import Coach, Lesson, one_of
from rollwrite_desktop.games.on_tour.play.guide import Ui
from rollwrite_desktop.games.on_tour.play.model import STAR, Cross, End, Part, State, Visit, Write, X, describe_mark
from rollwrite_desktop.games.on_tour.play.rules import OnTour


class OnTourCoach(Coach[OnTour]):
    """The coach on one map."""

    taught = ("setup", "rise", "cards", "second", "circle", "between", "star", "x", "last", "route")

    def find_lesson(self, state: State, player: str, ui: Ui) -> Lesson | None:
        part = state.part(player)
        if ui.sketching:
            text = tr("A sketch binds you to nothing. It shows you where low, middle, and high numbers belong.")
            if self.rules.mapped(state):
                text = tr("A sketch binds you to nothing. It shows what another route would score.")
            return Lesson("sketch", tr("Sketch a route"), text, "OT-13")
        if part.strokes:
            return self._writing(state, player, ui.number)
        if self.rules.finished(state):
            total = self.rules.scores(state)[state.players.index(player)].total
            return Lesson("score", tr("Your score"), tr("Your route scores {n}: its areas and its circles.",
                                                        n=total), "OT-12")
        if self.rules.mapped(state):
            return self._route(state, player)
        if len(state.draws) < self.rules.setup:
            return Lesson("setup", tr("Starting numbers"), tr(
                "The first numbers go where the cards say. They are circled, so a route through them scores more. "
                "Plan your route around them."), "OT-4")
        held = self._numbers(part.marks)
        low, high = min(held), max(held)
        return Lesson("rise", tr("From low to high"), tr(
            "Your lowest number is {low} in {first}, your highest {high} in {last}. Let the numbers between them rise "
            "along the lines, from one side of the map to the other.",
            low=low[0], first=self._area(low[1]), high=high[0], last=self._area(high[1])), "OT-11")

    def _numbers(self, marks: tuple[str, ...]) -> list[tuple[str, int]]:
        """Returns the numbers on a map, with where they stand."""
        return [(content(held), i) for i, held in enumerate(marks) if content(held).isdigit()]

    def _area(self, i: int) -> str:
        return self.rules.name(self.rules.areas[i])

    def _lines(self, marks: tuple[str, ...], i: int) -> int:
        """How many lines lead from an area to one without an X."""
        return sum(marks[j] != X for j in self.rules.roads.neighbors[i])

    def _writing(self, state: State, player: str, chosen: str) -> Lesson | None:
        rules, part = self.rules, state.part(player)
        writable = rules.writable(state, part)
        if not writable:
            ways = {i: self._lines(part.marks, i) for i in rules.board.blanks(part.marks)}
            out = min(ways, key=lambda i: (ways[i], i))
            busy = max(ways, key=lambda i: (ways[i], -i))
            lines = [tr("There is no room for this number, so it becomes an X. Put it where few routes can pass.")]
            if ways[busy] > ways[out]:
                lines += [
                    tr_n("One line leads on from {area}.", "{n} lines lead on from {area}.", ways[i], area=self._area(i))
                    if ways[i] else tr("No line leads on from {area}.", area=self._area(i)) for i in (out, busy)
                ]
            return Lesson("x", tr("An X off the road"), " ".join(lines), "OT-8")
        if STAR in part.hand:
            best = max(writable, key=lambda i: (len(self._held_beside(part.marks, i)), -i))
            sentences = [tr("A star is any number, so it joins numbers that nothing else can join.")]
            if beside := tuple(sorted(self._held_beside(part.marks, best))):
                sentences.append(tr("In {area}, it touches {numbers}.", area=self._area(best), numbers=beside))
                bare = [i for i in sorted(writable) if not self._held_beside(part.marks, i)]
                if bare:
                    sentences.append(tr("In {area}, it would touch no number yet.", area=self._area(bare[0])))
            return Lesson("star", tr("Where a star belongs"), " ".join(sentences), "OT-7")
        if not state.cards:
            return Lesson("last", tr("The last areas"), tr(
                "No cards any more. You can use {areas}, and nothing is circled.",
                areas=rules.names(sorted(writable))), "OT-10")
        return one_of(self._ideas(state, part, writable, chosen), state.turns)

    def _held_beside(self, marks: tuple[str, ...], i: int) -> list[str]:
        """Returns the numbers in areas joined to one."""
        return [content(marks[j]) for j in self.rules.roads.neighbors[i] if content(marks[j]).isdigit()]

    def _ideas(self, state: State, part: Part, writable: frozenset[int], chosen: str) -> list[Lesson]:
        """Returns what there is to learn about a number with cards; of two, about the one that was `chosen`."""
        rules, found = self.rules, list[Lesson]()
        if rules.placed(part):
            found.append(Lesson("second", tr("The second card"), tr(
                "Your other number, {numbers}, needs another card: each card counts once.", numbers=part.hand), "OT-R2"))
        else:
            text = tr("Each number uses a different card, and stands in its region.")
            more = tr("Think first of the number that is harder to place.") if len(part.hand) > 1 else ""
            found.append(Lesson("cards", tr("A card for each number"), f"{text} {more}".strip(), "OT-6"))
        own = rules.circling(state, part)
        if own:
            found.append(Lesson("circle", tr("A circle is a second point"), tr(
                "Written in {areas}, a number would be circled. A circle scores only if your route goes there, so don’t "
                "break the rising order for it.", areas=rules.names(sorted(own))), "OT-R2"))
        between = [
            (int(min(higher)) - int(max(lower)), i, number, max(lower), min(higher))
            for number in ((chosen,) if chosen in part.hand else part.hand) for i in sorted(writable)
            if (lower := [what for what in self._held_beside(part.marks, i) if what <= number])
            and (higher := [what for what in self._held_beside(part.marks, i) if what > number])
        ]
        if between:
            _, i, number, low, high = min(between)
            sentences = [
                tr("{number} fits well in {area}: it goes on from {lower} and leads on to {higher}.",
                   number=number, area=self._area(i), lower=low, higher=high),
                *self._elsewhere(part.marks, number, writable - {i}),
            ]
            found.append(Lesson("between", tr("A number in between"), " ".join(sentences), "OT-11"))
        return found

    def _elsewhere(self, marks: tuple[str, ...], number: str, areas: frozenset[int]) -> tuple[str, ...]:
        """Returns what a number would do in an area where it joins less, in a sentence; none where there is none."""
        beside = {i: self._held_beside(marks, i) for i in sorted(areas)}
        bare = next((i for i, held in beside.items() if not held), None)
        if bare is not None:
            return (tr("In {area}, it would touch no number yet.", area=self._area(bare)),)
        lowest = next((i for i, held in beside.items() if min(held) > number), None)
        if lowest is not None:
            return (tr("In {area}, it is lower than everything around it, so a route could only begin there.",
                       area=self._area(lowest)),)
        highest = next((i for i, held in beside.items() if max(held) < number), None)
        if highest is not None:
            return (tr("In {area}, it is higher than everything around it, so a route could only end there.",
                       area=self._area(highest)),)
        return ()

    def _route(self, state: State, player: str) -> Lesson:
        """While a route is drawn."""
        rules, part = self.rules, state.part(player)
        steps = sum(isinstance(move, Visit) for move in rules.moves(state, player))
        if part.route:
            if not steps:
                return Lesson("route", tr("Draw the route"), tr(
                    "Not where you wanted to go? Undo and try another way."), "OT-11")
            nexts = tuple(
                f"{tr(rules.name(move.area))} ({describe_mark(content(part.marks[rules.index[move.area]]))})"
                for move in rules.moves(state, player) if isinstance(move, Visit)
            )
            text = tr("Take the smallest step up, so that more can follow.") if steps > 1 \
                else tr("From {area}, you can go to {ways}.", area=rules.name(part.route[-1]), ways=join_names(nexts))
            return Lesson("route", tr("Draw the route"), text, "OT-11")
        held = self._numbers(part.marks)
        sentences = [tr("Start low and follow the lines. A star counts as any number, and no route passes an X.")]
        if held:
            low, i = min(held)
            sentences.append(tr("Your lowest number is {low}, in {area}.", low=low, area=self._area(i)))
        return Lesson("route", tr("Draw the route"), " ".join(sentences), "OT-11")

    # ------------------------------------------------------------------ one good stroke

    def advice(self, move: Move) -> str:
        match move:
            case Write(area, what):
                if what == STAR:
                    return tr("Write a star in {area}", area=self.rules.name(area))
                return tr("Write {n} in {area}", n=what, area=self.rules.name(area))
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
                sentences = []
                if is_circled(after.marks[i]):
                    sentences.append(tr("It is circled there: one more point if your route goes there."))
                lower, higher = self._beside(after.marks, i)
                if what == STAR:
                    sentences.append(tr("There, a star fits into every route that passes."))
                elif lower and higher:
                    sentences.append(tr("It goes on from {lower} and leads on to {higher}.", lower=lower, higher=higher))
                elif lower:
                    sentences.append(tr("It goes on from {lower}.", lower=lower))
                elif higher:
                    sentences.append(tr("It leads on to {higher}.", higher=higher))
                else:
                    sentences.append(tr("On a long route across the map, that is about the place for {n}.", n=what))
                before, now = (len(self.rules.best_route(marks)) for marks in (part.marks, after.marks))
                if now > before:
                    sentences.append(
                        tr("The longest route so far grows from {before} to {now} areas.", before=before, now=now))
                return " ".join(sentences)
            case Cross():
                return tr("There, an X blocks few routes.")
            case Visit():
                return tr("It is the next stop of the best route from here.")
            case End():
                return tr("No area can come next.")
        return ""

    def elsewhere(self, state: State, player: str, move: Move) -> str:
        if not isinstance(move, Write):
            return ""
        part = state.part(player)
        held, others = self._held_beside(part.marks, self.rules.index[move.area]), self.rules.writable(state, part)
        if not (held and min(held) <= move.what < max(held)):  # then, as for a star, others may join as little
            others = frozenset(j for j in others if held and not self._held_beside(part.marks, j))
        return " ".join(self._elsewhere(part.marks, move.what, others))

    def _beside(self, marks: tuple[str, ...], area: int) -> tuple[str, str]:
        """Returns the nearest lower and the nearest higher numbers in areas joined to this one, with their names, or ""."""
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
