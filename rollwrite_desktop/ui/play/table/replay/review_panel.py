"""The review of a player's choices beside the sheet: error and luck of every turn, the turn that cost the most, and of the
turn that is shown what was played and what was better. Worked out in the worker process, and kept beside the journal.

What is reviewed knows `play/review/game_review.py`, how a turn is drawn and worded `play/review/review_view.py`.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from msgspec import Struct, field
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import decimal, tr
from rollwrite_desktop.gamekit.think.review import Remark
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.review.game_review import (
    Partly,
    Review,
    TurnResult,
    keep_review,
    kept_reviews,
    review_job,
    reviewable,
)
from rollwrite_desktop.play.review.review_view import (
    MARK_TITLES,
    amount,
    choices,
    luck_text,
    measured,
    reasons,
    roll_of,
    rolls_named,
    summary,
)
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.background import Task
from rollwrite_desktop.ui.base.tips import stay
from rollwrite_desktop.ui.kit.buttons import button, icon_button
from rollwrite_desktop.ui.kit.charts import TurnBars
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import emptied, in_column
from rollwrite_desktop.ui.kit.progress import progress_bar
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.play.table.replay.review_list import ReviewLine

_HIGH, _MAX_HIGH = 150, 200
_LOW = 110
"""How high the bars are beside a turn's choices."""


class _Found(Struct):
    """What is known of a player's review: the whole, or the turns so far."""

    review: Review | None = None
    turns: dict[int, Partly] = field(default_factory=dict)

    @property
    def all_turns(self) -> int:
        """How many turns the game has; 0 as long as that is not known."""
        return next((part.turns for part in self.turns.values()), 0)

    def shown(self) -> tuple[TurnResult, ...]:
        """Returns the turns that are known, in order."""
        return self.review.turns if self.review else tuple(self.turns[n].turn for n in sorted(self.turns))


class ReviewPanel(Scroll):
    """`turn_chosen` carries how many events there had been at the turn to be shown; `choice_pointed` which of its choices
    is to be shown alone, None for all together."""

    turn_chosen = Signal(int)
    choice_pointed = Signal(object)
    reviewed = Signal()
    print_chosen = Signal()

    def __init__(self, opened: Opened, path: Path, parent: QWidget | None = None) -> None:
        inside = QWidget()
        super().__init__(inside, parent)
        self.opened, self.path = opened, path
        self.player = opened.session.players[0]
        self.turn: TurnResult | None = None
        self.error = ""
        self._found: dict[str, _Found] = {}
        self._task: Task | None = None
        self.lines: list[tuple[int, ReviewLine]] = []
        self.at = 0
        self.choices: list[ReviewLine] = []
        column = in_column(gap=6, margins=(0, 0, 6, 0), on=inside)
        self.story = label("")
        column.addWidget(self._figures())
        column.addWidget(self.story)
        column.addWidget(self._progress())
        column.addLayout(self._charted())
        self._turn_box = QVBoxLayout()
        self._turn_box.setSpacing(4)
        column.addLayout(self._turn_box)
        self._list = QVBoxLayout()
        self._list.setSpacing(4)
        column.addLayout(self._list)
        self.print = button(tr("Print the re&view"), "print", "", self.print_chosen.emit, breaks=True)
        column.addWidget(self.print)
        column.addStretch(1)
        self.show_player(self.player)

    def _figures(self) -> QFrame:
        """Errors, luck, and the result without luck; luck is called good or bad, as fewer Xs are better."""
        self._figure_box = QFrame()
        theme.role(self._figure_box, "bar")
        grid = QGridLayout(self._figure_box)
        grid.setContentsMargins(8, 6, 8, 6)
        grid.setVerticalSpacing(0)
        grid.setHorizontalSpacing(8)
        self.figures = []
        for n, meaning in enumerate((
            tr("What your choices cost, compared with the best ones"),
            tr("How much better or worse than average the rolls were"),
            tr("The result that your choices would bring with average rolls"),
        )):
            number, caption = label("", "title", wrap=False), label("", "faint")
            grid.addWidget(number, 0, n)
            grid.addWidget(caption, 1, n, Qt.AlignmentFlag.AlignTop)
            for part in (number, caption):
                part.setToolTip(tool_tip(meaning))
                stay(part)
            grid.setColumnStretch(n, 1)
            self.figures.append((number, caption))
        return self._figure_box

    def _charted(self) -> QHBoxLayout:
        """Returns the bars of all turns, and beside them what leads from one costly turn to the next, in the order of the
        game."""
        self.bars = TurnBars(tr("Luck, up is good"), tr("Error"), tr(self.opened.game.words.unit.name))
        self.bars.chosen.connect(self._choose_bar)
        self.costly_back = icon_button("chevron-left", tr("Previous costly turn (Shift+Page Up)"), lambda: self.step(-1))
        self.costly_on = icon_button("chevron-right", tr("Next costly turn (Shift+Page Down)"), lambda: self.step(1))
        row, steps = QHBoxLayout(), QVBoxLayout()
        row.setSpacing(0)
        steps.setSpacing(0)
        for each in (self.costly_back, self.costly_on):
            steps.addWidget(each)
        row.addWidget(self.bars, 1)
        row.addLayout(steps)
        return row

    def _progress(self) -> QWidget:
        self._progress_box = QWidget()
        row = QHBoxLayout(self._progress_box)
        row.setContentsMargins(0, 0, 0, 0)
        self.progress = progress_bar(tr("Reviewing the game"))
        self.stop = button(tr("S&top"), "pause", "", self.halt)
        self.go_on = button(tr("Review &on"), "play", "", self.begin, breaks=True)
        row.addWidget(self.progress, 1)
        row.addWidget(self.stop)
        row.addWidget(self.go_on)
        return self._progress_box

    # ------------------------------------------------------------------ what is known

    @property
    def found(self) -> _Found:
        """What is known of the player that is shown."""
        return self._found.setdefault(self.player, _Found())

    @property
    def running(self) -> bool:
        return self._task is not None

    def turn_at(self, count: int) -> TurnResult | None:
        """Returns the turn in which the player was to move after so many events, if it is reviewed."""
        return next((turn for turn in self.found.shown() if turn.before == count), None)

    def show_player(self, player: str) -> None:
        """Another player's review: one that is kept is found again, of another the part that is known."""
        if player != self.player:
            self.halt()
        self.player = player
        if self.found.review is None and reviewable(self.opened):
            self.found.review = kept_reviews(self.path, self.opened).get(player)
        self.refresh()

    # ------------------------------------------------------------------ working it out

    def begin(self) -> None:
        """Works out what is not known yet. Nothing happens where there is no review of this game."""
        if self.found.review is not None or self.running or not reviewable(self.opened):
            return
        self.error = ""
        known = tuple(part.measured for part in self.found.turns.values())
        self._task = Task(review_job(self.opened, self.player, self.path.parent, known), self)
        self._task.given.connect(self.take)
        self._task.ended.connect(self.halt)
        self._task.failed.connect(self._give_up)
        self._task.ask()
        self.refresh()

    def take(self, part: Partly | Review) -> None:
        """Another turn, or the whole, which is kept."""
        found = self.found
        if isinstance(part, Partly):
            found.turns[part.turn.turn] = part
            if self._task is not None:
                self._task.ask()
        else:
            found.review = part
            self.halt()
            # What cannot be kept is worked out again the next time.
            with contextlib.suppress(UserError):
                keep_review(self.path, self.opened, self.player, part)
        self.refresh()
        self.reviewed.emit()

    def halt(self) -> None:
        """Stops; what was found stays, and the review goes on from there."""
        task, self._task = self._task, None
        if task is not None:
            task.drop()
            self.refresh()

    def _give_up(self, sentence: str) -> None:
        self.error = sentence
        self.halt()
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self.halt()

    # ------------------------------------------------------------------ showing

    def refresh(self) -> None:
        """Everything as it is known now."""
        found, review = self.found, self.found.review
        self._show_overview()
        if review is not None:
            lucky = tr("Luck") if not round(review.luck, 1) else tr("Good luck") if review.luck > 0 else tr("Bad luck")
            shown = (
                (tr("Errors"), measured(review.error)), (lucky, measured(abs(review.luck))),
                (tr("Without luck"), measured(review.without_luck)),
            )
            for (number, caption), (title, text) in zip(self.figures, shown, strict=True):
                number.setText(text)
                caption.setText(f"{title}\n({tr(self.opened.game.words.unit.name)})")
        self.story.setText(self._story())
        turns = found.shown()
        self._progress_box.setVisible(review is None and reviewable(self.opened))
        self.progress.setVisible(self.running or bool(found.turns))
        self.progress.setRange(0, found.all_turns or 0 if self.running else max(1, found.all_turns))
        self.progress.setValue(len(found.turns))
        self.stop.setVisible(self.running)
        self.go_on.setVisible(not self.running)
        self.go_on.setText(tr("Review &on") if found.turns else tr("Re&view this game"))
        self.bars.setVisible(bool(turns))
        # While turns are coming in, the worst first, nothing is known of their luck.
        self.bars.show_turns([(turn.turn, turn.error, turn.luck if review else None) for turn in turns],
                             max((turn.turn for turn in turns), default=0) if review else found.all_turns)
        self.bars.mark(self.turn.turn if self.turn else None)
        self.print.setVisible(review is not None)
        self._show_list()

    def _show_overview(self) -> None:
        """Shows the sums; a turn that is shown needs their room."""
        self._figure_box.setVisible(self.found.review is not None and self.turn is None)
        self.story.setVisible(self.turn is None)
        for each, way in ((self.costly_back, -1), (self.costly_on, 1)):
            each.setVisible(bool(self._clear()))
            each.setEnabled(self._costly(way) is not None)
        high = min(theme.px(_HIGH if self.turn is None else _LOW), _MAX_HIGH)
        self.bars.setFixedHeight(high + self.bars.legend_height - theme.px(18))

    def _costly(self, way: int) -> TurnResult | None:
        """Returns the next costly turn after the position that is shown, or before it (`way` -1); from a position where no
        turn begins, the first or the last if there is none."""
        order = sorted(self._clear(), key=lambda turn: turn.turn)[::way]
        found = next((turn for turn in order if way * turn.before > way * self.at), None)
        return found or (next(iter(order), None) if self.turn is None else None)

    def step(self, way: int) -> None:
        """To the next costly turn, or to the one before (`way` -1)."""
        turn = self._costly(way)
        if turn is not None:
            self.turn_chosen.emit(turn.before)

    def _story(self) -> str:
        if self.error:
            return self.error
        if self.found.review is not None:
            return summary(self.opened, self.found.review).replace(" ± ", "\u00a0±\u00a0")
        if not self.opened.session.over:
            return tr("You can review a game when it is over.")
        if not reviewable(self.opened):
            return tr("There is no review of this game.")
        if self.running:
            # The dots stay with the last word.
            return tr("Playing out every turn many times, the worst first …").replace(" …", "\u00a0…")
        if self.found.turns:
            return tr("{n} of {all} turns are reviewed.", n=len(self.found.turns), all=self.found.all_turns)
        return tr("A review plays out every turn many times to show what each choice cost and what was luck.")

    def _show_list(self) -> None:
        """Lists the turns that clearly cost something, the worst first."""
        emptied(self._list)
        self.lines = []
        clear = self._clear()
        if clear:
            self._list.addWidget(label(tr("Your most costly turns"), "heading"))
        for turn in clear:
            text = tr("Turn {n}: {mark}", n=turn.turn, mark=tr(MARK_TITLES[turn.mark]))
            self._add_line(text, amount(self.opened, turn.error, turn.se), turn)
        named = rolls_named(self.found.review) if self.found.review is not None else ()
        if named:
            self._list.addWidget(label(tr("Lucky and unlucky rolls"), "heading"))
        guide = self.opened.game.play.guide(self.opened.session.rules) if named else None
        for turn in named:
            assert guide is not None
            self._add_line(tr("Turn {n}: {mark}", n=turn.turn, mark=roll_of(self.opened, guide, turn)), "", turn,
                           luck_text(self.opened, turn))

    def _add_line(self, text: str, points: str, turn: TurnResult, below: str = "") -> None:
        """A line that leads to a turn."""
        line = ReviewLine(Remark(text, ("",)), points, below)
        line.setChecked(self.turn is not None and self.turn.turn == turn.turn)
        line.clicked.connect(lambda _=False: self.turn_chosen.emit(turn.before))
        self._list.addWidget(line)
        self.lines.append((turn.turn, line))

    @property
    def announcement(self) -> str:
        """What it shows, in short, to be read aloud: what was played in a turn, the best choice and the first reason for it;
        or the sums and what they come to."""
        lines = self.in_words()
        if self.turn is None:
            return " ".join(lines)
        choices = len(self.choices)
        return " ".join((*lines[: min(choices, 2)], *lines[choices : choices + 1]))

    def in_words(self) -> tuple[str, ...]:
        """All that it shows of a turn, line by line: the choices and the reasons; or the sums and what they come to."""
        if self.turn is None:
            return tuple(self.story.text().splitlines())
        offered = (f"{line.accessibleName()}." for line in self.choices)
        return *offered, *reasons(self.opened, self.player, self.turn)

    def show_turn(self, turn: TurnResult | None, at: int) -> None:
        """Shows the turn that the sheet shows: its choices and the reasons; None for none. at: how many events there had
        been."""
        self.at = at
        if turn is not None and self.turn is not None and turn == self.turn:
            return
        self.turn = turn
        self._show_overview()
        self.bars.mark(turn.turn if turn else None)
        emptied(self._turn_box)
        self.choices = []
        for number, line in self.lines:
            line.setChecked(turn is not None and number == turn.turn)
        if turn is None:
            return
        for n, choice in enumerate(choices(self.opened, self.player, turn)):
            text = f"{choice.letter} · {choice.text}" if n else tr("You: {move}", move=choice.text)
            line = ReviewLine(Remark(text, ("",)), decimal(choice.expected), choice.beside)
            line.clicked.connect(lambda on, n=n: self._point(n if on else None))
            self._turn_box.addWidget(line)
            self.choices.append(line)
        for sentence in reasons(self.opened, self.player, turn):
            self._turn_box.addWidget(label(sentence))
        self.ensureVisible(0, 0)

    def _clear(self) -> list[TurnResult]:
        return sorted((turn for turn in self.found.shown() if turn.mark), key=lambda turn: -turn.error)

    def _point(self, chosen: int | None) -> None:
        for n, line in enumerate(self.choices):
            line.setChecked(n == chosen)
        self.choice_pointed.emit(chosen)

    def _choose_bar(self, number: int) -> None:
        turn = next((turn for turn in self.found.shown() if turn.turn == number), None)
        if turn is not None:
            self.turn_chosen.emit(turn.before)
