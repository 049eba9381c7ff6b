"""Rolling America's rules: who may act, what is legal and why not, what a stroke does, what a map scores.

Each refusal carries a key of the rulebook. Knows nothing of drawing or windows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from msgspec.structs import replace

from rollwrite_desktop.core.chance import Die, Draw, Outcome
from rollwrite_desktop.core.i18n import capitalized, tr
from rollwrite_desktop.core.rules import CHANCE, Demand, Event, Move, Refusal, Scores, placed
from rollwrite_desktop.gamekit.marks import content
from rollwrite_desktop.gamekit.play.map_rules import MapRules, with_mark
from rollwrite_desktop.games.rolling_america.info import INFO
from rollwrite_desktop.games.rolling_america.play import notation
from rollwrite_desktop.games.rolling_america.play.model import (
    BARRING,
    BLANK,
    COLORS,
    HELD,
    OPEN_NUMBER,
    WILD,
    Cross,
    Done,
    Dupe,
    Last,
    Part,
    Pass,
    State,
    Stroke,
    Write,
    X,
    number_mark,
)
from rollwrite_desktop.sheet.sheet import Sheet, neighbors_of

POWER_BOXES = 3
"""Of each power (RA-3), where the sheet says nothing else."""
DRAWN = 2  # dice in a roll (RA-4)


@cache
def barring_marks(number: int) -> frozenset[str]:
    """Returns the marks beside which an unguarded number cannot stand (RA-8)."""
    return frozenset(mark for mark, held in BARRING.items() if abs(held - number) > 1)


class RollingAmerica(MapRules):
    """The rules on one map. options: `corners` (RA-R7) and `enforcement` (RA-R8, which is the table's affair). dice: those
    in the bag, if not one for each region and the wild one."""

    info = INFO

    def __init__(
        self, sheet: Sheet, options: Mapping[str, str] | None = None, dice: tuple[str, ...] | None = None
    ) -> None:
        super().__init__(sheet, options)
        links = sheet.links + (sheet.corner_links if self.options["corners"] == "on" else ())
        self.links = tuple(sorted(links))
        self._linked = tuple((a, b, self.index[a], self.index[b]) for a, b in self.links)
        by_id = neighbors_of(sheet.spaces, links)
        self.neighbors = tuple(tuple(self.index[other] for other in by_id[space]) for space in self.spaces)
        self.region = tuple(space.region for space in sheet.spaces)
        everywhere = tuple(range(len(self.spaces)))
        self.members = {
            WILD: everywhere,
            **{color: tuple(i for i in everywhere if self.region[i] == color) for color in COLORS},
        }
        regions = {region.id for region in sheet.regions}
        self.dice = dice or (*(color for color in COLORS if color in regions), WILD)
        """In the bag (RA-2): one for each region, and the wild one."""
        self.rounds = sheet.values["rounds"]
        self.power_boxes = sheet.values.get("powers", POWER_BOXES)
        """How often each power may be used: the boxes of it."""
        self.drawn = DRAWN
        self.turns = (len(self.dice) - 1) // DRAWN
        """Rolls in a round (RA-5): as many as leave a die in the bag."""

    # ------------------------------------------------------------------ the course of the game

    def start(self, players: tuple[str, ...]) -> State:
        return State(players, tuple(Part((BLANK,) * len(self.spaces), done=True) for _ in players), self.dice)

    def demands(self, state: State) -> tuple[Demand, ...]:
        if not state.resolved:
            return tuple(Demand(player) for player, part in zip(state.players, state.parts, strict=True) if not part.done)
        if self.finished(state):
            return ()
        return (Demand(CHANCE, Draw(self.bag(state), self.drawn)),)

    def finished(self, state: State) -> bool:
        """RA-6: the last turn of the last round is closed."""
        return state.resolved and len(state.rolls) >= self.rounds * self.turns

    def bag(self, state: State) -> tuple[str, ...]:
        """Returns the dice the next draw is made from (RA-5: after the last turn of a round all return)."""
        return self.dice if len(state.rolls) % self.turns == 0 else state.bag

    def rounds_done(self, state: State) -> int:
        """Round boxes to be crossed off."""
        return (len(state.rolls) if state.resolved else len(state.rolls) - 1) // self.turns if state.rolls else 0

    # ------------------------------------------------------------------ what fits

    def conflicts(self, marks: tuple[str, ...], space: int, number: int) -> Iterator[int]:
        """Yields the bordering states that keep an unguarded number out (RA-8)."""
        barring = barring_marks(number)
        return (other for other in self.neighbors[space] if marks[other] in barring)

    def fits(self, marks: tuple[str, ...], space: int, number: int) -> bool:
        """Returns whether an empty state takes an unguarded number."""
        beside = map(marks.__getitem__, self.neighbors[space])
        return marks[space] == BLANK and barring_marks(number).isdisjoint(beside)

    def takers(self, marks: tuple[str, ...], die: str, number: int) -> tuple[int, ...]:
        """Returns the states that take a die's number without a power."""
        return tuple([i for i in self.members[die] if self.fits(marks, i, number)])

    def blanks(self, marks: tuple[str, ...], die: str) -> tuple[int, ...]:
        """Returns the empty states of a die's region, of the map for the wild."""
        return tuple([i for i in self.members[die] if marks[i] == BLANK])

    def clashes(self, marks: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        """Returns the pairs of bordering states whose numbers break RA-8; the order of writing does not matter."""
        numbers = tuple(map(OPEN_NUMBER.get, marks))
        return tuple([
            (a, b) for a, b, at, beside in self._linked
            if (one := numbers[at]) is not None and (two := numbers[beside]) is not None and abs(one - two) > 1
        ])

    # ------------------------------------------------------------------ legal moves

    def moves(self, state: State, player: str, at: int = 0) -> list[Stroke]:  # noqa: ARG002 (no race)
        part = state.part(player)
        if part.done:
            return []
        found: list[Stroke] = []
        faces = state.faces
        guards = (False, True) if part.guard < self.power_boxes else (False,)
        for die in part.hand:
            number = faces[die]
            found += self._resolutions(part.marks, die, die, number, False, guards)
            if die != WILD and part.change < self.power_boxes:
                found += self._resolutions(part.marks, die, WILD, number, True, guards)
        found += self._dupes(part, guards)
        return found if part.hand else [*found, Done()]

    def _resolutions(
        self, marks: tuple[str, ...], die: str, scope: str, number: int, changed: bool, guards: tuple[bool, ...]
    ) -> list[Stroke]:
        blanks = self.blanks(marks, scope)
        if not blanks:
            return [] if changed else [Pass(die)]
        takers = [i for i in blanks if self.fits(marks, i, number)]
        found: list[Stroke] = [Write(die, self.spaces[i], number, False, changed) for i in takers]
        if True in guards:
            found += [Write(die, self.spaces[i], number, True, changed) for i in blanks]
        if not takers:
            found += [Cross(die, self.spaces[i], changed) for i in blanks]
        return found

    def _dupes(self, part: Part, guards: tuple[bool, ...]) -> list[Stroke]:
        last, found = part.last, list[Stroke]()
        if last is None or part.dupe >= self.power_boxes:
            return found
        change_left = part.change < self.power_boxes
        for changed in (False, True):
            if changed and (last.changed or last.die == WILD or not change_left):
                continue
            free = last.die == WILD or changed or (last.changed and (last.paid or change_left))
            for i in self.blanks(part.marks, WILD if free else last.die):
                for guarded in guards:
                    if guarded or self.fits(part.marks, i, last.number):
                        found.append(Dupe(self.spaces[i], last.number, guarded, changed))
        return found

    def can_dupe(self, part: Part) -> bool:
        """Returns whether the number written last may be written a second time somewhere; with a guard wherever it is
        blank."""
        guards = (part.guard < self.power_boxes,)
        return not part.done and bool(self._dupes(part, guards))

    # ------------------------------------------------------------------ refusals

    def refuse(self, state: State, event: Event) -> Refusal | None:
        return next(self.reasons(state, event), None)

    def reasons(self, state: State, event: Event) -> Iterator[Refusal]:
        """Everything that is wrong with an event, the unwritable first."""
        if event.by == CHANCE:
            yield from self._against_draw(state, event.move)
            return
        part = state.part(event.by)
        if not state.rolls:
            yield Refusal("RA-4:roll", unwritable=True)
            return
        if part.done:
            yield Refusal("RA-6" if self.finished(state) else "RA-4:done", unwritable=True)
            return
        match event.move:
            case Write() as move:
                yield from self._against_write(state, part, move)
            case Cross() as move:
                yield from self._against_cross(state, part, move)
            case Pass(die):
                yield from self._against_hand(part, die)
                blanks = self.blanks(part.marks, die)
                if blanks:
                    yield Refusal("RA-11", self._about(state, die) | {"states": self.names(blanks)}, self._ids(blanks))
            case Dupe() as move:
                yield from self._against_dupe(part, move)
            case Done():
                if part.hand:
                    dice = tuple(capitalized(tr("{die} {n}", die=die, n=state.faces[die])) for die in part.hand)
                    yield Refusal("RA-4:left", {"dice": dice}, tuple(f"die/{die}" for die in part.hand), unwritable=True)
            case _:
                yield Refusal("RA-4:dice", unwritable=True)

    def _against_draw(self, state: State, move: Move | Outcome) -> Iterator[Refusal]:
        if self.finished(state):
            yield Refusal("RA-6", unwritable=True)
        elif not state.resolved:
            yield Refusal("RA-4:wait", unwritable=True)
        elif not isinstance(move, Outcome) or not Draw(self.bag(state), self.drawn).admits(move):
            yield Refusal("RA-5", {"dice": self.write(move), "bag": self.bag(state)}, unwritable=True)

    def _against_hand(self, part: Part, die: str) -> Iterator[Refusal]:
        if die not in part.hand:
            yield Refusal("RA-4:hand", {"die": die}, unwritable=True)

    def _against_place(self, part: Part, space: str) -> Iterator[Refusal]:
        held = part.marks[self.index[space]]
        if held != BLANK:
            yield Refusal("RA-7:full", {"state": self.name(space), "mark": content(held)}, (space,), unwritable=True)

    def _against_write(self, state: State, part: Part, move: Write) -> Iterator[Refusal]:
        yield from self._against_hand(part, move.die)
        yield from self._against_place(part, move.space)
        yield from self._against_change(part, move.die, move.changed)
        face = state.faces.get(move.die)
        if face is not None and move.number != face:
            yield Refusal("RA-7:face", {"die": move.die, "face": face, "number": move.number}, (move.space,))
        if not move.changed and move.die != WILD and self._color(move.space) != move.die:
            yield Refusal("RA-7:region", self._elsewhere(move.die, move.space), (move.space,))
        yield from self._against_number(part, move.space, move.number, move.guarded)

    def _against_cross(self, state: State, part: Part, move: Cross) -> Iterator[Refusal]:
        yield from self._against_hand(part, move.die)
        yield from self._against_place(part, move.space)
        yield from self._against_change(part, move.die, move.changed)
        scope = WILD if move.changed else move.die
        if scope != WILD and self._color(move.space) != scope:
            yield Refusal("RA-10", self._elsewhere(move.die, move.space), (move.space,))
        face = state.faces.get(move.die)
        if face is not None:
            takers = self.takers(part.marks, scope, face)
            if takers:
                yield Refusal("RA-9", self._about(state, move.die) | {"states": self.names(takers)}, self._ids(takers))

    def _against_dupe(self, part: Part, move: Dupe) -> Iterator[Refusal]:
        last = part.last
        if last is None:
            yield Refusal("RA-R3", unwritable=True)
            return
        yield from self._against_place(part, move.space)
        if move.changed and last.changed:
            yield Refusal("RA-13:again", {"die": last.die}, unwritable=True)
        elif move.changed:
            yield from self._against_change(part, last.die, True)
        if part.dupe >= self.power_boxes:
            yield Refusal("RA-15")
        if move.number != last.number:
            yield Refusal("RA-15:number", {"face": last.number, "number": move.number}, (move.space,))
        changed = move.changed or last.changed
        if last.die != WILD and self._color(move.space) != last.die:
            if not changed:
                yield Refusal("RA-15:region", self._elsewhere(last.die, move.space), (move.space,))
            elif not move.changed and not last.paid and part.change >= self.power_boxes:
                yield Refusal("RA-13")
        yield from self._against_number(part, move.space, move.number, move.guarded)

    def _against_change(self, part: Part, die: str, changed: bool) -> Iterator[Refusal]:
        if changed and die == WILD:
            yield Refusal("RA-R9", unwritable=True)
        elif changed and part.change >= self.power_boxes:
            yield Refusal("RA-13")

    def _against_number(self, part: Part, space: str, number: int, guarded: bool) -> Iterator[Refusal]:
        if guarded:
            if part.guard >= self.power_boxes:
                yield Refusal("RA-14")
            return
        for other in self.conflicts(part.marks, self.index[space], number):
            there = self.spaces[other]
            yield Refusal(
                "RA-8",
                {"state": self.name(space), "other": self.name(there),
                 "value": BARRING[part.marks[other]], "number": number},
                (space, there),
            )

    # ------------------------------------------------------------------ applying

    def apply(self, state: State, event: Event) -> State:
        if event.by == CHANCE:
            return self._after_draw(state, event.move)
        part = self._after_stroke(state.part(event.by), event.move)
        refused_events = len(self.mistakes(state, event))
        if refused_events:
            part = replace(part, refused_events=part.refused_events + refused_events)
        return state.with_part(event.by, part)

    def mistakes(self, state: State, event: Event) -> tuple[Refusal, ...]:
        """RA-R6: what counts against a stroke that leaves a mark or passes: one reason for its die, and one for a circle
        too many. Pairs of neighbors are counted on the finished map."""
        if not isinstance(event.move, Write | Cross | Pass | Dupe):
            return ()
        reasons = [reason for reason in self.reasons(state, event) if reason.rule != "RA-8"]
        die = [reason for reason in reasons if reason.key != "RA-14"][:1]
        return (*die, *(reason for reason in reasons if reason.key == "RA-14"))

    def _after_draw(self, state: State, move: Move | Outcome) -> State:
        if len(state.rolls) >= self.rounds * self.turns:
            return state
        dice: tuple[Die, ...] = move.dice[: self.drawn] if isinstance(move, Outcome) else ()
        names = tuple(die.name for die in dice)
        parts = tuple(replace(part, hand=names, last=None, done=False) for part in state.parts)
        bag = tuple(name for name in self.bag(state) if name not in names)
        return replace(state, bag=bag, rolls=(*state.rolls, dice), parts=parts)

    def _after_stroke(self, part: Part, move: Move | Outcome) -> Part:
        match move:
            case Write(die, space, number, guarded, changed):
                paid = changed and self._color(space) != die
                return replace(
                    part,
                    marks=with_mark(part.marks, self.index[space], number_mark(number, guarded)),
                    hand=_without(part.hand, die),
                    change=part.change + paid,
                    guard=part.guard + guarded,
                    last=Last(die, number, changed, paid),
                    latest=(space,),
                )
            case Cross(die, space, changed):
                paid = changed and self._color(space) != die
                return replace(
                    part,
                    marks=with_mark(part.marks, self.index[space], X),
                    hand=_without(part.hand, die),
                    change=part.change + paid,
                    last=None,
                    latest=(space,),
                )
            case Pass(die):
                return replace(part, hand=_without(part.hand, die), last=None, latest=())
            case Dupe(space, number, guarded, changed):
                last = part.last
                leaves = last is not None and last.die != WILD and self._color(space) != last.die
                pays = leaves and last is not None and (changed or last.changed) and not last.paid
                return replace(
                    part,
                    marks=with_mark(part.marks, self.index[space], number_mark(number, guarded)),
                    change=part.change + pays,
                    guard=part.guard + guarded,
                    dupe=part.dupe + 1,
                    last=None,
                    latest=(*part.latest[-1:], space),
                )
            case Done():
                return replace(part, last=None, done=True)
            case _:
                return part

    # ------------------------------------------------------------------ corrections

    def hold(self, state: State, player: str, moves: Iterable[Move | Outcome]) -> State:
        """An unguarded number goes on to keep others out while it is held: for an X or a pass (RA-9 … RA-11) it matters what
        could have been written instead."""
        part = state.part(player)
        marks = [BLANK if mark.endswith(HELD) else mark for mark in part.marks]
        for move in moves:
            if isinstance(move, Write | Cross | Dupe) and marks[self.index[move.space]] == BLANK:
                number = "" if isinstance(move, Cross) or move.guarded else str(move.number)
                marks[self.index[move.space]] = number + HELD
        return state.with_part(player, replace(part, marks=tuple(marks)))

    def skip(self, state: State, player: str) -> State:
        """Returns the state with the turn closed, dice unresolved. If the game ends so, nothing is written for them: a state
        that stays blank counts as an X, as any does (RA-18)."""
        part = state.part(player)
        return state if part.done else state.with_part(player, replace(part, hand=(), last=None, done=True))

    def resume(self, state: State, turn: State, player: str) -> State:
        """Returns the state with the dice of the old turn on the map as it is now. That always has a place for them: a
        state, an X or a pass."""
        paper, part = state.part(player), turn.part(player)
        part = replace(paper, hand=part.hand, last=part.last, done=part.done)
        return replace(turn, parts=state.parts).with_part(player, part)

    # ------------------------------------------------------------------ scores

    def final_marks(self, state: State, player: str) -> tuple[str, ...]:
        """A player's map as it is handed over: RA-18, blank states get an X when the game is over."""
        marks = state.part(player).marks
        return tuple([held or X for held in marks]) if self.finished(state) else marks

    def scores(self, state: State) -> Scores:
        entries = []
        for player, part in zip(state.players, state.parts, strict=True):
            xs = self.final_marks(state, player).count(X)
            mistakes = part.refused_events + len(self.clashes(part.marks))
            entries.append((player, xs + mistakes, (("Xs", xs), ("mistakes", mistakes)), part.used))
        return placed(entries, lowest_wins=True)

    # ------------------------------------------------------------------ notation

    write = staticmethod(notation.write)

    def read(self, text: str) -> Move | Outcome:
        return notation.read(text, self.index)

    # ------------------------------------------------------------------ words

    def _color(self, space: str) -> str:
        return self.region[self.index[space]]

    def _ids(self, spaces: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.spaces[i] for i in spaces)

    def _elsewhere(self, die: str, space: str) -> dict[str, str]:
        return {"die": die, "state": self.name(space), "region": self._color(space)}

    def _about(self, state: State, die: str) -> dict[str, str | int | tuple[str, ...]]:
        return {"die": die, "number": state.faces.get(die, 0)}


def _without(hand: tuple[str, ...], die: str) -> tuple[str, ...]:
    return tuple(other for other in hand if other != die)
