"""All games kept on this computer: those that wait, those that are over, and files that cannot be read, with the reason."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.ui.library.game_row import GameRow
from rollwrite_desktop.ui.library.game_store import GameStore, Kept
from rollwrite_desktop.ui.shell.page import Page
from rollwrite_desktop.ui.shell.settings import Settings
from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.buttons import button, icon_button
from rollwrite_desktop.ui.widgets.labels import label
from rollwrite_desktop.ui.widgets.layouts import card, emptied
from rollwrite_desktop.ui.widgets.page_head import PageHead
from rollwrite_desktop.ui.widgets.scroll import Scroll

_AT_ONCE = 6
_MOST = 60  # rows of each kind before somebody asks for more


class SavedGamesPage(Page):
    """`file_chosen` carries the path of a game to open. Another list of kept things says what lies on its shelf, what is
    over it (`_head`), and what is said where there is nothing (`_empty`)."""

    file_chosen = Signal(object)
    play_chosen = Signal(str)
    open_chosen = Signal()
    history_chosen = Signal()

    def __init__(self, store: Settings) -> None:
        super().__init__(self._title())
        self.store = store
        self.shelf = self._shelf()
        self.rows: list[GameRow] = []
        self._left: list[Path] = []
        self._more: dict[str, list[Kept]] = {}
        self._bare: list[GameRow] = []
        theme.role(self, "page")
        head = self._head()
        head.left.connect(self.left)
        self.groups = {title: (label(title, "title"), QVBoxLayout()) for title in (
            self._waiting(), tr("Finished"), tr("Cannot be opened"),
        )}
        self.empty = self._empty()
        inside = QWidget()
        inside.setMaximumWidth(960)
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(8)
        column.addWidget(self.empty)
        for title, layout in self.groups.values():
            column.addWidget(title)
            column.addLayout(layout)
            layout.setSpacing(8)
            layout.setContentsMargins(0, 0, 0, 12)
        column.addStretch(1)
        middle = QWidget()
        across = QHBoxLayout(middle)
        across.setContentsMargins(0, 0, 0, 0)
        across.addStretch(1)
        across.addWidget(inside, 100)
        across.addStretch(1)
        self.undo = self._undo()
        outside = QVBoxLayout(self)
        outside.setContentsMargins(24, 16, 24, 16)
        outside.setSpacing(12)
        outside.addWidget(head)
        outside.addWidget(Scroll(middle), 1)
        outside.addWidget(self.undo)
        self._laying = QTimer(self, interval=0)
        self._laying.timeout.connect(self._lay_some)
        self.show_games()

    @staticmethod
    def _title() -> str:
        return tr("Saved games")

    def _shelf(self) -> GameStore:
        return GameStore(self.store)

    @staticmethod
    def _waiting() -> str:
        return tr("Waiting")

    def _head(self) -> PageHead:
        head = PageHead(tr("Saved games"))
        head.add(icon_button("history", tr("History"), self.history_chosen.emit))
        head.add(button(tr("&Open another file …"), "folder-open", "quiet", self.open_chosen.emit))
        return head

    # ------------------------------------------------------------------ the list

    def show_games(self) -> None:
        """Reads the shelf anew."""
        for title, layout in self.groups.values():
            emptied(layout)
            layout.setProperty("offered", 0)
            title.hide()
        self.rows.clear()
        self._bare.clear()
        self._more = {title: [] for title in self.groups}
        self._left = self.shelf.paths()
        self.empty.setVisible(not self._left)
        self._lay_some()

    def _lay_some(self) -> None:
        """A long list is read in portions, so that the window stays awake."""
        for path in self._left[:_AT_ONCE]:
            self._lay(self.shelf.glance(path))
        del self._left[:_AT_ONCE]
        if not self._left:
            self.shelf.index.save()
            for row in self._bare[:1]:  # pictures last, one at a time
                row.dress(self.shelf.look(row.kept.path).display)
            del self._bare[:1]
            self._count()
        if self._left or self._bare:
            self._laying.start()
        else:
            self._laying.stop()

    def _count(self) -> None:
        """What is not laid out yet can be asked for."""
        for title, (_, layout) in self.groups.items():
            more = self._more[title]
            if more and layout.property("offered") != len(more):
                layout.setProperty("offered", len(more))
                layout.addWidget(button(
                    tr_n("Show one more", "Show {n} more", len(more)), "chevron-down", "quiet",
                    partial(self._show_more, title),
                ))

    def _show_more(self, title: str) -> None:
        _, layout = self.groups[title]
        last = layout.takeAt(layout.count() - 1)
        asked = last.widget() if last is not None else None
        if asked is not None:
            asked.hide()
            asked.deleteLater()
        layout.setProperty("offered", 0)
        more, self._more[title] = self._more[title], []
        for kept in more[:_MOST]:
            self._lay(kept, here=True)
        self._more[title] = more[_MOST:]
        self._laying.start()

    def _lay(self, kept: Kept, here: bool = False) -> None:
        waiting, finished, unreadable = self.groups
        group = unreadable if kept.trouble else finished if kept.over else waiting
        title, layout = self.groups[group]
        title.show()
        if not here and layout.count() >= _MOST:
            self._more[group].append(kept)
            return
        row = self._row(kept)
        row.opened.connect(self.file_chosen)
        row.renamed.connect(self.rename)
        row.deleted.connect(self.delete)
        self.rows.append(row)
        if kept.display is None and not kept.trouble:
            self._bare.append(row)
        layout.addWidget(row)

    def _row(self, kept: Kept) -> GameRow:
        return GameRow(kept, self.store.now())

    def _empty(self) -> QFrame:
        frame, column = card("panel", 32)
        column.addWidget(label(tr("No games yet"), "title"))
        column.addWidget(label(
            tr("Every game you start is kept here by itself, stroke by stroke, until you delete it."), "faint"
        ))
        row = QHBoxLayout()
        row.addWidget(button(tr("&Play"), "play", "primary", lambda: self.play_chosen.emit("")))
        row.addStretch(1)
        column.addLayout(row)
        return frame

    # ------------------------------------------------------------------ renaming and deleting

    def rename(self, path: Path, name: str) -> None:
        try:
            self.shelf.rename(path, name)
        except UserError as error:
            self.failed.emit(str(error))
            return
        self.show_games()

    def delete(self, path: Path) -> None:
        """Puts a game aside; a bar offers to bring it back until this page is left."""
        try:
            self._aside = self.shelf.delete(path)
        except UserError as error:
            self.failed.emit(str(error))
            return
        self.gone.setText(tr("“{name}” is deleted.", name=self.shelf.look(self._aside).title))
        self.undo.show()
        self.show_games()
        self.bring_back.setFocus()

    def restore(self) -> None:
        try:
            self.shelf.restore(self._aside)
        except UserError as error:
            self.failed.emit(str(error))
        self.undo.hide()
        self.show_games()

    def _undo(self) -> QFrame:
        frame = QFrame()
        theme.role(frame, "bar")
        row = QHBoxLayout(frame)
        row.setContentsMargins(12, 4, 4, 4)
        self.gone = label("")
        self.bring_back = button(tr("&Undo"), "undo", "", self.restore)
        row.addWidget(self.gone, 1)
        row.addWidget(self.bring_back)
        frame.hide()
        return frame
