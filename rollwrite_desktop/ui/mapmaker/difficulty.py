"""How hard the map is that is being made: par, and where that lies on the scale of the atlas, before and after a change."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import capitalized, decimal, tr
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.play.kept.atlas import DIFFICULTIES, difficulty, hardness
from rollwrite_desktop.play.opening.par import PLAYED
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.tips import stay
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.library.lobby.seats import level_title
from rollwrite_desktop.ui.library.par_run import ParRun
from rollwrite_desktop.ui.mapmaker.map_project import MapProject

PAUSE = 700
"""Milliseconds from the end of a drawing to the first game on it: whoever changes more is not waited for."""
_HIGH, _TRACK, _POINTER, _LETTERS = 34, 5, 5, 12


class Scale(QWidget):
    """A line in as many pieces as there are words for how hard a map is, each over its word, with a pointer on it."""

    def __init__(self) -> None:
        super().__init__()
        self.place: float | None = None
        self.setFixedHeight(theme.px(_HIGH))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.current().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(theme.px(120), theme.px(_HIGH))

    def show_place(self, place: float | None) -> None:
        """Points at a place, by one from each piece to the next; None: at nothing."""
        self.place = place
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        letters = QFont(theme.FAMILY)
        letters.setPixelSize(theme.px(_LETTERS))
        painter.setFont(letters)
        wide, track = self.width() / len(DIFFICULTIES), theme.px(_TRACK)
        low = theme.px(_LETTERS + 4)
        top = self.height() - low - track
        for n, word in enumerate(DIFFICULTIES):
            here = self.place is not None and int(self.place) == n
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent" if here else "edge"))
            painter.drawRect(QRectF(n * wide, top, wide - (2 if n < len(DIFFICULTIES) - 1 else 0), track))
            painter.setPen(theme.color("text" if here else "faint"))
            painter.drawText(QRectF(n * wide, top + track, wide, low), Qt.AlignmentFlag.AlignCenter, tr(word))
        if self.place is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            side, x = theme.px(_POINTER), self.place * wide
            x = min(max(x, side), self.width() - side)
            painter.setBrush(theme.color("text"))
            painter.drawPolygon(QPolygonF([QPointF(x, top - 1), QPointF(x - side, top - 1 - 1.6 * side),
                                           QPointF(x + side, top - 1 - 1.6 * side)]))
        painter.end()


class MapDifficulty(QWidget):
    """Measures each sheet of a project that can be played on, in the worker process, once nothing is drawn any more."""

    def __init__(self, project: MapProject) -> None:
        super().__init__()
        self.project = project
        self.said = label("", "heading")
        self.scale = Scale()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.said)
        column.addWidget(self.scale)
        stay(self)
        self._known: dict[object, float] = {}
        self._sheet: Sheet | None = None
        self._last: tuple[str, float] | None = None
        self._run: ParRun | None = None
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(self._measure)
        project.changed.connect(self.show_project)
        self.show_project()

    @property
    def par(self) -> float | None:
        """Par of the sheet that is shown, once it is known."""
        return self._known.get(_played_alike(self._sheet)) if self._sheet is not None else None

    def show_project(self) -> None:
        """Shows par of the sheet as it is, or begins to measure it; nothing of one that nobody can play on."""
        project, made = self.project, self.project.made
        playable = made is not None and project.fresh and not made.faults and not project.running
        sheet = made.sheet if made is not None and playable else None
        if sheet is not None and not GAMES[sheet.game].words.par_level:
            sheet = None
        if sheet is not None and self._sheet is not None and sheet.hash == self._sheet.hash:
            return
        self._drop()
        if self._sheet is not None and self.par is not None:
            self._last = (self._sheet.game, self.par)
        self._sheet = sheet
        self.setVisible(sheet is not None)
        if sheet is None:
            return
        if self.par is not None:
            self._show(self.par)
        else:
            self._wait(0)
            self._timer.start()

    def _wait(self, games: int) -> None:
        self.scale.show_place(None)
        self.said.setText(tr("Measuring the difficulty: game {n} of {all} …", n=games + 1, all=PLAYED))

    def _measure(self) -> None:
        if self._sheet is not None:
            run = self._run = ParRun(self._sheet, self)
            run.went_on.connect(self._wait)
            run.measured.connect(self._take)
            run.failed.connect(self._give_up)

    def _take(self, par: float) -> None:
        self._drop()
        assert self._sheet is not None
        self._known[_played_alike(self._sheet)] = par
        self._show(par)
        accessible.announce(f"{self.said.text()}.")

    def _give_up(self) -> None:
        self._drop()
        self.setVisible(False)

    def _show(self, par: float) -> None:
        sheet = self._sheet
        assert sheet is not None
        game = GAMES[sheet.game]
        word = capitalized(tr(difficulty(game, sheet, par)))
        before = self._last[1] if self._last is not None and self._last[0] == sheet.game else par
        parts = [word, tr("Par {par}", par=decimal(par))]
        if decimal(before) != decimal(par):
            parts.append(tr("{par} before", par=decimal(before)))
        self.said.setText(" · ".join(parts))
        self.scale.show_place(hardness(game, sheet, par))
        level = level_title(game, game.words.par_level)
        self.setToolTip(tool_tip(tr("Par is what the computer player “{level}” scores alone: the average of {n} games.",
                                    level=level, n=PLAYED)))

    def _drop(self) -> None:
        self._timer.stop()
        if self._run is not None:
            self._run.drop()
            self._run = None


def _played_alike(sheet: Sheet) -> object:
    """Returns what two drawings have in common on which the same games give the same results."""
    return (sheet.game, sheet.links, tuple((space.id, space.region) for space in sheet.spaces),
            tuple(sorted(sheet.values.items())), sheet.cards)
