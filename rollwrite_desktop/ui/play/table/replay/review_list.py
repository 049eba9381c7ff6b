"""What a sheet is worth and what there is to learn from it, as lines that can be tapped: each points at its places. Knows no
game: the lines come from its review.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import integer, join_clauses, tr
from rollwrite_desktop.gamekit.think.review import Remark
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.review.replay import part_rows
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import TOUCH
from rollwrite_desktop.ui.kit.buttons import CardButton
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import emptied, in_column
from rollwrite_desktop.ui.kit.scroll import Scroll


class ReviewLine(CardButton):
    """A line of text, perhaps with points at its end and a quieter line below; stays pressed while its places are shown."""

    def __init__(self, remark: Remark, points: str = "", below: str = "") -> None:
        super().__init__(join_clauses((f"{remark.sentence} {points}".strip(), below)))
        self.remark = remark
        self.setCheckable(True)
        theme.role(self, "finding")
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 4, 10, 4)
        texts = QVBoxLayout()
        texts.setSpacing(0)
        for sentence, role in ((remark.sentence, ""), (below, "faint")):
            if sentence:
                text = label(sentence, role)
                text.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
                texts.addWidget(text, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addLayout(texts, 1)
        if points:
            number = label(points, "heading", wrap=False)
            number.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            row.addWidget(number)
        self.setMinimumHeight(TOUCH)
        self.setEnabled(bool(remark.spots) or remark.ui is not None)


class ReviewList(Scroll):
    """`pointed` carries the remark whose places are to be shown, or None."""

    pointed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        inside = QWidget()
        self.column = in_column(gap=4, margins=(0, 0, 6, 0), on=inside)
        super().__init__(inside, parent)
        self.lines: list[ReviewLine] = []

    def show_player(self, opened: Opened, state: Any, player: str) -> None:
        """Shows the parts of a player's score, then the remarks, as of this position."""
        emptied(self.column)
        review, rules = opened.game.think.review, opened.session.rules
        rows = part_rows(opened, state, player)
        self.lines = []
        for part, title, points in rows:
            reason, spots = review.reason(rules, state, player, part), review.spots(rules, state, player, part)
            self.lines.append(ReviewLine(Remark(reason or title, spots), "" if reason else integer(points)))
        added = [ReviewLine(remark) for remark in review.remarks(rules, state, player)]
        if len(rows) > 1 or not added:
            self.column.addWidget(label(tr("The score"), "heading"))
            for line in self.lines:
                self.column.addWidget(line)
        total = ReviewLine(Remark(tr("Total")), str(sum(points for _, _, points in rows)))
        self.column.addWidget(total)
        if added:
            self.column.addWidget(label(tr("Highlights"), "heading"))
            for line in added:
                self.column.addWidget(line)
        self.column.addStretch(1)
        self.lines += added
        for line in self.lines:
            line.clicked.connect(lambda _=False, line=line: self._point(line))

    def _point(self, chosen: ReviewLine) -> None:
        for line in self.lines:
            if line is not chosen:
                line.setChecked(False)
        self.pointed.emit(chosen.remark if chosen.isChecked() else None)

    def let_go(self) -> None:
        """Nothing is pointed at any more."""
        for line in self.lines:
            line.setChecked(False)
