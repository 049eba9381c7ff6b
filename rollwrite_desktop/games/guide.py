"""How a person meets a game: what to do now, what a tap means, and what the sheet looks like. Pure, so that everything a
tap can do is tested without a window.

A *spot* is a space or box of the sheet, or one of the prompt's own: `die/blue`, `power/guard`, `card/1`, `action/done`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, Protocol

from rollwrite_desktop.core.audit import Auditor, BestRoute, Paper, Report
from rollwrite_desktop.core.bots import Bot
from rollwrite_desktop.core.rules import Event, GameInfo, Move, Refusal, Rules, Scores
from rollwrite_desktop.draw.display import Display, Mark
from rollwrite_desktop.games.coaching import Coach
from rollwrite_desktop.games.handbook import Handbook
from rollwrite_desktop.games.leaflet import Leaflet
from rollwrite_desktop.games.review import Review
from rollwrite_desktop.sheet.sheet import Rect, Sheet

NO_NOTES: Mapping[str, str] = MappingProxyType({})
State = Any
Ui = Any
"""What Undo would not restore: selected die, armed power. A frozen value of the game's own, opaque to everybody else."""


@dataclass(frozen=True, slots=True)
class Ignored:
    """The tap means nothing here."""


@dataclass(frozen=True, slots=True)
class Changed:
    """The tap changes what is selected or armed. `refusal` explains where it could not."""

    ui: Ui
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Noted(Changed):
    """The tap changes what the player jots down for himself: `note` names it, `text` is to be kept with the session."""

    note: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Proposed:
    """The tap is a stroke; `ui` is what remains selected if it is accepted."""

    move: Move
    ui: Ui


Tap = Ignored | Changed | Noted | Proposed


@dataclass(frozen=True, slots=True)
class Token:
    """Something beside the sheet that can be tapped: a die, a card or a button. `text` and `hint` are already in words.

    state: `ready`, `chosen` (selected or armed), `used` (shown faded, cannot be tapped) or `off` (cannot be tapped now).
    ink: the region whose inks a die takes, "" for a plain one. key: the keyboard key that taps it. left: how many uses are
    left, or None.
    """

    spot: str
    kind: Literal["die", "power", "action", "card"]
    text: str
    hint: str = ""
    state: Literal["ready", "chosen", "used", "off"] = "ready"
    ink: str = ""
    letter: str = ""
    key: str = ""
    left: int | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a player is asked now: one sentence, and what can be tapped beside the sheet. `draws`: dragging from spot to spot
    taps one after the other (a route, a chain), on from the spot `drawn_to`, or anew where that is "".
    `last`: no roll will come any more."""

    sentence: str
    tokens: tuple[Token, ...] = ()
    draws: bool = False
    drawn_to: str = ""
    last: bool = False


class Guide(Protocol):
    """One game's meeting with people, on one sheet with one set of options."""

    def ui(self, notes: Mapping[str, str] = NO_NOTES) -> Ui:
        """Nothing selected; what the player has jotted down, by the names of the notes."""
        ...

    def prompt(self, state: State, player: str, ui: Ui) -> Prompt: ...

    def tap(self, state: State, player: str, ui: Ui, spot: str) -> Tap: ...

    def open(self, state: State, player: str, ui: Ui) -> frozenset[str]:
        """The spots of the sheet where a tap would be accepted as a stroke now."""
        ...

    def closing(self, state: State, player: str) -> Move | None:
        """The move that ends this player's part when nothing compulsory is left; None while something is."""
        ...

    def draw(
        self, state: State, player: str, ui: Ui, name: str = "", trouble: tuple[str, ...] = (), focus: str = ""
    ) -> Display:
        """The player's sheet. `name` is written on it, the `trouble` spots are ringed and joined by a line, the spot in
        `focus` has the keyboard's cursor. With `ui` None the sheet is as on paper: nothing lit, nothing selected."""
        ...

    def blank(self) -> Display:
        """The sheet as it is printed, empty."""
        ...

    def describe(self, state: State, player: str, spot: str) -> str:
        """A spot in words, for tool tips and screen readers: "Ohio, red, holds 5"."""
        ...

    def may(self, move: Move, spot: str) -> str:
        """What a tap on a spot would do, in words for who cannot see what is lit: "may take 5"."""
        ...

    def tell(self, event: Event, name: str) -> str:
        """An event in words, for the record of the game: "Ann: Blue 4 in Ohio"; "" for what need not be told."""
        ...

    def progress(self, state: State, player: str) -> str:
        """How far a player is, in a few words, for small sheets and lists."""
        ...


@dataclass(frozen=True, slots=True)
class Look:
    """How a player's tray is to be shown: the name on it, a short message, the time (ms), captions of the keys that play it
    (one per region, then the roll), whether what lies there is hidden (a pause), and the person's tastes."""

    name: str = ""
    said: str = ""
    at: int = 0
    keys: tuple[str, ...] = ()
    hidden: bool = False
    digits: bool = False
    still: bool = False


@dataclass(frozen=True, slots=True)
class Tray:
    """What lies before one player of a race, and the targets on it: spot and rectangle, in the display's points."""

    display: Display
    targets: tuple[tuple[str, Rect], ...]

    def spot_at(self, x: float, y: float) -> str:
        """The target under a point, or ""."""
        return next((spot for spot, rect in self.targets if rect.distance(x, y) == 0), "")


class RaceGuide(Guide, Protocol):
    """A guide of a game in real time: each player has a tray, and everybody is asked at once."""

    def between(self, state: State) -> bool:
        """Whether a round is to begin: its dice fall only when everybody is ready."""
        ...

    def tray(self, state: State, player: str, size: tuple[float, float], look: Look) -> Tray: ...

    def pick(self, state: State, player: str, region: str) -> str:
        """The spot that a player's key for a region means now, or ""."""
        ...

    @property
    def roll_spot(self) -> str:
        """The spot of the large target that every tray has."""
        ...

    def instead(self, refusal: Refusal, move: Move) -> Move | None:
        """What a refused stroke counts as, if it does not count as nothing."""
        ...

    def note(self, state: State, names: tuple[str, ...]) -> str:
        """What everybody should know before the next round, in a few sentences."""
        ...

    def results(self, state: State) -> tuple[tuple[int | None, ...], ...]:
        """By round, every player's points; None for who was not in it."""
        ...

    def racers_after(
        self, players: tuple[str, ...], results: tuple[tuple[int | None, ...], ...]
    ) -> tuple[tuple[str, int], ...]:
        """Who plays the round after these, and with how many dice; nobody once it is decided."""
        ...

    def times(self, state: State) -> tuple[tuple[int, int], ...]:
        """By round, how many ms it took, and how often all players rolled."""
        ...


class Desk(Protocol):
    """Entering a paper sheet: what keys mean in a space, and the sheet drawn with its findings."""

    def typed(self, paper: Paper, spot: str, key: str) -> Paper | None:
        """The paper after a key at a spot, or None if the key means nothing there. Keys: `1` … `9`, `X`, `(` for the
        circle, a space to cross off, "" to erase. A mark of two digits is half typed after the first: such a paper can be
        drawn, but the check takes it only after the next."""
        ...

    def keys(self, spot: str) -> tuple[tuple[str, str], ...]:
        """The keys that mean something at a spot, each with its caption."""
        ...

    def draw(self, paper: Paper, report: Report | None, chosen: str = "", among: frozenset[str] = frozenset()) -> Display:
        """The sheet as entered; findings are marked and numbered, `chosen` has the cursor, `among` is ringed."""
        ...

    def describe(self, paper: Paper, spot: str) -> str: ...

    def order(self) -> tuple[str, ...]:
        """The spots in the order in which a paper is read."""
        ...


@dataclass(frozen=True)
class Game:
    """One game as the house knows it: everything that cli, printing and windows ask for.

    part_titles: message ids of score parts. paper_of: a player's final sheet as paper evidence. letter: begins the codes
    of its games (`games/codes.py`). design: whose design it is, for the credits. tie_break: of two papers with equal scores
    the one with the lower value wins; tie_told says that value in words (a message id with {n}).
    Games whose sheets differ in what is printed on them have: made, a new sheet from the id of a shipped one and a seed
    (its id is `ID:SEED`); own, a shipped sheet with other printed marks, by space id; faults, what makes a sheet
    unplayable although it can be read: place and sentence. made and own raise NotASheet.
    Games that keep one sheet for all have: tables, the sheets that are played on where others are only written on;
    sheet_for, the sheet that a paper is on if it does not say; shared_paper, from rules, state and names the paper of the
    whole table, which is what is printed of a game; scores_of, everybody's score on such a paper, by name.
    jots: the digits that players may jot down in spaces, () where nobody would; jots_wide: of how many a number consists.
    jotted: what else a player's notes (name to text) put on a sheet.
    leaflet: what there is to print of it besides its sheets. handbook: its rules to look up. review: what there is to say
    of a sheet afterwards. coach: who teaches it, from its rules; None where nobody does.
    best_route: where a route is drawn, the best that a filled sheet allows; raises NotAPaper.
    """

    info: GameInfo
    sheets: tuple[str, ...]
    rulebook: Mapping[str, str]
    part_titles: Mapping[str, str]
    bots: Mapping[str, Bot[Any]]
    rules: Callable[[Sheet, Mapping[str, str]], Rules[Any]]
    guide: Callable[[Any], Guide]
    auditor: Callable[[Sheet, Mapping[str, str]], Auditor]
    desk: Callable[[Sheet, Mapping[str, str]], Desk]
    paper_of: Callable[[Any, State, str], Paper]
    letter: str = ""
    design: str = ""
    lowest_wins: bool = False
    tie_break: Callable[[Paper], int] = field(default=lambda _: 0)
    tie_told: str = ""
    made: Callable[[str, str], Sheet] | None = None
    own: Callable[[Sheet, Mapping[str, str]], Sheet] | None = None
    faults: Callable[[Sheet], tuple[tuple[str, str], ...]] = field(default=lambda _: ())
    best_route: Callable[[Sheet, Paper], BestRoute] | None = None
    tables: tuple[str, ...] = ()
    sheet_for: Callable[[Paper], str] = field(default=lambda _: "")
    shared_paper: Callable[[Any, State, tuple[str, ...]], Paper] | None = None
    scores_of: Callable[[Paper], Scores] | None = None
    leaflet: Leaflet = field(default_factory=Leaflet)
    handbook: Handbook = ()
    coach: Callable[[Any], Coach] | None = None
    jots: tuple[str, ...] = ()
    jots_wide: int = 1
    jotted: Callable[[Sheet, Mapping[str, str]], tuple[Mark, ...]] = field(default=lambda _, __: ())
    review: Review = field(default_factory=Review)

    @property
    def played_on(self) -> tuple[str, ...]:
        """The sheets that a game can be played on."""
        return self.tables or self.sheets


__all__ = [
    "NO_NOTES", "Changed", "Desk", "Game", "Guide", "Ignored", "Look", "Noted", "Prompt", "Proposed",
    "RaceGuide", "Scores", "State", "Tap", "Token", "Tray", "Ui",
]
