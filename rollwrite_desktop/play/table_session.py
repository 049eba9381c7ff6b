"""Running a table: whose turn it is, what a tap did, whose turn ends by itself, what Roll and Undo mean.

Joins session, guide and computer players for any game. What follows from the rules at one position is asked once and kept
(`Position`). What of it is shown: `view_model.py`. Knows no Qt and no clock.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.chance import CHANCE, Ask, Outcome, is_chance
from rollwrite_desktop.core.rules import Demand, Event, Refusal, Scores
from rollwrite_desktop.gamekit.coach import Hint, Lesson, best_stroke, hints_left, hints_of, note_hint
from rollwrite_desktop.gamekit.guide import Changed, Ignored, Noted, Prompt, Proposed, State, Ui
from rollwrite_desktop.play.open_game import Opened

BOT_NOTE = "bot"
Step = Literal["roll", "finish", "wait", "over"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tap came to: a stroke that stands, a refusal, a mere change of what is selected, or nothing."""

    kind: Literal["ignored", "changed", "written", "refused"]
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the record in words: how many live events there were when it had happened, and who did it."""

    count: int
    by: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Position:
    """What rules and guide say of one state. `closings`: the event that ends a player's turn, for those who have nothing
    compulsory left. `ahead`: the state after all of them, None while somebody must act; `ahead_demands` are asked there."""

    state: State
    demands: tuple[Demand, ...]
    closings: Mapping[str, Event]
    ahead: State | None
    ahead_demands: tuple[Demand, ...]

    @property
    def step(self) -> Step:
        """What comes next once nothing compulsory is left: a roll, the end, or still waiting for somebody."""
        if not self.demands:
            return "over"
        if self.ahead is None:
            return "wait"
        return "roll" if self.ahead_demands else "finish"

    def compelled(self, player: str) -> bool:
        """Whether the player has something to do that does not end by itself."""
        return player not in self.closings and self.acting(player)

    def acting(self, player: str) -> bool:
        """Whether the player may act."""
        return player in [demand.by for demand in self.demands if demand.ask is None]


class TableSession:
    """One game at one machine. `seat` is the player whose hand holds the pen, "" when only computer players are left;
    `names` are those of the players, `bots` the computer players' ways to play."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.session = opened.session
        self.rules = opened.session.rules
        self.guide = opened.game.guide(opened.session.rules)
        self.players: tuple[str, ...] = opened.session.players
        self.uis: dict[str, Ui] = {player: self._fresh_ui(player) for player in self.players}
        self.names = dict(zip(self.players, opened.head.players, strict=True))
        self.bots = self._bots()
        self._luck = {player: random.Random(f"{opened.head.notes.seed}/{player}") for player in self.players}
        self.coach = opened.game.coach(opened.session.rules) if opened.game.coach else None
        self._told: list[LogLine] = []
        self._log: tuple[LogLine, ...] = ()
        self._told_of: tuple[Event, ...] = ()
        self._position = self._ask_rules(self.session.state)
        self.seat = ""
        self.seat = self.next_seat()

    # ------------------------------------------------------------------ the position

    @property
    def state(self) -> State:
        """The state of the game now."""
        return self.session.state

    @property
    def events(self) -> tuple[Event, ...]:
        """The live events."""
        return self.session.events

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self.demands

    @property
    def position(self) -> Position:
        """What follows from the state now, worked out once for each state."""
        state = self.session.state
        if self._position.state is not state:
            self._position = self._ask_rules(state)
        return self._position

    def _ask_rules(self, state: State) -> Position:
        demands = self.rules.demands(state)
        players = [demand.by for demand in demands if demand.ask is None]
        closings: dict[str, Event] = {}
        for player in players:
            move = self.guide.closing(state, player)
            if move is not None:
                closings[player] = Event(player, move)
        if not demands or len(closings) < len(players):
            return Position(state, demands, closings, None, ())
        ahead = state
        for event in closings.values():
            ahead = self.rules.apply(ahead, event)
        return Position(state, demands, closings, ahead, self.rules.demands(ahead) if closings else demands)

    # ------------------------------------------------------------------ who sits here

    def _bots(self) -> dict[str, str]:
        """Computer players: player id to the name of the way they play."""
        sitting = dict(self.opened.head.notes.bots)
        for (player, note), name in self.session.notes.items():
            if note == BOT_NOTE:
                sitting[player] = name
        known = self.opened.game.bots
        return {
            player: name if name in known else next(iter(known))
            for player, name in sitting.items() if name and player in self.players
        }

    @property
    def humans(self) -> tuple[str, ...]:
        bots = self.bots
        return tuple([player for player in self.players if player not in bots])

    @property
    def waiting(self) -> tuple[str, ...]:
        """The people who have something to do now."""
        bots = self.bots
        return tuple([demand.by for demand in self.demands if demand.ask is None and demand.by not in bots])

    @property
    def demands(self) -> tuple[Demand, ...]:
        """Who may act now."""
        return self.position.demands

    @property
    def writable(self) -> bool:
        return not self.opened.read_only

    def compelled(self, player: str) -> bool:
        """Whether the player has something to do that does not end by itself."""
        return self.position.compelled(player)

    def next_seat(self) -> str:
        """Who should hold the pen now: who holds it, unless somebody else is waited for."""
        bots = self.bots
        if self.seat and self.seat not in bots and (self.compelled(self.seat) or self.over):
            return self.seat
        pressed = [player for player in self.waiting if self.compelled(player)]
        if pressed:
            return pressed[0]
        if self.seat and self.seat not in bots:
            return self.seat
        return next(iter(self.waiting), next(iter(self.humans), ""))

    @property
    def following(self) -> str:
        """Another person who must write now while who holds the pen need not, or ""."""
        player = self.next_seat()
        return player if player != self.seat and self.compelled(player) else ""

    @property
    def acting(self) -> bool:
        """Whether who holds the pen can still write something."""
        return self.position.acting(self.seat)

    def sit(self, player: str) -> None:
        """The pen goes to this player."""
        self.seat = player

    def hand_over(self, player: str, bot: str) -> None:
        """A player leaves; the computer plays on."""
        self.session.note(player, BOT_NOTE, bot)
        self.bots = self._bots()
        if self.seat == player:
            self.seat = ""
            self.seat = self.next_seat()

    def come_back(self, player: str) -> None:
        """A person takes the place of the computer."""
        self.session.note(player, BOT_NOTE, "")
        self.bots = self._bots()
        if not self.seat:
            self.seat = player

    # ------------------------------------------------------------------ writing

    def prompt(self, player: str) -> Prompt:
        return self.guide.prompt(self.session.state, player, self.uis[player])

    def open(self, player: str) -> frozenset[str]:
        """The spots of the sheet where a tap would be a move."""
        return self.guide.open(self.session.state, player, self.uis[player])

    def why_not(self, spot: str) -> Refusal | None:
        """Why a tap of the player who holds the pen would be refused there; nothing is tapped."""
        if not self.seat:
            return None
        tapped = self.guide.tap(self.session.state, self.seat, self.uis[self.seat], spot)
        if isinstance(tapped, Proposed):
            return self.rules.refuse(self.session.state, Event(self.seat, tapped.move))
        return tapped.refusal if isinstance(tapped, Changed) else None

    def tap(self, spot: str) -> Answer:
        """A tap by the player who holds the pen."""
        player = self.seat
        if not player or not self.writable:
            return Answer("ignored")
        tapped = self.guide.tap(self.session.state, player, self.uis[player], spot)
        match tapped:
            case Ignored():
                return Answer("ignored")
            case Noted(ui, _, note, text):
                self.uis[player] = ui
                self.session.note(player, note, text)
                return Answer("changed")
            case Changed(ui, refusal):
                self.uis[player] = ui
                return Answer("refused" if refusal else "changed", refusal)
            case Proposed(move, ui):
                refusal = self.session.submit(Event(player, move))
                if refusal is not None:
                    return Answer("refused", refusal)
                self.uis[player] = ui
                self._close_if_last(player)
                return Answer("written")

    def _fresh_ui(self, player: str) -> Ui:
        """Nothing selected; what the player has jotted down stays."""
        return self.guide.ui({name: text for (by, name), text in self.session.notes.items() if by == player})

    def put_down(self, player: str) -> bool:
        """Nothing selected any more; whether something was."""
        before, self.uis[player] = self.uis[player], self._fresh_ui(player)
        return bool(before != self.uis[player])

    # ------------------------------------------------------------------ chance

    @property
    def step(self) -> Step:
        """What comes next once nothing compulsory is left: a roll, the end, or still waiting for somebody."""
        return self.position.step

    @property
    def asked(self) -> Ask | None:
        """What chance will be asked, as soon as everybody's turn has ended."""
        return _ask(self.position.ahead_demands)

    def roll(self, dice: Outcome | None = None) -> Refusal | None:
        """Closes for all who may be closed, then lets chance speak: `dice` as typed in, else the code's. At the end of the
        game only closes."""
        ask, ahead = self.asked, self.position.ahead
        if dice is not None and ask is not None and not ask.admits(dice):
            refusal = self.rules.refuse(ahead, Event(self._roller(ahead), dice)) if ahead is not None else None
            if refusal is not None:
                return refusal
        for event in self.position.closings.values():
            refusal = self.session.submit(event)
            if refusal is not None:
                return refusal
        roller = self._roller(self.session.state)
        spoken = Event(roller, dice) if dice is not None else self.session.digital()
        while spoken is not None and not self.over:
            refusal = self.session.submit(spoken)
            if refusal is not None:
                return refusal
            # Where each has a cup, all of them are turned over at once.
            spoken = self.session.digital() if spoken.by != CHANCE and dice is None else None
        self._put_all_down()
        self.seat = self.next_seat()
        return None

    def _roller(self, state: State) -> str:
        return next((demand.by for demand in self.rules.demands(state) if is_chance(demand.by)), CHANCE)

    @property
    def real_dice(self) -> bool:
        return self.opened.head.notes.dice == "real"

    @property
    def can_take_back(self) -> bool:
        """Real dice may be typed anew; digital ones may be taken back by a lone player, and return unchanged."""
        allowed = self.real_dice or len(self.players) == 1
        return self.writable and allowed and self.session.can_take_back()

    def take_back(self) -> Event | None:
        lifted = self.session.take_back() if self.can_take_back else None
        if lifted is not None:
            self._put_all_down()
        return lifted

    def rolls(self) -> tuple[tuple[int, Ask], ...]:
        """Every outcome of chance so far: its place among the events, and what had been asked."""
        found = []
        for index, event in enumerate(self.session.events):
            if is_chance(event.by):
                asks = self.rules.demands(self.session.state_after(index))
                ask = next((demand.ask for demand in asks if demand.by == event.by), None)
                if ask is not None:
                    found.append((index, ask))
        return tuple(found)

    def correct(self, index: int, dice: Outcome) -> Refusal | None:
        """Another outcome in place of one that was mistyped; only what depended on it goes."""
        found = self.session.correct(index, dice)
        if isinstance(found, Refusal):
            return found
        self._put_all_down()
        self.seat = self.next_seat()
        return None

    def _close_if_last(self, player: str) -> None:
        """Nothing optional is left either, so the closing stroke needs no tap."""
        closing = self._only_closing(player)
        if closing is not None and self.session.redo(player) is None:
            self.session.submit(closing)

    def _only_closing(self, player: str) -> Event | None:
        """The event that ends the player's turn, if there is no other."""
        closing = self.position.closings.get(player)
        if closing is None:
            return None
        return closing if list(islice(self.rules.moves(self.session.state, player), 2)) == [closing.move] else None

    def _put_all_down(self) -> None:
        self.uis = {player: self._fresh_ui(player) for player in self.players}

    # ------------------------------------------------------------------ undo

    def can_undo(self, player: str) -> bool:
        return self.writable and bool(player) and self.session.can_undo(player)

    def can_redo(self, player: str) -> bool:
        return self.writable and bool(player) and self.session.can_redo(player)

    def undo(self, player: str) -> Event | None:
        """Lifts the player's latest stroke; a closing stroke that was sent by itself goes with the stroke before it."""
        if not self.can_undo(player):
            return None
        lifted = self.session.undo(player)
        if lifted is not None and self._only_closing(player) == lifted:
            lifted = self.session.undo(player) or lifted
        self.uis[player] = self._fresh_ui(player)
        return lifted

    def redo(self, player: str) -> Event | None:
        if not self.can_redo(player):
            return None
        event = self.session.redo(player)
        self._close_if_last(player)
        self.uis[player] = self._fresh_ui(player)
        return event

    # ------------------------------------------------------------------ computer players

    @property
    def thinking(self) -> str:
        """The computer player whose stroke is next, or ""."""
        bots = self.bots
        return next(iter([demand.by for demand in self.demands if demand.by in bots]), "") if self.writable else ""

    def let_think(self) -> Event | None:
        """One stroke of one computer player. What its strategy gets wrong is played at random rather than not at all."""
        player = self.thinking
        if not player:
            return None
        strategy = self.opened.game.bots[self.bots[player]]
        event = Event(player, strategy(self.rules, self.session.state, player, self._luck[player]))
        if self.session.submit(event) is not None:
            event = Event(player, random_bot(self.rules, self.session.state, player, self._luck[player]))
            self.session.submit(event)
        return event

    # ------------------------------------------------------------------ the coach

    def lesson(self, player: str) -> Lesson | None:
        """What a newcomer should know now, in games that are taught."""
        return self.coach.lesson(self.session.state, player, self.uis[player]) if self.coach else None

    def can_hint(self) -> bool:
        """Whether who holds the pen has something to do for which a stroke can be suggested."""
        return bool(self.coach and self.seat and self.acting and self.writable)

    def hints_left(self) -> int:
        """How many hints this turn still gives unasked."""
        return hints_left(self.session, self.seat)

    def hints_used(self, player: str) -> int:
        """How many hints a player has had in this game."""
        return len(hints_of(self.session, player))

    def hint(self) -> Hint:
        """One good stroke for who holds the pen; it is kept with the game that it was asked for."""
        assert self.coach is not None
        player, state = self.seat, self.session.state
        bot = list(self.opened.game.bots.values())[-1]
        move = best_stroke(bot, self.rules, state, player)
        note_hint(self.session, player)
        told = self.guide.describe_event(Event(player, move), "").strip(" :")
        return Hint(move, told, self.coach.reason(state, player, move), self.coach.spots(move))

    # ------------------------------------------------------------------ the record

    @property
    def scores(self) -> Scores:
        return self.rules.scores(self.session.state)

    def record(self) -> tuple[LogLine, ...]:
        """All live events in words."""
        events, before = self.session.events, self._told_of
        if events == before:
            return self._log
        same = 0
        for old, new in zip(before, events, strict=False):
            if old is not new:
                break
            same += 1
        del self._told[same:]
        for count, event in enumerate(events[same:], same + 1):
            name = "" if event.by == CHANCE else self.names[event.by.rpartition(":")[2]]
            self._told.append(LogLine(count, event.by, self.guide.describe_event(event, name)))
        self._told_of = events
        self._log = tuple([told for told in self._told if told.sentence])
        return self._log


def _ask(demands: tuple[Demand, ...]) -> Ask | None:
    return next(iter([demand.ask for demand in demands if demand.ask is not None]), None)
