"""The replay of a game: the sheet as it was with the dice of the moment, a slider through the moves, the record beside it,
what each turn brought, what there is to learn; the sheet of a computer player with the same dice beside it; and a new game
from any point.

Reads the game only (`play/replay.py`); the journal it came from is left as it is.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QHideEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QSlider,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.core.journal import Journal
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.draw.rings import rings
from rollwrite_desktop.gamekit.think.review import Remark
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.play.game_codes import code_of, with_code
from rollwrite_desktop.play.game_review import TurnResult
from rollwrite_desktop.play.open_game import Opened
from rollwrite_desktop.play.replay import Replay
from rollwrite_desktop.play.review_view import drawn, headline
from rollwrite_desktop.play.sheet_words import SheetWords
from rollwrite_desktop.printing.review_pages import review_leaves
from rollwrite_desktop.ui.base import theme, touch
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.base.touch import TOUCH, touchable
from rollwrite_desktop.ui.canvas.focus_line import FocusLine
from rollwrite_desktop.ui.canvas.save_picture import ask_picture, save_picture
from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.canvas.spot_words import Described
from rollwrite_desktop.ui.canvas.words_dialog import WordsDialog
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import button, icon_button
from rollwrite_desktop.ui.kit.charts import Lines
from rollwrite_desktop.ui.kit.choices import TAB_LIST, Combo, Tab
from rollwrite_desktop.ui.kit.code_line import CodeLine
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import row_of
from rollwrite_desktop.ui.kit.page import Menus, Page
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.kit.turns import later
from rollwrite_desktop.ui.library.deck_store import DeckCollector, DeckStore
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.play.table.replay.compare_panel import ComparePanel
from rollwrite_desktop.ui.play.table.replay.review_list import ReviewList
from rollwrite_desktop.ui.play.table.replay.review_panel import ReviewPanel
from rollwrite_desktop.ui.play.table.replay.roll_strip import CardStrip, RollStrip

STEP_MS = 650
_SIDE = 340
LOG, TURNS, SCORE, REVIEW, COMPARE = range(5)
"""The pages beside the sheet."""
_WIDE = 900
_LARGE = 1.6  # texts
_PEEK = 24  # pixels of what is below
_TITLES = 240  # pixels; what the titles of the pages may take together in one row
_CAPTIONS = 5
_STRETCH = 1000  # of the stretch
_ANY = 16_777_215  # Qt's own "no limit"
_TALL_SHEET = 0.5
"""Of a tall page's height: no more for the sheet."""


class ReplayPage(Page):
    """`started` carries the path of a new game that goes on from here; `leaves_chosen` the game's id and pages to print.
    `at` counts the events that have happened."""

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
        self.replay = Replay(opened)
        self.at = self.replay.length
        self.player = self.replay.players[0]
        self.follow = True
        self.pointed: Remark | None = None
        self.choice: int | None = None
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
        self.whose = Combo({"": tr("Player in turn"), **names}, "", tr("Whose sheet"))
        self.whose.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.whose.setMinimumContentsLength(9)
        self.whose.currentIndexChanged.connect(lambda _: self.choose_player(self.whose.value))
        head.add(self.whose)
        if len(names) == 1:
            self.whose.hide()
        self.view = SheetView(self.opened.sheet)
        self.view.near = self.view.follows = True
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.words = Described(
            lambda spot: self.replay.guide.describe(self.replay.state(self.at), self.player, spot))
        self.sentence = label("", "prompt")
        self.body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.body.setSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 4, 12, 4)
        column.setSpacing(2)
        column.addWidget(head)
        column.addLayout(self.body, 1)
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
        left.addWidget(self._bar())
        side = QWidget()
        self._beside = Scroll(side)
        self.side: QWidget = self._beside
        if _large():  # all but the large button scrolls
            self.side = QWidget()
            under = QVBoxLayout(self.side)
            under.setContentsMargins(0, 0, 0, 0)
            under.addWidget(self._beside, 1)
        self.body.addWidget(self.side)
        self._fill_side(side)

    def _sheets(self) -> QHBoxLayout:
        """The sheet, and a second one with the names over both while two games are compared."""
        self.other_view = SheetView(self.opened.sheet)
        self.other_view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.captions = label("", "faint", wrap=False), label("", "faint", wrap=False)
        row = QHBoxLayout()
        row.setSpacing(8)
        halves = []
        for caption, view in zip(self.captions, (self.view, self.other_view), strict=True):
            half = QWidget()
            column = QVBoxLayout(half)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(2)
            column.addWidget(caption, 0, Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(view, _STRETCH)
            column.addStretch(1)
            row.addWidget(half, 1)
            halves.append(half)
        self.captions[0].hide()
        self.other_half = halves[1]
        self.other_half.hide()
        return row

    def _bar(self) -> QFrame:
        frame = QFrame()
        theme.role(frame, "bar")
        row = QHBoxLayout(frame)
        row.setContentsMargins(6, 2, 10, 2)
        row.setSpacing(2)
        self.roll_back = icon_button("chevron-left", tr("Previous roll (Page Up)"), self.step_roll_back)
        self.back = icon_button("arrow-left", tr("Previous move (Left)"), lambda: self.go(self.at - 1))
        self.play = icon_button("play", tr("Play or pause (Space)"), self.toggle)
        self.on = icon_button("arrow-right", tr("Next move (Right)"), lambda: self.go(self.at + 1))
        self.roll_on = icon_button("chevron-right", tr("Next roll (Page Down)"), self.step_roll_on)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, self.replay.length)
        self.slider.setMinimumHeight(TOUCH)
        self.slider.setAccessibleName(tr("Move by move"))
        self.slider.valueChanged.connect(self._slid)
        self.count = label("", "faint", wrap=False)
        for each in (self.roll_back, self.back, self.play, self.on, self.roll_on):
            each.setProperty("tight", theme.large())
            row.addWidget(each)
        row.addWidget(self.slider, 1)
        row.addWidget(self.count)
        self.count.setContentsMargins(6, 0, 0, 0)
        self.count.hide()  # until it is known that there is room
        return frame

    def _fill_side(self, side: QWidget) -> None:
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self.pages = QStackedWidget(side)
        self.tabs = QButtonGroup(side)
        around = QWidget()
        around.setProperty(TAB_LIST, True)
        around.setAccessibleName(tr("Beside the sheet"))
        tabs = QGridLayout(around)
        tabs.setContentsMargins(0, 0, 0, 0)
        tabs.setSpacing(6)
        self.record = self._list(tr("Moves"), [(described.sentence, described.count) for described in self.replay.record])
        self.turns = self._list(tr("What each turn brought"), [
            (self.replay.did(number), turn.after) for number, turn in enumerate(self.replay.turns)
        ])
        self.chart = Lines()
        self.chart.setMaximumHeight(theme.px(220))
        self.chart.chosen.connect(lambda place: self.go(self.replay.turns[place - 1].after if place else 0))
        scores = QWidget()
        turns_page = Scroll(scores, self.pages)
        below = QVBoxLayout(scores)
        below.setContentsMargins(0, 0, 0, 0)
        self.measure = Combo(
            {str(n): tr(each.title) for n, each in enumerate(self.replay.measures)}, "0", tr("What the chart shows")
        )
        self.measure.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.measure.currentIndexChanged.connect(lambda _: self._take_measure())
        below.addWidget(self.measure)
        if len(self.replay.measures) == 1:
            self.measure.hide()
            below.addWidget(label(tr(self.replay.measures[0].title), "faint"))
        below.addWidget(self.chart)
        below.addWidget(self.turns, 1)
        self.score = ReviewList(self.pages)
        self.score.pointed.connect(self._point)
        pages: list[tuple[str, QWidget]] = [
            (tr("Log"), self.record), (tr("Turns"), turns_page), (tr("Score"), self.score),
        ]
        if self.opened.game.think.engine is not None:
            pages += [(tr("Review"), QWidget(self.pages)), (tr("Compare"), QWidget(self.pages))]
        for i, (title, page) in enumerate(pages):
            tab = Tab(title)
            tab.setFocusPolicy(tab.focusPolicy() & ~Qt.FocusPolicy.ClickFocus)  # the arrows go on through the game
            tab.setToolTip(tool_tip(f"{title} (Ctrl+{i + 1})"))
            touchable(tab)
            self.tabs.addButton(tab, i)
            self.pages.addWidget(page)
        # Three beside each other where the language has long words; in large type they are a list.
        wide = sum(tab.fontMetrics().horizontalAdvance(tab.text()) for tab in self.tabs.buttons()) > _TITLES
        for i, each in enumerate(self.tabs.buttons()):
            tabs.addWidget(each, *divmod(i, 3 if wide else len(pages)))
        self.tabs.idClicked.connect(self.open_tab)
        self.titles = Combo({str(i): title for i, (title, _) in enumerate(pages)}, "", tr("Beside the sheet"))
        self.titles.activated.connect(self.open_tab)
        (around if _large() else self.titles).hide()
        column.addWidget(self.cards)
        column.addWidget(around)
        column.addWidget(self.titles)
        column.addWidget(self.pages, 1)
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
        self._turn_page(SCORE if self.opened.session.over else LOG)

    @property
    def review(self) -> ReviewPanel:
        """What each choice cost; made when it is first wanted, or a moment after the page is there."""
        if self._review is None:
            self._review = made = ReviewPanel(self.opened, self.path, self.pages.widget(REVIEW))
            made.turn_chosen.connect(self.go)
            made.choice_pointed.connect(self._show_choice)
            made.reviewed.connect(self.refresh)
            made.reviewed.connect(self._collect)
            made.print_chosen.connect(self.print_review)
            self._put_in(made, REVIEW)
            if made.player != self.player:
                made.show_player(self.player)
        return self._review

    def _collect(self) -> None:
        """The costly turns of a review that is whole are to be practiced."""
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
            self._compare = made = ComparePanel(self.opened, self.path, self.replay, self.pages.widget(COMPARE))
            made.turn_chosen.connect(self.go)
            made.changed.connect(self._show_sheets)
            self._put_in(made, COMPARE)
            if made.player != self.player:
                made.show_player(self.player)
        return self._compare

    def _put_in(self, panel: QWidget, which: int) -> None:
        place = self.pages.widget(which)
        assert place is not None
        column = QVBoxLayout(place)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(panel)
        touch.accept_all(panel)
        self.grown.emit()

    def _make_panels(self) -> None:
        """One in each turn of the event loop."""
        if self._review is None:
            _ = self.review
            later(self, self._make_panels)
        else:
            _ = self.compare

    def _list(self, name: str, rows: list[tuple[str, int]]) -> QListWidget:
        made = QListWidget(self.pages)
        made.setWordWrap(True)
        made.setTextElideMode(Qt.TextElideMode.ElideNone)
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        made.setAccessibleName(name)
        for sentence, count in rows:
            item = QListWidgetItem(sentence)
            item.setData(Qt.ItemDataRole.UserRole, count)
            made.addItem(item)
        made.itemClicked.connect(lambda item: self.go(item.data(Qt.ItemDataRole.UserRole)))
        made.itemActivated.connect(lambda item: self.go(item.data(Qt.ItemDataRole.UserRole)))
        # Left and right are steps through the game here as everywhere on the page.
        made.installEventFilter(self)
        return made

    def open_tab(self, which: int) -> None:
        """LOG, TURNS, SCORE, or REVIEW or COMPARE, which begin when they are opened."""
        if which < self.pages.count():
            self._turn_page(which)
            if which == REVIEW:
                self.review.begin()
            elif which == COMPARE:
                self.compare.begin()
            self.refresh()

    def _turn_page(self, which: int) -> None:
        self.tabs.button(which).setChecked(True)
        self.titles.setCurrentIndex(which)
        self.pages.setCurrentIndex(which)

    def _make_actions(self) -> list[QAction | None]:
        """Keys, and the entries of the menu; None is a line between them."""
        entries: tuple[tuple[str, str, Any] | None, ...] = (
            ("Left", tr("Move &back"), lambda: self._step(self.at - 1)),
            ("Right", tr("Move &on"), lambda: self._step(self.at + 1)),
            ("PgUp", tr("P&revious roll"), lambda: self._step(self.replay.roll_before(self.at))),
            ("PgDown", tr("Ne&xt roll"), lambda: self._step(self.replay.next_roll(self.at))),
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
        self.at = min(self.replay.length, max(0, count))
        if self.follow and self.replay.by(self.at):
            self.player = self.replay.by(self.at)
        self.pointed = self.choice = None
        self.refresh()

    def _step(self, count: int) -> None:
        """To a position by a key; where it is shown already, it is told again, and the sheet stays."""
        if min(self.replay.length, max(0, count)) == self.at and self.pointed is None and self.choice is None:
            accessible.announce(self._moment(), urgent=True)
        else:
            self.go(count)

    def step_roll_on(self) -> None:
        self.go(self.replay.next_roll(self.at))

    def step_roll_back(self) -> None:
        self.go(self.replay.roll_before(self.at))

    def step_costly(self, way: int) -> None:
        """To the next turn that clearly cost something, or to the one before (`way` -1); shows the review."""
        if self.opened.game.think.engine is not None:
            if self.pages.currentIndex() != REVIEW:
                self.open_tab(REVIEW)
            self.review.step(way)

    def choose_player(self, player: str) -> None:
        """Shows this player's sheet throughout; "" follows the player who moves."""
        self.follow = not player
        self.player = player or self.replay.by(self.at) or self.player
        self.pointed = self.choice = None
        self.refresh()

    def toggle(self) -> None:
        """Plays by itself, or stops. Where nothing is to move it goes one roll on."""
        if not theme.moves(self.store.preferences.motion):
            self.go(self.replay.next_roll(0 if self.at >= self.replay.length else self.at))
            return
        if self._playing.isActive():
            self._playing.stop()
        else:
            if self.at >= self.replay.length:
                self.go(0)
            self._playing.start()
        self.refresh()

    @property
    def playing(self) -> bool:
        """Whether the replay runs by itself."""
        return self._playing.isActive()

    def _play_on(self) -> None:
        self.go(self.at + 1)
        if self.at >= self.replay.length:
            self._playing.stop()
            self.refresh()

    def _slid(self, value: int) -> None:
        if value != self.at:
            self.go(value)

    def _point(self, remark: Remark | None) -> None:
        self.pointed = remark
        self._show_sheets()

    def _show_choice(self, choice: int | None) -> None:
        self.choice = choice
        self._show_sheets()

    @property
    def turn(self) -> TurnResult | None:
        """The reviewed turn that is shown, while the review is open."""
        return self.review.turn_at(self.at) if self.pages.currentIndex() == REVIEW else None

    def _take_measure(self) -> None:
        """Chart and turns by another measure."""
        for number in range(len(self.replay.turns)):
            self.turns.item(number).setText(self.replay.did(number, self._measure))
        self._chart()

    @property
    def _measure(self) -> int:
        return max(0, self.measure.currentIndex())

    # ------------------------------------------------------------------ showing

    def display(self) -> Display:
        """The sheet that is shown, with what is pointed at."""
        if self.turn is not None:
            return drawn(self.opened, self.replay.guide, self.player, self.turn, self.choice)
        state, remark = self.replay.state(self.at), self.pointed
        ui = remark.ui if remark is not None else None
        sheet = self.replay.guide.draw(state, self.player, ui, self.replay.name(self.player))
        sheet = with_code(sheet, code_of(self.opened.head))
        spots = remark.spots if remark is not None else ()
        return Display(sheet.size, (*sheet.marks, *rings(self.opened.sheet, spots)))

    def refresh(self) -> None:
        """Shows the position."""
        replay, at = self.replay, self.at
        if self._review is not None and self._review.player != self.player:
            self._review.show_player(self.player)
            if self.pages.currentIndex() == REVIEW:
                self._review.begin()
        if self._compare is not None and self._compare.player != self.player:
            self._compare.show_player(self.player)
        if self._review is not None:
            self._review.show_turn(self.turn, self.at)
        self._show_sheets()
        self.sentence.setText(self._sentence())
        tokens = replay.tokens(at, self.player)
        self.moment.show_tokens(tokens)
        if not theme.largest():
            self.cards.show_tokens(tokens)
        self.slider.blockSignals(True)
        self.slider.setValue(at)
        self.slider.blockSignals(False)
        self.count.setText(tr("{n} of {all}", n=at, all=replay.length))
        theme.dress(self.play, "pause" if self.playing else "play")
        for widget, able in ((self.back, at > 0), (self.roll_back, at > 0), (self.on, at < replay.length),
                             (self.roll_on, at < replay.length)):
            widget.setEnabled(able)
        self.branch.setEnabled(not self._ended())
        _highlight(self.record, replay.record_line(at))
        _highlight(self.turns, replay.turn(at))
        self._chart()
        self.score.show_player(self.opened, replay.state(at), self.player)
        self._announce_moment()

    def _announce_moment(self) -> None:
        """Reads out what is shown now, once; not while the game plays by itself."""
        if self.playing or not self.isVisible():
            return  # the introduction says it
        moment = self._moment()
        reviewed = self.review.announcement if self.pages.currentIndex() == REVIEW else ""
        if self.turn is None:
            self._story, reviewed = reviewed, reviewed if reviewed != self._story else ""
        news = [new for new, old in zip((moment, reviewed), self._announced, strict=True) if new != old]
        self._announced = moment, reviewed
        accessible.announce(" ".join(filter(None, news)))

    def introduction(self) -> str:
        """The game, and the moment at which it is looked at, unless that was told while the page was opened."""
        moment, known = self._moment(), "" if self._introduced else self._announced[0]
        self._announced, self._introduced = (moment, self._announced[1]), True
        title = f"{tr('Replay · {game}', game=self.opened.game.info.title)}."
        return title if known == moment else f"{title} {moment}"

    def _moment(self) -> str:
        """What is shown, and which step of the game that is."""
        return f"{self.sentence.text()}. {tr('Step {n} of {all}.', n=self.at, all=self.replay.length)}"

    def read_sheet(self) -> None:
        """The sheet of the moment, line by line, to be gone through with the arrows; before it the review of the turn."""
        words = SheetWords.of(self.opened, self.replay.state(self.at), self.player)
        reviewed = self.review.in_words() if self.pages.currentIndex() == REVIEW else ()
        WordsDialog(tr("The sheet in words"), [self.sentence.text(), *reviewed, *words.lines()], self).open()

    def _earlier(self) -> Display | None:
        """The sheet of the same player before what has just happened, which large texts follow."""
        if not theme.large() or not self.at or self.turn is not None or self.pointed is not None:
            return None
        return self.replay.guide.draw(self.replay.state(self.at - 1), self.player, None, self.replay.name(self.player))

    def _show_sheets(self) -> None:
        """The sheet; while two games are compared, both with their names."""
        pair = self.compare.pair if self.pages.currentIndex() == COMPARE else None
        self.captions[0].setVisible(pair is not None)
        self.other_half.setVisible(pair is not None)
        self._fit_sheets()
        if pair is None:
            self.view.show_display(self.display(), self._earlier())
            return
        name = self.compare.name()
        mine, theirs = pair.displays(self.replay.guide, self.at, name)
        self.view.show_display(mine)
        self.other_view.show_display(theirs)
        self.captions[0].setText(self.replay.name(self.player))
        self.captions[1].setText(name)

    def _sentence(self) -> str:
        if self.turn is not None:
            return headline(self.opened, self.turn, lucky=self.review.found.review is not None)
        line = self.replay.record_line(self.at)
        described = self.replay.record[line].sentence if line >= 0 else tr("The start of the game")
        described = tr("The end of the game") if self._ended() else described
        if len(self.replay.players) == 1:
            return described
        return tr("{name}’s sheet · {what}", name=self.replay.name(self.player), what=described)

    def _chart(self) -> None:
        courses = [self.replay.course(player, self._measure) for player in self.replay.players]
        names = [self.replay.name(player) for player in self.replay.players]
        turns = len(self.replay.turns)
        every = max(1, -(-turns // _CAPTIONS))
        captions = {place: str(place) for place in range(0, turns + 1, every)}
        if (tuple(names), tuple(map(tuple, courses))) != (self.chart.names, self.chart.lines):
            self.chart.show_lines(names, courses, captions)
        self.chart.mark(self.replay.turn(self.at) + 1)

    def _ended(self) -> bool:
        return self.at >= self.replay.length and self.opened.session.over

    # ------------------------------------------------------------------ what can be done with it

    def play_from_here(self) -> None:
        """A new game that has come as far as this; the old one stays as it is."""
        if self._ended():
            return
        self._playing.stop()
        game_store = GameStore(self.store)
        notes = self.opened.session.notes
        head, lines = self.replay.branch(self.at, self.store.now().isoformat(timespec="seconds"), notes)
        try:
            path = game_store.new_path(tr(self.opened.game.info.title), head.players)
            Journal.create(path, head, lines).close()
        except UserError as error:
            self.failed.emit(str(error))
            return
        self.started.emit(path)

    def print_review(self) -> None:
        """The review on paper: all turns, and the sheets of the worst."""
        found = self.review.found.review
        if found is not None:
            leaves = review_leaves(self.opened, self.player, found)
            self.leaves_chosen.emit((self.opened.game.info.id, leaves))

    def ask_picture(self) -> None:
        """Asks where, and saves the sheet that is shown."""
        name = f"{tr(self.opened.game.info.title)} - {self.replay.name(self.player)}.png"
        if path := ask_picture(self, Path(self.store.folder("save")) / name):
            self.save_picture(path)

    def save_picture(self, path: Path) -> bool:
        try:
            save_picture(self.display(), path)
        except UserError as error:
            self.failed.emit(str(error))
            return False
        self.store.keep_folder("save", path)
        self.notified.emit(tr("Saved as {name}.", name=str(path)))
        return True

    # ------------------------------------------------------------------ the page itself

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            return False
        return super().eventFilter(watched, event)

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
        fill = self._beside.maximumViewportSize().height() - self.titles.height() - _PEEK
        self.pages.setMinimumHeight(max(0, fill) if _large() and not tall else 0)
        self.count.setVisible(self.width() >= theme.px(_WIDE))
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
        """The dice stand in the line over the page where that has room, else over the sheet, which then has room."""
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
    """Whether what is beside the sheet is a list of pages with the large button below."""
    return theme.large() or theme.text_scale() >= _LARGE


def _highlight(lines: QListWidget, row: int) -> None:
    if row < 0:
        lines.clearSelection()
        lines.scrollToTop()
        return
    lines.setCurrentRow(row)
    lines.scrollToItem(lines.item(row))
