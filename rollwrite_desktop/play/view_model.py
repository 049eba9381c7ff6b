"""What of a table is shown: whose sheet is large, now or as it was then, with which refusal; its picture and its sentence.

Values and questions only; knows no widget.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from msgspec import structs

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import Refusal
from rollwrite_desktop.draw.display import Display, Mark
from rollwrite_desktop.draw.rings import rings
from rollwrite_desktop.gamekit.guide import State
from rollwrite_desktop.play.game_codes import code_of, with_code
from rollwrite_desktop.play.pencil_notes import free_spaces, notes_of, pencil_marks
from rollwrite_desktop.play.table_session import TableSession


class TableView:
    """`shown` is the player whose sheet is large; `looking` counts the events that had happened then, None is now."""

    def __init__(self, side: TableSession) -> None:
        self.side = side
        self.shown = side.seat or side.players[0]
        self.looking: int | None = None
        self.refusal: Refusal | None = None
        self.ringed: tuple[str, ...] = ()
        self.jotting = ""

    @property
    def state(self) -> State:
        """The position that is shown."""
        session = self.side.session
        return session.state if self.looking is None else session.state_after(self.looking)

    @property
    def writing(self) -> bool:
        """Whether a tap on the sheet shown would write."""
        side = self.side
        return self.looking is None and self.shown == side.seat and side.writable and not side.session.over

    @property
    def away(self) -> bool:
        """Whether something else is shown than the sheet of whoever holds the pen."""
        side = self.side
        return self.looking is not None or (self.shown != side.seat and bool(side.seat) and not side.session.over)

    def name(self, player: str) -> str:
        return self.side.opened.name(player)

    def back(self) -> None:
        """Now, and the sheet of whoever holds the pen."""
        self.looking = None
        self.shown = self.side.seat or self.shown
        self.refusal = None

    def look_back(self, count: int) -> None:
        """The sheet of whoever acted, as it was after `count` events; -1 is now."""
        events = self.side.session.events
        self.refusal = None
        if count < 0 or count >= len(events):
            self.back()
            return
        self.looking = count
        if events[count - 1].by in self.side.players:
            self.shown = events[count - 1].by

    def display(self, writing: bool, focus: str) -> Display:
        """The large sheet: with what can be done if it can be written on, with its mistakes at the end."""
        drawn = with_code(self._drawn(writing, focus), code_of(self.side.opened.head))
        return replace(drawn, marks=(*drawn.marks, *self._jotted(), *rings(self.side.opened.sheet, self.ringed)))

    @property
    def jots(self) -> bool:
        """Whether pencil notes are shown: a player's own, while nobody else looks on."""
        return self.looking is None and self.shown == self.side.seat and not self.side.session.over

    def _jotted(self) -> Iterator[Mark]:
        """The notes of whoever holds the pen; the space that digits go to is ringed."""
        opened, session = self.side.opened, self.side.session
        notes = notes_of(session, self.shown, opened.sheet) if self.jots else {}
        if notes:
            free = free_spaces(opened.game, session, session.state, self.shown, opened.sheet)
            yield from pencil_marks(opened.game, opened.sheet, notes, free, self.jotting)
        if self.jots and self.jotting:
            yield from rings(opened.sheet, (self.jotting,), "focus")

    def ring(self, part: str) -> None:
        """Points at what makes a part of the score on the sheet shown; "" at nothing."""
        side = self.side
        review = side.opened.game.review
        self.ringed = review.spots(side.rules, side.session.state, self.shown, part) if part else ()

    def _drawn(self, writing: bool, focus: str) -> Display:
        side, player = self.side, self.shown
        if side.session.over and self.looking is None:
            marked = self._with_mistakes(player)
            if marked is not None:
                return marked
        sheet = side.opened.sheet
        spots = self.refusal.spots if self.refusal else ()
        trouble = tuple(spot for spot in spots if spot in sheet.space or spot in sheet.box)
        return side.guide.draw(
            self.state, player, side.uis[player] if writing else None, self.name(player), trouble, focus
        )

    def small(self, player: str) -> Display:
        """A player's sheet as it hangs among the others."""
        return self.side.guide.draw(self.state, player, None, self.name(player))

    def sentence(self) -> str:
        """The line over the sheet."""
        side, name = self.side, self.name(self.shown)
        if self.looking is not None:
            return tr("{name}’s sheet, as it was then", name=name)
        if not side.writable:
            return side.opened.read_only
        if side.session.over:
            told = side.guide.prompt(side.session.state, self.shown, side.uis[self.shown]).sentence
            return told if len(side.players) == 1 else f"{tr('{name}’s sheet at the end', name=name)} · {told}"
        if self.away:
            return tr("{name}’s sheet", name=name)
        others = tuple(self.name(demand.by) for demand in side.demands if side.compelled(demand.by))
        if others and not side.acting:
            return tr("Waiting for {names}.", names=others)
        return side.prompt(self.shown).sentence

    def mistakes(self) -> tuple[str, ...]:
        """The strokes of the player shown that only paper let through, in words."""
        session, rulebook = self.side.session, self.side.opened.game.rulebook
        return tuple(
            lapse.refusal.sentence(rulebook)
            for lapse in session.refused_events
            if session.events[lapse.index].by == self.shown
        )

    def _with_mistakes(self, player: str) -> Display | None:
        opened, side = self.side.opened, self.side
        paper = opened.game.paper_of(side.rules, side.session.state, player)
        report = opened.game.auditor(opened.sheet, paper.options).audit(paper)
        if not report.mistakes:
            return None
        total = next(score.total for score in side.scores if score.player == player)
        # What the sheet alone does not betray is in the score all the same; then its own sum would only confuse.
        claimed = total if report.total == total else None
        paper = structs.replace(paper, player=self.name(player), claimed=claimed)
        return opened.game.paper_editor(opened.sheet, paper.options).draw(paper, report)
