"""The sheet of a paper being entered: choosing a place, what keys write in it, the keys near a finger, reading it back.

Knows nothing of findings, rolls or files; what was written goes out as `changed`, and the page shows what came of it. What a
key means, the game's paper editor says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPointF, QRectF, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.draw.order_line import branch_numbers, order_line
from rollwrite_desktop.gamekit.play.guide import PaperEditor, RouteEditor
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.table.sheet_words import crossed, mark_in_words
from rollwrite_desktop.sheet.reading_order import spots_in_order
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.canvas.keypad import Keypad, NearKeypad
from rollwrite_desktop.ui.canvas.paper_view import ERASE, PaperView
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import icon_button
from rollwrite_desktop.ui.kit.layouts import keep_hidden
from rollwrite_desktop.ui.paper.check.key_hint import KeyHint
from rollwrite_desktop.ui.paper.check.read_back import ReadBack, read_places, ticks
from rollwrite_desktop.ui.paper.check.route_entry import RouteEntry
from rollwrite_desktop.ui.paper.check.typed_paper import TypedPaper
from rollwrite_desktop.ui.paper.check.typing_help import CIRCLE, CROSS_OFF, ROUTE
from rollwrite_desktop.ui.paper.check.typing_state import Typing

_AHEAD = 9
"""So many of the next places are numbered."""


class _Words(Struct, frozen=True):
    """The spots of a sheet that is being entered, in words."""

    entry: SheetEntry

    def describe(self, spot: str) -> str:
        return self.entry.half_in_words(spot) if spot in self.entry.halves else self.entry.describe(spot)

    def may(self, spot: str) -> str:  # noqa: ARG002
        return ""

    def value(self, spot: str) -> str:
        space, sheet = self.entry.sheet.space.get(spot), self.entry.sheet
        if space is None or not sheet.links:  # of a table the description says it
            return ""
        return mark_in_words(self.entry.shown.spaces.get(spot, "") or space.printed)

    def crossed(self, spot: str) -> bool | None:
        return crossed(self.entry.sheet, self.entry.paper, spot)


class SheetEntry(QWidget):
    """`changed` carries the paper as written on, and its halves; `name_chosen`: the place for the player's name was tapped;
    `moved`: another place is chosen; `confirmed`: a place was found right; `read`: reading back has ended, True when all was
    read; `routed`: a route is drawn from now on, or no longer. `halves`: by space what is typed there by half, shown and not
    judged; the paper has nothing there. `keypad` stands wherever the page puts it."""

    changed = Signal(object, object)
    name_chosen = Signal()
    moved = Signal()
    confirmed = Signal()
    read = Signal(bool)
    keys_wanted = Signal(bool)
    routed = Signal()

    def __init__(
        self, sheet: Sheet, editor: PaperEditor, paper: Paper, report: Report, takes: Callable[[Paper], bool],
        store: Settings, parent: QWidget | None = None,
    ) -> None:
        """`takes`: whether a paper is well formed."""
        super().__init__(parent)
        self.sheet, self.editor, self.paper, self.report = sheet, editor, paper, report
        self.among: frozenset[str] = frozenset()
        self.halves: Mapping[str, str] = {}
        self.shown_instead: Paper | None = None
        self._store = store
        self.routing = False
        """Whether taps and codes are the next stops of the route."""
        self.view = PaperView(sheet)
        self._codes = self.view.keys.reader.codes
        self._route = RouteEntry(sheet, self._codes)
        self.view.words = _Words(self)
        self.view.begun = lambda: bool(self._waiting) or self.routing or self.reading_back.active
        order = spots_in_order(sheet)
        self.writable = [spot for spot in order if editor.keys(spot)] or [*order]
        self.typing = typing = Typing(self, sheet, editor, self.writable, self.view.keys, takes)
        self.view.takes = typing.takes_key
        self.view.untouched = lambda: self.paper.empty and not (self.halves or typing.armed or self.view.begun())
        self.view.first_spot, self.view.last_spot = self.writable[0], self.writable[-1]
        self.view.keys.typed_in = self.writable
        self.view.setAccessibleName(tr(mark(sheet.title, "sheet")))
        self.follow = icon_button("keyboard", tr("Floating keypad"), self._follow)
        self.follow.setCheckable(True)
        self.follow.setChecked(store.recall("keys-follow", True))
        beside = self.follow
        if theme.large():  # the keypad stands beside the sheet, and takes the room of what is read there
            keep_hidden(self.follow, self)
            beside = icon_button("x", tr("Close the keypad"), self._close_keys)
        self.keypad = Keypad(beside)
        self._closed_keys = False
        self.near = NearKeypad(self)
        self.hint = KeyHint(self.view)
        self._answer = ""
        self._keyed = True
        self.reading_back = ReadBack(read_places(sheet, self.writable), self.describe)
        self.reading_back.moved.connect(self._read)
        self.reading_back.confirmed.connect(self.confirmed)
        self.reading_back.ended.connect(self._end_reading)
        self.view.spot_tapped.connect(self.tap)
        self.view.focus_moved.connect(lambda _: self._moved())
        self.view.focus_moved.connect(lambda _: self.moved.emit())
        self.view.typed.connect(self.type)
        self.view.stepped.connect(self._step)
        self.view.entered.connect(self._enter)
        self.view.erased.connect(self.erase)
        self.view.cleared.connect(self._clear)
        for keys in (self.keypad, self.near):
            keys.pressed.connect(self._press)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.reading_back)
        column.addWidget(self.view, 1)

    # ------------------------------------------------------------------ what is shown

    def show_paper(self, paper: Paper, report: Report, halves: Mapping[str, str]) -> None:
        """Another state of the paper. What stands otherwise than it was read back is to be read again."""
        before, self.paper, self.report, self.halves = self.paper, paper, report, halves
        self.shown_instead = None
        changed = [
            spot for spot in self.reading_back.right
            if self.editor.describe(before, spot) != self.editor.describe(paper, spot)
        ]
        self.reading_back.correct(changed)
        self.show_sheet()

    def show_report(self, report: Report) -> None:
        """Shows the same paper, about which more is known."""
        self.report = report
        self.show_sheet()

    def point(self, places: frozenset[str]) -> None:
        """Rings places."""
        self.among = places
        self.show_sheet()

    def preview(self, paper: Paper | None, places: frozenset[str]) -> None:
        """Shows another paper in the place of this one, None for this one, and rings places."""
        self.shown_instead, self.among = paper, places
        self.show_sheet()

    def show_sheet(self) -> None:
        """Shows the sheet and its keys as they are now."""
        shown = self.shown_instead or self.shown
        display = self.editor.draw(shown, self.report, self.spot if self._keyed else "", self.among)
        if order := self.ahead:
            display = replace(display, marks=(*display.marks, *order_line(self.sheet, order)))
        if ways := self._ways():
            display = replace(display, marks=(*display.marks, *branch_numbers(self.sheet, ways)))
        if self.reading_back.right:
            display = replace(display, marks=(*display.marks, *ticks(self.sheet, sorted(self.reading_back.right))))
        self.view.show_display(display)
        plain = self.editor.with_route(shown, ()) if isinstance(self.editor, RouteEditor) else shown  # the line is seen
        place = self.editor.describe(plain, self.spot) if self.spot else ""
        # Keys that cannot be pressed keep their place, but where very large texts need it.
        keyed = self.spot or ("" if theme.large() else self.writable[0])
        self.keypad.show_keys(place, self.editor.keys(keyed) if keyed else ())
        self.keypad.arm(CIRCLE, self.typing.waits_for_number)
        self.keypad.arm(ROUTE, self.routing)
        if self.routing:
            self.keypad.set_usable(False, ROUTE, *(ERASE,) * bool(self._stops()))
        else:
            self.keypad.set_usable(bool(self.spot), *(ROUTE,) * (not self.spot))
        self._show_hint()
        if not self.near.isHidden():
            self.near.show_keys(place, self.editor.keys(self.spot), CIRCLE if self.typing.waits_for_number else "")

    @property
    def ahead(self) -> tuple[str, ...]:
        """The chosen space and the next ones that typing leads to; none where keys go elsewhere or nothing is left."""
        here = self.spot
        busy = self.routing or self.reading_back.active or self.shown_instead is not None
        if busy or not self._keyed or here not in self.sheet.space or here not in self.writable or not self.sheet.links:
            return ()
        ahead = self.typing.ahead()[:_AHEAD]
        return (here, *ahead) if ahead else ()

    def _show_hint(self) -> None:
        """Shows what the latest key was answered, or what a letter or half a mark waits for, at the edge of the sheet that
        is farther from the chosen place."""
        waiting = self.view.keys.becomes(self._waiting) if self._waiting else ""
        half = self.half_in_words(self.spot) if self.spot in self.halves else ""
        circle = self.typing.circle_in_words if self.typing.waits_for_number else ""
        here = self._about_route() if self.routing else half or circle
        text = (self._answer or waiting or here) if self._keyed else ""
        room = self.view.rect()
        place = self.view.place_of(self.spot).center() if text and self.spot else QPointF(room.bottomLeft())
        self.hint.show_beside(text, room, place)

    def say(self, sentence: str) -> None:
        """Tells what a key did."""
        accessible.announce(sentence)

    def tell(self, sentence: str) -> None:
        """Answers a key that wrote nothing; seen until the next one."""
        self._answer = sentence
        self._show_hint()
        accessible.announce(sentence, urgent=True)

    @property
    def typed(self) -> TypedPaper:
        """The paper with what is typed by half, as keys go on with it."""
        return self.typing.typed

    @property
    def shown(self) -> Paper:
        """The paper with what is typed by half: 3?"""
        return self.typed.shown

    def half_in_words(self, spot: str) -> str:
        """Returns what is typed by half in a place, and what completes it: one more digit, or all of it where somebody comes
        back to it; either where the keys were elsewhere meanwhile."""
        if spot != self.spot or self.typing.fresh:
            return tr("{place} – half-typed: type the whole number.", place=self.describe(spot))
        if self.typing.away:
            return tr("{place} – half-typed: type one more digit, or the whole number.", place=self.describe(spot))
        return tr("{place} – one more digit: {digits}.", place=self.describe(spot), digits=self.typed.digits_here(spot))

    def set_keyed(self, on: bool) -> None:
        """Sets whether keys go to the sheet: only then it shows where."""
        if on != self._keyed:
            self._keyed = on
            self.typing.come_back()
            self.end_route()
            self._answer = ""
            if self._waiting:
                self.view.keys.forget()
            self.show_sheet()

    def event(self, event: QEvent) -> bool:
        """Who comes back from another window types half a mark from its beginning, or the rest of it."""
        if event.type() == QEvent.Type.WindowActivate:
            self.typing.come_back()
            self._show_hint()
        return super().event(event)

    @property
    def least_width(self) -> int:
        """How wide the sheet must be at least, in logical pixels."""
        return self.view.minimumWidth()

    def describe(self, spot: str) -> str:
        """A place in words; of boxes that are crossed off one after the other, which one it is."""
        paper = self.shown
        box, state = self.sheet.box.get(spot), crossed(self.sheet, paper, spot)
        if box is None or state is None or len(self.sheet.group(box.group)) == 1:
            return self.editor.describe(paper, spot)
        group = [each.id for each in self.sheet.group(box.group)]
        return tr(
            "{power} {n} of {all}: {state}", power=GAMES[self.sheet.game].play.one_box_title(box.group),
            n=group.index(spot) + 1, all=len(group), state=tr("crossed off") if state else tr("not crossed off"),
        )

    # ------------------------------------------------------------------ choosing and typing

    @property
    def spot(self) -> str:
        """The chosen place, or ""."""
        return self.view.cursor_spot

    def choose(self, spot: str) -> None:
        """Keys go to this place; "" to none."""
        self.view.move_cursor(spot)

    def _read(self, spot: str) -> None:
        """A place is read back, by the focus where that comes to it."""
        comes = self.focused and spot != self.view.cursor_spot
        self.choose(spot)
        if not comes:
            accessible.announce(self.describe(spot))

    def go_to(self, spot: str) -> None:
        """The same by its code."""
        self.view.go_to(spot)

    def put(self, paper: Paper, halves: Mapping[str, str]) -> None:
        """Another state of the paper, one step for undo; whoever keeps it shows it here."""
        self.changed.emit(paper, halves)

    def confirm(self) -> None:
        """The chosen place was read back and is right."""
        self.reading_back.confirm_place()

    @property
    def reads_back(self) -> bool:
        """Whether the sheet is read back, place by place."""
        return self.reading_back.active

    @property
    def focused(self) -> bool:
        """Whether the keyboard is on the sheet."""
        return self.view.hasFocus()

    def take_focus(self) -> None:
        """Moves the keyboard to the sheet."""
        self.view.setFocus()

    def choose_first(self) -> None:
        """Keys go to the first place, and the keyboard to the sheet."""
        self.typing.begin()
        self.view.setFocus()

    def _offer_keys(self, spot: str) -> None:
        """A tap brings the keys; those that were closed come back by a finger, or by a second tap on the chosen place."""
        if self._closed_keys and spot != self.spot and not self.view.by_finger:
            return
        self._closed_keys = False
        self.keys_wanted.emit(True)

    def _close_keys(self) -> None:
        """Gives what the keys took the room of its room back."""
        self._closed_keys = True
        self.keys_wanted.emit(False)
        self.take_focus()

    def close_near(self) -> None:
        """Puts the keys near the finger away."""
        self.near.hide()

    def _moved(self) -> None:
        if self.routing and self.spot in self.sheet.box:
            self.end_route()
        self.typing.moved()
        self._answer = ""
        if self.reading_back.active:
            self.reading_back.go_to(self.spot)
        self.show_sheet()
        if not self.near.isHidden():
            self._show_near()

    def tap(self, spot: str) -> None:
        """A tap chooses a place; a box is crossed off by it too. On the chosen one it brings the keys back. While the route
        is entered, a space is its next stop."""
        self._offer_keys(spot)
        self.typing.begin_at(spot)
        if spot == self.spot:
            self.typing.come_back()
            self.show_sheet()
        else:
            self.choose(spot)
        if self.routing:
            self._stop_at(spot)
            return
        box = self.sheet.box.get(spot)
        if box is not None and box.group == "player":
            self.name_chosen.emit()
        elif box is not None and box.kind == "check":
            self.typing.write(spot, CROSS_OFF)
        elif self.view.by_finger and self.follow.isChecked() and not theme.large():
            self._show_near()

    def type(self, key: str) -> None:
        """A key is typed: in the chosen place, of the code of one, or of the next stop of the route."""
        self._answer = ""
        if self.routing:
            self._type_route(key)
        elif key == ROUTE and isinstance(self.editor, RouteEditor):
            self._begin_route()
        else:
            self.typing.type(key)
        self._show_hint()

    def _press(self, key: str) -> None:
        """A key of those on the screen, which completes no code."""
        self.view.keys.forget()
        self.type(key)

    # ------------------------------------------------------------------ the route

    def _stops(self) -> tuple[str, ...]:
        return self.editor.route(self.paper) if isinstance(self.editor, RouteEditor) else ()

    def _begin_route(self) -> None:
        """Taps and codes are stops of the route from now on, after those that are there."""
        if self.reading_back.active:
            self.reading_back.leave()
        self.near.hide()
        self._answer = ""
        self.view.keys.forget()
        self.typing.armed = False
        self.routing = True
        stops = self._stops()
        self._route.begin(stops)
        if stops:
            self.choose(stops[-1])
        self._draw_on()
        self.show_sheet()
        self.routed.emit()
        accessible.announce(f"{self._about_route()} {tr('Enter or > ends the route.')}")

    def end_route(self) -> None:
        """Taps and codes are spaces again; nothing where no route is being drawn."""
        if not self.routing:
            return
        self.routing = False
        self._route.begin(())
        self._draw_on()
        self.show_sheet()
        self.routed.emit()

    def _draw_on(self) -> None:
        """A drag over the map goes on where the route ends."""
        self.view.draws = self.routing
        self.view.drawn_to = next(iter(self._stops()[-1:]), "") if self.routing else ""

    def _ways(self) -> tuple[str, ...]:
        """Returns the branches of the route, by their numbers; none while a code is begun."""
        known = self.routing and not self._route.letters and isinstance(self.editor, RouteEditor)
        return self.editor.ways_on(self.paper) if known and isinstance(self.editor, RouteEditor) else ()

    def _about_route(self) -> str:
        return self._route.about(self._stops(), self._ways())

    def _type_route(self, key: str) -> None:
        """A letter of the next stop, or the number of a branch; Space takes the chosen space, the route's key ends it."""
        if key == ROUTE:
            self.end_route()
            accessible.announce(tr("The route is ended."))
        elif key == ERASE:
            self.erase(False)
        elif key == CROSS_OFF:
            self._stop_at(self.spot)
        elif branch := self._route.branch(self._ways(), key):
            self._put_route((*self._stops(), branch))
        elif not (key.isalnum() and key.isascii()):
            self.tell(self._about_route())
        else:
            self._type_stop(key)

    def _type_stop(self, key: str) -> None:
        stops, letters = self._stops(), self._route.letters + key
        ways = self._ways()
        after = self._route.typed(stops, key)
        if after is None:
            there = self._codes.spaces.get(letters, "")
            if ways and key.isdigit():
                self.tell(tr("No branch has the number {n}.", n=key) + f" {self._route.leads_on(ways, self.paper.spaces)}")
            elif there in stops:
                self.tell(self._route.already(stops, there))
            else:
                self.tell(tr("Route: no space is called {letters}. {more}", letters=letters, more=self._about_route()))
        else:
            self._put_route(after)
            if self._route.letters:
                accessible.announce(self.view.keys.becomes(self._route.letters))

    def _stop_at(self, spot: str) -> None:
        """A space that was tapped goes to the end of the route, or off it again."""
        if spot not in self.sheet.space:
            return
        after = self._route.tapped(self._stops(), spot)
        if after is None:
            self.tell(self._route.already(self._stops(), spot))
        else:
            self._put_route(after)

    def _put_route(self, stops: tuple[str, ...]) -> None:
        before = self._stops()
        if stops != before and isinstance(self.editor, RouteEditor):
            self._answer = ""
            self.changed.emit(self.editor.with_route(self.paper, stops), self.halves)
            if stops:
                self.choose(stops[-1])
            accessible.announce(self._route.leads_on(self._ways(), self.paper.spaces))
        self._draw_on()
        self.show_sheet()

    @property
    def _waiting(self) -> str:
        """A letter that waits for the rest of a code, or ""."""
        return self._route.letters if self.routing else self.view.keys.waiting

    def _enter(self, by: int) -> None:
        """Enter: what it means behind a mark or in a blank space, else the next place."""
        if self.routing or self.reading_back.active or by < 0 or not self.typing.enter():
            self._step(by)

    def _step(self, by: int) -> None:
        """Enter and Tab: the next place, or that this one is read back; from the route to the boxes."""
        if self.routing:
            self.end_route()
            boxes = [spot for spot in self.writable if spot in self.sheet.box]
            if by > 0 and boxes:
                self.choose(boxes[0])
        elif self.reading_back.active and by > 0:
            self.reading_back.confirm_place()
        else:
            self.typing.step(by)

    def _clear(self) -> None:
        """Escape: no place is chosen any more; out of what is going on first."""
        begun, self._answer = self._waiting, ""
        self.view.keys.forget()
        if self.routing:
            self.end_route()
            accessible.announce(tr("The route is ended."))
        elif self.reading_back.active:
            self.reading_back.leave()
        elif begun and self.spot:
            self._show_hint()
            accessible.announce(self.describe(self.spot))
        else:
            self.near.hide()
            self.typing.left = self.spot or self.typing.left
            self.choose("")
            accessible.announce(tr("No place is chosen. Tab leaves the sheet."))

    def erase(self, back: bool) -> None:
        """Erases what stands in the chosen place; `back`: what was typed last, or before an empty place. Of the route the
        letters that wait, or its last stop."""
        if self.routing:
            self._put_route(self._route.taken_back(self._stops()))
        elif self._waiting:
            self._clear()
        else:
            self.typing.erase(back)

    def _follow(self) -> None:
        self._store.keep("keys-follow", self.follow.isChecked())
        self.near.hide()

    def _show_near(self) -> None:
        """Shows the keys near the chosen place, off its neighbors."""
        spot = self.spot
        if not spot or not self.editor.keys(spot):
            self.near.hide()
            return
        corner = QPointF(self.view.mapTo(self, self.view.rect().topLeft()))
        free = [self.view.writing_place(other).translated(corner) for other in self.sheet.neighbors.get(spot, ())]
        self.near.show_keys(self.describe(spot), self.editor.keys(spot))
        self.near.show_at(
            self.view.place_of(spot).translated(corner), free, QRectF(self.view.rect()).translated(corner)
        )

    # ------------------------------------------------------------------ reading back

    @property
    def confirmed_places(self) -> frozenset[str]:
        """The places that were found right."""
        return frozenset(self.reading_back.right)

    @property
    def all_read(self) -> bool:
        """Whether every place was found right."""
        return not self.reading_back.left

    def restore_read(self, places: Collection[str]) -> None:
        """These places were found right before."""
        self.reading_back.right = set(places) & set(self.reading_back.order)

    def read_aloud(self) -> None:
        """Begins or leaves the second pass: every place is shown and told, and found right by one key."""
        if self.reading_back.active:
            self.reading_back.leave()
            return
        self.near.hide()
        self.reading_back.begin()
        self.view.setFocus()

    def _end_reading(self) -> None:
        self.show_sheet()
        self.read.emit(self.all_read)
