"""The menus of a table: its actions, each with its key, and which of them can be chosen now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.play.table.snapshot import Snapshot
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Preferences, Settings
from rollwrite_desktop.ui.kit.page import Menus, action
from rollwrite_desktop.ui.play.table.side_tabs import LOG, PLAYERS, TURN

SPEEDS = {
    "slow": mark("Slow"), "normal": mark("Normal"), "fast": mark("Fast"), "instant": mark("At once"),
}


class TableCommands(Protocol):
    """What the actions have a table do."""

    def undo(self) -> None: ...
    def redo(self) -> None: ...
    def toggle_pencil(self) -> None: ...
    def roll(self) -> None: ...
    def refuse_roll(self) -> None: ...
    def refuse_hint(self) -> None: ...
    def answer(self, sentence: str) -> None: ...
    def go_to(self, step: int, takes: bool) -> None: ...
    def read_neighbors(self) -> None: ...
    def read_sheet(self) -> None: ...
    def read_log(self) -> None: ...
    def read_tray(self) -> None: ...
    def repeat(self) -> None: ...
    def take_back(self) -> None: ...
    def look_back(self, count: int) -> None: ...
    def open_tab(self, which: int) -> None: ...
    def open_coach(self) -> None: ...
    def hint(self) -> None: ...
    def show_next_player(self) -> None: ...
    def hand_over(self, player: str) -> None: ...
    def leave(self, player: str) -> None: ...
    def come_back(self, player: str) -> None: ...
    def join(self) -> None: ...
    def save_copy(self) -> None: ...
    def save_picture(self) -> None: ...
    def print_sheets(self) -> None: ...
    def replay(self) -> None: ...
    def zoom(self, factor: float) -> None: ...
    def fit(self) -> None: ...


class TableActions:
    """The actions of one table; `menus` are put into the menu bar while it is shown."""

    def __init__(
        self, page: QWidget, commands: TableCommands, names: Mapping[str, str], taught: bool, store: Settings
    ) -> None:
        """`names`: player id to name; `taught`: whether the game has a coach."""
        def made(text: str, icon: str, key: QKeySequence.StandardKey | str, slot: Callable[[], object]) -> QAction:
            return action(page, text, icon, key, slot)

        self._commands, self._names, self._store = commands, names, store
        self._seats: tuple[object, ...] = ()
        self._one_turn = False
        self.undo = made(tr("&Undo"), "undo", QKeySequence.StandardKey.Undo, commands.undo)
        self.redo = made(tr("&Redo"), "redo", "Ctrl+Shift+Z", commands.redo)
        self.redo.setShortcuts([self.redo.shortcut(), QKeySequence("Ctrl+Y")])
        self.pencil = made(tr("P&encil notes"), "pencil", "Ctrl+J", commands.toggle_pencil)
        self.roll = made(tr("R&oll"), "dice", "Ctrl+R", commands.roll)
        self.rolls = QAction(tr("Roll &for me"), page)
        self.rolls.setCheckable(True)
        self.rolls.setShortcut(QKeySequence("Ctrl+Shift+D"))
        self.rolls.setChecked(store.preferences.rolls == "on")
        self.rolls.toggled.connect(lambda on: store.prefer(rolls="on" if on else "off"))
        self.take_back = made(tr("&Take the roll back"), "history", "Ctrl+B", commands.take_back)
        self.now = made(tr("Back to &now"), "clock", "Ctrl+Home", lambda: commands.look_back(-1))
        self.players = made(tr("Pla&yers"), "users", "Ctrl+1", lambda: commands.open_tab(PLAYERS))
        self.record = made(tr("Lo&g"), "list", "Ctrl+2", lambda: commands.open_tab(LOG))
        self.coach = made(tr("C&oach"), "help", "Ctrl+3", commands.open_coach)
        self.turn = made(tr("Dice"), "dice", "Ctrl+4", lambda: commands.open_tab(TURN))
        self.hint = made(tr("Suggest a &move"), "eye", "Ctrl+H", commands.hint)
        for each in (self.coach, self.hint):
            each.setVisible(taught)
        self.next = made(tr("Ne&xt sheet"), "chevron-right", "Ctrl+Right", commands.show_next_player)
        self.save = made(tr("&Save a copy …"), "save", "Ctrl+Shift+S", commands.save_copy)
        self.picture = made(tr("Save a p&icture …"), "image", "Ctrl+E", commands.save_picture)
        self.print = made(tr("&Print the sheets …"), "print", QKeySequence.StandardKey.Print, commands.print_sheets)
        self.replay = made(tr("Repla&y"), "history", "Ctrl+L", commands.replay)
        self.zoom_in = made(tr("Zoom &in"), "zoom-in", "Ctrl++", lambda: commands.zoom(1.25))
        self.zoom_out = made(tr("Zoom &out"), "zoom-out", "Ctrl+-", lambda: commands.zoom(0.8))
        self.fit = made(tr("&Whole sheet"), "eye", "Ctrl+0", commands.fit)
        self.listening = (
            made(tr("Next space that &takes it"), "chevron-right", "F5", lambda: commands.go_to(1, True)),
            made(tr("Previous space that ta&kes it"), "chevron-left", "Shift+F5", lambda: commands.go_to(-1, True)),
            made(tr("Next &blank space"), "chevron-right", "F6", lambda: commands.go_to(1, False)),
            made(tr("Previous b&lank space"), "chevron-left", "Shift+F6", lambda: commands.go_to(-1, False)),
            made(tr("What is &next to it"), "eye", "F7", commands.read_neighbors),
            made(tr("The &sheet in words …"), "list", "F8", commands.read_sheet),
            made(tr("The lo&g in words …"), "list", "Shift+F8", commands.read_log),
            made(tr("What is on the tab&le"), "dice", "F9", commands.read_tray),
            made(tr("&Say it again"), "redo", "F4", commands.repeat),
        )
        self._refused: tuple[tuple[QAction, Callable[[], None]], ...] = (
            (self.undo, lambda: commands.answer(tr("There is nothing to undo."))),
            (self.redo, lambda: commands.answer(tr("There is nothing to redo."))),
            (self.pencil, lambda: commands.answer(tr("You can make notes only on your own sheet, during the game."))),
            (self.roll, commands.refuse_roll),
            (self.take_back, lambda: commands.answer(tr("There is no roll to take back."))),
            (self.now, lambda: commands.answer(tr("This is the sheet as it is now."))),
            (self.hint, commands.refuse_hint),
        )
        self.leaving = QMenu(tr("Leave or &join"), page)
        self.speed = QMenu(tr("Speed of the co&mputer players"), page)
        self._build_speeds()

    def menus(self) -> Menus:
        """Title and contents of each menu; None is a separator."""
        return (
            (tr("&Game"), (
                self.undo, self.redo, self.pencil, None, self.roll, self.rolls, self.take_back, self.now, None,
                self.hint, None, self.leaving, self.speed, None, self.replay, self.save, self.picture, self.print,
            )),
            (tr("&Read aloud"), self.listening),
            (tr("&Sheet"), (
                self.zoom_in, self.zoom_out, self.fit, None, self.next, self.players, self.record, self.coach, self.turn,
            )),
        )

    def play_one_turn(self, ends: str) -> None:
        """Only what belongs to one turn can be chosen; `ends`: what ends it is called."""
        self._one_turn = True
        self.roll.setText(ends)
        for each in (
            self.save, self.picture, self.print, self.replay, self.take_back, self.hint, self.coach, self.next,
        ):
            each.setVisible(False)
            each.setEnabled(False)

    def turn_menus(self) -> Menus:
        """Returns what stands in the menus where only one turn is played."""
        game, listening, sheet = self.menus()
        return (game[0], (self.undo, self.redo, self.pencil, None, self.roll)), listening, sheet

    def rest(self) -> None:
        """Nothing can be undone while nothing is to be done on the sheet."""
        self.undo.setEnabled(False)

    def apply(self, new: Snapshot) -> None:
        """Enables what can be chosen now; what goes on is called as on the large button."""
        enabled = new.enabled
        for each, on in (
            (self.undo, enabled.undo), (self.redo, enabled.redo), (self.pencil, enabled.pencil), (self.roll, enabled.roll),
            (self.take_back, enabled.take_back), (self.now, enabled.back_to_now), (self.hint, enabled.hint),
        ):
            each.setEnabled(on)
        if not self._one_turn:
            words = new.tray.roll
            self.roll.setText(tr("R&oll") if words == tr("Roll") else words.replace("&", "&&"))
        self.leaving.setEnabled(enabled.seats or bool(new.left))
        seats = (new.bots, new.left, enabled.seats, enabled.leave, enabled.join)
        if seats != self._seats:
            self._seats = seats
            self._build_seats(new)

    def prefer(self, wanted: Preferences) -> None:
        """Shows what is liked."""
        self.rolls.setChecked(wanted.rolls == "on")

    def refuse(self, key: QKeySequence) -> bool:
        """Says why the action of a key cannot be chosen now; False if the key has none that cannot."""
        for each, answer in self._refused:
            if not each.isEnabled() and each.isVisible() and key in each.shortcuts():
                answer()
                return True
        return False

    def ask_seats(self, above: QWidget) -> None:
        """Asks who leaves, comes back or joins."""
        self.leaving.popup(above.mapToGlobal(QPoint(0, -self.leaving.sizeHint().height())))

    def _build_seats(self, new: Snapshot) -> None:
        """Who may leave, who may come back, and whether somebody may join."""
        self.leaving.clear()
        commands, here = self._commands, [player for player in self._names if player not in new.bots | new.left]

        def add(words: str, icon: str, act: Callable[[str], None], player: str, able: bool) -> None:
            entry = self.leaving.addAction(words)
            theme.dress(entry, icon)
            entry.setEnabled(able)
            entry.triggered.connect(lambda: act(player))

        for player, name in self._names.items():
            if player in new.left:
                add(tr("{name} is back", name=name), "user", commands.come_back, player, True)
            elif player in new.bots:
                add(tr("{name}: play it yourself", name=name), "user", commands.come_back, player, new.enabled.seats)
        for player in here:
            if new.enabled.leave:
                stays = tr("{name} leaves; the sheet stays as it is", name=self._names[player])
                add(stays, "x", commands.leave, player, True)
            bot = tr("{name} leaves; the computer plays on", name=self._names[player])
            add(bot, "bot", commands.hand_over, player, new.enabled.seats)
        if new.enabled.join:
            self.leaving.addSeparator()
            entry = self.leaving.addAction(tr("Someone &joins …"))
            theme.dress(entry, "plus")
            entry.triggered.connect(commands.join)

    def _build_speeds(self) -> None:
        group = QActionGroup(self.speed)
        chosen = self._store.preferences.speed
        for value, title in SPEEDS.items():
            entry = self.speed.addAction(tr(title))
            entry.setCheckable(True)
            entry.setChecked(chosen == value)
            group.addAction(entry)
            entry.triggered.connect(lambda _=False, value=value: self._store.prefer(speed=value))
