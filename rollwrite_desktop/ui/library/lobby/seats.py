"""Who sits at the table: one row per player with name and kind, added, moved, removed. Knows computer players by name."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.kit.buttons import button, icon_button
from rollwrite_desktop.ui.kit.choices import Combo
from rollwrite_desktop.ui.kit.layouts import in_column, in_row
from rollwrite_desktop.ui.kit.names import Names

PERSON = ""
LONGEST_NAME = 40


def level_title(game: Game, bot: str) -> str:
    """A computer player of a game by name: "Easy"; its id where the game has no name for it."""
    level = game.think.levels.get(bot)
    return tr(level.title) if level is not None else bot


class Seat(Struct, frozen=True):
    """A player to be: a name ("" for the one suggested) and a computer player, or "" for a person."""

    name: str = ""
    bot: str = PERSON


class SeatRow(QWidget):
    """One player; `suggested` is the name that the player has if none is typed."""

    changed = Signal()
    moved = Signal(int)
    removed = Signal()

    def __init__(self, game: Game, seat: Seat, known: Sequence[str]) -> None:
        super().__init__()
        row = in_row(gap=4, on=self)
        self.name = QLineEdit(seat.name)
        self.name.setMaxLength(LONGEST_NAME)
        touchable(self.name)
        self.name.setMinimumWidth(130)
        self.name.setCompleter(Names(known, self.name))
        kinds = {bot: tr("Computer: {level}", level=level_title(game, bot)) for bot in game.think.bots}
        self.kind = Combo({PERSON: tr("Person"), **kinds}, seat.bot, tr("Who plays"))
        self.up = icon_button("chevron-up", tr("Move up"), lambda: self.moved.emit(-1))
        self.down = icon_button("chevron-down", tr("Move down"), lambda: self.moved.emit(1))
        self.remove = icon_button("x", tr("Remove this player"), self.removed.emit)
        for widget, stretch in ((self.name, 5), (self.kind, 3), (self.up, 0), (self.down, 0), (self.remove, 0)):
            row.addWidget(widget, stretch)
        self.suggested = ""
        self.name.textChanged.connect(lambda _: self.changed.emit())
        self.kind.currentIndexChanged.connect(lambda _: self.changed.emit())

    @property
    def seat(self) -> Seat:
        return Seat(" ".join(self.name.text().split()), self.kind.value)

    def choose_level(self, level: str) -> None:
        """A computer player plays at this level."""
        if self.seat.bot:
            self.kind.choose(level)

    def settle(self, index: int, count: int, least: int, most: int) -> None:
        """Which buttons mean something for the seat at `index` of `count`."""
        self.name.setPlaceholderText(self.suggested)
        self.name.setAccessibleName(tr("Name of player {n}", n=index + 1))
        self.up.setEnabled(index > 0)
        self.down.setEnabled(index < count - 1)
        self.remove.setEnabled(count > least)
        for each in (self.up, self.down, self.remove):
            each.setHidden(most == 1 or count == 1)

    def take_focus(self) -> None:
        """Moves the keyboard to the name."""
        self.name.setFocus()

    def focus_mover(self, by: int) -> None:
        """Moves the keyboard to the button that moved the seat, or to the name where that cannot be pressed any more."""
        mover = self.up if by < 0 else self.down
        (mover if mover.isEnabled() else self.name).setFocus()


class Seats(QWidget):
    """All players; `level`: the computer player who is added. `changed` is emitted after any change. The rows are made when
    they are first wanted: many a game is begun without a look at them."""

    changed = Signal()

    def __init__(self, game: Game, level: str, seats: Sequence[Seat], known: Sequence[str]) -> None:
        super().__init__()
        self.game, self.level = game, level
        self.least, self.most = game.info.players
        self.known = known
        self._rows: list[SeatRow] = []
        self._waiting: list[Seat] = []  # those who have no row yet
        column = in_column(gap=4, on=self)
        self.list = QVBoxLayout()
        self.list.setSpacing(4)
        column.addLayout(self.list)
        foot = QHBoxLayout()
        self.add_person = button(tr("&Add a person"), "user", "", lambda: self._added(Seat()))
        foot.addWidget(self.add_person)
        self.add_bot = button(tr("Add a c&omputer player"), "bot", "", lambda: self._added(Seat("", self.level)))
        foot.addWidget(self.add_bot)
        foot.addStretch(1)
        if not game.think.bots:
            self.add_bot.hide()
        column.addSpacing(4)
        column.addLayout(foot)
        column.addStretch(1)
        self._seat([*seats, *[Seat()] * self.least][: max(self.least, min(self.most, len(seats)))])

    @property
    def rows(self) -> list[SeatRow]:
        """A row for each player."""
        waiting, self._waiting = self._waiting, []
        for seat in waiting:
            self._add(seat)
        if waiting:
            self._settle()
        return self._rows

    # ------------------------------------------------------------------ what is chosen

    @property
    def seats(self) -> tuple[Seat, ...]:
        return (*(row.seat for row in self._rows), *self._waiting)

    @property
    def names(self) -> tuple[str, ...]:
        """The names with which the game starts: the suggested ones where none was given."""
        seats = self.seats
        return tuple(seat.name or name for seat, name in zip(seats, self._suggested(seats), strict=True))

    def without_suggested(self, seats: Sequence[Seat]) -> list[Seat]:
        """Returns the same players, those whose names were only suggested without one: they are called anew in any
        language."""
        suggested = self._suggested([replace(seat, name="") for seat in seats])
        found = [replace(seat, name="") if seat.name == name else seat for seat, name in zip(seats, suggested, strict=True)]
        called = [seat.name or name for seat, name in zip(found, self._suggested(found), strict=True)]
        return found if called == [seat.name for seat in seats] else [*seats]

    def fault(self) -> str:
        """Why the game cannot start with these players, or ""."""
        names = [name.casefold() for name in self.names]
        twice = next((name for name in self.names if names.count(name.casefold()) > 1), "")
        return tr("Two players are called {name}. Rename one of them.", name=twice) if twice else ""

    # ------------------------------------------------------------------ changing it

    def put(self, seats: Sequence[Seat]) -> None:
        """Others sit down in the place of all who sat there."""
        for row in self._rows:
            self.list.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows.clear()
        self._seat(seats)
        self.changed.emit()

    def _seat(self, seats: Sequence[Seat]) -> None:
        """So many sit down where nobody sits."""
        self._waiting = [
            Seat(" ".join(seat.name[:LONGEST_NAME].split()), seat.bot if seat.bot in self.game.think.bots else PERSON)
            for seat in seats
        ]
        self._settle()
        if self.isVisible():
            _ = self.rows

    def choose_level(self, level: str) -> None:
        """All computer players, and those who come, play at this level."""
        self.level = level
        self._waiting = [replace(seat, bot=level) if seat.bot else seat for seat in self._waiting]
        for row in self._rows:
            row.choose_level(level)

    def _added(self, seat: Seat) -> None:
        _ = self.rows
        self._add(seat)
        self._settle()
        self.rows[-1].take_focus()
        self.changed.emit()

    def _add(self, seat: Seat) -> None:
        row = SeatRow(self.game, seat, self.known)
        row.changed.connect(self._changed)
        row.moved.connect(lambda by, row=row: self._move(row, by))
        row.removed.connect(lambda row=row: self._remove(row))
        self._rows.append(row)
        self.list.addWidget(row)

    def _move(self, row: SeatRow, by: int) -> None:
        index = self.rows.index(row)
        self.rows.insert(index + by, self.rows.pop(index))
        self.list.insertWidget(index + by, row)
        self._settle()
        row.focus_mover(by)
        self.changed.emit()

    def _remove(self, row: SeatRow) -> None:
        index = self.rows.index(row)
        self.rows.remove(row)
        self.list.removeWidget(row)
        self.setMinimumHeight(self.height())  # what is tapped next stays under the pointer
        row.hide()
        row.deleteLater()
        self._settle()
        self.rows[min(index, len(self.rows) - 1)].take_focus()
        self.changed.emit()

    def _changed(self) -> None:
        self._settle()
        self.changed.emit()

    def _settle(self) -> None:
        """Suggested names, and which buttons mean something now."""
        for index, (row, name) in enumerate(zip(self._rows, self._suggested(self.seats), strict=False)):
            row.suggested = name
            row.settle(index, len(self._rows), self.least, self.most)
        full = len(self.seats) >= self.most
        self.add_person.setEnabled(not full)
        self.add_bot.setEnabled(not full)

    def _suggested(self, seats: Sequence[Seat]) -> list[str]:
        """For each seat the name that the player has if none is typed."""
        given, found = {seat.name.casefold() for seat in seats}, []
        for index, seat in enumerate(seats):
            found.append(self._name(index, seat.bot, given, sum(bool(each.bot) for each in seats) == 1))
            given.add(found[-1].casefold())
        return found

    def _name(self, index: int, bot: str, given: set[str], only: bool) -> str:
        if not bot:
            return tr("Player {n}", n=index + 1)
        if only and tr("Computer").casefold() not in given:
            return tr("Computer")
        names = (tr("Computer {n}", n=n) for n in range(1, self.most + 2))
        return next(name for name in names if name.casefold() not in given)
