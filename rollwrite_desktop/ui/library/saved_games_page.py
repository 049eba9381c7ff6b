"""All games kept on this computer: those that wait, those that are over, and files that cannot be read, with the reason.
They are searched as one types, sorted, and deleted one by one or several at once, with undo.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import plain, tr, tr_n, with_colon
from rollwrite_desktop.play.kept.game_index import PIECE, touched_last
from rollwrite_desktop.play.kept.saved_game import Kept
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.kit.buttons import button, icon_button
from rollwrite_desktop.ui.kit.choices import Combo
from rollwrite_desktop.ui.kit.event_loop import Pieces
from rollwrite_desktop.ui.kit.labels import in_sentences, label
from rollwrite_desktop.ui.kit.layouts import STRETCH, card, grow, in_column, in_row
from rollwrite_desktop.ui.kit.page import Page
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.library.deleted_bar import DeletedBar
from rollwrite_desktop.ui.library.game_row import GameRow
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.long_games import LongGames
from rollwrite_desktop.ui.library.row_blocks import RowBlocks
from rollwrite_desktop.ui.library.salvaged_copy import SalvagedCopy

_AT_ONCE, _LET_GO = 4, 12
_MAX_ROWS = 60  # rows of each kind before somebody asks for more
_FEW = 5
"""So many need no search."""
LATEST, OLDEST, NAME, GAME = "latest", "oldest", "name", "game"


class SavedGamesPage(Page):
    """`file_chosen` carries the path of a game to open; `renamed` where one was and is. Subclasses for other kinds of
    files override the store, the head (`_head`) and the empty state (`_empty`)."""

    file_chosen = Signal(object)
    play_chosen = Signal(str)
    open_chosen = Signal()
    history_chosen = Signal()
    renamed = Signal(object, object)

    def __init__(self, store: Settings, parent: QWidget | None = None) -> None:
        super().__init__(self._title(), parent)
        self._read_late = False
        self.store = store
        self.game_store = self._make_store()
        self.rows: list[GameRow] = []
        self.kept: dict[Path, Kept] = {}
        self.selected: set[Path] = set()
        self.selecting = False
        self._ordered: tuple[str, list[Kept]] | None = None
        self._unread: list[Path] = []
        self._stamps: dict[Path, tuple[int, int]] = {}
        self._to_lay: list[tuple[str, Kept]] = []
        self._bare: list[GameRow] = []
        theme.role(self, "page")
        head = self._head()
        head.left.connect(self.left)
        self.groups = {title: (label(title, "title"), RowBlocks()) for title in (
            self._waiting(), tr("Not begun"), tr("Finished"), tr("Cannot be opened"),
        )}
        self._more: dict[str, list[Kept]] = {title: [] for title in self.groups}
        self._offered: dict[str, QWidget] = {}
        self.empty = self._empty()
        self.nothing = label(tr("No matches."), "faint")
        inside = QWidget()
        inside.setMaximumWidth(960)
        column = in_column(self.empty, self.nothing, gap=8, margins=(0, 0, 8, 0), on=inside)
        for title, blocks in self.groups.values():
            column.addWidget(title)
            column.addLayout(blocks)
        column.addStretch(1)
        middle = QWidget()
        in_row(STRETCH, grow(inside, 100), STRETCH, on=middle)
        self.deleted, self.selection = DeletedBar(self.game_store), self._selection()
        self.deleted.failed.connect(self.failed)
        self.deleted.restored.connect(self.show_games)
        in_column(
            head, self._finder(), grow(Scroll(middle)), self.selection, self.deleted, gap=12, margins=(24, 16, 24, 16),
            on=self
        )
        self._long = LongGames(self.game_store, self)
        self._long.read.connect(self._take)
        self._laying = QTimer(self, interval=0)
        self._laying.timeout.connect(self._work)
        self._listing, self._ending, self._finding, self._leaving = (Pieces(self) for _ in range(4))
        self._picking = Pieces(self)
        self._gone: list[QWidget] = []
        self._searched: dict[Path, tuple[Kept, str]] = {}
        self.empty.hide()
        self.nothing.hide()
        self.finder.hide()
        self.show_games()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.deleted.finish()
        for pieces in (self._listing, self._ending, self._finding, self._picking):
            pieces.stop()
        self._laying.stop()
        # Thousands, which the collector would look through.
        self.kept, self._searched, self._stamps, self._ordered = {}, {}, {}, None
        self._more = {title: [] for title in self.groups}
        super().closeEvent(event)

    def in_short(self) -> str:
        """How many there are of each kind; what to do where there are none."""
        if not self.empty.isHidden():
            return in_sentences(self.empty)
        counts = Counter(map(self._group, self.kept.values()))
        return " ".join(with_colon(title, f"{counts[title]}.") for title in self.groups if counts[title])

    @staticmethod
    def _title() -> str:
        return tr("Saved games")

    def _make_store(self) -> GameStore:
        return GameStore(self.store)

    @staticmethod
    def _waiting() -> str:
        return tr("To continue")

    def _head(self) -> PageHead:
        head = PageHead(tr("Saved games"))
        head.add(icon_button("history", tr("Results"), self.history_chosen.emit))
        head.add(button(tr("&Open another file …"), "folder-open", "quiet", self.open_chosen.emit))
        return head

    def _finder(self) -> QWidget:
        """Returns the line with which one finds a game."""
        self.finder = QWidget()
        self.query = QLineEdit()
        touchable(self.query)
        self.query.setPlaceholderText(tr("Search: name, player, game, code, date"))
        self.query.setAccessibleName(tr("Search"))
        self.query.setClearButtonEnabled(True)
        self.query.textChanged.connect(lambda _: self.arrange())
        self.order = Combo({
            LATEST: tr("Latest first"), OLDEST: tr("Oldest first"), NAME: tr("By name"), GAME: tr("By game"),
        }, LATEST, tr("Order"))
        self.order.currentIndexChanged.connect(lambda _: self.arrange())
        self.select = button(tr("&Select"), "check", "quiet", lambda: self.pick(not self.selecting))
        in_row(grow(self.query), self.order, self.select, on=self.finder)
        return self.finder

    # ------------------------------------------------------------------ the list

    def show_games(self) -> None:
        """Reads the shelf anew: what the index knows, a piece in each turn of the event loop, then the rest in portions."""
        self._listing.begin(self._list_games())

    def _list_games(self) -> Iterator[None]:
        files: dict[Path, tuple[tuple[int, int], Kept | None]] = {}
        for piece in self.game_store.known():
            files |= {path: (stamp, kept) for path, stamp, kept in piece}
            if len(piece) == PIECE:
                yield
        self._stamps = {path: stamp for path, (stamp, _) in files.items()}
        self.kept = {path: kept for path, (_, kept) in files.items() if kept is not None}
        unread = [(path, stamp) for path, (stamp, kept) in files.items() if kept is None]
        self._unread = [path for path, _ in sorted(unread, key=touched_last)]
        self._searched.clear()
        self._ordered = None
        for count, kept in enumerate([*self.kept.values()], 1):
            self._searchable(kept)
            if count % PIECE == 0:
                yield
        self.selected &= set(files)
        self.empty.setVisible(not files)
        self.finder.setVisible(len(files) > _FEW)
        self._read_late = bool(self.kept) and bool(self._unread)
        if len(files) > PIECE:
            yield
        self.arrange()

    def arrange(self) -> None:
        """Lays out what the search leaves, in the order chosen; of thousands in the turns after this one."""
        self._finding.begin(self._arrange())

    def _arrange(self) -> Iterator[None]:
        if len(self.kept) > PIECE:
            yield
        found = self.found()
        if len(self.kept) > PIECE:
            yield
        for title, blocks in self.groups.values():
            self._gone += blocks.taken_out()
            title.hide()
        self._leaving.begin(self._let_go())
        self.rows.clear()
        self._bare.clear()
        groups: dict[str, list[Kept]] = {title: [] for title in self.groups}
        for kept in found:
            groups[self._group(kept)].append(kept)
        self._to_lay = [(title, kept) for title, each in groups.items() for kept in each[:_MAX_ROWS]]
        self._more = {title: each[_MAX_ROWS:] for title, each in groups.items()}
        self._offered.clear()
        self.nothing.setVisible(bool(self.kept) and not found and not self._unread)
        self._show_selection()
        self._work()

    def found(self) -> list[Kept]:
        """Returns what is known and meets the search, in the order chosen."""
        words = plain(self.query.text()).split()
        return [kept for kept in self._in_order() if not words or self._meets(kept, words)]

    def _in_order(self) -> list[Kept]:
        """All that is known, in the order chosen; sorted once, until something is known anew."""
        order = str(self.order.value)
        if self._ordered is None or self._ordered[0] != order:
            self._ordered = order, sorted(self.kept.values(), key=_ORDERS[order])
        return self._ordered[1]

    def _meets(self, kept: Kept, words: Sequence[str]) -> bool:
        """Returns whether a search finds it."""
        text = self._searchable(kept)
        return all(word in text for word in words)

    def _searchable(self, kept: Kept) -> str:
        """Returns what a search looks through, worked out once."""
        known = self._searched.get(kept.path)
        if known is None or known[0] is not kept:
            known = self._searched[kept.path] = kept, _search_text(kept)
        return known[1]

    def _let_go(self) -> Iterator[None]:
        """Rows that are shown no more; some of them go in each turn of the event loop."""
        while self._gone:
            for widget in self._gone[:_LET_GO]:
                widget.deleteLater()
            del self._gone[:_LET_GO]
            yield

    def _group(self, kept: Kept) -> str:
        waiting, new, finished, unreadable = self.groups
        return unreadable if kept.error else finished if kept.over else waiting if kept.begun else new

    def _work(self) -> None:
        """A long list is laid out and read in portions, so that the window stays responsive; pictures come last."""
        if self._to_lay:
            for title, kept in self._to_lay[:_AT_ONCE]:
                self._lay(title, kept)
            del self._to_lay[:_AT_ONCE]
        elif to_offer := self._to_offer():
            self._offer_more(to_offer)
        elif self._unread:
            self._read()
        elif self._bare:
            path = self._bare.pop(0).kept.path
            stamp = self._stamps.get(path, (0, 0))
            if self.game_store.takes_long(path, stamp):
                self._long.want([(path, stamp)])
            else:
                self._take(self.game_store.look(path))
        if self._to_lay or self._to_offer() or self._unread or self._bare:
            self._laying.start()
        else:
            self._laying.stop()

    def _read(self) -> None:
        """Some of the files that the index does not know."""
        for path in self._unread[:_AT_ONCE]:
            stamp = self._stamps.get(path, (0, 0))
            if self.game_store.takes_long(path, stamp):
                self._long.want([(path, stamp)])
            else:
                self._take(self.game_store.look(path))
        del self._unread[:_AT_ONCE]
        if not self._unread:
            self._ending.begin(self._end_reading())

    def _end_reading(self) -> Iterator[None]:
        self.game_store.index.save()
        if self._read_late or self.order.value != LATEST:
            yield
            self.arrange()  # they came behind those that were known

    def _take(self, kept: Kept) -> None:
        """A game that has been looked at takes its place, or gets its picture."""
        rows = [row for row in self.rows if row.kept.path == kept.path]
        self.kept[kept.path], self._ordered = kept, None
        for row in rows:
            row.dress(kept)
        words = plain(self.query.text()).split()
        if not rows and self._meets(kept, words):
            group = self._group(kept)
            if self.groups[group][1].rows >= _MAX_ROWS:
                self._more[group].append(kept)
            else:
                self._lay(group, kept)

    def _to_offer(self) -> list[str]:
        """Returns the groups of which more can be asked for, without a button for it."""
        return [title for title in self.groups if self._more[title] and title not in self._offered]

    def _offer_more(self, titles: Sequence[str]) -> None:
        """What is not laid out yet can be asked for."""
        for title in titles:
            self._offered[title] = button(
                tr_n("Show one more", "Show {n} more", len(self._more[title])), "chevron-down", "quiet",
                partial(self._show_more, title),
            )
            self.groups[title][1].addWidget(self._offered[title])

    def _show_more(self, title: str) -> None:
        offered = self._offered.pop(title)
        offered.hide()
        offered.deleteLater()
        more = self._more[title]
        self._to_lay += [(title, kept) for kept in more[:_MAX_ROWS]]
        self._more[title] = more[_MAX_ROWS:]
        self._work()

    def _lay(self, group: str, kept: Kept) -> None:
        title, blocks = self.groups[group]
        title.show()
        row = self._row(kept)
        row.opened.connect(self._choose)
        row.copied.connect(self.open_sound)
        row.renamed.connect(self.rename)
        row.deleted.connect(self.delete)
        row.picked.connect(lambda on, path=kept.path: self._pick_one(path, on))
        row.show_pick(self.selecting, kept.path in self.selected)
        self.rows.append(row)
        if kept.display is None and not kept.error:
            self._bare.append(row)
        blocks.add(row)

    def _row(self, kept: Kept) -> GameRow:
        return GameRow(kept, self.store.now())

    def _empty(self) -> QFrame:
        frame, column = card("panel", 32)
        column.addWidget(label(tr("No games yet"), "title"))
        column.addWidget(label(
            tr("Every game you start is saved here after each move, until you delete it."), "faint"
        ))
        row = in_row(button(tr("&Play"), "play", "primary", lambda: self.play_chosen.emit("")), STRETCH)
        column.addLayout(row)
        return frame

    # ------------------------------------------------------------------ selecting

    def _selection(self) -> QFrame:
        frame = QFrame()
        theme.role(frame, "bar")
        row = QHBoxLayout(frame)
        row.setContentsMargins(12, 4, 4, 4)
        self.count = label("")
        self.remove = button(tr("&Delete"), "trash", "", lambda: self.delete_all(sorted(self.selected)))
        row.addWidget(self.count, 1)
        row.addWidget(button(tr("Select &all"), "list", "", self.select_all))
        row.addWidget(self.remove)
        row.addWidget(button(tr("D&one"), "check", "", lambda: self.pick(False)))
        frame.hide()
        return frame

    def pick(self, on: bool) -> None:
        """Lets several be selected, or ends that."""
        self.selecting = on
        if not on:
            self.selected.clear()
        self._show_selection()

    def select_all(self) -> None:
        """Selects everything that the search leaves."""
        self.selected = {kept.path for kept in self.found()}
        self._show_selection()

    def _show_selection(self) -> None:
        self.selection.setVisible(self.selecting)
        n = len(self.selected)
        self.count.setText(tr_n("One is selected", "{n} are selected", n) if n else tr("Choose what to select."))
        self.remove.setEnabled(bool(n))
        self._picking.begin(self._show_picks())

    def _show_picks(self) -> Iterator[None]:
        """Yields the boxes to tick: those that are there at once, new ones some in each turn of the event loop."""
        made = 0
        for row in [*self.rows]:
            made += self.selecting and row.pick is None
            row.show_pick(self.selecting, row.kept.path in self.selected)
            if made == _AT_ONCE:
                made = 0
                yield

    def _pick_one(self, path: Path, on: bool) -> None:
        (self.selected.add if on else self.selected.discard)(path)
        self._show_selection()

    def _choose(self, path: Path) -> None:
        """A tap on a row: opens it, or selects it."""
        if self.selecting:
            self._pick_one(path, path not in self.selected)
        else:
            self.file_chosen.emit(path)

    def open_sound(self, path: Path) -> None:
        """Opens a copy of what is whole of a damaged file, which stays as it is."""
        part = SalvagedCopy(self.game_store, path, self)
        part.found.connect(lambda _: self._open_copy(part) if self.isVisible() else None)
        part.missed.connect(self.failed)

    def _open_copy(self, part: SalvagedCopy) -> None:
        try:
            copy, sentence = part.copy()
        except UserError as error:
            self.failed.emit(str(error))
            return
        self.file_chosen.emit(copy)
        self.notified.emit(sentence)

    # ------------------------------------------------------------------ renaming and deleting

    def rename(self, path: Path, name: str) -> None:
        try:
            target = self.game_store.rename(path, name)
        except UserError as error:
            self.failed.emit(str(error))
            return
        self.renamed.emit(path, target)
        self.show_games()

    def delete(self, path: Path) -> None:
        """Puts a game aside; a bar offers to bring it back until this page is left."""
        self.delete_all((path,))

    def delete_all(self, paths: Sequence[Path]) -> None:
        """Puts several aside, of many some in each turn of the event loop."""
        titles = [self.kept[path].title if path in self.kept else path.stem for path in paths[:1]]
        self.deleted.delete(paths, lambda count: self._tell_deleted(count, *titles))

    def _tell_deleted(self, count: int, title: str = "") -> None:
        self.pick(False)
        if count:
            self.show_games()
            one = tr("“{name}” is deleted.", name=title)
            self.deleted.offer(one if count == 1 else tr("{n} are deleted.", n=count))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Searches for what is typed anywhere on the page; Delete deletes what is selected, Escape ends selecting."""
        text = event.text()
        if event.key() == Qt.Key.Key_Delete and self.selected:
            self.delete_all(sorted(self.selected))
        elif event.key() == Qt.Key.Key_Escape and self.selecting:
            self.pick(False)
        elif text.strip() and text.isprintable() and text != "?" and self.finder.isVisible():
            self.query.setFocus()
            self.query.setText(self.query.text() + text)
        else:
            super().keyPressEvent(event)


_ORDERS: Mapping[str, Callable[[Kept], Any]] = {
    LATEST: lambda kept: -kept.touched.timestamp(),
    OLDEST: lambda kept: kept.touched.timestamp(),
    NAME: lambda kept: plain(kept.title),
    GAME: lambda kept: (plain(kept.game), -kept.touched.timestamp()),
}
"""What is compared in each order."""


def _search_text(kept: Kept) -> str:
    """Returns what a search looks through."""
    day = kept.touched.date().isoformat()
    return plain(" ".join((kept.title, kept.name, tr(kept.game), *kept.players, kept.code, day)))
