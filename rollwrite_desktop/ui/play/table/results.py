"""The end of a game: who won, the score counted step by step on the sheet, where the result stands, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import cast

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import mark, tr, tr_n
from rollwrite_desktop.core.rules import Score, Scores
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.think.review import Counting
from rollwrite_desktop.gamekit.units import POINTS, Unit
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.play.table import snapshot
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.tips import stay
from rollwrite_desktop.ui.canvas.thumbnail import DisplayLabel
from rollwrite_desktop.ui.kit.buttons import button, icon_button
from rollwrite_desktop.ui.kit.choices import Combo
from rollwrite_desktop.ui.kit.code_line import CodeLine
from rollwrite_desktop.ui.kit.labels import ElidedLabel, label
from rollwrite_desktop.ui.kit.layouts import Fold, emptied, keep_hidden, keep_room
from rollwrite_desktop.ui.play.table.end_panel import EndPanel

COUNT_MS = 5200
"""How long counting a sheet takes at most."""
_SLOWEST_MS, _QUICKEST_MS = 450, 90
_ONWARD_MS = 1800
_SENTENCES = 6
_USUAL = 380
"""How wide it likes to be, in pixels at 100 % text."""
_COLUMNS = 12  # of the buttons
_MAX_ACROSS, _MOST_FOR_ONE, _MOST_FOR_SEVERAL = 3, 3.0, 2.5
"""How many parts have room beside each other, in texts of up to this size: alone, and beside names."""
_MANY = 3
"""From so many players on their names stand in two columns, with their totals only."""
_NAMES_WIDTH = 170  # pixels for all names over their columns


class Results(EndPanel):
    """Shows the scores. `names`: player id to name; `parts`: part id to title. `step_shown` carries the step of counting
    that the sheet is to show, None for none. While a sheet is counted for the first time, all that would tell the total is
    hidden; `counted`: it is told now."""

    print_chosen = Signal()
    picture_chosen = Signal()
    again_chosen = Signal()
    changes_chosen = Signal()
    code_chosen = Signal(str)
    replay_chosen = Signal()
    review_chosen = Signal()
    step_shown = Signal(object)
    counted = Signal()
    notified = Signal(str)

    def __init__(
        self, names: Mapping[str, str], parts: Mapping[str, str], code: str = "", standing: QWidget | None = None,
        parent: QWidget | None = None, *, reviewed: bool = False, costly: QWidget | None = None, unit: Unit = POINTS,
    ) -> None:
        """`code`: that of the game, with which others can play the same; `standing`: what shows where a result stands;
        `reviewed`: whether there are reviews of this game; `costly`: what shows the move that cost most; `unit`:
        what is counted."""
        super().__init__(parent)
        theme.role(self, "panel")
        self._names, self._parts, self._unit = names, parts, unit
        self._shown: snapshot.Results | None = None
        self._scores: Scores = ()
        self._left: frozenset[str] = frozenset()
        self._hints: Mapping[str, int] = {}
        self._down: QWidget | None = None
        self._countings: tuple[Counting, ...] = ()
        self._counting: Counting | None = None
        self._at = -1
        self._motion = False
        self._counted: set[int] = set()
        self._hiding = self._shared = False
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        # What is read scrolls where it has to; what is pressed next never does.
        whole = self._whole = self.whole
        column = QVBoxLayout(self.inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        self.headline = label("", "title")
        self._ranking = QWidget()
        self._table = QVBoxLayout(self._ranking)
        self._table.setContentsMargins(0, 0, 0, 0)
        self._table.setSpacing(4)
        column.addWidget(self.headline)
        column.addWidget(self._ranking)
        column.addWidget(self._make_counting())
        later = [each for each in (standing, costly) if each is not None]
        for each in later:
            column.addWidget(each)
        # What is not told yet has its room already, so that nothing moves when it is.
        for each in (self._ranking, *later):
            keep_room(each, each is standing or reviewed)  # of a game without reviews no move is ever shown
        self.mistakes = label("", "wrong")
        column.addWidget(self.mistakes)
        self.code = CodeLine(again=True, bare=True)
        self.code.again_chosen.connect(self.code_chosen)
        self.code.copied.connect(self.notified)
        self._below = QVBoxLayout()
        column.addLayout(self._below)
        column.addStretch(1)
        self._build_next(whole, reviewed)
        self.code.show_code(code)  # once it lies in the panel: before, it would be a window of its own
        self._inside = column
        self.mistakes.hide()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._count_on)
        self._onward = QTimer(self, singleShot=True, interval=_ONWARD_MS)
        """Runs from the end of a counting that another follows by itself."""
        self._onward.timeout.connect(self._go_on)
        self._following = False

    # ------------------------------------------------------------------ the parts

    def _make_counting(self) -> QWidget:
        """Which way of counting, the step of the moment, and the sum so far."""
        self._count_box = QWidget()
        column = QVBoxLayout(self._count_box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        row, self._counting_row = QHBoxLayout(), QVBoxLayout()
        row.setSpacing(8)
        self.again_counted = icon_button("play", tr("Count again"), self.count)
        self.step = label("")
        self.sum = label("", "display", wrap=False)
        self.by_part = icon_button("list", tr("Part by part"), self._turn_parts)
        self.by_part.setCheckable(True)
        self.by_part.hide()
        row.addWidget(self.again_counted)
        (column if theme.large() else row).addLayout(self._counting_row)
        row.addWidget(self.step, 1)
        self._key_box = QWidget()
        self._key = QGridLayout(self._key_box)
        self._key.setContentsMargins(0, 0, 0, 0)
        self._key.setVerticalSpacing(0)
        self._key.setColumnStretch(1, 1)
        row.addWidget(self._key_box, 1)
        row.addWidget(self.by_part)
        row.addWidget(self.sum)
        column.addLayout(row)
        self.counting_choice: Combo | None = None
        return self._count_box

    def _inside_column(self) -> QVBoxLayout:
        """Returns the column of what is read."""
        return cast(QVBoxLayout, self.inside.layout())

    def _build_next(self, column: QVBoxLayout, reviewed: bool) -> None:
        row = QHBoxLayout()
        row.setSpacing(6)
        self.again = button(tr("&Play again"), "play", "primary", self.again_chosen.emit, breaks=True)
        if theme.largest():
            theme.undress(self.again)
        self.changes = icon_button("settings", tr("Choose players and rules first"), self.changes_chosen.emit)
        row.addWidget(self.again, 1)
        if theme.large():  # a line of their own, which scrolls
            self._inside_column().addWidget(self.code)
        else:
            row.addWidget(self.code)
        row.addWidget(self.changes)
        column.addLayout(row)
        self._buttons = QGridLayout()
        self._buttons.setSpacing(6)
        self.review = button(tr("Re&view"), "", "", self.review_chosen.emit)
        self.review.setToolTip(tr("What each choice cost, and what was luck"))
        self.replay = button(tr("&Replay"), "", "", self.replay_chosen.emit)
        self.picture = button(tr("P&icture"), "", "", self.picture_chosen.emit)
        self.print = button(tr("Prin&t"), "", "", self.print_chosen.emit)
        self._next = (*((self.review,) if reviewed else ()), self.replay, self.picture, self.print)
        if not reviewed:
            keep_hidden(self.review, self)
        for made in self._next:
            theme.role(made, "segment")
        column.addLayout(self._buttons)
        self._across = 0
        self._flow()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._flow()

    def share_room(self, shared: bool) -> None:
        """Sets whether all but the large button scrolls with what is read, as the largest texts leave it no room of its
        own."""
        if shared == self._shared:
            return
        self._shared = shared
        self._flow()
        if shared:
            self._whole.removeItem(self._buttons)
            self._inside.insertLayout(self._inside.count() - 1, self._buttons)
        else:
            self._inside.removeItem(self._buttons)
            self._whole.addLayout(self._buttons)

    def _flow(self) -> None:
        """As many buttons beside each other as their captions allow; the last row is filled."""
        room, gap = self.width() - 20, self._buttons.horizontalSpacing()
        if self._shared:  # there a scroll bar takes some of it
            room -= self._scroll.verticalScrollBar().sizeHint().width()
        widest, count = max(made.sizeHint().width() for made in self._next), len(self._next)
        across = next((n for n in (4, 3, 2) if n <= count and room >= n * widest + (n - 1) * gap), 1)
        across = 2 if (count, across) == (4, 3) else across
        if across == self._across:
            return
        self._across = across
        for n, made in enumerate(self._next):
            row, column = divmod(n, across)
            beside = min(across, count - row * across)
            self._buttons.addWidget(made, row, column * (_COLUMNS // beside), 1, _COLUMNS // beside)

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(theme.px(_USUAL), 0))

    def minimumSizeHint(self) -> QSize:
        return QSize(240, super().minimumSizeHint().height())

    # ------------------------------------------------------------------ what is shown

    def apply(self, new: snapshot.Results, motion: bool) -> None:
        """Shows how the game ended; the sheet that is shown is counted, step by step if motion is wanted."""
        old, self._shown = self._shown, new
        self._motion = motion
        self.show_scores(new.scores, new.left, new.hints)
        self._show_mistakes(new.mistakes)
        if old is None or new.countings != old.countings or new.shown != old.shown:
            self._hide_totals(motion and old is None and bool(new.countings))
            self.show_countings(new.countings, motion and old is None)

    @property
    def counting(self) -> bool:
        """Whether the sheet is being counted for the first time, the total still hidden."""
        return self._hiding

    @property
    def following(self) -> bool:
        """Whether the best route follows the own one by itself, or is about to."""
        return self._following

    def skip(self) -> None:
        """Shows the end of the counting at once; nothing follows."""
        if self._hiding:
            self._timer.stop()
            self._finish()
        elif self._following and self.counting_choice is not None:
            self._stop_following()
            self.counting_choice.choose("0")

    def _stop_following(self) -> None:
        self._following = False
        self._onward.stop()

    def _go_on(self) -> None:
        """After the own route the best one, once; then the own total again, which is the result."""
        if self.counting_choice is None:
            return
        if 1 in self._counted:
            self.skip()
            return
        self.counting_choice.choose("1")
        self._following = True
        if not self._timer.isActive():
            self._onward.start()

    def _hide_totals(self, hide: bool) -> None:
        """Hides what would tell the total, or shows it."""
        before, self._hiding = self._hiding, hide
        self.by_part.setEnabled(not hide)
        for n in range(self._table.count()):
            item = self._table.itemAt(n)
            cast(QWidget, item and item.widget()).show()  # at once: only then is its room kept
        self._ranking.setVisible(not hide)
        self.headline.setVisible(not hide and len(self._scores) > 1)
        if before and not hide:
            self.counted.emit()

    def show_scores(
        self, scores: Scores, left: frozenset[str] = frozenset(), hints: Mapping[str, int] = MappingProxyType({})
    ) -> None:
        """Shows the scores in order of place; those who left before the end have none. hints: how many somebody had, which
        several players are told beside their names; of one alone it stands where the result stands."""
        several = dict(hints) if len(scores) > 1 else {}
        if scores == self._scores and several == self._hints:
            return
        self._scores, self._left, self._hints = scores, left, several
        emptied(self._table)
        emptied(self._below)
        self._down = None
        self.by_part.hide()
        ranked = sorted(scores, key=lambda score: score.place)
        self.headline.setText(self._headline(ranked))
        keep_room(self.headline, len(ranked) > 1)
        self.headline.setVisible(len(ranked) > 1 and not self._hiding)
        parts = [part for part, _ in ranked[0].parts] if ranked else []
        most = _MOST_FOR_SEVERAL if len(ranked) > 1 else _MOST_FOR_ONE
        if len(ranked) == 1 and sum(bool(points) for _, points in ranked[0].parts) <= 1:
            return  # the total says it all
        if len(ranked) >= _MANY and not theme.large():
            self._table.addWidget(self._two_columns(ranked))
            if len(ranked) > _MANY or len(parts) <= _MAX_ACROSS:
                return
        elif len(parts) <= (_MAX_ACROSS if theme.text_scale() <= most else 1):
            if len(ranked) > 1 or len(parts) > 1:
                self._table.addWidget(self._across_table(ranked, parts))
            return
        elif len(ranked) > 1:
            self._table.addWidget(self._across_table(ranked, []))
        table = self._down_table(ranked, parts)
        if theme.large():
            fold = Fold(tr("Part by part"), "list")
            fold.add(table)
            self._below.addWidget(fold)
            return
        self._below.addWidget(table)
        self._down = table
        self._turn_parts()
        self.by_part.show()

    def _turn_parts(self) -> None:
        """Shows what each part brought, or folds it away."""
        if self._down is not None:
            self._down.setVisible(self.by_part.isChecked())

    def _called(self, player: str) -> str:
        """A player's name, and how many hints they had."""
        name, n = self._names[player], self._hints.get(player, 0)
        return tr_n("{name} (one hint)", "{name} ({n} hints)", n, name=name) if n else name

    def _across_table(self, ranked: list[Score], parts: list[str]) -> QWidget:
        """A row for each player, a column for each part."""
        table, grid = _grid()
        titles = [tr(self._parts.get(part, part)) for part in parts]
        titles = [*titles, tr("Total")] if len(parts) != 1 else titles
        for column, title in enumerate(titles, 2):
            if parts:
                _put(grid, title, 0, column, "faint", True)
        for row, score in enumerate(ranked, 1):
            numbers = [points for part, points in score.parts if part in parts]
            numbers = [*numbers, score.total] if len(parts) != 1 else numbers
            place = tr(mark("left", "player")) if score.player in self._left else f"{score.place}."
            _put(grid, "" if len(ranked) == 1 else place, row, 0, "faint", False)
            name = ElidedLabel(self._called(score.player), "heading")
            grid.addWidget(name, row, 1)
            for column, points in enumerate(numbers, 2):
                _put(grid, str(points), row, column, "heading" if column == len(numbers) + 1 else "", True)
        grid.setColumnStretch(1, 1)
        return table

    def _two_columns(self, ranked: list[Score]) -> QWidget:
        """Places, names and totals of many players, in two columns."""
        table, grid = _grid()
        grid.setVerticalSpacing(0)
        rows = -(-len(ranked) // 2)
        for at, score in enumerate(ranked):
            column, row = divmod(at, rows)
            place = tr(mark("left", "player")) if score.player in self._left else f"{score.place}."
            _put(grid, place, row, 3 * column, "faint", False)
            grid.addWidget(ElidedLabel(self._called(score.player), "heading"), row, 3 * column + 1)
            _put(grid, str(score.total), row, 3 * column + 2, "heading", True)
            grid.setColumnStretch(3 * column + 1, 1)
        return table

    def _down_table(self, ranked: list[Score], parts: list[str]) -> QWidget:
        """A row for each part, a column for each player: for games with many parts."""
        table, grid = _grid()
        grid.setVerticalSpacing(1)
        for row, part in enumerate(parts, 1):
            _put(grid, tr(self._parts.get(part, part)), row, 0, "faint", False)
        _put(grid, tr("Total"), len(parts) + 1, 0, "heading", False)
        room = _NAMES_WIDTH // len(ranked)
        for column, score in enumerate(ranked, 1):
            head = _put(grid, "", 0, column, "heading", True)
            name = self._names[score.player]
            head.setText(head.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, room))
            head.setToolTip(tool_tip(name))
            stay(head)
            for row, (_, points) in enumerate(score.parts, 1):
                _put(grid, str(points), row, column, "", True)
            _put(grid, str(score.total), len(parts) + 1, column, "heading", True)
        grid.setColumnStretch(0, 1)
        return table

    def _show_mistakes(self, sentences: tuple[str, ...]) -> None:
        """Shows what went wrong on the sheet that is shown; the sheet marks what can be seen on it."""
        kept = sentences[:_SENTENCES]
        more = len(sentences) - len(kept)
        lines = [f"• {sentence}" for sentence in kept]
        if more:
            lines.append(tr_n("and one more", "and {n} more", more))
        self.mistakes.setText("\n".join(lines))
        self.mistakes.setVisible(bool(lines))

    def announcement(self) -> str:
        """Returns the result as screen readers announce it: who won, then the others; numbers with what they count."""
        ranked, unit = sorted(self._scores, key=_place), self._unit
        amounts = [(self._names[score.player], unit.describe(score.total)) for score in ranked]
        if len(amounts) == 1:
            return tr("Final score: {n}", n=amounts[0][1])
        return f"{self.headline.text()}. {', '.join(map(' '.join, amounts))}"

    def _headline(self, ranked: list[Score]) -> str:
        first = tuple(self._names[score.player] for score in ranked if score.place == 1)
        if len(ranked) == 1:
            return tr("Final score: {n}", n=ranked[0].total)
        if len(first) == 1:
            tied = ranked[1].total == ranked[0].total and ranked[1].player not in self._left
            return tr("{name} wins on tie-break", name=first[0]) if tied else tr("{name} wins", name=first[0])
        return tr("{names} share the win", names=first)

    # ------------------------------------------------------------------ counting

    def show_countings(self, countings: tuple[Counting, ...], motion: bool) -> None:
        """Takes the ways to count a sheet; the first is counted step by step, or all of it shown at once."""
        self._timer.stop()
        self._stop_following()
        self._countings, self._counted = countings, {0}
        self._count_box.setVisible(bool(countings))
        emptied(self._counting_row)
        self.counting_choice = None
        if len(countings) > 1:
            titles = {str(n): each.title for n, each in enumerate(countings)}
            self.counting_choice = Combo(titles, "0", name=tr("Which to show"))
            self.counting_choice.currentIndexChanged.connect(self._choose)
            self._counting_row.addWidget(self.counting_choice)
        self._counting = countings[0] if countings else None
        if self._counting is None:
            self.step_shown.emit(None)
        elif motion:
            self.count()
        else:
            self._finish()

    def _choose(self, number: int) -> None:
        """Another way of counting: step by step the first time, if motion is wanted, and whole from then on."""
        self._timer.stop()
        self._stop_following()
        self._counting = self._countings[number]
        first = number not in self._counted
        self._counted.add(number)
        if first and self._motion and len(self._counting.steps) > 1:
            self.count()
        else:
            self._finish()

    def count(self) -> None:
        """Counts step by step, from the beginning; a second press shows the end at once."""
        if self._counting is None:
            return
        self._stop_following()
        if self._timer.isActive():
            self._timer.stop()
            self._finish()
            return
        self._at = -1
        pace = COUNT_MS // max(1, len(self._counting.steps))
        self._timer.start(min(_SLOWEST_MS, max(_QUICKEST_MS, pace)))
        self._count_on()

    def _count_on(self) -> None:
        """Shows the next step; after the last one all of it."""
        assert self._counting is not None
        self._at += 1
        if self._at >= len(self._counting.steps):
            first = self._hiding
            self._timer.stop()
            self._finish()
            if self._following or (first and len(self._countings) > 1):
                self._following = True
                self._onward.start()
            return
        step = self._counting.steps[self._at]
        theme.role(self.step, "")
        self._show_key(())
        self.step.setText(step.sentence)
        self.sum.setText(str(step.total))
        self.step_shown.emit(step)

    def _finish(self) -> None:
        """All of it: the whole route, or the sheet without rings."""
        assert self._counting is not None
        self._hide_totals(False)
        last = self._counting.steps[-1]
        name = self._names[self._shown.shown] if self._shown is not None else ""
        # A single step shows several things at once, so its sentence says which sum is whose.
        title = self._counting.title if self.counting_choice is None else ""  # which stands beside it else
        caption = last.sentence if len(self._counting.steps) == 1 else title
        alone = len(self._scores) == 1 and self._counting is self._countings[0]
        self.step.setText(tr("Final score") if alone else " · ".join(filter(None, (name, caption))))
        theme.role(self.step, "title" if alone else "")
        self.sum.setText(str(last.total))
        self._show_key(self._counting.key)
        self.step_shown.emit(last if last.ui is not None else None)

    def _show_key(self, key: tuple[tuple[str, Display], ...]) -> None:
        """Of several lines on the sheet which one is what, instead of one of them and its sum."""
        emptied(self._key)
        for row, (words, sample) in enumerate(key):
            self._key.addWidget(DisplayLabel(sample), row, 0)
            self._key.addWidget(label(words), row, 1)
        self._key_box.setVisible(bool(key))
        for each in (self.step, self.sum):
            each.setVisible(not key)


def _grid() -> tuple[QWidget, QGridLayout]:
    table = QWidget()
    grid = QGridLayout(table)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(4)
    return table, grid


def _put(grid: QGridLayout, text: str, row: int, column: int, role: str, right: bool) -> QLabel:
    caption = label(text, role, wrap=False)
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    grid.addWidget(caption, row, column, side | Qt.AlignmentFlag.AlignVCenter)
    return caption


def _place(score: Score) -> int:
    return score.place
