"""What a key does on a paper that is being typed, and where typing goes on after it: what is typed by half, which circle
waits for its number, what Backspace goes back to. Knows no window; whoever holds the paper shows and tells what came of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Protocol

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.i18n import tr, with_colon
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.gamekit.play.guide import ColumnsEditor, PaperEditor
from rollwrite_desktop.play.table.sheet_words import crossed
from rollwrite_desktop.sheet.reading_order import spots_in_order
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.canvas.cursor import Cursor
from rollwrite_desktop.ui.canvas.paper_view import ERASE
from rollwrite_desktop.ui.paper.check.typed_paper import TypedPaper, is_ringed
from rollwrite_desktop.ui.paper.check.typing_help import ALL, CIRCLE, CIRCLED, CROSS_OFF

_NUMBERS = "0123456789-"
"""What numbers are typed with; no name begins so."""


class Entering(Protocol):
    """Where a paper is typed: what stands on it, and the place that is chosen, "" for none."""

    paper: Paper
    halves: Mapping[str, str]

    @property
    def spot(self) -> str: ...

    @property
    def reads_back(self) -> bool:
        """Whether it is read back, place by place."""

    def choose(self, spot: str) -> None:
        """Keys go to this place; typing hears of it (`moved`)."""

    def go_to(self, spot: str) -> None:
        """The same because of its code, also where it is the chosen one."""

    def put(self, paper: Paper, halves: Mapping[str, str]) -> None:
        """Another state of the paper, one step for undo."""

    def confirm(self) -> None:
        """The chosen place was read back and is right."""

    def describe(self, spot: str) -> str:
        """A place in words."""

    def show_sheet(self) -> None:
        """Shows what waits in the chosen place."""

    def say(self, sentence: str) -> None:
        """Tells what a key did."""

    def tell(self, sentence: str) -> None:
        """Answers a key that wrote nothing; seen as well."""


class Typing:
    """Typing in an entry. writable: the places in which something can be typed, in their order; takes: whether a
    paper is well formed."""

    def __init__(
        self, entry: Entering, sheet: Sheet, editor: PaperEditor, writable: Sequence[str], codes: Cursor,
        takes: Callable[[Paper], bool],
    ) -> None:
        self.entry, self.sheet, self.editor, self.writable, self.codes = entry, sheet, editor, writable, codes
        self._takes, self._order = takes, spots_in_order(sheet)
        self.armed = False
        """Whether the next number in the chosen place gets a circle."""
        self.passed: set[str] = set()
        """The blank spaces that Enter passed over since a blank one was chosen by its code or a tap."""
        self.skipped: set[str] = set()
        """The blank spaces that were stepped over: they come after all others."""
        self.left = ""
        """The place that was chosen before none was."""
        self.fresh = True
        """Whether nothing was typed in the chosen place since it was chosen."""
        self.over = False
        """Whether another mark stood in the chosen place when its typing began."""
        self.away = False
        """Whether keys went elsewhere while a mark was begun in the chosen place, and none was typed since."""
        self.taught = False
        """Whether it was told that one bracket is enough."""
        self._home = ""
        """The blank space at which somebody is on the way over the sheet; a correction elsewhere leads back to it."""
        self._typed_at = ""
        """The place of the mark that was typed last, until another place is chosen or another mark begun."""
        self._entered = False
        """Whether Enter was pressed after the mark that was typed last."""
        self._lettered: tuple[str, Paper, Mapping[str, str], str] | None = None
        """A letter that was written as a mark by the latest key, the paper and the halves before it, and where the cursor
        went."""

    @property
    def typed(self) -> TypedPaper:
        """The paper with what is typed by half, as keys go on with it."""
        return TypedPaper(self.sheet, self.editor, self.writable, self.entry.paper, self.entry.halves, self._takes,
                          self.skipped)

    def moved(self) -> None:
        """Another place was chosen."""
        self.armed, self.fresh, self.over, self.away, self._typed_at = False, True, False, False, ""

    def begin(self) -> None:
        """Another sheet, from its first place on."""
        self.passed.clear()
        self.skipped.clear()
        self.taught, self._home = False, ""
        self.entry.choose(self.writable[0])
        self.moved()

    def begin_at(self, spot: str) -> None:
        """A place was chosen by its code or a tap: who goes to a blank one begins there, who goes to a mark corrects it."""
        if self.typed.blank(spot):
            self.passed.clear()
            self._home = spot

    # ------------------------------------------------------------------ keys

    def type(self, key: str) -> None:
        """Writes a key in the chosen place; when nothing more fits there, goes on to the next. The letters of a place lead
        there. `(` circles the number that is typed after it, `)` the one that was typed before it."""
        self._entered = False
        lettered, self._lettered = self._lettered, None
        if (lettered and self._named_after_all(key, *lettered)) or self._led(key):
            return
        if not self.entry.spot:
            self.entry.choose(self.left or self.writable[0])
        if self.typed.unnamed(self.entry.spot) and key in _NUMBERS:
            self.entry.choose(self.typed.behind_names)
        if key == CIRCLED:
            self._circle_last()
        elif key == CROSS_OFF and self.entry.reads_back and self.entry.spot in self.sheet.space:
            self.entry.confirm()
        elif key == ALL and self._is_crossed(self.entry.spot) is not None:
            self._cross_off_all()
        elif key == ERASE:
            self.erase(False)
        elif key == CIRCLE:
            self._open_circle()
        else:
            self._type_mark(key)

    def _type_mark(self, key: str) -> None:
        spot, before, halves = self.entry.spot, self.entry.paper, self.entry.halves
        if self.write(spot, key, circled=self.armed and is_ringed(key)):
            self.armed, self._typed_at = False, ""
            if self.entry.paper is before:
                self.entry.say(self.entry.describe(spot))  # it stood there already
            if self.entry.reads_back:
                return
            if self.typed.ends(spot, key):
                self.go_on_from(spot, corrected=self.over)
                self._typed_at = spot
            self._lettered = (key, before, halves, self.entry.spot) if key.isalpha() else None
        elif key == CROSS_OFF:
            self.entry.say(self.entry.describe(spot))
        elif spot in self.entry.halves:
            self.armed, self._typed_at = False, ""
            if self.entry.halves == halves:
                self.entry.say(self.entry.describe(spot))
            self.entry.show_sheet()
        else:
            self._refuse(key)

    def takes_key(self, key: str) -> bool:
        """Returns whether a key means something in the chosen place, or begins the points there."""
        spot = self.entry.spot
        known = bool(spot) and any(key == each for each, _ in self.editor.keys(spot))
        return known or (key in _NUMBERS and self.typed.unnamed(spot))

    def _named_after_all(self, key: str, letter: str, paper: Paper, halves: Mapping[str, str], spot: str) -> bool:
        """Returns whether a letter that was written as a mark began a code, which this key completes: of XK, where nothing
        begins with K. It is taken back then."""
        codes = self.codes.reader.codes
        there = codes.spaces.get(letter + key, "")
        if not there or codes.beginning(key) or self.entry.spot != spot or self.takes_key(key):
            return False
        self.entry.put(paper, halves)
        self.entry.choose(there)
        return True

    def _led(self, key: str) -> bool:
        """Returns whether a key is a letter of a place, or completes it. A letter that means something by itself, such as X,
        does so unless one is waiting for it: in CTX the X is written in CT, and does not make TX of it; after a C alone
        neither an X nor a number is written. A digit behind a whole code is written, and so is one behind the code of a row
        of numbers where it can stand there: .U7 is a 7 in the row, not its seventh box."""
        codes = self.codes
        if codes.box_begun and self._fits_row(key):
            codes.forget()
            return False
        box = codes.box(key)
        if box:
            self.entry.choose(box)
            return True
        waiting = codes.waiting
        if not (key.isalnum() and key.isascii()) or (key.isdigit() and not waiting):
            codes.forget()
            return False
        space = codes.typed(key, lambda sign: not sign.isdigit() and not self.takes_key(sign))
        if space:
            self.begin_at(space)
            self.entry.go_to(space)
            return True
        if not codes.waiting:
            return False  # else it is not written in a place that nobody has named yet
        self._tell_waiting(key, waiting)
        return True

    def _tell_waiting(self, key: str, waiting: str) -> None:
        """Says what the letters that wait may become; before them that a key led nowhere."""
        codes = self.codes
        went_on = codes.waiting == waiting + key
        wrong = codes.nowhere(waiting + key) if waiting and not went_on else ""
        becomes = codes.becomes(codes.waiting)
        if codes.waiting == waiting:
            self.entry.tell(f"{wrong} {becomes}. {tr('Backspace removes {letter}.', letter=waiting)}")
        else:
            self.entry.say(" ".join(filter(None, (wrong, becomes))))

    def _fits_row(self, key: str) -> bool:
        """Returns whether a digit can stand in the chosen box, one of a row of numbers."""
        row, _, place = self.entry.spot.partition("/")
        after = self.editor.typed(self.entry.paper, self.entry.spot, key) if place and key.isdigit() else None
        return after is not None and isinstance(after.boxes.get(row), str)

    def _refuse(self, key: str) -> None:
        """Says that a key means nothing in the chosen place."""
        spot = self.entry.spot
        letter = key.isalpha() and not self.takes_key(key)
        here = tr("Keys here: {keys}.", keys=self.typed.keys_here(spot))
        crossed_off = spot in self.sheet.box and not self.typed.digits_here(spot)
        if key.isdigit() and crossed_off and self.editor.typed(self.entry.paper, spot, "1") is not None:
            here = tr("1 crosses it off and goes on, 0 leaves it.")
        nothing = f"{tr('The key {key} does nothing now.', key=key)} {self.entry.describe(spot)}. {here}"
        self.entry.tell(self.codes.nowhere(key) if letter else nothing)

    # ------------------------------------------------------------------ marks

    def _held(self, spot: str) -> str:
        return self.entry.paper.spaces.get(spot, "")

    def write(self, spot: str, key: str, *, circled: bool = False) -> bool:
        """Returns whether a key wrote a mark, or erased one: one step for undo, although it may be two keys. What is no mark
        yet is kept as half of one."""
        if self.away and key and content(self.entry.halves.get(spot, "")) == key:
            self.away = False  # whoever was elsewhere types it from its beginning, and not the rest of it
            return False
        written = self.typed.written(spot, key, anew=self.fresh, circled=circled)
        if written is None:
            return False
        self.over = self.over or (self.fresh and bool(self._held(spot)))
        self.fresh = self.away = False
        self.entry.put(*written)
        return self.entry.paper == written[0] and spot not in self.entry.halves

    def erase(self, back: bool) -> None:
        """Erases what stands in the chosen place; `back`: what was typed last, or before an empty place."""
        if not self.entry.spot:
            return
        before = self.entry.spot
        if back and self._typed_at:
            self.entry.choose(self._typed_at)
        elif back and self.entry.spot in self.sheet.space and self.typed.blank(self.entry.spot):
            self.step(-1)
        if self.entry.spot != before:
            self._home = self.entry.spot
        self.write(self.entry.spot, ERASE)

    def _is_crossed(self, spot: str) -> bool | None:
        return crossed(self.sheet, self.entry.paper, spot)

    def _cross_off_all(self) -> None:
        """`*`: crosses off the chosen box and all behind it, up to what is no box to cross off, and goes there."""
        ahead = self.writable[self.writable.index(self.entry.spot) :]
        boxes = [*takewhile(lambda spot: self._is_crossed(spot) is not None, ahead)]
        paper = self.entry.paper
        for spot in boxes:
            if not crossed(self.sheet, paper, spot):
                paper = self.editor.typed(paper, spot, CROSS_OFF) or paper
        self.entry.put(paper, self.entry.halves)
        self.entry.choose(ahead[min(len(boxes), len(ahead) - 1)])

    def _open_circle(self) -> None:
        """`(`: the next number gets a circle. The one that stands or is begun in the chosen place gets it at once, or loses
        it; where another one is typed over it, the circle is that one's."""
        here, fresh, away = self.entry.spot, self.fresh, self.away
        if not self._has_circle(here):
            self._refuse(CIRCLE)
            return
        if away and (self.armed or is_circled(self.entry.halves.get(here, ""))):
            self.armed, self.fresh, self.away = True, True, False  # it is open already, and the number begins behind it
            self.entry.say(self.circle_in_words)
            return
        self.armed = (fresh or here not in self.entry.halves) and not self.armed
        if here in self.entry.halves or self._held(here):
            self.write(here, CIRCLE)
            self.fresh, self.away = fresh and here in self.entry.halves, away
        else:
            self.entry.say(self.circle_in_words)
            self.entry.show_sheet()

    def _circle_last(self) -> None:
        """`)`: circles the number that was typed last, or stands in the chosen place. It may have its circle already, from
        the bracket before it."""
        last, fresh = self._typed_at, self.fresh
        there = last or self.entry.spot
        held = self._held(there)
        if not is_ringed(content(held)) or not self._has_circle(there):
            self._refuse(CIRCLED)
        elif not is_circled(held):
            self.write(there, CIRCLE)
            self.fresh, self._typed_at = fresh, last
        elif not self.taught:
            self.taught = True
            enough = tr("One bracket is enough: ( before the number, or ) behind it.")
            self.entry.tell(f"{self.entry.describe(there)}. {enough}")

    def _has_circle(self, spot: str) -> bool:
        """Returns whether marks in a place can be circled."""
        return any(key == CIRCLE for key, _ in self.editor.keys(spot))

    @property
    def waits_for_number(self) -> bool:
        """Whether an open circle waits for its number; one that stands in the chosen place has got it."""
        return self.armed and not self.typed.shown.spaces.get(self.entry.spot)

    @property
    def circle_in_words(self) -> str:
        """Whether the next number gets a circle, as it is told."""
        return with_colon(tr("Circle"), tr("On") if self.armed else tr("Off")) + "."

    # ------------------------------------------------------------------ where it goes on

    def blanks_after(self, spot: str) -> list[str]:
        """Returns the blank spaces after one that nobody passed over."""
        return [blank for blank in self.typed.blanks_after(spot) if blank not in self.passed]

    def ahead(self) -> list[str]:
        """Returns the places to which typing leads from the chosen one, one after the other."""
        spot = self.entry.spot
        home = self._home if self._leads_home(spot) and not self.typed.blank(spot) else ""
        return [home, *(each for each in self.blanks_after(home) if each != spot)] if home else self.blanks_after(spot)

    def go_on_from(self, spot: str, *, corrected: bool) -> None:
        """To where typing goes on after a mark in this place. corrected: another one stood there before; whoever came back
        for that goes on where they were."""
        if not (corrected and self._leads_home(spot)):
            after = self.typed.following(spot, corrected=corrected)
            self._home = self._behind(spot) if after in self.passed else after
        self.entry.choose(self._home)

    def _leads_home(self, spot: str) -> bool:
        """Returns whether a correction in a place leads back to where typing was: to another space that is still blank."""
        home = self._home
        return home != spot and home in self.sheet.space and spot in self.sheet.space and self._passable(home)

    def _behind(self, spot: str) -> str:
        """Returns the next blank space that nobody passed over, or the first box behind the map."""
        spaces = [self.writable.index(each) for each in self.writable if each in self.sheet.space]
        boxes = self.writable[max(spaces) + 1 :]
        return next(iter([*self.blanks_after(spot), *boxes]), spot)

    def enter(self) -> bool:
        """Enter goes on to the next place; returns whether it is done with. Behind a mark that was whole typing went on by
        itself: the first Enter ends that mark, and is told so. Any other passes over a blank space of a map: like typing it
        goes around the end of the map, and then to the boxes."""
        spot = self.entry.spot
        if self.fresh and self._typed_at not in ("", spot) and not self._entered:
            self._entered = True
            if self._passable(spot):
                self.entry.tell(tr("{place}. Enter again goes past it.", place=self.entry.describe(spot)))
            else:
                self.entry.say(self.entry.describe(spot))
            return True
        if not self._passable(spot):
            return False
        self.passed.add(spot)
        self._home = self._behind(spot)
        self.entry.choose(self._home)
        return True

    def _passable(self, spot: str) -> bool:
        """Returns whether Enter passes over a place: a blank space of a map."""
        return bool(self.sheet.links) and spot in self.sheet.space and self.typed.blank(spot)

    def come_back(self) -> None:
        """Keys went elsewhere meanwhile: a mark that is begun may be typed from its beginning, or the rest of it."""
        begun = not self.fresh and self.entry.spot in self.entry.halves
        self.away = begun or self.armed
        self.fresh = not begun

    def step(self, by: int) -> None:
        """To the next place as one reads the sheet, or the one before."""
        spot = self.entry.spot
        if spot not in self._order:
            self.entry.choose(self.writable[0])
            return
        at = self._order.index(spot)
        further = self._order[at + 1 :] if by > 0 else self._order[:at][::-1]
        left_out = self.editor.left_out if isinstance(self.editor, ColumnsEditor) else lambda _, __: False
        here = [each for each in further if each in self.writable and not left_out(self.entry.paper, each)]
        if by > 0 and spot in self.sheet.space and self.typed.blank(spot):
            self.skipped.add(spot)
        there = next(iter(here), spot)
        if by > 0 and self._passable(there):
            self._home = there
        self.entry.choose(there)
