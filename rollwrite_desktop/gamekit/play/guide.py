"""How a person meets a game: what to do now, what a tap means, and what the sheet looks like. Pure, so that everything a
tap can do is tested without a window.

A *spot* is a space or box of the sheet, or one of the prompt's own: `die/blue`, `power/guard`, `card/1`, `action/done`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, Protocol, runtime_checkable

from msgspec import Struct

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.core.rules import Event, Move, Refusal
from rollwrite_desktop.draw.display import Display, Drawing
from rollwrite_desktop.sheet.sheet import Rect, Sheet

NO_NOTES: Mapping[str, str] = MappingProxyType({})
State = Any
Ui = Any
"""What Undo would not restore: selected die, armed power. A frozen value of the game's own, opaque to everybody else."""


class Ignored(Struct, frozen=True):
    """The tap means nothing here."""


class Changed(Struct, frozen=True):
    """The tap changes what is selected or armed. `refusal` explains where it could not."""

    ui: Ui
    refusal: Refusal | None = None


class Noted(Changed, frozen=True):
    """The tap changes what the player jots down for himself: `note` names it, `text` is to be kept with the session."""

    note: str = ""
    text: str = ""


class Proposed(Struct, frozen=True):
    """The tap is a stroke; `ui` is what remains selected if it is accepted."""

    move: Move
    ui: Ui


Tap = Ignored | Changed | Noted | Proposed


_ONWARD = {
    "rolls": (mark("Roll"), mark("roll again"), mark("Roll again.")),
    "hands": (mark("{name}’s turn"), mark("pass the device to {name}"), mark("Pass the device to {name}.")),
    "counts": (mark("Count the scores"), mark("count the scores"), mark("Count the scores.")),
    "ends": (mark("End this turn"), mark("end this turn"), mark("End this turn.")),
    "checks": (mark("Check my move"), mark("check your move"), mark("Check your move.")),
    "waits": (mark("Roll"), "", ""),
}
"""What the large button does: its caption, the last part of a sentence, a sentence of its own."""


class Onward(Struct, frozen=True):
    """How a table goes on once a player has nothing compulsory left, which is what its large button does: `rolls`, `hands`
    the device to `name`, `counts` the scores, `ends` an open turn while another of the player's has still to be played,
    `checks` what was played where a position is practiced, or `waits` for somebody, so that the button does nothing; so it
    does when the game is `over`, which the rules may not say where somebody has left."""

    does: Literal["rolls", "hands", "counts", "ends", "checks", "waits"] = "rolls"
    name: str = ""
    over: bool = False

    @property
    def button(self) -> str:
        """The button's caption."""
        return tr(_ONWARD[self.does][0], name=self.name)

    @property
    def clause(self) -> str:
        """The same as the last part of a sentence, after "or" or "and"; "" where nothing goes on."""
        return tr(_ONWARD[self.does][1], name=self.name) if self.does != "waits" else ""

    @property
    def sentence(self) -> str:
        """The same as a sentence of its own, or ""."""
        return tr(_ONWARD[self.does][2], name=self.name) if self.does != "waits" else ""

    def after(self, sentence: str) -> str:
        """A sentence, and how the table goes on then."""
        return " ".join(filter(None, (sentence, self.sentence)))


ROLLS = Onward()


class Token(Struct, frozen=True):
    """Something beside the sheet that can be tapped: a die, a card, a power, or the action that goes on. `text`, `hint` and
    `caption` (the line under a die or card) are already in words.

    A game shows the same number of dice, cards and powers in every position, each in its place: what is not there yet is
    `empty`. state: `ready`, `chosen` (selected or armed), `shown` (to be read, nothing is done with it), `used` (shown
    faded), `off` (not now), `empty`, or `gone` (not needed any more in this game: only its room is kept). A tap on
    something that is neither ready nor chosen is answered with the reason.
    ink: the region whose inks a die takes, "" for a plain one. key: the keyboard key that taps it. left: how many uses are
    left, or None. count: how many dice show this number. picture: how it looks, where it is no six-sided die with pips.
    """

    spot: str
    kind: Literal["die", "power", "action", "card"]
    text: str
    hint: str = ""
    state: Literal["ready", "chosen", "shown", "used", "off", "empty", "gone"] = "ready"
    ink: str = ""
    letter: str = ""
    key: str = ""
    left: int | None = None
    caption: str = ""
    count: int = 1
    picture: Drawing | None = None


class Prompt(Struct, frozen=True):
    """What a player is asked now: one sentence, and what can be tapped beside the sheet. `draws`: dragging from spot to spot
    taps one after the other (a route, a chain), on from the spot `drawn_to`, or anew where that is "".
    `last`: no roll will come any more. `place`: the spot of the sheet that was tapped while several things could go there,
    "" for none; `asked`: the tokens that could; without a `place`, those among which to choose."""

    sentence: str
    tokens: tuple[Token, ...] = ()
    draws: bool = False
    drawn_to: str = ""
    last: bool = False
    place: str = ""
    asked: tuple[str, ...] = ()


class Guide(Protocol):
    """One game's meeting with people, on one sheet with one set of options."""

    def ui(self, notes: Mapping[str, str] = NO_NOTES) -> Ui:
        """Nothing selected; what the player has jotted down, by the names of the notes."""
        ...

    def prompt(self, state: State, player: str, ui: Ui, onward: Onward = ROLLS) -> Prompt:
        """Returns what the player is asked; `onward`: what the table's large button does once nothing compulsory is left."""
        ...

    def tap(self, state: State, player: str, ui: Ui, spot: str) -> Tap: ...

    def open(self, state: State, player: str, ui: Ui) -> frozenset[str]:
        """Returns the spots of the sheet where a tap would be accepted as a stroke now, or ask which of several it is."""
        ...

    def prepared(self, state: State, player: str, ui: Ui, move: Move) -> tuple[Ui, str]:
        """Returns the selection with which one tap makes this legal move, and the spot of that tap, on the sheet or beside
        it."""
        ...

    def closing(self, state: State, player: str) -> Move | None:  # noqa: ARG002
        """Returns the next move on the way to the end of this player's part when nothing compulsory is left, such as to pass
        a die that cannot be written; None while something is, when the part has ended, and by default."""
        return None

    def draw(
        self, state: State, player: str, ui: Ui, name: str = "", conflicts: tuple[str, ...] = (), focus: str = ""
    ) -> Display:
        """Returns the player's sheet. `name` is written on it, the `conflicts` spots are ringed and joined by a line, the
        spot in `focus` has the keyboard's cursor. With `ui` None the sheet is as on paper: nothing lit, nothing selected."""
        ...

    def blank(self) -> Display:
        """Returns the sheet as it is printed, empty."""
        ...

    def describe(self, state: State, player: str, spot: str) -> str:
        """A spot in words, for tool tips and screen readers: "Ohio, red, holds 5"."""
        ...

    def may(self, move: Move, spot: str) -> str:
        """Returns what a tap on a spot would do, in words for screen readers: "may take 5"."""
        ...

    def describe_event(self, event: Event, name: str) -> str:
        """An event as a line of the record: "Ann: Blue 4 in Ohio"; "" for events that are not listed."""
        ...

    def progress(self, state: State, player: str) -> str:
        """How far a player is, in a few words, for small sheets and lists."""
        ...

    def scored(self, state: State, player: str) -> str:  # noqa: ARG002
        """Returns what a player's sheet scores so far, in words: "28 points"; "" where nothing is scored before the end, as
        by default."""
        return ""

    def rating(self, state: State, player: str) -> str:  # noqa: ARG002
        """Returns what the result of a player alone is called at the end, or how it compares to par, in a sentence; "" where
        nobody knows what is usual: of several players, on other sheets, with other house rules. "" by default."""
        return ""


class Look(Struct, frozen=True):
    """How a player's tray is to be shown: the name on it, a short message, the time (ms), captions of the keys that play it
    (one per region, then the roll), whether what lies there is hidden (a pause), and the person's tastes.

    seat: `edge` at the table's edge, among people; `own` below the board, of the only person; `rival` small, beside it.
    score: the points so far, in words. bot: whether a computer plays. fits: whether dice that can be placed are outlined.
    held: the spot of a press that is kept until the hand is free. large: whether texts are large, so that the dice have a
    row of their own below what is read."""

    name: str = ""
    refusal: str = ""
    at: int = 0
    keys: tuple[str, ...] = ()
    hidden: bool = False
    digits: bool = False
    still: bool = False
    seat: Literal["edge", "own", "rival"] = "edge"
    score: str = ""
    bot: bool = False
    fits: bool = False
    held: str = ""
    large: bool = False


class RaceDie(Struct, frozen=True):
    """A die on a tray: its spot, where it lies, and its picture. `tumbles`: the pictures that it shows by turns while it
    rolls, none where it does not move."""

    spot: str
    rect: Rect
    shows: Display
    tumbles: tuple[Display, ...] = ()


class RaceTray(Struct, frozen=True):
    """What lies before one player of a race: the tray itself, the dice on it, and the targets, spot and rectangle, all in
    the display's points. The dice roll until the time `rolls_until`, for `rolls_ms` (ms); 0 while they lie."""

    display: Display
    targets: tuple[tuple[str, Rect], ...]
    dice: tuple[RaceDie, ...] = ()
    rolls_until: int = 0
    rolls_ms: int = 1

    def spot_at(self, x: float, y: float) -> str:
        """Returns the target under a point, or ""."""
        return next((spot for spot, rect in self.targets if rect.distance(x, y) == 0), "")


LINE = 26.0
"""The height of what is read, in points, on a tray that has its dice in rows of their own below."""


class RaceGuide(Guide, Protocol):
    """A guide of a game in real time: each player has a tray, and everybody is asked at once."""

    def between(self, state: State) -> bool:
        """Returns whether a round is to begin: its dice fall only when everybody is ready."""
        ...

    def cleared(self, state: State) -> State:
        """Returns the table between rounds, once what lay there is put away: empty, and of the round to come."""
        ...

    def dealt(self, state: State, player: str) -> int:
        """How many dice a player gets in the round at hand."""
        ...

    def tray(self, state: State, player: str, size: tuple[float, float], look: Look) -> RaceTray: ...

    def pick(self, state: State, player: str, region: str) -> str:
        """Returns the spot that a player's key for a region means now, or ""."""
        ...

    @property
    def roll_spot(self) -> str:
        """The spot of the large target that every tray has."""
        ...

    def instead(self, refusal: Refusal, move: Move) -> Move | None:
        """Returns the move that is recorded for a refused press (a fumble), or None."""
        ...

    def kept_until(self, state: State, player: str, refusal: Refusal) -> int:
        """Returns the time (ms) at which a press that was refused so is tried again; 0 where it is not."""
        ...

    def travel(self, state: State, event: Event) -> tuple[str, str, Display] | None:
        """Where the die of a move goes: from which spot of its player's tray to which of the board, and its picture. None
        for what moves no die."""
        ...

    def lying(self, state: State, player: str) -> Display:
        """Returns what lies before a player, small: all share the board, and only that tells them apart."""
        ...

    def hand(self, state: State, player: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """A player's dice in words: those that fit now, and the others. Empty while they are rolled."""
        ...

    def laid(self, shape: float) -> Sheet:
        """Returns the board with its places where they are largest in a room of that width by height."""
        ...

    def draw_laid(self, sheet: Sheet, state: State | None) -> Display:
        """A board that was laid out so, with what lies on it; blank without a state."""
        ...

    def board(self, state: State) -> tuple[str, ...]:
        """Returns what the board waits for, in words."""
        ...

    def round_ms(self, state: State, at: int) -> int:
        """How long the round has been raced at a time; how long the last one took, between rounds."""
        ...

    def note(self, state: State, names: tuple[str, ...]) -> str:
        """Returns what everybody should know before the next round, in a few sentences."""
        ...

    def results(self, state: State) -> tuple[tuple[int | None, ...], ...]:
        """By round, every player's points; None for who was not in it."""
        ...

    def racers_after(
        self, players: tuple[str, ...], results: tuple[tuple[int | None, ...], ...]
    ) -> tuple[tuple[str, int], ...]:
        """Who plays the round after these, and with how many dice; nobody once it is decided."""
        ...

    def round_after(self, players: tuple[str, ...], results: tuple[tuple[int | None, ...], ...]) -> str:
        """Which round comes after these, and of how many where that is known."""
        ...

    def times(self, state: State) -> tuple[tuple[int, int], ...]:
        """By round, how many ms it took, and how often all players rolled."""
        ...


class PaperEditor(Protocol):
    """Entering a paper sheet: what keys mean in a space, and the sheet drawn with its findings."""

    def typed(self, paper: Paper, spot: str, key: str) -> Paper | None:
        """Returns the paper after a key at a spot, or None if the key means nothing there. Keys: `1` … `9`, `X`, `(` for the
        circle, a space to cross off, "" to erase. A mark of two digits is half typed after the first: such a paper can be
        drawn, but the check takes it only after the next."""
        ...

    def keys(self, spot: str) -> tuple[tuple[str, str], ...]:
        """Returns the keys that mean something at a spot, each with its caption."""
        ...

    def draw(self, paper: Paper, report: Report | None, chosen: str = "", among: frozenset[str] = frozenset()) -> Display:
        """Returns the sheet as entered; findings are marked and numbered, `chosen` has the cursor, `among` is ringed."""
        ...

    def describe(self, paper: Paper, spot: str) -> str: ...


@runtime_checkable
class RouteEditor(Protocol):
    """A paper editor of a game in which a route is drawn."""

    def route(self, paper: Paper) -> tuple[str, ...]:
        """Returns the spaces of the route on the paper, in order."""
        ...

    def with_route(self, paper: Paper, route: tuple[str, ...]) -> Paper:
        """Returns the paper with another route."""
        ...

    def ways_on(self, paper: Paper) -> tuple[str, ...]:
        """Returns the spaces to which the route can go on legally, as far as the marks on the paper tell, in reading order;
        none where it has not begun."""
        ...


@runtime_checkable
class ColumnsEditor(Protocol):
    """A paper editor of a sheet that a whole table keeps, a column for each player."""

    def left_out(self, paper: Paper, spot: str) -> bool:
        """Returns whether a place is in a column without a name and an entry, while others have names: nobody plays
        there."""
        ...
