"""The sheet of a new game: those of the program and one's own in a list, its maps with pictures, new ones."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.play.opening.game_codes import MADE
from rollwrite_desktop.play.opening.open_game import map_title, sheet_of
from rollwrite_desktop.sheet.area_words import counted_areas
from rollwrite_desktop.sheet.load import ENDING, MAX_BYTES, load
from rollwrite_desktop.ui.kit import ask
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.choices import Combo
from rollwrite_desktop.ui.kit.layouts import in_column
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.lobby.island_row import IslandRow
from rollwrite_desktop.ui.library.lobby.map_atlas import MapAtlas
from rollwrite_desktop.ui.library.own_sheet_list import OwnSheetList
from rollwrite_desktop.ui.library.own_sheet_store import SUFFIX, add_sheet, can_change, is_kept, keep_par, own_par
from rollwrite_desktop.ui.library.unusable_sheets import UnusableSheets


class SheetChoice(QWidget):
    """`changed` after every choice; `completed` when all own sheets are in the list; `grown` when a part has come.
    `edit_chosen` and `map_chosen` carry the own sheet or map that is to be changed, or "" for a new one; `made` the path of
    a new island; `print_chosen`: the maps on paper; `failed` and `notified` a sentence."""

    changed = Signal()
    completed = Signal()
    grown = Signal()
    failed = Signal(str)
    notified = Signal(str)
    edit_chosen = Signal(str)
    map_chosen = Signal(str)
    made = Signal(str)
    print_chosen = Signal()

    def __init__(self, game: Game, store: GameStore, last: str, brought: str = "") -> None:
        """`last`: the sheet of last time, which is chosen; `brought`: one that is offered even where the list would not have
        it."""
        super().__init__()
        self._game, self._games, self._store = game, store, store.store
        self._island: IslandRow | None = None
        self._atlas: MapAtlas | None = None
        self.unusable: UnusableSheets | None = None
        mapped, layouts = game.play.map_making is not None, game.play.new_sheets is not None
        titles = {each: self._title(each, counted=mapped) for each in game.play.played_on}
        if layouts:
            titles |= {each + MADE: tr("{title}: a new layout", title=title) for each, title in titles.items()}
        self.list = Combo(titles, "", tr("Sheet"))
        self.own_sheets = OwnSheetList(self._store, game, self.list, brought or last)
        if brought:
            self.own_sheets.add(brought, self._title(brought))
        self.list.choose(last)
        self.list.currentIndexChanged.connect(lambda _: self.changed.emit())
        column = in_column(self.list, gap=8, on=self)
        self._refused = QVBoxLayout()
        column.addLayout(self._refused)
        self._list_unusable()
        self.own_sheets.completed.connect(self._list_unusable)
        self.own_sheets.completed.connect(self.grown)
        self.own_sheets.completed.connect(self.completed)
        if layouts:
            self.own = button(tr("&My own sheet …"), "pencil", "quiet",
                              lambda: self.edit_chosen.emit(self.value if self.is_own else ""))
            column.addWidget(self.own)
            self.list.currentIndexChanged.connect(lambda _: self._name_own())
            self._name_own()
        if mapped:
            both = QHBoxLayout()
            self.new_island = button(tr("A new &island"), "plus", "quiet", lambda: self.island.setVisible(True))
            both.addWidget(self.new_island)
            self.new_map = button(tr("New &map …"), "image", "quiet", lambda: self.map_chosen.emit(self._changeable))
            both.addWidget(self.new_map)
            column.addLayout(both)
            self.list.currentIndexChanged.connect(lambda _: self._name_map())
            self._name_map()

        self.share = button(tr("S&hare this sheet …"), "save", "quiet", self.ask_share)
        self.share.setToolTip(tr("As one file, which others open."))
        column.addWidget(self.share)
        self.list.currentIndexChanged.connect(lambda _: self.share.setVisible(self.is_own))
        self.share.setVisible(self.is_own)
        self.keep = button(tr("&Keep this sheet"), "save", "quiet", self._keep)
        self.keep.setToolTip(tr("Puts it among your own, also if the file goes."))
        column.addWidget(self.keep)
        self.list.currentIndexChanged.connect(lambda _: self.keep.setVisible(self._is_elsewhere))
        self.keep.setVisible(self._is_elsewhere)

    # ------------------------------------------------------------------ what is chosen

    @property
    def value(self) -> str:
        """The id of the sheet, or its path; with `MADE` behind it, a new layout of it."""
        return self.list.value

    def choose(self, sheet: str) -> None:
        """Chooses a sheet; one that is not offered is the first."""
        self.list.choose(sheet)

    @property
    def title(self) -> str:
        """The chosen sheet as the list calls it."""
        return self.list.currentText()

    @property
    def is_own(self) -> bool:
        return self.value.endswith(ENDING)

    @property
    def _is_elsewhere(self) -> bool:
        """Whether the chosen sheet is a file that was opened, which the next visit would not offer."""
        return self.is_own and not is_kept(self._store, self.value)

    @property
    def other_map(self) -> str:
        """The chosen map; "" for the first one, and where sheets are no maps."""
        return "" if self._game.play.map_making is None or self.value == self._game.play.sheets[0] else self.value

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to choose or to be told."""
        several = self.list.count() > 1 or self._game.play.map_making is not None
        return several or bool(self.own_sheets.unusable)

    # ------------------------------------------------------------------ the parts

    @property
    def island(self) -> IslandRow:
        """Where a new island is made; made itself when one is first wanted."""
        if self._island is None:
            self._island = IslandRow(self._game.info.id, self._store)
            self._island.made.connect(lambda path: self.made.emit(str(path)))
            self._island.hide()
            self._add(self._island)
        return self._island

    @property
    def atlas(self) -> MapAtlas:
        """The maps with their pictures; made when they are first wanted."""
        if self._atlas is None:
            titles = {self.list.itemData(each): self.list.itemText(each) for each in range(self.list.count())}
            atlas = self._atlas = MapAtlas(
                self._game, titles, self.value, self._games,
                lambda sheet: own_par(self._store, sheet) if sheet in self.own_sheets.titles else None)
            atlas.chosen.connect(self.choose)
            atlas.print_chosen.connect(self.print_chosen)
            atlas.measured.connect(self._keep_par)
            self.list.currentIndexChanged.connect(lambda _: atlas.show_choice(self.value))
            self._add(atlas)
        return self._atlas

    @property
    def pictured(self) -> bool:
        """Whether the atlas is there already."""
        return self._atlas is not None

    def show_pictures(self) -> None:
        """Lays the atlas out, where the game has maps."""
        if self._game.play.map_making is not None:
            _ = self.atlas

    def _add(self, part: QWidget) -> None:
        column = self.layout()
        assert column is not None
        column.addWidget(part)
        self.grown.emit()

    def _list_unusable(self) -> None:
        """Below the sheets that can be chosen, those that cannot; once all are known, if they are many."""
        if self.own_sheets.complete and self.own_sheets.unusable:
            self.unusable = UnusableSheets(self._store, self._game, self.own_sheets.unusable)
            self.unusable.failed.connect(self.failed)
            self.unusable.grown.connect(self.grown)
            self._refused.addWidget(self.unusable)

    def _title(self, sheet_id: str, counted: bool = False) -> str:
        """Returns what a sheet is called, with how many areas it has if they are `counted`."""
        try:
            sheet = sheet_of(self._game, sheet_id)
        except UserError:
            return sheet_id
        return f"{map_title(sheet)} ({counted_areas(sheet)})" if counted else tr(mark(sheet.title, "sheet"))

    @property
    def _changeable(self) -> str:
        """The chosen sheet, if it is a map that can be changed, or ""."""
        return self.value if not self._is_elsewhere and can_change(self._store, self.value) else ""

    def ask_share(self) -> None:
        """Asks where, and writes the chosen sheet of one's own for others."""
        start = Path(self._store.folder("save")) / Path(self.value).name
        if path := ask.save(self, tr("Share this sheet"), start, [tr("Sheets (*.json)")], ending=SUFFIX):
            try:
                write_file(path, read_file(Path(self.value), MAX_BYTES))
            except UserError as error:
                self.failed.emit(str(error))
                return
            self._store.keep_folder("save", path)
            self.notified.emit(tr("Saved as {name}.", name=str(path)))

    def _keep_par(self, sheet: str, par: float) -> None:
        if sheet in self.own_sheets.titles:
            keep_par(self._store, sheet, par)

    def _keep(self) -> None:
        """Puts a sheet that was opened among one's own, and chooses it there."""
        try:
            path = add_sheet(self._store, sheet_of(self._game, self.value))
        except UserError as error:
            self.failed.emit(str(error))
            return
        self.made.emit(str(path))
        self.notified.emit(tr("The sheet “{name}” is saved and chosen.", name=load(path).title))

    def _name_map(self) -> None:
        self.new_map.setText(tr("Change this &map …") if self._changeable else tr("New &map …"))

    def _name_own(self) -> None:
        self.own.setText(tr("Chan&ge this sheet …") if self.is_own else tr("&My own sheet …"))
