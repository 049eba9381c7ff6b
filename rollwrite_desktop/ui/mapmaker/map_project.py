"""A map that is being made: its data, its map file with all changes so far, and the sheet that is drawn from both.

Every change draws the sheet anew, in the worker process. Sheets that were drawn are kept, so that undo shows them at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from msgspec import structs
from PySide6.QtCore import QObject, QTimer, Signal

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.history import History
from rollwrite_desktop.intake.files import remote
from rollwrite_desktop.maps import edits, jobs
from rollwrite_desktop.maps.config import MapFile, read_map_file, write_map_file
from rollwrite_desktop.maps.values import MAX_ISLAND, MIN_ISLAND, USUAL_AREAS, Made, MapData, Survey, map_games
from rollwrite_desktop.ui.base.background import Task

PAUSE = 250
"""Milliseconds from a change to the beginning of its drawing, so that several changes are drawn at once."""
MAX_STEPS, MAX_KEPT = 200, 24
SHEET_ID = "map_own"
LONGEST_TITLE = 40
_SURVEYED = ("layer", "name", "merge_by")

MapHistory = History[tuple[str, MapFile]]
"""The game and the map file, with those before."""


class LeftMaps(dict[str, MapHistory]):
    """What can be undone on maps that were left unfinished, by the key they are kept under, until the program ends."""


class MapProject(QObject):
    """`changed`: the map file, the survey or the sheet is another one, or drawing has begun or ended. `progressed` carries
    how much of the drawing is done, from 0 to 1; `refused`: why a drag did nothing, or a map file could not be taken over.
    made: the sheet drawn last, `fresh` if it is that of the map file as it is; error: why none could be drawn, in a
    sentence."""

    changed = Signal()
    progressed = Signal(float)
    refused = Signal(str)

    def __init__(
        self, data: MapData, game: str, config: MapFile, parent: QObject, history: MapHistory | None = None
    ) -> None:
        """`history`: what was changed before, if that is known."""
        super().__init__(parent)
        self.data = data
        self.history = history or History((game, config), MAX_STEPS)
        self.survey: Survey | None = None
        self.made: Made | None = None
        self.error = ""
        self.stopped = False
        self._kept: dict[tuple[str, bytes], Made] = {}
        self._saved: tuple[str, bytes] | None = self._key
        self._looked: list[object] = []
        self._drawing: Task | None = None
        self._surveying: Task | None = None
        self._reading: Task | None = None
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(self._draw)
        self._look()
        self._timer.start()

    @property
    def game(self) -> str:
        return self.history.state[0]

    @property
    def config(self) -> MapFile:
        return self.history.state[1]

    @property
    def _key(self) -> tuple[str, bytes]:
        return _key_of(self.game, self.config)

    @property
    def fresh(self) -> bool:
        """Whether the sheet is that of the map file as it is."""
        return self.made is not None and self._kept.get(self._key) is self.made

    @property
    def running(self) -> bool:
        """Whether the sheet is being drawn."""
        return self._drawing is not None or self._timer.isActive()

    @property
    def unsaved(self) -> bool:
        """Whether something was changed since it was saved or begun."""
        return self._key != self._saved

    @property
    def lost(self) -> bool:
        """Whether its file is not where it was."""
        return bool(self.data.path) and not Path(self.data.path).is_file()

    @property
    def unreadable(self) -> bool:
        """Whether its file is there, but holds no map."""
        return bool(self.error) and self.survey is None and not self.lost

    @property
    def too_many(self) -> bool:
        """Whether it cannot be drawn, and would have far more areas than usual."""
        found = len(self.survey.pieces) if self.survey is not None else 0
        return bool(self.error) and min(found, self.config.areas or found) > USUAL_AREAS

    @property
    def called(self) -> str:
        """The title, or the name of the data where there is none."""
        return self.config.title or self.data.name

    def name_of(self, key: str) -> str:
        """Returns what an area is called that the data calls `key`."""
        code = next(iter(edits.codes_of(self.made, [key])), "")
        if self.made is not None and code:
            return edits.name_since(self.config, code) or self.made.sheet.space[code].name
        pieces = self.survey.pieces if self.survey is not None else ()
        return self.config.names.get(key) or next((piece.name for piece in pieces if piece.key == key), key)

    # ------------------------------------------------------------------ changes

    def edit(self, change: Callable[[MapFile], MapFile]) -> None:
        """Changes the map file; what was drawn keeps its codes."""
        self.put(change(edits.settled(self.config, self.made) if self.made is not None else self.config))

    def edit_all(self, change: Callable[[MapFile], MapFile]) -> None:
        """Changes what the whole drawing depends on: everything is drawn anew, with all that was changed since."""
        self.edit(lambda config: change(edits.anew(config, self.made)))

    def draw_anew(self) -> None:
        """Draws everything anew, with all that was changed since it was drawn."""
        self.edit_all(lambda config: config)

    def put(self, config: MapFile, game: str = "") -> None:
        """Another map file, or another game; the one before can be brought back."""
        if (game or self.game, write_map_file(config)) == self._key:
            return
        self.history.put((game or self.game, config))
        self._follow()

    def take_map_file(self, path: Path) -> None:
        """Takes over everything that a map file says, as soon as the worker has read it."""
        self._drop_reading()
        task = self._reading = Task(partial(jobs.map_file, str(path)), self)
        task.given.connect(self._take_map_file)
        task.failed.connect(self._refuse_map_file)
        task.ask()

    def _take_map_file(self, config: MapFile) -> None:
        self._drop_reading()
        self.put(config)

    def _refuse_map_file(self, sentence: str) -> None:
        self._drop_reading()
        self.refused.emit(sentence)

    def _drop_reading(self) -> None:
        if self._reading is not None:
            self._reading.drop()
            self._reading = None

    def undo(self) -> None:
        """Takes the last change back."""
        if self.history.undo():
            self._follow()

    def redo(self) -> None:
        """Makes a change again that was taken back."""
        if self.history.redo():
            self._follow()

    def mark_saved(self, *, saved: bool = True) -> None:
        """It was saved as it is; or not at all, as a map that is gone on with."""
        self._saved = self._key if saved else None

    def _follow(self) -> None:
        if self._looked != self._to_look_at:
            self._look()
        self.draw()

    # ------------------------------------------------------------------ drawing

    def draw(self) -> None:
        """Draws the sheet, unless it has been drawn."""
        self.error, self.stopped = "", False
        self._drop()
        kept = self._kept.get(self._key)
        if kept is not None:
            self._timer.stop()
            self.made = kept
        else:
            self._timer.start()
        self.changed.emit()

    def stop(self) -> None:
        """Stops drawing; the sheet drawn before stays."""
        self._timer.stop()
        self._drop()
        self.stopped = True
        self.changed.emit()

    def close(self) -> None:
        """Ends it for good."""
        self._timer.stop()
        self._drop()
        self._drop_reading()
        if self._surveying is not None:
            self._surveying.drop()
            self._surveying = None

    def _drop(self) -> None:
        if self._drawing is not None:
            self._drawing.drop()
            self._drawing = None

    def _draw(self) -> None:
        self._drop()
        task = Task(partial(jobs.drawing, self.data, self.game, SHEET_ID, self.config), self, jobs.SECONDS)
        self._drawing = task
        key = self._key
        task.given.connect(lambda value: self._take(value, key))
        task.failed.connect(self._fail)
        task.ask()
        self.progressed.emit(0.0)
        self.changed.emit()

    def _take(self, value: float | Made, key: tuple[str, bytes]) -> None:
        if isinstance(value, Made):
            self._drop()
            if self._is_refused(value):
                self._take_back(value.undone[-1])
                return
            self.made = self._kept[key] = value
            while len(self._kept) > MAX_KEPT:
                del self._kept[next(iter(self._kept))]
            self.changed.emit()
        elif self._drawing is not None:
            self.progressed.emit(value)
            self._drawing.ask()

    def _is_refused(self, made: Made) -> bool:
        """Returns whether the last change was a drag after which everything is where it was."""
        before, last = self.history.before, self.config.then[-1:]
        drawn = self._kept.get(_key_of(*before)) if before is not None else None
        dragged = bool(last) and last[0].split()[0] in edits.DRAGS
        return dragged and drawn is not None and len(made.undone) > len(drawn.undone)

    def _take_back(self, reason: str) -> None:
        """A drag that was refused is no change."""
        if self.history.before is not None:
            self.history.amend(self.history.before)
        self.draw()
        self.refused.emit(reason)

    def _fail(self, sentence: str) -> None:
        self._drop()
        self.error = sentence
        self.changed.emit()

    @property
    def _to_look_at(self) -> list[object]:
        """What the survey depends on."""
        return [getattr(self.config, field) for field in _SURVEYED]

    def _look(self) -> None:
        self._looked = self._to_look_at
        if self._surveying is not None:
            self._surveying.drop()
        task = self._surveying = Task(partial(jobs.survey, self.data, self.config), self, jobs.SECONDS)
        task.given.connect(self._take_survey)
        task.failed.connect(self._fail)
        task.ask()

    def _take_survey(self, survey: Survey) -> None:
        self.survey = survey
        if survey.country and not self.history.can_undo and self.config.title == begun(self.data).title:
            self.history.amend((self.game, structs.replace(self.config, title=survey.country[:LONGEST_TITLE])))
            if self._saved is not None:
                self._saved = self._key
            self.draw()
        if self._surveying is not None:
            self._surveying.drop()
            self._surveying = None
        self.changed.emit()

    # ------------------------------------------------------------------ kept for next time

    def kept(self) -> dict[str, str]:
        """All of it as plain texts, for `revived`."""
        return {
            "path": self.data.path, "seed": self.data.seed, "areas": str(self.data.areas), "game": self.game,
            "map": write_map_file(self.config).decode(),
        }


def _key_of(game: str, config: MapFile) -> tuple[str, bytes]:
    """Returns what a drawing is known by."""
    return game, write_map_file(config)


def revived(kept: dict[str, str]) -> tuple[MapData, str, MapFile] | None:
    """Returns what `MapProject.kept` gave, or None if there is nothing that can be used."""
    areas = kept.get("areas", "")
    if areas and not (areas.isdecimal() and len(areas) < 4 and MIN_ISLAND <= int(areas) <= MAX_ISLAND):
        return None
    data = MapData(kept.get("path", ""), kept.get("seed", ""), int(areas) if areas else USUAL_AREAS)
    if not (data.path or data.seed) or remote(data.path) or kept.get("game") not in map_games():
        return None
    try:
        return data, kept["game"], read_map_file(kept.get("map", "").encode(), "—")
    except UserError:
        return None


def begun(data: MapData) -> MapFile:
    """Returns the map file that a window begins with: as that of the command line, with a title."""
    title = "" if data.seed else data.name.partition(".")[0].replace("_", " ")[:LONGEST_TITLE]
    return structs.replace(MapFile(), title=title[:1].upper() + title[1:])
