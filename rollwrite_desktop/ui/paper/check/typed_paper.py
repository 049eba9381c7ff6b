"""What keys make of a paper that is being entered, and where typing goes on. Knows no window."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec
from msgspec import Struct

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.gamekit.marks import circle, content, is_circled
from rollwrite_desktop.gamekit.papers import with_mark
from rollwrite_desktop.gamekit.play.guide import PaperEditor
from rollwrite_desktop.play.table.sheet_words import STAR
from rollwrite_desktop.sheet.reading_order import NAMES
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.canvas.paper_view import ERASE
from rollwrite_desktop.ui.paper.check.typing_help import CIRCLE

HALF = "?"
"""Behind what is typed by half."""


def is_ringed(mark: str) -> bool:
    """Returns whether a circle is drawn around what is written."""
    return mark.isdigit() or mark == STAR


class TypedPaper(Struct, frozen=True):
    """A paper and, by space, what is typed there by half; the paper has nothing there. writable: the places in which
    something can be typed, in their order; takes: whether a paper is well formed; skipped: spaces that were stepped over."""

    sheet: Sheet
    editor: PaperEditor
    writable: Sequence[str]
    paper: Paper
    halves: Mapping[str, str]
    takes: Callable[[Paper], bool]
    skipped: Collection[str] = ()

    @property
    def shown(self) -> Paper:
        """The paper with what is typed by half: 3?"""
        paper = self.paper
        for spot, mark_typed in self.halves.items():
            what = content(mark_typed) + HALF
            paper = with_mark(paper, spot, circle(what) if is_circled(mark_typed) else what)
        return paper

    def begun(self, spot: str) -> Paper:
        """Returns the paper with what is typed by half in a place, as keys go on with it."""
        return with_mark(self.paper, spot, self.halves[spot]) if spot in self.halves else self.paper

    # ------------------------------------------------------------------ writing

    def written(self, spot: str, key: str, *, anew: bool, circled: bool) -> tuple[Paper, Mapping[str, str]] | None:
        """Returns the paper and its halves after a key; None where the key means nothing. anew: a digit replaces what stands
        in the place, also half a number; circled: what is begun gets a circle, if it can. What is no mark yet is kept as
        half of one."""
        after = self.editor.typed(self._replaced(spot, key) if anew else self.begun(spot), spot, key)
        if after is None:
            return None
        if circled and not is_circled(after.spaces.get(spot, "")):
            after = self.editor.typed(after, spot, CIRCLE) or after
        halves = {other: held for other, held in self.halves.items() if other != spot}
        held = after.spaces.get(spot, "")
        if spot in self.sheet.space and content(held).isdigit() and not self.takes(after):
            after = with_mark(after, spot, "")
            halves[spot] = held
        return after, halves

    def _replaced(self, spot: str, key: str) -> Paper:
        """Returns the paper on which a key is written in a place that was just chosen: who comes back to 7? and types 53
        means 53, not 75 and a 3 in the next place."""
        begun = self.begun(spot)
        if not key.isdigit() or (spot in self.sheet.box and self.sheet.box[spot].group in NAMES):
            return begun
        return self.editor.typed(begun, spot, ERASE) or begun

    def blank(self, spot: str) -> bool:
        """Returns whether nothing stands in a place, on a map or in a row of scores; what is printed there does."""
        if spot not in self.writable:
            return False
        erased = self.editor.typed(self.paper, spot, ERASE) or self.paper
        here = self.editor.describe(self.paper, spot)
        return not self.shown.spaces.get(spot) and here == self.editor.describe(erased, spot)

    # ------------------------------------------------------------------ going on

    def unnamed(self, spot: str) -> bool:
        """Returns whether a place is for a name of a table and has none: a number there is the first one of the points."""
        return self._group(spot) in NAMES and spot in self.writable and self.blank(spot)

    @property
    def behind_names(self) -> str:
        """The first place that is for no name."""
        return next(spot for spot in self.writable if self._group(spot) not in NAMES)

    def ends(self, spot: str, key: str) -> bool:
        """Returns whether a key that was written in a place was its last one."""
        return (spot in self.sheet.space and self._full(spot)) or self._counts(spot, key)

    def _full(self, spot: str) -> bool:
        """Returns whether a further digit would begin anew instead of being added to what stands there."""
        def bare(paper: Paper) -> tuple[str, Paper]:
            others = {space: held for space, held in paper.spaces.items() if space != spot}
            return content(paper.spaces.get(spot, "")), msgspec.structs.replace(paper, spaces=others)

        cleared = bare(self.editor.typed(self.paper, spot, ERASE) or self.paper)[1]
        for digit in "0123456789":
            added, anew = (self.editor.typed(paper, spot, digit) for paper in (self.paper, cleared))
            if added and anew and bare(added) != bare(anew):
                return False
        return True

    def _counts(self, spot: str, key: str) -> bool:
        """Returns whether a digit or a dash fills a box, or says how many of a group are crossed off; another would begin
        anew."""
        if spot not in self.sheet.box or not (key.isdigit() or key == "-"):
            return False
        erased = self.editor.typed(self.paper, spot, ERASE) or self.paper
        return any(
            added is not None and added == self.editor.typed(erased, spot, digit)
            for digit in "3701" if (added := self.editor.typed(self.paper, spot, digit)) is not None
        )

    def following(self, spot: str, *, corrected: bool) -> str:
        """Returns the next blank space, of its region first, then what is typed by half. From the last one the first
        box, and on a full map from one that was corrected the next place. From boxes that are counted the next group."""
        at, last = self.writable.index(spot), len(self.writable) - 1
        if spot in self.sheet.space and self.sheet.links:
            ahead = next(iter(self.blanks_after(spot)), "") or next(iter(self.halves), "")
            end = at if corrected else max(map(self.writable.index, filter(self.sheet.space.get, self.writable)))
            return ahead or self.writable[min(end + 1, last)]
        group = self._group(spot)
        at += 1
        if group and self.sheet.box[spot].kind == "check":
            while at < last and self._group(self.writable[at]) == group:
                at += 1
        return self.writable[min(at, last)]

    def blanks_after(self, spot: str) -> list[str]:
        """Returns the blank spaces after one, in the order in which they are typed: around the end of its region, then
        around the end of the map, and last those that were stepped over."""
        at, shown, space = self.writable.index(spot) + 1, self.shown.spaces, self.sheet.space
        blank = [each for each in (*self.writable[at:], *self.writable[:at - 1]) if each in space and not shown.get(each)]
        return sorted(blank, key=lambda each: (each in self.skipped, space[each].region != space[spot].region))

    def _group(self, spot: str) -> str:
        return self.sheet.box[spot].group if spot in self.sheet.box else ""

    # ------------------------------------------------------------------ keys in words

    def digits_here(self, spot: str) -> str:
        """Returns the digits that mean something in a place."""
        return _as_range([caption for _, caption in self.editor.keys(spot) if caption.isdigit()])

    def keys_here(self, spot: str) -> str:
        """All keys that mean something in a place."""
        return _as_range([caption for _, caption in self.editor.keys(spot)])


def _as_range(captions: list[str]) -> str:
    """Captions of keys, numbers that follow one another as a range: "0–9, X"."""
    numbers = sorted(caption for caption in captions if caption.isdigit())
    if len(numbers) > 2 and [int(each) for each in numbers] == [*range(int(numbers[0]), int(numbers[0]) + len(numbers))]:
        captions = [f"{numbers[0]}–{numbers[-1]}", *(caption for caption in captions if caption not in numbers)]
    return ", ".join(captions)
