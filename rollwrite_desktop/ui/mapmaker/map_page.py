"""New map: a file of map data or an invented island becomes a sheet to play on, changed by taps and drags.

What is not saved yet is kept after every change and offered again next time. The map file that a person's changes make is
the one of the command line (`rollwrite new-map --config`), so that both draw the same sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import structs
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.i18n import join_names, tr, tr_n, with_colon
from rollwrite_desktop.intake.text import file_name
from rollwrite_desktop.maps import edits
from rollwrite_desktop.maps.config import MapFile, write_map_file
from rollwrite_desktop.maps.values import Made, MapData, Piece, Survey, map_games
from rollwrite_desktop.sheet.sheet import Point, Rect, bounding_box
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit import accessible, ask
from rollwrite_desktop.ui.kit.buttons import button, icon_button
from rollwrite_desktop.ui.kit.choices import Choices
from rollwrite_desktop.ui.kit.layouts import FlowRow, card, emptied, in_column, sheet_and_side
from rollwrite_desktop.ui.kit.page import Keys, Menus, Page, action
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.library.own_sheet_store import PAR, add_sheet, map_key
from rollwrite_desktop.ui.mapmaker.area_card import AreaCard
from rollwrite_desktop.ui.mapmaker.difficulty import MapDifficulty
from rollwrite_desktop.ui.mapmaker.faults_card import FaultsCard
from rollwrite_desktop.ui.mapmaker.map_card import MapCard
from rollwrite_desktop.ui.mapmaker.map_project import LeftMaps, MapHistory, MapProject, begun, revived
from rollwrite_desktop.ui.mapmaker.map_view import MapView
from rollwrite_desktop.ui.mapmaker.start_card import StartCard
from rollwrite_desktop.ui.mapmaker.window_fields import Window, coordinate, extent, resized, rounded

DATA, SHEET = "data", "sheet"
MAP_FILE = ".toml"
_MARGIN, _GAP = 12, 12
_SIDE, _SHARE, _NARROWEST, _SHORTEST, _LOWEST = 340, 0.5, 560, 300, 380


class MapPage(Page):
    """`saved` carries the game's id, the path of the sheet, and whether a game is to begin on it. `game_id`: the game for
    which a map is wanted first. `sheet`: the path of a sheet that was made here, to go on with."""

    saved = Signal(str, object, bool)

    def __init__(self, store: Settings, game_id: str = "", sheet: str = "", parent: QWidget | None = None) -> None:
        super().__init__(tr("New map"), parent)
        self._window: Window | None = None
        self._refused: tuple[tuple[str, MapFile] | None, str] | None = None
        self.store = store
        self.game_id = game_id if game_id in map_games() else map_games()[0]
        self.project: MapProject | None = None
        self._kept_under = store.ours(map_key(""), empty=bool(sheet))
        self.chosen: tuple[str, ...] = ()
        theme.role(self, "page")
        self._build(tr("Back to the new game") if game_id else "")
        made = self.store.revive(map_key(sheet), dict[str, str](), revived) if sheet else None
        if made is not None:
            self._begin(*made, saved=True)

    # ------------------------------------------------------------------ the room

    def _build(self, back: str) -> None:
        self.head = PageHead(tr("New map"), back)
        self.head.left.connect(self.left)
        self.head.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)  # what is below stays there
        self.shown = Choices({DATA: tr("Map data"), SHEET: tr("Sheet")}, SHEET, True, tr("What is shown"))
        self.shown.chosen.connect(lambda _: self._choose_none())
        self.undo_button = icon_button("undo", tr("Undo"), self.undo)
        self.redo_button = icon_button("redo", tr("Redo"), self.redo)
        self.head.add(self.shown, self.undo_button, self.redo_button)
        self.rooms = QStackedLayout()
        outside = in_column(self.head, gap=6, margins=(_MARGIN, 8, _MARGIN, 8), on=self)
        outside.addLayout(self.rooms, 1)  # in its place first: what is put into a stack elsewhere is shown as a window
        self._unfinished = self.store.revive(self._kept_under, dict[str, str](), revived)
        self.begin = StartCard(self._unfinished_name())
        self.begin.file_chosen.connect(self.ask_file)
        self.begin.island_chosen.connect(self.start)
        self.begin.resumed.connect(self.resume)
        self.rooms.addWidget(Scroll(self.begin))
        self.view = MapView()
        self.view.setAccessibleName(tr("New map"))
        self.side = in_column(gap=12)
        self.keep = button(tr("&Save sheet"), "save", "", self.save)
        self.play = button(tr("Save and &play"), "play", "primary", self.save_and_play, breaks=True)
        self.beside = QWidget()
        column = in_column(gap=8, on=self.beside)
        self.outcome = QVBoxLayout()
        inside = QWidget()
        cards = in_column(self.side, gap=12, on=inside)
        column.addWidget(Scroll(inside), 1)
        (cards if theme.large() else column).addLayout(self.outcome)
        cards.addStretch(1)
        column.addWidget(FlowRow(self.keep, self.play))
        self.body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(_GAP)
        self.body.addWidget(self.view, 3)
        self.body.addWidget(self.beside)
        work = QWidget()
        work.setLayout(self.body)
        self.rooms.addWidget(work)
        self._keys()
        self.view.toggled.connect(self._toggle)
        self.view.swept.connect(self._sweep)
        self.view.window_keyed.connect(self._key_window)
        self.view.moved.connect(self._move)
        self.view.bent.connect(self._bend)
        self.view.turned.connect(self._turn)
        self.view.hold_taken.connect(lambda sentence: accessible.announce(sentence))
        self.view.cleared.connect(self._choose_none)
        self.view.focus_moved.connect(lambda _: self._show_map())
        self.starts_at = self.begin.choose
        self._show()

    def _keys(self) -> None:
        standard = QKeySequence.StandardKey
        self._actions: tuple[QAction, ...] = tuple(action(self, *each) for each in (
            (tr("&Undo"), "undo", standard.Undo, self.undo), (tr("&Redo"), "redo", standard.Redo, self.redo),
            (tr("Mer&ge"), "plus", "Ctrl+M", self._merge), (tr("Leave &out"), "trash", standard.Delete, self._drop),
            (tr("&Save sheet"), "save", standard.Save, self.save),
            (tr("&Open map data …"), "folder-open", "Ctrl+Shift+O", self.ask_file),
            (tr("Use a map &file …"), "folder-open", "Ctrl+Shift+L", self.ask_map_file),
            (tr("Save the map fi&le …"), "save", "Ctrl+Shift+S", self.ask_where),
        ))

    def keys(self) -> Keys:
        alt, shift, control = (QKeySequence(each).toString(QKeySequence.SequenceFormat.NativeText).removesuffix("A")
                      for each in ("Alt+A", "Shift+A", "Ctrl+A"))
        return ((tr("New map"), (
            (tr("To the next area"), "← → ↑ ↓"), (tr("Choose the area"), tr("Enter or Space")),
            (tr("Begin a rectangle; make it larger or smaller"), f"{shift}← → ↑ ↓"),
            (tr("Choose a corner of the outline, or a line"), f"{control}← → ↑ ↓"),
            (tr("Move the box, the corner, the line, or the rectangle"), f"{alt}← → ↑ ↓"),
            (tr("Choose nothing"), tr("Escape")),
        )),)

    def in_short(self) -> str:
        """How a map is begun, or what it is called."""
        project = self.project
        if project is None:
            return tr("Choose a file with map data, or invent an island.")
        return f"{project.called}."

    @property
    def unfinished(self) -> str:
        """What the map is called that is not saved, and goes on the next time; "" where there is none."""
        return self.project.called if self.project is not None and self._kept_as_unfinished else ""

    def menus(self) -> Menus:
        return ((tr("&Map"), self._actions),)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Upright, the map is on top and the cards are below it."""
        super().resizeEvent(event)
        room = self.width() - 2 * _MARGIN - _GAP - self.view.minimumWidth()
        wide = min(room, max(_SIDE, min(theme.px(_SIDE), round(_SHARE * self.width()))))
        sheet_and_side(self.body, self.beside, self.size(), wide, highest=max(_LOWEST, self.height() * 9 // 20))

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST, _SHORTEST)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """From wherever in the room: what is chosen is put down before the room is left."""
        if event.key() == Qt.Key.Key_Escape and (self.chosen or self._window is not None):
            self._choose_none()
            self.view.setFocus()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.project is not None:
            theme.shared(LeftMaps)[self._kept_under] = self.project.history
            self.project.close()
        super().closeEvent(event)

    # ------------------------------------------------------------------ beginning

    def _unfinished_name(self) -> str:
        if self._unfinished is None:
            return ""
        data, _, config = self._unfinished
        return config.title or data.name

    def take_files(self, paths: Sequence[Path]) -> bool:
        """Map data begins a map; a map file changes the one that is there."""
        if len(paths) != 1:
            return False
        if paths[0].suffix.lower() == MAP_FILE:
            self.use_map_file(paths[0])
        else:
            self.start(MapData(str(paths[0])))
        return True

    def ask_file(self) -> None:
        """Asks for a file of map data."""
        kinds = tr("Map data (*.json *.geojson *.topojson *.zip *.svg *.kml *.kmz);;All files (*)")
        if path := ask.open_one(self, self.store, "map", tr("Map data"), kinds):
            self.start(MapData(str(path)))

    def resume(self) -> None:
        """Goes on with the map that was not finished last time."""
        if self._unfinished is not None:
            data, game, config = self._unfinished
            left = theme.shared(LeftMaps).get(self._kept_under)
            history = left if left is not None and left.state == (game, config) else None
            self._begin(data, game, config, history=history).mark_saved(saved=False)

    def start(self, data: MapData) -> None:
        """Begins a map anew; asks where one that is not saved would be lost. Where the map's file is not there any
        more, goes on with it on this one."""
        project = self.project
        if project is not None and project.lost and data.path:
            self._begin(data, project.game, project.config)
        elif self._may_begin():
            self._begin(data, self.game_id, begun(data))

    def _may_begin(self) -> bool:
        lost = self.project.called if self.project is not None and self.project.unsaved else (
            self._unfinished_name() if self.project is None else "")
        if not lost:
            return True
        asked = tr("“{name}” is not saved.", name=lost)
        return ask.sure(self, asked, tr("&Discard it"), title=tr("New map"), harms=True)

    def _begin(
        self, data: MapData, game: str, config: MapFile, *, saved: bool = False, history: MapHistory | None = None
    ) -> MapProject:
        if self.project is not None:
            self.project.close()
            self.project.deleteLater()
        self.chosen = ()
        self._anew = not saved
        project = self.project = MapProject(data, game, config, self, history)
        project.changed.connect(self._hold_report)
        emptied(self.side)
        emptied(self.outcome)
        self.map, self.area, self.faults = MapCard(project), AreaCard(project), FaultsCard(project)
        self._map_frame, self._area_frame = _framed(self.side, self.map), _framed(self.side, self.area)
        self.difficulty = MapDifficulty(project)
        self._outcome_frame = _framed(self.outcome, self.faults, self.difficulty)
        self.area.done.connect(self.view.setFocus)  # else the button that goes leaves it to the next, which leads out
        self.area.done.connect(self._choose_none)
        self.area.merged.connect(self._name_whole)
        self.area.failed.connect(self._refuse)
        self.area.crop_chosen.connect(self.crop)
        self.area.window_changed.connect(self.take_window)
        self.map.window_wanted.connect(self.begin_window)
        self.faults.areas_chosen.connect(self._choose_codes)
        self.faults.file_wanted.connect(self.ask_file)
        self.faults.done.connect(self.view.setFocus)
        project.changed.connect(self._changed)
        project.refused.connect(self._refuse)
        project.refused.connect(lambda _: self.view.refuse())
        self.rooms.setCurrentIndex(1)
        self.starts_at = self.view
        self.view.setFocus()
        self._changed()
        return project

    # ------------------------------------------------------------------ choosing

    def _key_of(self, spot: str) -> str:
        """Returns what the data calls a spot of the map that is shown."""
        made = self.project.made if self.project is not None else None
        return made.keys.get(spot, "") if made is not None and self._shows_sheet else spot

    def _toggle(self, spot: str) -> None:
        key = self._key_of(spot)
        if key:
            self.choose([*self.chosen, key] if key not in self.chosen else [each for each in self.chosen if each != key])

    def _sweep(self, spots: list[str], rect: Rect) -> None:
        self._window = self._window_of(rect)
        self.choose([*self.chosen, *(spot for spot in spots if spot not in self.chosen)])

    def begin_window(self) -> None:
        """A rectangle around the whole map, to be made smaller."""
        if self.project is not None and self.project.survey is not None:
            self.take_window(extent(self.project.survey))
            self.area.edit_window()

    def _key_window(self, dx: int, dy: int, move: bool) -> None:
        survey = self.project.survey if self.project is not None else None
        if survey is None:
            return
        at = next((piece for piece in survey.pieces if piece.key == self.view.cursor_spot), None)
        if self._window is not None:
            self.take_window(resized(self._window, survey, dx, dy, move=move))
            west, south, east, north = self._window
            self.view.bring_near(*survey.on_plane(*(west, north) if move and (dx < 0 or dy < 0) else (east, south)))
        elif at is None:
            self.take_window(extent(survey))
        else:
            rings = bounding_box(tuple(point for ring in at.rings for point in ring))
            west, north = survey.in_data(rings.x, rings.y)
            east, south = survey.in_data(rings.x + rings.w, rings.y + rings.h)
            self.take_window(rounded(west, south, east, north))

    def take_window(self, window: Window) -> None:
        """Takes this rectangle of the data, and chooses the areas whose middle lies in it."""
        survey = self.project.survey if self.project is not None else None
        if survey is None:
            return
        self._window, rect = window, on_plane(window, survey)
        self.chosen = tuple(piece.key for piece in survey.pieces if rect.distance(*piece.middle) == 0)
        self._show()
        west, south, east, north = (
            coordinate(side, upright=n in (1, 3), degrees=survey.degrees) for n, side in enumerate(window))
        sides = tr("From {west} to {east} and from {south} to {north}", west=west, east=east, south=south, north=north)
        accessible.announce(with_colon(sides, tr_n("{n} area chosen", "{n} areas chosen", len(self.chosen))) + ".")

    def _window_of(self, rect: Rect) -> Window | None:
        survey = self.project.survey if self.project is not None else None
        if survey is None:
            return None
        west, north = survey.in_data(*self.view.in_survey(rect.x, rect.y))
        east, south = survey.in_data(*self.view.in_survey(rect.x + rect.w, rect.y + rect.h))
        return rounded(west, south, east, north)

    def choose(self, keys: Sequence[str]) -> None:
        """Chooses these areas, by what the data calls them, and no others."""
        before, self.chosen = self.chosen, tuple(keys)
        if not keys:
            self._window = None
        self._show()
        if self.chosen != before and self.project is not None:
            names = tuple(map(self.project.name_of, keys))
            parts = filter(None, (tr_n("{n} area chosen", "{n} areas chosen", len(keys)), join_names(names)))
            accessible.announce(f"{': '.join(parts)}.")

    def _choose_none(self) -> None:
        self.choose(())

    def _choose_codes(self, codes: list[str]) -> None:
        self.shown.choose(SHEET)
        self.choose([self._key_of(code) for code in codes])

    # ------------------------------------------------------------------ changing

    @property
    def _in_reach(self) -> Made | None:
        """What drags may change: nothing while a sheet of another game is still shown."""
        project = self.project
        made = project.made if project is not None else None
        return made if project is not None and made is not None and made.sheet.game == project.game else None

    def _move(self, code: str, x: float, y: float) -> None:
        self._drag((code,), lambda config, at: edits.move(config, code, *at(x, y)))

    def _bend(self, code: str, start: Point, end: Point) -> None:
        self._drag((code,), lambda config, at: edits.bend(config, code, at(*start), at(*end)))

    def _turn(self, link: tuple[str, str], place: Point) -> None:
        self._drag(link, lambda config, at: edits.turn(config, link, at(*place)))

    def _drag(self, codes: Sequence[str], change: Callable[[MapFile, Callable[[float, float], Point]], MapFile]) -> None:
        """Changes what is dragged of these areas; `change` is given what makes shares of the map's room of points."""
        project, made = self.project, self._in_reach
        if project is not None and made is not None and {*codes} <= made.keys.keys():
            room = made.room
            project.edit(lambda config: change(config, lambda x, y: ((x - room.x) / room.w, (y - room.y) / room.h)))
        self._show_map()

    def _merge(self) -> None:
        whole = self.chosen[:1]
        if self._edit_chosen(2, edits.merge):
            self._name_whole(*whole)

    def _name_whole(self, key: str) -> None:
        """Areas were merged: the name is that of the first, and asked for."""
        self.choose([key])
        self.area.edit_name()

    def _drop(self) -> None:
        self._edit_chosen(1, edits.leave_out)

    def _edit_chosen(self, least: int, change: Callable[[MapFile, Made | None, tuple[str, ...]], MapFile]) -> bool:
        keys, project = self.chosen, self.project
        if project is None or len(keys) < least or {*keys} & self.left_out:
            return False
        project.edit(lambda config: change(config, project.made, keys))
        self._choose_none()
        return True

    def crop(self) -> None:
        """Cuts off what lies outside the rectangle that was drawn last."""
        window = self._window
        if self.project is not None and window is not None:
            self.project.edit_all(lambda config: structs.replace(config, window=window))
            self._choose_none()

    def undo(self) -> None:
        if self.project is not None:
            self.project.undo()

    def redo(self) -> None:
        if self.project is not None:
            self.project.redo()

    # ------------------------------------------------------------------ showing

    @property
    def _shows_sheet(self) -> bool:
        return self.shown.value == SHEET and self.project is not None and self.project.made is not None

    @property
    def left_out(self) -> frozenset[str]:
        """The areas of the data that are not on the sheet, by what it calls them."""
        project = self.project
        if project is None or project.survey is None:
            return frozenset()
        return left_out_of(project.config, project.survey)

    def _refuse(self, sentence: str) -> None:
        """Says why nothing was changed, until something is."""
        self._refused = (self.project.history.state if self.project is not None else None, sentence)
        self.failed.emit(sentence)

    def _changed(self) -> None:
        project = self.project
        if project is None:
            return
        if self._refused is not None and project.fresh and project.history.state != self._refused[0]:
            self.settled.emit(self._refused[1])
            self._refused = None
        known = {piece.key for piece in project.survey.pieces} if project.survey is not None else set()
        known |= {*project.made.keys.values()} if project.made is not None else set()
        self.chosen = tuple(key for key in self.chosen if key in known)
        self.store.keep(self._kept_under, project.kept() if self._kept_as_unfinished else {})
        if not (project.running and project.made is not None):
            self._outcome_frame.setMinimumHeight(0)
        self._show()

    def _hold_report(self) -> None:
        """While the map is drawn anew the report stays as high as it was before its parts came and went, lest the keys above
        slip away from under the pointer."""
        project, frame = self.project, self._outcome_frame
        if project is not None and project.running and project.made is not None:
            frame.setMinimumHeight(frame.height())

    @property
    def _kept_as_unfinished(self) -> bool:
        project = self.project
        return project is not None and not project.unreadable and (
            project.unsaved or (self._anew and not project.history.can_undo))

    def _show(self) -> None:
        project = self.project
        self.shown.setVisible(project is not None and project.made is not None)
        for each in (self.undo_button, self.redo_button):
            each.setVisible(project is not None)
        if project is None:
            return
        self.undo_button.setEnabled(project.history.can_undo)
        self.redo_button.setEnabled(project.history.can_redo)
        ready = project.fresh and project.made is not None and not project.made.faults
        self.keep.setEnabled(ready)
        self.play.setEnabled(ready)
        choosing = bool(self.chosen) or self._window is not None
        self._area_frame.setVisible(choosing)
        self._map_frame.setVisible(not choosing and not project.unreadable)
        self.map.show_hint(sheet=self._shows_sheet)
        if choosing:
            self.area.show_keys(self.chosen, self.left_out, self._window)
        self._show_map()

    def _show_map(self) -> None:
        project = self.project
        if project is None:
            return
        if self._shows_sheet and project.made is not None:
            chosen = [code for code, key in project.made.keys.items() if key in self.chosen]
            self.view.show_sheet(project.made.sheet, chosen, awaiting=project.running)
        elif project.survey is not None:
            survey = project.survey
            window, taken = (
                on_plane(each, survey) if each is not None else None for each in (project.config.window, self._window))
            inside = {piece.key for piece in project.survey.pieces if window is None or _reaches(piece, window)}
            self.view.show_survey(project.survey, inside - self.left_out, self.chosen, window, taken)
        elif project.unreadable:  # what was made before is gone
            self.view.show_nothing()

    # ------------------------------------------------------------------ saving

    def save(self) -> None:
        """Keeps the sheet among a person's own."""
        self._save(play=False)

    def save_and_play(self) -> None:
        """Keeps the sheet and begins a game on it."""
        self._save(play=True)

    def _save(self, *, play: bool) -> None:
        project = self.project
        made = project.made if project is not None else None
        if project is None or made is None or not project.fresh or made.faults:
            return
        try:
            path = save_map(self.store, project)
        except UserError as error:
            self.failed.emit(str(error))
            return
        project.mark_saved()
        par = self.difficulty.par
        self.store.keep(map_key(str(path)), project.kept() | ({} if par is None else {PAR: f"{par:.1f}"}))
        self.store.keep(self._kept_under, dict[str, str]())
        self.saved.emit(project.game, path, play)

    def ask_map_file(self) -> None:
        """Asks for a map file."""
        if path := ask.open_one(self, self.store, "map", tr("Map file"), tr("Map files (*.toml)")):
            self.use_map_file(path)

    def use_map_file(self, path: Path) -> None:
        """Takes over everything that a map file says; it is read in the worker process."""
        if self.project is None:
            self._refuse(tr("Choose map data first; a map file says what to change about it."))
        else:
            self.project.take_map_file(path)

    def ask_where(self) -> None:
        """Asks where the map file is to be written, and writes it."""
        if self.project is None:
            return
        start = Path(self.store.folder("map")) / f"{file_name(self.project.config.title) or 'map'}{MAP_FILE}"
        if path := ask.save(self, tr("Map file"), start, [tr("Map files (*.toml)")]):
            self.write_map_file(path)

    def write_map_file(self, path: Path) -> None:
        """Writes the map file, for the command line or another day."""
        if self.project is None:
            return
        try:
            write_file(path, write_map_file(self.project.config))
        except UserError as error:
            self.failed.emit(str(error))
            return
        self.store.keep_folder("map", path)
        self.notified.emit(tr("“{name}” is written.", name=path.name))


def _framed(column: QBoxLayout, *parts: QWidget) -> QWidget:
    """Parts in a card of their own."""
    frame, inside = card("card", 12)
    for part in parts:
        inside.addWidget(part)
    column.addWidget(frame)
    return frame


def on_plane(window: Window, survey: Survey) -> Rect:
    """A rectangle of the data on the pieces' plane."""
    west, south, east, north = window
    (left, top), (right, foot) = survey.on_plane(west, north), survey.on_plane(east, south)
    return Rect(left, top, right - left, foot - top)


def _reaches(piece: Piece, window: Rect) -> bool:
    """Returns whether part of an area lies in a window, as far as can be told from its corners."""
    return any(window.distance(x, y) == 0 for ring in piece.rings for x, y in ring)


def left_out_of(config: MapFile, survey: Survey) -> frozenset[str]:
    """Returns the areas of the data that a map file leaves out."""
    whole = {part for parts in config.merge.values() for part in parts}
    since = edits.out_since(config)
    return frozenset(
        piece.key for piece in survey.pieces
        if piece.key in config.drop or piece.key in since
        or (config.only and piece.key not in config.only and piece.key not in whole)
    )


def save_map(store: Settings, project: MapProject) -> Path:
    """Keeps the sheet of a project as one of a person's own, under its title or, where that is taken, with a number.
    Raises UserError."""
    assert project.made is not None
    return add_sheet(store, project.made.sheet)
