"""What a table page shows at one moment, as values: made by `view_model.py` after each event, applied by widgets.

Texts are already in words. Knows no widget.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from msgspec import Struct

from rollwrite_desktop.core.chance import Ask
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import Scores
from rollwrite_desktop.draw.display import Display, Drawing
from rollwrite_desktop.gamekit.play.guide import Changed, Guide, Onward, Proposed, State, Token, Ui
from rollwrite_desktop.gamekit.think.review import Counting
from rollwrite_desktop.gamekit.words.coach import Coach, Hint, HintCount, Lesson
from rollwrite_desktop.play.table.sheet_words import SheetWords
from rollwrite_desktop.play.table.table_session import LogLine


class Enabled(Struct, frozen=True):
    """Which actions can be chosen now."""

    undo: bool
    redo: bool
    roll: bool
    take_back: bool
    back_to_now: bool
    hint: bool
    pencil: bool
    seats: bool
    """Whether people may leave the table and come back."""
    leave: bool
    """Whether they may leave without a computer player in their place."""
    join: bool
    """Whether one more may join."""


class Tray(Struct, frozen=True):
    """The dice tray. `tokens`: dice, cards and powers, always the same number of each. `roll`: the large button's caption;
    `act`: the spot of the action that it is, "" where it takes the table `onward`; `can_roll`: whether it does anything but
    say why not.
    `entry`: what real dice are asked for now, None where none are; `rolled`: the rolls before that, in notation.
    `take_back`: the caption of the button that corrects the latest roll, "" where this table has none; `can_take_back`:
    whether there is a roll to correct. `only_roll`: nothing is left but to roll, by the computer, in a game that has
    begun. `gives_up`: the action passes, skips or ends something while a place can still be written in or a power is taken
    up. `so_far`: the total of the player shown while a line is drawn and no dice lie there, else "". `digits`: the keys that
    are real dice now, and nothing else."""

    tokens: tuple[Token, ...]
    enabled: bool
    roll: str
    onward: Onward
    act: str
    can_roll: bool
    entry: Ask | None
    rolled: tuple[str, ...]
    take_back: str
    can_take_back: bool
    only_roll: bool = False
    gives_up: bool = False
    so_far: str = ""
    digits: frozenset[str] = frozenset()


class PlayerCard(Struct, frozen=True):
    """A player among the others. `drawing`: their sheet, or where all share a board what lies before them, the same object
    until something on it changes; `lies`: the latter in words, or ""."""

    player: str
    progress: str
    score: str
    bot: bool
    shown: bool
    left: bool
    drawing: Drawing
    lies: str = ""


class Coaching(Struct, frozen=True, dict=True):
    """The coach's page: the hint that still holds, whether one can be asked for, and the hints given so far.
    The lesson of the moment is worked out from the position when the page asks for it. `player`: "" where nobody acts."""

    coach: Coach[Any]
    state: State
    player: str
    ui: Ui
    hint: Hint | None
    can_hint: bool
    hints: HintCount

    @cached_property
    def lesson(self) -> Lesson | None:
        """What a newcomer should know now, worked out once."""
        return self.coach.lesson(self.state, self.player, self.ui) if self.player else None


class PencilPad(Struct, frozen=True):
    """The pad of the pencil while it is up: the chosen space in words ("" for none), the keys with their captions, and
    those that are noted in it."""

    place: str
    keys: tuple[tuple[str, str], ...]
    noted: frozenset[str]


class NextPlayer(Struct, frozen=True):
    """Somebody else has to take the device: who, and who had it, "" for nobody."""

    name: str
    before: str


class Notice(Struct, frozen=True, eq=False):
    """What a tap is answered with at its place: a sentence, the spots it speaks of, the rulebook key behind it or "".
    `asked`: it answers a question and refuses nothing. Each answer is one of its own."""

    sentence: str
    spots: tuple[str, ...] = ()
    key: str = ""
    asked: bool = False


class UndoOffer(Struct, frozen=True, eq=False):
    """A move just made at a spot of the sheet can be undone. Each is one of its own."""

    spot: str


class Question(Struct, frozen=True):
    """A spot of the sheet was tapped where several things could go: the spot, and the tokens that could."""

    spot: str
    tokens: tuple[Token, ...]


class Results(Struct, frozen=True):
    """How the game ended: the scores, the mistakes of the player shown in words, how many hints each player had, whose sheet
    is shown, the ways to count it, and who left before the end."""

    scores: Scores
    mistakes: tuple[str, ...]
    hints: Mapping[str, int]
    shown: str
    countings: tuple[Counting, ...]
    left: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Taps:
    """What the spots of the sheet shown are and what a tap on them would do, worked out when somebody asks for a spot.
    `open`: where a tap would be a move; `notes`: what is noted in pencil, in words; `sheet`: the sheet in words."""

    guide: Guide
    state: State
    player: str
    ui: Ui
    open: frozenset[str]
    notes: Mapping[str, str]
    sheet: Callable[[], SheetWords] = field(compare=False)

    def value(self, spot: str) -> str:
        """Returns what stands in a spot, in words."""
        return self.sheet().value(spot)

    def crossed(self, spot: str) -> bool | None:
        """Returns whether a box is crossed off; None for what cannot be."""
        return self.sheet().crossed(spot)

    def describe(self, spot: str) -> str:
        """A spot in words."""
        words = self.guide.describe(self.state, self.player, spot)
        noted = self.notes.get(spot, "")
        return f"{words}, {noted}" if noted else words

    def may(self, spot: str) -> str:
        """Returns what a tap on a spot would do, in words; "" where it would neither be a move nor ask which one."""
        if spot not in self.open:
            return ""
        tapped = self.guide.tap(self.state, self.player, self.ui, spot)
        if isinstance(tapped, Proposed):
            return self.guide.may(tapped.move, spot)
        if not isinstance(tapped, Changed):
            return ""
        asked = self.guide.prompt(self.state, self.player, tapped.ui)
        texts = dict.fromkeys(token.text for token in asked.tokens if token.spot in asked.asked)
        *others, last = texts or ("",)
        mark = tr("{first} or {last}", first=", ".join(others), last=last) if others else last
        return tr("may take {mark}", mark=mark) if mark else ""


class Snapshot(Struct, frozen=True):
    """All that a table page shows after one event.

    shown: the player whose sheet is large. looking: how many events had happened in the state shown, None for now.
    sentence: the line over the sheet; title: the sheet's name for screen readers. drawing: the large sheet. writing: whether
    a tap writes on it. draws, drawn_to: whether a drag taps spot after spot, on from where. branches: the spaces to which
    that line can go on, by number from 1; leads: the same in words, or that none leads on. away: whether another sheet than
    that of the player whose turn it is is shown.
    depending: how many moves would go with the latest roll. thinking: a computer player acts next. rolled: dice have just
    fallen. roll_refusal: why dice typed in cannot be, or "". bots: the players whom the computer plays. left: those
    who have left.
    """

    shown: str
    looking: int | None
    sentence: str
    title: str
    drawing: Drawing
    writing: bool
    taps: Taps
    draws: bool
    drawn_to: str
    branches: tuple[str, ...]
    leads: str
    tray: Tray
    enabled: Enabled
    away: bool
    progress: str
    players: tuple[PlayerCard, ...]
    log: tuple[LogLine, ...]
    coaching: Coaching | None
    has_pencil: bool
    pencil: PencilPad | None
    next_player: NextPlayer | None
    notice: Notice | None
    undo_offer: UndoOffer | None
    question: Question | None
    asked: tuple[str, ...]
    results: Results | None
    real_dice: bool
    depending: int
    thinking: bool
    rolled: bool
    roll_refusal: str
    bots: frozenset[str]
    left: frozenset[str]

    @property
    def goes_on(self) -> bool:
        """Whether no space takes anything now and the large button goes on, so that Enter is for that."""
        hinted = self.coaching is not None and self.coaching.hint is not None
        return self.enabled.roll and not self.taps.open and self.pencil is None and not hinted

    @property
    def dice_digits(self) -> frozenset[str]:
        """The digits that real dice can show, while these can be typed and digits go nowhere else."""
        return self.tray.digits if self.asks_dice else frozenset()

    @property
    def asks_dice(self) -> bool:
        """Whether real dice can be typed now, and digits go nowhere else."""
        return self.tray.entry is not None and self.tray.enabled and self.pencil is None

    @property
    def display(self) -> Display:
        """The large sheet, drawn when it is first looked at."""
        return self.drawing.display
