"""The deck of one's own mistakes, or another one: what is due today, by theme what is lost where, and how that went over
time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from msgspec import structs
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.i18n import capitalized, decimal, short_day, tr, tr_n, with_colon
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.decks import SUFFIX, Deck, Position
from rollwrite_desktop.play.practice.deck import (
    DOZEN,
    Theme,
    costs_over_time,
    done_on,
    dozen,
    due,
    key_of,
    nothing_in_it,
    shared,
    themes_of,
    title_of,
    worth_of,
    written,
)
from rollwrite_desktop.play.practice.practice import Run
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.base.touch import TOUCH
from rollwrite_desktop.ui.kit import ask
from rollwrite_desktop.ui.kit.buttons import CardButton, button
from rollwrite_desktop.ui.kit.charts import LineChart
from rollwrite_desktop.ui.kit.choices import Combo
from rollwrite_desktop.ui.kit.event_loop import Pieces, later
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import card, emptied, grow, in_column, row_or_column
from rollwrite_desktop.ui.kit.page import Page
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.kit.progress import progress_bar
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.library.deck_store import DeckCollector, DeckStore, title_to_begin_with

_WIDE = 980
"""From this width on, in pixels at 100 % text, themes and chart stand beside each other."""
_LINES, _LEAST_GAMES = 3, 3
"""How many themes the chart shows, and from how many games on."""
_CAPTIONS = 4


class ThemeLine(CardButton):
    """A theme: its title, how many positions are due and how many there are, and what they cost together."""

    def __init__(self, found: Theme, cost: str) -> None:
        count = tr_n("one position, {due} due", "{n} positions, {due} due", found.count, due=found.due)
        super().__init__(f"{found.title}; {count}; {cost}")
        theme.role(self, "finding")
        row = row_or_column()
        row.setContentsMargins(10, 4, 10, 4)
        self.setLayout(row)
        texts = QVBoxLayout()
        texts.setSpacing(0)
        for sentence, role in ((found.title, ""), (count, "faint")):
            texts.addWidget(_through(label(sentence, role)))
        row.addLayout(texts, 1)
        row.addWidget(_through(label(cost, "heading", wrap=False)))
        self.setMinimumHeight(TOUCH)


class GameLine(CardButton):
    """A deck that comes with the program: its game and what is in it."""

    def __init__(self, game: str, about: str) -> None:
        super().__init__(f"{game}; {about}")
        theme.role(self, "finding")
        column = in_column(gap=0, margins=(10, 4, 10, 4))
        for sentence, role in ((game, "heading"), (about, "faint")):
            column.addWidget(_through(label(sentence, role)))
        self.setLayout(column)
        self.setMinimumHeight(TOUCH)


class PracticePage(Page):
    """`run_chosen` carries the path of a deck and the run of its positions to be shown; `leaves_chosen` a game's id and
    pages to print."""

    run_chosen = Signal(object, object)
    leaves_chosen = Signal(object)
    open_chosen = Signal()
    history_chosen = Signal()

    def __init__(self, store: Settings, deck: Path | None = None, parent: QWidget | None = None) -> None:
        """`deck`: which one is shown at first; None: one's own mistakes."""
        super().__init__(tr("Practice"), parent)
        self.store, self.decks = store, DeckStore(store)
        self.path = deck or self.decks.own_path
        self.deck = Deck(1)  # what is shown of it: all, or what one player lost
        self.lines: list[ThemeLine] = []
        self.games: list[GameLine] = []
        theme.role(self, "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.collector = DeckCollector(self.decks, self)
        self.collector.collected.connect(self._take_collected)
        self._printing = Pieces(self)
        self._build()
        self.refresh()
        later(self, self.collector.start)

    # ------------------------------------------------------------------ the parts

    def _build(self) -> None:
        head = PageHead(tr("Practice"))
        head.left.connect(self.left)
        self.which = Combo({str(self.decks.own_path): tr("My mistakes")}, str(self.path), tr("Deck"))
        self.which.currentIndexChanged.connect(lambda _: self._choose())
        self.who = Combo({"": tr("Everyone")}, "", tr("Player"))
        self.who.currentIndexChanged.connect(lambda _: self.refresh())
        self.share = button(tr("S&hare this deck …"), "save", "quiet", self.ask_share)
        self.print = button(tr("&Print a dozen …"), "print", "quiet", self.print_dozen)
        self.open = button(tr("&Open a deck …"), "folder-open", "quiet", self.open_chosen.emit)
        head.add(self.which, self.who, self.print, self.share, self.open)
        inside = QWidget()
        in_column(head, grow(Scroll(inside)), gap=12, margins=(24, 16, 24, 8), on=self)
        whole = in_column(self._today(), self._while_idle(), self._to_begin_with(), gap=12, on=inside)
        self._both = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._both.setSpacing(12)
        self._both.addWidget(self._by_theme(), 1)
        self._both.addWidget(self._over_time(), 1)
        whole.addLayout(self._both)
        how = label(tr(
            "A position comes back a day after you solve it at once, then six days later; solved at once three times "
            "running, it leaves the deck. One that you miss comes back the next day."
        ), "faint")
        whole.addWidget(how)
        whole.addStretch(1)

    def _today(self) -> QWidget:
        frame, column = card()
        self.headline, self.sentence = label("", "title"), label("")
        self.progress = progress_bar(tr("Practiced today"), DOZEN)
        self.start = button(tr("&Start"), "play", "primary", self.begin, breaks=True)
        self.more = button(tr("Practice &more"), "plus", "", self.begin_more, breaks=True)
        self.results = button(tr("&Results"), "history", "", self.history_chosen.emit, breaks=True)
        texts = in_column(self.headline, self.sentence, self.progress, gap=4)
        column.addLayout(row_or_column(texts, self.start, self.more, self.results))
        return frame

    def _while_idle(self) -> QWidget:
        """Asks once whether games are to be reviewed while nobody plays."""
        self._idle_card, column = card()
        self.idle_on = button(tr("&Yes"), "check", "", lambda: self._review_idly("on"), breaks=True)
        self.idle_off = button(tr("&No"), "x", "quiet", lambda: self._review_idly("off"), breaks=True)
        asked = label(tr(
            "Review your finished games while nobody uses the program? It stops at the first key or tap, and never runs on "
            "battery."
        ))
        column.addLayout(row_or_column(asked, self.idle_on, self.idle_off))
        return self._idle_card

    def _review_idly(self, wanted: str) -> None:
        """Keeps the answer in the preferences."""
        self.store.prefer(reviews=wanted)
        self.refresh()
        (self.starts_at or self.which).setFocus()

    def _to_begin_with(self) -> QWidget:
        self._begin_card, column = card()
        column.addWidget(label(tr("Positions to start with"), "title"))
        column.addWidget(label(tr(
            "Mistakes of a computer player. In each position one move is clearly the best, checked by many playouts."
        )))
        self._games = QVBoxLayout()
        self._games.setSpacing(4)
        column.addLayout(self._games)
        return self._begin_card

    def _by_theme(self) -> QWidget:
        self._themes_card, column = card()
        self._themes_title = label("", "title")
        column.addWidget(self._themes_title)
        self.most = label("")
        column.addWidget(self.most)
        self.worth = label("", "faint")
        column.addWidget(self.worth)
        self._list = QVBoxLayout()
        self._list.setSpacing(4)
        column.addLayout(self._list)
        column.addStretch(1)
        return self._themes_card

    def _over_time(self) -> QWidget:
        self._chart_card, column = card()
        column.addWidget(label(tr("What they cost, game by game"), "title"))
        self.game = Combo({"": ""}, "", tr("Game"))
        self.game.currentIndexChanged.connect(lambda _: self._show_chart())
        self.chart = LineChart()
        self.chart.setFixedHeight(theme.px(220))
        self.unit = label("", "faint")
        column.addWidget(self.game)
        column.addWidget(self.chart)
        column.addWidget(self.unit)
        column.addStretch(1)
        return self._chart_card

    # ------------------------------------------------------------------ showing

    def refresh(self) -> None:
        """Reads the deck anew and shows it."""
        try:
            self.deck = self.decks.read(self.path)
        except UserError as error:
            self.deck = Deck(1)
            self.failed.emit(str(error))
        self._show_decks()
        self._show_players()
        today = self.store.now().date()
        left, all_due, done = dozen(self.deck, today), due(self.deck.positions, today), done_on(self.deck, today)
        self.headline.setText(self._headline(len(left), len(all_due), done))
        self.sentence.setText(self._sentence(len(left), len(all_due)))
        self.progress.setValue(min(DOZEN, done))
        self.progress.setVisible(bool(self.deck.positions) and bool(done))
        self.start.setVisible(bool(left))
        self.starts_at = self.start if left else None
        self.more.setVisible(bool(self.deck.positions) and not left)
        self.results.setVisible(not self.deck.positions)
        self.print.setEnabled(bool(self.deck.positions))
        self.share.setEnabled(bool(shared(self.deck, "").positions))
        self._idle_card.setVisible(self.store.preferences.reviews == "ask" and self.path == self.decks.own_path)
        self._show_to_begin_with()
        self._show_themes(themes_of(self.deck.positions, today))
        self._show_games()

    def _headline(self, left: int, all_due: int, done: int) -> str:
        if not self.deck.positions:
            return tr("No mistakes of your own yet") if self.path == self.decks.own_path else tr("Nothing to practice")
        if left:
            return tr_n("Today: one position", "Today: {n} positions", left)
        return tr("Done for today") if done and all_due else tr("Nothing is due today")

    def _sentence(self, left: int, all_due: int) -> str:
        count = len(self.deck.positions)
        if not count:
            return nothing_in_it(self.path == self.decks.own_path, idly=self.store.preferences.reviews == "on")
        if left:
            return tr_n("One position is in the deck, and it is due.",
                        "{n} positions are in the deck; due now: {due}.", count, due=all_due)
        return tr_n("One position is in the deck.", "{n} positions are in the deck.", count)

    def _show_to_begin_with(self) -> None:
        """Shows the decks that come with the program, as long as there are no mistakes of one's own."""
        emptied(self._games)
        self.games = []
        begins = self.path == self.decks.own_path and not self.deck.positions
        for path, game_id in self.decks.to_begin_with().items() if begins else ():
            try:
                count = len(self.decks.read(path).positions)
            except UserError:
                continue
            line = GameLine(tr(GAMES[game_id].info.title), tr_n("one position", "{n} positions", count))
            line.clicked.connect(lambda _=False, path=path: self.show_deck(path))
            self._games.addWidget(line)
            self.games.append(line)
        self._begin_card.setVisible(bool(self.games))

    def _show_decks(self) -> None:
        wanted = {str(self.decks.own_path): tr("My mistakes")}
        wanted |= {str(path): title_to_begin_with(game_id) for path, game_id in self.decks.to_begin_with().items()}
        for path in self.decks.others():
            try:
                wanted[str(path)] = self.decks.title(path, self.decks.read(path))
            except UserError:
                continue
        if {self.which.itemData(n): self.which.itemText(n) for n in range(self.which.count())} != wanted:
            self.which.blockSignals(True)
            self.which.clear()
            for name, title in wanted.items():
                self.which.addItem(title, name)
            self.which.blockSignals(False)
        self.which.blockSignals(True)
        self.which.choose(str(self.path))
        self.which.blockSignals(False)
        self.which.setVisible(len(wanted) > 1)

    def _show_players(self) -> None:
        """Whose mistakes there are, where several people's are in the deck; leaves in it those of the one that is chosen."""
        players = {each.player for each in self.deck.positions} | {each.player for each in self.deck.reviews}
        names = sorted(filter(None, players))
        wanted = {"": tr("Everyone"), **{name: name for name in names}}
        if {self.who.itemData(n): self.who.itemText(n) for n in range(self.who.count())} != wanted:
            chosen = self.who.value
            self.who.blockSignals(True)
            self.who.clear()
            for name, title in wanted.items():
                self.who.addItem(title, name)
            self.who.choose(chosen if chosen in wanted else "")
            self.who.blockSignals(False)
        self.who.setVisible(len(names) > 1)
        if name := self.who.value if len(names) > 1 else "":
            self.deck = structs.replace(
                self.deck, positions=tuple(each for each in self.deck.positions if each.player == name),
                reviews=tuple(each for each in self.deck.reviews if each.player == name),
            )

    def _choose(self) -> None:
        self.show_deck(Path(self.which.value))

    def show_deck(self, path: Path) -> None:
        """Shows another deck."""
        if path != self.path:
            self.path = path
            self.refresh()
            if self.starts_at is not None:
                self.starts_at.setFocus()

    def _show_themes(self, found: Sequence[Theme]) -> None:
        emptied(self._list)
        self.lines = []
        self._themes_card.setVisible(bool(found))
        if not found:
            return
        own = self.path == self.decks.own_path
        self._themes_title.setText(tr("Where you lose") if own else tr("By theme"))
        counts = Counter[str]()
        for each in found:
            counts[each.game] += each.count
        game, all_of_game = counts.most_common(1)[0]
        worst = max((each for each in found if each.game == game), key=lambda each: each.cost)
        self.most.setText(tr(
            "In {game}, this costs you most: {theme}. Costly turns: {n} of {all}.",
            game=tr(GAMES[worst.game].info.title), theme=worst.title, n=worst.count, all=all_of_game,
        ))
        self.most.setVisible(own and all_of_game > 1)
        self.worth.setText(worth_of(GAMES[game]))
        self.worth.setVisible(own and bool(self.worth.text()))
        game = ""
        for each in found:
            if each.game != game:
                game = each.game
                self._list.addWidget(label(tr(GAMES[game].info.title), "heading"))
            cost = f"{decimal(each.cost)} {tr(GAMES[game].words.unit.name)}"
            line = ThemeLine(each, cost)
            line.clicked.connect(lambda _=False, each=each: self.begin_theme(each))
            self._list.addWidget(line)
            self.lines.append(line)
        self.grown.emit()

    def _show_games(self) -> None:
        """Shows the games with enough reviewed games for a chart."""
        counts = {game: sum(each.game == game for each in self.deck.reviews) for game in GAMES}
        enough = {game: tr(GAMES[game].info.title) for game, count in counts.items() if count >= _LEAST_GAMES}
        self._chart_card.setVisible(bool(enough))
        chosen = self.game.value
        self.game.blockSignals(True)
        self.game.clear()
        for game, title in enough.items():
            self.game.addItem(title, game)
        if chosen in enough:
            self.game.choose(chosen)
        self.game.blockSignals(False)
        self.game.setVisible(len(enough) > 1)
        self._show_chart()

    def _show_chart(self) -> None:
        game = GAMES.get(self.game.value)
        if game is None:
            return
        days, lines = costs_over_time(self.deck.reviews, game.info.id, _LINES)
        names = [title_of(game, key) if key else tr("everything else") for key in lines]
        every = max(1, -(-len(days) // _CAPTIONS))
        captions = {n: _caption(day) for n, day in enumerate(days) if n % every == 0}
        self.chart.show_lines(names, list(lines.values()), captions)
        unit = tr("{unit} in a hundred turns; lower is better.", unit=tr(game.words.unit.name))
        alone = len(names) == 1  # a line alone has no name at its end
        self.unit.setText(with_colon(names[0], unit) if alone else capitalized(unit))

    # ------------------------------------------------------------------ practicing

    def begin(self) -> None:
        """Begins what is left of the day's dozen."""
        self._run(dozen(self.deck, self.store.now().date()))

    def begin_more(self) -> None:
        """Another dozen, of those that come back soonest."""
        self._run(self._soonest())

    def _soonest(self) -> list[Position]:
        """A dozen of those that come back soonest."""
        return sorted(self.deck.positions, key=lambda each: each.practice.due)[:DOZEN]

    def begin_theme(self, found: Theme) -> None:
        """Begins the positions of a theme, those that are due first."""
        some = [each for each in self.deck.positions if (each.game, each.theme) == (found.game, found.key)]
        first = due(some, self.store.now().date())
        self._run([*first, *(each for each in some if each not in first)][:DOZEN])

    def print_dozen(self) -> None:
        """Prints the day's dozen on paper, or those that come back soonest, with the answers overleaf; one is drawn in each
        turn of the event loop."""
        self._printing.begin(self._print_dozen())

    def _print_dozen(self) -> Iterator[None]:
        from rollwrite_desktop.printing.jobs.practice_pages import practice_pieces, puzzles_of

        puzzles = puzzles_of(dozen(self.deck, self.store.now().date()) or self._soonest(), self.path.parent)
        if not puzzles:
            self.failed.emit(tr("None of these positions can be printed."))
            return
        yield
        leaves = []
        for leaf in practice_pieces(puzzles):
            if leaf is None:
                yield
            else:
                leaves.append(leaf)
        self.leaves_chosen.emit((puzzles[0].position.game, tuple(leaves)))

    def _run(self, positions: Sequence[Position]) -> None:
        if positions:
            self.run_chosen.emit(self.path, Run(tuple(map(key_of, positions))))

    # ------------------------------------------------------------------ decks as files

    def ask_share(self) -> None:
        """Asks where, and writes this deck for others."""
        own = self.path == self.decks.own_path  # where it is opened there is another one of that name
        title = tr("Positions to practice") if own else self.decks.title(self.path, self.deck)
        start = Path(self.store.folder("save")) / f"{title}{SUFFIX}"
        if path := ask.save(self, tr("Share this deck"), start, [tr("Decks (*.rollwrite-deck)")]):
            self.save_shared(path)

    def save_shared(self, path: Path) -> bool:
        """Writes this deck for others: without names and without how it went."""
        deck = shared(self.deck, path.name.removesuffix(SUFFIX))
        try:
            write_file(path, written(deck))
        except UserError as error:
            self.failed.emit(str(error))
            return False
        self.store.keep_folder("save", path)
        left_out = len(self.deck.positions) - len(deck.positions)
        said = tr("Saved as {name}.", name=str(path))
        own = tr_n("One position on a sheet of your own was left out.", "{n} positions on sheets of your own were left out.",
                   left_out) if left_out else ""
        self.notified.emit(" ".join(filter(None, (said, own))))
        return True

    def _take_collected(self, came: int, done: bool) -> None:
        if came:
            self.take_positions()
        if done and self.collector.added:
            self.notified.emit(tr_n("One position is new.", "{n} positions are new.", self.collector.added))

    # ------------------------------------------------------------------ the page itself

    def take_positions(self) -> None:
        if self.path == self.decks.own_path:
            self.refresh()

    def in_short(self) -> str:
        return f"{self.headline.text()}. {self.sentence.text()}"

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        way = QBoxLayout.Direction
        wide = self.width() >= theme.px(_WIDE) and not theme.large()
        self._both.setDirection(way.LeftToRight if wide else way.TopToBottom)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()


def _through(widget: QWidget) -> QWidget:
    """Clicks on it are for the button around it."""
    widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    return widget


def _caption(day: str) -> str:
    """A day of a deck, short; as it stands there, if it is none."""
    try:
        return short_day(date.fromisoformat(day))
    except ValueError:
        return day
