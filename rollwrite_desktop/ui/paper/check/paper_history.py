"""The states of a paper that is being entered, for undo and redo."""

from __future__ import annotations

from collections.abc import Mapping

from rollwrite_desktop.core.audit import Paper

State = tuple[Paper, Mapping[str, str]]
"""A paper, and by space what is typed there by half."""
_STEPS = 1000


class PaperHistory:
    """What came before and after the state that is shown."""

    def __init__(self) -> None:
        self.past: list[State] = []
        self.future: list[State] = []

    def follow(self, now: State, after: State) -> None:
        """Another state follows. The two halves of a mark are one step, and half a mark that is erased is none."""
        halves = after[1]
        completed = bool(self.past) and halves != now[1] and halves == self.past[-1][1]
        if not completed:
            self.past.append(now)
        elif self.past[-1] == after:
            self.past.pop()
        del self.past[:-_STEPS], self.future[:]

    def back(self, now: State) -> State:
        """The state before."""
        self.future.append(now)
        return self.past.pop()

    def forward(self, now: State) -> State:
        """The state that was undone last."""
        self.past.append(now)
        return self.future.pop()
