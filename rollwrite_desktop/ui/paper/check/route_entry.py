"""Entering the route that is drawn on a paper: each tap or code is its next stop."""

from __future__ import annotations

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
        """The route with a space at its end, or without it if that was its last; None if it is on it before."""
        self.begin(route)
        if space in route[:-1]:
            return None
        return route[:-1] if space in route else (*route, space)

    def typed(self, route: tuple[str, ...], letter: str) -> tuple[str, ...] | None:
        """The route after one more letter, which may be the same; None where the letter leads nowhere."""
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
        """The route without the letters that wait, or else without its last stop."""
        shorter = route if self.letters else route[:-1]
        self.begin(shorter)
        return shorter

    def _read(self, letters: str) -> tuple[tuple[str, ...], str] | None:
        read = self._codes.along(letters, self._sheet.neighbors, self._before)
        if read is not None:
            self._run = letters
        return read
