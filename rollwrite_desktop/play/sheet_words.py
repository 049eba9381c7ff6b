"""A sheet in words, for those who listen to it: region by region, what lies next to a place, which place is the next one.

What stands in a place is taken from the sheet as a paper file has it, so every game is read in the same way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.gamekit.guide import State
from rollwrite_desktop.play.open_game import Opened
from rollwrite_desktop.sheet.reading_order import reading_order
from rollwrite_desktop.sheet.sheet import Sheet


def mark_in_words(written: str) -> str:
    """What stands in a place: "4", "circled 6", "X", or "blank"."""
    if written.startswith("("):
        return tr("circled {n}", n=written.strip("()"))
    return written or tr("blank")


@dataclass(frozen=True, slots=True)
class SheetWords:
    """One sheet at one moment. `paper`: what stands on it."""

    opened: Opened
    paper: Paper

    @classmethod
    def of(cls, opened: Opened, state: State, player: str) -> SheetWords:
        """The sheet of a player."""
        return cls(opened, opened.game.paper_of(opened.session.rules, state, player))

    @property
    def sheet(self) -> Sheet:
        """The sheet that is read."""
        return self.opened.sheet

    def held(self, space: str) -> str:
        """What stands in a space, in words; a number printed there is one that stands there."""
        return mark_in_words(self.paper.spaces.get(space, "") or self.sheet.space[space].printed)

    def blank(self, space: str) -> bool:
        """Whether nothing stands in a space."""
        return not (self.paper.spaces.get(space) or self.sheet.space[space].printed)

    def name(self, space: str) -> str:
        """A space by its name, or its code where it has none."""
        return self.sheet.space[space].name or space

    def neighbors(self, spot: str) -> str:
        """What lies next to a space: "Next to Indiana: Illinois 4, Ohio blank."; "" for what is no space."""
        if spot not in self.sheet.space:
            return ""
        beside = [f"{self.name(each)} {self.held(each)}" for each in self.sheet.neighbors.get(spot, ())]
        if not beside:
            return tr("Nothing is next to {space}.", space=self.name(spot))
        return tr("Next to {space}: {others}.", space=self.name(spot), others=", ".join(beside))

    def lines(self) -> Iterator[str]:
        """The whole sheet, a line for each region and then for each box: "Blue, 3 of 8 filled: Ohio 4, Iowa blank"."""
        for region, spaces in reading_order(self.sheet):
            filled = sum(not self.blank(space) for space in spaces)
            told = ", ".join(f"{self.name(space)} {self.held(space)}" for space in spaces)
            yield tr_n("{region}, {n} of {all} filled: {spaces}", "{region}, {n} of {all} filled: {spaces}", filled,
                       region=region.name, all=len(spaces), spaces=told)
        editor = self.opened.game.paper_editor(self.sheet, self.paper.options)
        yield from dict.fromkeys(filter(None, (editor.describe(self.paper, box.id) for box in self.sheet.boxes)))


def next_space(sheet: Sheet, here: str, wanted: Collection[str], step: int = 1) -> str:
    """The next wanted space in reading order, around the end; `step` -1 is the one before, "" if none is wanted."""
    order = [space for _, spaces in reading_order(sheet) for space in spaces]
    at = order.index(here) if here in order else (-1 if step > 0 else 0)
    turned = [order[(at + step * i) % len(order)] for i in range(1, len(order) + 1)] if order else []
    return next((space for space in turned if space in wanted), "")

