"""The room of finished games: filters, who did how well, charts, the games themselves; to be looked at again, exported,
deleted. What it all comes to is worked out in `play/kept/standings.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QItemSelectionModel, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QComboBox,
    QFrame,
    QGridLayout,
    QLineEdit,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.i18n import decimal, plain, tr, tr_n
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.kept.game_index import Listed, Refreshed
from rollwrite_desktop.play.kept.standings import (
    AVERAGED,
    Counted,
    Filter,
    Form,
    Standing,
    as_csv,
    bins,
    form_of,
    moving_average,
    options_text,
    reviews_of,
    sheet_kind,
)
from rollwrite_desktop.play.race.race_view_model import clock_text
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.relative_time import relative_time
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.kit import ask
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.charts import Histogram, LineChart
from rollwrite_desktop.ui.kit.choices import Check, Combo
from rollwrite_desktop.ui.kit.event_loop import Pieces, later
from rollwrite_desktop.ui.kit.labels import ElidedLabel, in_sentences, label
from rollwrite_desktop.ui.kit.layouts import STRETCH, card, flow, grow, in_column, in_row
from rollwrite_desktop.ui.kit.page import Page
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.kit.tables import Rows, Table
from rollwrite_desktop.ui.library.deleted_bar import DeletedBar
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.long_games import LongGames
from rollwrite_desktop.ui.library.result_words import (
    aided_name,
    average_text,
    kind_words,
    result_text,
    rules_title,
    sheet_title,
)

_TOLD_EVERY = 8
_PIECE = 400
"""How many games are looked at in one turn of the event loop."""
_LATE_MS = 1_000
"""After so long the bar shows how far it is."""
_TWICE = 2
_CHARTED = 3
"""From so many results on there are charts."""
_AROUND = 72
_COLUMNS_TO = 2.5
"""Up to this size of texts all columns have room beside a name."""


class HistoryPage(Page):
    """`replay_chosen` and `review_chosen` carry the path of a game; `code_chosen` the code of one to be played again."""

    replay_chosen = Signal(object)
    review_chosen = Signal(object)
    code_chosen = Signal(str)
    play_chosen = Signal(str)

    def __init__(self, store: Settings, game_id: str = "", parent: QWidget | None = None) -> None:
        """`game_id`: the game whose results are shown at first, "" for all."""
        super().__init__(tr("Results"), parent)
        self._several = False
        self._wanted = game_id
        self.store = store
        self.game_store = GameStore(self.store)
        self.games: list[Listed] = []
        self.shown: list[Listed] = []
        self.shown_latest: tuple[Listed, ...] = ()
        self.standings: list[Standing] = []
        self._facts: list[_Row] = []
        self._facts_of: list[Listed] = []
        self._listing, self._filtering, self._forming, self._saving = (Pieces(self) for _ in range(4))
        self._late = QTimer(self, singleShot=True, interval=_LATE_MS)
        self._late.timeout.connect(self._show_progress)
        self._long = LongGames(self.game_store, self)
        self._long.read.connect(lambda _: self.read())
        theme.role(self, "page")
        head = PageHead(tr("Results"))
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
        column = in_column(
            head, self.progress, self.empty, grow(self._scroll), gap=10, margins=(24, 16, 24, 16), on=self
        )
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
        column = in_column(gap=10, on=self.content)
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
        titles = (tr("Player"), tr("Games"), tr("Best"), tr("Average"), tr("Latest"), tr("Won"))
        self._players = Rows(titles, self._standing_cells, _standing_words, range(1, len(titles)))
        self.table = Table(tr("Players"), self._players, 0)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._show_charts())
        self.table.setMinimumHeight(theme.px(110))
        self.table.setColumnHidden(titles.index(tr("Latest")), theme.largest())  # the chart below has it
        for title in (tr("Games"), tr("Average")):  # its caption has them, and names need the room
            self.table.setColumnHidden(titles.index(title), theme.text_scale() > _COLUMNS_TO)
        self.middle.addWidget(self.table, 5)
        charts = QVBoxLayout()
        charts.setSpacing(4)
        self.charts_of = ElidedLabel("", "faint")
        self.histogram, self.latest = Histogram(), LineChart()
        charts.addWidget(self.charts_of)
        charts.addWidget(self.histogram, 1)
        self._latest_of = ElidedLabel(tr("Latest results; dashed line: average"), "faint")
        charts.addWidget(self._latest_of)
        charts.addWidget(self.latest, 1)
        self.form_of, self.spread_of, self.form = ElidedLabel("", "faint"), ElidedLabel("", "faint"), LineChart()
        for each in (self.form_of, self.spread_of):
            charts.addWidget(each)
        charts.addWidget(self.form, 1)
        self.middle.addLayout(charts, 4)
        column.addLayout(self.middle, 5)
        heads = (tr("Date"), tr("Game"), tr("Results"), tr("Code"))
        self._rows = Rows(heads, self._game_cells, lambda row: row.listed.path.name, ())
        self.list = Table(tr("Games"), self._rows, 2)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.selectionModel().selectionChanged.connect(lambda *_: self._settle())
        self.list.activated.connect(lambda index: self._replay(index.row()))
        self.list.setMinimumHeight(theme.px(140))
        if theme.large():
            self.table.stand_whole()
            self.list.stand_whole()
        self._sorted = (0, Qt.SortOrder.DescendingOrder)
        header = self.list.horizontalHeader()
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicator(*self._sorted)
        header.sectionClicked.connect(self.sort)
        column.addWidget(self.list, 4)
        self._foot = QGridLayout()
        self._foot.setSpacing(6)
        self.look = button(tr("&Replay"), "eye", "primary", self._look)
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
        row = in_row(button(tr("&Play"), "play", "primary", lambda: self.play_chosen.emit("")), STRETCH)
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
        if self._listing.going_on or self._filtering.going_on:
            later(self, self.introduce)
        else:
            super().introduce()

    # ------------------------------------------------------------------ reading

    def read(self) -> None:
        """Reads what is new, a piece in each turn of the event loop, with progress where that takes a while."""
        self._filtering.stop()
        self._listing.begin(self._read())

    def _read(self) -> Iterator[None]:
        state = Refreshed()
        for _ in self.game_store.index.refreshing(state):
            if not state.reads or state.done % _TOLD_EVERY == 0:
                self.progress.setRange(0, state.stale)
                self.progress.setValue(state.done)
                self.progress.setVisible(state.stale > _TOLD_EVERY)
                yield
        self._long.want(self.game_store.unlooked(state.left))
        self.progress.hide()
        self.games = [listed for listed in state.games if listed.entry.over and listed.entry.game in GAMES]
        if len(self.games) > _PIECE:
            yield
        self.empty.setVisible(not self.games)
        self._scroll.setVisible(bool(self.games))
        self._below.setVisible(not self.games)
        self.export.setVisible(bool(self.games))
        self._refilter()
        if not self.games:
            self.take_focus()  # what could be done with games is gone

    def closeEvent(self, event: QCloseEvent) -> None:
        self.deleted.finish()
        for pieces in (self._listing, self._filtering, self._forming):
            pieces.stop()
        self.game_store.index.save()
        self.games, self._facts, self._facts_of = [], [], []  # thousands, which the collector would look through
        super().closeEvent(event)

    def _show_progress(self) -> None:
        self.progress.show()

    # ------------------------------------------------------------------ filters

    @property
    def filter(self) -> Filter:
        game, player, sheet, options, code = (combo.value for combo in self.filters.values())
        return Filter(game, player, sheet, options, code, people=self.people.isChecked())

    def _refilter(self) -> None:
        """Offers what the other filters leave, then shows what they all leave: a piece in each turn of the event loop."""
        self._late.start()
        self._filtering.begin(self._refiltering())

    def _refiltering(self) -> Iterator[None]:
        yield from self._describing()
        rows = self._facts
        played = {row.listed.entry.game for row in rows}
        _offer(self.filters["game"], {game: tr(GAMES[game].info.title) for game in GAMES if game in played})
        if self._wanted:
            _choose(self.filters["game"], self._wanted)
            self._wanted = ""
        chosen = self.filter
        names, kinds, options, codes = set[str](), set[str](), set[str](), Counter[str]()
        for count, row in enumerate(rows, 1):
            entry = row.listed.entry
            if chosen.game in ("", entry.game):
                names |= {player.name for player in entry.players if not (chosen.people and player.bot)}
                kinds.add(row.sheet)
                options.add(row.options)
                codes[entry.code] += 1
            if count % _PIECE == 0:
                yield
        _offer(self.filters["player"], {name: name for name in sorted(names, key=plain)})
        _offer(self.filters["sheet"], {kind: sheet_title(kind) for kind in sorted(kinds)})
        _offer(self.filters["options"], {text: rules_title(text) for text in sorted(options)})
        _offer(self.filters["code"], {code: code for code, n in sorted(codes.items()) if code and n >= _TWICE})
        chosen = self.filter
        words = plain(self.query.text()).split()
        shown, counted = list[_Row](), Counted(chosen)
        for count, row in enumerate(rows, 1):
            if chosen.takes(row.listed.entry) and (not words or all(word in row.searched for word in words)):
                shown.append(row)
                counted.add(row.listed.entry)
            if count % _PIECE == 0:
                yield
        self.shown_latest = tuple(row.listed for row in shown)
        self.standings = counted.standings
        yield from self._sorting(shown)
        if len(shown) > _PIECE:
            yield
        self._show_standings()
        self._late.stop()
        self.progress.hide()

    def _describing(self) -> Iterator[None]:
        """Works out once of each game what it is searched, sorted and filtered by."""
        if self._facts_of is self.games:
            return
        known, facts = {row.listed.path: row for row in self._facts}, list[_Row]()
        self.progress.setRange(0, len(self.games))
        for count, listed in enumerate(self.games, 1):
            row = known.get(listed.path)
            facts.append(row if row is not None and row.listed == listed else _row(listed))
            if count % _PIECE == 0:
                self.progress.setValue(count)
                yield
        self._facts, self._facts_of = facts, self.games

    def _show_standings(self) -> None:
        n = len(self.shown)
        self.sentence.setText(tr_n("{n} finished game", "{n} finished games", n))
        self._several = len({each.game for each in self.standings}) > 1
        self._players.put(self.standings)
        if self.standings:
            self.table.selectRow(0)  # which shows the charts
        else:
            self._show_charts()

    def _standing_cells(self, each: Standing) -> tuple[str, ...]:
        title = (tr(GAMES[each.game].info.title),) if self._several else ()
        name = " · ".join((each.player, *title, *kind_words(each)))
        latest = " ".join(result_text(each, total) for total in each.last[-3:])
        return (name, str(len(each.totals)), result_text(each, each.best), average_text(each), latest,
                str(each.wins) if each.wins else "–")

    def _show_charts(self) -> None:
        rows = self.table.selected()
        if not rows:
            self.charts_of.setText("")
            self.histogram.show_bars(())
            self.latest.show_lines((), ())
            self._show_form(Form((), (), (), ()), "")
            return
        each = self.standings[rows[0]]
        self.charts_of.setText(_standing_words(each))
        enough = len(each.totals) >= _CHARTED and not each.kind.timed
        for chart in (self.histogram, self._latest_of, self.latest):
            chart.setVisible(enough)  # fewer results are told by the table, and times are
        self.histogram.show_bars(bins(each.totals))
        self.latest.show_lines((each.player,), (each.last,), {0: tr("earlier"), len(each.last) - 1: tr("latest")}
                               if len(each.last) > 2 else {}, each.average)
        self._show_form(Form((), (), (), ()), "")
        self._forming.begin(self._form_of(each))

    def _form_of(self, each: Standing) -> Iterator[None]:
        """Shows what the reviews of a player's games come to, once they are read."""
        found = []
        alike = replace(self.filter, sheet=each.kind.sheet, options=each.kind.options, aided=each.kind.aided)
        for review in reviews_of(self.shown_latest, alike, each.game, each.player):
            if review is None:
                yield
            else:
                found.append(review)
        self._show_form(form_of(found), each.game)

    def _show_form(self, form: Form, game: str) -> None:
        """Luck and errors of the reviewed games as moving averages, in the inks of a review; nothing where too few are
        reviewed."""
        several = len(form.errors) >= _CHARTED
        self.form_of.setVisible(several)
        self.form.setVisible(several)
        self.spread_of.setVisible(len(form.errors) >= AVERAGED)  # fewer games say nothing of a spread
        if not several:
            return
        self.form_of.setText(
            tr("Reviewed games ({n}): luck (up is good) and errors in {unit}, averages of {over}",
               unit=tr(GAMES[game].words.unit.name), n=len(form.errors), over=AVERAGED))
        spread, without = form.spreads()
        self.spread_of.setText(tr("Results vary by {spread}; without luck, by {without}.", spread=decimal(spread),
                                  without=decimal(without)))
        averages = [[round(value, 2) for value in moving_average(each)] for each in (form.luck, form.errors)]
        last = len(form.errors) - 1
        self.form.show_lines((tr("Luck"), tr("Error")), averages, {0: tr("earlier"), last: tr("latest")})

    def sort(self, column: int) -> None:
        """Sorts the games by a column; once more turns the order around."""
        before, order = self._sorted
        way = Qt.SortOrder
        turned = way.AscendingOrder if order == way.DescendingOrder else way.DescendingOrder
        self._sorted = (column, turned if column == before else way.DescendingOrder if column == 0 else way.AscendingOrder)
        self.list.horizontalHeader().setSortIndicator(*self._sorted)
        self._show_games()

    def _show_games(self) -> None:
        """Shows the games that are shown, in another order."""
        if self._filtering.going_on:
            self._refilter()
        else:
            self._filtering.begin(self._sorting([*self._rows.rows]))

    def _sorting(self, rows: list[_Row]) -> Iterator[None]:
        """Shows games in the order chosen."""
        if len(rows) > _PIECE:
            yield
        column, order = self._sorted
        rows.sort(key=_SORTED_BY[column], reverse=order == Qt.SortOrder.DescendingOrder)
        self.shown = [row.listed for row in rows]
        self._rows.put(rows)
        self._settle()

    def _game_cells(self, row: _Row) -> tuple[str, ...]:
        now, entry = self.store.now(), row.listed.entry
        when = relative_time(now.fromtimestamp(row.listed.touched).astimezone(), now)
        return when, tr(GAMES[entry.game].info.title), row.results, entry.code

    # ------------------------------------------------------------------ what can be done with a game

    def _chosen(self) -> list[Listed]:
        """Returns the games whose rows are selected. Between an act and what follows from it rows may have gone."""
        return [self.shown[row] for row in self.list.selected() if row < len(self.shown)]

    def _settle(self) -> None:
        chosen = self._chosen()
        entry = chosen[0].entry if len(chosen) == 1 else None
        code = entry.code if entry is not None else ""
        self.look.setEnabled(entry is not None)
        self.review.setEnabled(entry is not None and GAMES[entry.game].think.engine is not None)
        self.same.setEnabled(bool(code))
        self.compare.setEnabled(bool(code) and sum(listed.entry.code == code for listed in self.games) >= _TWICE)
        self.delete.setEnabled(bool(chosen))

    def _replay(self, row: int) -> None:
        if 0 <= row < len(self.shown):
            self.replay_chosen.emit(self.shown[row].path)

    def _look(self) -> None:
        for each in self._chosen()[:1]:
            self.replay_chosen.emit(each.path)

    def _review(self) -> None:
        for each in self._chosen()[:1]:
            self.review_chosen.emit(each.path)

    def _play_same(self) -> None:
        for each in self._chosen()[:1]:
            self.code_chosen.emit(each.entry.code)

    def _compare(self) -> None:
        """Shows everybody's results with the same dice."""
        for each in self._chosen()[:1]:
            for name, combo in self.filters.items():
                _choose(combo, each.entry.code if name == "code" else "")
            self._refilter()

    def ask_csv(self) -> None:
        start = Path(self.store.folder("save")) / f"{tr('Rollwrite results')}.csv"
        if path := ask.save(self, tr("Export"), start, [tr("Spreadsheets (*.csv)")]):
            self.save_csv(path)

    def save_csv(self, path: Path) -> None:
        """Writes the results that the filters leave; says so, or why not."""
        self._saving.begin(self._save(path))

    def _save(self, path: Path) -> Iterator[None]:
        titles: dict[str, str] = {}
        for game in GAMES.values():
            titles |= dict(game.play.part_titles)
        pieces = []
        for count, piece in enumerate(as_csv(self.shown, self.filter, titles)):
            pieces.append(piece)
            if count > 1:  # the mark alone, and all of a few games
                yield
        try:
            write_file(path, b"".join(pieces))
        except UserError as error:
            self.failed.emit(str(error))
            return
        self.store.keep_folder("save", path)
        self.notified.emit(tr("Saved as {name}.", name=str(path)))

    def delete_chosen(self) -> None:
        """Puts games aside; a bar offers to bring them back until this page is left."""
        self.deleted.delete([each.path for each in self._chosen()], self._tell_deleted)

    def _tell_deleted(self, count: int) -> None:
        if count:
            self.deleted.offer(tr_n("{n} game is deleted.", "{n} games are deleted.", count))
        self.read()

    def show_games_of(self, row: int) -> None:
        """Selects a game in the list."""
        self.list.selectionModel().select(
            self.list.model().index(row, 0),
            QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows,
        )


def _choose(combo: Combo, value: str) -> None:
    """Chooses a value that nobody is told of."""
    combo.blockSignals(True)
    combo.choose(value)
    combo.blockSignals(False)


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


class _Row(Struct, frozen=True):
    """A game in the list: everybody's result, the best first, in words; what it is searched, sorted and filtered by."""

    listed: Listed
    results: str
    searched: str
    sorted_by: tuple[str, str]
    sheet: str
    options: str


def _row(listed: Listed) -> _Row:
    entry = listed.entry
    shown = [f"{aided_name(each)} {clock_text(entry.ms) if entry.ms else each.total}"
             for each in sorted(entry.players, key=lambda each: each.place)]
    results = ", ".join(shown)
    title, searched = plain(tr(GAMES[entry.game].info.title)), plain(results)
    words = (title, searched, plain(entry.code), listed.day, plain(listed.path.stem))
    return _Row(listed, results, " ".join(words), (title, searched), sheet_kind(entry.sheet), options_text(entry))


_SORTED_BY: tuple[Callable[[_Row], Any], ...] = (
    lambda row: row.listed.touched, lambda row: row.sorted_by[0], lambda row: row.sorted_by[1],
    lambda row: row.listed.entry.code,
)


def _standing_words(each: Standing) -> str:
    return tr_n(
        "{player}, {game}: {n} game, best {best}, average {average}",
        "{player}, {game}: {n} games, best {best}, average {average}", len(each.totals), player=each.player,
        game=", ".join((tr(GAMES[each.game].info.title), *kind_words(each))),
        best=result_text(each, each.best), average=average_text(each),
    )
