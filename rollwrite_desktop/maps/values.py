"""What windows and map makers tell each other, as values; light to load."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, field

from rollwrite_desktop.games import GAMES
from rollwrite_desktop.sheet.sheet import Fault, Rect, Ring, Sheet

MIN_AREAS, MAX_AREAS = 8, 100
"""Of a sheet."""
MIN_ISLAND, MAX_ISLAND = 12, 56
MAX_CODE = 4
"""Letters or digits."""
LONGEST_NAME = 40
"""Of an area."""
GRASP = 6.0
"""Points: an outline that is bent no farther from one of its corners is bent there."""
KEPT_PART = 0.12
"""Parts of an area smaller than this share of its largest are left out of the drawing."""
USUAL_AREAS = 40
"""Areas of an island where nobody says how many."""


def short_name(name: str) -> str:
    """Returns the name of an area, cut off after a word where it is longer than a sheet may have it."""
    if len(name) <= LONGEST_NAME:
        return name
    short = name[: LONGEST_NAME - 1]
    return f"{short.rpartition(' ')[0] or short}…"


def map_games() -> tuple[str, ...]:
    """Returns the games for which maps can be made, by id."""
    return tuple(game_id for game_id, game in GAMES.items() if game.play.map_making is not None)


class MapData(Struct, frozen=True):
    """A file of map data by its path, or the seed of an island (`path` is "" then) and its number of areas."""

    path: str = ""
    seed: str = ""
    areas: int = USUAL_AREAS

    @property
    def name(self) -> str:
        """What messages call it."""
        return Path(self.path).name if self.path else self.seed


class Piece(Struct, frozen=True):
    """An area of the data as it is, roughly: what the data calls it, its name, its outer rings (y down), and where the name
    may stand."""

    key: str
    name: str
    rings: tuple[Ring, ...]
    middle: tuple[float, float]


class Survey(Struct, frozen=True):
    """Map data at a glance. layers: their names. fields: attributes, each with a few of its values. field: the one that
    holds the names. size: width and height of the pieces' plane, which begins at `corner` in units of the data;
    `stretch`: units of width to one of the data. degrees: whether units of the data are longitudes and latitudes.
    country: of which they are parts, as far as the data says."""

    layers: tuple[str, ...]
    layer: str
    fields: tuple[tuple[str, str], ...]
    field: str
    pieces: tuple[Piece, ...]
    corner: tuple[float, float]
    size: tuple[float, float]
    stretch: float
    degrees: bool = False
    country: str = ""

    def in_data(self, x: float, y: float) -> tuple[float, float]:
        """A point of the pieces' plane in units of the data, y up."""
        return self.corner[0] + x / self.stretch, self.corner[1] - y

    def on_plane(self, x: float, y: float) -> tuple[float, float]:
        """A point in units of the data on the pieces' plane."""
        return (x - self.corner[0]) * self.stretch, self.corner[1] - y


class Measures(Struct, frozen=True):
    """How good a drawn map is (`measures.py`). stairs: steps of borders, for each area. gap, least_gap: millimeters from a
    writing square to the nearest border, in the median and at the least. tight: the share of squares with a border nearer
    than a millimeter. likeness: 1 for the land as it is. moved: how far areas are from where they belong, as a share of the
    diagonal; turned: by how many degrees neighbors are; medians. crowding: the land that writing squares need, as a share of
    the land there is. Of maps with lines: fans, narrow_fans: pairs of lines of a place with a small and a very small angle
    between them; longest: millimeters of the longest line; passing: lines that pass a third place too near."""

    areas: int
    stairs: float
    gap: float
    least_gap: float
    tight: float
    likeness: float | None
    moved: float | None
    turned: float | None
    crowding: float | None
    narrow_fans: int
    fans: int
    longest: float
    passing: int


class Made(Struct, frozen=True):
    """A made sheet and its report: borders of the data, those drawn, links drawn as lines over the sea; sentences about what
    was changed or could not be drawn; the faults that `check-sheet` finds. lost: the pairs that neither border nor a
    line joins. room: where boxes may go, in points. keys: what the data calls each area, by code.
    steps: what was changed since it was drawn; undone: what of it cannot be done where things stand, in sentences.
    far: whether something that lies far from the rest was left out or moved."""

    sheet: Sheet
    borders: int
    drawn: int
    sea_lines: int
    false: int
    notes: tuple[str, ...]
    lost: tuple[tuple[str, str], ...]
    room: Rect
    faults: tuple[Fault, ...] = ()
    keys: Mapping[str, str] = field(default_factory=dict)
    measures: Measures | None = None
    steps: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()
    far: bool = False
