"""The dialog that makes positions to practice of a session's sheets: how many, how far it has come, and then on paper or
as a deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.intake.decks import SUFFIX, Deck, Position
from rollwrite_desktop.intake.text import file_name
from rollwrite_desktop.play.paper.audit_files import Filled
from rollwrite_desktop.play.practice.class_deck import DeckProgress, Played, costly, played_on, usable
from rollwrite_desktop.play.practice.deck import DOZEN, shared, written
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.background import Task
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit import accessible, ask
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.choices import Combo
from rollwrite_desktop.ui.kit.dialogs import Dialog, sized
from rollwrite_desktop.ui.kit.event_loop import Pieces
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import STRETCH, FlowRow, grow, in_column, keep_room, row_or_column
from rollwrite_desktop.ui.kit.progress import progress_bar
from rollwrite_desktop.ui.kit.scroll import Scroll

_COUNTS = (6, 12, 18, 24)
_WIDE, _HIGH = 560, 400


class ClassPractice(Dialog):
    """`print_chosen` carries the game's id and leaves; `notified` says where a deck was saved."""

    print_chosen = Signal(object)
    notified = Signal(str)

    def __init__(
        self, name: str, sheets: Sequence[Filled], games: Sequence[Played], store: Settings, parent: QWidget | None = None,
    ) -> None:
        """`name`: what the session is called; `games`: what was played on the screen, and is not among the sheets."""
        super().__init__(parent)
        self.setWindowTitle(tr("Positions to practice"))
        theme.role(self, "page")
        self._name, self._store, self._games = name, store, games
        self._sheets = [sheet for sheet in sheets if usable(sheet)]
        self._task: Task | None = None
        self._pieces = Pieces(self)
        self.found: tuple[Position, ...] = ()
        self.wanted = Combo({str(n): str(n) for n in _COUNTS}, str(DOZEN), tr("How many"))
        self.search = button(tr("&Find them"), "play", "", self.begin)
        self.stopping = button(tr("S&top"), "x", "", self.stop)
        self.bar = progress_bar(tr("Positions found"))
        self.said = label("")
        self.print = button(tr("&Print …"), "print", "primary", self.print_them)
        self.save = button(tr("&Save as a deck …"), "save", "", self.ask_save)
        self.closing = button(tr("Close"), "", "", self.reject)
        self._build(len(sheets) + len(games))
        sized(self, _WIDE, _HIGH)
        self._show()
        (self.search if self.search.isEnabled() else self.closing).setFocus()

    def _build(self, sheets: int) -> None:
        count = label(tr("How many"), "", wrap=False)
        count.setBuddy(self.wanted)
        usual = tr("Sheets that can be used: {n} of {all}.", n=len(self._sheets) + len(self._games), all=sheets)
        counted = tr("Only legal sheets with their rolls count, once their check is done.")
        order = tr("A sheet doesn’t show in which order it was filled, so each position is one that its rolls allow.")
        inside = QWidget()
        pressed = FlowRow(self.closing, self.save, self.print)
        in_column(grow(Scroll(inside)), pressed, gap=12, margins=(20, 16, 20, 16), on=self)
        in_column(
            label(tr(
                "The turns on these sheets that cost most, for everyone to play again: three on a page, the answers "
                "overleaf, without names."
            )),
            label(f"{usual} {counted}"),
            label(order, "faint"),
            row_or_column(count, self.wanted, self.search, self.stopping),
            self.bar, self.said, STRETCH, gap=12, on=inside,
        )
        for each in (self.bar, self.stopping):
            keep_room(each, True)

    # ------------------------------------------------------------------ finding

    @property
    def working(self) -> bool:
        """Whether turns are being measured, or pages drawn."""
        return self._task is not None or self._pieces.going_on

    def begin(self) -> None:
        """Plays the sheets again, one in each turn of the event loop, and has their turns measured."""
        self.found = ()
        self.bar.setRange(0, int(self.wanted.value))
        self.bar.setValue(0)
        self._pieces.begin(self._begin())
        self._show()
        self.stopping.setFocus()

    def _begin(self) -> Iterator[None]:
        self.said.setText(tr("The sheets are played again …"))
        games = [*self._games]
        for sheet in self._sheets:
            yield
            if (game := played_on(sheet)) is not None:
                games.append(game)
        self._task = Task(partial(costly, tuple(games), int(self.wanted.value), self._store.decks), self)
        self._task.given.connect(self._learn)
        self._task.ended.connect(self._end)
        self._task.failed.connect(self._fail)
        self._task.ask()

    def _learn(self, step: DeckProgress) -> None:
        self.found = step.found
        self.bar.setValue(len(step.found))
        if step.measured:
            self.said.setText(tr(
                "Positions found: {n} of {all}. Turns measured: {turns}.", n=len(step.found), all=self.wanted.value,
                turns=step.measured))
        else:
            self.said.setText(tr("Sheets looked through: {n} of {all}.", n=step.looked, all=step.games))
        if self._task is not None:
            self._task.ask()

    def _end(self) -> None:
        fewer = len(self.found) < int(self.wanted.value)
        self._rest(tr("No other turn clearly cost anything.") if fewer and self.found else "")

    def _fail(self, why: str) -> None:
        self._rest(why)

    def stop(self) -> None:
        """Stops; what was found can be used."""
        if self.working:
            self._rest(tr("Stopped."))

    def _rest(self, why: str) -> None:
        self._drop()
        ready = tr_n("One position is ready.", "{n} positions are ready.", len(self.found)) if self.found else ""
        none = "" if ready or why else tr("No turn clearly cost anything.")
        self.said.setText(" ".join(filter(None, (why, ready, none))))
        self._show()
        (self.print if self.found else self.closing).setFocus()
        accessible.announce(self.said.text())

    def _drop(self) -> None:
        self._pieces.stop()
        task, self._task = self._task, None
        if task is not None:
            task.drop()

    def _show(self) -> None:
        working = self.working
        self.search.setEnabled(bool(self._sheets or self._games) and not working)
        self.wanted.setEnabled(not working)
        self.stopping.setVisible(working)
        self.bar.setVisible(working)
        self.print.setEnabled(bool(self.found) and not working)
        self.save.setEnabled(bool(self._deck().positions) and not working)

    def done(self, result: int) -> None:
        self._drop()
        super().done(result)

    # ------------------------------------------------------------------ on paper, as a deck

    def print_them(self) -> None:
        """Draws the pages, a position in each turn of the event loop, and leads to printing."""
        self._pieces.begin(self._print())
        self._show()

    def _print(self) -> Iterator[None]:
        from rollwrite_desktop.printing.jobs.practice_pages import practice_pieces, puzzles_of

        puzzles = puzzles_of(self.found, self._store.decks)
        yield
        leaves = []
        for leaf in practice_pieces(puzzles, self._name):
            if leaf is None:
                yield
            else:
                leaves.append(leaf)
        self.accept()
        if leaves:
            self.print_chosen.emit((puzzles[0].position.game, tuple(leaves)))

    def _deck(self) -> Deck:
        """Returns what can be given to others: positions on sheets that everybody has."""
        return shared(Deck(1, "", self.found), self._name)

    def ask_save(self) -> None:
        """Asks where, and writes the deck."""
        start = Path(self._store.folder("save")) / f"{file_name(self._name)}{SUFFIX}"
        if path := ask.save(self, tr("Save as a deck"), start, [tr("Decks (*.rollwrite-deck)")]):
            self.save_deck(path)

    def save_deck(self, path: Path) -> None:
        """Writes the deck, and says so here, as the dialog lies over the window's messages, and there."""
        try:
            write_file(path, written(self._deck()))
        except UserError as error:
            self.said.setText(str(error))
            accessible.announce(str(error))
            return
        self._store.keep_folder("save", path)
        self.said.setText(tr("Saved as {file}.", file=str(path)))
        self.notified.emit(self.said.text())
