"""Where a result stands: beside what the player got before, and beside the computer players on the same dice.

Old results are read between two turns of the event loop, a little at a time; computer players play in the worker process.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QFont, QFontMetricsF, QHideEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import decimal, percent, tr, tr_n
from rollwrite_desktop.play.game_index import Filter, Index, Listed, Standing, standings
from rollwrite_desktop.play.open_game import Opened
from rollwrite_desktop.play.same_dice import Known, Totals, beaten, comparable, games_of, job, key_of
from rollwrite_desktop.ui.library.index_reader import IndexReader
from rollwrite_desktop.ui.shell.background import Task
from rollwrite_desktop.ui.shell.settings import Settings
from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.labels import label

_DELAY_MS = 1500
"""The window has the processor to itself while the score is counted."""
_DOT = 3.2
_LINE = 18
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_MIDDLE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class LevelChart(QWidget):
    """A row of dots for each level, a dot per game, and a line through the own total. Right is better."""

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
        self.setAccessibleName("; ".join(
            tr("{level}: {least} to {most}", level=title, least=min(totals), most=max(totals))
            for title, totals in self._rows if totals
        ))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(240), theme.px(_LINE) * (len(self._rows) + 1) + theme.px(4))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(160), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        values = [self._total, *(total for _, totals in self._rows for total in totals)]
        if not self._rows:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(theme.FAMILY)
        font.setPixelSize(theme.px(12))
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        names = max(metrics.horizontalAdvance(title) for title, _ in self._rows) + theme.px(10)
        line = theme.px(_LINE)
        low, high = min(values), max(values)
        area = QRectF(names, line, self.width() - names - theme.px(26), line * len(self._rows))

        def x(value: float) -> float:
            share = (value - low) / max(1, high - low)
            return area.left() + area.width() * ((1 - share) if self._lowest else share)

        for n, (title, totals) in enumerate(self._rows):
            y = area.top() + (n + 0.5) * line
            painter.setPen(theme.color("faint"))
            painter.drawText(QRectF(0, y - line / 2, names, line), _LEFT, title)
            painter.setPen(QPen(theme.color("edge"), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            dot = theme.color("strong_edge")
            dot.setAlphaF(0.6)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(dot)
            for total in totals:
                painter.drawEllipse(QPointF(x(total), y), theme.px(1) * _DOT, theme.px(1) * _DOT)
            if totals:
                mean = sum(totals) / len(totals)
                painter.setPen(theme.color("text"))
                painter.drawText(QRectF(self.width() - theme.px(24), y - line / 2, theme.px(24), line), _RIGHT,
                                 str(round(mean)))
        self._paint_own(painter, metrics, x(self._total), area)
        painter.end()

    def _paint_own(self, painter: QPainter, metrics: QFontMetricsF, x: float, area: QRectF) -> None:
        painter.setPen(QPen(theme.color("accent"), 2.4))
        painter.drawLine(QPointF(x, area.top() - 2), QPointF(x, area.bottom()))
        said = tr("{name}: {total}", name=self._name, total=self._total)
        wide = metrics.horizontalAdvance(said) + 4
        left = min(max(0.0, x - wide / 2), self.width() - wide)
        painter.drawText(QRectF(left, 0, wide, area.top() - 2), _MIDDLE, said)


class StandingPanel(QWidget):
    """Shows where a player's total in a finished game stands. Hidden as long as there is nothing to say."""

    def __init__(self, opened: Opened, path: Path, store: Settings) -> None:
        """`path`: where the game is kept, so that it is not among those before it."""
        super().__init__()
        self._opened, self._path = opened, path.absolute()
        self._known = Known(store.home / "levels.json")
        self._player, self._total = "", 0
        self._games_each: dict[str, int] = {}
        self.totals: Totals = {}
        self.done = False
        self._task: Task | None = None
        self.history = label("")
        self.levels = label("")
        self.chart = LevelChart()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for widget in (self.history, self.levels, self.chart):
            column.addWidget(widget)
            widget.hide()
        self._timer = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._timer.timeout.connect(self._ask)
        self._reader = IndexReader(Index(store.games, store.home / "index.json"), self)
        self._reader.read.connect(self._show_history)
        self._games: list[Listed] = []
        self.hide()

    def show_total(self, player: str, total: int, person: bool) -> None:
        """The result of a player; what that player got before is told of people only."""
        if (player, total) == (self._player, self._total):
            return
        first = not self._player
        self._player, self._total = player, total
        self.show()
        self._person = person
        if first:
            self._games_each = games_of(self._opened.game) if comparable(self._opened) else {}
            self._reader.start()
            self._begin()
        self._show_history(self._games)
        self._show_levels()

    # ------------------------------------------------------------------ earlier results

    def _show_history(self, games: list[Listed]) -> None:
        self._games = games
        head = self._opened.head
        name = self._opened.name(self._player)
        before = [listed for listed in games if listed.path.absolute() != self._path]
        found = standings(before, Filter(game=head.game, player=name, people=True))
        told = self._person and bool(games)
        self.history.setText(describe_history(name, found[0] if found else None, self._total) if told else "")
        self.history.setVisible(told)

    # ------------------------------------------------------------------ the same dice

    def _begin(self) -> None:
        if not self._games_each:
            return
        known = self._known.find(key_of(self._opened, self._games_each))
        if known is not None:
            self.totals, self.done = known, True
        else:
            self._timer.start()

    def _ask(self) -> None:
        """Has the worker go on while this is seen."""
        if self.done or not self.isVisible():
            return
        if self._task is None:
            self._task = Task(job(self._opened, self._games_each), self)
            self._task.given.connect(self.take)
            self._task.ended.connect(self._end)
            self._task.failed.connect(self._give_up)
        self._task.ask()

    def take(self, found: tuple[str, int] | None) -> None:
        """A level and what it got; None between two."""
        if found is not None:
            self.totals.setdefault(found[0], []).append(found[1])
            self._show_levels()
        self._ask()

    def _end(self) -> None:
        self.done = True
        self._known.keep(key_of(self._opened, self._games_each), self.totals)
        self._show_levels()

    def _give_up(self, _: str) -> None:
        """What there is by then is shown; nobody asked for the rest."""
        self.done = True
        self._show_levels()

    def _show_levels(self) -> None:
        if not self._games_each:
            return
        # Its room is taken from the beginning, so that nothing moves while the results come in.
        totals = {bot: self.totals.get(bot, []) for bot in self._games_each}
        all_of_them = [total for each in totals.values() for total in each]
        self.levels.show()
        self.chart.show()
        game = self._opened.game
        share = round(100 * beaten(self._total, all_of_them, lowest_wins=game.lowest_wins))
        self.levels.setText(
            tr("Beats {share} of {n} computer games on these dice", share=percent(share), n=len(all_of_them))
            if self.done else tr("The computer is trying the same dice …")
        )
        shown = game.presentation.levels
        rows = [(tr(shown[bot].title) if bot in shown else bot, each) for bot, each in totals.items()]
        self.chart.show_rows(rows, self._opened.name(self._player), self._total, game.lowest_wins)

    def hideEvent(self, event: QHideEvent) -> None:
        self._timer.stop()
        super().hideEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._games_each and not self.done:
            self._timer.start()


def describe_history(player: str, before: Standing | None, total: int) -> str:
    """What a result is beside those that the player had before, None where there were none."""
    if before is None:
        return tr("{player}’s first result in this game.", player=player)
    best, average = before.best, decimal(before.average)
    if total < best if before.lowest_wins else total > best:
        return tr("A new best for {player}; before: {best}, average {average}", player=player, best=best, average=average)
    return tr_n("{player} before: best {best}, average {average} in one game",
                "{player} before: best {best}, average {average} in {n} games", len(before.totals),
                player=player, best=best, average=average)


