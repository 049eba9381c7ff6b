"""The pages of the window: one is shown, in the place of all others or over one to which it leads back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtWidgets import QStackedWidget, QWidget

from rollwrite_desktop.ui.base import file_locks
from rollwrite_desktop.ui.kit.buttons import show_line
from rollwrite_desktop.ui.kit.event_loop import later
from rollwrite_desktop.ui.kit.page import Page
from rollwrite_desktop.ui.window.message_bar import MessageBar


class Stage(Protocol):
    """What of the window depends on the page that is shown."""

    @property
    def characters(self) -> bool:
        """Whether keys that are one character do something."""
        ...

    def show_title(self) -> None:
        """Calls the window by the page."""
        ...

    def show_page(self) -> None:
        """Its title and its menus."""
        ...

    def part_letters(self) -> None:
        """Gives the buttons of the page letters of their own."""
        ...

    def spread(self, full: bool) -> None:
        """Gives it the whole screen for it, without menus, or back."""
        ...

    def restored(self) -> None:
        """A backup was brought back."""
        ...


class PageStack:
    """Shows one page at a time in `pages`."""

    def __init__(self, pages: QStackedWidget, stage: Stage, messages: MessageBar) -> None:
        self.pages = pages
        self.again: Callable[[], object] = lambda: None
        """Shows the lowest page anew once it is closed."""
        self.followed: Callable[[], object] = lambda: None
        """Called when a new page is shown."""
        self.lowest: Callable[[], object] = lambda: None
        """Shows a page where there would be none: a window without one ends in a crash of Qt when the last is deleted."""
        self._stage, self._messages = stage, messages
        self._locks: dict[Page, tuple[Path, file_locks.Lock]] = {}

    @property
    def page(self) -> Page | None:
        """The page that is shown."""
        shown = self.pages.currentWidget()
        return shown if isinstance(shown, Page) else None

    def rule_here(self) -> tuple[str, str]:
        """Returns the game and the rule that the page shown is about."""
        return self.page.rule() if self.page is not None else ("", "")

    def turn_to(self, page: Page, again: Callable[[], object]) -> None:
        """Shows a page in the place of all that were there. `again` shows the same one anew once it is closed."""
        self.again = again
        old = [self.pages.widget(i) for i in range(self.pages.count())]
        self._show(page)
        for gone in old:
            self.close(gone)
        self._begin(page)

    def visit(self, page: Page, back: Callable[[], None] | None = None) -> None:
        """Shows a page over the one that is there, and that again when it is left. One of its kind gives way to it."""
        came_from = self.page
        replaced = came_from if type(came_from) is type(page) and back is None else None
        if replaced is not None:
            below = self.pages.widget(self.pages.indexOf(replaced) - 1)
            came_from = below if isinstance(below, Page) else None
        page.left.connect(back or (lambda: self.back_to(came_from)))
        self._show(page)
        self.close(replaced)
        self._begin(page)

    def back_to(self, page: Page | None) -> None:
        """Shows a page below the one that is shown, which is closed."""
        leaving = self.page
        if page is not None and self.pages.indexOf(page) >= 0:
            self.pages.setCurrentWidget(page)
        elif self.pages.count() <= 1:
            self.lowest()
            return
        if leaving is not None and leaving is not page:
            self.close(leaving)
        self._stage.show_page()
        if page is not None:
            later(page, page.introduce)

    def leave_visits(self) -> None:
        """Leaves every page that lies over another one."""
        for _ in range(self.pages.count()):
            if self.pages.count() > 1 and self.page is not None:
                self.page.left.emit()

    def close(self, page: QWidget | None) -> None:
        if not isinstance(page, Page):
            return
        self.pages.removeWidget(page)
        page.close()
        self._unlock(page)
        page.deleteLater()

    def close_all(self) -> None:
        """Closes every page; others may have their games now."""
        for page in [self.pages.widget(i) for i in range(self.pages.count())]:
            if isinstance(page, Page):
                page.close()
                self._unlock(page)

    def keep_lock(self, page: Page, path: Path, lock: file_locks.Lock) -> None:
        """Holds the lock of a file until its page is closed."""
        self._locks[page] = path, lock

    def release(self, path: Path) -> bool:
        """Releases our lock on a game file, if we hold it, and says whether we did."""
        pages = [page for page, (locked, _) in self._locks.items() if locked == path]
        for page in pages:
            self._unlock(page)
        return bool(pages)

    def _unlock(self, page: Page) -> None:
        """Other windows may have the page's game now."""
        _, lock = self._locks.pop(page, (None, None))
        if lock is not None:
            lock.unlock()

    def _show(self, page: Page) -> None:
        page.notified.connect(self._messages.show_message)
        page.failed.connect(self._messages.refuse)
        page.settled.connect(self._messages.put_away)
        page.grown.connect(lambda: self._stage.part_letters())
        page.titled.connect(lambda: self._stage.show_title())
        show_line(page.starts_at)  # before it is first styled, not once more after it
        self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)
        self._stage.show_page()
        self.followed()

    @staticmethod
    def _begin(page: Page) -> None:
        """Gives the keyboard to a page that has come to the front, and has it introduced once it is all there."""
        page.take_focus()
        later(page, page.introduce)
