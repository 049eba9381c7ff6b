"""Running a table: whose turn it is, what a tap did, whose turn ends by itself, what Roll and Undo mean.

Joins session, guide and computer players for any game. What follows from the rules at one position is asked once and kept
(`Position`). What of it is shown: `view_model.py`. Knows no Qt and no clock.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, islice, takewhile
from operator import attrgetter
from typing import Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.chance import Ask, Outcome
from rollwrite_desktop.core.corrections import Corrected, OpenTurn
from rollwrite_desktop.core.i18n import integer, tr
from rollwrite_desktop.core.rules import CHANCE, Demand, Event, Refusal, Scores, is_chance
from rollwrite_desktop.gamekit.play.guide import Changed, Ignored, Noted, Onward, Prompt, Proposed, RaceGuide, State, Ui
from rollwrite_desktop.gamekit.words.coach import HINT_NOTE, Hint, HintCount, Lesson, best_stroke, hint_luck, note_hint
from rollwrite_desktop.gamekit.words.print_kit import roll_title
from rollwrite_desktop.play.opening.bot_moves import Thought, is_slow, moves
from rollwrite_desktop.play.opening.open_game import BOT_NOTE, Opened, bot_names
from rollwrite_desktop.play.work.jobs import Call

Step = Literal["roll", "finish", "wait", "over"]
MAX_TOLD = 2
"""How many moves that made themselves are told before a prompt."""


class Answer(Struct, frozen=True):
    """What a tap came to: a stroke that stands, a refusal, a mere change of what is selected, or nothing."""

    kind: Literal["ignored", "changed", "written", "refused"]
    refusal: Refusal | None = None


class LogLine(Struct, frozen=True):
    """A line of the record in words: how many live events there were when it had happened, and who did it. open: what a
    correction took from this turn, which is to be played again."""

    count: int
    by: str
    sentence: str
    open: bool = False


class PastRoll(Struct, frozen=True):
    """A roll that can be corrected: its number, counted from 1, what was asked, by whom it was rolled, and what was entered,
    in words."""

    number: int
    ask: Ask
    by: str
    sentence: str


class Position(Struct, frozen=True):
    """What rules and guide say of one state. `closings`: the events that end a player's turn, for those who have nothing
    compulsory left. `ahead`: the state after all of them, None while somebody must act; `ahead_demands` are asked there.

    open_turns: those that corrections have left unfinished, or players who have left, which hold up nobody. late: for their
    players who are there the state in which they write, the oldest of these turns; late_closings: the events that end it,
    where nothing compulsory is left. left: the players who have left."""

    state: State
    demands: tuple[Demand, ...]
    closings: Mapping[str, tuple[Event, ...]]
    ahead: State | None
    ahead_demands: tuple[Demand, ...]
    open_turns: tuple[OpenTurn[State], ...]
    late: Mapping[str, State]
    late_closings: Mapping[str, tuple[Event, ...]]
    left: frozenset[str]

    @property
    def step(self) -> Step:
        """What comes next once nothing compulsory is left: a roll, the end, or still waiting for somebody."""
        if not self.demands:
            return "over"
        if self.ahead is None:
            return "wait"
        if self.ahead_demands:
            return "roll"
        return "finish" if len(self.late) == len(self.late_closings) else "wait"

    def compelled(self, player: str) -> bool:
        """Returns whether the player must move before the turn can end."""
        if player in self.late and player not in self.late_closings:
            return True
        return self.due(player)

    def due(self, player: str) -> bool:
        """Returns whether the player must move in the current turn, whatever open ones come first."""
        return player not in self.closings and player in [d.by for d in self.demands if d.waits and d.ask is None]

    def state_for(self, player: str) -> State:
        """Returns the state in which the player writes."""
        return self.late.get(player, self.state)

    def closing(self, player: str) -> Event | None:
        """Returns the next of the events that end what the player writes in, where nothing compulsory is left."""
        return next(iter((self.late_closings if player in self.late else self.closings).get(player, ())), None)

    def acting(self, player: str) -> bool:
        """Returns whether the player may act."""
        return player in [demand.by for demand in self.demands if demand.ask is None]


class _Given(Struct, frozen=True):
    """A hint, the events that its player had seen by then, and what it has selected since, instead of what was `before`."""

    hint: Hint
    seen: tuple[Event, ...]
    chosen: Ui | None = None
    before: Ui | None = None


class TableSession:
    """One game at one machine. `seat` is the player whose hand holds the pen, "" when only computer players are left;
    `names` are those of the players, `bots` the computer players' ways to play."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.session = opened.session
        self.rules = opened.session.rules
        self.guide = opened.game.play.guide(opened.session.rules)
        self.players: tuple[str, ...] = opened.session.players
        self.uis: dict[str, Ui] = {player: self._fresh_ui(player) for player in self.players}
        self.names = dict(zip(self.players, opened.head.players, strict=True))
        self.bots = bot_names(self.opened)
        self._luck = {player: random.Random(f"{opened.head.notes.seed}/{player}") for player in self.players}
        self.coach = opened.game.words.coach(opened.session.rules) if opened.game.words.coach else None
        self._hints: dict[str, _Given] = {}
        self._by_itself: dict[str, tuple[str, ...]] = {}
        self._described: list[LogLine] = []
        self._log: tuple[LogLine, ...] = ()
        kit = opened.game.words.print_kit
        self._boxes = kit.rolls(self.rules) if kit.asked is not None else None
        self._described_of: tuple[tuple[Event, ...], tuple[OpenTurn[State], ...]] = (), ()
        self._asked_of = self.session.stands, self.session.left
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
        return not self.position.demands

    @property
    def race_guide(self) -> RaceGuide | None:
        """The guide where all share one board, as in a race without its speed."""
        return cast(RaceGuide, self.guide) if self.opened.game.info.realtime else None

    @property
    def position(self) -> Position:
        """What follows from the state now, worked out once for each state."""
        stands, left = self._asked_of
        if stands is not self.session.stands or left is not self.session.left:
            self._position = self._ask_rules(self.session.state)
            self._asked_of = self.session.stands, self.session.left
        return self._position

    def state_for(self, player: str) -> State:
        """Returns the state in which a player writes: that of the oldest open turn, else the state now."""
        return self.position.state_for(player)

    def _ask_rules(self, state: State) -> Position:
        demands, open_turns, left = self.session.demands, self.session.open_turns, self.session.left
        late = {turn.player: self.session.state_for(turn.player) for turn in open_turns if turn.player not in left}
        late_closings = self._closings(late)
        now = tuple([demand for demand in demands if demand.waits]) if late else demands
        players = [demand.by for demand in now if demand.ask is None]
        closings = self._closings(dict.fromkeys(players, state))
        if not demands or len(closings) < len(players):
            return Position(state, demands, closings, None, (), open_turns, late, late_closings, left)
        ahead = state
        for event in chain.from_iterable(closings.values()):
            ahead = self.rules.apply(ahead, event)
        ahead_demands = self.rules.demands(ahead) if closings else now
        return Position(state, demands, closings, ahead, ahead_demands, open_turns, late, late_closings, left)

    def _closings(self, states: Mapping[str, State]) -> dict[str, tuple[Event, ...]]:
        """Returns the events that end a player's turn, for those who have nothing compulsory left in their state."""
        found = {player: tuple(self._closing_events(state, player)) for player, state in states.items()}
        return {player: events for player, events in found.items() if events}

    def _closing_events(self, state: State, player: str) -> Iterator[Event]:
        while (move := self.guide.closing(state, player)) is not None:
            yield Event(player, move)
            state = self.rules.apply(state, Event(player, move))

    # ------------------------------------------------------------------ who sits here

    @property
    def humans(self) -> tuple[str, ...]:
        """The people who play and have not left."""
        away = self.bots.keys() | self.session.left
        return tuple([player for player in self.players if player not in away])

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

    @property
    def goes_on(self) -> bool:
        """Whether the game can be played on: it is not over, and it may be written."""
        return not self.opened.read_only and bool(self.position.demands)

    def compelled(self, player: str) -> bool:
        """Returns whether the player must move before the turn can end."""
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
    def coming(self) -> str:
        """Another person who must write once who holds the pen is done, or ""."""
        return next((player for player in self.waiting if player != self.seat and self.compelled(player)), "")

    @property
    def onward(self) -> Onward:
        """What the large button does, where no move of the player's own has it: in the prompt's words and in its own."""
        if not self.goes_on:
            return Onward("waits", over=self.over)
        if self.following:
            return Onward("hands", self.names[self.following])
        position = self.position
        if self.seat and position.compelled(self.seat):
            if self.seat in position.late_closings:
                return Onward("ends")
            if self.real_dice:
                return Onward("waits")  # one thing at a time: an open turn comes before the next roll is entered
        match position.step:
            case "roll":
                return Onward("rolls")
            case "finish":
                return Onward("counts")
        return Onward("waits")

    @property
    def catching_up(self) -> bool:
        """Whether who holds the pen writes in an open turn, and comes to the current one after it."""
        return self.seat in self.position.late and self.position.due(self.seat)

    @property
    def acting(self) -> bool:
        """Whether who holds the pen can still write something."""
        return self.position.acting(self.seat)

    def sit(self, player: str) -> None:
        """Gives the pen to this player."""
        self.seat = player

    def hand_over(self, player: str, bot: str) -> None:
        """A player leaves; the computer plays on."""
        self.session.note(player, BOT_NOTE, bot)
        self.bots = bot_names(self.opened)
        self._stand_up(player)

    def leave(self, player: str) -> None:
        """A player leaves; nobody waits for them, and their sheet stays as it is."""
        self.session.leave(player)
        self._stand_up(player)

    def _stand_up(self, player: str) -> None:
        if self.seat == player:
            self.seat = ""
            self.seat = self.next_seat()

    def come_back(self, player: str) -> None:
        """A person who has left is back, or takes the place of the computer. A turn in which they had done what they had to
        is over since the next roll, as it is for everybody."""
        if player in self.session.left:
            self.session.come_back(player)
            if self._had_begun(player):
                self._end_open_turn(player)
            self.uis[player] = self._fresh_ui(player)
        else:
            self.session.note(player, BOT_NOTE, "")
            self.bots = bot_names(self.opened)
        self.seat = self.seat or player

    def _had_begun(self, player: str) -> bool:
        """Returns whether a player wrote something in their oldest open turn before the next roll."""
        roll = next((turn.roll for turn in self.session.open_turns if turn.player == player), 0)
        rolled = [index for index, event in enumerate(self.events) if is_chance(event.by)]
        since = self.events[rolled[roll - 1]:] if roll else ()
        return any(event.by == player for event in takewhile(lambda event: not is_chance(event.by), since[1:]))

    @property
    def can_leave(self) -> bool:
        """Whether somebody may leave without a computer player in their place: in this game, with others who stay."""
        return self.session.can_leave and len(self.humans) > 1

    @property
    def can_join(self) -> bool:
        """Whether one more may join."""
        return self.session.can_leave and len(self.players) < self.rules.info.players[1]

    # ------------------------------------------------------------------ writing

    def prompt(self, player: str) -> Prompt:
        """Returns what a player is asked now; in an open turn, which one that is."""
        prompt = self.guide.prompt(self.state_for(player), player, self.uis[player], self.onward)
        passed = self._by_itself.get(player)
        if passed and not self.over:
            prompt = replace(prompt, sentence=f"{', '.join(passed)}. {prompt.sentence}")
        turn = next((turn for turn in self.position.open_turns if turn.player == player), None)
        if turn is None:
            return prompt
        about = {"roll": self.roll_title(turn.roll), "sentence": prompt.sentence}
        return replace(prompt, sentence=tr("Still open: {roll}. {sentence}", **about)
                       if player in self.position.late_closings else tr("Still to do: {roll}. {sentence}", **about))

    def open(self, player: str) -> frozenset[str]:
        """Returns the spots of the sheet where a tap would be a move."""
        return self.guide.open(self.state_for(player), player, self.uis[player])

    def why_not(self, spot: str) -> Refusal | None:
        """Why a tap of the player who holds the pen would be refused there; nothing is tapped."""
        if not self.seat:
            return None
        state = self.state_for(self.seat)
        tapped = self.guide.tap(state, self.seat, self.uis[self.seat], spot)
        if isinstance(tapped, Proposed):
            return self.rules.refuse(state, Event(self.seat, tapped.move))
        return tapped.refusal if isinstance(tapped, Changed) else None

    def tap(self, spot: str) -> Answer:
        """A tap by the player who holds the pen."""
        player = self.seat
        if not player or not self.writable:
            return Answer("ignored")
        self._leave_hint(player, spot)
        tapped = self.guide.tap(self.state_for(player), player, self.uis[player], spot)
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
                self._by_itself.pop(player, None)
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

    def why_not_so(self, dice: Outcome) -> Refusal | None:
        """Why real dice cannot have been rolled so now; nothing is rolled."""
        ask, ahead = self.asked, self.position.ahead
        if ask is None or ahead is None or ask.admits(dice):
            return None
        return self.rules.refuse(ahead, Event(self._roller(ahead), dice))

    def roll(self, dice: Outcome | None = None) -> Refusal | None:
        """Closes for all who may be closed, then lets chance speak: `dice` as typed in, else the code's. At the end of the
        game only closes."""
        refusal = self.why_not_so(dice) if dice is not None else None
        if refusal is not None:
            return refusal
        while self.position.late_closings:
            self.session.submit(next(iter(self.position.late_closings.values()))[0])
        for event in chain.from_iterable(self.position.closings.values()):
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
        for player in self.humans:
            self._close_if_last(player)
        self.seat = self.next_seat()
        return None

    def end_open_turn(self) -> None:
        """Ends the open turn in which who holds the pen writes, where nothing compulsory is left in it."""
        self._end_open_turn(self.seat)
        self._by_itself.pop(self.seat, None)
        self.put_down(self.seat)
        self._close_if_last(self.seat)

    def _end_open_turn(self, player: str) -> None:
        for event in self.position.late_closings.get(player, ()):
            self.session.submit(event)

    def _roller(self, state: State) -> str:
        return next((demand.by for demand in self.rules.demands(state) if is_chance(demand.by)), CHANCE)

    @property
    def real_dice(self) -> bool:
        """Whether the rolls are typed in from dice on the table."""
        return self.opened.head.notes.dice == "real"

    @property
    def corrects(self) -> bool:
        """Whether rolls can be corrected here: real dice may be typed anew; digital ones may be taken back by a lone player,
        and return unchanged."""
        return self.writable and (self.real_dice or len(self.players) == 1)

    @property
    def corrects_any(self) -> bool:
        """Whether any roll can be corrected and the rest stays; otherwise the latest one is taken back, with all since."""
        return self.corrects and self.real_dice and self.session.corrects

    @property
    def can_take_back(self) -> bool:
        """Whether there is a roll that can be corrected."""
        return self.corrects and self.session.can_take_back()

    def take_back(self) -> Event | None:
        lifted = self.session.take_back() if self.can_take_back else None
        if lifted is not None:
            self._put_all_down()
        return lifted

    def rolls(self) -> tuple[PastRoll, ...]:
        """Every roll so far that can be corrected."""
        found = []
        rolled = [(i, event) for i, event in enumerate(self.session.events) if is_chance(event.by)]
        for number, (index, event) in enumerate(rolled if self.session.can_correct() else (), 1):
            asks = self.rules.demands(self.session.state_before(index))
            ask = next((demand.ask for demand in asks if demand.by == event.by), None)
            if ask is not None:
                found.append(PastRoll(number, ask, event.by, self.guide.describe_event(event, "")))
        return tuple(found)

    def correct(self, number: int, dice: Outcome) -> Refusal | None:
        """Another outcome in place of one that was entered wrongly, by its number, counted from 1."""
        found = self.session.correct(number, dice)
        if isinstance(found, Refusal):
            return found
        self._put_all_down()
        self.seat = self.next_seat()
        return None

    def foresee(self, number: int, dice: Outcome) -> tuple[str, ...] | Refusal:
        """Returns what a correction would change, in words; or why the roll cannot have been this."""
        found = self.session.if_corrected(number, dice)
        return found if isinstance(found, Refusal) else tuple(self._consequences(found))

    def _consequences(self, found: Corrected) -> Iterator[str]:
        """One sentence for each turn of a player that changes, and each roll that is impossible now."""
        turns = sorted({*found.asked, *((one.roll, one.event.by) for one in found.lost)})
        for roll, player in turns:
            lost = [one.event for one in found.lost if (one.roll, one.event.by) == (roll, player)]
            moves, name, which = self._told_moves(lost), self.names[player], self.roll_title(roll)
            if not moves:
                yield tr("{roll}: {name} still has a move to make.", roll=which, name=name)
            elif (roll, player) in found.asked:
                yield tr("{roll}: {name} plays again, instead of {moves}.", roll=which, name=name, moves=moves)
            else:
                yield tr("{roll}: {name} loses {moves}.", roll=which, name=name, moves=moves)
        if found.back:
            yield tr("Valid again: {moves}.", moves=self._told_moves(found.back))
        for number in found.contradicted:
            yield tr("{roll}: no longer possible. Correct it too.", roll=self.roll_title(number))
        yield tr("Everything else stays the same.")

    def roll_title(self, number: int) -> str:
        """How players call a roll, by its number, counted from 1."""
        return roll_title(self._boxes, number)

    def _told_moves(self, events: Iterable[Event]) -> tuple[str, ...]:
        """Moves in words, without names; turns that merely end are left out."""
        described = (self.guide.describe_event(event, "").strip().strip(":").strip() for event in events)
        return tuple([sentence for sentence in described if sentence])

    def _close_if_last(self, player: str) -> None:
        """Nothing optional is left either, so what can only pass passes, and the closing stroke needs no tap."""
        while (closing := self._only_closing(player)) is not None:
            if self.session.redo(player) is None and self.session.submit(closing) is not None:
                return
            passed = self._told_moves([closing])
            # Of an open turn that closes with it only what happens last is told.
            self._by_itself[player] = (*self._by_itself.get(player, ()), *passed)[-MAX_TOLD:]

    def _only_closing(self, player: str) -> Event | None:
        """Returns the event that ends the player's turn, if there is no other."""
        closing = self.position.closing(player)
        if closing is None:
            return None
        return closing if list(islice(self.rules.moves(self.state_for(player), player), 2)) == [closing.move] else None

    def _put_all_down(self) -> None:
        self.uis = {player: self._fresh_ui(player) for player in self.players}
        self._by_itself.clear()

    # ------------------------------------------------------------------ undo

    def can_undo(self, player: str) -> bool:
        """Returns whether the player can undo now."""
        return self.writable and bool(player) and self.session.can_undo(player)

    def can_redo(self, player: str) -> bool:
        """Returns whether the player can redo now."""
        return self.writable and bool(player) and self.session.can_redo(player)

    def undo(self, player: str) -> Event | None:
        """Lifts the player's latest stroke; those that were sent by themselves go with the stroke before them."""
        if not self.can_undo(player):
            return None
        lifted = self.session.undo(player)
        while lifted is not None and self._only_closing(player) == lifted and self.can_undo(player):
            lifted = self.session.undo(player) or lifted
        self._by_itself.pop(player, None)
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

    def thought_job(self) -> Call[Thought] | None:
        """Returns the next stroke of a computer player as a job of the worker process; None where none is next that takes
        long."""
        player, game = self.thinking, self.opened.game
        if not player or not is_slow(game, self.bots[player]):
            return None
        return self._choosing(self.bots[player], player, self._luck[player])

    def _choosing(self, bot: str, player: str, luck: random.Random) -> Call[Thought]:
        """Returns the next stroke of a player, as a computer player chooses it, as a job of the worker process."""
        opened, options = self.opened, dict(self.opened.head.options)
        return partial(moves, opened.game.info.id, opened.sheet, options, bot, self.state_for(player), player, luck)

    def is_wanted(self, thought: Thought) -> bool:
        """Returns whether a move that was thought of is still the next one."""
        player = self.thinking
        return thought.player == player and thought.state == self.state_for(player)

    def let_think(self, thought: Thought | None = None) -> Event | None:
        """One stroke of one computer player, or the one that it thought of in the worker process, if that still holds.

        What its strategy gets wrong is played at random rather than not at all.
        """
        player = self.thinking
        if not player:
            return None
        state = self.state_for(player)
        if thought is not None and self.is_wanted(thought):
            self._luck[player] = thought.luck
            event = Event(player, thought.move)
        else:
            strategy = self.opened.game.think.bots[self.bots[player]]
            event = Event(player, strategy(self.rules, state, player, self._luck[player]))
        if self.session.submit(event) is not None:
            event = Event(player, random_bot(self.rules, state, player, self._luck[player]))
            self.session.submit(event)
        return event

    # ------------------------------------------------------------------ the coach

    def lesson(self, player: str) -> Lesson | None:
        """Returns what a newcomer should know now, in games that are taught."""
        return self.coach.lesson(self.state_for(player), player, self.uis[player]) if self.coach else None

    def can_hint(self) -> bool:
        """Returns whether who holds the pen has something to do for which a stroke can be suggested."""
        return bool(self.coach and self.seat and self.acting and self.writable)

    def hints(self, player: str) -> HintCount:
        """Returns the hints that a player has had in this game."""
        return HintCount(self.session.notes.get((player, HINT_NOTE), ""), self.session.rolls)

    def hint_job(self) -> Call[Thought] | None:
        """Returns the next hint as a job of the worker process; None where it is there already or takes no time."""
        game, player = self.opened.game, self.seat
        if self.current_hint is not None or not self.can_hint() or not is_slow(game, game.think.adviser):
            return None
        return self._choosing(game.think.adviser, player, hint_luck(player))

    def is_about_now(self, thought: Thought) -> bool:
        """Returns whether a hint that was thought of is for who holds the pen, in the position that they are in."""
        return thought.player == self.seat and thought.state == self.state_for(self.seat)

    def hint(self, thought: Thought | None = None) -> Hint:
        """One good move for who holds the pen, `thought` of in the worker process or now; it is kept with the game that it
        was given. The one that still holds is given again for nothing."""
        assert self.coach is not None
        held = self.current_hint
        if held is not None:
            return held
        player, state = self.seat, self.state_for(self.seat)
        game = self.opened.game
        move = thought.move if thought else best_stroke(game.think.bots[game.think.adviser], self.rules, state, player)
        note_hint(self.session, player)
        why = self.coach.reason(state, player, move), self.coach.elsewhere(state, player, move)
        hint = Hint(move, self.coach.advice(move), " ".join(filter(None, why)), self.coach.spots(move))
        self._hints[player] = _Given(hint, self._seen_by(player))
        return hint

    def take_in_hand(self, hint: Hint) -> str:
        """Selects what a hint needs, so that one tap of who holds the pen makes its move; the spot of that tap, or ""."""
        if hint.move is None:
            return ""
        player, before, given = self.seat, self.uis[self.seat], self._hints[self.seat]
        chosen, spot = self.guide.prepared(self.state_for(player), player, before, hint.move)
        self.uis[player] = chosen
        self._hints[player] = replace(given, chosen=chosen, before=before)
        return spot

    def _leave_hint(self, player: str, spot: str) -> None:
        """Puts down what only a hint selected, where a tap would be taken without it and not with it."""
        given, state = self._hints.get(player), self.state_for(player)
        if self.current_hint is None or given is None or given.before is None or self.uis[player] != given.chosen:
            return
        if spot in self.guide.open(state, player, given.before) - self.guide.open(state, player, given.chosen):
            self.uis[player] = given.before

    @property
    def current_hint(self) -> Hint | None:
        """The latest hint of who holds the pen; it holds until they move or chance does, whatever the others do."""
        given = self._hints.get(self.seat)
        return given.hint if given is not None and given.seen == self._seen_by(self.seat) else None

    def _seen_by(self, player: str) -> tuple[Event, ...]:
        """Returns the events that make a player's own position: those of chance and the player's."""
        return tuple([event for event in self.session.events if event.by == player or is_chance(event.by)])

    # ------------------------------------------------------------------ the record

    @property
    def scores(self) -> Scores:
        return self.session.scores

    def record(self) -> tuple[LogLine, ...]:
        """All live events in words; what has to be played again stands where that turn ended."""
        events, open_turns = self.session.events, self.session.open_turns
        if (events, open_turns) == self._described_of:
            return self._log
        same = same_events(self._described_of[0], events)
        del self._described[same:]
        for count, event in enumerate(events[same:], same + 1):
            name = "" if event.by == CHANCE else self.names[event.by.rpartition(":")[2]]
            described, roll = self.guide.describe_event(event, name), self.session.roll_of(count - 1)
            late = roll and described
            late_move = tr("{move} ({roll})", move=described, roll=self.roll_title(roll)) if late else described
            sentence = ". ".join(filter(None, (late_move, self._round_ended(count))))
            self._described.append(LogLine(count, event.by, sentence))
        self._described_of = events, open_turns
        lines = [line for line in self._described if line.sentence]
        self._log = tuple(sorted((*lines, *self._open_lines()), key=_COUNT))
        return self._log

    def _round_ended(self, count: int) -> str:
        """Returns what a round brought that ended with the latest of so many events, where all play on one board; else
        ""."""
        if self.race_guide is None:
            return ""
        before, now = (self.race_guide.results(self.session.state_after(n)) for n in (count - 1, count))
        if len(before) == len(now):
            return ""
        each = zip(self.players, now[-1], strict=True)
        brought = (f"{self.names[player]} {integer(entry, sign=True)}" for player, entry in each if entry is not None)
        return tr("Round {n} is over: {points}", n=len(now), points=", ".join(brought))

    def _open_lines(self) -> Iterator[LogLine]:
        """A line for each open turn, with what stood there before; where it ended."""
        open_turns = self.session.open_turns
        if not open_turns:
            return
        rolls = [index for index, event in enumerate(self.session.events) if is_chance(event.by)]
        ends = [*rolls[1:], len(self.session.events)]
        for turn in open_turns:
            if turn.player in self.session.left:
                continue
            lost = self._told_moves(turn.lost)
            name = self.names[turn.player]
            again = tr("{name}: play again, instead of {moves}", name=name, moves=lost)
            sentence = again if lost else tr("{name}: one move still to make", name=name)
            yield LogLine(ends[turn.roll - 1], turn.player, sentence, open=True)


_COUNT = attrgetter("count", "open")


def same_events(one: Iterable[Event], other: Iterable[Event]) -> int:
    """How many events two games have in common before they part."""
    same = 0
    for old, new in zip(one, other, strict=False):
        if old is not new:
            break
        same += 1
    return same


def _ask(demands: tuple[Demand, ...]) -> Ask | None:
    return next(iter([demand.ask for demand in demands if demand.ask is not None]), None)
