"""What a way to play a position came to, in the place of the dice: whether it was right, what was better and why."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import decimal, tr
from rollwrite_desktop.gamekit.think.review import Remark
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.practice.deck import PLAYER, title_of
from rollwrite_desktop.play.practice.practice import Verdict, played_in_game, verdict_sentence
from rollwrite_desktop.play.review.game_review import SEPARATOR
from rollwrite_desktop.play.review.review_view import choices, reasons
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import emptied, in_column, row_or_column
from rollwrite_desktop.ui.play.table.end_panel import EndPanel
from rollwrite_desktop.ui.play.table.replay.review_list import ReviewLine

_LEAST_READ = 100
"""How high at least is what scrolls: with the largest texts the dice and the buttons leave no more."""
_LEAST_WIDTH = 240


class VerdictPanel(EndPanel):
    """`again_chosen`: the position is to be played once more; `next_chosen`: the next one; `pointed` carries which choice is
    to be shown alone, None for all together."""

    again_chosen = Signal()
    next_chosen = Signal()
    pointed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.role(self, "panel")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._scroll.least = _LEAST_READ
        self.choices: list[ReviewLine] = []
        column = in_column(gap=6, on=self.inside)
        self.headline, self.theme, self.played = label("", "title"), label("", "faint"), label("", "faint")
        column.addWidget(self.headline)
        self._lines, self._reasons = QVBoxLayout(), QVBoxLayout()
        for layout in (self._lines, self._reasons):
            layout.setSpacing(4)
            column.addLayout(layout)
        column.addWidget(self.played)
        column.addWidget(self.theme)
        column.addStretch(1)
        self.again = button(tr("&Try again"), "undo", "primary", self.again_chosen.emit, breaks=True)
        self.next = button(tr("&Next"), "arrow-right", "primary", self.next_chosen.emit, breaks=True)
        self.whole.addLayout(row_or_column(self.again, self.next))

    def share_room(self, shared: bool) -> None:
        """There are two buttons only, which always have room."""

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST_WIDTH, super().minimumSizeHint().height())

    def show_verdict(self, opened: Opened, verdict: Verdict, *, last: bool) -> None:
        """`last`: no position comes after this one."""
        self.headline.setText(verdict_sentence(opened, verdict))
        emptied(self._lines)
        emptied(self._reasons)
        self.choices = []
        for n, choice in enumerate(choices(opened, PLAYER, verdict.turn)):
            text = f"{choice.letter} · {choice.text}" if n else tr("You: {move}", move=choice.text)
            line = ReviewLine(Remark(text, ("",)), decimal(choice.expected), choice.beside)
            line.clicked.connect(lambda on, n=n: self._point(n if on else None))
            self._lines.addWidget(line)
            self.choices.append(line)
        for sentence in reasons(opened, PLAYER, verdict.turn):
            self._reasons.addWidget(label(sentence))
        kept = verdict.position
        self.played.setText("" if kept is None else played_in_game(opened, kept))
        self.played.setVisible(kept is not None and SEPARATOR.join(kept.played) != verdict.turn.move)
        self.theme.setText("" if kept is None else tr("Theme: {theme}", theme=title_of(opened.game, kept.theme)))
        self.theme.setVisible(kept is not None)
        theme.role(self.next, "primary" if verdict.right else "")
        theme.dress(self.next, "arrow-right", "on_accent" if verdict.right else "text")
        self.again.setVisible(not verdict.right)
        self.next.setText(tr("&Done") if last else tr("&Next"))

    def take_focus(self) -> None:
        """Puts the focus on the button that is pressed next."""
        (self.next if self.again.isHidden() else self.again).setFocus()

    def in_words(self) -> str:
        """Returns what it says, in short, to be read aloud."""
        shown = [self.headline.text(), *(f"{line.accessibleName()}." for line in self.choices[:2])]
        first = self._reasons.itemAt(0)
        widget = first.widget() if first is not None else None
        return " ".join((*shown, *([widget.text()] if widget is not None else [])))  # type: ignore[attr-defined]

    def _point(self, chosen: int | None) -> None:
        for n, line in enumerate(self.choices):
            line.setChecked(n == chosen)
        self.pointed.emit(chosen)
