"""The view model of a race: one `RaceSnapshot` after each frame and each press. What is costly to work out is kept until the
game changes. Widgets compare a snapshot with the one before and apply what differs; they ask neither rules nor guide.

Times are ms of the race; the clock is handed in. Knows no widget and no particular game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from rollwrite_desktop.core.i18n import decimal, tr, tr_n, with_colon
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.play.guide import Look, RaceTray, State
from rollwrite_desktop.gamekit.words.coach import Hint
from rollwrite_desktop.play.opening.game_codes import code_of, with_code
from rollwrite_desktop.play.race.race_session import Phase, RaceSession
from rollwrite_desktop.sheet.sheet import Sheet

FINISH_MS = 1500
"""How long the end of a round is shown before its points, where things move."""
FIRST_ROUNDS = 3
"""So many rounds are outlined what fits, for somebody who has just begun."""
_CLOCK = re.compile(r"(\d+):(\d\d[.,]\d)")


def clock_text(ms: int) -> str:
    """1:05.3, with the decimals of the language."""
    return f"{ms // 60000}:{decimal(ms // 100 % 600 / 10).zfill(4)}"


def clocks_in_words(text: str) -> str:
    """A text whose times, as `clock_text` writes them, are put into words: who listens hears no colon."""
    return _CLOCK.sub(lambda found: _time_in_words(int(found[1]), found[2].removeprefix("0")), text)


def _time_in_words(minutes: int, seconds: str) -> str:
    if not minutes:
        return tr("{seconds} seconds", seconds=seconds)
    return tr_n("{n} minute {seconds} seconds", "{n} minutes {seconds} seconds", minutes, seconds=seconds)


class RaceSettings(Struct, frozen=True):
    """How the people here want to see a race. keys: what is written on each person's keys. fits: whether dice that fit are
    outlined, None for as long as somebody is new to it; new: whether somebody is. large: whether texts are large."""

    digits: bool = False
    still: bool = False
    fits: bool | None = None
    new: bool = False
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    large: bool = False


class Points(Struct, frozen=True):
    """The points so far: names, by round every player's points, totals, and what everybody began with."""

    names: tuple[str, ...]
    results: tuple[tuple[int | None, ...], ...]
    totals: tuple[int, ...]
    start: int


class Card(Struct, frozen=True):
    """What lies over the board: a headline, a sentence, the caption of the button to go on ("" for none), the points;
    `over`: what there is to do once the race is over."""

    title: str
    sentence: str = ""
    go: str = ""
    points: Points | None = None
    over: bool = False


class Travel(Struct, frozen=True):
    """A die on its way: whose tray and which spot of it, to which spot of the board, and its picture."""

    player: str
    spot: str
    to: str
    picture: Display


class Ghost(Struct, frozen=True):
    """The best time trial so far, racing along: its time, and how many of its dice are left at this time."""

    ms: int
    left: int
    dice: int


class RaceSnapshot(Struct, frozen=True):
    """All that a race page shows at one moment.

    at: the time shown. line: over the table. lesson: the coach's words, "" for none. own: the only person here, whose tray
    lies below the board, or "". places: where the places of the board lie. travels: dice that have been placed since the
    snapshot before. finisher: who has just ended the round, while that is shown, "" for nobody; won: whether that is the
    only person here.
    """

    phase: Phase
    running: bool
    paused: bool
    at: int
    line: str
    lesson: str
    own: str
    board: Display
    places: Sheet
    trays: Mapping[str, RaceTray]
    card: Card | None
    just_went: bool
    travels: tuple[Travel, ...]
    finisher: str
    won: bool
    ghost: Ghost | None


class RaceModel:
    """What is shown of a race. `watched`: the time of a recorded race that is watched, None while it is not."""

    def __init__(
        self, side: RaceSession, tastes: RaceSettings | None = None, best: tuple[int, tuple[int, ...]] | None = None,
        compare: Callable[[int, int], str] = lambda ms, rolls: "",  # noqa: ARG005
    ) -> None:
        """`best`: the time of the best time trial like this one, and when its dice were placed (ms). `compare`: a time and
        the number of rolls as they stand among earlier ones, in words."""
        self.side = side
        self.tastes = tastes or RaceSettings()
        self.watched: int | None = None
        self.teaching = False
        self.hint: Hint | None = None
        self._compare = compare
        self._best = best
        self._sizes: Mapping[str, tuple[float, float]] = {}
        self._trays: dict[str, tuple[tuple[object, ...], RaceTray]] = {}
        self._laid = side.opened.sheet
        self._board: tuple[State, bool, Sheet, Display] | None = None
        self._cleared: tuple[State, State] | None = None
        self._taught: tuple[State, Hint | None, str] | None = None
        self._cards: tuple[tuple[object, ...], Card | None] = ((), None)
        self._seen = len(side.session.events)
        self._finished_at: int | None = None
        self._was = side.phase
        self._clock = 0
        self.snapshot = self._take()

    # ------------------------------------------------------------------ what people do

    def resize(self, sizes: Mapping[str, tuple[float, float]], shape: float = 0.0) -> RaceSnapshot:
        """How large every player's tray is, and the shape of the room of the board, width by height; 0 where it lies as it
        is printed."""
        self._sizes = sizes
        self._laid = self.side.guide.laid(shape) if shape else self.side.opened.sheet
        return self._take()

    def like(self, tastes: RaceSettings) -> RaceSnapshot:
        """Shows the race as the people here want to see it from now on."""
        self.tastes = tastes
        return self._take()

    def frame(self, clock: int) -> RaceSnapshot:
        """Advances to the time of the clock; called for every frame."""
        self._clock = max(self._clock, clock)
        self.side.tick(clock)
        return self._take()

    def hit(self, player: str, spot: str, clock: int) -> bool:
        """Somebody hits a spot of their tray; whether that stands."""
        self._clock = max(self._clock, clock)
        stands = self.side.running and self.side.press(player, spot, clock)
        self._take()
        return stands

    def go_on(self, clock: int) -> RaceSnapshot:
        """Everybody is ready, or the pause is over."""
        self._finished_at = None
        if self.side.paused:
            self.side.resume(clock)
        else:
            self.side.begin(clock)
        return self._take()

    def pause(self, clock: int) -> RaceSnapshot:
        """Stops the race: nobody acts and nothing is seen until it goes on."""
        self.side.pause(clock)
        return self._take()

    def watch(self, at: int | None) -> RaceSnapshot:
        """Shows the recorded race as it was at a time; None is the end."""
        self.watched = at
        return self._take()

    def teach(self, on: bool) -> RaceSnapshot:
        """Shows lessons over the board, or none."""
        self.teaching = on
        return self._take()

    def ask_hint(self) -> RaceSnapshot:
        """Asks the coach what to do now, and why; lessons are shown from then on."""
        self.hint = self.side.hint()
        self.teaching = True
        return self._take()

    @property
    def hinted(self) -> str:
        """The spot of the tray that a press would hit to take the latest hint, while it holds; "" for none."""
        side, hint = self.side, self.hint
        if hint is None or hint.move is None or not side.holds(hint):
            return ""
        guide = side.guide
        return guide.prepared(side.session.state, side.taught, guide.ui(), hint.move)[1]

    @property
    def own(self) -> str:
        """The only person here, or ""."""
        people = self.side.humans
        return people[0] if len(people) == 1 else ""

    def describe(self, player: str, spot: str) -> str:
        """Returns what lies on a tray, or on the board (no player), in words."""
        guide, state = self.side.guide, self._scene()[0]
        if not player:
            return guide.describe(state, self.side.players[0], spot)
        tokens = guide.prompt(state, player, guide.ui()).tokens
        words = next((token.hint for token in tokens if token.spot == spot), "")
        return with_colon(self.side.name(player), words) if words else ""

    def placed(self) -> tuple[int, ...]:
        """When the dice of the round that has just ended were placed (ms after it began)."""
        session, guide = self.side.session, self.side.guide
        events = session.events
        began = events[-1].at - guide.round_ms(session.state, self.side.at) if events else 0
        return tuple([
            event.at - began for index, event in enumerate(events)
            if event.at >= began and guide.travel(session.state_before(index), event) is not None
        ])

    # ------------------------------------------------------------------ the snapshot

    def _scene(self) -> tuple[State, int]:
        """Returns the position and the time that are shown."""
        session = self.side.session
        if self.watched is None:
            state = session.state
            if self.side.phase == "count" and self.side.guide.between(state):
                if self._cleared is None or self._cleared[0] is not state:
                    self._cleared = state, self.side.guide.cleared(state)
                state = self._cleared[1]
            return state, self.side.at
        events = session.events
        low, high = 0, len(events)
        while low < high:
            half = (low + high) // 2
            low, high = (half + 1, high) if events[half].at <= self.watched else (low, half)
        return session.state_after(low), self.watched

    def _take(self) -> RaceSnapshot:
        side = self.side
        state, at = self._scene()
        hidden = side.paused and self.watched is None
        if side.phase != self._was:
            ended = self._was == "race" and side.phase in ("stopped", "over")
            self._finished_at = self._clock if ended and not self.tastes.still else None
            self._was = side.phase
        finishing = self._finished_at is not None and self._clock < self._finished_at + FINISH_MS
        finisher = self._finisher() if finishing else ""
        self.snapshot = RaceSnapshot(
            phase=side.phase,
            running=side.running,
            paused=side.paused,
            at=at,
            line=self._line(state, at),
            lesson=self._lesson(),
            own=self.own,
            board=self._draw_board(state, hidden),
            places=self._laid,
            trays={player: self._tray(state, player, at, hidden) for player in side.players if player in self._sizes},
            card=None if side.running or self.watched is not None or finishing else self._card(),
            just_went=side.just_went,
            travels=self._travels(),
            finisher=side.name(finisher) if finisher else "",
            won=bool(finisher) and finisher == self.own,
            ghost=self._ghost(state, at),
        )
        return self.snapshot

    def _finisher(self) -> str:
        """Who ended the last round."""
        results = self.side.guide.results(self.side.session.state)
        entries = results[-1] if results else ()
        each = zip(self.side.players, entries, strict=False)
        return next((player for player, entry in each if entry is not None and entry >= 0), "")

    def _draw_board(self, state: State, hidden: bool) -> Display:
        known = self._board
        if known is None or known[0] is not state or known[1] != hidden or known[2] is not self._laid:
            guide, laid = self.side.guide, self._laid
            if laid is not self.side.opened.sheet:
                shown = guide.draw_laid(laid, None if hidden else state)
            elif hidden:
                shown = guide.blank()
            else:
                shown = with_code(guide.draw(state, self.side.players[0], None), code_of(self.side.opened.head))
            known = self._board = state, hidden, laid, shown
        return known[3]

    def _tray(self, state: State, player: str, at: int, hidden: bool) -> RaceTray:
        """A player's tray; the same one until something on it changes."""
        side, tastes = self.side, self.tastes
        refusal = side.last_refusal(player) if self.watched is None else None
        people = side.humans
        rival = bool(self.own) and player != self.own
        look = Look(
            name=side.name(player), refusal=refusal.sentence(side.opened.game.play.rulebook) if refusal else "",
            keys=tastes.keys.get(player, ()) if player in people else (), hidden=hidden, digits=tastes.digits,
            still=tastes.still, seat="rival" if rival else "own" if self.own else "edge",
            score=self._score(state, player) if self.own and len(side.players) > 1 else "", bot=player not in people,
            fits=player in people and not hidden and self._outlines(state),
            held=side.kept_spot(player) if self.watched is None and not hidden else "",
            large=tastes.large,
        )
        known = self._trays.get(player)
        rolling = known is not None and known[1].rolls_until > at
        key = (state, self._sizes[player], look, rolling)
        if known is None or known[0] != key or known[0][0] is not state:
            tray = side.guide.tray(state, player, self._sizes[player], replace(look, at=at))
            known = self._trays[player] = (state, self._sizes[player], look, tray.rolls_until > at), tray
        return known[1]

    def _score(self, state: State, player: str) -> str:
        scores = self.side.rules.scores(state)
        return str(next(score.total for score in scores if score.player == player))

    def _outlines(self, state: State) -> bool:
        """Returns whether dice that fit are outlined."""
        if self.tastes.fits is not None:
            return self.tastes.fits
        return self.tastes.new and len(self.side.guide.results(state)) < FIRST_ROUNDS

    def _line(self, state: State, at: int) -> str:
        rounds = len(self.side.guide.results(state))
        if self.side.phase == "over" and self.watched is None:
            return ""
        clock = clock_text(self.side.guide.round_ms(state, at))
        return tr("Round {n} · {time}", n=max(1, rounds + (self.side.phase != "stopped")), time=clock)

    def _lesson(self) -> str:
        side = self.side
        if not self.teaching or side.phase == "over":
            return ""
        if self.hint is not None and not side.holds(self.hint):
            self.hint = None
        state = side.session.state
        if self._taught is None or self._taught[0] is not state or self._taught[1] is not self.hint:
            lesson = side.lesson()
            text = f"{self.hint.text}. {self.hint.reason}" if self.hint else lesson.text if lesson else ""
            self._taught = state, self.hint, text
        return self._taught[2]

    def _travels(self) -> tuple[Travel, ...]:
        """Returns the dice that were placed since the snapshot before."""
        session, guide = self.side.session, self.side.guide
        events = session.events
        seen, self._seen = self._seen, len(events)
        found = []
        for index in range(min(seen, len(events)), len(events)):
            event: Event = events[index]
            way = guide.travel(session.state_before(index), event)
            if way is not None:
                found.append(Travel(event.by, *way))
        return tuple(found)

    def _ghost(self, state: State, at: int) -> Ghost | None:
        """Returns the best time trial so far, where one person plays alone and has one."""
        if self._best is None or len(self.side.players) > 1:
            return None
        ms, placed = self._best
        gone = self.side.guide.round_ms(state, at) if self.side.phase in ("race", "stopped", "over") else 0
        return Ghost(ms, sum(each > gone for each in placed), len(placed))

    # ------------------------------------------------------------------ the card over the board

    def _card(self) -> Card | None:
        side = self.side
        key = (side.phase, side.paused, -(-side.count_left // 1000), side.session.state)
        if self._cards[0] != key:
            self._cards = key, self._fill_card()
        return self._cards[1]

    def _fill_card(self) -> Card:
        side = self.side
        if side.paused:
            return Card(tr("Pause"), tr("All dice are hidden."), tr("Continue"))
        if side.phase == "count":
            return Card(str(max(1, -(-side.count_left // 1000))), tr("Hands off the dice …"))
        names = tuple([side.name(player) for player in side.players])
        if side.phase == "ready":
            return Card(tr("Ready?"), side.guide.note(side.session.state, names), tr("&Start the round"))
        scores = side.scores
        points = Points(
            names, side.guide.results(side.session.state), tuple([score.total for score in scores]),
            dict(scores[0].parts).get("start", 0),
        )
        if side.phase != "over":
            title = tr("Stop! {name} has placed the last die.", name=side.name(self._finisher()))
            return Card(title, side.guide.note(side.session.state, names), tr("&Next round"), points)
        if len(names) == 1:
            ms, rolls = side.guide.times(side.session.state)[-1]
            sentence = tr_n("{n} roll.", "{n} rolls.", rolls) + " " + self._compare(ms, rolls)
            return Card(clock_text(ms), sentence, "", points, over=True)
        winners = tuple([names[i] for i, score in enumerate(scores) if score.place == 1])
        title = tr("{name} wins", name=winners[0]) if len(winners) == 1 else tr("{names} share the win", names=winners)
        return Card(title, "", "", points, over=True)
