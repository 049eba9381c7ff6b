"""The end of a game: places, totals and their parts, counting up, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEasingCurve, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.core.rules import Score, Scores
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.play import snapshot
from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.code_line import CodeLine
from rollwrite_desktop.ui.widgets.labels import plain_label
from rollwrite_desktop.ui.widgets.scroll import Scroll

COUNT_MS = 1200
PART_MS = 450
_SENTENCES = 6
_MAX_ACROSS = 5  # parts that have room beside each other
_MAX_DOWN = 3  # players in full where the parts go down; the totals of all stand beside their sheets
_NAMES_WIDTH = 170  # pixels for all names over their columns


class Results(QFrame):
    """Shows the scores. `names`: player id to name; `parts`: part id to title."""

    print_chosen = Signal()
    picture_chosen = Signal()
    again_chosen = Signal()
    code_chosen = Signal(str)
    replay_chosen = Signal()
    part_named = Signal(str)

    def __init__(
        self, names: Mapping[str, str], parts: Mapping[str, str], code: str = "", parent: QWidget | None = None
    ) -> None:
        """`code`: that of the game, with which others can play the same."""
        super().__init__(parent)
        theme.role(self, "panel")
        self._names, self._parts = names, parts
        self.headline = plain_label()
        self.headline.setWordWrap(True)
        theme.role(self.headline, "title")
        self._table = QWidget()
        self._grid = QGridLayout(self._table)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self._numbers: list[tuple[QLabel, int, int]] = []
        self._named: tuple[str, ...] = ()
        self._now = ""
        self.again = QPushButton(tr("Play again"))
        self.replay = QPushButton(tr("Look at it again"))
        self.print = QPushButton(tr("Print"))
        self.picture = QPushButton(tr("Picture"))
        for button, icon, signal in (
            (self.again, "play", self.again_chosen), (self.replay, "history", self.replay_chosen),
            (self.print, "print", self.print_chosen), (self.picture, "image", self.picture_chosen),
        ):
            theme.dress(button, icon)
            button.clicked.connect(signal)
        theme.role(self.again, "primary")
        theme.dress(self.again, "play", "on_accent")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(10)
        self.mistakes = plain_label()
        self.mistakes.setWordWrap(True)
        theme.role(self.mistakes, "wrong")
        self.hints = plain_label()
        self.hints.setWordWrap(True)
        theme.role(self.hints, "faint")
        self.hints.hide()
        self.code = CodeLine(again=True)
        self.code.again_chosen.connect(self.code_chosen)
        # As high as it needs to be, and no higher; where that is too much the parts scroll.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._scroll = Scroll(self._table)
        for widget in (self.headline, self._scroll, self.mistakes, self.hints, self.again, self.code):
            column.addWidget(widget)
        column.addWidget(self.replay)
        row = QHBoxLayout()
        row.addWidget(self.print, 1)
        row.addWidget(self.picture, 1)
        column.addLayout(row)
        column.addStretch(1)
        self.code.show_code(code)
        self._counting = QVariantAnimation(self)
        self._counting.setStartValue(0.0)
        self._counting.setEndValue(1.0)
        self._counting.setDuration(COUNT_MS)
        self._counting.setEasingCurve(QEasingCurve.Type.OutQuad)
        self._counting.valueChanged.connect(self._counted)
        self._shown: Scores = ()

    def apply(self, new: snapshot.Results, motion: bool) -> None:
        """Shows how the game ended."""
        self.show_scores(new.scores, motion)
        self._show_mistakes(new.mistakes)
        self._show_hints(new.hints)

    def show_scores(self, scores: Scores, motion: bool) -> None:
        """The scores in order of place; they count up if motion is wanted."""
        if scores == self._shown:
            return
        self._shown = scores
        self._clear()
        ranked = sorted(scores, key=lambda score: score.place)
        self.headline.setText(self._headline(ranked))
        parts = [part for part, _ in ranked[0].parts] if ranked else []
        titles = (*(tr(self._parts.get(part, part)) for part in parts), tr("Total"))
        if len(parts) > _MAX_ACROSS:
            self._show_down(ranked[:_MAX_DOWN], titles)
        else:
            self._show_across(ranked, titles)
        # What was just put in the grid is counted only once it is shown.
        QTimer.singleShot(0, self._scroll, self._scroll.updateGeometry)
        self._named = tuple(parts) if len(parts) > 1 else ()
        if motion:
            self._counting.setDuration(max(COUNT_MS, PART_MS * len(self._named)))
            self._counting.start()
        else:
            self._counted(1.0)

    def _show_across(self, ranked: list[Score], titles: tuple[str, ...]) -> None:
        """A row for each player, a column for each part."""
        for column, title in enumerate(("", "", *titles)):
            self._put(title, 0, column, "faint", column > 1)
        for row, score in enumerate(ranked, 1):
            self._put("" if len(ranked) == 1 else f"{score.place}.", row, 0, "faint", False)
            self._put(self._names[score.player], row, 1, "heading", False)
            for column, (_, points) in enumerate(score.parts, 2):
                self._number(points, row, column, "", column - 2)
            self._number(score.total, row, 2 + len(score.parts), "heading")
        self._grid.setColumnStretch(1, 1)

    def _show_down(self, ranked: list[Score], titles: tuple[str, ...]) -> None:
        """A row for each part, a column for each player: for games with many parts."""
        self._grid.setVerticalSpacing(1)
        for row, title in enumerate(titles, 1):
            self._put(title, row, 0, "heading" if row == len(titles) else "faint", False)
        for column, score in enumerate(ranked, 1):
            place = "" if len(ranked) == 1 else f"{score.place}. "
            head = self._put("", 0, column, "heading", True)
            room = _NAMES_WIDTH // len(ranked)
            head.setText(head.fontMetrics().elidedText(place + self._names[score.player], Qt.TextElideMode.ElideRight, room))
            head.setToolTip(tool_tip(self._names[score.player]))
            for row, (_, points) in enumerate(score.parts, 1):
                self._number(points, row, column, "", row - 1)
            self._number(score.total, len(titles), column, "heading")
        self._grid.setColumnStretch(0, 1)

    def _show_mistakes(self, sentences: tuple[str, ...]) -> None:
        """What went wrong on the sheet that is shown; the sheet marks what can be seen on it."""
        kept = sentences[:_SENTENCES]
        more = len(sentences) - len(kept)
        lines = [f"• {sentence}" for sentence in kept]
        if more:
            lines.append(tr_n("and one more", "and {n} more", more))
        self.mistakes.setText("\n".join(lines))
        self.mistakes.setVisible(bool(lines))

    def announcement(self) -> str:
        """The result as screen readers announce it."""
        totals = ", ".join(f"{self._names[score.player]} {score.total}" for score in self._shown)
        return f"{self.headline.text()}. {totals}" if len(self._shown) > 1 else self.headline.text()

    def _show_hints(self, used: Mapping[str, int]) -> None:
        """Who had how many hints of the coach, by player id."""
        lines = [
            tr_n("{name} had one hint.", "{name} had {n} hints.", n, name=self._names[player])
            for player, n in used.items() if n
        ]
        self.hints.setText("\n".join(lines))
        self.hints.setVisible(bool(lines))

    def _headline(self, ranked: list[Score]) -> str:
        first = tuple(self._names[score.player] for score in ranked if score.place == 1)
        if len(ranked) == 1:
            return tr("{total} in all", total=ranked[0].total)
        if len(first) == 1:
            tied = ranked[1].total == ranked[0].total
            return tr("{name} wins the tie", name=first[0]) if tied else tr("{name} wins", name=first[0])
        return tr("{names} share the win", names=first)

    def _put(self, text: str, row: int, column: int, role: str, right: bool) -> QLabel:
        caption = plain_label(text)
        if role:
            theme.role(caption, role)
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        self._grid.addWidget(caption, row, column, side | Qt.AlignmentFlag.AlignVCenter)
        return caption

    def _number(self, points: int, row: int, column: int, role: str, part: int = -1) -> None:
        """A number that counts up: that of a part in its turn, a total all the time."""
        self._numbers.append((self._put("0", row, column, role, True), points, part))

    def _counted(self, share: float) -> None:
        """Part after part is named; each is pointed at on the sheet while it counts up."""
        parts = len(self._named)
        for caption, points, part in self._numbers:
            own = share if part < 0 or not parts else min(1.0, max(0.0, share * parts - part))
            caption.setText(str(round(points * own)))
        now = self._named[int(share * parts)] if parts and share < 1.0 else ""
        if now != self._now:
            self._now = now
            self.part_named.emit(now)

    def _clear(self) -> None:
        self._counting.stop()
        self._named = ()
        self._numbers.clear()
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.setParent(None)
                widget.deleteLater()
