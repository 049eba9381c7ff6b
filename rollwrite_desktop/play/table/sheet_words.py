"""A sheet in words, for those who listen to it: region by region, what lies next to a place, which place is the next one.

What stands in a place is taken from the sheet as a paper file has it, so every game is read in the same way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct, structs

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.i18n import tr, tr_n, with_colon
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.papers import ScorePaper
from rollwrite_desktop.gamekit.play.guide import PaperEditor, RouteEditor, State
from rollwrite_desktop.play.opening.open_game import Opened, options_of
from rollwrite_desktop.sheet.reading_order import NAMES, Group, reading_order, spots_in_order
from rollwrite_desktop.sheet.sheet import Box, Sheet


def mark_in_words(written: str) -> str:
    """Returns what stands in a place: "4", "circled 6", "X", "star", or "blank"."""
    held = written.strip("()").replace(STAR, tr("star"))
    return tr("circled {n}", n=held) if written.startswith("(") else held or tr("blank")


def crossed(sheet: Sheet, paper: Paper, spot: str) -> bool | None:
    """Returns whether a paper has a box crossed off; None for what is not there to be crossed off. Of a group that is
    counted the first boxes are."""
    box = sheet.box.get(spot)
    if box is None or box.kind != "check":
        return None
    alone, counted = paper.boxes.get(spot), paper.boxes.get(box.group, 0)
    if isinstance(alone, bool):
        return alone
    group = [each.id for each in sheet.group(box.group)]
    return isinstance(counted, int) and not isinstance(counted, bool) and group.index(spot) < counted


def written(game: Game, sheet: Sheet, paper: Paper) -> dict[str, str]:
    """Every spot on which something is written, described, in reading order."""
    editor = game.check.paper_editor(sheet, options_of(game, paper.options))
    blank = game.check.paper(game=paper.game, sheet=paper.sheet, options=paper.options)
    if isinstance(blank, ScorePaper) and isinstance(paper, ScorePaper):
        blank = structs.replace(blank, players=paper.players)
    described = ((spot, editor.describe(paper, spot), editor.describe(blank, spot)) for spot in spots_in_order(sheet))
    return {spot: filled for spot, filled, empty in described if filled != empty}


STAR = "*"
"""How notation writes a star."""
_MAX_SHOWN = 4
"""How much is told of one change."""


class SheetWords(Struct, frozen=True):
    """One sheet of a game at one moment. `paper`: what stands on it."""

    game: Game
    sheet: Sheet
    paper: Paper

    @classmethod
    def of(cls, opened: Opened, state: State, player: str) -> SheetWords:
        """Returns the sheet of a player."""
        paper = opened.game.check.paper_of(opened.session.rules, state, player)
        return cls(opened.game, opened.sheet, structs.replace(paper, player=opened.name(player)))

    def held(self, space: str) -> str:
        """Returns what stands in a space, in words; a number printed there is one that stands there."""
        return mark_in_words(self.paper.spaces.get(space, "") or self.sheet.space[space].printed)

    def blanks(self) -> frozenset[str]:
        """Returns the spaces in which nothing stands."""
        if not self.sheet.links:
            held = written(self.game, self.sheet, self.paper)
            return frozenset(space.id for space in self.sheet.spaces if space.id not in held)
        return frozenset(
            space.id for space in self.sheet.spaces if not (self.paper.spaces.get(space.id) or space.printed)
        )

    def name(self, space: str) -> str:
        """A space by its name, in the language in use, or its code where it has none."""
        return tr(self.sheet.space[space].name) or space

    def parts(self, space: str) -> str:
        """A space and what stands in it: "Ohio 4"; "d7: 4" where the name ends in a digit itself."""
        name = self.name(space)
        return with_colon(name, self.held(space)) if name[-1:].isdecimal() else f"{name} {self.held(space)}"

    def value(self, spot: str) -> str:
        """Returns what stands in a space or a field, in words; "" for a box that is crossed off."""
        if spot in self.sheet.space:
            return self.held(spot)
        box = self.sheet.box[spot]
        if box.kind == "check":
            return ""
        entered = self.paper.player if spot == "player" else self.paper.boxes.get(spot, "")
        return str(entered) or tr("blank")

    def crossed(self, spot: str) -> bool | None:
        """Returns whether a box is crossed off; None for what is not there to be crossed off."""
        return crossed(self.sheet, self.paper, spot)

    def neighbors(self, spot: str) -> str:
        """Returns what lies next to a space, or lines lead to: "Next to it: Illinois 4, Ohio blank."; "" for what is no
        space."""
        if spot not in self.sheet.space:
            return ""
        beside = [*map(self.parts, self.sheet.neighbors.get(spot, ()))]
        lines = self.sheet.joined == "lines"
        if not beside:
            here = self.name(spot)
            return tr("No line leads from {space}.", space=here) if lines else tr("Nothing is next to {space}.", space=here)
        parts = ", ".join(beside)
        return tr("Lines lead to {others}.", others=parts) if lines else tr("Next to it: {others}.", others=parts)

    def lines(self) -> Iterator[str]:
        """Yields the whole sheet in reading order, a line for the name, each region, the route, and each box: "Blue, 3 of 8
        filled: Ohio 4, Iowa blank". Of a table what stands in it."""
        groups = reading_order(self.sheet)
        last = [group for group in groups if group.region is not None][-1:]
        if not self.sheet.links:
            yield from dict.fromkeys(written(self.game, self.sheet, self.paper).values())
            return
        for group in groups:
            if group.region is None:
                yield from self._boxes(group)
            else:
                yield self._region(group)
            if group in last:
                yield from self._route()

    def _region(self, group: Group) -> str:
        filled = len(group.spots) - len(self.blanks().intersection(group.spots))
        parts = ", ".join(map(self.parts, group.spots))
        return tr_n("{region}, {n} of {all} filled: {spaces}", "{region}, {n} of {all} filled: {spaces}", filled,
                    region=group.words, all=len(group.spots), spaces=parts)

    def _route(self) -> Iterator[str]:
        route = self.game.check.routes.drawn(self.paper) if self.game.check.routes else ()
        if route:
            yield tr("The route: {stops}.", stops=", ".join(map(self.name, route)))

    def _boxes(self, group: Group) -> Iterator[str]:
        editor = self.game.check.paper_editor(self.sheet, self.paper.options)
        boxes = (self.sheet.box[spot] for spot in group.spots)
        yield from dict.fromkeys(filter(None, (
            editor.describe(self.paper, box.id) for box in boxes if box.kind == "check" or self._written(box)
        )))


    def _written(self, box: Box) -> bool:
        """Returns whether something stands in a field; the fields of the score are for paper only."""
        return box.id == "player" or any(self.paper.boxes.get(key) for key in (box.id, box.group))


def change_in_words(
    game: Game, sheet: Sheet, before: tuple[Paper, Report], after: tuple[Paper, Report], focused: str = ""
) -> str:
    """Returns what was written on a sheet that is being entered, but for the spot that is `focused` and
    tells itself, and what is found of it since: "Colorado (Blue): 6. Colorado's 6 is more than 1 from Kansas' 1." """
    editor = game.check.paper_editor(sheet, after[0].options)
    changed = (spot for spot in changed_spots(editor, sheet, before[0], after[0]) if spot != focused)
    parts = [editor.describe(after[0], spot) for spot in changed]
    parts += _stops_changed(editor, before[0], after[0])
    known, now = before[1].distinct, after[1].distinct
    parts += [finding.sentence(game.play.rulebook).rstrip(".") for finding in now if finding not in known]
    if len(parts) > _MAX_SHOWN:
        rest = len(parts) - _MAX_SHOWN
        parts[_MAX_SHOWN:] = [tr_n("and one more", "and {n} more", rest)]
    gone = sum(finding not in now for finding in known)
    if gone:
        parts.append(tr_n("One problem is gone", "{n} problems are gone", gone))
    return "".join(f"{each}. " for each in dict.fromkeys(parts) if each).rstrip()


def _stops_changed(editor: PaperEditor, before: Paper, after: Paper) -> Iterator[str]:
    """Yields the last stop of a route that goes on, or the one that a shorter route has lost."""
    if isinstance(editor, RouteEditor):
        old, new = editor.route(before), editor.route(after)
        if old != new and len(new) >= len(old):
            yield editor.describe(after, new[-1])
        elif old != new:
            yield tr("Off the route: {place}", place=editor.describe(after, old[-1]))


def changed_spots(editor: PaperEditor, sheet: Sheet, before: Paper, after: Paper) -> Iterator[str]:
    """Yields the spots of which something else is entered now; the name that is written above a sheet is not one of them."""
    renamed = before
    if isinstance(before, ScorePaper) and isinstance(after, ScorePaper):
        renamed = structs.replace(before, players=after.players)  # a name is said of every cell of its column
    for space in sheet.spaces:
        if sheet.links:
            changed = before.spaces.get(space.id) != after.spaces.get(space.id)
        else:
            changed = editor.describe(renamed, space.id) != editor.describe(after, space.id)
        if changed:
            yield space.id
    for box in sheet.boxes:
        if box.id != "player":
            was = before if box.group in NAMES else renamed
            if editor.describe(was, box.id) != editor.describe(after, box.id):
                yield box.id


def next_spot(sheet: Sheet, here: str, wanted: Collection[str], step: int = 1) -> str:
    """Returns the next wanted spot in reading order, around the end; `step` -1 is the one before, "" if none is wanted."""
    order = spots_in_order(sheet)
    at = order.index(here) if here in order else (-1 if step > 0 else 0)
    turned = [order[(at + step * i) % len(order)] for i in range(1, len(order) + 1)] if order else []
    return next((space for space in turned if space in wanted), "")

