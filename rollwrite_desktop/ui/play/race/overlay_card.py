"""What lies over the board while nobody races: ready, the countdown, stop, pause, the end; and the buttons to go on."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.race.race_view_model import Card, clocks_in_words
from rollwrite_desktop.ui.base import theme, touch
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.code_line import CodeLine
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import grow, in_column
from rollwrite_desktop.ui.kit.scroll import FittingScrollArea
from rollwrite_desktop.ui.play.race.score_table import CHARTED, Scores

_LINES = 9
"""So many rounds are seen at once; more scroll."""


class RaceCard(QFrame):
    """`went_on`: everybody is ready. `watch_chosen`, `print_chosen`, `picture_chosen`, `again_chosen` at the end."""

    went_on = Signal()
    watch_chosen = Signal()
    print_chosen = Signal()
    picture_chosen = Signal()
    again_chosen = Signal()
    code_chosen = Signal(str)
    replay_chosen = Signal()

    def __init__(self, parent: QWidget, code: str) -> None:
        """`code`: that of the game."""
        super().__init__(parent)
        self._board, self.words, self._to_come = parent, "", 0
        theme.role(self, "card")
        self.title = label("", "display")
        self.title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sentence = label("")
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.scores = Scores()
        self.go = button("", "play", "primary", self.went_on.emit)
        self.go.setMinimumHeight(theme.px(48))
        self.watch = button(tr("&Replay in real time"), "eye", "", self.watch_chosen.emit)
        self.print = button(tr("&Print the score sheet"), "print", "", self.print_chosen.emit)
        self.picture = button(tr("P&icture"), "image", "", self.picture_chosen.emit)
        self.again = button(tr("Play a&gain"), "play", "primary", self.again_chosen.emit)
        self.replay = button(tr("Replay &move by move"), "history", "", self.replay_chosen.emit)
        row = self._row = QGridLayout()
        large = theme.large()
        for i, each in enumerate((self.watch, self.replay, self.picture, self.print)):
            row.addWidget(each, *((i, 0) if large else divmod(i, 2)))
        if not large:
            row.addWidget(self.again, 2, 0, 1, 2)
        self._inside = QWidget()
        column = self._column = QVBoxLayout(self._inside)
        column.setContentsMargins(20, 14, 20, 14)
        column.setSpacing(8)
        column.addWidget(self.title)
        column.addWidget(self.scores, 1)
        column.addWidget(self.sentence)  # between rounds it speaks of the next, beside its button
        if not large:
            column.addWidget(self.go)
        column.addLayout(row)
        self.code = CodeLine(again=True)
        self.code.again_chosen.connect(self.code_chosen)
        column.addWidget(self.code)
        # Large texts need more room than the board leaves: then all but what goes on scrolls.
        around = in_column(grow(FittingScrollArea(self._inside)), gap=0, on=self)
        self._foot = QVBoxLayout()
        if large:
            self._foot.setContentsMargins(12, 0, 12, 8)
            self._foot.addWidget(self.go)
            self._foot.addWidget(self.again)
        around.addLayout(self._foot)
        self.code.show_code(code)
        touch.accept_all(self)
        self.hide()

    @property
    def waits(self) -> bool:
        """Whether the button to go on is there."""
        return not self.go.isHidden()

    @property
    def way_on(self) -> str:
        """What the button to go on does and its key, "" where it is not there."""
        return tr("{action}: Enter.", action=self.go.text().replace("&", "")) if self.waits else ""

    def apply(self, card: Card) -> None:
        """Shows a headline, a sentence, perhaps the points and the button to go on; at the end what there is to do."""
        theme.role(self.title, "count" if card.title.isdecimal() else "display")  # seconds are seen from afar
        self.title.setText(card.title)
        self.sentence.setText(card.sentence)
        self.sentence.setVisible(bool(card.sentence))
        self.go.setText(card.go)
        theme.dress(self.go, "play", "on_accent")  # with a gap before the words
        self.go.setVisible(bool(card.go))
        points = card.points
        several = points is not None and len(points.names) > 1
        if points is not None:
            self.scores.show_results(points.names, points.results, points.totals, points.start)
            high = _scores_high(len(points.results))
            self.scores.setFixedHeight(high)
            self._to_come = _scores_high(_LINES) - high
        self.scores.setVisible(several)
        for each in (self.watch, self.replay, self.picture, self.print, self.again):
            each.setVisible(card.over)
        self.print.setVisible(card.over and several)
        if card.over and not theme.large():  # alone there is no score sheet to be printed
            self._row.addWidget(self.picture, 1, 0, 1, 1 if several else 2)
        self.code.setVisible(card.over and bool(self.code.code))
        title, sentence = clocks_in_words(card.title), clocks_in_words(card.sentence)
        self.setAccessibleName(f"{title} {sentence}")
        sentences = [title if title.endswith((".", "!", "?")) else f"{title}.", sentence]
        if points is not None and several:
            totals = [f"{name} {n}" for name, n in zip(points.names, points.totals, strict=True)]
            sentences.append(tr("Points: {points}.", points=", ".join(totals)))
        self.words = " ".join(filter(None, sentences))
        if self._board.isVisible():  # else the page says it with its name, once it comes to the front
            accessible.announce(" ".join(filter(None, (self.words, self.way_on))))

    def _room_to_come(self, wide: int) -> int:
        """By how much the card may still grow: by rounds to come, and by a title that needs two lines."""
        if self.scores.isHidden() or not self.waits:
            return 0
        around = self._column.contentsMargins()
        title, two = (
            self.title.fontMetrics().boundingRect(
                0, 0, wide - around.left() - around.right(), wide, Qt.TextFlag.TextWordWrap, text).height()
            for text in (self.title.text(), "1\n2")
        )
        return self._to_come + max(0, two - title)

    def place(self, room: QRect, page: QRect) -> None:
        """In the middle of the board's room; of all the page where that is too small, as nobody races meanwhile. Between
        rounds it is as low as it will be once it is full, so that the button to go on stays where it is."""
        margins = self.contentsMargins()
        around = margins.top() + margins.bottom() + self._foot.sizeHint().height()
        wide = min(room.width(), theme.px(560))
        wanted = self._column.totalHeightForWidth(wide) + around
        if wanted > room.height():
            room = page.adjusted(8, 8, -8, -8)
            wide = min(room.width(), theme.px(560))
            wanted = self._column.totalHeightForWidth(wide) + around
        high = min(room.height(), wanted)
        lower = min(self._room_to_come(wide), room.height() - high)
        top = room.center().y() - (high + lower) // 2 + lower
        self.setGeometry(room.center().x() - wide // 2, top, wide, high)
        self.raise_()


def _scores_high(rounds: int) -> int:
    """Returns the height of the points of so many rounds, in pixels."""
    tabs = 64 if rounds >= CHARTED else 0
    return theme.px(12 + tabs + 24 * (min(rounds, _LINES) + 2))
