"""Undo and redo by whole states, for whatever is a value: a paper sheet, a map file, a session, marks on a sheet."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class History(Generic[T]):
    """`state` is the present one. `put` makes another one; at most `limit` earlier ones can be brought back.

    After `undo` the state that was left is the next one that `redo` brings; `put` forgets those. Each is O(1).
    """

    def __init__(self, state: T, limit: int = 500) -> None:
        self.state, self._limit = state, limit
        self._past: list[T] = []
        self._future: list[T] = []

    def __repr__(self) -> str:
        return f"History({self.state!r}, {len(self._past)} to undo, {len(self._future)} to redo)"

    @property
    def before(self) -> T | None:
        """The state that `undo` would bring back."""
        return self._past[-1] if self._past else None

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    def put(self, state: T) -> None:
        """Another state."""
        self._past.append(self.state)
        del self._past[:-self._limit]
        self._become(state)

    def amend(self, state: T) -> None:
        """Another state in the place of the present one: both are one step, and none if it is the one before."""
        if self._past and self._past[-1] == state:
            self._past.pop()
        self._become(state)

    def _become(self, state: T) -> None:
        self._future.clear()
        self.state = state

    def undo(self) -> bool:
        """Goes a step back; False where there is none."""
        if not self._past:
            return False
        self._future.append(self.state)
        self.state = self._past.pop()
        return True

    def redo(self) -> bool:
        """Goes a step on again; False where none was undone."""
        if not self._future:
            return False
        self._past.append(self.state)
        self.state = self._future.pop()
        return True
