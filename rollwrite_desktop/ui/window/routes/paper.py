"""Sheets of paper: printed, photographed, checked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.ui.window.routes.navigation import Routes

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from rollwrite_desktop.core.audit import Paper, Report
    from rollwrite_desktop.play.opening.open_game import Opened
    from rollwrite_desktop.printing.sheets.page_layout import Leaf
    from rollwrite_desktop.ui.library.drafts import Draft
    from rollwrite_desktop.ui.paper.photos.photo_jobs import Source


class PaperRoutes(Routes):
    def show_print(self, game_id: str = "", sheet: str = "") -> None:
        """Blank sheets to print, at first this one."""
        from rollwrite_desktop.ui.paper.print.print_page import PrintPage

        self.stack.visit(PrintPage(game_id, store=self.store, sheet=sheet, parent=self.pages))

    def print_game(self, opened: Opened) -> None:
        """Opens the filled sheets of a game to print."""
        from rollwrite_desktop.ui.paper.print.print_page import PrintPage

        self.stack.visit(PrintPage(opened.game.info.id, opened=opened, store=self.store, parent=self.pages))

    def print_paper(self, paper: Paper, report: Report | None = None) -> None:
        """A re-entered sheet to print, with its findings."""
        from rollwrite_desktop.ui.paper.print.print_page import PrintPage

        self.stack.visit(PrintPage(paper.game, paper=paper, report=report, store=self.store, parent=self.pages))

    def print_leaves(self, what: tuple[str, tuple[Leaf, ...]]) -> None:
        from rollwrite_desktop.ui.paper.print.print_page import PrintPage

        self.stack.visit(PrintPage(what[0], store=self.store, ready=what[1], parent=self.pages))

    def print_maps(self, game_id: str) -> None:
        """All maps of a game side by side, to print."""
        from rollwrite_desktop.games import GAMES
        from rollwrite_desktop.printing.jobs.atlas_pages import atlas_leaves

        self.print_leaves((game_id, atlas_leaves(GAMES[game_id])))

    def check(self, game_id: str, sheet: str = "") -> None:
        """An empty paper sheet to enter, at first this one, or first those that are not finished."""
        from rollwrite_desktop.core.audit import Paper
        from rollwrite_desktop.ui.library.drafts import Drafts

        if Drafts(self.store).paths():
            self.show_check_room(game_id, sheet)
        else:
            self.show_check(Paper(game=game_id, sheet=sheet))

    def show_check_room(self, game_id: str = "", sheet: str = "") -> None:
        """Shows the sheets that are not finished, and the ways to begin another, at first this one."""
        from rollwrite_desktop.ui.paper.check.start_page import AuditStartPage

        page = AuditStartPage(self.store, game_id, sheet, parent=self.pages)
        page.left.connect(self.go.show_home)
        page.started.connect(self._begin_check)
        page.draft_chosen.connect(self.go.files.open_draft)
        page.open_chosen.connect(self.go.files.ask_sheets)
        page.print_chosen.connect(self.print_paper)
        page.table_chosen.connect(self.go.show_tournament)
        page.photos_chosen.connect(self.go.files.ask_photos)
        self.stack.turn_to(page, lambda: self.show_check_room(game_id, sheet))

    def _begin_check(self, paper: Paper) -> None:
        """A new sheet; one that was pasted is kept among those not finished, as it stands nowhere else."""
        from rollwrite_desktop.ui.library.drafts import Drafts, keep

        draft = None if paper.empty else Drafts(self.store).new(paper)
        if draft is not None:
            keep(self.store, draft, paper)
        self.show_check(paper, draft=draft)

    def show_photos(self, sources: Sequence[Source] | None) -> None:
        """Photos of filled sheets to be read and confirmed, and then checked: one at the desk, several as a table; where
        others are being confirmed, among them. None: they are asked for."""
        from rollwrite_desktop.ui.library.drafts import Draft
        from rollwrite_desktop.ui.paper.photos.photos_page import PhotosPage

        shown = self.stack.page
        if sources and isinstance(shown, PhotosPage):
            shown.read(sources)
            return
        page = PhotosPage(self.store, sources or (), parent=self.pages)

        def check() -> None:
            found = page.entered()
            if len(found) == 1:
                self.show_check(found[0].paper, draft=Draft(page.keep()[0]), photo=page.images[0])
            else:
                game = found[0].game.info.id
                others = page.keep(but=game)
                refused = self.go.show_tournament([each for each in found if each.game.info.id == game])
                page.let_go(refused)
                if refused:
                    self.messages.show_message(tr("What you confirmed is under “Unfinished sheets”."))
                elif others:
                    self.messages.show_message(tr_n(
                        "A sheet of another game is under “Unfinished sheets”.",
                        "{n} sheets of other games are under “Unfinished sheets”.", len(others)))

        def leave() -> None:
            kept = page.keep()
            self.show_check_room()
            if kept:
                self.messages.show_message(tr("What you confirmed is under “Unfinished sheets”."))

        page.finished.connect(check)
        page.left.connect(leave)
        page.keys_chosen.connect(lambda paper, photo: self.show_check(paper, photo=photo))
        self.stack.turn_to(page, lambda: self.show_photos(sources or ()))
        if sources is None:
            page.ask_photos()

    def show_check(
        self, paper: Paper, path: Path | None = None, draft: Draft | None = None, photo: QImage | None = None,
    ) -> None:
        """A paper sheet to be entered and checked, beside its photo where there is one."""
        from rollwrite_desktop.ui.paper.check.audit_page import AuditPage

        page = AuditPage(paper, path, self.store, draft, parent=self.pages, photo=photo)
        self.store.keep("game", page.game.info.id)
        page.left.connect(self.go.show_home)
        page.print_chosen.connect(self.print_paper)
        page.started.connect(self.show_check)
        page.sheets_chosen.connect(self.show_check_room)
        page.photos_chosen.connect(self.go.files.ask_photos)

        def again() -> None:
            if page.draft.path.is_file():
                self.go.files.open_draft(page.draft.path)
            else:  # nothing was entered
                self.show_check(page.paper, path)

        self.stack.turn_to(page, again)
