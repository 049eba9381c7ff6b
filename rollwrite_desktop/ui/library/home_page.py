"""The first page: the game to continue, a shelf of all games, and what else one does with them, each in a single tap."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.core.journal import SUFFIX
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.decks import SUFFIX as DECK
from rollwrite_desktop.intake.sessions import SUFFIX as SESSION
from rollwrite_desktop.intake.text import as_text, tool_tip
from rollwrite_desktop.play.kept.game_index import files_in
from rollwrite_desktop.play.kept.saved_game import Kept
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.relative_time import relative_time
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.canvas.thumbnail import SheetPiece, Thumbnail
from rollwrite_desktop.ui.kit.buttons import CardButton, button, icon_button
from rollwrite_desktop.ui.kit.event_loop import Pieces, later
from rollwrite_desktop.ui.kit.labels import ElidedLabel, IconLabel, label
from rollwrite_desktop.ui.kit.layouts import STRETCH, emptied, grow, in_column, in_row
from rollwrite_desktop.ui.kit.page import Page
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.library import example_sheets
from rollwrite_desktop.ui.library.game_facts import describe_facts
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.long_games import LongGames

_WIDEST = 1560
_CARD = 236
"""The least width of a game on the shelf, in pixels at 100 % text."""
_AROUND_PIECE = 22
_TOOL = 196
"""The least width of one of the other things one does, so that all are in one row."""
_RECENT = 3
_PIECE, _LOWEST, _HIGHEST = 0.6, 0.4, 0.9
"""The height of a picture for its width: usually, at least, at most."""
_PIECE_OF_PAGE = 0.25
"""With very large texts, the height of a picture for that of the page."""


class HomePage(Page):
    """Tells by signals what was chosen. `games`: the games on the shelf, by id."""

    play_chosen = Signal(str)
    print_chosen = Signal(str)
    check_chosen = Signal(str)
    file_chosen = Signal(object)
    open_chosen = Signal()
    library_chosen = Signal()
    history_chosen = Signal()
    sessions_chosen = Signal()
    map_chosen = Signal()
    practice_chosen = Signal()
    preferences_chosen = Signal()
    about_chosen = Signal()

    def __init__(self, store: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.store = store
        self.game_store = GameStore(self.store)
        self.games: dict[str, CardButton] = {}
        self._pictures: dict[str, SheetPiece] = {}
        self._begun = False
        """Whether the pictures are drawn, or have been."""
        theme.role(self, "page")
        self._inside = QWidget()
        column = QVBoxLayout(self._inside)
        around = 32 if not theme.largest() else 8
        column.setContentsMargins(around, 12, around, 16)
        column.setSpacing(16)
        column.addStretch(1)
        column.addLayout(self._head())
        waiting = self._latest()
        self._go_on_place = QVBoxLayout()
        column.addLayout(self._go_on_place)
        if waiting is not None:
            self._go_on_place.addWidget(self._go_on(waiting))
        self._shown = waiting
        self._long = LongGames(self.game_store, self)
        self._long.read.connect(self._take_long)
        later(self, self._look_at_long)
        self._grid = QGridLayout()
        self._grid.setSpacing(16)
        for number, game in enumerate(GAMES.values(), 1):
            self.games[game.info.id] = self._game(game, number)
        column.addLayout(self._grid)
        self._tools = QGridLayout()
        self._tools.setSpacing(16)
        self._tool_cards = self._make_tools()
        column.addLayout(self._tools)
        column.addLayout(self._foot(waiting))
        column.addStretch(1)
        middle = QWidget()
        in_row(STRETCH, grow(self._inside, 100), STRETCH, on=middle)
        in_column(Scroll(middle), on=self)
        self._columns = 0
        self._arrange()
        self.starts_at = self.go_on if waiting is not None else self.games[self._last_game()]
        # The window is there first, the pictures come one by one.
        self._drawing = Pieces(self)
        for picture in self._pictures.values():
            picture.awaited.connect(self._begin_drawing)

    def introduction(self) -> str:
        return tr("Home. Choose a game, or what to do with sheets and saved games.")

    go_on: CardButton
    recent: list[QWidget]

    def _last_game(self) -> str:
        """Returns the game chosen last; else the first."""
        last = self.store.recall("game", "")
        return last if last in GAMES else next(iter(GAMES))

    # ------------------------------------------------------------------ the parts

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(label("Rollwrite Desktop", "title" if theme.largest() else "display", wrap=theme.largest()), 1)
        due = self._due()
        self.practice = button(tr("Practice ({n})", n=due) if due else tr("Practice"), "check", "quiet",
                               self.practice_chosen.emit)
        self.practice.setToolTip(tool_tip(tr(
            "Mistakes from your reviewed games, to play again; until then, positions to start with"
        )))
        self.open = button(tr("&Open …"), "folder-open", "quiet", self.open_chosen.emit)
        self.preferences = icon_button("settings", tr("Preferences"), self.preferences_chosen.emit)
        self.about = icon_button("help", tr("About this program"), self.about_chosen.emit)
        if theme.largest():
            for captioned in (self.practice, self.open):
                theme.undress(captioned)
        for widget in (self.practice, self.open, self.preferences, self.about):
            row.addWidget(widget)
        return row

    def _due(self) -> int:
        """Returns how many of one's own mistakes are left of the day's dozen."""
        if not files_in(self.store.decks, DECK):
            return 0
        from rollwrite_desktop.ui.library.deck_store import DeckStore  # takes long to load, and a newcomer has none

        return DeckStore(self.store).waiting(self.store.now().date())

    def _go_on(self, kept: Kept) -> QWidget:
        self.go_on = CardButton(tr("Continue {name}", name=_named(kept)), "Alt+N")
        row = in_row(gap=20, margins=(12, 10, 20, 10), on=self.go_on)
        picture = Thumbnail(128)
        picture.setFixedWidth(128)
        picture.show_display(kept.display)
        row.addWidget(picture)
        text = in_column(
            STRETCH, ElidedLabel(tr("Continue {game}", game=kept.game), "title"), ElidedLabel(kept.title, "heading"),
            gap=2
        )
        when = tr("{progress} · {when}", progress=kept.progress, when=relative_time(kept.touched, self.store.now()))
        text.addWidget(label(when, "faint") if theme.large() else ElidedLabel(when, "faint"))
        text.addStretch(1)
        row.addLayout(text, 1)
        row.addWidget(IconLabel("chevron-right", 28, "accent"))
        _hand_through(self.go_on)
        self.go_on.clicked.connect(lambda _=False: self.file_chosen.emit(kept.path))
        return self.go_on

    def _game(self, game: Game, number: int) -> CardButton:
        """A game on the shelf: a piece of its sheet, its name, what it is, for how many and how long."""
        game_id, shown = game.info.id, game.words.presentation
        card = CardButton(tr(game.info.title), f"Alt+{number}")
        card.setAccessibleDescription(" ".join(filter(None, (tr(shown.pitch), describe_facts(game)))))
        column = in_column(gap=4, margins=(10, 10, 10, 14), on=card)
        picture = SheetPiece(shown.piece, _PIECE)
        self._pictures[game_id] = picture
        column.addWidget(picture)
        column.addSpacing(4)
        inset = in_column(
            label(tr(game.info.title), "title"), label(tr(shown.pitch)), STRETCH, label(describe_facts(game), "faint"),
            gap=4, margins=(6, 0, 6, 0)
        )
        column.addLayout(inset, 1)
        _hand_through(card)
        card.clicked.connect(lambda _=False: self.play_chosen.emit(game_id))
        return card

    def _latest(self) -> Kept | None:
        """Returns the game or the session on paper that goes on, whichever was touched last."""
        found = list(self.game_store.waiting())
        if files_in(self.store.sessions, SESSION):
            from rollwrite_desktop.ui.library.session_store import Sessions  # takes long to load, and most have none

            found += Sessions(self.store).waiting()
        return max(found, key=lambda kept: kept.touched, default=None)

    def _look_at_long(self) -> None:
        self._long.want(self.game_store.unlooked(self.game_store.latest()))

    def _take_long(self, kept: Kept) -> None:
        """A long game that has been looked at meanwhile: the one to continue, if it was touched last."""
        goes_on = not (kept.over or kept.error or kept.read_only)
        if goes_on and (self._shown is None or kept.touched > self._shown.touched):
            emptied(self._go_on_place)
            self._shown = kept
            self._go_on_place.addWidget(self._go_on(kept))
            self._arrange()

    def _make_tools(self) -> tuple[CardButton, ...]:
        """Returns what else one does with sheets: to print, check and make them; the games and results that are kept."""
        count = self.game_store.count
        self.print = _tool("print", tr("Print sheets"), tr("As PDF or on paper"), "Alt+R")
        self.print.clicked.connect(lambda _=False: self.print_chosen.emit(self._last_game()))
        self.check = _tool("pencil", tr("Check a paper sheet"), tr("Mistakes and score at once"), "Alt+C")
        self.check.clicked.connect(lambda _=False: self.check_chosen.emit(self._last_game()))
        self.sessions = _tool("users", tr("Sessions"), tr("For a class or club"), "Alt+S")
        self.sessions.clicked.connect(lambda _=False: self.sessions_chosen.emit())
        self.map = _tool("image", tr("New map"), tr("Any map, or an island"), "Alt+M")
        self.map.clicked.connect(lambda _=False: self.map_chosen.emit())
        kept = tr_n("One game", "{n} games", count) if count else tr("None yet")
        self.library = _tool("list", tr("Saved games"), kept, "Alt+G")
        self.library.clicked.connect(lambda _=False: self.library_chosen.emit())
        self.history = _tool("history", tr("Results"), tr("Best, average, charts"), "Alt+T")
        self.history.clicked.connect(lambda _=False: self.history_chosen.emit())
        return self.print, self.check, self.map, self.sessions, self.library, self.history

    def _foot(self, waiting: Kept | None) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        others = (path for path in self.store.recent() if waiting is None or path != waiting.path.absolute())
        self.recent = list(islice(filter(None, map(self._file, others)), _RECENT))
        if self.recent:
            row.addWidget(label(tr("Recent"), "faint", wrap=False))
        for entry in self.recent:
            row.addWidget(entry)
        row.addStretch(1)
        return row

    def _file(self, path: Path) -> QWidget | None:
        """A button that opens a recent file; None for a game in which nothing has happened."""
        name = as_text(path.stem)
        if path.suffix == SUFFIX:
            kept = self.game_store.glance(path)
            if not kept.begun:
                return None
            name = _named(kept)
        icon = {SUFFIX: "dice", SESSION: "users"}.get(path.suffix, "pencil")
        entry = button("", icon, "quiet", lambda: self.file_chosen.emit(path))
        entry.setAccessibleName(as_text(path.name))
        entry.setToolTip(tool_tip(str(path)))
        wide = theme.px(320)
        entry.setText(entry.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, wide).replace("&", "&&"))
        return entry

    # ------------------------------------------------------------------ the room there is

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """As many games beside each other as fit: all, two or one."""
        room = min(self.width(), theme.px(_WIDEST)) - 64
        self._inside.setMaximumWidth(theme.px(_WIDEST))
        one = theme.px(_CARD) + self._grid.horizontalSpacing()
        columns = next((n for n in (len(self.games), 2) if n * one <= room), 1)
        used = theme.px(80)
        for entry in self.recent:
            used += entry.sizeHint().width() + 4
            entry.setVisible(used <= room)
        if columns != self._columns:
            self._place(columns, room)
        wide = room // columns - self._grid.horizontalSpacing() - _AROUND_PIECE
        share = min(_HIGHEST, max(_LOWEST, self._spare(wide) / wide)) if columns == len(self.games) else _PIECE
        if theme.large():  # what a game is called is in sight, not its picture only
            share = min(share, _PIECE_OF_PAGE * self.height() / wide)
        for picture in self._pictures.values():
            picture.set_shape(math.floor(100 * share) / 100)

    def _spare(self, wide: int) -> int:
        """How high a picture of this width can be with all that stands above and below in sight."""
        column, picture = self._inside.layout(), next(iter(self._pictures.values()))
        assert column is not None
        whole = column.totalHeightForWidth(min(self.width(), theme.px(_WIDEST)))
        return self.height() - whole + picture.heightForWidth(wide)

    def _place(self, columns: int, room: int) -> None:
        """So many games beside each other, and below them what else one does."""
        self._columns = columns
        wide_row = columns == len(self.games) and len(self._tool_cards) * theme.px(_TOOL) <= room
        across = len(self._tool_cards) if wide_row else columns
        for grid, cards, n in ((self._grid, tuple(self.games.values()), columns), (self._tools, self._tool_cards, across)):
            for place, card in enumerate(cards):
                grid.addWidget(card, place // n, place % n)
            for column in range(len(cards)):
                grid.setColumnStretch(column, 1 if column < n else 0)

    def _begin_drawing(self) -> None:
        if not self._begun:
            self._begun = True
            later(self, partial(self._drawing.begin, self._draw()))

    def _draw(self) -> Iterator[None]:
        """The pictures of the shelf, a few moves of a game per event-loop turn, so that the page stays responsive."""
        for game_id, picture in self._pictures.items():
            for display in example_sheets.played(game_id):
                if display is not None:
                    picture.show_display(display)
                yield


def _tool(icon: str, title: str, sentence: str, key: str) -> CardButton:
    """A low card: an icon, a title, and a line under it."""
    card = CardButton(title, key)
    card.setAccessibleDescription(sentence)
    row = in_row(IconLabel(icon, 24, "accent"), gap=12, margins=(16, 10, 16, 10), on=card)
    text = in_column(STRETCH, label(title, "heading"), label(sentence, "faint"), STRETCH, gap=0)
    row.addLayout(text, 1)
    _hand_through(card)
    return card


def _named(kept: Kept) -> str:
    """Returns what to call a game in one line: with whoever plays now."""
    game = tr(kept.game) if kept.game and tr(kept.game) not in kept.title else ""
    return " · ".join(filter(None, (game, kept.title)))


def _hand_through(door: CardButton) -> None:
    """Clicks on what lies on the card are clicks on the card."""
    for child in door.findChildren(QWidget):
        child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
