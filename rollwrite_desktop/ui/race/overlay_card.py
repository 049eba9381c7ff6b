"""What lies over the board while nobody races: ready, the countdown, stop, pause, the end; and the buttons to go on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.canvas import accessible
from rollwrite_desktop.ui.race.score_table import Results, Scores
from rollwrite_desktop.ui.widgets import theme, touch
from rollwrite_desktop.ui.widgets.buttons import button
from rollwrite_desktop.ui.widgets.code_line import CodeLine
from rollwrite_desktop.ui.widgets.labels import label
from rollwrite_desktop.ui.widgets.scroll import FittingScrollArea


class RaceCard(QFrame):
    """`went_on`: everybody is ready. `watch_chosen`, `print_chosen`, `again_chosen` at the end."""

    went_on = Signal()
    watch_chosen = Signal()
    print_chosen = Signal()
    again_chosen = Signal()
    code_chosen = Signal(str)
    replay_chosen = Signal()

    def __init__(self, parent: QWidget, code: str) -> None:
        """`code`: that of the game."""
        super().__init__(parent)
        theme.role(self, "card")
        self.title = label("", "display")
        self.title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sentence = label("")
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.scores = Scores()
        self.go = button("", "play", "primary", self.went_on.emit)
        self.go.setMinimumHeight(theme.px(48))
        self.watch = button(tr("&Watch it again"), "eye", "", self.watch_chosen.emit)
        self.print = button(tr("&Print the score sheet"), "print", "", self.print_chosen.emit)
        self.again = button(tr("Play a&gain"), "play", "primary", self.again_chosen.emit)
        self.replay = button(tr("&Look back"), "history", "", self.replay_chosen.emit)
        row = QGridLayout()
        for i, each in enumerate((self.watch, self.replay, self.print, self.again)):
            row.addWidget(each, i // 2, i % 2)
        self._inside = QWidget()
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(20, 14, 20, 14)
        column.setSpacing(8)
        column.addWidget(self.title)
        column.addWidget(self.sentence)
        column.addWidget(self.scores, 1)
        column.addWidget(self.go)
        column.addLayout(row)
        self.code = CodeLine(again=True)
        self.code.again_chosen.connect(self.code_chosen)
        column.addWidget(self.code)
        # Very large texts need more room than the board leaves.
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(FittingScrollArea(self._inside))
        self.code.show_code(code)
        touch.accept_all(self)
        self.hide()

    @property
    def waits(self) -> bool:
        """Whether the button to go on is there."""
        return not self.go.isHidden()

    def show_text(self, title: str, sentence: str, go: str = "") -> None:
        """A headline, a sentence, and perhaps the button to go on."""
        self._put(title, sentence, go)
        self.scores.hide()
        self._end(False)

    def show_scores(
        self, title: str, sentence: str, go: str, names: Sequence[str], results: Results, totals: Sequence[int], start: int,
    ) -> None:
        """The same over the points; without a button to go on it is the end."""
        self._put(title, sentence, go)
        self.scores.show_results(names, results, totals, start)
        self.scores.setVisible(len(names) > 1)
        self._end(not go)
        self.print.setVisible(not go and len(names) > 1)

    def _put(self, title: str, sentence: str, go: str) -> None:
        self.title.setText(title)
        self.sentence.setText(sentence)
        self.sentence.setVisible(bool(sentence))
        self.go.setText(go)
        self.go.setVisible(bool(go))
        self.setAccessibleName(f"{title} {sentence}")
        accessible.announce(f"{title} {sentence}")

    def _end(self, over: bool) -> None:
        for each in (self.watch, self.replay, self.print, self.again):
            each.setVisible(over)
        self.code.setVisible(over and bool(self.code.code))

    def place(self, room: QRect) -> None:
        """In the middle of the board's room."""
        wide = min(room.width(), theme.px(560))
        around = self.contentsMargins()
        wanted = self._inside.sizeHint().height() + around.top() + around.bottom()
        high = min(room.height(), max(wanted, theme.px(330) if not self.scores.isHidden() else 0))
        self.setGeometry(room.center().x() - wide // 2, room.center().y() - high // 2, wide, high)
        self.raise_()
