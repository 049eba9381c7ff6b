"""Games on the screen: the table, the race, replays, positions to be practiced."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.journal import Journal
from rollwrite_desktop.play.opening.open_game import close_journal, joined, journal_of, moved
from rollwrite_desktop.ui.base import file_locks
from rollwrite_desktop.ui.kit.page import Page
from rollwrite_desktop.ui.window.routes.navigation import Routes

if TYPE_CHECKING:
    from rollwrite_desktop.play.opening.open_game import Opened
    from rollwrite_desktop.play.practice.practice import Run


class PlayRoutes(Routes):
    def show_table(self, opened: Opened, path: Path, lock: file_locks.Lock | None = None) -> None:
        """A game to be played on; `lock` is that of its journal, if it is taken already."""
        lock = lock or (None if opened.read_only else file_locks.take(path))
        journal = journal_of(opened)
        if journal is not None:
            journal.on_failure = self._show_failure
            self._show_failure(journal)
        page = self._table_page(opened, path)
        page.left.connect(lambda: self.go.leave_game(path))
        self.stack.turn_to(page, lambda: self.go.open_file(path))
        if lock is not None:
            self.stack.keep_lock(page, path, lock)

    def join(self, opened: Opened, path: Path, name: str, writes: str = "") -> None:
        """One more player at a table: the game goes on in the same file, which is written anew. `writes`: who has the
        device, and keeps it."""
        from rollwrite_desktop.ui.play.table.side_tabs import COACH, LOG, PLAYERS
        from rollwrite_desktop.ui.play.table.table_page import TablePage

        journal = journal_of(opened)
        if journal is None or journal.failure is not None:
            self.messages.alarm(tr("Save the game before someone joins."))
            return
        try:
            journal.must_stand()
            content = joined(journal.content, name)
        except UserError as error:
            self.messages.alarm(str(error))
            return
        close_journal(opened)
        wrong, before = "", self.stack.page
        tab = before.tabs.kept if isinstance(before, TablePage) and len(opened.head.players) > 1 else PLAYERS
        try:
            write_file(path, content)
        except UserError as error:
            wrong = str(error)
        self.go.open_file(path)
        page = self.stack.page
        if isinstance(page, TablePage):
            page.stay_with(writes)
            if tab in (PLAYERS, LOG, COACH):  # the one that lay there, or the new player
                page.tabs.open(tab)
        if wrong:
            self.messages.alarm(wrong)
        else:
            self.messages.show_message(tr("{name} joins and first plays the rolls so far.", name=name))

    def _table_page(self, opened: Opened, path: Path) -> Page:
        """Returns the page on which a game is played."""
        if not opened.session.rules.info.realtime:
            from rollwrite_desktop.ui.play.table.table_page import TablePage

            table = TablePage(opened, path, self.store, parent=self.pages)
            table.print_chosen.connect(self.go.print_game)
            table.again_chosen.connect(self.go.show_lobby)
            table.rematch_chosen.connect(self.go.rematch)
            table.rule_chosen.connect(self.go.show_rules)
            table.code_chosen.connect(self.go.show_lobby_of)
            table.join_chosen.connect(lambda name: self.join(opened, path, name, table.session.seat))
            table.replay_chosen.connect(lambda: self.show_replay(opened, path))
            table.review_chosen.connect(lambda: self.show_replay(opened, path, tab="review"))
            table.position_chosen.connect(self._show_position)
            table.compare_chosen.connect(lambda: self.show_replay(opened, path, tab="compare"))
            return table
        if opened.head.notes.dice == "real" and len(opened.session.players) > 1:
            from rollwrite_desktop.ui.play.race.scoreboard_page import ScoreboardPage

            board = ScoreboardPage(opened, path, self.store, parent=self.pages)
            board.paper_chosen.connect(self.go.show_check)
            board.rematch_chosen.connect(self.go.rematch)
            return board
        from rollwrite_desktop.ui.play.race.race_page import RacePage

        race = RacePage(opened, path, self.store, parent=self.pages)
        race.print_chosen.connect(self.go.print_game)
        race.rematch_chosen.connect(self.go.rematch)
        race.code_chosen.connect(self.go.show_lobby_of)
        race.replay_chosen.connect(lambda: self.show_replay(opened, path))
        return race

    def show_replay(self, opened: Opened, path: Path, *, tab: Literal["", "review", "compare"] = "") -> None:
        """A game to look at again, to review, or to compare with the computer players, and back to where it was."""
        from rollwrite_desktop.ui.play.table.replay.replay_page import ReplayPage
        from rollwrite_desktop.ui.play.table.replay.replay_side import COMPARE, REVIEW

        page = ReplayPage(opened, path, self.store, tab={"review": REVIEW, "compare": COMPARE}.get(tab), parent=self.pages)
        page.leaves_chosen.connect(self.go.print_leaves)
        page.started.connect(self.go.open_file)
        page.code_chosen.connect(self.go.show_lobby_of)
        page.print_chosen.connect(self.go.print_game)
        self.stack.visit(page)

    def show_practice(self, deck: Path | None = None) -> None:
        """One's own mistakes to be played again, or another deck."""
        from rollwrite_desktop.ui.play.practice.practice_page import PracticePage

        page = PracticePage(self.store, deck, parent=self.pages)
        page.left.connect(self.go.show_home)
        page.run_chosen.connect(self._show_position)
        page.leaves_chosen.connect(self.go.print_leaves)
        page.open_chosen.connect(self.go.files.ask)
        page.history_chosen.connect(self.go.show_history)
        self.stack.turn_to(page, lambda: self.show_practice(page.path))

    def _show_position(self, path: Path, run: Run) -> None:
        """Shows the next position of a run that can be shown; those that cannot be are told."""
        from rollwrite_desktop.play.practice.deck import NotPlayable
        from rollwrite_desktop.ui.library.deck_store import DeckStore
        from rollwrite_desktop.ui.play.practice.position_page import PositionPage

        while not run.over:
            try:
                page = PositionPage(DeckStore(self.store), path, run, self.store, parent=self.pages)
            except NotPlayable as error:
                run.at += 1
                self.messages.show_message(tr("One position was passed over. {why}", why=str(error)))
            except UserError as error:
                self.messages.alarm(str(error))
                return
            else:
                page.next_chosen.connect(self._show_position)
                page.rule_chosen.connect(self.go.show_rules)
                self.stack.visit(page)
                return
        if isinstance(self.page, PositionPage):
            self.page.left.emit()

    def _show_failure(self, journal: Journal) -> None:
        """A journal cannot be written, or can again."""
        def elsewhere(path: Path) -> None:
            write_file(path, moved(journal.content, journal.path.parent, path.parent))

        self.store.unsaved.report(
            f"game {id(journal)}", journal.failure, journal.sync, elsewhere, journal.give_up, journal.path.name, journal,
        )
