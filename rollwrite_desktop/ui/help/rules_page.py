"""The rules of a game to look up while it lies on the table: a list to search, and beside it the entry with its picture.

What the rules say and show is the game's own handbook. Changes nothing.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.handbook import Entry, entries, entry_of, found
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.handbook_pictures import Shown, shown
from rollwrite_desktop.ui.canvas.canvas import sheet_painter
from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.buttons import button, icon_button
from rollwrite_desktop.ui.widgets.choices import Combo
from rollwrite_desktop.ui.widgets.labels import label
from rollwrite_desktop.ui.widgets.layouts import Dialog, sized
from rollwrite_desktop.ui.widgets.scroll import Scroll
from rollwrite_desktop.ui.widgets.thumbnail import lay_paper
from rollwrite_desktop.ui.widgets.touch import touchable

_LIST = 260
_MOST = 1.6
_EDGE = 5


class Cutting(QWidget):
    """A piece of a sheet, as large as there is room for and no larger than it is read best."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: Shown | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.current().changed.connect(self.update)

    def show_piece(self, piece: Shown | None, name: str) -> None:
        """The piece, and what a screen reader says of it."""
        self._shown = piece
        self.setAccessibleName(name)
        self.setVisible(piece is not None)
        self.updateGeometry()
        self.update()

    def _scale(self, width: int) -> float:
        assert self._shown is not None
        left, _, right, _ = self._shown.window
        return max(0.1, min(_MOST * theme.px(100) / 100, (width - 2 * _EDGE) / (right - left)))

    def heightForWidth(self, width: int) -> int:
        if self._shown is None:
            return 0
        _, top, _, foot = self._shown.window
        return round((foot - top) * self._scale(width)) + 2 * _EDGE

    def sizeHint(self) -> QSize:
        return QSize(320, self.heightForWidth(320))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.heightForWidth(160))

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._shown is None:
            return
        left, top, right, foot = self._shown.window
        scale = self._scale(self.width())
        place = QRectF(_EDGE, _EDGE, (right - left) * scale, (foot - top) * scale)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lay_paper(painter, place, theme.mode())
        painter.setClipRect(place)
        painter.translate(place.topLeft())
        painter.scale(scale, scale)
        painter.translate(-left, -top)
        sheet_painter().paint(painter, self._shown.display, theme.mode(), QRectF(left, top, right - left, foot - top))
        painter.end()


class RulesPage(Dialog):
    """Stays open beside the game. `read` tells which entry is read, by its first rule key."""

    read = Signal(str)

    def __init__(self, game_id: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)  # it opens where it was left
        self.setWindowTitle(tr("Rules"))
        theme.role(self, "page")
        self.game: Game = GAMES[game_id]
        self.entry: Entry | None = None
        self.which = Combo({each: tr(game.info.title) for each, game in GAMES.items()}, game_id, tr("Game"))
        self.which.currentIndexChanged.connect(lambda _: self._take(self.which.value))
        self.sought = QLineEdit()
        touchable(self.sought)
        self.sought.setPlaceholderText(tr("Search the rules"))
        self.sought.setAccessibleName(tr("Search the rules"))
        self.sought.setClearButtonEnabled(True)
        self.sought.textChanged.connect(lambda _: self._list())
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Rules"))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(lambda item, _: self._chosen(item))
        self.nothing = label("", "faint")
        beside = QVBoxLayout()
        beside.setSpacing(8)
        for widget in (self.which, self.sought, self.nothing):
            beside.addWidget(widget)
        beside.addWidget(self.list, 1)
        left = QWidget()
        left.setLayout(beside)
        beside.setContentsMargins(0, 0, 0, 0)
        left.setFixedWidth(theme.px(_LIST))
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addWidget(left)
        row.addWidget(self._page(), 1)
        foot = QHBoxLayout()
        self.before = icon_button("chevron-left", tr("Previous entry"), lambda: self._step(-1))
        self.after = icon_button("chevron-right", tr("Next entry"), lambda: self._step(1))
        foot.addWidget(self.before)
        foot.addWidget(self.after)
        foot.addStretch(1)
        foot.addWidget(button(tr("&Close"), "", "primary", self.close))
        outside = QVBoxLayout(self)
        outside.setContentsMargins(16, 12, 16, 12)
        outside.setSpacing(12)
        outside.addLayout(row, 1)
        outside.addLayout(foot)
        QShortcut(QKeySequence.StandardKey.Find, self, self.sought.setFocus)
        self._list()
        self.list.setFocus()
        sized(self, 840, 640)

    def _page(self) -> QWidget:
        self.title = label("", "title")
        self.text = label("")
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.keys = label("", "faint")
        self.piece = Cutting()
        self.caption = label("", "faint")
        self.refused = label("", "alarm")
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(10)
        for widget in (self.title, self.text, self.piece, self.caption, self.refused, self.keys):
            column.addWidget(widget)
        column.addStretch(1)
        inside = QWidget()
        inside.setLayout(column)
        return Scroll(inside)

    # ------------------------------------------------------------------ what is shown

    def open_at(self, key: str, game_id: str = "") -> None:
        """The entry that explains a rule, by rule key or rulebook key; the first one for a key that none explains.
        `game_id`: of this game, "" for the one that is open."""
        self.which.choose(game_id or self.which.value)
        self.sought.clear()
        self._show_entry(entry_of(self.game.handbook, key) or next(entries(self.game.handbook), None))

    def _take(self, game_id: str) -> None:
        self.game = GAMES[game_id]
        self.entry = None
        self._list()

    def _list(self) -> None:
        wanted = found(self.game.handbook, self.sought.text())
        bold = QFont(self.list.font())
        bold.setWeight(QFont.Weight.DemiBold)
        self.list.blockSignals(True)
        self.list.clear()
        for chapter in self.game.handbook:
            inside = [entry for entry in chapter.entries if entry in wanted]
            if inside:
                heading = QListWidgetItem(tr(chapter.title))
                heading.setFlags(Qt.ItemFlag.NoItemFlags)
                heading.setFont(bold)
                heading.setForeground(theme.color("text"))
                self.list.addItem(heading)
            for entry in inside:
                item = QListWidgetItem(f"   {tr(entry.title)}")
                item.setData(Qt.ItemDataRole.UserRole, entry.keys[0])
                item.setData(Qt.ItemDataRole.AccessibleTextRole, tr(entry.title))
                item.setSizeHint(QSize(0, theme.px(44)))
                self.list.addItem(item)
        self.list.blockSignals(False)
        self.nothing.setText(tr("The rules of {game} don’t mention “{text}”.",
                                 game=self.game.info.title, text=self.sought.text().strip()))
        self.nothing.setVisible(not wanted)
        self._show_entry(self.entry if self.entry in wanted else next(iter(wanted), None))

    def _chosen(self, item: QListWidgetItem | None) -> None:
        key = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        if key and (self.entry is None or key != self.entry.keys[0]):
            self._show_entry(entry_of(self.game.handbook, key))

    def _step(self, by: int) -> None:
        wanted = found(self.game.handbook, self.sought.text())
        if self.entry in wanted:
            at = wanted.index(self.entry) + by
            if 0 <= at < len(wanted):
                self._show_entry(wanted[at])

    def _show_entry(self, entry: Entry | None) -> None:
        self.entry = entry
        wanted = found(self.game.handbook, self.sought.text())
        self.before.setEnabled(entry in wanted and entry != wanted[0])
        self.after.setEnabled(entry in wanted and entry != wanted[-1])
        if entry is None:
            for line in (self.title, self.text, self.caption, self.refused, self.keys):
                line.clear()
            self.piece.show_piece(None, "")
            return
        self.title.setText(tr(entry.title))
        self.text.setText(tr(entry.text))
        self.keys.setText(", ".join(entry.keys))
        piece = shown(self.game, entry)
        caption = tr(entry.example.caption) if entry.example else ""
        self.piece.show_piece(piece, caption)
        self.caption.setText(caption)
        self.caption.setVisible(bool(caption))
        told = piece.refusal.sentence(self.game.rulebook) if piece and piece.refusal else ""
        self.refused.setText(f"✗ {told}" if told else "")
        self.refused.setVisible(bool(told))
        self._mark(entry)
        self.read.emit(entry.keys[0])

    def _mark(self, entry: Entry) -> None:
        for row in range(self.list.count()):
            item = self.list.item(row)
            if item.data(Qt.ItemDataRole.UserRole) == entry.keys[0]:
                self.list.setCurrentItem(item)
                # At once would be before the list knows how high its rows are.
                QTimer.singleShot(0, self.list, lambda: self.list.scrollToItem(self.list.currentItem()))
                return
