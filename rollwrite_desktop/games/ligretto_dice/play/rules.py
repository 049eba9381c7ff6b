"""Ligretto Dice's rules: who may act, what is legal and why not, what a stroke does, what the rounds score.

Strokes carry time stamps (ms, handed in) and are judged in the order of the journal. Strokes without one (0) are judged by
their order alone: no lock, no hurry. Each refusal carries a key of the rulebook. Knows no clock, no drawing, no window.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from rollwrite_desktop.core.chance import Die, Draw, Outcome
from rollwrite_desktop.core.i18n import Arg, mark
from rollwrite_desktop.core.rules import Demand, Event, Move, Refusal, Scores, cup_of, is_chance
from rollwrite_desktop.games.ligretto_dice.info import INFO, TURNS
from rollwrite_desktop.games.ligretto_dice.play import notation, scoring
from rollwrite_desktop.games.ligretto_dice.play.model import (
    COLORS,
    DICE,
    GAP_MS,
    LOCK_MS,
    ROLL_MS,
    Fumble,
    Part,
    Pass,
    Place,
    Roll,
    Round,
    State,
    place_of,
)
from rollwrite_desktop.games.ligretto_dice.play.options import option_values, shares_of, tie_shares
from rollwrite_desktop.sheet.sheet import Sheet

NOTHING = "nothing"


class LigrettoDice:
    """The rules with one set of options; the sheet only says where things lie."""

    def __init__(self, sheet: Sheet, options: Mapping[str, str] | None = None) -> None:
        self.sheet = sheet
        self.options = option_values(options)
        self.turns = self.options["pace"] == TURNS
        self.info = replace(INFO, realtime=not self.turns, undo=self.turns, alternate=self.turns)
        self.hand = self.options["hand"]

    # ------------------------------------------------------------------ the course of the game

    def start(self, players: tuple[str, ...]) -> State:
        """Raises UserError where the shares do not suit the players."""
        shares_of(self.options, len(players))
        return State(players, tuple(Part() for _ in players), players)

    def share(self, state: State, player: str) -> int:
        """How many dice a player gets in the round at hand."""
        shares = dict(zip(state.players, shares_of(self.options, len(state.players)), strict=True))
        if state.tie_break:
            return tie_shares(tuple(shares[racer] for racer in state.racers))[state.racers.index(player)]
        return shares[player]

    def demands(self, state: State) -> tuple[Demand, ...]:
        if state.stage == "over":
            return ()
        if state.stage == "deal":
            player = state.racers[state.dealt]
            deal = Draw(DICE if state.dealt == 0 else state.bag, self.share(state, player))
            return (Demand(cup_of(player), deal),)
        cups = tuple(
            Demand(cup_of(player), Draw(cup, len(cup)), waits=self.turns)
            for player in state.racers if (cup := state.part(player).cup)
        )
        if self.turns:
            return cups or (Demand(state.racers[state.turn]),)
        order = (*state.racers[state.turn :], *state.racers[: state.turn])
        return cups + tuple(Demand(player, waits=False) for player in order if not state.part(player).cup)

    def held(self, state: State, player: str, at: int) -> str:
        """Returns the rulebook key of what keeps a player from placing at this time, or ""."""
        part = state.part(player)
        return part.held if at > 0 and max(at, state.now) < part.free_at else ""

    # ------------------------------------------------------------------ legal moves

    def moves(self, state: State, player: str, at: int = 0) -> Iterator[Move]:
        part = state.part(player)
        if state.stage != "race" or player not in state.racers or part.cup:
            return
        held = self.held(state, player, at)
        if self.turns:
            if state.racers[state.turn] != player or any(one.cup for one in state.parts):
                return
            yield Pass()
        elif held != "LD-R4:rolling":
            yield Roll()
        if held:
            return
        different = dict.fromkeys(part.dice)
        if at > 0 and not self.turns and self.options["wrong"] != NOTHING:
            for die in different:
                if die.face > state.height(die.name) + 1:
                    yield Fumble(die.name, die.face)
        for die in different:
            if die in state.wanted:
                yield Place(die.name, die.face)

    # ------------------------------------------------------------------ refusals

    def refuse(self, state: State, event: Event) -> Refusal | None:
        if is_chance(event.by):
            return self._against_dice(state, event)
        move = event.move
        refusal = self._against_acting(state, event.by)
        if refusal is not None:
            return refusal
        held = self.held(state, event.by, event.at)
        match move:
            case Roll():
                if self.turns:
                    return Refusal("LD-R11:roll", unwritable=True)
                return Refusal(held, unwritable=True) if held == "LD-R4:rolling" else None
            case Pass():
                return None if self.turns else Refusal("LD-R11:pass", unwritable=True)
            case Place(color, value) | Fumble(color, value):
                return self._against_die(state, event, color, value, held)
            case _:
                return Refusal("LD-3:dice", unwritable=True)

    def _against_acting(self, state: State, player: str) -> Refusal | None:
        if state.stage == "over":
            return Refusal("LD-10", unwritable=True)
        if state.stage == "deal":
            return Refusal("LD-R5" if state.rounds and not state.dealt else "LD-3:wait", unwritable=True)
        if player not in state.racers:
            return Refusal("LD-R6:out", unwritable=True)
        if state.part(player).cup:
            return Refusal("LD-R4:rolling", unwritable=True)
        if self.turns and (state.racers[state.turn] != player or any(part.cup for part in state.parts)):
            return Refusal("LD-R11:turn", unwritable=True)
        return None

    def _against_die(self, state: State, event: Event, color: str, value: int, held: str) -> Refusal | None:
        about: dict[str, Arg] = {"color": mark(color, "die"), "value": value, "next": value - 1}
        spots = (place_of(color, value),)
        height = state.height(color)
        if Die(color, value) not in state.part(event.by).dice:
            return Refusal("LD-4:have", about, spots, unwritable=True)
        if height >= value:
            return Refusal("LD-6", about, spots, unwritable=True)
        if held:
            return Refusal(held, unwritable=True)
        early = height < value - 1
        if isinstance(event.move, Place):
            return Refusal("LD-4", about, spots, unwritable=True) if early else None
        if self.turns or event.at <= 0:
            return Refusal("LD-R3:clock", unwritable=True)
        if not early:
            return Refusal("LD-R3:right", about, spots, unwritable=True)
        return Refusal("LD-4", about, spots, unwritable=True) if self.options["wrong"] == NOTHING else None

    def _against_dice(self, state: State, event: Event) -> Refusal | None:
        asked = next((demand for demand in self.demands(state) if demand.by == event.by), None)
        if asked is None or asked.ask is None:
            return Refusal("LD-10" if state.stage == "over" else "LD-3:cup", unwritable=True)
        if isinstance(event.move, Outcome) and asked.ask.admits(event.move):
            return None
        key = "LD-2" if state.stage == "deal" else "LD-5"
        count = asked.ask.count if isinstance(asked.ask, Draw) else 0
        return Refusal(key, {"dice": self.write(event.move) or "—", "n": count}, unwritable=True)

    # ------------------------------------------------------------------ applying

    def apply(self, state: State, event: Event) -> State:
        """Changes nothing where an event is refused: in a race there is no paper that would take it."""
        if self.refuse(state, event) is not None:
            return state
        at = max(state.now, event.at)
        state = replace(state, now=at)
        if isinstance(event.move, Outcome):
            player = event.by.partition(":")[2]
            if state.stage == "deal":
                return self._after_deal(state, player, event.move, event.at)
            return state.with_part(player, self._landed(state.part(player), event.move, state.now if event.at else 0))
        return self._after_stroke(state, event, at)

    def _landed(self, part: Part, fallen: Outcome, at: int) -> Part:
        waits = at > 0 and not self.turns and self.hand in ("both", "roll")
        return self._busy(replace(part, hand=fallen.dice, cup=()), at + ROLL_MS if waits else 0, "LD-R4:rolling")

    @staticmethod
    def _busy(part: Part, until: int, why: str) -> Part:
        """Returns the part when placing is refused until a time (ms; 0: not at all). Nothing shortens a lock (LD-R3)."""
        if part.held == "LD-R3:lock" and part.free_at > until:
            return part
        return replace(part, free_at=until, held=why if until else "")

    def _after_deal(self, state: State, player: str, fallen: Outcome, at: int) -> State:
        bag = list(DICE if state.dealt == 0 else state.bag)
        for die in fallen.dice:
            bag.remove(die.name)
        if state.dealt == 0:
            parts = tuple(self._busy(Part(free_at=part.free_at, held=part.held), 0, "") for part in state.parts)
            state = replace(state, parts=parts, board=((),) * len(COLORS))
        state = state.with_part(player, self._landed(state.part(player), fallen, state.now if at else 0))
        state = replace(state, bag=tuple(bag), dealt=state.dealt + 1)
        if state.dealt < len(state.racers):
            return state
        first = len(state.rounds) % len(state.racers)
        return replace(state, stage="race", began=state.now, turn=first, passes=0)

    def _after_stroke(self, state: State, event: Event, at: int) -> State:
        player = event.by
        part = state.part(player)
        here = state.racers.index(player)
        state = replace(state, turn=(here + 1) % len(state.racers))
        match event.move:
            case Roll():
                cup = tuple(die.name for die in part.dice)
                return state.with_part(player, replace(part, hand=(), cup=cup, rolls=part.rolls + 1))
            case Pass():
                state = replace(state, passes=state.passes + 1)
                return self._all_roll(state) if state.passes >= len(state.racers) else state
            case Fumble():
                part = self._busy(part, at + LOCK_MS, "LD-R3:lock")
                return state.with_part(player, replace(part, fumbles=part.fumbles + 1))
            case Place(color, value):
                slot = part.hand.index(Die(color, value))
                hand = (*part.hand[:slot], None, *part.hand[slot + 1 :])
                gap = event.at > 0 and not self.turns and self.hand in ("both", "gap")
                part = self._busy(replace(part, hand=hand), at + GAP_MS if gap else 0, "LD-R4:hand")
                column = COLORS.index(color)
                board = (*state.board[:column], (*state.board[column], player), *state.board[column + 1 :])
                state = replace(state, board=board, passes=0).with_part(player, part)
                return state if part.left else self._stopped(state, player)
        return state

    def _all_roll(self, state: State) -> State:
        parts = tuple(
            replace(part, hand=(), cup=tuple(die.name for die in part.dice), rolls=part.rolls + 1)
            if player in state.racers else part
            for player, part in zip(state.players, state.parts, strict=True)
        )
        return replace(state, parts=parts, passes=0)

    def _stopped(self, state: State, finisher: str) -> State:
        """LD-8, LD-9: the round is scored; what follows is another round, a tie-break, or the end."""
        left = {player: state.part(player).left for player in state.racers}
        entries = tuple(
            None if player not in left else sum(left.values()) if player == finisher else -left[player]
            for player in state.players
        )
        done = Round(
            entries, state.tie_break, state.now - state.began, tuple(part.rolls for part in state.parts),
            tuple(part.fumbles for part in state.parts),
        )
        rounds = (*state.rounds, done)
        racers = scoring.next_racers(self.options, state.players, rounds)
        return replace(
            state, rounds=rounds, racers=racers or state.racers, stage="deal" if racers else "over", dealt=0,
            tie_break=bool(racers) and scoring.done(self.options, len(state.players), rounds),
        )

    # ------------------------------------------------------------------ scores and notation

    def scores(self, state: State) -> Scores:
        running = tuple(part.fumbles for part in state.parts) if state.stage == "race" else ()
        return scoring.scores(state.players, state.rounds, scoring.is_penalised(self.options), running)

    write, read = staticmethod(notation.write), staticmethod(notation.read)
