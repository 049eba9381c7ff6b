"""A player's game beside those of the computer levels with the same dice: totals, whose sheet stands beside, how both came
along, and the first turn in which they parted. What was worked out is kept beside the journal.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.review.replay import Replay
from rollwrite_desktop.play.review.same_dice import PLAYER, replayed
from rollwrite_desktop.play.review.side_by_side import Parting, SideBySide
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.charts import LineChart
from rollwrite_desktop.ui.kit.choices import Choices
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import emptied, in_column
from rollwrite_desktop.ui.kit.progress import progress_bar
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.library.lobby.seats import level_title
from rollwrite_desktop.ui.play.table.replay.level_run import LevelRun

_CAPTIONS = 5


class ComparePanel(Scroll):
    """`turn_chosen` carries how many events there had been at the end of a turn; `changed`: another sheet stands beside."""

    turn_chosen = Signal(int)
    changed = Signal()

    def __init__(self, opened: Opened, path: Path, replay: Replay, parent: QWidget | None = None) -> None:
        inside = QWidget()
        super().__init__(inside, parent)
        self.opened, self.replay = opened, replay
        self.player = opened.session.players[0]
        self.level = ""
        self.pair: SideBySide | None = None
        self._pairs: dict[tuple[str, str], SideBySide | None] = {}
        self.run = LevelRun(opened, path, self)
        self.run.changed.connect(self.refresh)
        column = in_column(gap=6, margins=(0, 0, 6, 0), on=inside)
        self.results = label("", "heading")
        self.story = label("")
        column.addWidget(self.results)
        column.addWidget(self.story)
        column.addWidget(self._progress())
        self._choice_box = QVBoxLayout()
        column.addLayout(self._choice_box)
        self.choice: Choices | None = None
        self._offered: list[str] = []
        self.measure = label("", "faint")
        column.addWidget(self.measure)
        self.chart = LineChart()
        self.chart.setFixedHeight(theme.px(170))
        self.chart.chosen.connect(lambda place: self.turn_chosen.emit(replay.turns[place - 1].after if place else 0))
        column.addWidget(self.chart)
        self.parted = label("")
        column.addWidget(self.parted)
        self.go = button(tr("S&how that turn"), "", "", self._go)
        column.addWidget(self.go)
        column.addStretch(1)
        self.refresh()

    def _progress(self) -> QWidget:
        self._progress_box = QWidget()
        row = QHBoxLayout(self._progress_box)
        row.setContentsMargins(0, 0, 0, 0)
        self.progress = progress_bar(tr("Playing the same dice"))
        self.stop = button(tr("S&top"), "pause", "", self.run.halt)
        self.go_on = button(tr("Pla&y these dice"), "play", "", self.run.begin, breaks=True)
        row.addWidget(self.progress, 1)
        row.addWidget(self.stop)
        row.addWidget(self.go_on)
        return self._progress_box

    # ------------------------------------------------------------------ what is known

    def begin(self) -> None:
        """Works out what is not known yet."""
        self.run.begin()
        self.refresh()

    def show_player(self, player: str) -> None:
        """Another player's sheet beside those of the levels."""
        self.player = player
        self.refresh()

    def choose(self, level: str) -> None:
        """Shows the sheet of this level beside."""
        self.level = level
        self.refresh()

    @property
    def parting(self) -> Parting | None:
        """The first turn that went differently."""
        return self.pair.parting if self.pair is not None else None

    def name(self) -> str:
        """Returns what the computer player beside is called."""
        return tr("Computer ({level})", level=level_title(self.opened.game, self.level))

    def _pair(self) -> SideBySide | None:
        game = self.run.levels.first.get(self.level)
        if game is None:
            return None
        key = self.level, self.player
        if key not in self._pairs:
            session = replayed(self.opened.session.rules, game)
            self._pairs[key] = SideBySide(self.opened, self.player, session) if session is not None else None
        return self._pairs[key]

    # ------------------------------------------------------------------ showing

    def refresh(self) -> None:
        """Everything as it is known now."""
        run = self.run
        known = [bot for bot in run.games if bot in run.levels.first]
        if self.level not in known:
            self.level = known[0] if known else ""
        self._show_choice(known)
        score = next(score for score in self.opened.session.rules.scores(self.opened.session.state)
                     if score.player == self.player)
        sentence = run.sentence(run.own_name(self.player), score.total) if run.games else ""
        self.results.setText(sentence)
        self.results.setVisible(bool(sentence))
        self.story.setText(self._story())
        self.story.setVisible(bool(self.story.text()))
        self._progress_box.setVisible(bool(run.games) and not run.done)
        self.progress.setVisible(run.running or run.steps > 0)
        self.progress.setRange(0, max(1, run.all_steps))
        self.progress.setValue(run.steps)
        self.stop.setVisible(run.running)
        self.go_on.setVisible(not run.running)
        pair, self.pair = self.pair, self._pair()
        if self.pair is not pair or pair is None:
            self._show_pair()
        if self.pair is not pair:
            self.changed.emit()

    def _story(self) -> str:
        if self.run.error:
            return self.run.error
        if not self.opened.session.over:
            return tr("A game can be compared when it is over.")
        if not self.run.games:
            return tr("There is nobody to compare this game with.")
        if not self.run.done:
            return tr("The computer levels play the same dice, each for itself.")
        return ""

    def _show_choice(self, known: list[str]) -> None:
        if known == self._offered:
            if self.choice is not None:
                self.choice.choose(self.level)
            return
        self._offered = known
        emptied(self._choice_box)
        self.choice = None
        if len(known) > 1:
            titles = {bot: level_title(self.opened.game, bot) for bot in known}
            self.choice = Choices(titles, self.level, segments=True, name=tr("Whose sheet is shown beside it"))
            self.choice.chosen.connect(self.choose)
            self._choice_box.addWidget(self.choice)

    def _show_pair(self) -> None:
        pair, replay = self.pair, self.replay
        for widget in (self.measure, self.chart, self.parted):
            widget.setVisible(pair is not None)
        self.go.setVisible(self.parting is not None)
        if pair is None:
            return
        number = self._measure(pair)
        measure = replay.measures[number]
        self.measure.setText(tr(measure.title))
        counts = [0, *(turn.after for turn in replay.turns)]
        theirs = [measure.value(replay.rules, pair.other.state_after(pair.beside(count)), PLAYER) for count in counts]
        every = max(1, -(-len(replay.turns) // _CAPTIONS))
        captions = {place: str(place) for place in range(0, len(counts), every)}
        names = self.run.own_name(self.player), level_title(self.opened.game, self.level)
        self.chart.show_lines(names, (replay.course(self.player, number), theirs), captions)
        parting = pair.parting
        self.parted.setText(
            tr("Both games are the same.") if parting is None else
            tr("The first difference is in turn {n}. {player}: {mine}. {computer}: {theirs}.", n=parting.turn,
               player=self.replay.name(self.player), mine=parting.mine or "–", computer=self.name(),
               theirs=parting.theirs or "–")
        )

    def _measure(self, pair: SideBySide) -> int:
        """Returns the measure that ends at both results; the first where there is none."""
        rules = self.replay.rules
        ends = (self.replay.state(self.replay.length), self.player), (pair.other.state, PLAYER)
        totals = [score.total for state, player in ends for score in rules.scores(state) if score.player == player]
        return next((
            number for number, measure in enumerate(self.replay.measures)
            if [measure.value(rules, state, player) for state, player in ends] == totals
        ), 0)

    def _go(self) -> None:
        if self.parting is not None:
            self.turn_chosen.emit(self.parting.count)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self.run.halt()
