"""A game's own page: what it is, its records and sheets; and how to begin, in one tap or after choosing everything.

Players, sheet, dice and house rules are folded away, each with what is chosen in a few words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QGridLayout, QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from rollwrite_desktop.core.chance import new_code
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import join_names, mark, mark_n, tr, with_colon
from rollwrite_desktop.core.journal import Head, Journal, Notes
from rollwrite_desktop.core.rules import players_named
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.game_codes import MADE, GameCode, game_of_the_day, layout_of, read_code, read_typed, write_code
from rollwrite_desktop.play.open_game import file_named, hashed, named_from, new_head, sheet_of, start
from rollwrite_desktop.sheet.area_words import counted_areas
from rollwrite_desktop.sheet.load import AT, ENDING, NotASheet
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.kit.buttons import CardButton, button, icon_button
from rollwrite_desktop.ui.kit.choices import Check, Choices, Combo
from rollwrite_desktop.ui.kit.code_line import CodeLine
from rollwrite_desktop.ui.kit.labels import ElidedLabel, label
from rollwrite_desktop.ui.kit.layouts import Fold, card, emptied, row_or_column
from rollwrite_desktop.ui.kit.page import Page
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.kit.turns import later
from rollwrite_desktop.ui.library.game_row import GameRow
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.lobby.about_game import AboutGame
from rollwrite_desktop.ui.library.lobby.brief_rules import BriefRules
from rollwrite_desktop.ui.library.lobby.doors import door, start_door
from rollwrite_desktop.ui.library.lobby.island_row import IslandRow
from rollwrite_desktop.ui.library.lobby.last_time import LastTime
from rollwrite_desktop.ui.library.lobby.map_atlas import MapAtlas
from rollwrite_desktop.ui.library.lobby.option_field import OptionField
from rollwrite_desktop.ui.library.lobby.party_chips import PartyChips
from rollwrite_desktop.ui.library.lobby.seats import PERSON, Seat, Seats, level_title
from rollwrite_desktop.ui.library.own_sheet_list import OwnSheetList
from rollwrite_desktop.ui.library.own_sheet_store import can_change, own_par
from rollwrite_desktop.ui.library.unusable_sheets import UnusableSheets

DIGITAL, REAL = "digital", "real"
LONGEST_CODE = 80
ALONE, COMPUTERS, HOT_SEAT, DAY = "alone", "computers", "hot_seat", "day"
"""The ways to begin with one tap."""
_AROUND = 64
_NARROWEST, _LOWEST = 480, 240
_WIDEST = 1400
_FEW_LEVELS = 5
_ABOUT_SHARE, _PLAY_SHARE = 9, 11  # of the width
_LARGE, _LARGEST = 1.6, 2.5  # texts


class Setting(Struct, frozen=True):
    """What a game is played on and by: the sheet, the dice (`DIGITAL` or `REAL`), the house rules, the code of the dice."""

    sheet: str
    dice: str
    options: dict[str, str]
    code: str


class LobbyPage(Page):
    """`started` carries the opened game, its journal already begun, and the journal's path; `sheet_chosen` the game of which
    somebody wants a sheet of his own, and the path of the one to be changed or ""; `map_chosen` the same of a map;
    `maps_print_chosen` the game whose maps are wanted on paper. `sheet` is the one offered first; `code` that of a whole
    game. `presets`: the ways to begin with one tap."""

    started = Signal(object, object)
    file_chosen = Signal(object)
    library_chosen = Signal()
    sheet_chosen = Signal(str, str)
    map_chosen = Signal(str, str)
    rules_chosen = Signal(str)
    history_chosen = Signal(str)
    print_chosen = Signal(str)
    maps_print_chosen = Signal(str)
    check_chosen = Signal(str)

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
        column.setSpacing(12)
        column.addWidget(head)
        self._above = QWidget()
        self._pinned = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._above)
        self._pinned.setContentsMargins(0, 0, 0, 0)
        above = QHBoxLayout()
        above.addStretch(1)
        above.addWidget(self._above, 100)
        above.addStretch(1)
        column.addLayout(above)
        middle = QWidget()
        self._scroll = Scroll(middle)
        self._scroll.keep_bar_free()
        bar = self._scroll.verticalScrollBar()
        bar.valueChanged.connect(lambda _: self._hold())
        bar.rangeChanged.connect(lambda _: self._hold())
        above.setContentsMargins(0, 0, bar.sizeHint().width(), 0)
        column.addWidget(self._scroll, 1)
        row = QHBoxLayout(middle)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        self._inside = QWidget()
        row.addWidget(self._inside, 100)
        row.addStretch(1)
        self.body = QVBoxLayout(self._inside)
        self.body.setContentsMargins(0, 0, 0, 0)
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
                self.code.setText(code)  # says why it cannot be played

    # ------------------------------------------------------------------ the parts

    def _lay(self) -> None:
        """Everything that depends on the game."""
        self._game = GAMES[self.game.value]
        self.title = tr(self._game.info.title)
        self.titled.emit()
        self.last = LastTime(self.store, self._game)
        emptied(self.body)
        emptied(self._pinned)
        self.folds: dict[str, Fold] = {}
        self.options: dict[str, OptionField] = {}
        self.sides = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.sides.setSpacing(24)
        self._about_side, self._play_side = QWidget(self._inside), QWidget(self._inside)
        self.about = self._about()
        self._held = QVBoxLayout(self._about_side)
        self._held.setContentsMargins(0, 0, 0, 0)
        self._held.addWidget(self.about)
        self._play(self._play_side)
        self._stacked = None
        self._pin()
        self.body.addLayout(self.sides)
        below = QWidget(self._inside)
        below.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self.body.addWidget(below, 1)
        later(below, lambda: self._show_rules(below))
        self._check()
        if self.isVisible():  # else it will be given its size first
            self._turn()
        self.about.draw_picture()

    def _show_rules(self, below: QWidget) -> None:
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(BriefRules(self._game))

    def introduction(self) -> str:
        named = with_colon(tr("New game"), f"{self.title}.")
        return " ".join(filter(None, (named, tr(self._game.words.presentation.pitch))))

    def rule(self) -> tuple[str, str]:
        return self._game.info.id, ""

    def sheet_shown(self) -> Sheet | None:
        """The sheet that is chosen; None for one that cannot be read."""
        try:
            return sheet_of(self._game, self.sheet.value)
        except UserError:
            return None

    def _pin(self) -> None:
        """The one button that starts what is chosen stays in sight above all that scrolls, beside it who plays; with very
        large texts it is the first that is seen, and scrolls too."""
        self.starts_at = self.start
        if theme.largest():
            return
        if not theme.large():
            self._pinned.addWidget(self.party, _ABOUT_SHARE)
        self._pinned.addWidget(self.start, _PLAY_SHARE)

    def _turn(self) -> None:
        """Side by side where there is room, else one below the other: the one to begin with first if only one is seen."""
        self._inside.setMaximumWidth(theme.px(_WIDEST))
        self._above.setMaximumWidth(theme.px(_WIDEST))
        sides = (self._about_side, self._play_side)
        needed = sum(side.minimumSizeHint().width() for side in sides) + _AROUND + self.sides.spacing()
        beside = self.width() >= max(needed, theme.px(880))
        about_first = beside or self.height() >= theme.px(1000)
        if not beside:
            self.about.lie_low()
        elif not any(fold.is_open for fold in self.folds.values()):
            self._balance()
        if self._stacked == (beside, about_first):
            return
        self._stacked = beside, about_first
        self._pinned.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        self._pinned.setSpacing(self.sides.spacing() if beside else 8)
        way = QBoxLayout.Direction
        self.sides.setDirection(way.LeftToRight if beside else way.TopToBottom)
        for side in sides if about_first else sides[::-1]:
            self.sides.removeWidget(side)
            self.sides.addWidget(side, _ABOUT_SHARE if side is self._about_side else _PLAY_SHARE)
            self.sides.setAlignment(side, Qt.AlignmentFlag.AlignTop if beside else Qt.AlignmentFlag(0))

    def _hold(self) -> None:
        """What the game is stays where it is while what lies beside it scrolls; what of it is out of sight comes first."""
        beside = self._stacked is not None and self._stacked[0]
        hidden = max(0, self.about.height() - self._scroll.viewport().height())
        gone = self._scroll.verticalScrollBar().value() - hidden
        top = max(0, min(gone, self._play_side.height() - self.about.height())) if beside else 0
        if top != self._held.contentsMargins().top():
            self._held.setContentsMargins(0, top, 0, 0)
            self._held.activate()

    def _balance(self) -> None:
        """Makes both sides equally high."""
        room = min(self.width() - _AROUND, self._inside.maximumWidth()) - self.sides.spacing()
        wide = max(1, room * _ABOUT_SHARE // (_ABOUT_SHARE + _PLAY_SHARE))
        self.about.balance(wide, self._play_side.sizeHint().height())

    _stacked: tuple[bool, bool] | None = None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn()

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST, _LOWEST)

    def _about(self) -> AboutGame:
        """What the game is."""
        game_id = self._game.info.id
        made = AboutGame(self._game, self.game_store, self._about_side)
        made.rules_chosen.connect(lambda: self.rules_chosen.emit(game_id))
        made.history_chosen.connect(lambda: self.history_chosen.emit(game_id))
        made.print_chosen.connect(lambda: self.print_chosen.emit(game_id))
        made.check_chosen.connect(lambda: self.check_chosen.emit(game_id))
        return made

    def _waiting_game(self) -> QFrame | None:
        """The latest game of this kind that can be continued."""
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
        levels = list(self._game.think.bots)
        known = self.last.text("level") or self._game.usual_level
        self._level = known if known in levels else next(iter(levels), "")
        self.fault = label("", "wrong")
        self._who_starts = ElidedLabel("", "on_accent")
        self.start = start_door(self._who_starts)
        self.start.clicked.connect(lambda _=False: self.begin())
        self.party = PartyChips()
        self.party.player_chosen.connect(self._edit_player)
        if theme.largest():
            column.addWidget(self.start)
        column.addWidget(self.fault)
        grid = QGridLayout()
        grid.setSpacing(8)
        columns = 1 if theme.large() else 2
        self.presets: dict[str, CardButton] = {}
        self._under: dict[str, ElidedLabel] = {}
        for place, way in enumerate(self._ways()):
            self.presets[way] = self._preset(way)
            alone = place == len(self._ways()) - 1 and place % columns == 0
            grid.addWidget(self.presets[way], *divmod(place, columns), 1, columns if alone else 1)
        for column_of_grid in range(columns):
            grid.setColumnStretch(column_of_grid, 1)
        column.addLayout(grid)
        self._last_time = ElidedLabel("", "faint")
        self.as_last_time = door("history", tr("As last time"), "Alt+5", self._last_time)
        self.as_last_time.clicked.connect(lambda _=False: self._take_last_time())
        column.addWidget(self.as_last_time)
        self.day = self.presets[DAY]
        self._build_levels(column)
        self._build_players(column)
        self._build_sheet(column)
        self._build_dice(column)
        self._build_rules(column)
        waiting = self._waiting_game()
        if waiting is not None:
            column.addWidget(waiting)

    def _ways(self) -> tuple[str, ...]:
        """The ways to begin that suit the game's number of players, but for those of the players with whom the large button
        begins."""
        least, most = self._game.info.players
        suits = {
            ALONE: least == 1, COMPUTERS: most > 1 and bool(self._game.think.bots), HOT_SEAT: most > 1,
            DAY: True,
        }
        sit = self.last.seats() or [Seat()]
        return tuple(way for way, suit in suits.items() if suit and (way == DAY or self._party(way) != sit))

    def _preset(self, way: str) -> CardButton:
        """A way to begin: a card that starts at once."""
        n = self._computers
        against = tr(mark_n(
                "You against {n} computer",
                "You against {n} computers",
            ), n=n) if n > 1 else tr("You against the computer")
        here = tr("All at one screen") if self._game.info.realtime else tr("Hot-seat")
        icon, title, key = {
            ALONE: ("user", tr("You alone"), "Alt+1"), COMPUTERS: ("bot", against, "Alt+2"),
            HOT_SEAT: ("users", here, "Alt+3"), DAY: ("sun", tr("Game of the day"), "Alt+4"),
        }[way]
        self._under[way] = ElidedLabel("", "faint")
        made = door(icon, title, key, self._under[way])
        made.clicked.connect(lambda _=False: self.begin_with(way))
        return made

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

    @property
    def _computers(self) -> int:
        """How many computer players a person meets in one tap."""
        return max(1, min(2, self._game.info.players[1] - 1))

    def _party(self, way: str) -> list[Seat]:
        """Who plays in a way to begin."""
        me = [Seat(name) for name in self.last.known_names()[:1]] or [Seat()]
        least = self._game.info.players[0]
        if way == COMPUTERS:
            return [*me, *[Seat("", self._level)] * max(self._computers, least - 1)]
        if way == HOT_SEAT:
            names = self.last.party() or self.last.known_names()[:2]
            return [Seat(name) for name in (*names, "", "")[: max(2, least, len(names))]]
        return [*me, *[Seat("", self._level)] * (least - 1)]

    def _build_levels(self, column: QVBoxLayout) -> None:
        """How well the computer plays, by name, with a line about it."""
        levels = {bot: level_title(self._game, bot) for bot in self._game.think.bots}
        self.level: Choices | Combo
        if len(levels) <= _FEW_LEVELS and theme.text_scale() < _LARGE and not theme.large():
            self.level = Choices(levels, self._level, segments=True, name=tr("Computer players"))
            self.level.chosen.connect(lambda _: self._take_level())
        else:
            self.level = Combo(levels, self._level, tr("Computer players"))
            self.level.currentIndexChanged.connect(lambda _: self._take_level())
        row = row_or_column(label(tr("Computer players"), "heading", wrap=False), self.level)
        row.setSpacing(12)
        row.setStretch(1, 1)
        self._manner = label("", "faint")
        whole = QWidget()
        inside = QVBoxLayout(whole)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(4)
        inside.addLayout(row)
        inside.addWidget(self._manner)
        column.addWidget(whole)
        if not levels or self._game.info.players[1] == 1:
            whole.hide()

    def _take_level(self) -> None:
        """All computer players play at this level from now on."""
        self._level = self.level.value
        self.seats.choose_level(self._level)
        self._check()

    def _fold(self, name: str, title: str, icon: str, column: QVBoxLayout) -> QVBoxLayout:
        fold = self.folds[name] = Fold(title, icon)
        fold.turned.connect(lambda on: self._opened(name) if on else None)
        column.addWidget(fold)
        return fold.content

    def _edit_player(self, index: int) -> None:
        """The name of a player is to be changed, or who plays: the part with the players opens there."""
        self.folds["players"].open()
        rows = self.seats.rows
        rows[min(index, len(rows) - 1)].take_focus()

    def _opened(self, name: str) -> None:
        """One part is open at a time, and as much of it is seen as there is room."""
        for other, fold in self.folds.items():
            if other != name:
                fold.open(False)
        opened = self.folds[name]
        later(opened, lambda: self._scroll.show_from_top(opened))

    def _build_players(self, column: QVBoxLayout) -> None:
        inside = self._fold("players", tr("Players"), "users", column)
        self.seats = Seats(self._game, self._level, self.last.seats(), self.last.known_names())
        self.seats.changed.connect(self._check)
        inside.addWidget(self.seats)
        self.folds["players"].opening.connect(lambda: self.seats.rows)

    def _build_sheet(self, column: QVBoxLayout) -> None:
        inside = self._fold("sheet", tr("Sheet"), "image", column)
        mapped = self._game.play.map_making is not None
        titles = {each: self._sheet_title(each, counted=mapped) for each in self._game.play.played_on}
        if self._game.play.new_sheets is not None:
            titles |= {each + MADE: tr("{title}: a new layout", title=title) for each, title in titles.items()}
        self.sheet = Combo(titles, "", tr("Sheet"))
        brought = self._brought if self._game.info.id == self._brought_for else ""
        self.own_sheets = OwnSheetList(self.store, self._game, self.sheet, brought or self.last.text("sheet"))
        if brought and self.sheet.findData(brought) < 0:
            self.sheet.addItem(self._sheet_title(brought), brought)
        self.sheet.choose(self.last.text("sheet"))
        self.sheet.currentIndexChanged.connect(lambda _: self._check())
        inside.addWidget(self.sheet)
        unusable = QVBoxLayout()
        inside.addLayout(unusable)
        self._list_unusable(unusable)
        self.own_sheets.completed.connect(lambda: self._list_unusable(unusable))
        self.own_sheets.completed.connect(self.grown)
        if self._game.play.new_sheets is not None:
            self.own = button(tr("&My own sheet …"), "pencil", "quiet", self._choose_own)
            inside.addWidget(self.own)
            self.sheet.currentIndexChanged.connect(lambda _: self._name_own())
            self._name_own()
        if mapped:
            both = QHBoxLayout()
            self.new_island = button(tr("A new &island"), "plus", "quiet", lambda: self.island.setVisible(True))
            both.addWidget(self.new_island)
            self.new_map = button(tr("New &map …"), "image", "quiet", self._choose_map)
            both.addWidget(self.new_map)
            inside.addLayout(both)
            self._island = None
            self.sheet.currentIndexChanged.connect(lambda _: self._name_map())
            self._name_map()
            self._atlas = None
            self.folds["sheet"].opening.connect(lambda: self.atlas)
        self._fold_sheets()
        self.own_sheets.completed.connect(self._fold_sheets)

    def _list_unusable(self, column: QVBoxLayout) -> None:
        """Below the sheets that can be chosen, those that cannot; once all are known, if they are many."""
        if self.own_sheets.complete and self.own_sheets.unusable:
            self.unusable = UnusableSheets(self.store, self._game, self.own_sheets.unusable)
            self.unusable.failed.connect(self.failed)
            self.unusable.grown.connect(self.grown)
            column.addWidget(self.unusable)

    def _fold_sheets(self) -> None:
        """Where there is but one sheet, nobody is asked for it."""
        several = self.sheet.count() > 1 or self._game.play.map_making is not None
        self.folds["sheet"].setVisible(several or bool(self.own_sheets.unusable))

    @property
    def island(self) -> IslandRow:
        """Where a new island is made; made itself when one is first wanted."""
        if self._island is None:
            self._island = IslandRow(self._game.info.id, self.store)
            self._island.made.connect(lambda path: self.take_sheet(str(path)))
            self._island.hide()
            self.folds["sheet"].add(self._island)
            self.grown.emit()
        return self._island

    _island: IslandRow | None = None

    @property
    def atlas(self) -> MapAtlas:
        """The maps with their pictures; made when the part with the sheet is first opened."""
        if self._atlas is None:
            titles = {self.sheet.itemData(each): self.sheet.itemText(each) for each in range(self.sheet.count())}
            atlas = self._atlas = MapAtlas(
                self._game, titles, self.sheet.value, self.game_store, lambda sheet: own_par(self.store, sheet))
            atlas.chosen.connect(self.sheet.choose)
            atlas.print_chosen.connect(lambda: self.maps_print_chosen.emit(self._game.info.id))
            self.sheet.currentIndexChanged.connect(lambda _: atlas.show_choice(self.sheet.value))
            self.folds["sheet"].add(atlas)
            self.grown.emit()
        return self._atlas

    _atlas: MapAtlas | None = None

    def _build_dice(self, column: QVBoxLayout) -> None:
        inside = self._fold("dice", tr("Dice and code"), "dice", column)
        self.dice = Choices({
            DIGITAL: tr("The computer rolls"), REAL: tr("Real dice, typed in"),
        }, DIGITAL, name=tr("Dice"))
        inside.addWidget(self.dice)
        self.rolls = Check(tr("Roll for me when nothing else is left to do"), self.store.preferences.rolls == "on")
        self.rolls.toggled.connect(lambda on: self.store.prefer(rolls="on" if on else "off"))
        inside.addWidget(self.rolls)
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
        self.code_hint = label("", "faint")
        inside.addWidget(self.code_hint)
        self.dice.chosen.connect(lambda _: self._check())

    def _build_rules(self, column: QVBoxLayout) -> None:
        inside = self._fold("rules", tr("House rules"), "settings", column)
        inside.setSpacing(14)
        for choice in self._game.info.options:
            field = self.options[choice.id] = OptionField(choice, choice.default)
            field.changed.connect(self._check)
            inside.addWidget(field)
        if not self.options:
            self.folds["rules"].hide()

    def _remember(self) -> None:
        self.last.keep(self.sheet.value, self.seats.seats, self._level)

    # ------------------------------------------------------------------ starting

    def _choose_own(self) -> None:
        self._remember()
        self.sheet_chosen.emit(self._game.info.id, self.sheet.value if self._is_own() else "")

    def _choose_map(self) -> None:
        self._remember()
        self.map_chosen.emit(self._game.info.id, self.sheet.value if can_change(self.store, self.sheet.value) else "")

    def _name_map(self) -> None:
        self.new_map.setText(tr("Change this &map …") if can_change(self.store, self.sheet.value) else tr("New &map …"))

    def take_sheet(self, sheet: str = "") -> None:
        """Offers the sheets of one's own anew and chooses one, if one is named; everything else stays as it was."""
        code, chosen = self.code.text(), self._chosen()
        self._brought, self._brought_for = sheet, self.game.value
        self._lay()
        self._choose(chosen["dice"], chosen["options"])
        self.code.setText(code)
        if sheet:
            self.sheet.choose(sheet)

    def _is_own(self) -> bool:
        return self.sheet.value.endswith(ENDING)

    def _name_own(self) -> None:
        self.own.setText(tr("Chan&ge this sheet …") if self._is_own() else tr("&My own sheet …"))

    def _sheet_title(self, sheet_id: str, counted: bool = False) -> str:
        """What a sheet is called, with how many areas it has if they are `counted`."""
        try:
            sheet = sheet_of(self._game, sheet_id)
        except UserError:
            return sheet_id
        title = tr(mark(sheet.title, "sheet"))
        return f"{title} ({counted_areas(sheet)})" if counted else title

    def _options(self) -> dict[str, str]:
        """Every house rule as chosen."""
        return {option: field.value for option, field in self.options.items()}

    def _check(self) -> None:
        """What cannot be, and what is chosen in words; called after every change."""
        if len(self.options) < len(self._game.info.options) or not self.folds.get("rules"):
            return  # not built yet
        digital = self.dice.value == DIGITAL
        self.code_row.setVisible(digital)
        self.rolls.setVisible(digital and not self._game.info.realtime)
        self.free_text.setText("")
        names = self.seats.names
        for field in self.options.values():
            field.blockSignals(True)
            field.name_players(names)
            field.blockSignals(False)
        faulty = next((field.fault() for field in self.options.values() if field.fault()), "")
        self.fault.setText(self.seats.fault() or faulty or (self._take_code() if digital else self._cannot_roll()))
        self.fault.setVisible(bool(self.fault.text()))
        self.code_hint.setVisible(digital and not self.fault.text())
        self.start.setEnabled(not self.fault.text())
        self.free_text.setVisible(bool(self.free_text.text()))
        self.code_hint.setText(
            tr("Same code, same game, for anyone who also has this sheet’s file. Got a code? Enter it above.")
            if self._is_own() else tr("Same code, same game: dice, sheet and rules. Got a code? Enter it above."))
        self.whole_code.show_code(self._whole_code() if digital and not self.fault.text() else "")
        self._summarize()

    def _cannot_roll(self) -> str:
        """Why real dice cannot be, or "": in a race everybody rolls at once."""
        bots = any(seat.bot for seat in self.seats.seats)
        return tr("Computer players have no real dice to race with.") if bots and self._game.info.realtime else ""

    def _summarize(self) -> None:
        """What is chosen, in words: on the button, the ways to begin, and the parts that are folded away."""
        who = self._describe_seats(self.seats.seats, self.seats.names)
        self._who_starts.setText(who)
        self.party.show_party([
            (name, level_title(self._game, seat.bot) if seat.bot else "")
            for seat, name in zip(self.seats.seats, self.seats.names, strict=True)
        ], self._game.info.players[1] > 1)
        self.start.setAccessibleName(with_colon(tr("Start game"), who))
        level = level_title(self._game, self._level) if self._level else ""
        shown = self._game.words.presentation.levels.get(self._level)
        self._manner.setText(tr(shown.manner) if shown is not None else "")
        names = self.last.known_names()
        hot = [seat.name or tr("Player {n}", n=n) for n, seat in enumerate(self._party(HOT_SEAT), 1)]
        lines = {
            ALONE: tr("A time trial") if self._game.info.realtime else tr("For your best result"),
            COMPUTERS: level, HOT_SEAT: join_names(tuple(hot)), DAY: tr("The same dice for everyone"),
        }
        if names and self._game.info.players[0] == 1:
            lines[ALONE] = f"{names[0]} · {lines[ALONE]}"
        rules = self._rules_in_short(self._options())
        for way, under in self._under.items():
            line = " · ".join(filter(None, (lines[way], rules if way != DAY else "")))
            under.setText(line)
            self.presets[way].setAccessibleDescription(line)
        self.folds["players"].summarize(who)
        self.folds["sheet"].summarize(self.sheet.currentText())
        self.folds["dice"].summarize(
            tr("The computer rolls · {code}", code=self._short_code())
            if self.dice.value == DIGITAL else tr("Real dice, typed in")
        )
        self.folds["rules"].summarize(self._rules_in_short(self._options()) or tr("As in the rulebook"))
        last = self._remembered()
        self.as_last_time.setVisible(last != self._chosen())
        real = tr("Real dice, typed in") if last["dice"] == REAL else tr("The computer rolls")
        self._last_time.setText("; ".join(filter(None, (real, self._rules_in_short(last["options"])))))
        self.as_last_time.setAccessibleDescription(self._last_time.text())

    def _rules_in_short(self, options: Mapping[str, str]) -> str:
        """The house rules that are not the rulebook's, in words."""
        fields = self.options.values()
        return "; ".join(
            with_colon(tr(field.choice.title), field.choice.describe(value)) for field in fields
            if (value := options[field.choice.id]) != field.choice.default
        )

    def _describe_seats(self, seats: tuple[Seat, ...], names: tuple[str, ...]) -> str:
        return join_names(tuple(
            f"{name} ({level_title(self._game, seat.bot)})" if seat.bot else name
            for seat, name in zip(seats, names, strict=True)
        ))

    def _take_code(self) -> str:
        """Takes over everything that a whole code in the line of the dice says; the sentence if it says nothing."""
        self.free_text.setText("")
        if not self.code.text().strip():
            return ""
        try:
            written = self.code.text()
            typed = read_typed(written)
            if typed.game is not None and typed.game != self._adopted:
                game, had_focus = self.game.value, self.code.hasFocus()
                self.adopt(typed.game)
                if self.game.value != game:  # all is laid out anew, and who typed goes on typing
                    self.folds["dice"].open()
                    if had_focus:
                        self.code.setFocus(Qt.FocusReason.OtherFocusReason)
                return ""
        except UserError as error:
            return str(error)
        self.free_text.setText(typed.note)
        return ""

    def _dice_code(self) -> str:
        """The code of the dice in the line, as it is written; "" if there is none."""
        return read_typed(self.code.text()).dice if self.code.text().strip() else ""

    def _whole_code(self) -> str:
        dice = self._dice_code()
        if not dice:
            return ""
        sheet = hashed(sheet_of(self._game, self.sheet.value)) if self._is_own() else self.sheet.value
        return write_code(GameCode(self._game.info.id, sheet, self._options(), dice))

    def _short_code(self) -> str:
        """The code of the game as it fits in a line, that of the dice where numbers were chosen for house rules."""
        whole = self.whole_code.code
        return whole if whole and "." not in whole else self.code.text()

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
        self.code.setText(write_code(code) if whole else code.dice)

    _adopted: GameCode | None = None

    def _own_sheet(self, code: GameCode) -> str:
        """The path of the own sheet that a code names."""
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
        """Starts at once in one of the ways to begin: `presets`. The computer rolls there, whatever dice the large button
        begins with."""
        setting = replace(self._setting(), dice=DIGITAL)
        if way == DAY:
            day = game_of_the_day(self._game, self.store.now().date())
            setting = Setting(day.sheet, DIGITAL, dict(day.options), day.dice)
        self.seats.put(self._party(way))
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
        return Setting(self.sheet.value, self.dice.value, self._options(), self._dice_code() or new_code())

    def _chosen(self) -> dict[str, Any]:
        """What is remembered for the next time, and offered then: dice and house rules."""
        return {"dice": self.dice.value, "options": self._options()}

    def _tell_fault(self, sentence: str) -> None:
        self.fault.setText(sentence)
        self.fault.show()

    def _start(self, setting: Setting) -> bool:
        """Starts a game of those who sit there; whether it could."""
        names, seats = self.seats.names, self.seats.seats
        notes = Notes(
            seed=setting.code if setting.dice == DIGITAL else "",
            dice=setting.dice,
            bots={f"p{n}": seat.bot for n, seat in enumerate(seats, 1) if seat.bot},
            started=self.store.now().isoformat(timespec="seconds"),
        )
        code, options = setting.code, setting.options
        try:
            sheet_id = setting.sheet
            if sheet_id.endswith(MADE):  # the code brings the same layout, as it does the same dice
                sheet_id += layout_of(code) or new_code()
            sheet = sheet_of(self._game, sheet_id)
            path = self.game_store.new_path(tr(self._game.info.title), names)
            named = named_from(path.parent, sheet_id)
            opened = start(new_head(self._game, sheet, named, names, options, notes), path.parent)
        except UserError as error:
            self._tell_fault(str(error))
            return False
        opened.session.log = Journal.begin(path, opened.head).append
        self._remember()
        self.store.remember(path)
        self.started.emit(opened, path)
        return True
