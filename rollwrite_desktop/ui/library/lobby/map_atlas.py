"""The maps of a game, one's own first: each with its picture, how many areas it has and how hard it is, par, the best result
so far, and a line about it. Made when it is first seen; a map is drawn in a turn of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import decimal, tr, tr_n
from rollwrite_desktop.core.rules import players_named
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.play.kept.atlas import MapFacts, best_results, facts_of, facts_of_own
from rollwrite_desktop.play.kept.game_index import Listed
from rollwrite_desktop.play.opening.open_game import map_title, options_of, sheet_of
from rollwrite_desktop.sheet.area_words import counted_areas
from rollwrite_desktop.sheet.load import ENDING
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.canvas.thumbnail import SheetPiece
from rollwrite_desktop.ui.kit.buttons import CardButton, button
from rollwrite_desktop.ui.kit.choices import ArrowGrid
from rollwrite_desktop.ui.kit.event_loop import Turns
from rollwrite_desktop.ui.kit.labels import IconLabel, label
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.index_reader import IndexReader
from rollwrite_desktop.ui.library.lobby.seats import level_title
from rollwrite_desktop.ui.library.own_sheet_store import is_kept
from rollwrite_desktop.ui.library.par_run import ParRun

MOST_OWN = 24
"""Own maps in the atlas; the list above it has all."""
PAUSE = 700
"""Milliseconds until maps are measured: who chooses at once is not kept waiting."""
_PICTURE, _WIDEST, _SHAPE, _AROUND = 150, 320, 0.72, 1.06
_ACROSS, _LARGE_ACROSS = 3, 2
_BESIDE = frozenset({"title", "text", "note", "dice", "box", "label", "hint", "legend", "sign", "key", "edge"})
"""The first parts of the keys of what stands beside a map, of which a picture of the map would show pieces."""


def map_piece(sheet: Sheet, shape: float) -> tuple[float, float, float]:
    """Returns the middle and the width of the piece of a sheet that all its spaces are on, for a picture so high for its
    width."""
    points = [point for space in sheet.spaces for point in space.outline]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    return (left + right) / 2, (top + bottom) / 2, _AROUND * max(right - left, (bottom - top) / shape)


def unplayed(game: Game, sheet: Sheet) -> Display:
    """Returns the drawing of a sheet as a game begins on it; of a map without what stands beside it."""
    rules = game.play.rules(sheet, options_of(game))
    session = Session(rules, players_named(["p"] * game.info.players[0]), code=sheet.id)
    drawn = game.play.guide(rules).draw(session.state, "p1", None)
    if game.play.map_making is None:
        return drawn
    return replace(drawn, marks=tuple(each for each in drawn.marks if each.key.partition("/")[0] not in _BESIDE))


def _saved(sheet: str) -> float:
    """When a sheet of one's own was written; 0 where that cannot be told."""
    try:
        return Path(sheet).stat().st_mtime
    except (OSError, ValueError):
        return 0.0


class AtlasCard(CardButton):
    """One map. `tell_best` says what was reached on it. whose: a line about it where its facts have none."""

    def __init__(self, sheet: Sheet, title: str, facts: MapFacts, whose: str) -> None:
        super().__init__(title)
        self.setCheckable(True)
        self.sheet = sheet
        self.picture = SheetPiece(map_piece(sheet, _SHAPE), _SHAPE, _PICTURE)
        self.picture.setMaximumSize(_WIDEST, round(_WIDEST * _SHAPE))
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 10)
        column.setSpacing(3)
        column.addWidget(self.picture)
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(label(title, "heading"), 1)
        self._tick = IconLabel("check", 16, "accent")
        policy = self._tick.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._tick.setSizePolicy(policy)
        head.addWidget(self._tick)
        column.addLayout(head)
        self._size, self._results = label(""), label("")
        column.addWidget(self._size)
        column.addWidget(self._results)
        self._note = tr(facts.note) if facts.note else whose
        column.addWidget(label(self._note, "faint"))
        column.addStretch(1)
        for child in self.findChildren(QWidget):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.toggled.connect(self._tick.setVisible)
        self._tick.hide()
        self._best: int | None = None
        self.tell_facts(facts)

    def show_display(self, display: Display) -> None:
        """Shows the map as it looks before anybody has played on it."""
        self.picture.show_display(display)

    def tell_facts(self, facts: MapFacts) -> None:
        """Shows how hard the map is, as far as that is known."""
        self._hard = tr(facts.difficulty) if facts.difficulty else ""
        self._par = "" if facts.par is None else tr("Par {par}", par=decimal(facts.par))
        self.tell_best(self._best)

    def tell_best(self, best: int | None) -> None:
        """Shows the best result on it so far; None where nobody has finished a game on it."""
        self._best, count = best, counted_areas(self.sheet)
        reached = "" if best is None else tr("best so far {n}", n=best)
        self._size.setText(" · ".join(filter(None, (count, self._hard))))
        self._results.setText(" · ".join(filter(None, (self._par, reached))))
        self._results.setVisible(bool(self._results.text()))
        self.setAccessibleDescription(". ".join(filter(None, (count, self._hard, self._par, reached, self._note))))


class MapAtlas(QWidget):
    """`chosen` carries the id of the sheet, or the path of one's own; `print_chosen`: all are wanted on paper. titles: what
    is offered, by id or path; own_par: par of a sheet of one's own, None if it was never measured. It is then, and
    `measured` carries the path and par."""

    chosen = Signal(str)
    measured = Signal(str, float)
    print_chosen = Signal()

    def __init__(
        self, game: Game, titles: Mapping[str, str], value: str, game_store: GameStore,
        own_par: Callable[[str], float | None],
    ) -> None:
        super().__init__()
        self._game = game
        self.cards: dict[str, AtlasCard] = {}
        self._facts: dict[str, MapFacts] = {}
        grid = QGridLayout()
        grid.setSpacing(8)
        across = 1 if theme.largest() else _LARGE_ACROSS if theme.large() else _ACROSS
        own = {each for each in titles if each.endswith(ENDING)}
        first = sorted(own, key=lambda each: (each != value, -_saved(each)))[:MOST_OWN]
        for sheet_id in (*first, *(each for each in titles if each not in own)):
            try:
                sheet = sheet_of(game, sheet_id)
            except UserError:
                continue
            facts = self._facts[sheet_id] = (
                facts_of_own(game, sheet, own_par(sheet_id)) if sheet_id in own else facts_of(game, sheet))
            title = titles[sheet_id] if sheet_id in own else map_title(sheet)
            whose = tr("Your own map.") if is_kept(game_store.store, sheet_id) else tr("From a file, not kept yet.")
            card = self.cards[sheet_id] = AtlasCard(sheet, title, facts, whose if sheet_id in own else "")
            card.clicked.connect(lambda _=False, sheet_id=sheet_id: self._choose(sheet_id))
            grid.addWidget(card, *divmod(len(self.cards) - 1, across))
            theme.shared(Turns).wait(card, partial(self._draw, card))
        for each in range(across):
            grid.setColumnStretch(each, 1)
        self.levels = label("", "faint")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.levels)
        column.addLayout(grid)
        self.print = button(tr("Print all &maps"), "print", "", self.print_chosen.emit, breaks=True)
        self.print.setToolTip(tr("All maps side by side, to choose from at the table."))
        column.addWidget(self.print, 0, Qt.AlignmentFlag.AlignLeft)
        arrows = ArrowGrid(grid, self)
        arrows.hold([*self.cards.values()])
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.show_choice(value)
        self._reader = IndexReader(game_store.index, self)
        self._reader.read.connect(self._tell_best)
        self._reader.start()
        self.unmeasured = [each for each in first if each in self._facts and self._facts[each].par is None]
        if self.unmeasured and game.words.par_level:
            timer = QTimer(self, singleShot=True, interval=PAUSE)
            timer.timeout.connect(self._measure)
            timer.start()

    def show_choice(self, value: str) -> None:
        """Marks what is chosen, wherever that was done, and says what the computer players score on it, and of countries
        whose borders these are."""
        for sheet_id, card in self.cards.items():
            card.setChecked(sheet_id == value)
        facts = self._facts.get(value)
        said = [] if facts is None else [
            self._say_levels(facts) if facts.levels else "", tr(facts.origin) if facts.origin else ""]
        self.levels.setText(" ".join(filter(None, said)))
        self.levels.setVisible(bool(self.levels.text()))

    def _say_levels(self, facts: MapFacts) -> str:
        levels = " · ".join(
            f"{level_title(self._game, level)} {decimal(par.mean)}" for level, par in facts.levels.items()
        )
        fewest = min(par.codes for par in facts.levels.values())
        return tr_n(
            "Computer players alone on this map: {levels} (averages of one game or more).",
            "Computer players alone on this map: {levels} (averages of {n} games or more).", fewest, levels=levels)

    def _measure(self) -> None:
        """Measures the next of the maps that came from elsewhere, or were saved before that was done."""
        run = ParRun(self.cards[self.unmeasured[0]].sheet, self)
        run.measured.connect(self._take)
        run.failed.connect(self._measure_next)

    def _take(self, par: float) -> None:
        sheet_id = self.unmeasured[0]
        facts = self._facts[sheet_id] = facts_of_own(self._game, self.cards[sheet_id].sheet, par)
        self.cards[sheet_id].tell_facts(facts)
        self.measured.emit(sheet_id, par)
        self._measure_next()

    def _measure_next(self) -> None:
        self.unmeasured.pop(0)
        if self.unmeasured:
            self._measure()

    def _choose(self, sheet_id: str) -> None:
        self.show_choice(sheet_id)
        self.chosen.emit(sheet_id)

    def _draw(self, card: AtlasCard) -> None:
        card.show_display(unplayed(self._game, card.sheet))

    def _tell_best(self, games: list[Listed]) -> None:
        found = best_results(self._game, games)
        named = {Path(sheet).name: best for sheet, best in found.items() if sheet.endswith(ENDING)}
        for sheet_id, card in self.cards.items():
            card.tell_best(named.get(Path(sheet_id).name) if sheet_id.endswith(ENDING) else found.get(sheet_id))
