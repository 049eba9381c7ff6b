"""The one move of a finished game that cost most, and the better one, each on a small piece of the sheet: found by the
review, which is worked out in the worker process and kept beside the game."""

from __future__ import annotations

import contextlib
from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import decimal, tr, with_colon
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.practice.deck import key_of_turn
from rollwrite_desktop.play.practice.practice import Run
from rollwrite_desktop.play.review.game_review import (
    Partly,
    Review,
    TurnResult,
    keep_review,
    kept_reviews,
    review_job,
    reviewable,
)
from rollwrite_desktop.play.review.review_view import amount, choices, pieces
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.background import Task
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.base.tips import stay
from rollwrite_desktop.ui.canvas.thumbnail import SheetPiece
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import in_column, keep_room, row_or_column
from rollwrite_desktop.ui.library.deck_store import DeckCollector, DeckStore

_DELAY_MS = 2500
"""The window has the processor to itself while the score is counted."""
_PIECE, _WIDE, _HIGH = 165.0, 158, 0.5
"""How much of the sheet a picture shows as a rule, in points; how wide it is, in pixels at 100 % text, and how high for
that."""
_WIDEST = 240
_GAP = 3
_LEAST = 156
"""What it needs as a rule, in pixels at 100 % text, so that nothing moves when the move is found."""
_LEAST_LOW, _HIGH_LOW = 130, 0.4
"""The same in a low window."""
_LEAST_TOUCHED, _HIGH_TOUCHED = 108, 0.38
"""The same, and how high the pictures are, where fingers need more room for all that is pressed."""


class CostlyMove(QWidget):
    """Hidden where there is no review. `try_chosen` carries the path of a deck and the run of the one position."""

    try_chosen = Signal(object, object)

    def __init__(self, opened: Opened, path: Path, store: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._opened, self._path = opened, path.absolute()
        self._player = ""
        stay(self)
        self._task: Task | None = None
        self._known: dict[int, Partly] = {}
        self.review: Review | None = None
        self.decks = DeckStore(store)
        self._collector = DeckCollector(self.decks, self)
        self._collector.collected.connect(lambda _, done: self._offer() if done else None)
        self._kept_here = self._path.parent == store.games.absolute()
        wide, self._few = min(theme.px(_WIDE), _WIDEST), theme.touched() and not theme.large()
        """Whether the pictures alone tell the move, as there is no room for words."""
        self._high = _HIGH_TOUCHED if self._few else _HIGH
        self.pictures = tuple(SheetPiece((0.0, 0.0, _PIECE), self._high, wide) for _ in range(2))
        """What was played, and what was better."""
        for each in self.pictures:
            each.setMaximumHeight(each.heightForWidth(wide))
            each.hide()
        self.title, self.text = label("", "heading"), label("")
        self._titles: tuple[str, ...] = ()
        self._words: tuple[str, ...] = ()
        self.again = button(tr("Try it a&gain from there"), "", "quiet", self._try, breaks=True)
        beside = row_or_column(*self.pictures)
        beside.setStretch(1, beside.stretch(0))
        self._row = row_or_column(self.title if self._few else self.text, self.again)
        parts = (self._row, beside, self.text) if self._few else (self.title, beside, self._row)
        in_column(*parts, gap=_GAP, on=self).addStretch(1)
        keep_room(self.again, not theme.large())  # there a caption that was never laid out is too wide
        self.setMinimumHeight(theme.px(_LEAST_TOUCHED if self._few else _LEAST))
        self._timer = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._timer.timeout.connect(self.begin)
        self.hide()

    def lay_low(self, low: bool) -> None:
        """Sets whether it takes less room, as the window is low; its pictures are lower then."""
        least, high = (_LEAST_LOW, _HIGH_LOW) if low else (_LEAST, _HIGH)
        if self._few or high == self._high:
            return
        self._high = high
        for each in self.pictures:
            each.set_shape(high)
            each.setMaximumHeight(each.heightForWidth(min(theme.px(_WIDE), _WIDEST)))
        self.setMinimumHeight(theme.px(least))
        if self._player:
            self._show()

    def show_player(self, player: str, person: bool) -> None:
        """Shows the move of another player; of people only."""
        if player == self._player:
            return
        self._stop()
        self._player, self._known = player, {}
        self.setVisible(person and reviewable(self._opened))
        if self.isHidden():
            return
        self.review = kept_reviews(self._path, self._opened).get(player)
        self._show()
        if self.review is None:
            self._timer.start()
        elif self._kept_here:
            self._collector.start(self._path)

    def begin(self) -> None:
        """Works the review out, as far as it is not known, while the panel is in sight."""
        if self.review is not None or self._task is not None or not self.isVisible():
            return
        known = tuple(part.measured for part in self._known.values())
        self._task = Task(review_job(self._opened, self._player, self._path.parent, known), self)
        self._task.given.connect(self.take)
        self._task.failed.connect(lambda _: self._stop())
        self._task.ask()

    def take(self, part: Partly | Review) -> None:
        """Another turn, or the whole review, which is kept."""
        if isinstance(part, Partly):
            self._known[part.turn.turn] = part
            if self._task is not None:
                self._task.ask()
        else:
            self._stop()
            self.review = part
            # What cannot be kept is worked out again the next time.
            with contextlib.suppress(UserError):
                keep_review(self._path, self._opened, self._player, part)
            if self._kept_here:
                self._collector.start(self._path)
        self._show()

    @property
    def turn(self) -> TurnResult | None:
        """The turn that cost most, of those that are known."""
        if self.review is not None:
            return self.review.costliest
        marked = [part.turn for part in self._known.values() if part.turn.mark]
        return max(marked, key=lambda turn: turn.error, default=None)

    def _show(self) -> None:
        turn, opened = self.turn, self._opened
        self.again.setVisible(False)
        for each in self.pictures:
            each.setVisible(False)
        self._words = ()
        self.text.setVisible(not self._few or turn is None)
        if turn is None:
            self.title.setText(tr("The costliest move") if self.review is None else tr("No move clearly cost anything"))
            waiting = tr("Playing out every turn …").replace(" …", "\u00a0…")  # not in a line of its own
            self.text.setText(waiting if self.review is None else "")
            return
        cost = amount(opened, turn.error, turn.se)
        mine, better = choices(opened, self._player, turn)[:2]
        added = tr("The costliest move: {cost} more", cost=cost) if opened.game.play.lowest_wins \
            else tr("The costliest move: {cost} lost", cost=cost)
        short = f"{decimal(turn.error)} {tr(opened.game.words.unit.name)}"
        self._titles = added, with_colon(tr("The costliest move"), short), tr("The costliest move")
        if self.review is None:
            self._titles = with_colon(tr("The costliest so far"), short), tr("The costliest so far")
        words = tr("Turn {n}. Better: {better}.", n=turn.turn, better=better.text)
        self._words = words, tr("Turn {n}. The better move is on the right.", n=turn.turn)
        self.setToolTip(tool_tip("\n".join((added, words, tr("You: {move}", move=mine.text)))))
        self._fit()
        guide = opened.game.play.guide(opened.session.rules)
        found = pieces(opened, guide, self._player, turn, (_PIECE, self._high * _PIECE))
        for picture, piece in zip(self.pictures, found, strict=False):
            picture.show_piece(piece.display, piece.part)
            picture.setVisible(True)
        self._offer()

    def _fit(self) -> None:
        """Says as much of the move as there is room for, so that what is below stays where it is."""
        if not self._words:
            return
        line = self.title.fontMetrics().height()
        beside = self.width() - self.again.sizeHint().width() - self._row.spacing()
        room = self.minimumHeight() - line - self.pictures[0].maximumHeight() - 2 * _GAP
        title = (self.title, self._titles, *((beside, 2 * line) if self._few else (self.width(), line)))
        for part, texts, wide, high in (title, (self.text, self._words, beside, room)):
            for text in texts:
                part.setText(text)
                if theme.large() or part.heightForWidth(wide) <= high:
                    break

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _offer(self) -> None:
        """Offers to play the turn again once it is in the deck."""
        self.again.setVisible(bool(self.review is not None and self.turn is not None and self._key()))

    def _key(self) -> str:
        turn = self.turn
        deck = self.decks.read(self.decks.own_path)
        return key_of_turn(deck, self._opened, self._player, turn) if turn is not None else ""

    def _try(self) -> None:
        self.try_chosen.emit(self.decks.own_path, Run((self._key(),)))

    def _stop(self) -> None:
        self._timer.stop()
        task, self._task = self._task, None
        if task is not None:
            task.drop()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self._stop()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._player and self.review is None and not event.spontaneous():
            self._timer.start()
