"""A position at the table: it is played as any turn, then checked; what is better is drawn beside what was played."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.intake.decks import Deck, Position
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.practice.deck import PLAYER, NotPlayable, after_try, key_of, replaced
from rollwrite_desktop.play.practice.practice import (
    PracticeSession,
    PracticeView,
    Run,
    Verdict,
    judge,
    warm,
)
from rollwrite_desktop.play.review.review_view import amount, drawn
from rollwrite_desktop.play.table.snapshot import Snapshot
from rollwrite_desktop.play.table.table_session import TableSession
from rollwrite_desktop.play.table.view_model import TableView
from rollwrite_desktop.play.work.jobs import once
from rollwrite_desktop.ui.base.background import Task
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import in_column, keep_hidden
from rollwrite_desktop.ui.kit.page import Menus
from rollwrite_desktop.ui.kit.progress import progress_bar
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.library.deck_store import DeckStore
from rollwrite_desktop.ui.play.practice.verdict_panel import VerdictPanel
from rollwrite_desktop.ui.play.table.side_tabs import SideTabs
from rollwrite_desktop.ui.play.table.table_page import TablePage

_EDGE = 4
"""Above and below what stands under the dice, in pixels."""


class PositionPage(TablePage):
    """A position of a run. `next_chosen` carries the deck's path and the run, which has come to the next one."""

    next_chosen = Signal(object, object)
    alone = True

    def __init__(self, decks: DeckStore, path: Path, run: Run, store: Settings, parent: QWidget | None = None) -> None:
        """Raises NotPlayable where the position cannot be shown, UserError where the deck cannot be read."""
        found = next((each for each in decks.read(path).positions if key_of(each) == run.key), None)
        if found is None:
            raise NotPlayable(tr("This position is not in the deck any more."))
        self.decks, self.deck_path, self.run = decks, path, run
        self.position: Position = found
        self.verdict: Verdict | None = None
        self._tried = False
        self._choice: int | None = None
        self._checking: Task | None = None
        self._practiced = PracticeSession(found, path.parent)
        super().__init__(self._practiced.opened, path, store, parent)
        self.title = tr("Practice")
        self.setAccessibleName(self.title)
        self.head.lead_back(tr("Back"))
        self.judged = VerdictPanel(self.parts.upper)
        self.judged.again_chosen.connect(self.try_again)
        self.judged.next_chosen.connect(self.go_on)
        self.judged.pointed.connect(self._point)
        self.parts.place_results(self.judged)
        self.actions_here.play_one_turn(tr("&Check my move"))
        self._warm = Task(once(warm, found, path.parent), self)
        self._warm.given.connect(lambda _: self._warm.drop())
        self._warm.ask()

    def _session(self, opened: Opened) -> tuple[TableSession, TableView]:  # noqa: ARG002
        return self._practiced, PracticeView(self._practiced)

    def _side_tabs(self, taught: bool) -> SideTabs:
        for each in (self.others, self.seats):
            keep_hidden(each, self)
        return SideTabs(
            self._about(), self.log, self.coach, True, taught, self.parts.side, first=tr("Position"))

    def _about(self) -> QWidget:
        """Which position it is, what it is about, and how far the run is."""
        page = QWidget()
        column = in_column(gap=6, margins=(10, _EDGE, 10, _EDGE), on=page)
        kept, game = self.position, self._practiced.opened
        cost = amount(game, kept.cost.error, kept.cost.se)
        lost = tr("The move played in the game added {cost}. Find a better one.", cost=cost) if game.game.play.lowest_wins \
            else tr("The move played in the game cost {cost}. Find a better one.", cost=cost)
        self.about = label(self._practiced.title(), "heading")
        self.checking = progress_bar(tr("Checking your move"), 0)
        self.checking.hide()
        self._asked = label(lost), label(tr("Every move about as good as the best one counts as right."), "faint")
        column.addWidget(self.about)
        for each in self._asked:
            column.addWidget(each)
        column.addWidget(self.checking)
        column.addStretch(1)
        self.skip = button(tr("&Skip this position"), "chevron-right", "quiet", self.go_on, breaks=True)
        column.addWidget(self.skip)
        self._below = Scroll(page)
        self._least = self._below.least
        return self._below

    # ------------------------------------------------------------------ checking

    def roll(self, dice: Outcome | None = None) -> None:
        """Checks what was played, as soon as nothing compulsory is left."""
        if self.verdict is not None:
            self.go_on() if self.verdict.right else self.try_again()
        elif self._checking is None and self._practiced.finished and not self.snapshot.tray.act:
            self.check()
        elif self._checking is None:
            super().roll(dice)

    def check(self) -> None:
        """Measures what was played, in the worker process."""
        self._checking = Task(once(judge, self.position, self.deck_path.parent, self._practiced.played()), self)
        self._checking.given.connect(self.take)
        self._checking.failed.connect(self._give_up)
        self._checking.ask()
        self.checking.show()
        self.tray.setEnabled(False)
        accessible.announce(tr("Checking your move"))

    def take(self, verdict: Verdict) -> None:
        """Shows what came of it, and keeps the first verdict of a position."""
        self._stop_checking()
        key, first = self.run.key, not self._tried
        today = self.store.now().date()

        def noted(deck: Deck) -> Deck:
            if verdict.position != self.position:
                deck = replaced(deck, key, verdict.position)
            return after_try(deck, key, verdict.right, today) if first else deck

        self.decks.change(self.deck_path, noted)
        self._tried = True
        self.run.solved += first and verdict.right
        self.position = verdict.position or self.position
        self.verdict, self._choice = verdict, None
        self.judged.show_verdict(self.opened, verdict, last=self.run.at + 1 >= len(self.run.keys))
        self._ask(False)
        self.parts.show_over(self.judged)
        self.after(self.model.dismiss)
        self.judged.take_focus()
        accessible.announce(self.judged.in_words(), urgent=True)

    def _give_up(self, sentence: str) -> None:
        self._stop_checking()
        self.failed.emit(sentence)

    def _stop_checking(self) -> None:
        task, self._checking = self._checking, None
        if task is not None:
            task.drop()
        self.checking.hide()
        self.tray.setEnabled(True)

    def try_again(self) -> None:
        """Shows the position as it was."""
        self.verdict = None
        self._practiced.begin_again()
        self._ask(True)
        self.parts.show_over(None)
        self.after(self.model.dismiss)
        self.view.setFocus()

    def _ask(self, asked: bool) -> None:
        """Shows or hides the question below what is to be found: what came of it has that room otherwise."""
        for each in (*self._asked, self.skip):
            each.setVisible(asked)
        self._below.least = self._least if asked else self.about.sizeHint().height() + 2 * _EDGE

    def go_on(self) -> None:
        """To the next position, or back to the deck after the last one."""
        self._stop_checking()
        self.run.at += 1
        if not self.run.over:
            self.next_chosen.emit(self.deck_path, self.run)
            return
        count, solved = len(self.run.keys), self.run.solved
        self.left.emit()
        self.notified.emit(tr_n("One position, {solved} solved at once.", "{n} positions, {solved} solved at once.", count,
                                solved=solved))

    # ------------------------------------------------------------------ showing

    def _apply(self, new: Snapshot, place: object = None) -> None:
        super()._apply(new, place)  # type: ignore[arg-type]
        if self.verdict is None:
            return
        self.view.among, self.view.draws = frozenset(), False
        turn = self.verdict.turn
        if not self.verdict.right or self._choice is not None:
            self.view.show_display(drawn(self.opened, self.session.guide, PLAYER, turn, self._choice))
        self.head.rest(self.about.text())
        self.actions_here.rest()

    def _apply_rest(self) -> None:
        super()._apply_rest()
        self.head.show_progress(self.run.progress)

    def _point(self, choice: int | None) -> None:
        self._choice = choice
        self.after(self.model.dismiss)

    def tap(self, spot: str) -> None:
        if self.verdict is None and self._checking is None:
            super().tap(spot)
            self._check_if_over()

    def tap_token(self, spot: str) -> None:
        if self.verdict is None and self._checking is None:
            super().tap_token(spot)
            self._check_if_over()

    def undo(self) -> None:
        if self.verdict is None and self._checking is None:
            super().undo()

    def _check_if_over(self) -> None:
        """A move that ends the game is checked at once, as nothing follows it."""
        if self.session.over and self._checking is None:
            self.check()

    def introduction(self) -> str:
        return f"{self.about.text()}. {self.run.progress}. {super().introduction()}"

    def menus(self) -> Menus:
        return self.actions_here.turn_menus()

    def take_focus(self) -> None:
        if self.verdict is not None:
            self.judged.take_focus()
        else:
            super().take_focus()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._stop_checking()
        super().closeEvent(event)
