"""Before a game: which game on which sheet, who plays, with which dice and which house rules. Or on with one that waits."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from rollwrite_desktop.core.chance import new_code
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.journal import Journal, Notes
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.game_codes import (
    MADE,
    GameCode,
    game_of_the_day,
    layout_of,
    read_code,
    read_typed,
    write_code,
)
from rollwrite_desktop.play.open_game import ENDING, named_from, new_head, sheet_of, start
from rollwrite_desktop.ui.library.game_row import GameRow
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.option_field import TypedValue
from rollwrite_desktop.ui.library.own_sheet_store import own_sheets
from rollwrite_desktop.ui.library.seats import PERSON, Seat, Seats
from rollwrite_desktop.ui.shell.page import Page
from rollwrite_desktop.ui.shell.settings import Settings
from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.buttons import button, icon_button
from rollwrite_desktop.ui.widgets.choices import Choices, Combo
from rollwrite_desktop.ui.widgets.code_line import CodeLine
from rollwrite_desktop.ui.widgets.labels import label
from rollwrite_desktop.ui.widgets.layouts import card, emptied
from rollwrite_desktop.ui.widgets.page_head import PageHead
from rollwrite_desktop.ui.widgets.scroll import Scroll
from rollwrite_desktop.ui.widgets.touch import touchable

DIGITAL, REAL = "digital", "real"
LONGEST_CODE = 80
_KNOWN_NAMES = 30
_WAITING = 2
_AROUND = 96
_NARROWEST = 480


class LobbyPage(Page):
    """`started` carries the opened game, its journal already begun, and the journal's path; `sheet_chosen` the game of which
    somebody wants a sheet of his own, and the path of the one to be changed or "". `sheet` is the one offered first; `code`
    that of a whole game."""

    started = Signal(object, object)
    file_chosen = Signal(object)
    library_chosen = Signal()
    sheet_chosen = Signal(str, str)

    def __init__(self, game_id: str, store: Settings, sheet: str = "", code: str = "") -> None:
        super().__init__(tr("New game"))
        self.store = store
        self.shelf = GameStore(self.store)
        self.typed: dict[str, TypedValue] = {}
        theme.role(self, "page")
        head = PageHead(tr("New game"))
        head.left.connect(self.left)
        self.game = Combo({game.info.id: tr(game.info.title) for game in GAMES.values()}, game_id, tr("Game"))
        self.game.currentIndexChanged.connect(lambda _: self._lay())
        if len(GAMES) > 1:
            head.add_beside_title(self.game)
        self.body = QVBoxLayout()
        self.body.setContentsMargins(0, 0, 0, 0)
        self.fault = label("", "wrong")
        self.start = button(tr("&Start"), "play", "primary", self.begin)
        self.start.setMinimumWidth(180)
        foot = QHBoxLayout()
        foot.addWidget(self.fault, 1)
        foot.addWidget(self.start)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(12)
        column.addWidget(head)
        inside = QWidget()
        inside.setLayout(self.body)
        column.addWidget(Scroll(inside), 1)
        column.addLayout(foot)
        self._brought, self._brought_for = sheet, self.game.value
        self._lay()
        if sheet:
            self.sheet.choose(sheet)
        if code:
            self.adopt(read_code(code))
        self.setFocusProxy(self.start)

    # ------------------------------------------------------------------ the parts

    def _lay(self) -> None:
        """Everything that depends on the game."""
        self._game = GAMES[self.game.value]
        self.last: dict[str, Any] = self.store.recall(f"lobby-{self._game.info.id}", dict[str, Any]())
        emptied(self.body)
        self.sides = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.sides.setSpacing(16)
        self._columns = (self._who(), self._how())
        for column, share in zip(self._columns, (11, 9), strict=True):
            self.sides.addLayout(column, share)
        self.body.addLayout(self.sides)
        self.body.addStretch(1)
        self._check()
        self._turn()

    def rule(self) -> tuple[str, str]:
        return self._game.info.id, ""

    def _turn(self) -> None:
        """Side by side where there is room, else one below the other."""
        needed = sum(column.minimumSize().width() for column in self._columns) + _AROUND
        way = QBoxLayout.Direction
        self.sides.setDirection(way.LeftToRight if self.width() >= needed else way.TopToBottom)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn()

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST, _NARROWEST)

    def _who(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(16)
        frame, inside = card()
        titles = {each: self._sheet_title(each) for each in self._game.played_on}
        if self._game.new_sheets is not None:
            titles |= {each + MADE: tr("{title}: a new layout", title=title) for each, title in titles.items()}
        titles |= own_sheets(self.store, self._game)
        if self._brought and self._brought not in titles and self._game.info.id == self._brought_for:
            titles[self._brought] = self._sheet_title(self._brought)
        if len(titles) > 1:
            inside.addWidget(label(tr("Sheet"), "title"))
        self.sheet = Combo(titles, self._recalled("sheet"), tr("Sheet"))
        self.sheet.currentIndexChanged.connect(lambda _: self._check())
        inside.addWidget(self.sheet)
        if len(titles) == 1:
            self.sheet.hide()
        if self._game.new_sheets is not None:
            self.own = button(tr("&My own sheet …"), "pencil", "quiet", self._choose_own)
            inside.addWidget(self.own)
            self.sheet.currentIndexChanged.connect(lambda _: self._name_own())
            self._name_own()
        inside.addWidget(label(tr("Players"), "title"))
        self.seats = Seats(self._game.bots, self._game.info.players, self._last_seats(), self._known_names())
        self.seats.changed.connect(self._check)
        inside.addWidget(self.seats)
        column.addWidget(frame)
        waiting = self._waiting_games()
        if waiting is not None:
            column.addWidget(waiting)
        column.addStretch(1)
        return column

    def _how(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(16)
        frame, inside = card()
        inside.addWidget(label(tr("Dice"), "title"))
        self.dice = Choices({
            DIGITAL: tr("The computer rolls"), REAL: tr("We roll real dice and type them in"),
        }, self._recalled("dice"), name=tr("Dice"))
        inside.addWidget(self.dice)
        self.code_row = QWidget()
        row = QHBoxLayout(self.code_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        self.code = QLineEdit(new_code())
        self.code.setMaxLength(LONGEST_CODE)
        touchable(self.code)
        self.code.setAccessibleName(tr("Code of the dice"))
        row.addWidget(label(tr("Code"), wrap=False))
        row.addWidget(self.code, 1)
        row.addWidget(icon_button("dice", tr("Another code"), lambda: self.code.setText(new_code())))
        inside.addWidget(self.code_row)
        self.code.textChanged.connect(lambda _: self._check())
        self.free_text = label("", "faint")
        inside.addWidget(self.free_text)
        self.whole_code = CodeLine()
        inside.addWidget(self.whole_code)
        self.day = button(tr("Game of the &day"), "sun", "quiet", self.take_day)
        inside.addWidget(self.day)
        self.code_hint = label(
            tr("The code brings the same dice, sheet and rules: for a second try, or for friends elsewhere. "
                "A code that you were sent goes in the line above."), "faint"
        )
        inside.addWidget(self.code_hint)
        self.dice.chosen.connect(lambda _: self._check())
        column.addWidget(frame)
        self.options: dict[str, Choices] = {}
        self.typed = {}
        if self._game.info.options:
            frame, inside = card()
            inside.addWidget(label(tr("House rules"), "title"))
            for choice in self._game.info.options:
                inside.addWidget(label(tr(choice.title), "heading"))
                values = {value: tr(text) for value, text in choice.values.items()}
                self.options[choice.id] = Choices(values, self._recalled("options", choice.id), name=tr(choice.title))
                self.options[choice.id].chosen.connect(lambda _: self._check())
                inside.addWidget(self.options[choice.id])
                if choice.form:
                    self.typed[choice.id] = TypedValue(choice, self._recalled("options", choice.id))
                    self.typed[choice.id].changed.connect(self._check)
                    inside.addWidget(self.typed[choice.id])
            column.addWidget(frame)
        column.addStretch(1)
        return column

    def _waiting_games(self) -> QFrame | None:
        waiting = self.shelf.waiting(_WAITING)
        if not waiting:
            return None
        frame, inside = card("panel")
        top = QHBoxLayout()
        top.addWidget(label(tr("Or go on with a game that waits"), "heading"), 1)
        top.addWidget(button(tr("All saved &games"), "list", "quiet", self.library_chosen.emit))
        inside.addLayout(top)
        for kept in waiting:
            row = GameRow(kept, self.store.now(), narrow=True)
            row.opened.connect(self.file_chosen)
            inside.addWidget(row)
        return frame

    # ------------------------------------------------------------------ what was chosen last

    def _recalled(self, *keys: str) -> str:
        value: Any = self.last
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        return value if isinstance(value, str) else ""

    def _last_seats(self) -> list[Seat]:
        found = self.last.get("seats")
        if found is None:  # a game that was never played here: who played another one sits down first
            return [Seat(name) for name in self._known_names()[: self._game.info.players[0]]]
        pairs = [pair for pair in found if isinstance(pair, list)] if isinstance(found, list) else []
        seats = [Seat(*map(str, pair)) for pair in pairs if len(pair) == 2]
        return [Seat(seat.name[:40], seat.bot if seat.bot in self._game.bots else PERSON) for seat in seats]

    def _known_names(self) -> list[str]:
        return [name for name in self.store.recall("names", list[str]()) if isinstance(name, str)]

    def _remember(self) -> None:
        seats = self.seats.seats
        self.store.keep("game", self._game.info.id)
        self.store.keep(f"lobby-{self._game.info.id}", {
            "sheet": self.sheet.value, "dice": self.dice.value, "seats": [[seat.name, seat.bot] for seat in seats],
            "options": self._options(),
        })
        names = [seat.name for seat in seats if seat.name and not seat.bot]
        self.store.keep("names", list(dict.fromkeys([*names, *self._known_names()]))[:_KNOWN_NAMES])

    # ------------------------------------------------------------------ starting

    def _choose_own(self) -> None:
        self._remember()
        self.sheet_chosen.emit(self._game.info.id, self.sheet.value if self._is_own() else "")

    def take_sheet(self, sheet: str = "") -> None:
        """Offers the sheets of one's own anew and chooses one, if one is named; everything else stays as it was."""
        code = self.code.text()
        self._brought, self._brought_for = sheet, self.game.value
        self._lay()
        self.code.setText(code)
        if sheet:
            self.sheet.choose(sheet)

    def _is_own(self) -> bool:
        return self.sheet.value.endswith(ENDING)

    def _name_own(self) -> None:
        self.own.setText(tr("Chan&ge this sheet …") if self._is_own() else tr("&My own sheet …"))

    def _sheet_title(self, sheet_id: str) -> str:
        try:
            return tr(sheet_of(self._game, sheet_id).title)
        except UserError:
            return sheet_id

    def _options(self) -> dict[str, str]:
        """Every house rule as chosen, or as typed where something was."""
        typed = {option: field.value for option, field in self.typed.items() if field.value}
        return {option: choices.value for option, choices in self.options.items()} | typed

    def _check(self) -> None:
        digital = self.dice.value == DIGITAL
        for part in (self.code_row, self.code_hint, self.day):
            part.setVisible(digital)
        self.free_text.setText("")
        faulty = next((field.fault() for field in self.typed.values() if field.fault()), "")
        self.fault.setText(self.seats.fault() or faulty or (self._take_code() if digital else ""))
        self.start.setEnabled(not self.fault.text())
        self.free_text.setVisible(bool(self.free_text.text()))
        if len(self.options) == len(self._game.info.options):
            self.whole_code.show_code(self._whole_code() if digital and not self.fault.text() else "")

    def _take_code(self) -> str:
        """Takes over everything that a whole code in the line of the dice says; the sentence if it says nothing."""
        self.free_text.setText("")
        if not self.code.text().strip():
            return ""
        try:
            typed = read_typed(self.code.text())
        except UserError as error:
            return str(error)
        if typed.game is not None and typed.game != self._adopted:
            self.adopt(typed.game)
        self.free_text.setText(typed.note)
        return ""

    def _dice_code(self) -> str:
        """The code of the dice in the line, as it is written; "" if there is none."""
        return read_typed(self.code.text()).dice if self.code.text().strip() else ""

    def _whole_code(self) -> str:
        dice = self._dice_code()
        return write_code(GameCode(self._game.info.id, self.sheet.value, self._options(), dice)) if dice else ""

    def adopt(self, code: GameCode) -> None:
        """Chooses everything that a code stands for; who plays stays."""
        self.game.choose(code.game)
        self.dice.choose(DIGITAL)
        self.sheet.choose(code.sheet)
        for option, value in code.options.items():
            listed = value in self._game_values(option)
            if listed:
                self.options[option].choose(value)
            if option in self.typed:
                self.typed[option].put("" if listed else value)
        # A code of an earlier version may hold dice that are read otherwise by themselves.
        whole = read_typed(code.dice).dice != code.dice
        self._adopted = code if whole else None
        self.code.setText(write_code(code) if whole else code.dice)

    _adopted: GameCode | None = None

    def _game_values(self, option: str) -> Collection[str]:
        return next(choice.values for choice in self._game.info.options if choice.id == option)

    def take_day(self) -> None:
        """The game that everybody plays today."""
        self.adopt(game_of_the_day(self._game, self.store.now().date()))

    def begin(self) -> None:
        """Starts the game, or says in one sentence why it cannot."""
        if self.fault.text():
            return
        names, seats = self.seats.names, self.seats.seats
        digital = self.dice.value == DIGITAL
        code = self._dice_code() or new_code()
        notes = Notes(
            seed=code if digital else "",
            dice=self.dice.value,
            bots={f"p{n}": seat.bot for n, seat in enumerate(seats, 1) if seat.bot},
            started=self.store.now().isoformat(timespec="seconds"),
        )
        options = self._options()
        try:
            sheet_id = self.sheet.value
            if sheet_id.endswith(MADE):  # the code brings the same layout, as it does the same dice
                sheet_id += layout_of(code) or new_code()
            sheet = sheet_of(self._game, sheet_id)
            path = self.shelf.new_path(tr(self._game.info.title), names)
            named = named_from(path.parent, sheet_id)
            opened = start(new_head(self._game, sheet, named, names, options, notes), path.parent)
            journal = Journal.create(path, opened.head)
        except UserError as error:
            self.fault.setText(str(error))
            return
        opened.session.log = journal.append
        self._remember()
        self.store.remember(path)
        self.started.emit(opened, path)
