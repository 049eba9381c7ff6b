"""The sheets of a table as they are drawn: the large one with all that lies over it, and a small one for each player.

A drawing is kept as long as it would look the same, so that nothing is drawn twice. Knows no widget.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, structs
from msgspec.structs import replace

from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.draw.display import Display, Drawing, Mark, Shape, Text, box
from rollwrite_desktop.draw.order_line import branch_numbers
from rollwrite_desktop.draw.rings import rings
from rollwrite_desktop.draw.type_metrics import cap_height
from rollwrite_desktop.gamekit.play.guide import State
from rollwrite_desktop.gamekit.think.review import ScoreStep
from rollwrite_desktop.gamekit.words.coach import Hint
from rollwrite_desktop.play.opening.game_codes import code_marks, code_of
from rollwrite_desktop.play.table.pencil_notes import NOTE, Pencil, pencil_marks
from rollwrite_desktop.play.table.table_session import TableSession, same_events
from rollwrite_desktop.sheet.sheet import Sheet


class Look(Struct, frozen=True):
    """How the large sheet is looked at. `player`: whose it is; `now`: whether it is the latest state, else an earlier one;
    `writing`: whether a tap writes; `focus`: the spot with the keyboard's cursor, or ""; `refused`: the spots that a refusal
    speaks of; `step`: of counting the score; `asked`: the space that a question is about; `branches`: where a line can go
    on, by their numbers."""

    player: str
    now: bool
    state: State
    writing: bool
    focus: str
    refused: tuple[str, ...] = ()
    step: ScoreStep | None = None
    hint: Hint | None = None
    asked: str = ""
    branches: tuple[str, ...] = ()


class DrawnTable:
    """The drawings of one table."""

    def __init__(self, table: TableSession, pencil: Pencil) -> None:
        self._table, self._pencil = table, pencil
        self._code = code_marks(code_of(table.opened.head), table.opened.sheet.size[0])
        self._before: Drawing | None = None
        self._small: dict[str, Drawing] = {}
        self._small_of: tuple[Event, ...] = ()
        self._audited: tuple[State, str, Drawing | None] | None = None

    # ------------------------------------------------------------------ the small sheets

    def small(self, state: State, looking: int | None) -> dict[str, Drawing]:
        """Returns every player's sheet as on paper, or what lies before each; drawn anew for those who have acted since it
        was asked before, for all when chance has acted, when everybody's turn has ended and at the end. `looking`: how many
        events had happened, None for now."""
        table = self._table
        events = table.events if looking is None else table.events[:looking]
        changed = _actors_between(self._small_of, events)
        if not changed <= set(table.players) or (looking is None and table.step != "wait" and changed):
            changed = set(table.players)
        self._small_of = events
        for player in table.players:
            if player not in self._small or player in changed:
                self._small[player] = (
                    Drawing(table.race_guide.lying, (state, player)) if table.race_guide
                    else Drawing(table.guide.draw, (state, player, None, table.names[player]))
                )
        return self._small

    # ------------------------------------------------------------------ the large sheet

    def large(self, look: Look) -> Drawing:
        """Returns the large sheet: with what can be done if it can be written on, with its mistakes at the end; the spot
        that is asked about has a question mark. It is the same drawing as before where that would look the same: that one is
        drawn already."""
        sheet, over = self._table.opened.sheet, self._table.over and look.now
        ringed = rings(sheet, look.step.spots) if over and look.step is not None else ()
        questioned = _question_mark(sheet, look.asked)
        numbered = branch_numbers(sheet, look.branches) if look.writing and look.focus else ()
        drawing = Drawing(
            _with_marks, (self._plain(look), (*self._code, *self._noted(look), *ringed, *questioned, *numbered)))
        if self._before != drawing:
            self._before = drawing
        return self._before

    def _plain(self, look: Look) -> Drawing:
        """Returns the large sheet without what lies over it."""
        table, player, step = self._table, look.player, look.step
        if table.over and look.now and step is not None and step.ui is not None:
            return Drawing(table.guide.draw, (look.state, player, step.ui, table.names[player], (), look.focus))
        sheet = table.opened.sheet
        if table.over and look.now:
            marked = self._with_mistakes(look.state, player)
            if marked is not None:
                return Drawing(_with_marks, (marked, (*rings(sheet, (look.focus,), "focus"),))) if look.focus else marked
        hinted = next(iter(look.hint.spots), "") if look.hint is not None else ""
        conflicts = tuple([spot for spot in look.refused if spot in sheet.space or spot in sheet.box])
        ui = table.uis[player] if look.writing else None
        focus = look.asked or hinted or look.focus
        return Drawing(table.guide.draw, (look.state, player, ui, table.names[player], conflicts, focus))

    # ------------------------------------------------------------------ pencil notes

    def notes(self, player: str, now: bool) -> dict[str, str]:
        """Returns what is noted on a player's sheet, by space; nothing while others look on."""
        shown = self._shows_notes(player, now) and (player, NOTE) in self._table.session.notes
        return self._pencil.notes(player) if shown else {}

    def _shows_notes(self, player: str, now: bool) -> bool:
        """Returns whether pencil notes are shown: a player's own, while it is their turn."""
        return now and player == self._table.seat and not self._table.over

    def _noted(self, look: Look) -> tuple[Mark, ...]:
        """Returns the pencil notes of the player whose turn it is; the space that digits go to is ringed."""
        opened, notes = self._table.opened, self.notes(look.player, look.now)
        chosen = self._pencil.chosen if self._shows_notes(look.player, look.now) else ""
        marks = pencil_marks(opened.game, opened.sheet, notes, self._pencil.free(look.player), chosen) if notes else ()
        return (*marks, *(rings(opened.sheet, (chosen,), "focus") if chosen else ()))

    # ------------------------------------------------------------------ mistakes

    def _with_mistakes(self, state: State, player: str) -> Drawing | None:
        """Returns the sheet with its mistakes marked, None if there are none; audited once for each state and player."""
        known = self._audited
        if known is None or known[0] is not state or known[1] != player:
            known = self._audited = state, player, self._audit(state, player)
        return known[2]

    def _audit(self, state: State, player: str) -> Drawing | None:
        table, opened = self._table, self._table.opened
        paper = opened.game.check.paper_of(table.rules, state, player)
        report = opened.game.check.auditor(opened.sheet, paper.options).audit(paper)
        if not report.mistakes:
            return None
        total = next(score.total for score in table.scores if score.player == player)
        # What the sheet alone does not betray is in the score all the same; then its own sum would only confuse.
        claimed = total if report.total == total else None
        paper = structs.replace(paper, player=table.names[player], claimed=claimed)
        return Drawing(opened.game.check.paper_editor(opened.sheet, paper.options).draw, (paper, report))


def _question_mark(sheet: Sheet, asked: str) -> Iterator[Mark]:
    """A question mark on the writing place of the space that is asked about; keys `asked`, `asked/place`."""
    if asked in sheet.space:
        place = sheet.space[asked].writing
        (x, y), size = place.center, 0.7 * min(place.w, place.h)
        yield Shape("asked/place", box(place.x, place.y, place.w, place.h, 5.0), fill="legal")
        yield Text("asked", x, y + cap_height("bold", size) / 2, "?", "bold", size, "mistake.on", "middle")


def _with_marks(drawing: Drawing, marks: tuple[Mark, ...]) -> Display:
    """A sheet with more marks over it."""
    drawn = drawing.display
    return replace(drawn, marks=(*drawn.marks, *marks))


def _actors_between(before: tuple[Event, ...], after: tuple[Event, ...]) -> set[str]:
    """Who acted in the events that one of two games has and the other has not."""
    same = same_events(before, after)
    return {event.by for event in (*before[same:], *after[same:])}
