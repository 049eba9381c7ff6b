"""The rules of a game to read: one scrolling chapter, its table of contents with a search beside it.

What the rules say and show is the game's own handbook, on the sheet at hand. Changes nothing.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QFont, QKeySequence, QPainter, QPaintEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.words.handbook import Entry, Handbook, entries, entry_of, found
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.table.handbook_pictures import Shown, rules_on, shown
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.canvas.canvas import sheet_painter
from rollwrite_desktop.ui.canvas.thumbnail import lay_paper
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.choices import Combo
from rollwrite_desktop.ui.kit.dialogs import Dialog, sized
from rollwrite_desktop.ui.kit.event_loop import later
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import STRETCH, emptied, grow, in_column, in_row
from rollwrite_desktop.ui.kit.text_list import TextList, line, silent
from rollwrite_desktop.ui.kit.widget_faces import FOLDED, LINE

_LIST, _LIST_SHARE, _ROOM = 240, 0.38, 1280
_MAX_SCALE = 1.6
_HIGHEST = 420
"""How high a picture may be at 100 % text."""
_EDGE = 5
_READ = 40
"""How far below the top an entry may begin that is taken for the one being read, in pixels at 100 % text."""
_IDS = 64
"""The margin in which rule ids stand."""


class Cutting(QWidget):
    """A piece of a sheet, as large as there is room for and no larger than it is read best."""

    def __init__(self, piece: Shown) -> None:
        super().__init__()
        self._shown = piece
        self.setAccessibleName(piece.caption)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.current().changed.connect(self.update)

    def _scale(self, width: int) -> float:
        left, top, right, foot = self._shown.window
        highest = theme.px(_HIGHEST) / (foot - top)
        return max(0.1, min(_MAX_SCALE * theme.px(100) / 100, highest, (width - 2 * _EDGE) / (right - left)))

    def heightForWidth(self, width: int) -> int:
        _, top, _, foot = self._shown.window
        return round((foot - top) * self._scale(width)) + 2 * _EDGE

    def sizeHint(self) -> QSize:
        return QSize(320, self.heightForWidth(320))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.heightForWidth(160))

    def paintEvent(self, _event: QPaintEvent) -> None:
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


class Section(QWidget):
    """An entry of the handbook: its title and, once they are wanted, its text and its examples; the ids of its rules in the
    margin."""

    def __init__(self, entry: Entry, parent: QWidget) -> None:
        super().__init__(parent)
        self.entry = entry
        self.pieces: list[Shown] = []
        self.written = self.drawn = False
        self.setProperty(FOLDED, True)
        self.setAccessibleName(entry.title)
        column = in_column(label(entry.title, "heading"), gap=6)
        self._text, self._pictures = QVBoxLayout(), QVBoxLayout()
        self._text.setSpacing(6)
        self._pictures.setSpacing(4)
        column.addLayout(self._text)
        column.addLayout(self._pictures)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 6, 0, 10)
        grid.setColumnStretch(0, 1)
        grid.addLayout(column, 0, 0)
        if theme.largest():  # no margin for them
            column.addWidget(silent(" · ".join(entry.keys), "margin"))
            return
        ids = silent("\n".join(entry.keys), "margin", wrap=False)
        ids.setFixedWidth(theme.px(_IDS))
        ids.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        grid.addWidget(ids, 0, 1, Qt.AlignmentFlag.AlignTop)

    def write(self) -> None:
        """Puts the text in, once."""
        if self.written:
            return
        self.written = True
        for i, paragraph in enumerate(self.entry.paragraphs):
            self._text.addWidget(line(paragraph, spoken=paragraph if i else f"{self.entry.title}. {paragraph}"))

    @property
    def lines(self) -> list[QLabel]:
        """Its texts, as they are read."""
        return [each for each in self.findChildren(QLabel) if each.property(LINE)]

    def draw(self, game: Game, rules: object) -> None:
        """Draws the examples under the text: each with its caption, and with what the rules say where they refuse it."""
        self.write()
        self.drawn = True
        for piece in shown(game, rules, self.entry):
            self.pieces.append(piece)
            self._pictures.addWidget(Cutting(piece))
            self._pictures.addWidget(line(piece.caption, "faint"))
            if piece.refusal is not None:
                refused = piece.refusal.sentence(game.play.rulebook)
                self._pictures.addWidget(line(f"✗ {refused}", "wrong", refused))


class RulesPage(Dialog):
    """Stays open beside the game, where it was left."""

    def __init__(self, game_id: str, parent: QWidget | None = None, sheet: Sheet | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)  # it opens where it was left
        self.setWindowTitle(tr("Rules"))
        theme.role(self, "page")
        self.game: Game = GAMES[game_id]
        self.entry: Entry | None = None
        self.sections: list[Section] = []
        self._headings: list[tuple[QLabel, tuple[Entry, ...]]] = []
        self._anchor: tuple[Section, int] | None = None
        """What stays at the top whatever grows above it, and how far it is scrolled past, in pixels."""
        self._placing = False
        self.which = Combo({each: tr(game.info.title) for each, game in GAMES.items()}, game_id, tr("Game"))
        self.which.currentIndexChanged.connect(lambda _: self._take(self.which.value, None))
        self.query = QLineEdit()
        touchable(self.query)
        self.query.setPlaceholderText(tr("Search the rules"))
        self.query.setAccessibleName(tr("Search the rules"))
        self.query.setClearButtonEnabled(True)
        self.query.textChanged.connect(lambda _: self._search())
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Rules"))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(lambda item, _: self._chosen(item))
        self.nothing = label("", "faint")
        self._column = in_column(gap=4, margins=(0, 0, 12, 0))
        self._inside = QWidget()
        self._inside.setLayout(self._column)
        self._inside.installEventFilter(self)
        self.page = TextList(self._inside)
        self.page.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.page.moved.connect(self._follow_line)
        close = button(tr("&Close"), "", "primary", self.close)
        self.contents: QPushButton | None = None
        if theme.largest():
            self._lay_one_column(close)
        else:
            left = QWidget()
            in_column(self.which, self.query, self.nothing, grow(self.list), gap=8, on=left)
            room = parent.window().width() if parent is not None else _ROOM
            left.setFixedWidth(min(theme.px(_LIST), round(_LIST_SHARE * room)))
            row = in_row(left, grow(self.page), gap=16)
            in_column(grow(row), in_row(STRETCH, close), gap=12, margins=(16, 12, 16, 12), on=self)
        QShortcut(QKeySequence.StandardKey.Find, self, self.query.setFocus)
        self._drawing = QTimer(self, singleShot=True, interval=0)
        self._drawing.timeout.connect(self._draw)
        self._rereading = QTimer(self, singleShot=True, interval=0)
        self._rereading.timeout.connect(self._place)
        self._take(game_id, sheet)
        sized(self, 900, 680)

    def _lay_one_column(self, close: QPushButton) -> None:
        """Lays the contents over the text, while they are wanted: side by side, two narrow columns would scroll."""
        pages = QStackedWidget()
        for widget in (self.page, self.list):
            pages.addWidget(widget)
        contents = self.contents = button(tr("C&ontents"))
        contents.setCheckable(True)
        contents.toggled.connect(lambda wanted: pages.setCurrentIndex(int(wanted)))
        self.list.itemClicked.connect(lambda item: contents.setChecked(not item.data(Qt.ItemDataRole.UserRole)))
        self.list.itemActivated.connect(lambda item: contents.setChecked(not item.data(Qt.ItemDataRole.UserRole)))
        head = in_row(grow(self.which), grow(self.query), gap=8)
        foot = in_row(contents, STRETCH, close)
        in_column(head, self.nothing, grow(pages), foot, gap=8, margins=(16, 12, 16, 12), on=self)

    # ------------------------------------------------------------------ what is shown

    def open_at(self, key: str, game_id: str = "", sheet: Sheet | None = None) -> None:
        """Shows the entry that explains a rule, by rule key or rulebook key; the first one for a key that none explains.
        `game_id`: of this game, "" for the one that is open. `sheet`: on this sheet, else as it is open, or on the first."""
        self.follow(game_id or self.game.info.id, sheet)
        self.query.clear()
        entry = entry_of(self.handbook, key) or next(entries(self.handbook), None)
        section = self._section(entry)
        if self.contents is not None:
            self.contents.setChecked(False)
        if section is not None:
            section.write()
            self.page.read(section.lines[0])
        self._show_entry(entry)

    def follow(self, game_id: str, sheet: Sheet | None) -> None:
        """Shows the rules of a game on a sheet, from their beginning, unless they are shown."""
        other = sheet is not None and rules_on(GAMES[game_id], sheet).sheet.hash != self._rules.sheet.hash
        if game_id != self.game.info.id or other:
            self._take(game_id, sheet)
            self.which.blockSignals(True)
            self.which.choose(game_id)
            self.which.blockSignals(False)

    def _take(self, game_id: str, sheet: Sheet | None) -> None:
        """Shows the handbook of a game on a sheet, from its beginning."""
        self.game = GAMES[game_id]
        self._rules = rules_on(self.game, sheet)
        self.handbook: Handbook = self.game.words.handbook(self._rules)
        self._anchor = None
        emptied(self._column)
        self.sections, self._headings = [], []
        for chapter in self.handbook:
            heading = label(chapter.title, "title")
            self._headings.append((heading, chapter.entries))
            self._column.addWidget(heading)
            for entry in chapter.entries:
                self.sections.append(Section(entry, self._inside))
                self._column.addWidget(self.sections[-1])
        self._column.addStretch(1)
        self._search()
        self._drawing.start()

    def _draw(self) -> None:
        """Draws the text and the examples of one entry per event-loop turn, so that the page stays responsive; first those
        being read."""
        waiting = [section for section in self.sections if not section.drawn]
        if not waiting:
            return
        at = self.sections.index(self._anchor[0]) if self._anchor else 0
        near = min(waiting, key=lambda section: ((i := self.sections.index(section)) < at, abs(i - at)))
        near.draw(self.game, self._rules)
        self._drawing.start()

    def _search(self) -> None:
        """Shows the entries that hold what is query, here and in the contents."""
        wanted = found(self.handbook, self.query.text())
        bold = QFont(self.list.font())
        bold.setWeight(QFont.Weight.DemiBold)
        self.list.blockSignals(True)
        self.list.clear()
        for chapter in self.handbook:
            inside = [entry for entry in chapter.entries if entry in wanted]
            if inside:
                heading = QListWidgetItem(chapter.title)
                heading.setFlags(Qt.ItemFlag.NoItemFlags)
                heading.setFont(bold)
                heading.setForeground(theme.color("text"))
                self.list.addItem(heading)
            for entry in inside:
                item = QListWidgetItem(f"   {entry.title}")
                item.setData(Qt.ItemDataRole.UserRole, entry.keys[0])
                item.setData(Qt.ItemDataRole.AccessibleTextRole, " ".join((f"{entry.title}.", *entry.paragraphs)))
                item.setSizeHint(QSize(0, theme.px(44 if self.contents is None else 28)))
                self.list.addItem(item)
        self.list.blockSignals(False)
        for section in self.sections:
            section.setVisible(section.entry in wanted)
        for title, within in self._headings:
            title.setVisible(any(entry in wanted for entry in within))
        self.nothing.setText(
            tr("The rules of {game} don’t mention “{text}”.", game=self.game.info.title, text=self.query.text().strip())
            if self.handbook else tr("{game} has no rules to read yet.", game=self.game.info.title)
        )
        self.nothing.setVisible(not wanted)
        self._show_entry(self.entry if self.entry in wanted else next(iter(wanted), None))

    def _chosen(self, item: QListWidgetItem | None) -> None:
        key = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        if key and (self.entry is None or key != self.entry.keys[0]):
            self._show_entry(entry_of(self.handbook, key))

    def _show_entry(self, entry: Entry | None) -> None:
        """Scrolls to an entry; the first one of a chapter with the chapter's title."""
        self.entry = entry
        section = self._section(entry)
        self._anchor = (section, self._lead(section)) if section is not None else None
        if section is not None:
            section.write()
            self.page.stop_at(section.lines[0])
        self._mark()
        self._rereading.start()

    def _section(self, entry: Entry | None) -> Section | None:
        return next((each for each in self.sections if each.entry is entry), None)

    def _follow_line(self, read: QLabel) -> None:
        """Marks what is read in the contents."""
        self.entry = next(each.entry for each in self.sections if each.isAncestorOf(read))
        self._mark()

    def _lead(self, section: Section) -> int:
        """Where to scroll to for a section, in pixels below its top: above it, if a title stands there."""
        title = next((title for title, within in self._headings if within[0] is section.entry), None)
        return -title.sizeHint().height() - self._column.spacing() if title is not None else 0

    # ------------------------------------------------------------------ scrolling

    def _place(self) -> None:
        """Brings what is being read back to the top."""
        if self._anchor is not None:
            section, past = self._anchor
            self._placing = True
            self.page.verticalScrollBar().setValue(section.y() + past)
            self._placing = False

    def _scrolled(self, value: int) -> None:
        """Finds what is being read now, after somebody scrolled."""
        if self._placing:
            return
        seen = [section for section in self.sections if section.isVisibleTo(self._inside)]
        begun = [section for section in seen if section.y() <= value + theme.px(_READ)]
        section = begun[-1] if begun else next(iter(seen), None)
        if section is not None:
            self._anchor = (section, value - section.y())
            self.entry = section.entry
            self._mark()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._inside and event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._rereading.start()
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._rereading.start()

    def _mark(self) -> None:
        for row in range(self.list.count()):
            item = self.list.item(row)
            if self.entry is not None and item.data(Qt.ItemDataRole.UserRole) == self.entry.keys[0]:
                self.list.setCurrentItem(item)
                # At once would be before the list knows how high its rows are.
                later(self.list, lambda: self.list.scrollToItem(self.list.currentItem()))
                return
