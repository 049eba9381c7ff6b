"""Running a race at one table: ready, countdown, go, stop; one queue of inputs, computer players among them, pauses.

Joins session, guide and pace for any game in real time. The clock (ms) is handed in with everything that happens; what the
journal gets is the time raced, without countdowns and pauses, and it never runs back. Knows no Qt and no clock.
"""

from __future__ import annotations

import random
from typing import Literal, cast

from msgspec import Struct

from rollwrite_desktop.core.chance import new_code
from rollwrite_desktop.core.race_bots import Pacer, Tempo, racer_of
from rollwrite_desktop.core.rules import Event, Move, Refusal, Scores
from rollwrite_desktop.gamekit.play.guide import Proposed, RaceGuide
from rollwrite_desktop.gamekit.words.coach import Hint, Lesson, note_hint
from rollwrite_desktop.play.opening.open_game import Opened

Phase = Literal["ready", "count", "race", "stopped", "over"]
COUNT_MS = 3000
REFUSAL_MS = 1200
GO_MS = 900
LEAP_MS = 2000
"""A clock that jumps farther than this (the machine slept) is taken to have gone on by so much."""


class LastRefusal(Struct, frozen=True):
    """What a player was told, and when (time raced)."""

    refusal: Refusal
    at: int


class HeldPress(Struct, frozen=True):
    """A press that came while the hand was not free: its spot, its move, and when it is tried again (time raced)."""

    spot: str
    move: Move
    at: int


class RaceSession:
    """One race at one machine. `at` is the time raced so far."""

    def __init__(self, opened: Opened, count_ms: int = COUNT_MS) -> None:
        self.opened = opened
        self.session = opened.session
        # Somebody alone has no real dice to type in while the clock runs.
        self.session.code = self.session.code or new_code()
        self.rules = opened.session.rules
        self.guide = cast(RaceGuide, opened.game.play.guide(opened.session.rules))
        self.players = opened.session.players
        self.at = max((event.at for event in self.session.events), default=0)
        self.count_ms = count_ms
        self.count_left = 0
        # Who left in the middle of a round comes back to a pause.
        self.paused = any(demand.by in self.players for demand in self.rules.demands(self.session.state))
        self.last_refusals: dict[str, LastRefusal] = {}
        self._kept: dict[str, HeldPress] = {}
        self.went_at = 0
        self.phase: Phase = "over" if self.session.over else "race" if self.paused else "ready"
        self._clock: int | None = None
        self._ui = self.guide.ui()
        self.coach = opened.game.words.coach(opened.session.rules) if opened.game.words.coach else None
        racers = {player: racer_of(opened.game.think.bots[name]) for player, name in self.bots.items()}
        self._pacer = Pacer(self.rules, racers, opened.head.notes.seed)

    # ------------------------------------------------------------------ who sits here

    @property
    def bots(self) -> dict[str, str]:
        """Computer players: player id to the name of the way they play."""
        known = self.opened.game.think.bots
        return {
            player: name if name in known else next(iter(known))
            for player, name in self.opened.head.notes.bots.items() if name and player in self.players
        }

    @property
    def humans(self) -> tuple[str, ...]:
        """The players who are not computers."""
        bots = self.bots
        return tuple(player for player in self.players if player not in bots)

    @property
    def running(self) -> bool:
        """Whether strokes are taken at this moment."""
        return self.phase == "race" and not self.paused

    @property
    def just_went(self) -> bool:
        """Whether "Go!" has only just been called."""
        return self.running and self.at - self.went_at < GO_MS

    @property
    def scores(self) -> Scores:
        return self.rules.scores(self.session.state)

    def dealt(self, player: str) -> int:
        """How many dice a player begins the round at hand with."""
        return self.guide.dealt(self.session.state, player)

    def name(self, player: str) -> str:
        return self.opened.name(player)

    # ------------------------------------------------------------------ time

    def tick(self, clock: int) -> bool:
        """Time goes on: the countdown, then whatever the computer players have done by now. Whether a stroke fell."""
        before, self._clock = self._clock, clock if self._clock is None else max(clock, self._clock)
        gone = 0 if before is None else min(LEAP_MS, self._clock - before)
        if self.paused:
            return False
        if self.phase == "count":
            self.count_left -= gone
            if self.count_left > 0:
                return False
            self._go()
            return True
        if self.phase != "race":
            return False
        self.at += gone
        return self._let_race()

    def _let_race(self) -> bool:
        moved, now = False, self.at
        while self.phase == "race":
            free = min((kept.at for kept in self._kept.values()), default=now)
            event = self._pacer.due(self.session.state, min(now, free))
            if event is None:
                if not self._kept or free > now:
                    break
                moved |= self._make_kept(min(self._kept, key=lambda player: self._kept[player].at))
                continue
            latest = self.session.events[-1].at if self.session.events else 0
            moved |= self._submit(Event(event.by, event.move, max(event.at, latest))) is None
        return moved

    def _make_kept(self, player: str) -> bool:
        """A press that was kept is made, if that is legal now. Whether it stands."""
        kept = self._kept.pop(player)
        refusal = self._submit(Event(player, kept.move, kept.at))
        if refusal is None:
            self.last_refusals.pop(player, None)
        else:
            self.last_refusals[player] = LastRefusal(refusal, kept.at)
        return refusal is None

    # ------------------------------------------------------------------ the round

    def begin(self, clock: int) -> None:
        """Everybody is ready: the countdown runs."""
        self.tick(clock)
        if self.phase in ("ready", "stopped"):
            self.phase, self.count_left, self.paused = "count", self.count_ms, False
            if self.count_ms <= 0:
                self._go()

    def _go(self) -> None:
        self.phase = "race"
        self.at += 1
        self.went_at = self.at
        self.last_refusals.clear()
        self._kept.clear()
        self._fall()
        self._pacer.settle(self.at)

    def _fall(self) -> None:
        """All cups that are asked are turned over."""
        while True:
            fallen = self.session.digital(at=self.at)
            if fallen is None or self.session.submit(fallen) is not None:
                return

    def pause(self, clock: int) -> None:
        """Nobody acts and nothing is seen until `resume`."""
        self.tick(clock)
        if self.phase in ("count", "race"):
            self.paused = True
            self._kept.clear()

    def resume(self, clock: int) -> None:
        """On with it, after a countdown."""
        self.tick(clock)
        if self.paused:
            self.paused = False
            if self.phase == "race":
                self.phase = "count"
            self.count_left = self.count_ms
            if self.count_ms <= 0:
                self._go()

    # ------------------------------------------------------------------ the one queue of inputs

    def press(self, player: str, spot: str, clock: int) -> bool:
        """Somebody hits a spot of their tray. What computer players did before that time comes first. Whether it stands, or
        is kept until the hand is free: the last such press only."""
        self.tick(clock)
        if not self.running or player not in self.humans or not spot:
            return False
        state = self.session.state
        tapped = self.guide.tap(state, player, self._ui, spot)
        if not isinstance(tapped, Proposed):
            return False
        refusal = self._submit(Event(player, tapped.move, self.at))
        self._kept.pop(player, None)
        if refusal is None:
            self.last_refusals.pop(player, None)
            return True
        free = self.guide.kept_until(state, player, refusal)
        if free > self.at:
            self._kept[player] = HeldPress(spot, tapped.move, free)
            return True
        counts = self.guide.instead(refusal, tapped.move)
        if counts is not None:
            self._submit(Event(player, counts, self.at))
        self.last_refusals[player] = LastRefusal(refusal, self.at)
        return False

    def kept_spot(self, player: str) -> str:
        """Returns the spot of the press that is kept for a player, or ""."""
        kept = self._kept.get(player)
        return kept.spot if kept is not None else ""

    def meant(self, player: str, region: str, clock: int) -> str:
        """Returns the spot that somebody's key for a region means at that time, or ""."""
        self.tick(clock)
        return self.guide.pick(self.session.state, player, region)

    def _submit(self, event: Event) -> Refusal | None:
        refusal = self.session.submit(event)
        if refusal is not None:
            return refusal
        if self.session.over:
            self.phase = "over"
        elif self.guide.between(self.session.state):
            self.phase = "stopped"
        else:
            at, self.at = self.at, event.at
            self._fall()
            self.at = max(at, event.at)
        return None

    # ------------------------------------------------------------------ the coach

    @property
    def taught(self) -> str:
        """Who can be taught here: the only person, or ""."""
        people = self.humans
        return people[0] if self.coach is not None and len(people) == 1 else ""

    def lesson(self) -> Lesson | None:
        """Returns what a newcomer should know now."""
        if self.coach is None or not self.taught:
            return None
        return self.coach.lesson(self.session.state, self.taught, self._ui)

    def hint(self) -> Hint | None:
        """One good stroke for who is taught, None where there is none now; that it was asked for is kept."""
        player, state = self.taught, self.session.state
        if self.coach is None or not player or not self.running:
            return None
        best = racer_of(list(self.opened.game.think.bots.values())[-1])
        sure = Tempo(best.tempo.notice, 0.0, best.tempo.patience)
        move = best.glance(self.rules, state, player, self.at, sure, random.Random(0))
        note_hint(self.session, player)
        if move is None:
            lesson = self.coach.lesson(state, player, self._ui)
            return Hint(None, lesson.text if lesson is not None else "", "")
        return Hint(move, self.coach.advice(move), self.coach.reason(state, player, move), self.coach.spots(move))

    def holds(self, hint: Hint) -> bool:
        """Returns whether what was suggested can still be done; others go on meanwhile."""
        if hint.move is None or not self.running:
            return False
        return self.rules.refuse(self.session.state, Event(self.taught, hint.move, self.at)) is None

    def last_refusal(self, player: str) -> Refusal | None:
        """Returns the refusal that the player's tray shows at this time, if any."""
        last = self.last_refusals.get(player)
        if last is None or self.phase != "race" or self.at > last.at + REFUSAL_MS:
            return None
        return last.refusal
