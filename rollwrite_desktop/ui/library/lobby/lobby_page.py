"""A game's own page: what it is, its records and sheets; and how to begin, in one tap or after choosing everything.

Players, sheet, dice and house rules are folded away, each with what is chosen in a few words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.chance import new_code
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import join_clauses, join_names, tr, with_colon
from rollwrite_desktop.core.journal import Head
from rollwrite_desktop.core.rules import players_named
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.game_codes import MADE, GameCode, game_of_the_day, read_code, read_typed, write_code
from rollwrite_desktop.play.opening.open_game import file_named, hashed, sheet_of
from rollwrite_desktop.sheet.load import AT, NotASheet
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.choices import Combo
from rollwrite_desktop.ui.kit.event_loop import later
from rollwrite_desktop.ui.kit.labels import ElidedLabel, label
from rollwrite_desktop.ui.kit.layouts import Fold, card, keep_hidden
from rollwrite_desktop.ui.kit.page import Page
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.library.game_row import GameRow
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.lobby.about_game import AboutGame
from rollwrite_desktop.ui.library.lobby.begin_cards import begin_card, start_card
from rollwrite_desktop.ui.library.lobby.brief_rules import BriefRules
from rollwrite_desktop.ui.library.lobby.dice_choice import DIGITAL, REAL, DiceChoice
from rollwrite_desktop.ui.library.lobby.last_time import LastTime
from rollwrite_desktop.ui.library.lobby.level_choice import LevelChoice
from rollwrite_desktop.ui.library.lobby.lobby_sides import LobbySides
from rollwrite_desktop.ui.library.lobby.option_field import OptionField
from rollwrite_desktop.ui.library.lobby.party_chips import PartyChips
from rollwrite_desktop.ui.library.lobby.seats import PERSON, Seat, Seats, level_title
from rollwrite_desktop.ui.library.lobby.sheet_choice import SheetChoice
from rollwrite_desktop.ui.library.lobby.start_game import Setting, start_game
from rollwrite_desktop.ui.library.lobby.ways_to_begin import DAY, WaysToBegin

_NARROWEST, _LOWEST = 480, 240


class LobbyPage(Page):
    """`started` carries the opened game, its journal already begun, and the journal's path; `sheet_chosen` the game of which
    somebody wants a sheet of his own, and the path of the one to be changed or ""; `map_chosen` the same of a map;
    `print_chosen` the game and the sheet that is wanted blank, `check_chosen` those that somebody played on;
    `maps_print_chosen` the game whose maps are wanted on paper. `sheet` is the one offered first; `code` that of a whole
    game."""

    started = Signal(object, object)
    file_chosen = Signal(object)
    library_chosen = Signal()
    sheet_chosen = Signal(str, str)
    map_chosen = Signal(str, str)
    rules_chosen = Signal(str)
    history_chosen = Signal(str)
    print_chosen = Signal(str, str)
    maps_print_chosen = Signal(str)
    check_chosen = Signal(str, str)

    def __init__(
        self, game_id: str, store: Settings, sheet: str = "", code: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(tr("New game"), parent)
        self.store = store
        self.game_store = GameStore(self.store)
        theme.role(self, "page")
        head = PageHead("")
        head.left.connect(self.left)
        game_id = game_id or store.recall("game", "")
        self.game = Combo({game.info.id: tr(game.info.title) for game in GAMES.values()}, game_id, tr("Game"))
        theme.role(self.game, "headline")
        self.game.currentIndexChanged.connect(lambda _: self._lay())
        head.add_beside_title(self.game)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 8, 24, 12)
        self.sides = LobbySides(head)
        column.addWidget(self.sides, 1)
        self._brought, self._brought_for = sheet, self.game.value
        self._lay()
        if sheet:
            self.sheet.choose(sheet)
            self.folds["sheet"].open()
        if code:
            self.folds["dice"].open()
            try:
                self.adopt(read_code(code))
            except UserError:
                self.dice.put_code(code)  # says why it cannot be played

    # ------------------------------------------------------------------ the parts

    def _lay(self) -> None:
        """Everything that depends on the game."""
        self._game = GAMES[self.game.value]
        self.title = tr(self._game.info.title)
        self.titled.emit()
        self.last = LastTime(self.store, self._game)
        self.sides.clear()
        self.folds: dict[str, Fold] = {}
        self.options: dict[str, OptionField] = {}
        self.about = self._about()
        self._play(self.sides.play_side)
        self.starts_at = self.start
        pinned = not theme.largest()  # with very large texts it is the first that is seen, and scrolls too
        self.sides.lay(self.about, self.start if pinned else None)
        below = self.sides.below
        later(below, lambda: self._show_rules(below))
        self._check()
        if self.isVisible():  # else it will be given its size first
            self.sides.turn(self.size())
        self.about.draw_picture()

    def _show_rules(self, below: QWidget) -> None:
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(BriefRules(self._game))

    def introduction(self) -> str:
        named = with_colon(tr("New game"), f"{self.title}.")
        return " ".join(filter(None, (named, tr(self._game.presentation.pitch))))

    def rule(self) -> tuple[str, str]:
        return self._game.info.id, ""

    def sheet_shown(self) -> Sheet | None:
        """Returns the sheet that is chosen; None for one that cannot be read."""
        try:
            return sheet_of(self._game, self.sheet.value)
        except UserError:
            return None

    def _pictured_sheet(self) -> Sheet | None:
        """Returns the sheet that is chosen, if it is another than the game's first, which a picture in the middle of a game
        shows; a new layout has none yet."""
        usual = next(iter(self._game.play.played_on))
        return None if self.sheet.value == usual or self.sheet.value.endswith(MADE) else self.sheet_shown()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.sides.turn(self.size())

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST, _LOWEST)

    def _about(self) -> AboutGame:
        """Returns what the game is."""
        game_id = self._game.info.id
        made = AboutGame(self._game, self.game_store, self.sides.about_side)
        made.rules_chosen.connect(lambda: self.rules_chosen.emit(game_id))
        made.history_chosen.connect(lambda: self.history_chosen.emit(game_id))
        made.print_chosen.connect(lambda: self.print_chosen.emit(game_id, self.sheet.value))
        made.check_chosen.connect(lambda: self.check_chosen.emit(game_id, self.sheet.other_map))
        return made

    def _waiting_game(self) -> QFrame | None:
        """Returns the latest game of this kind that can be continued."""
        waiting = next(iter(self.game_store.waiting(self._game.info.id)), None)
        if waiting is None:
            return None
        frame, inside = card("panel", 12)
        top = QHBoxLayout()
        top.addWidget(label(tr("Continue"), "heading"), 1)
        top.addWidget(button(tr("All saved &games"), "list", "quiet", self.library_chosen.emit))
        inside.addLayout(top)
        row = GameRow(waiting, self.store.now(), narrow=True)
        row.opened.connect(self.file_chosen)
        inside.addWidget(row)
        return frame

    # ------------------------------------------------------------------ how to begin

    def _play(self, side: QWidget) -> None:
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        self.level = LevelChoice(self._game, self.last.text("level"))
        self.level.changed.connect(self._take_level)
        self.fault = label("", "wrong")
        self._who_starts = ElidedLabel("", "on_accent")
        self.start = start_card(self._who_starts)
        self.start.clicked.connect(lambda _=False: self.begin())
        self.party = PartyChips()
        self.party.player_chosen.connect(self._edit_player)
        if theme.large():
            keep_hidden(self.party, side)  # the line has no room for more than words
        if theme.largest():
            column.addWidget(self.start)
        column.addWidget(self.fault)
        self.ways = WaysToBegin(self._game, self.last, self.level)
        self.ways.chosen.connect(self.begin_with)
        self._last_time = ElidedLabel("", "faint")
        self.as_last_time = begin_card("history", tr("As last time"), "Alt+5", self._last_time)
        self.as_last_time.clicked.connect(lambda _=False: self._take_last_time())
        self._build_players(column)
        self._build_sheet(column)
        self._build_dice(column)
        self._build_rules(column)
        column.addWidget(self.as_last_time)
        at_once = label(tr("Or start at once"), "heading")
        at_once.setContentsMargins(0, 8, 0, 0)
        column.addWidget(at_once)
        column.addWidget(self.ways)
        column.addWidget(self.level)
        waiting = self._waiting_game()
        if waiting is not None:
            column.addWidget(waiting)

    def _remembered(self) -> dict[str, Any]:
        """Dice and house rules of last time, as far as they can still be chosen."""
        options = {each.id: self.last.text("options", each.id) for each in self._game.info.options}
        known = {each.id: options[each.id] for each in self._game.info.options if each.takes(options[each.id])}
        dice = self.last.text("dice")
        return {
            "dice": dice if dice in (DIGITAL, REAL) else DIGITAL,
            "options": {option: field.choice.default for option, field in self.options.items()} | known,
        }

    def _take_last_time(self) -> None:
        """Chooses the dice and house rules of last time, for the large button."""
        last = self._remembered()
        self._choose(last["dice"], last["options"])
        self.start.setFocus(Qt.FocusReason.OtherFocusReason)

    def _take_level(self) -> None:
        """All computer players play at this level from now on."""
        self.seats.choose_level(self.level.value)
        self._check()

    def _fold(self, name: str, title: str, icon: str, column: QVBoxLayout) -> QVBoxLayout:
        fold = self.folds[name] = Fold(title, icon)
        fold.turned.connect(lambda on: self._turned(name, on))
        column.addWidget(fold)
        return fold.content

    def _edit_player(self, index: int) -> None:
        """Opens the part with the players at one whose name is to be changed, or who plays."""
        self.folds["players"].open()
        rows = self.seats.rows
        rows[min(index, len(rows) - 1)].take_focus()

    def _turned(self, name: str, on: bool) -> None:
        """One part is open at a time, and as much of it is seen as there is room."""
        self.sides.balanced = not any(fold.is_open for fold in self.folds.values())
        if not on:
            return
        for other, fold in self.folds.items():
            if other != name:
                fold.open(False)
        opened = self.folds[name]
        later(opened, lambda: self.sides.show_from_top(opened))

    def _build_players(self, column: QVBoxLayout) -> None:
        inside = self._fold("players", tr("Players"), "users", column)
        self.seats = Seats(self._game, self.level.value, self.last.seats(), self.last.known_names())
        self.seats.changed.connect(self._check)
        inside.addWidget(self.seats)
        if not theme.large():
            self.folds["players"].show_in_line(self.party)
        self.folds["players"].opening.connect(lambda: self.seats.rows)

    def _build_sheet(self, column: QVBoxLayout) -> None:
        inside = self._fold("sheet", tr("Sheet"), "image", column)
        brought = self._brought if self._game.info.id == self._brought_for else ""
        self.sheet = SheetChoice(self._game, self.game_store, self.last.text("sheet"), brought)
        self.sheet.changed.connect(self._check)
        self.sheet.completed.connect(self._fold_sheet)
        self.sheet.grown.connect(self.grown)
        self.sheet.failed.connect(self.failed)
        self.sheet.notified.connect(self.notified)
        self.sheet.edit_chosen.connect(self._choose_own)
        self.sheet.map_chosen.connect(self._choose_map)
        self.sheet.made.connect(self.take_sheet)
        self.sheet.print_chosen.connect(lambda: self.maps_print_chosen.emit(self._game.info.id))
        self.folds["sheet"].opening.connect(self.sheet.show_pictures)
        inside.addWidget(self.sheet)
        self._fold_sheet()

    def _fold_sheet(self) -> None:
        """Where there is but one sheet, nobody is asked for it."""
        self.folds["sheet"].setVisible(self.sheet.is_needed)

    def _build_dice(self, column: QVBoxLayout) -> None:
        inside = self._fold("dice", tr("Dice and code"), "dice", column)
        self.dice = DiceChoice(self.store, not self._game.info.realtime)
        self.dice.changed.connect(self._check)
        inside.addWidget(self.dice)

    def _build_rules(self, column: QVBoxLayout) -> None:
        inside = self._fold("rules", tr("House rules"), "settings", column)
        inside.setSpacing(14)
        for choice in self._game.info.options:
            field = self.options[choice.id] = OptionField(choice, choice.default)
            field.changed.connect(self._check)
            inside.addWidget(field)
        if not self.options:
            self.folds["rules"].hide()

    def remember(self) -> None:
        """Keeps who plays on what: it is chosen the next time, too."""
        self.last.keep(self.sheet.value, self.seats.seats, self.level.value)

    # ------------------------------------------------------------------ starting

    def _choose_own(self, sheet: str) -> None:
        self.remember()
        self.sheet_chosen.emit(self._game.info.id, sheet)

    def _choose_map(self, path: str) -> None:
        self.remember()
        self.map_chosen.emit(self._game.info.id, path)

    def take_sheet(self, sheet: str = "") -> None:
        """Offers the sheets of one's own anew and chooses one, for the next time too, if one is named; everything else stays
        as it was."""
        code, chosen = self.dice.text, self._chosen()
        self._brought, self._brought_for = sheet, self.game.value
        self._lay()
        self._choose(chosen["dice"], chosen["options"])
        self.dice.put_code(code)
        if sheet:
            self.sheet.choose(sheet)
            self.remember()
            self.start.setFocus()  # what was pressed is gone, and the next would be the way out

    def _options(self) -> dict[str, str]:
        """Every house rule as chosen."""
        return {option: field.value for option, field in self.options.items()}

    def _check(self) -> None:
        """Shows what cannot be, and what is chosen in words; called after every change."""
        if len(self.options) < len(self._game.info.options) or not self.folds.get("rules"):
            return  # not built yet
        names = self.seats.names
        for field in self.options.values():
            field.blockSignals(True)
            field.name_players(names)
            field.suit(self._options())
            field.blockSignals(False)
        faulty = next((field.fault() for field in self.options.values() if field.fault()), "")
        note, fault = "", self.seats.fault() or faulty
        if not fault and self.dice.digital:
            try:
                note = self._take_code()
            except UserError as error:
                fault = str(error)
        elif not fault:
            fault = self._cannot_roll()
        self.fault.setText(fault)
        self.fault.setVisible(bool(fault))
        self.start.setEnabled(not fault)
        sound = self.dice.digital and not fault
        hint = (
            tr("Same code, same game, for anyone who also has this sheet’s file. Got a code? Enter it above.")
            if self.sheet.is_own else tr("Same code, same game: dice, sheet and rules. Got a code? Enter it above."))
        self.dice.show_whole(self._whole_code() if sound else "", hint, note)
        self._summarize()

    def _cannot_roll(self) -> str:
        """Why real dice cannot be, or "": in a race everybody rolls at once."""
        bots = any(seat.bot for seat in self.seats.seats)
        return tr("Computer players have no real dice to race with.") if bots and self._game.info.realtime else ""

    def _races(self) -> bool:
        """Returns whether what is chosen is a race against the clock, and nothing is wrong with it."""
        game = self._game
        chosen = game.info.realtime and not self.fault.text()
        return chosen and game.play.rules(sheet_of(game, self.sheet.value), self._options()).info.realtime

    def _summarize(self) -> None:
        """Shows what is chosen, in words: on the button, the ways to begin, and the parts that are folded away."""
        who, races = self._describe_seats(self.seats.seats, self.seats.names), self._races()
        trial = races and self.dice.digital and len(self.seats.seats) == 1
        begins = f"{who} · {tr('A time trial')}" if trial else who
        self._who_starts.setText(self.fault.text() or begins)  # or why it does not start, which may be scrolled out of sight
        self.party.show_party([
            (name, level_title(self._game, seat.bot) if seat.bot else "")
            for seat, name in zip(self.seats.seats, self.seats.names, strict=True)
        ])
        self.start.setAccessibleName(with_colon(tr("Start game"), begins))
        rules = join_clauses(self._own_rules(self._options()))
        self.ways.seat([seat.name for seat in self.seats.seats if seat.name and not seat.bot])
        self.ways.summarize(self._own_rules(self._options(), briefly=True), races=races)
        self.level.follow(self._options())
        self.folds["players"].summarize(who)
        self.folds["sheet"].summarize(self.sheet.title)
        self.about.show_sheet(self._pictured_sheet())
        self.folds["dice"].summarize(self.dice.in_short())
        self.folds["rules"].summarize(rules or tr("As in the rulebook"))
        last = self._remembered()
        usual = {"dice": DIGITAL, "options": {each.id: each.default for each in self._game.info.options}}
        # What it would do may be done already, but it keeps its place: nothing below it moves under a finger.
        self.as_last_time.setVisible(last != usual)
        self.as_last_time.setEnabled(last != self._chosen())
        self._last_time.setText(join_clauses([self.dice.describe(last["dice"]), *self._own_rules(last["options"])]))
        self.as_last_time.setAccessibleDescription(self._last_time.text())

    def _own_rules(self, options: Mapping[str, str], briefly: bool = False) -> list[str]:
        """Returns the house rules that are not the rulebook's, in words; `briefly`: where one has a name of its own ("in
        turns: a variant without speed"), by that alone."""
        found = []
        for field in self.options.values():
            value = options[field.choice.id]
            if value != field.choice.default:
                title, words = tr(field.choice.title), field.choice.describe(value)
                name, colon, _ = words.partition(":")
                found.append(name.strip() if briefly and colon else with_colon(title, words))
        return found

    def _describe_seats(self, seats: tuple[Seat, ...], names: tuple[str, ...]) -> str:
        return join_names(tuple(
            f"{name} ({level_title(self._game, seat.bot)})" if seat.bot else name
            for seat, name in zip(seats, names, strict=True)
        ))

    def _take_code(self) -> str:
        """Takes over everything that a whole code in the line of the dice says; returns what is to be said of one that says
        less, or "". Raises UserError where it cannot be played."""
        typed = self.dice.typed()
        if typed is None:
            return ""
        if typed.game is None or typed.game == self._adopted:
            return typed.note
        game, had_focus = self.game.value, self.dice.typing
        self.adopt(typed.game)
        if self.game.value != game:  # all is laid out anew, and who typed goes on typing
            self.folds["dice"].open()
            if had_focus:
                self.dice.take_focus()
        return ""

    def _whole_code(self) -> str:
        dice = self.dice.dice_code()
        if not dice:
            return ""
        sheet = hashed(sheet_of(self._game, self.sheet.value)) if self.sheet.is_own else self.sheet.value
        return write_code(GameCode(self._game.info.id, sheet, self._options(), dice))

    def adopt(self, code: GameCode) -> None:
        """Chooses everything that a code stands for; who plays stays. Raises NotASheet where it is for a sheet of somebody's
        own that is not here."""
        sheet = self._own_sheet(code) if code.sheet.startswith(AT) else code.sheet
        self._adopted = code  # what is chosen below is looked at again, with the code still in its line
        self.game.choose(code.game)
        if sheet in self._game.play.retired and sheet != self._brought:
            self.take_sheet(sheet)  # the code was given away when that was still offered
        self.dice.choose(DIGITAL)
        self.sheet.choose(sheet)
        for option, value in code.options.items():
            self.options[option].choose(value)
        # A code of an earlier version may hold dice that are read otherwise by themselves.
        whole = read_typed(code.dice).dice != code.dice
        self._adopted = code if whole else None
        self.dice.put_code(write_code(code) if whole else code.dice)

    _adopted: GameCode | None = None

    def _own_sheet(self, code: GameCode) -> str:
        """Returns the path of the own sheet that a code names."""
        try:
            return str(file_named(code.sheet, (self.store.sheets,)))
        except NotASheet:
            raise NotASheet(tr(
                "This code is for {game} on a custom sheet ({sheet}) that is not among yours. Get the file of the sheet "
                "from whoever gave you the code, and open it first.",
                game=tr(GAMES[code.game].info.title), sheet=code.sheet)) from None

    def take_over(self, head: Head) -> None:
        """Chooses players, sheet, dice and house rules of a game that was played."""
        self.seats.put(self.seats.without_suggested([
            Seat(name, head.notes.bots.get(player, PERSON))
            for player, name in zip(players_named(head.players), head.players, strict=True)
        ]))
        self.sheet.choose(head.sheet if MADE not in head.sheet else head.sheet.partition(MADE)[0] + MADE)
        self._choose(head.notes.dice or DIGITAL, head.options)

    def _choose(self, dice: str, options: Mapping[str, str]) -> None:
        self.dice.choose(dice)
        for option, value in options.items():
            self.options[option].choose(value)

    def begin_with(self, way: str) -> None:
        """Starts at once in one of the `ways` to begin. The computer rolls there, whatever dice the large button
        begins with."""
        setting = replace(self._setting(), dice=DIGITAL)
        if way == DAY:
            day = game_of_the_day(self._game, self.store.now().date())
            setting = Setting(day.sheet, DIGITAL, dict(day.options), day.dice)
        self.seats.put(self.ways.party(way))
        if wrong := self.seats.fault():
            self._tell_fault(wrong)
        else:
            self._start(setting)

    def begin(self) -> bool:
        """Starts the game as it is chosen, or says in one sentence why it cannot; whether it could."""
        if self.fault.text():
            return False
        self.last.choices = self._chosen()
        return self._start(self._setting())

    def _setting(self) -> Setting:
        return Setting(self.sheet.value, self.dice.value, self._options(), self.dice.dice_code() or new_code())

    def _chosen(self) -> dict[str, Any]:
        """Returns what is remembered for the next time, and offered then: dice and house rules."""
        return {"dice": self.dice.value, "options": self._options()}

    def _tell_fault(self, sentence: str) -> None:
        self.fault.setText(sentence)
        self.fault.show()

    def _start(self, setting: Setting) -> bool:
        """Starts a game of those who sit there; whether it could."""
        bots = [seat.bot for seat in self.seats.seats]
        try:
            opened, path = start_game(self.game_store, self._game, setting, self.seats.names, bots)
        except UserError as error:
            self._tell_fault(str(error))
            return False
        self.remember()
        self.store.remember(path)
        self.started.emit(opened, path)
        return True
