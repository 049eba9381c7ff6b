"""Where a result stands: beside what the player got before, and beside the computer players on the same dice.

Old results are read between two turns of the event loop, a little at a time; computer players play in the worker process.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QHideEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import join_clauses, percent, shortest, tr, tr_n
from rollwrite_desktop.play.kept.game_index import Index, Listed, entry_of
from rollwrite_desktop.play.kept.standings import Filter, Standing, options_text, sheet_kind, standings
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.review.same_dice import beaten
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.base.touch import TOUCH
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import keep_room, row_or_column
from rollwrite_desktop.ui.kit.progress import progress_bar
from rollwrite_desktop.ui.library.index_reader import IndexReader
from rollwrite_desktop.ui.library.lobby.seats import level_title
from rollwrite_desktop.ui.play.table.own_par import OwnPar
from rollwrite_desktop.ui.play.table.replay.level_run import LevelRun

_DELAY_MS = 1500
"""The window has the processor to itself while the score is counted."""
_LINE = 16
_LEAST_WIDTH = 400
_MIDDLE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter


class LevelChart(QWidget):
    """What the levels got on average, in one line, and the own total among them. Right is better."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[tuple[str, tuple[int, ...]], ...] = ()
        self._name, self._total, self._lowest = "", 0, False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.current().changed.connect(self.updateGeometry)

    def show_rows(self, rows: Sequence[tuple[str, Sequence[int]]], name: str, total: int, lowest_wins: bool) -> None:
        """`rows`: level and totals; `name` and `total` of the player."""
        self._rows = tuple((title, tuple(totals)) for title, totals in rows)
        self._name, self._total, self._lowest = name, total, lowest_wins
        self.setAccessibleName(join_clauses(
            tr("{level}: {least} to {most}", level=title, least=min(totals), most=max(totals))
            for title, totals in self._rows if totals
        ))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(240), theme.px(3 * _LINE + 8))

    def minimumSizeHint(self) -> QSize:
        return QSize(min(_LEAST_WIDTH, theme.px(160)), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        known = [(title, sum(totals) / len(totals)) for title, totals in self._rows if totals]
        values = [float(self._total), *(mean for _, mean in known)]
        if not known:
            return  # a result alone stands nowhere
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(theme.FAMILY)
        font.setPixelSize(theme.px(12))
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        line, around = theme.px(_LINE), theme.px(30)
        low, high = min(values), max(values)
        y = 2.0 * line
        left, right = float(around), float(self.width() - around)
        painter.setPen(QPen(theme.color("strong_edge"), 3))
        painter.drawLine(QPointF(left, y), QPointF(right, y))

        def x(value: float) -> float:
            share = (value - low) / max(1.0, high - low)
            return left + (right - left) * ((1 - share) if self._lowest else share)

        known.sort(key=lambda each: x(each[1]))
        texts = [(f"{title} {shortest(round(mean))}", x(mean)) for title, mean in known]
        wides = [metrics.horizontalAdvance(text) for text, _ in texts]
        laid = laid_in_rows([place for _, place in texts], wides, self.width(), theme.px(8))
        for (text, place), wide, (row, start) in zip(texts, wides, laid, strict=True):
            painter.setPen(QPen(theme.color("strong_edge"), 2))
            painter.drawLine(QPointF(place, y - theme.px(4)), QPointF(place, y + theme.px(4)))
            painter.setPen(theme.color("faint"))
            painter.drawText(QRectF(start, row * (line - theme.px(2)), wide + 2, line), _MIDDLE, text)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent"))
        painter.drawEllipse(QPointF(x(self._total), y), theme.px(6), theme.px(6))
        painter.setPen(theme.color("accent"))
        text = tr("{name}: {total}", name=self._name, total=self._total)
        wide = metrics.horizontalAdvance(text) + 4
        start = min(max(0.0, x(self._total) - wide / 2), self.width() - wide)
        painter.drawText(QRectF(start, y + theme.px(6), wide, line), _MIDDLE, text)
        painter.end()


def laid_in_rows(places: Sequence[float], wides: Sequence[float], width: float, gap: float) -> list[tuple[int, float]]:
    """Returns the row and the left end of each text at a place, from left to right: in the lower row (1) beside the one
    before, or over it (0). Where the upper one is full too, those before make way."""
    found = list[tuple[int, float]]()
    ends = [-1e9, -1e9]
    for place, wide in zip(places, wides, strict=True):
        start = min(max(0.0, place - wide / 2), width - wide)
        row = 1 if start >= ends[1] + gap else 0
        ends[row] = start + wide
        found.append((row, start))
    room = [width, width]
    for n in reversed(range(len(found))):
        row, start = found[n]
        found[n] = row, max(0.0, min(start, room[row] - wides[n]))
        room[row] = found[n][1] - gap
    return found


class StandingPanel(QWidget):
    """Shows where a player's total in a finished game stands. Hidden as long as there is nothing to say. `compare_chosen`:
    the sheets of the computer players are to stand beside the player's."""

    compare_chosen = Signal()

    def __init__(self, opened: Opened, path: Path, store: Settings) -> None:
        """`path`: where the game is kept, so that it is not among those before it."""
        super().__init__()
        self._opened, self._path = opened, path.absolute()
        self._player, self._total, self._person = "", 0, False
        self._stopped = False
        self._par = OwnPar(opened, store, self)
        self._par.known.connect(lambda: self._show_history(self._games))
        self.history = label("")
        if self._par.offered:  # par may come later, and nothing is to move then
            self.history.setMinimumHeight(2 * self.history.fontMetrics().lineSpacing())
        self.levels = label("")
        self.chart = LevelChart()
        self.run = LevelRun(opened, path, self)
        self.run.changed.connect(self._show_levels)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        comparing = self._progress()
        column.addWidget(self.history)
        column.addWidget(comparing)
        column.addWidget(self.chart)
        for widget in (self.history, *((comparing, self.chart) if self.run.games else ())):
            keep_room(widget, True)
        for widget in (self.history, comparing, self.chart):
            widget.hide()
        self._timer = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._timer.timeout.connect(self._begin)
        self._reader = IndexReader(Index(store.games, store.home / "index.json"), self)
        self._reader.read.connect(self._show_history)
        self._games: list[Listed] = []
        self.hide()

    def _progress(self) -> QWidget:
        """How far the computer players are, and what to do: stop them, let them go on, see their sheets."""
        self._row = QWidget()
        self._row.setMinimumHeight(TOUCH)
        row = row_or_column()
        self._row.setLayout(row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        self.progress = progress_bar(tr("Playing the same dice"), spoken=False)
        self.stop = button(tr("S&top"), "pause", "quiet", self.halt, breaks=True)
        self.go_on = button(tr("Pla&y these dice"), "play", "quiet", self.go_on_playing, breaks=True)
        self.compare = button(tr("Co&mpare sheets"), "", "quiet", self.compare_chosen.emit, breaks=True)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self.levels)
        texts.addWidget(self.progress)
        keep_room(self.progress, True)
        row.addLayout(texts, 1)
        for each in (self.stop, self.go_on, self.compare):
            row.addWidget(each)
            each.hide()  # never all of them at once, which would need more width than there is
        return self._row

    def show_total(self, player: str, total: int, person: bool) -> None:
        """Shows the result of a player; what that player got before is told of people only."""
        if (player, total) == (self._player, self._total):
            return
        first = not self._player
        self._player, self._total = player, total
        self._person = person
        self.show()
        self.run.look()
        if first:
            self._reader.start()
            self._start()
        self._show_history(self._games)
        self._show_levels()

    # ------------------------------------------------------------------ earlier results

    def _show_history(self, games: list[Listed]) -> None:
        self._games = games
        head = self._opened.head
        name = self._opened.name(self._player)
        entry = entry_of(self._opened)
        before = [  # what came later is not told at the end of a game that is opened once more
            listed for listed in games
            if listed.path.absolute() != self._path and not listed.entry.started > entry.started > ""
        ]
        alike = Filter(head.game, name, sheet_kind(entry.sheet), options_text(entry), people=True, aided=False)
        found = standings(before, alike)
        hints = next((player.hints for player in entry.players if player.name == name), 0)
        described = self._person and bool(games)
        said = describe_history(name, found[0] if found else None, self._total, hints) if described else ""
        par = self._par.describe(self._total) if self._person else ""
        self.history.setText(" ".join(filter(None, (par, said))))
        self.history.setVisible(bool(par) or described)

    # ------------------------------------------------------------------ the same dice

    def _start(self) -> None:
        if (self.run.games and not self.run.done and not self._stopped) or (self._par.offered and self._par.par is None):
            self._timer.start()

    def _begin(self) -> None:
        if self.isVisible():
            if self.run.games and not self._stopped:
                self.run.begin()
            if self._person:
                self._par.begin()

    def halt(self) -> None:
        """Stops the computer players, until they are let go on."""
        self._stopped = True
        self.run.halt()

    def go_on_playing(self) -> None:
        """Lets the computer players go on where they were stopped."""
        self._stopped = False
        self.run.begin()

    def _show_levels(self) -> None:
        run, game = self.run, self._opened.game
        if not run.games or not self._player:
            return
        for widget in (self._row, self.chart):
            widget.show()
        totals = {bot: run.levels.totals.get(bot, []) for bot in reversed(run.games)}
        all_of_them = [total for each in totals.values() for total in each]
        share = round(100 * beaten(self._total, all_of_them, lowest_wins=game.play.lowest_wins))
        described = []
        if run.done:
            described.append(tr(
                "Beats {share} of the computer games on these dice ({n})", share=percent(share), n=len(all_of_them)
            ))
        elif run.error or not run.running:
            described.append(run.error)
        else:
            described.append(tr("The computer is trying the same dice …"))
        self.levels.setText("\n".join(filter(None, described)))
        self.progress.setVisible(run.running)
        self.progress.setRange(0, max(1, run.all_steps))
        self.progress.setValue(run.steps)
        self.stop.setVisible(run.running)
        self.go_on.setVisible(not run.running and not run.done and self._stopped)
        self.compare.setVisible(bool(run.levels.first) and game.think.engine is not None and not run.running)
        rows = [(level_title(game, bot), each) for bot, each in totals.items()]
        self.chart.show_rows(rows, self._opened.name(self._player), self._total, game.play.lowest_wins)

    def hideEvent(self, event: QHideEvent) -> None:
        self._timer.stop()
        if not event.spontaneous():
            self.run.halt()
            self._par.stop()
        super().hideEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._player:
            self.run.look()
            self._show_levels()
            self._start()


def describe_history(player: str, before: Standing | None, total: int, hints: int = 0) -> str:
    """Returns what a result is beside those that the player had before with the same house rules on the same kind of sheet,
    without hints; None where there were none. One with hints is told apart and is no best one."""
    if hints:
        aided = tr_n("With one hint, so it is counted separately.", "With {n} hints, so it is counted separately.", hints)
        return aided if before is None else f"{aided} {tr('Best without: {best}.', best=before.best)}"
    if before is None:
        return tr("{player}’s first result of this kind.", player=player)
    best, count = before.best, len(before.totals)
    gained = before.best - total if before.lowest_wins else total - before.best
    if gained > 0:
        said = tr("Best so far for {player}; before: {best}.", player=player, best=best)
    elif not gained:
        said = tr("As good as {player}’s best so far.", player=player)
    else:
        said = tr("{n} behind {player}’s best so far, {best}.", n=-gained, player=player, best=best)
    if count < AVERAGED_FROM:
        return said
    return f"{said} {tr('Average: {average}.', average=shortest(round(before.average, 1)))}"


AVERAGED_FROM = 3
"""Of so many earlier results an average says something."""
