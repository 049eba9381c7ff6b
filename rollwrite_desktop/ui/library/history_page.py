"""The room of finished games: filters, who did how well, charts, the games themselves; to be looked at again, exported,
deleted. What it all comes to is worked out in `play/game_index.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QComboBox,
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QProgressBar,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.i18n import decimal, mark, tr, tr_n
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.play.game_index import (
    AVERAGED,
    Filter,
    Form,
    Listed,
    Refreshed,
    Standing,
    as_csv,
    bins,
    form_of,
    moving_average,
    options_text,
    sheet_kind,
    standings,
)
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.relative_time import relative_time
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.base.touch import TOUCH, touchable
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.charts import Histogram, Lines
from rollwrite_desktop.ui.kit.choices import Check, Combo
from rollwrite_desktop.ui.kit.labels import ElidedLabel, in_sentences, label
from rollwrite_desktop.ui.kit.layouts import card, flow, later
from rollwrite_desktop.ui.kit.page import Page
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.library.deleted_bar import DeletedBar
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.long_games import LongGames
from rollwrite_desktop.ui.library.saved_games_page import plain

_TOLD_EVERY = 8
_TWICE = 2
_AROUND = 72


class HistoryPage(Page):
    """`replay_chosen` and `review_chosen` carry the path of a game; `code_chosen` the code of one to be played again."""

    replay_chosen = Signal(object)
    review_chosen = Signal(object)
    code_chosen = Signal(str)
    play_chosen = Signal(str)

    def __init__(self, store: Settings, game_id: str = "", parent: QWidget | None = None) -> None:
        """`game_id`: the game whose results are shown at first, "" for all."""
        super().__init__(tr("History"), parent)
        self._wanted = game_id
        self.store = store
        self.game_store = GameStore(self.store)
        self.games: list[Listed] = []
        self.shown: list[Listed] = []
        self.shown_latest: tuple[Listed, ...] = ()
        self.standings: list[Standing] = []
        self._reading = False
        self._long = LongGames(self.game_store, self)
        self._long.read.connect(lambda _: self.read())
        theme.role(self, "page")
        head = PageHead(tr("History"))
        head.left.connect(self.left)
        self.export = button(tr("&Export as CSV …"), "save", "quiet", self.ask_csv)
        head.add(self.export)
        self.progress = QProgressBar()
        self.progress.setFormat(tr("Reading games: {done} of {all} …").format(done="%v", all="%m"))
        self.progress.hide()
        self.empty = self._empty()
        self.content = QWidget()
        self._build()
        self.content.setMinimumWidth(1)
        self._scroll = Scroll(self.content)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(10)
        column.addWidget(head)
        column.addWidget(self.progress)
        column.addWidget(self.empty)
        column.addWidget(self._scroll, 1)
        self._below = QWidget()  # what keeps the texts together where there are no games
        column.addWidget(self._below, 1)
        self.deleted = DeletedBar(self.game_store)
        self.deleted.failed.connect(self.failed)
        self.deleted.restored.connect(self.read)
        column.addWidget(self.deleted)
        self.empty.hide()
        self._below.hide()
        later(self, self.read)

    # ------------------------------------------------------------------ the room

    def _build(self) -> None:
        column = QVBoxLayout(self.content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        self.filters: dict[str, Combo] = {}
        self._fields = QGridLayout()
        self._fields.setSpacing(6)
        for name, title in (("game", tr("Game")), ("player", tr("Player")), ("sheet", tr("Sheet")),
                            ("options", tr("House rules")), ("code", tr("Code"))):
            combo = Combo({"": title}, "", title)
            combo.setItemData(0, tr("All"), Qt.ItemDataRole.AccessibleTextRole)
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.setMinimumContentsLength(max(8, len(title)))
            combo.currentIndexChanged.connect(lambda _: self._refilter())
            self.filters[name] = combo
        self.query = QLineEdit()
        touchable(self.query)
        self.query.setPlaceholderText(tr("Search"))
        self.query.setAccessibleName(tr("Search"))
        self.query.setClearButtonEnabled(True)
        self.query.setMinimumWidth(theme.px(130))
        self.query.textChanged.connect(lambda _: self._refilter())
        self.people = Check(tr("People only"), True)
        self.people.toggled.connect(lambda _: self._refilter())
        column.addLayout(self._fields)
        self.sentence = ElidedLabel("", "heading")
        column.addWidget(self.sentence)
        self.middle = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.middle.setSpacing(12)
        self.table = _table((tr("Player"), tr("Games"), tr("Best"), tr("Average"), tr("Latest"), tr("Won")),
                            tr("Players"))
        self.table.itemSelectionChanged.connect(self._show_charts)
        self.table.setMinimumHeight(theme.px(110))
        self.middle.addWidget(self.table, 5)
        charts = QVBoxLayout()
        charts.setSpacing(4)
        self.charts_of = ElidedLabel("", "faint")
        self.histogram, self.latest = Histogram(), Lines()
        charts.addWidget(self.charts_of)
        charts.addWidget(self.histogram, 1)
        charts.addWidget(ElidedLabel(tr("Latest results; dashed line: average"), "faint"))
        charts.addWidget(self.latest, 1)
        self.form_of, self.spread_of, self.form = ElidedLabel("", "faint"), ElidedLabel("", "faint"), Lines()
        for each in (self.form_of, self.spread_of):
            charts.addWidget(each)
        charts.addWidget(self.form, 1)
        self.middle.addLayout(charts, 4)
        column.addLayout(self.middle, 5)
        self.list = _table((tr("Date"), tr("Game"), tr("Results"), tr("Code")), tr("Games"))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.itemSelectionChanged.connect(self._settle)
        self.list.itemActivated.connect(lambda item: self._replay(item.row()))
        self.list.setMinimumHeight(theme.px(140))
        self._sorted = (0, Qt.SortOrder.DescendingOrder)
        header = self.list.horizontalHeader()
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicator(*self._sorted)
        header.sectionClicked.connect(self.sort)
        column.addWidget(self.list, 4)
        self._foot = QGridLayout()
        self._foot.setSpacing(6)
        self.look = button(tr("&Replay"), "eye", "primary", lambda: self._replay(self._chosen()[0]))
        self.review = button(tr("Re&view"), "", "", self._review)
        self.same = button(tr("&Same dice again"), "dice", "", self._play_same)
        self.compare = button(tr("&Compare this code"), "users", "", self._compare)
        self.delete = button(tr("&Delete"), "trash", "", self.delete_chosen)
        column.addLayout(self._foot)
        self._arrange()

    def _empty(self) -> QFrame:
        frame, column = card("panel", 32)
        column.addWidget(label(tr("No game is finished yet"), "title"))
        column.addWidget(label(tr("Every game you finish is kept here with its results."), "faint"))
        row = QHBoxLayout()
        row.addWidget(button(tr("&Play"), "play", "primary", lambda: self.play_chosen.emit("")))
        row.addStretch(1)
        column.addLayout(row)
        return frame

    def _arrange(self) -> None:
        """Filters and buttons beside each other, in as many rows as their words need."""
        flow(self._fields, (self.query, *self.filters.values(), self.people), self.width() - _AROUND)
        flow(self._foot, (self.look, self.review, self.same, self.compare, self.delete), self.width() - _AROUND)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()
        tall = self.height() > self.width()
        way = QBoxLayout.Direction
        self.middle.setDirection(way.TopToBottom if tall or theme.large() else way.LeftToRight)
        super().resizeEvent(event)

    def in_short(self) -> str:
        """How many games there are; what is kept here where there are none."""
        return f"{self.sentence.whole}." if self.games else in_sentences(self.empty)

    def introduce(self) -> None:
        if self._reading:
            later(self, self.introduce)
        else:
            super().introduce()

    # ------------------------------------------------------------------ reading

    def read(self) -> None:
        """Reads what is new, with progress where that takes a while."""
        if self._reading:
            return
        self._reading = True
        state = Refreshed()
        for _ in self.game_store.index.refreshing(state):
            if not state.reads or state.done % _TOLD_EVERY == 0:
                self.progress.setRange(0, state.stale)
                self.progress.setValue(state.done)
                self.progress.setVisible(state.stale > _TOLD_EVERY)
                QCoreApplication.processEvents()
            if self._closed:
                self.game_store.index.save()
                break
        self._reading = False
        if self._closed:
            return
        self._long.want(self.game_store.unlooked())
        self.progress.hide()
        self.games = [listed for listed in state.games if listed.entry.over and listed.entry.game in GAMES]
        self.empty.setVisible(not self.games)
        self._scroll.setVisible(bool(self.games))
        self._below.setVisible(not self.games)
        self.export.setVisible(bool(self.games))
        self._refilter()
        if not self.games:
            self.take_focus()  # what could be done with games is gone
        if self._wanted:
            self.filters["game"].choose(self._wanted)
            self._wanted = ""

    _closed = False

    def closeEvent(self, event: object) -> None:
        self._closed = True
        super().closeEvent(event)  # type: ignore[arg-type]

    # ------------------------------------------------------------------ filters

    @property
    def filter(self) -> Filter:
        return Filter(
            **{name: combo.value for name, combo in self.filters.items()},
            people=self.people.isChecked(),
        )

    def _refilter(self) -> None:
        """Offers what the other filters leave, then shows what they all leave."""
        chosen = self.filter
        entries = [listed.entry for listed in self.games]
        if chosen.game:
            entries = [entry for entry in entries if entry.game == chosen.game]
        played = {listed.entry.game for listed in self.games}
        offered: dict[str, dict[str, str]] = {
            "game": {game: tr(GAMES[game].info.title) for game in GAMES if game in played},
            "player": {name: name for name in sorted(
                {player.name for entry in entries for player in entry.players if not (chosen.people and player.bot)},
                key=str.casefold,
            )},
            "sheet": {kind: _sheet_title(kind) for kind in sorted({sheet_kind(entry.sheet) for entry in entries})},
            "options": {text: _rules_title(text) for text in sorted({options_text(entry) for entry in entries})},
            "code": {code: code for code in sorted({entry.code for entry in entries if entry.code})
                     if sum(entry.code == code for entry in entries) >= _TWICE},
        }
        for name, values in offered.items():
            _offer(self.filters[name], values)
        chosen = self.filter
        words = plain(self.query.text()).split()
        self.shown = [
            listed for listed in self.games
            if chosen.takes(listed.entry) and (not words or all(word in _search_text(listed) for word in words))
        ]
        self.shown_latest = tuple(self.shown)
        self.standings = standings(self.shown, chosen)
        self._show_standings()
        self._show_games()

    def _show_standings(self) -> None:
        n = len(self.shown)
        self.sentence.setText(tr_n("{n} finished game", "{n} finished games", n))
        several = len({each.game for each in self.standings}) > 1
        self.table.setRowCount(len(self.standings))
        for row, each in enumerate(self.standings):
            name = f"{each.player} · {tr(GAMES[each.game].info.title)}" if several else each.player
            cells = (name, str(len(each.totals)), str(each.best), decimal(each.average),
                     " ".join(map(str, each.last[-3:])), str(each.wins) if each.wins else "–")
            for column, text in enumerate(cells):
                self.table.setItem(row, column, _cell(text, column > 0, _standing_words(each)))
        accessible.name_cells(self.table)
        if self.standings:
            self.table.selectRow(0)
        self._show_charts()

    def _show_charts(self) -> None:
        row = self.table.currentRow() if self.table.selectedItems() else -1
        if not 0 <= row < len(self.standings):
            self.charts_of.setText("")
            self.histogram.show_bars(())
            self.latest.show_lines((), ())
            self._show_form(Form((), (), (), ()), "")
            return
        each = self.standings[row]
        self.charts_of.setText(_standing_words(each))
        self.histogram.show_bars(bins(each.totals))
        self.latest.show_lines((each.player,), (each.last,), {0: tr("earlier"), len(each.last) - 1: tr("latest")}
                               if len(each.last) > 2 else {}, each.average)
        self._show_form(form_of(self.shown_latest, self.filter, each.game, each.player), each.game)

    def _show_form(self, form: Form, game: str) -> None:
        """Luck and errors of the reviewed games as moving averages, in the inks of a review; nothing where fewer than two
        are reviewed."""
        several = len(form.errors) >= _TWICE
        self.form_of.setVisible(several)
        self.form.setVisible(several)
        self.spread_of.setVisible(len(form.errors) >= AVERAGED)  # fewer games say nothing of a spread
        if not several:
            return
        self.form_of.setText(
            tr("Reviewed games ({n}): luck (up is good) and errors in {unit}, averages of {over}",
               unit=tr(GAMES[game].review.unit), n=len(form.errors), over=AVERAGED))
        spread, without = form.spreads()
        self.spread_of.setText(tr("Results vary by {spread}; without luck, by {without}.", spread=decimal(spread),
                                  without=decimal(without)))
        averages = [[round(value, 2) for value in moving_average(each)] for each in (form.luck, form.errors)]
        last = len(form.errors) - 1
        self.form.show_lines((tr("Luck"), tr("Error")), averages, {0: tr("earlier"), last: tr("latest")} if last > 1 else {})

    def sort(self, column: int) -> None:
        """Sorts the games by a column; once more turns the order around."""
        before, order = self._sorted
        way = Qt.SortOrder
        turned = way.AscendingOrder if order == way.DescendingOrder else way.DescendingOrder
        self._sorted = (column, turned if column == before else way.DescendingOrder if column == 0 else way.AscendingOrder)
        self.list.horizontalHeader().setSortIndicator(*self._sorted)
        self._show_games()

    def _show_games(self) -> None:
        column, order = self._sorted
        self.shown.sort(key=_SORTED_BY[column], reverse=order == Qt.SortOrder.DescendingOrder)
        self.list.setRowCount(len(self.shown))
        now = self.store.now()
        for row, listed in enumerate(self.shown):
            entry = listed.entry
            results = _results(listed)
            when = relative_time(now.fromtimestamp(listed.touched).astimezone(), now)
            for column, text in enumerate((when, tr(GAMES[entry.game].info.title), results, entry.code)):
                self.list.setItem(row, column, _cell(text, False, listed.path.name))
        accessible.name_cells(self.list)
        self._settle()

    # ------------------------------------------------------------------ what can be done with a game

    def _chosen(self) -> list[int]:
        return sorted({index.row() for index in self.list.selectionModel().selectedRows()})

    def _settle(self) -> None:
        rows = self._chosen()
        codes = [self.shown[row].entry.code for row in rows if row < len(self.shown)]
        self.look.setEnabled(len(rows) == 1)
        self.review.setEnabled(len(rows) == 1 and GAMES[self.shown[rows[0]].entry.game].engine is not None)
        self.same.setEnabled(len(rows) == 1 and bool(codes[0]))
        others = sum(listed.entry.code == codes[0] for listed in self.games) if len(codes) == 1 and codes[0] else 0
        self.compare.setEnabled(others >= _TWICE)
        self.delete.setEnabled(bool(rows))

    def _replay(self, row: int) -> None:
        if 0 <= row < len(self.shown):
            self.replay_chosen.emit(self.shown[row].path)

    def _review(self) -> None:
        self.review_chosen.emit(self.shown[self._chosen()[0]].path)

    def _play_same(self) -> None:
        self.code_chosen.emit(self.shown[self._chosen()[0]].entry.code)

    def _compare(self) -> None:
        """Everybody's results with the same dice."""
        code = self.shown[self._chosen()[0]].entry.code
        for name, combo in self.filters.items():
            combo.blockSignals(True)
            combo.choose(code if name == "code" else "")
            combo.blockSignals(False)
        self._refilter()

    def ask_csv(self) -> None:
        start = str(Path(self.store.folder("save")) / f"{tr('Rollwrite results')}.csv")
        chosen, _ = QFileDialog.getSaveFileName(self, tr("Export"), start, tr("Spreadsheets (*.csv)"))
        if chosen:
            self.save_csv(Path(chosen))

    def save_csv(self, path: Path) -> bool:
        """Writes the results that the filters leave; says so, or why not."""
        titles: dict[str, str] = {}
        for game in GAMES.values():
            titles |= dict(game.part_titles)
        path = path if path.suffix else path.with_suffix(".csv")
        try:
            write_file(path, as_csv(self.shown, self.filter, titles))
        except UserError as error:
            self.failed.emit(str(error))
            return False
        self.store.keep_folder("save", path)
        self.notified.emit(tr("Saved as {name}.", name=str(path)))
        return True

    def delete_chosen(self) -> None:
        """Puts games aside; a bar offers to bring them back until this page is left."""
        count = self.deleted.delete([self.shown[row].path for row in self._chosen()])
        if count:
            self.deleted.offer(tr_n("{n} game is deleted.", "{n} games are deleted.", count))
        self.read()

    def show_games_of(self, row: int) -> None:
        """Selects a game in the list."""
        self.list.selectionModel().select(
            self.list.model().index(row, 0),
            QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows,
        )


def _table(titles: tuple[str, ...], name: str) -> QTableWidget:
    table = QTableWidget(0, len(titles))
    table.setAccessibleName(name)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(max(TOUCH - 8, theme.px(32)))
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setShowGrid(False)
    table.setTabKeyNavigation(False)
    table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    stretched = 2 if len(titles) == 4 else 0
    for column in range(len(titles)):
        kind = QHeaderView.ResizeMode.Stretch if column == stretched else QHeaderView.ResizeMode.ResizeToContents
        header.setSectionResizeMode(column, kind)
        right = stretched == 0 and column > 0
        title = QTableWidgetItem(titles[column])
        title.setTextAlignment(Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
        table.setHorizontalHeaderItem(column, title)
    return table


def _cell(text: str, right: bool, tip: str) -> QTableWidgetItem:
    item = QTableWidgetItem(text)
    item.setToolTip(tool_tip(tip))
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
    return item


def _offer(combo: Combo, values: Mapping[str, str]) -> None:
    """Other values behind the first one, which is any; what was chosen stays if it is still there."""
    chosen = combo.value
    combo.blockSignals(True)
    while combo.count() > 1:
        combo.removeItem(1)
    for value, title in values.items():
        combo.addItem(title, value)
    combo.choose(chosen)
    combo.setEnabled(bool(values))
    combo.blockSignals(False)


def _results(listed: Listed) -> str:
    """Everybody's result, the best first."""
    return ", ".join(f"{each.name} {each.total}" for each in sorted(listed.entry.players, key=lambda each: each.place))


def _search_text(listed: Listed) -> str:
    """What a search looks through."""
    entry = listed.entry
    return plain(" ".join((tr(GAMES[entry.game].info.title), _results(listed), entry.code, listed.day, listed.path.stem)))


_SORTED_BY: tuple[Callable[[Listed], Any], ...] = (
    lambda listed: listed.touched, lambda listed: plain(tr(GAMES[listed.entry.game].info.title)),
    lambda listed: plain(_results(listed)), lambda listed: listed.entry.code,
)


def _sheet_title(kind: str) -> str:
    base, made, _ = kind.partition(":")
    try:
        title = tr(mark(find(base).title, "sheet"))
    except UserError:
        title = Path(base).stem
    return tr("{title}: a new layout", title=title) if made else title


def _rules_title(text: str) -> str:
    if text == "-":
        return tr("the usual rules")
    titles = {choice.id: choice for game in GAMES.values() for choice in game.info.options}
    parts = []
    for pair in text.split():
        name, _, value = pair.partition("=")
        choice = titles.get(name)
        parts.append(f"{tr(choice.title)}: {choice.describe(value)}" if choice else pair)
    return ", ".join(parts)


def _standing_words(each: Standing) -> str:
    return tr_n(
        "{player}, {game}: {n} game, best {best}, average {average}",
        "{player}, {game}: {n} games, best {best}, average {average}", len(each.totals),
        player=each.player, game=GAMES[each.game].info.title, best=each.best, average=decimal(each.average),
    )
