"""Entering the route that is drawn on a paper: each tap, code or number of a branch is its next stop."""

from __future__ import annotations

from collections.abc import Sequence

from rollwrite_desktop.core.i18n import tr, tr_n, with_colon
from rollwrite_desktop.play.table.sheet_words import mark_in_words
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.sheet.space_codes import SpaceCodes

_LONGEST = 12
"""Letters after which those in front are no longer read in another way."""


class RouteEntry:
    """What taps and letters make of a route, from one that is already there. `letters`: what begins a code and waits for the
    rest of it. Knows no paper and no window."""

    def __init__(self, sheet: Sheet, codes: SpaceCodes) -> None:
        self._sheet, self._codes = sheet, codes
        self._before: tuple[str, ...] = ()
        self._now: tuple[str, ...] = ()
        self._run = ""
        self.letters = ""

    def begin(self, route: tuple[str, ...]) -> None:
        """Goes on from this route; nothing is typed yet."""
        self._before = self._now = route
        self._run = self.letters = ""

    def tapped(self, route: tuple[str, ...], space: str) -> tuple[str, ...] | None:
        """Returns the route with a space at its end, or without it if that was its last; None if it is on it before."""
        self.begin(route)
        if space in route[:-1]:
            return None
        return route[:-1] if space in route else (*route, space)

    def typed(self, route: tuple[str, ...], letter: str) -> tuple[str, ...] | None:
        """Returns the route after one more letter, which may be the same; None where the letter leads nowhere."""
        if route != self._now:  # undone, or another paper
            self.begin(route)
        read = self._read(self._run + letter)
        if read is None:
            named = self._codes.spaces.get(self.letters + letter)
            self.begin(route)
            read = self._read(letter) if named not in route else None
            if read is None:
                return None
        spaces, self.letters = read
        self._now = (*self._before, *spaces)
        if len(self._run) > _LONGEST and spaces:
            code = next(code for code, space in self._codes.spaces.items() if space == spaces[0])
            self._before, self._run = (*self._before, spaces[0]), self._run.removeprefix(code)
        return self._now

    def taken_back(self, route: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the route without the letters that wait, or else without its last stop."""
        shorter = route if self.letters else route[:-1]
        self.begin(shorter)
        return shorter

    def branch(self, ways: Sequence[str], key: str) -> str:
        """Returns the space to which the route goes on by a digit, "" where it is none of `ways` or goes on with a code."""
        if not key.isdigit() or self._codes.beginning(self.letters + key):
            return ""
        return ways[int(key) - 1] if 0 < int(key) <= len(ways) else ""

    # ------------------------------------------------------------------ in words

    def name(self, space: str) -> str:
        """Returns what a stop is called."""
        return tr(self._sheet.space[space].name) if space in self._sheet.space else space

    def about(self, stops: Sequence[str], ways: Sequence[str]) -> str:
        """How long a route is, where it ends and what is done next."""
        if not stops:
            return tr("Route: tap its first space, or type its code.")
        next_one = tr("Tap the next one, or type its number or code.") if ways else tr("Tap the next one, or type its code.")
        return " ".join((
            tr_n("Route: one stop so far, {place}.", "Route: {n} stops so far, the last is {place}.", len(stops),
                 place=self.name(stops[-1])),
            next_one,
        ))

    def leads_on(self, ways: Sequence[str], marks: dict[str, str]) -> str:
        """Where a route can go on, by number: "It goes on to 1: Ohio 45, 2: Iowa 50."; "" where nothing is known."""
        held = [f"{self.name(space)} {mark_in_words(marks.get(space, ''))}" for space in ways]
        described = [with_colon(str(n), there) for n, there in enumerate(held, 1)]
        return tr("It goes on to {ways}.", ways=", ".join(described)) if ways else ""

    def already(self, stops: Sequence[str], space: str) -> str:
        """Why a space cannot be a stop once more."""
        return tr("{place} is on the route already, as stop {n}.", place=self.name(space), n=stops.index(space) + 1)

    # ------------------------------------------------------------------ reading

    def _read(self, letters: str) -> tuple[tuple[str, ...], str] | None:
        read = self._codes.along(letters, self._sheet.neighbors, self._before)
        if read is not None:
            self._run = letters
        return read
