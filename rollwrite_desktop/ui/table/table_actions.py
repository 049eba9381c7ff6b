"""What can be chosen from the menus while a game is on the table, each with its key."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QFileDialog, QMenu

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import writing
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.core.journal import SUFFIX
from rollwrite_desktop.ui.canvas.save_picture import kinds, save_picture
from rollwrite_desktop.ui.help.keys_page import act
from rollwrite_desktop.ui.widgets import theme

if TYPE_CHECKING:
    from rollwrite_desktop.ui.table.table_page import TablePage

SPEEDS = {
    "slow": mark("Slow"), "normal": mark("Normal"), "fast": mark("Fast"), "instant": mark("At once"),
}


class TableActions:
    """The actions of one table; `menus` are put into the menu bar while it is shown."""

    def __init__(self, table: TablePage) -> None:
        self._table = table
        self.undo = self._action(tr("&Undo"), "undo", QKeySequence.StandardKey.Undo, table.undo)
        self.redo = self._action(tr("&Redo"), "redo", "Ctrl+Shift+Z", table.redo)
        self.pencil = self._action(tr("P&encil notes"), "pencil", "Ctrl+J", table.pencil.toggle)
        self.roll = self._action(tr("R&oll"), "dice", "Ctrl+R", table.roll)
        self.take_back = self._action(tr("&Take the roll back"), "history", "Ctrl+B", table.take_back)
        self.now = self._action(tr("Back to &now"), "clock", "Ctrl+Home", lambda: table.look_back(-1))
        self.players = self._action(tr("Pla&yers"), "users", "Ctrl+1", lambda: table.room.open_tab(0))
        self.record = self._action(tr("Re&cord"), "list", "Ctrl+2", lambda: table.room.open_tab(1))
        self.coach = self._action(tr("C&oach"), "help", "Ctrl+3", lambda: table.lessons.open())
        self.hint = self._action(tr("Show &me a good stroke"), "eye", "Ctrl+H", lambda: table.lessons.hint())
        for action in (self.coach, self.hint):
            action.setVisible(table.side.coach is not None)
        self.next = self._action(tr("Ne&xt sheet"), "chevron-right", "Ctrl+Right", self._next_sheet)
        self.save = self._action(tr("&Save a copy …"), "save", "Ctrl+Shift+S", self.save_copy)
        self.picture = self._action(tr("Save a p&icture …"), "image", "Ctrl+E", self.save_picture)
        self.print = self._action(
            tr("&Print the sheets …"), "print", QKeySequence.StandardKey.Print,
            lambda: table.print_chosen.emit(table.opened),
        )
        self.replay = self._action(tr("Loo&k back over the game"), "history", "Ctrl+L", table.replay_chosen.emit)
        self.zoom_in = self._action(tr("Zoom &in"), "zoom-in", "Ctrl++", lambda: table.view.zoom(1.25))
        self.zoom_out = self._action(tr("Zoom &out"), "zoom-out", "Ctrl+-", lambda: table.view.zoom(0.8))
        self.fit = self._action(tr("&Whole sheet"), "eye", "Ctrl+0", table.view.fit)
        self.leaving = QMenu(tr("Leaving and coming &back"), table)
        self.speed = QMenu(tr("Speed of the co&mputer players"), table)
        self._build_speeds()
        self.rebuild_players()

    def menus(self) -> tuple[tuple[str, tuple[QAction | QMenu | None, ...]], ...]:
        """Title and contents of each menu; None is a separator."""
        return (
            (tr("&Game"), (
                self.undo, self.redo, self.pencil, None, self.roll, self.take_back, self.now, None, self.hint, None,
                self.leaving, self.speed, None, self.replay, self.save, self.picture, self.print,
            )),
            (tr("&Sheet"), (self.zoom_in, self.zoom_out, self.fit, None, self.next, self.players, self.record, self.coach)),
        )

    def refresh(self) -> None:
        """What can be done now."""
        table, side = self._table, self._table.side
        here = table.showing.looking is None
        self.undo.setEnabled(here and (side.can_undo(side.seat) or table.pencil.can_undo))
        self.redo.setEnabled(here and (side.can_redo(side.seat) or table.pencil.can_redo))
        self.pencil.setEnabled(here and table.pencil.possible)
        self.roll.setEnabled(here and side.writable and (side.step in ("roll", "finish") or bool(side.following)))
        self.take_back.setEnabled(here and side.can_take_back)
        self.now.setEnabled(not here)
        self.hint.setEnabled(here and side.can_hint())

    def rebuild_players(self) -> None:
        """Who may leave, and who may come back."""
        table, side = self._table, self._table.side
        self.leaving.clear()
        bots = side.bots
        for player in side.players:
            name = table.opened.name(player)
            if player in bots:
                words, act = tr("{name}: play it yourself", name=name), table.come_back
            else:
                words, act = tr("{name} leaves: the computer plays on", name=name), table.hand_over
            action = self.leaving.addAction(words)
            theme.dress(action, "user" if player in bots else "bot")
            action.triggered.connect(lambda _=False, act=act, player=player: act(player))
        self.leaving.setEnabled(side.writable and not side.session.over)

    def save_copy(self) -> None:
        """A copy of the journal, wherever the player likes."""
        chosen = self._ask_name(tr("Save a copy"), self._table.path.stem + SUFFIX, tr("Games (*.rollwrite)"), SUFFIX)
        if chosen is None:
            return
        try:
            with writing(chosen):
                shutil.copyfile(self._table.path, chosen)
        except UserError as error:
            self._table.alarmed.emit(str(error))
            return
        self._table.told.emit(tr("Saved as {name}.", name=str(chosen)))

    def save_picture(self) -> None:
        """The sheet that is shown, as a picture."""
        table = self._table
        name = f"{table.opened.game.info.title} - {table.opened.name(table.showing.shown)}.png"
        chosen = self._ask_name(tr("Save a picture"), name, kinds(), ".png")
        if chosen is None:
            return
        try:
            save_picture(table.display(), chosen)
        except UserError as error:
            table.alarmed.emit(str(error))
            return
        table.told.emit(tr("Saved as {name}.", name=str(chosen)))

    def _ask_name(self, title: str, name: str, kinds: str, suffix: str) -> Path | None:
        folder = Path(self._table.store.folder("save"))
        chosen, _ = QFileDialog.getSaveFileName(self._table, title, str(folder / name), kinds)
        if not chosen:
            return None
        path = Path(chosen)
        path = path if path.suffix else path.with_suffix(suffix)
        self._table.store.keep_folder("save", path)
        return path

    def _next_sheet(self) -> None:
        table = self._table
        players = table.side.players
        table.show_player(players[(players.index(table.showing.shown) + 1) % len(players)])

    def _build_speeds(self) -> None:
        group = QActionGroup(self.speed)
        for value, title in SPEEDS.items():
            action = self.speed.addAction(tr(title))
            action.setCheckable(True)
            action.setChecked(self._table.store.preferences.speed == value)
            group.addAction(action)
            action.triggered.connect(lambda _=False, value=value: self._table.store.prefer(speed=value))

    def _action(self, text: str, icon: str, key: Any, slot: Any) -> QAction:
        return act(self._table, text, icon, key, slot)
