"""The replay of a game: the sheet as it was with the dice of the moment, a slider through the moves, the record beside it,
what each turn brought, what there is to learn; the sheet of a computer player with the same dice beside it; and a new game
from any point.

Reads the game only (`play/review/replay.py`); the journal it came from is left as it is.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QHideEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.core.journal import Journal
from rollwrite_desktop.gamekit.think.review import Remark
from rollwrite_desktop.play.opening.game_codes import code_of
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.review.game_review import TurnResult
from rollwrite_desktop.play.review.replay_view import ReplayView
from rollwrite_desktop.printing.reports.review_pages import review_leaves
from rollwrite_desktop.ui.base import theme, touch
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.canvas.focus_line import FocusLine
from rollwrite_desktop.ui.canvas.save_picture import ask_picture, save_picture
from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.canvas.spot_words import Described
from rollwrite_desktop.ui.canvas.words_dialog import WordsDialog
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.choices import Combo
from rollwrite_desktop.ui.kit.code_line import CodeLine
from rollwrite_desktop.ui.kit.event_loop import later
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import grow, in_column, row_of
from rollwrite_desktop.ui.kit.page import Menus, Page
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.library.deck_store import DeckCollector, DeckStore
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.play.table.replay.compare_panel import ComparePanel
from rollwrite_desktop.ui.play.table.replay.replay_side import COMPARE, LOG, REVIEW, SCORE, TURNS, ReplaySide
from rollwrite_desktop.ui.play.table.replay.review_panel import ReviewPanel
from rollwrite_desktop.ui.play.table.replay.roll_strip import CardStrip, RollStrip
from rollwrite_desktop.ui.play.table.replay.transport import Transport

STEP_MS = 650
_SIDE = 340
_WIDE = 900
_LARGE = 1.6  # texts
_STRETCH = 1000  # of the stretch
_ANY = 16_777_215  # Qt's own "no limit"
_TALL_SHEET = 0.5
"""Of a tall page's height: no more for the sheet."""


class ReplayPage(Page):
    """`started` carries the path of a new game that goes on from here; `leaves_chosen` the game's id and pages to print.
    `model`: what is shown, without the window."""

    started = Signal(object)
    print_chosen = Signal(object)
    leaves_chosen = Signal(object)
    code_chosen = Signal(str)
    opened: Opened

    def __init__(
        self, opened: Opened, path: Path, store: Settings, parent: QWidget | None = None, *, tab: int | None = None
    ) -> None:
        """`tab`: REVIEW or COMPARE, which begins when the page is there."""
        super().__init__(tr("Replay"), parent)
        self.opened, self.path = opened, path
        self.store = store
        self.model = ReplayView(opened)
        self.replay = self.model.replay
        self.snapshot = self.model.snapshot()
        self._announced, self._introduced = ("", ""), False
        self._story = ""
        self._review: ReviewPanel | None = None
        self._compare: ComparePanel | None = None
        self._collector = DeckCollector(DeckStore(store), self)
        self._collector.collected.connect(self._tell_collected)
        theme.role(self, "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._build()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        FocusLine(self, self.view)
        self._playing = QTimer(self, interval=STEP_MS)
        self._playing.timeout.connect(self._play_on)
        self._actions = self._make_actions()
        touch.accept_all(self)
        self.refresh()
        if opened.game.think.engine is not None:
            later(self, self._make_panels)
        if tab is not None:
            # The page is there first; what is made next has a turn of the event loop of its own.
            later(self, lambda: self.open_tab(tab))

    # ------------------------------------------------------------------ the parts

    def _build(self) -> None:
        head = PageHead(
            tr("Replay · {game}", game=self.opened.game.info.title), tr("Back"), wrap=_large()
        )
        head.left.connect(self.left)
        names = {player: self.replay.name(player) for player in self.replay.players}
        in_turn = tr("Player in turn")
        self.whose = Combo({"": in_turn, **names}, "", tr("Whose sheet"))
        self.whose.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.whose.setMinimumContentsLength(max(9, len(in_turn) * 3 // 4))  # as wide as an X each
        self.whose.currentIndexChanged.connect(lambda _: self.choose_player(self.whose.value))
        head.add(self.whose)
        if len(names) == 1:
            self.whose.hide()
        self.view = SheetView(self.opened.sheet)
        self.view.near = self.view.follows = True
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.words = Described(self.model.describe)
        self.sentence = label("", "prompt")
        self.body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.body.setSpacing(8)
        in_column(head, grow(self.body), gap=2, margins=(12, 4, 12, 4), on=self)
        self._left = left = QVBoxLayout()
        left.setSpacing(4)
        self.body.addLayout(left, 1)
        left.addWidget(self.sentence)
        self.moment, self.cards = RollStrip(), CardStrip()
        self.moment.set_pips(self.store.preferences.dice == "pips")
        if self.opened.game.info.realtime or theme.largest():  # the sentence tells the dice
            self.moment.hide()
        self._head = head
        self._moment_over_sheet: bool | None = None
        left.addLayout(self._sheets(), 1)
        self.bar = Transport(self.replay.length)
        self.bar.stepped.connect(lambda by: self.go(self.model.at + by))
        self.bar.rolled.connect(self.step_roll)
        self.bar.gone_to.connect(self._slid)
        self.bar.toggled.connect(self.toggle)
        left.addWidget(self.bar)
        side = QWidget()
        self._scroll = Scroll(side)
        self.side: QWidget = self._scroll
        if _large():  # all but the large button scrolls
            self.side = QWidget()
            in_column(grow(self._scroll), on=self.side)
        self.body.addWidget(self.side)
        self._fill_side(side)

    def _sheets(self) -> QHBoxLayout:
        """Returns the sheet, and a second one with the names over both while two games are compared."""
        self.other_view = SheetView(self.opened.sheet)
        self.other_view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.captions = label("", "faint", wrap=False), label("", "faint", wrap=False)
        row = QHBoxLayout()
        row.setSpacing(8)
        halves = []
        for caption, view in zip(self.captions, (self.view, self.other_view), strict=True):
            half = QWidget()
            column = in_column(gap=2, on=half)
            column.addWidget(caption, 0, Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(view, _STRETCH)
            column.addStretch(1)
            row.addWidget(half, 1)
            halves.append(half)
        self.captions[0].hide()
        self.other_half = halves[1]
        self.other_half.hide()
        return row

    def _fill_side(self, side: QWidget) -> None:
        column = in_column(gap=6, on=side)
        self.beside = ReplaySide(self.opened, self.replay, _large())
        self.beside.gone_to.connect(self.go)
        self.beside.opened.connect(self.open_tab)
        self.beside.pointed.connect(self._point)
        column.addWidget(self.cards)
        column.addWidget(self.beside, 1)
        self.code = CodeLine(again=True)
        self.code.again_chosen.connect(self.code_chosen)
        self.branch = button(tr("Play &on from here"), "play", "primary", self.play_from_here, breaks=True)
        column.addWidget(self.code)
        self.code.show_code(code_of(self.opened.head))
        (self.side.layout() or column).addWidget(self.branch)
        if theme.largest():
            theme.undress(self.branch)
        column.addLayout(row_of(
            button(tr("P&icture"), "image", "", self.ask_picture),
            button(tr("Prin&t"), "print", "", lambda: self.print_chosen.emit(self.opened)), plain=True,
        ))
        self.beside.turn_to(SCORE if self.opened.session.over else LOG)

    @property
    def review(self) -> ReviewPanel:
        """What each choice cost; made when it is first wanted, or a moment after the page is there."""
        if self._review is None:
            self._review = made = ReviewPanel(self.opened, self.path, self.beside.place(REVIEW))
            made.turn_chosen.connect(self.go)
            made.choice_pointed.connect(self._show_choice)
            made.reviewed.connect(self.refresh)
            made.reviewed.connect(self._collect)
            made.print_chosen.connect(self.print_review)
            self._put_in(made, REVIEW)
            if made.player != self.model.player:
                made.show_player(self.model.player)
        return self._review

    def _collect(self) -> None:
        """Puts the costly turns of a review that is whole into the decks, to be practiced."""
        if self.review.found.review is not None and self.path.absolute().parent == self.store.games.absolute():
            self._collector.start(self.path)

    def _tell_collected(self, came: int, done: bool) -> None:  # noqa: ARG002
        if done and self._collector.added:
            self.notified.emit(tr_n("One costly turn is in Practice now.", "{n} costly turns are in Practice now.",
                                    self._collector.added))

    @property
    def compare(self) -> ComparePanel:
        """The game beside those of the computer players on the same dice; made as `review` is."""
        if self._compare is None:
            self._compare = made = ComparePanel(self.opened, self.path, self.replay, self.beside.place(COMPARE))
            made.turn_chosen.connect(self.go)
            made.changed.connect(self._show_sheets)
            self._put_in(made, COMPARE)
            if made.player != self.model.player:
                made.show_player(self.model.player)
        return self._compare

    def _put_in(self, panel: QWidget, which: int) -> None:
        self.beside.put_in(panel, which)
        self.grown.emit()

    def _make_panels(self) -> None:
        """One in each turn of the event loop."""
        if self._review is None:
            _ = self.review
            later(self, self._make_panels)
        else:
            _ = self.compare

    def open_tab(self, which: int) -> None:
        """LOG, TURNS, SCORE, or REVIEW or COMPARE, which begin when they are opened."""
        if self.beside.has(which):
            self.beside.turn_to(which)
            if which == REVIEW:
                self.review.begin()
            elif which == COMPARE:
                self.compare.begin()
            self.refresh()

    def _make_actions(self) -> list[QAction | None]:
        """Keys, and the entries of the menu; None is a line between them."""
        entries: tuple[tuple[str, str, Any] | None, ...] = (
            ("Left", tr("Move &back"), lambda: self._step(self.replay.step(self.model.at, -1))),
            ("Right", tr("Move &on"), lambda: self._step(self.replay.step(self.model.at, 1))),
            ("PgUp", tr("P&revious roll"), lambda: self._step(self.replay.roll_before(self.model.at))),
            ("PgDown", tr("Ne&xt roll"), lambda: self._step(self.replay.next_roll(self.model.at))),
            ("Shift+PgUp", tr("Previo&us costly turn"), lambda: self.step_costly(-1)),
            ("Shift+PgDown", tr("&Next costly turn"), lambda: self.step_costly(1)),
            ("Home", tr("To the &start"), lambda: self._step(0)),
            ("End", tr("To the &end"), lambda: self._step(self.replay.length)),
            None,
            ("Ctrl+1", tr("&Log"), lambda: self.open_tab(LOG)),
            ("Ctrl+2", tr("&Turns"), lambda: self.open_tab(TURNS)),
            ("Ctrl+3", tr("S&core"), lambda: self.open_tab(SCORE)),
            ("Ctrl+4", tr("Re&view"), lambda: self.open_tab(REVIEW)),
            ("Ctrl+5", tr("Co&mpare"), lambda: self.open_tab(COMPARE)),
            None,
            ("Ctrl+Return", tr("&Play on from here"), self.play_from_here),
            ("Ctrl+E", tr("Save a p&icture …"), self.ask_picture),
            None,
            ("Ctrl++", tr("Zoom &in"), lambda: self.view.zoom(1.25)),
            ("Ctrl+-", tr("Zoom &out"), lambda: self.view.zoom(0.8)),
            ("Ctrl+0", tr("&Whole sheet"), self.view.fit_or_near),
            None,
            ("F8", tr("The &sheet in words …"), self.read_sheet),
            ("F4", tr("&Say it again"), accessible.repeat),
        )
        made: list[QAction | None] = []
        for entry in entries:
            if entry is None:
                made.append(None)
                continue
            key, text, slot = entry
            action = QAction(text, self)
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(lambda _=False, slot=slot: slot())
            self.addAction(action)
            made.append(action)
        return made

    def menus(self) -> Menus:
        return ((tr("&Replay"), self._actions),)

    # ------------------------------------------------------------------ going through the game

    def go(self, count: int) -> None:
        """To the position after `count` events."""
        self.model.go(count)
        self.refresh()

    def _step(self, count: int) -> None:
        """To a position by a key; where it is shown already, it is told again, and the sheet stays."""
        if self.model.is_at(count):
            accessible.announce(self.snapshot.spoken, urgent=True)
        else:
            self.go(count)

    def step_roll(self, way: int) -> None:
        """To the next roll, or to the one before (`way` -1)."""
        self.go(self.replay.next_roll(self.model.at) if way > 0 else self.replay.roll_before(self.model.at))

    def step_costly(self, way: int) -> None:
        """To the next turn that clearly cost something, or to the one before (`way` -1); shows the review."""
        if self.opened.game.think.engine is not None:
            if self.beside.current != REVIEW:
                self.open_tab(REVIEW)
            self.review.step(way)

    def choose_player(self, player: str) -> None:
        """Shows this player's sheet throughout; "" follows the player who moves."""
        self.model.choose_player(player)
        self.refresh()

    def toggle(self) -> None:
        """Plays by itself, or stops. Where nothing is to move it goes one roll on."""
        if not theme.moves(self.store.preferences.motion):
            self.go(self.replay.next_roll(0 if self._at_end else self.model.at))
            return
        if self._playing.isActive():
            self._playing.stop()
        else:
            if self._at_end:
                self.go(0)
            self._playing.start()
        self.refresh()

    @property
    def playing(self) -> bool:
        """Whether the replay runs by itself."""
        return self._playing.isActive()

    def _play_on(self) -> None:
        self.go(self.replay.step(self.model.at, 1))
        if self._at_end:
            self._playing.stop()
            self.refresh()

    def _slid(self, value: int) -> None:
        if value != self.model.at:
            self.go(value)

    def _point(self, remark: Remark | None) -> None:
        self.model.point(remark)
        self._show_sheets()

    def _show_choice(self, choice: int | None) -> None:
        self.model.point_choice(choice)
        self._show_sheets()

    @property
    def turn(self) -> TurnResult | None:
        """The reviewed turn that is shown, while the review is open."""
        return self.review.turn_at(self.model.at) if self.beside.current == REVIEW else None

    @property
    def _at_end(self) -> bool:
        return self.model.at >= self.replay.length

    # ------------------------------------------------------------------ showing

    def refresh(self) -> None:
        """Shows the position."""
        player = self.model.player
        if self._review is not None and self._review.player != player:
            self._review.show_player(player)
            if self.beside.current == REVIEW:
                self._review.begin()
        if self._compare is not None and self._compare.player != player:
            self._compare.show_player(player)
        turn = self.turn
        if self._review is not None:
            self._review.show_turn(turn, self.model.at)
        self.model.review(turn, lucky=turn is not None and self.review.found.review is not None)
        shown = self.snapshot = self.model.snapshot()
        self._show_sheets()
        self.sentence.setText(shown.sentence)
        self.moment.show_tokens(shown.tokens)
        if not theme.largest():
            self.cards.show_tokens(shown.tokens)
        self.bar.show_at(shown.at, self.playing)
        self.branch.setEnabled(not shown.ended)
        self.beside.show_moment(shown)
        self._announce_moment()

    def _announce_moment(self) -> None:
        """Reads out what is shown now, once; not while the game plays by itself."""
        if self.playing or not self.isVisible():
            return  # the introduction says it
        moment = self.snapshot.spoken
        reviewed = self.review.announcement if self.beside.current == REVIEW else ""
        if self.turn is None:
            self._story, reviewed = reviewed, reviewed if reviewed != self._story else ""
        news = [new for new, old in zip((moment, reviewed), self._announced, strict=True) if new != old]
        self._announced = moment, reviewed
        accessible.announce(" ".join(filter(None, news)))

    def introduction(self) -> str:
        """Returns the game, and the moment at which it is looked at, unless that was told while the page was opened."""
        moment, known = self.snapshot.spoken, "" if self._introduced else self._announced[0]
        self._announced, self._introduced = (moment, self._announced[1]), True
        title = f"{tr('Replay · {game}', game=self.opened.game.info.title)}."
        return title if known == moment else f"{title} {moment}"

    def read_sheet(self) -> None:
        """Shows the sheet of the moment, line by line, to be gone through with the arrows; before it the review of the
        turn."""
        reviewed = self.review.in_words() if self.beside.current == REVIEW else ()
        WordsDialog(tr("The sheet in words"), [self.snapshot.sentence, *reviewed, *self.model.sheet_lines()], self).open()

    def _show_sheets(self) -> None:
        """Shows the sheet; while two games are compared, both with their names."""
        pair = self.compare.pair if self.beside.current == COMPARE else None
        self.captions[0].setVisible(pair is not None)
        self.other_half.setVisible(pair is not None)
        self._fit_sheets()
        if pair is None:
            # Large texts follow what has just happened.
            self.view.show_display(self.model.display(), self.model.display_before() if theme.large() else None)
            return
        name = self.compare.name()
        mine, theirs = pair.displays(self.replay.guide, self.model.at, name)
        self.view.show_display(mine)
        self.other_view.show_display(theirs)
        self.captions[0].setText(self.replay.name(self.model.player))
        self.captions[1].setText(name)

    # ------------------------------------------------------------------ what can be done with it

    def play_from_here(self) -> None:
        """A new game that has come as far as this; the old one stays as it is."""
        if self.snapshot.ended:
            return
        self._playing.stop()
        game_store = GameStore(self.store)
        notes = self.opened.session.notes
        head, lines = self.replay.branch(self.model.at, self.store.now().isoformat(timespec="seconds"), notes)
        try:
            path = game_store.new_path(tr(self.opened.game.info.title), head.players)
            Journal.create(path, head, lines).close()
        except UserError as error:
            self.failed.emit(str(error))
            return
        self.started.emit(path)

    def print_review(self) -> None:
        """Prints the review on paper: all turns, and the sheets of the worst."""
        found = self.review.found.review
        if found is not None:
            leaves = review_leaves(self.opened, self.model.player, found)
            self.leaves_chosen.emit((self.opened.game.info.id, leaves))

    def ask_picture(self) -> None:
        """Asks where, and saves the sheet that is shown."""
        name = f"{tr(self.opened.game.info.title)} - {self.replay.name(self.model.player)}.png"
        if path := ask_picture(self, Path(self.store.folder("save")) / name):
            self.save_picture(path)

    def save_picture(self, path: Path) -> bool:
        try:
            save_picture(self.model.display(), path)
        except UserError as error:
            self.failed.emit(str(error))
            return False
        self.store.keep_folder("save", path)
        self.notified.emit(tr("Saved as {name}.", name=str(path)))
        return True

    # ------------------------------------------------------------------ the page itself

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.toggle()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        tall = self.height() > self.width()
        way = QBoxLayout.Direction
        self.body.setDirection(way.TopToBottom if tall else way.LeftToRight)
        self.body.setStretch(0, 0 if tall else 1)
        self.body.setStretch(1, 1 if tall else 0)
        if tall:
            self.side.setMinimumWidth(0)
            self.side.setMaximumWidth(_ANY)
            paper = self.view.sheet.size[0] / self.view.sheet.size[1]
            self.view.setFixedHeight(min(round((self.width() - 24) / paper), round(_TALL_SHEET * self.height())))
        else:
            self.view.setMinimumHeight(180)
            # The sheet is as high as the page; in large type what is beside it needs more of the width.
            large = _large()
            part = 0.5 if theme.largest() else 0.4
            share = round(self.width() * part) if large else self.width() // 3 - 40
            self.side.setFixedWidth(min(theme.px(_SIDE), max(_SIDE, share)))
            self._fit_sheets()
        # In large type the page that is open has all the height, and what belongs to any of them is below it.
        self.beside.fill(self._scroll.maximumViewportSize().height() if _large() and not tall else 0)
        self.bar.show_count(self.width() >= theme.px(_WIDE))
        self._place_moment(tall)
        super().resizeEvent(event)

    def _fit_sheets(self) -> None:
        """Two sheets beside each other are as high as their widths allow, so that the names stand close to them."""
        if self.height() > self.width():
            return
        half, (wide, high) = (self.width() - self.side.width() - 40) // 2, self.view.sheet.size
        most = _ANY if self.other_half.isHidden() else max(180, round(half * high / wide))
        for view in (self.view, self.other_view):
            view.setMaximumHeight(most)

    def _place_moment(self, tall: bool) -> None:
        """Lays the dice in the line over the page where that has room, else over the sheet, which then has room."""
        over_sheet = tall or _large()
        if over_sheet == self._moment_over_sheet:
            return
        self._moment_over_sheet = over_sheet
        if over_sheet:
            self._left.insertWidget(1, self.moment)
        else:
            self._head.add_beside_title(self.moment, stretch=2)

    def hideEvent(self, event: QHideEvent) -> None:
        self._playing.stop()
        super().hideEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._playing.stop()
        super().closeEvent(event)


def _large() -> bool:
    """Returns whether what is beside the sheet is a list of pages with the large button below."""
    return theme.large() or theme.text_scale() >= _LARGE
