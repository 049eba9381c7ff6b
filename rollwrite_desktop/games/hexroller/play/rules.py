"""HexRoller's rules: who may act, what is legal and why not, what a stroke does, what a sheet scores.

A chain is enforced at its first hex by looking ahead: exactly those hexes are legal from which all dice can be written.
Each refusal carries a key of the rulebook. Knows nothing of drawing or windows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import permutations

from msgspec.structs import replace

from rollwrite_desktop.core.chance import Die, Outcome, Roll
from rollwrite_desktop.core.i18n import Arg, mark
from rollwrite_desktop.core.rules import CHANCE, Demand, Event, Move, Refusal, Scores, placed
from rollwrite_desktop.gamekit.play.map_rules import MapRules, with_mark
from rollwrite_desktop.games.hexroller.info import INFO
from rollwrite_desktop.games.hexroller.play import notation
from rollwrite_desktop.games.hexroller.play.board import Board, mask_of, members
from rollwrite_desktop.games.hexroller.play.model import (
    BLANK,
    BONUSES,
    DASH,
    HELD,
    NUMBERS,
    TWO,
    Boxes,
    Chain,
    Done,
    Extra,
    Part,
    State,
    Stroke,
    Two,
    Write,
)
from rollwrite_desktop.games.hexroller.play.notation import digit
from rollwrite_desktop.games.hexroller.play.scoring import Scoring
from rollwrite_desktop.sheet.sheet import Sheet

BONUS_NAMES = {"plus_one": mark("+1"), "two": mark("The 2"), "third": mark("The third number")}


class HexRoller(MapRules):
    """The rules on one sheet. options: `plus_one` (HR-R2)."""

    info = INFO

    def __init__(self, sheet: Sheet, options: Mapping[str, str] | None = None) -> None:
        super().__init__(sheet, options)
        self.board = Board(sheet)
        self.scoring = Scoring(sheet, self.board)
        self._parts = lru_cache(maxsize=256)(self.scoring.parts)
        self.rounds = sheet.values["rounds"]
        self.ask = Roll(sheet.values["dice"], NUMBERS)

    # ------------------------------------------------------------------ the course of the game

    def start(self, players: tuple[str, ...]) -> State:
        return State(players, tuple(Part(self.board.printed) for _ in players))

    def demands(self, state: State) -> tuple[Demand, ...]:
        if not state.resolved:
            return tuple(Demand(player) for player, part in zip(state.players, state.parts, strict=True) if not part.done)
        return () if self.finished(state) else (Demand(CHANCE, self.ask),)

    def finished(self, state: State) -> bool:
        """Returns whether the last round is closed."""
        return state.resolved and len(state.rolls) >= self.rounds

    # ------------------------------------------------------------------ what can be written

    def left(self, state: State, chain: Chain) -> int:
        """How many hexes a chain still needs (HR-7)."""
        return 0 if chain.closed else max(0, state.counts.get(chain.number, 0) - len(chain.path))

    def running(self, state: State, part: Part) -> Chain | None:
        """Returns the chain that must be finished, if there is one."""
        chain = self._in_hand(state, part)
        return None if chain is None or chain.faulty else chain

    def _in_hand(self, state: State, part: Part) -> Chain | None:
        """Returns the chain that another hex would go on: the last one, or after a correction an earlier one that is
        late."""
        for chain in reversed(part.chains):
            left = self.left(state, chain)
            if left and (not chain.late or (not part.skipping and self._has_room(part, chain.path[-1], left))):
                return chain
        return None

    def choosable(self, state: State, part: Part) -> dict[int, int]:
        """Returns the rolled numbers not yet written this round, and their counts."""
        written = part.written
        return {n: count for n, count in state.counts.items() if n not in written}

    def fitting(self, state: State, part: Part) -> tuple[int, ...]:
        """Those of them that can be written in full."""
        return tuple(n for n, count in self.choosable(state, part).items() if self.board.fits(part.marks, n, count))

    def longer(self, part: Part, chain: Chain) -> int:
        """Returns the blank hexes where +1 may lengthen a finished chain (HR-R2)."""
        if self.options["plus_one"] == "path":
            beside = self.board.beside[chain.path[-1]]
        else:
            beside = self.board.around(self.board.holding(part.marks, chain.number))
        return beside & self.board.blanks(part.marks)

    def leaving_room(self, state: State, part: Part, hexes: int) -> int:
        """Returns the hexes of a set with which the chain in hand can still be finished when one of them is taken."""
        chain = self.running(state, part)
        if chain is None:
            return hexes
        free, last, left = self.board.blanks(part.marks), chain.path[-1], self.left(state, chain)
        return mask_of([i for i in members(hexes) if self.board.can_walk(free & ~(1 << i), last, left)])

    # ------------------------------------------------------------------ legal moves

    def moves(self, state: State, player: str, at: int = 0) -> list[Stroke]:  # noqa: ARG002 (no race)
        part = state.part(player)
        if part.done:
            return []
        chain = self.running(state, part)
        if chain is not None:
            steps = self.board.steps(self.board.blanks(part.marks), chain.path[-1], self.left(state, chain))
            found: list[Stroke] = [Write(self.spaces[i], chain.number, chain.third) for i in members(steps)]
        else:
            found = self._beginnings(state, part)
        return found if part.bonus else [*found, *self._bonuses(state, part)]

    def _beginnings(self, state: State, part: Part) -> list[Stroke]:
        """Returns what can come while no chain is in hand."""
        if part.boxed:
            return [Done()]
        if len(part.chosen) >= 2:
            return [Boxes(upper, lower) for upper, lower in permutations(part.chosen, 2)]
        if starts := self._starts(state, part):
            return starts
        n = part.chosen[0] if part.chosen else 0
        return [Boxes(n, 0), Boxes(0, n)] if n else [Boxes(0, 0)]

    def _starts(self, state: State, part: Part, third: bool = False) -> list[Stroke]:
        """Where the rolled numbers that are not yet written can begin."""
        return [
            Write(self.spaces[i], n, third)
            for n, count in self.choosable(state, part).items()
            for i in members(self.board.starts(part.marks, n, count))
        ]

    def _bonuses(self, state: State, part: Part) -> list[Stroke]:
        found: list[Stroke] = []
        if "plus_one" not in part.used:
            for chain in part.chains:
                if not chain.third and not self.left(state, chain):
                    longer = self.leaving_room(state, part, self.longer(part, chain))
                    found += [Extra(self.spaces[i], chain.number) for i in members(longer)]
        if "two" not in part.used:
            room = self.leaving_room(state, part, self.board.blanks(part.marks))
            found += [Two(self.spaces[i]) for i in members(room)]
        if "third" not in part.used and len(part.chosen) == 2 and self.running(state, part) is None:
            found += self._starts(state, part, third=True)
        return found

    # ------------------------------------------------------------------ refusals

    def refuse(self, state: State, event: Event) -> Refusal | None:
        return next(self.reasons(state, event), None)

    def reasons(self, state: State, event: Event) -> Iterator[Refusal]:
        """Everything that is wrong with an event."""
        if event.by == CHANCE:
            yield from self._against_roll(state, event.move)
            return
        part = state.part(event.by)
        if not state.rolls:
            yield Refusal("HR-4:roll", unwritable=True)
            return
        if part.done or isinstance(event.move, Outcome):
            over = self.finished(state)
            yield Refusal("HR-4:over" if over else "HR-4:done", {"rounds": self.rounds} if over else {}, unwritable=True)
            return
        match event.move:
            case Write() as move:
                yield from self._against_write(state, part, move)
            case Extra() as move:
                yield from self._against_extra(state, part, move)
            case Two(space):
                yield from self._against_place(part, space)
                yield from self._against_bonus(part, "two")
                yield from self._against_block(state, part, space)
            case Boxes() as move:
                yield from self._against_boxes(state, part, move)
            case Done():
                yield from self._against_running(state, replace(part, skipping=False))
                if not part.boxed:
                    yield Refusal("HR-8:left", spots=self.columns(part))

    def _against_roll(self, state: State, move: Move | Outcome) -> Iterator[Refusal]:
        if self.finished(state):
            yield Refusal("HR-4:over", {"rounds": self.rounds}, unwritable=True)
        elif not state.resolved:
            yield Refusal("HR-4:wait", unwritable=True)
        elif not isinstance(move, Outcome) or not self.ask.admits(move):
            dice = str(move) if isinstance(move, Outcome) else "—"
            yield Refusal("HR-1", {"dice": dice, "n": self.ask.count}, unwritable=True)

    def _against_place(self, part: Part, space: str) -> Iterator[Refusal]:
        held = part.marks[self.index[space]]
        if held != BLANK:
            yield Refusal("HR-5:full", {"hex": space, "held": held}, (space,), unwritable=True)

    def _against_running(self, state: State, part: Part) -> Iterator[Refusal]:
        chain = self.running(state, part)
        if chain is not None:
            about: dict[str, Arg] = {"n": chain.number, "left": self.left(state, chain)}
            yield Refusal("HR-7:left", about, (self.spaces[chain.path[-1]],))

    def _against_bonus(self, part: Part, bonus: str) -> Iterator[Refusal]:
        """HR-9: once per game, and one per round."""
        if bonus in part.used:
            yield Refusal("HR-9:again", {"bonus": BONUS_NAMES[bonus]}, (bonus,))
        elif part.bonus:
            yield Refusal("HR-9", {"bonus": BONUS_NAMES[part.bonus]}, (part.bonus,))

    def _against_block(self, state: State, part: Part, space: str) -> Iterator[Refusal]:
        """HR-7: a bonus may not take the room that the chain in hand needs."""
        chain = self.running(state, part)
        if chain is not None and not self.leaving_room(state, part, 1 << self.index[space]):
            about: dict[str, Arg] = {"hex": space, "n": chain.number, "left": self.left(state, chain)}
            yield Refusal("HR-7:block", about, (space, self.spaces[chain.path[-1]]))

    def _against_write(self, state: State, part: Part, move: Write) -> Iterator[Refusal]:
        yield from self._against_place(part, move.space)
        chain = self._in_hand(state, part)
        if chain is not None and (chain.number, chain.third) == (move.number, move.third):
            yield from self._against_step(state, part, chain, move)
            return
        if chain is not None and not chain.faulty:
            about: dict[str, Arg] = {"n": chain.number, "left": self.left(state, chain)}
            yield Refusal("HR-5:chain", about, (self.spaces[chain.path[-1]],))
            return
        yield from self._against_start(state, part, move)

    def _against_start(self, state: State, part: Part, move: Write) -> Iterator[Refusal]:
        """Yields what speaks against a hex as the first of a chain."""
        counts = state.counts
        if move.third:
            yield from self._against_bonus(part, "third")
            if len(part.chosen) < 2:
                yield Refusal("HR-12")
        elif part.boxed:
            yield Refusal("HR-8:closed")
        elif len(part.chosen) >= 2:
            yield Refusal("HR-6:two")
        if move.number not in counts:
            dice = " ".join(str(n) for n, count in counts.items() for _ in range(count))
            yield Refusal("HR-5:rolled", {"n": move.number, "dice": dice}, (f"die/{move.number}",))
        if move.number in part.written:
            yield Refusal("HR-6:same", {"n": move.number}, (f"die/{move.number}",))
        i, held = self.index[move.space], self.board.holding(part.marks, move.number)
        if not self.board.beside[i] & held & ~(1 << i):
            spots = (move.space, *(self.spaces[j] for j in members(held)))
            yield Refusal("HR-5:touch", {"hex": move.space, "n": move.number}, spots)
        count = counts.get(move.number, 1)
        if not self._has_room(part, i, count - 1):
            yield Refusal("HR-7:start", {"hex": move.space, "n": move.number, "count": count}, (move.space,))

    def _against_step(self, state: State, part: Part, chain: Chain, move: Write) -> Iterator[Refusal]:
        """A further hex of the chain in hand. One that is faulty need not be finished, so it needs no room."""
        left, last, i = self.left(state, chain), chain.path[-1], self.index[move.space]
        near = bool(self.board.beside[last] >> i & 1)
        if not near and not chain.lost:
            about: dict[str, Arg] = {"hex": move.space, "last": self.spaces[last], "n": chain.number}
            yield Refusal("HR-5:next", about, (move.space, self.spaces[last]))
        elif not chain.faulty and not self._has_room(part, i, left - 1):
            yield Refusal("HR-7:strand", {"hex": move.space, "left": left - 1}, (move.space,))

    def _has_room(self, part: Part, i: int, more: int) -> bool:
        """Returns whether a chain that comes to a hex can go on for so many."""
        return self.board.can_walk(self.board.blanks(part.marks) & ~(1 << i), i, more)

    def _against_extra(self, state: State, part: Part, move: Extra) -> Iterator[Refusal]:
        yield from self._against_place(part, move.space)
        yield from self._against_bonus(part, "plus_one")
        chain = next((chain for chain in part.chains if chain.number == move.number and not chain.third), None)
        if chain is None:
            yield Refusal("HR-10:number", {"n": move.number}, (move.space,))
            return
        if self.left(state, chain):
            yield Refusal("HR-10:open", {"n": move.number}, (move.space,))
        i, last = self.index[move.space], self.spaces[chain.path[-1]]
        if not self.longer(part, chain) >> i & 1 and part.marks[i] == BLANK:
            if self.options["plus_one"] == "path":
                about: dict[str, Arg] = {"hex": move.space, "last": last, "n": move.number}
                yield Refusal("HR-10:end", about, (move.space, last))
            else:
                yield Refusal("HR-10:touch", {"hex": move.space, "n": move.number}, (move.space,))
        yield from self._against_block(state, part, move.space)

    def _against_boxes(self, state: State, part: Part, move: Boxes) -> Iterator[Refusal]:
        if part.boxed:
            yield Refusal("HR-8:again", spots=self.columns(part, -1), unwritable=True)
            return
        yield from self._against_running(state, part)
        numbers = tuple(n for n in (move.upper, move.lower) if n)
        if len(part.chosen) < 2:
            fitting = self.fitting(state, part)
            if fitting and len(numbers) < 2:
                n = fitting[0]
                starts = self.ids(self.board.starts(part.marks, n, state.counts[n]))
                yield Refusal("HR-R1", {"n": n, "hexes": starts}, starts)
            elif fitting:
                yield Refusal("HR-8:early")
        chosen = part.chosen
        expected = min(2, len(chosen))
        if len(numbers) != expected or len(set(numbers)) != expected or not set(numbers) <= set(chosen):
            yield Refusal("HR-8:numbers", {"numbers": tuple(str(n) for n in chosen) or (DASH,)}, self.columns(part))

    # ------------------------------------------------------------------ applying

    def apply(self, state: State, event: Event) -> State:
        if event.by == CHANCE:
            dice: tuple[Die, ...] = event.move.dice if isinstance(event.move, Outcome) else ()
            parts = tuple(
                replace(part, chains=(), bonus="", boxed=False, done=False, latest=(), column=len(part.upper))
                for part in state.parts
            )
            return replace(state, rolls=(*state.rolls, dice), parts=parts)
        return state.with_part(event.by, self._after_stroke(state, state.part(event.by), event.move))

    def _after_stroke(self, state: State, part: Part, move: Move | Outcome) -> Part:
        match move:
            case Write(space, number, third):
                i = self.index[space]
                chains = self._chained(state, part, move)
                if third:
                    part = _spent(part, "third")
                return replace(part, marks=with_mark(part.marks, i, number), chains=chains, latest=(space,))
            case Extra(space, number):
                part = _spent(part, "plus_one")
                return replace(part, marks=with_mark(part.marks, self.index[space], number), latest=(space,))
            case Two(space):
                part = _spent(part, "two")
                return replace(part, marks=with_mark(part.marks, self.index[space], TWO), latest=(space,))
            case Boxes(upper, lower):
                column = len(part.upper) if part.boxed else part.column
                return replace(
                    part, upper=_put(part.upper, column, digit(upper)), lower=_put(part.lower, column, digit(lower)),
                    boxed=True, chains=_closed(part.chains), latest=self._boxes(column),
                )
            case _:
                return replace(part, done=True)

    def _chained(self, state: State, part: Part, move: Write) -> tuple[Chain, ...]:
        """Returns the chains of the round with another hex written."""
        i, chain = self.index[move.space], self._in_hand(state, part)
        if chain is not None and (chain.number, chain.third) == (move.number, move.third):
            wrong = [refusal.key for refusal in self._against_step(state, part, chain, move)]
            near = bool(self.board.beside[chain.path[-1]] >> i & 1)
            longer = replace(
                chain, path=(*chain.path, i), faulty=chain.faulty or bool(wrong),
                lost=wrong == ["HR-7:strand"] or (chain.lost and near),
            )
            return tuple(longer if other is chain else other for other in part.chains)
        wrong = [refusal.key for refusal in self._against_write(state, part, move)]
        begun = Chain(
            move.number, (i,), move.third, closed=move.number in part.written, faulty=bool(wrong),
            lost=wrong == ["HR-7:start"],
        )
        return (*_closed(part.chains), begun)

    def columns(self, part: Part, shift: int = 0) -> tuple[str, ...]:
        """Returns the boxes of the round: the leftmost empty ones, or with shift -1 those just filled."""
        return self._boxes((part.column + 1 if part.boxed else part.column) + shift)

    def _boxes(self, column: int) -> tuple[str, ...]:
        spots = (f"upper/{column + 1}", f"lower/{column + 1}")
        return tuple(spot for spot in spots if spot in self.sheet.box)

    # ------------------------------------------------------------------ corrections

    def hold(self, state: State, player: str, moves: Iterable[Move | Outcome]) -> State:
        part = state.part(player)
        held = {move.space for move in moves if isinstance(move, Write | Extra | Two)}
        marks = tuple(BLANK if mark == HELD else mark for mark in part.marks)
        marks = tuple(HELD if s in held and mark == BLANK else mark for s, mark in zip(self.spaces, marks, strict=True))
        return state.with_part(player, replace(part, marks=marks))

    def skip(self, state: State, player: str) -> State:
        """Returns the state with the chain in hand put off, which any other move may then follow; without one, with the
        round closed, with dashes where nothing is in its boxes. If the game ends so, the chain stays short and the dashes
        score nothing."""
        part = state.part(player)
        if part.done:
            return state
        chain = self._in_hand(state, part)
        if chain is not None:
            late = tuple(replace(other, late=True) if other is chain else other for other in part.chains)
            return state.with_part(player, replace(part, chains=late, skipping=True))
        if not part.boxed:
            part = replace(part, upper=_put(part.upper, part.column, DASH), lower=_put(part.lower, part.column, DASH))
        return state.with_part(player, replace(part, done=True, skipping=False))

    def resume(self, state: State, turn: State, player: str) -> State:
        """Returns the state with the dice of the old round on the sheet as it is now. A chain for which there is no more
        room stays short."""
        paper, part = state.part(player), turn.part(player)
        part = replace(
            part, marks=paper.marks, upper=paper.upper, lower=paper.lower, used=paper.used, latest=paper.latest,
            chains=tuple(replace(chain, late=bool(self.left(turn, chain))) for chain in part.chains), skipping=False,
        )
        return replace(turn, parts=state.parts).with_part(player, part)

    # ------------------------------------------------------------------ scores

    def parts(self, part: Part) -> tuple[tuple[str, int], ...]:
        """A player's score part by part, as it would stand now."""
        return self._parts(part.marks, part.upper, part.lower, part.used)

    def scores(self, state: State) -> Scores:
        entries = []
        for player, part in zip(state.players, state.parts, strict=True):
            points = self.parts(part)
            entries.append((player, sum([n for _, n in points]), points, 0))
        return placed(entries, lowest_wins=False)

    # ------------------------------------------------------------------ notation and names

    write = staticmethod(notation.write)

    def read(self, text: str) -> Move | Outcome:
        return notation.read(text, self.index)

    def ids(self, hexes: int) -> tuple[str, ...]:
        """Returns the ids of a set of hexes."""
        return tuple(self.spaces[i] for i in members(hexes))


def _put(row: str, column: int, what: str) -> str:
    """A row of boxes with something in a column."""
    return row[:column] + what + row[column + 1 :]


def _closed(chains: tuple[Chain, ...]) -> tuple[Chain, ...]:
    """Returns the chains when something else is begun: nothing more goes on the last one."""
    if not chains or chains[-1].closed or chains[-1].late:
        return chains
    return (*chains[:-1], replace(chains[-1], closed=True))


def _spent(part: Part, bonus: str) -> Part:
    """Returns the part with a bonus crossed off, this round's."""
    used = tuple(other for other in BONUSES if other == bonus or other in part.used)
    return replace(part, used=used, bonus=bonus)
