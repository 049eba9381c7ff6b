"""Where a map comes from: a file of map data or an island invented from a seed; and making its sheet step by step, for
whoever shows how far it is.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable, Iterator
from functools import lru_cache
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import msgspec
import numpy as np
import shapely
from msgspec.structs import replace
from numpy.typing import NDArray

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import language, tr
from rollwrite_desktop.intake import geodata
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.intake.geodata import Feature, Layer
from rollwrite_desktop.maps.areas import Mending, country_of, keys_of, layer_of, name_field, names_of
from rollwrite_desktop.maps.coasts import FACE
from rollwrite_desktop.maps.config import MapFile, write_map_file
from rollwrite_desktop.maps.edits import settled
from rollwrite_desktop.maps.globe import unwrapped
from rollwrite_desktop.maps.islands import island
from rollwrite_desktop.maps.make import Drawn, GoOn, drawn, finished
from rollwrite_desktop.maps.values import MIN_AREAS, Made, MapData, Piece, Survey
from rollwrite_desktop.sheet.polygons import parts_of

DETAIL = 1 / 700
"""Detail of the shapes in a survey, as a share of the map's greater side."""
STEP = 0.01
"""How much more is done from one step of a drawing to the next, of 1."""
EXAMPLES = 4


def layers_of(data: MapData) -> tuple[Layer, ...]:
    """Returns what it holds. Raises UserError."""
    if not data.path:
        return (island(data.seed, data.areas)[1],)
    return _read(data.path, _version(data))


def completed(data: MapData, config: MapFile) -> MapFile:
    """Returns the map file with what is known of the data: the title, if that is a country; title, source and license of an
    island."""
    if data.path:
        return config if config.title else msgspec.structs.replace(
            config, title=country_of(layer_of(layers_of(data), config, data.name)))
    source = f"Invented, new-map --island {data.seed} --areas {data.areas}"
    return msgspec.structs.replace(
        config, title=config.title or island(data.seed, data.areas)[0], projection="plane, y down",
        source=config.source or source, licence=config.licence or "CC0-1.0", coasts=config.coasts or [[*FACE]],
    )


def made(data: MapData, game: str, sheet_id: str, config: MapFile, go_on: GoOn) -> Made:
    """Returns the sheet. Raises UserError, Cancelled. What was drawn last is kept: what is changed about it since, is
    changed at once."""
    config = completed(data, config)
    key = _drawing_key(data, game, sheet_id, config)
    found = _drawings.get(key)
    if found is None:
        found = drawn(layers_of(data), game, sheet_id, config, data.name, go_on)
        # The first change gives every area the code that it was drawn with: that is no other drawing.
        keys = {code: area.key for code, area in found.areas.by_code.items()}
        pinned = settled(msgspec.structs.replace(config, then=[]), replace(found.made, keys=keys))
        _drawings[key] = _drawings[_drawing_key(data, game, sheet_id, pinned)] = found
        while len(_drawings) > MAX_DRAWINGS:
            del _drawings[next(iter(_drawings))]
    return finished(found, config)


def _drawing_key(data: MapData, game: str, sheet_id: str, config: MapFile) -> tuple[Hashable, ...]:
    """All that a drawing depends on."""
    first = write_map_file(msgspec.structs.replace(config, then=[]))
    return data, _version(data), game, sheet_id, first, language()


MAX_DRAWINGS = 8
_drawings: dict[tuple[Hashable, ...], Drawn] = {}
"""What was drawn last, by all that it was made of."""


def _version(data: MapData) -> tuple[int, int]:
    """Returns what changes when a file of map data does."""
    stat = Path(data.path).stat() if Path(data.path).is_file() else None
    return (stat.st_mtime_ns, stat.st_size) if stat else (0, 0)


@lru_cache(maxsize=2)
def _read(path: str, _version: tuple[int, int]) -> tuple[Layer, ...]:
    return geodata.layers(read_file(Path(path), geodata.MAX_BYTES), Path(path).name)


# ---------------------------------------------------------------------- step by step


def drawing(data: MapData, game: str, sheet_id: str, config: MapFile) -> Iterator[float | Made]:
    """Yields the sheet step by step: how much is done, from 0 to 1, and last of all what was made. Raises UserError.

    What is made calls back; here that is turned round by a thread of its own, which waits at every step until the next one
    is asked for. Whoever stops asking stops the work.
    """
    steps: SimpleQueue[float | Made | Exception] = SimpleQueue()
    wanted: SimpleQueue[bool] = SimpleQueue()
    reported = -1.0

    def go_on(done: float) -> bool:
        nonlocal reported
        if done < reported + STEP:
            return True
        reported = done
        steps.put(done)
        return wanted.get()

    def work() -> None:
        try:
            steps.put(made(data, game, sheet_id, config, go_on))
        except Exception as error:  # raised again where the sheet is asked for
            steps.put(error)

    threading.Thread(target=work, name="drawing", daemon=True).start()
    try:
        while True:
            step = steps.get()
            if isinstance(step, Exception):
                raise step
            yield step
            if isinstance(step, Made):
                return
            wanted.put(True)
    finally:
        wanted.put(False)


# ---------------------------------------------------------------------- before it is drawn

_LEAST = 1e-9
"""How wide or high all areas together are at least, in degrees or units of a plane."""


def _no_areas(data: MapData) -> UserError:
    return UserError(tr("{file}: areas {n}; expected at least {least}.", file=data.name, n=0, least=MIN_AREAS))


def survey(data: MapData, config: MapFile) -> Survey:
    """Returns the areas of a layer side by side as they are, degrees on a plate carrée true at the middle latitude. Raises
    UserError."""
    layers = layers_of(data)
    layer = layer_of(layers, config, data.name)
    names = names_of(layer, config, data.name)
    mending = Mending(data.name, layer.features)
    by_key: dict[str, list[Feature]] = {}
    for feature, _, key in keys_of(layer, config, data.name):
        by_key.setdefault(key, []).append(feature)
    down = completed(data, config).projection == "plane, y down"
    rings = {
        key: [unwrapped(polygon[0]) * (1, -1 if down else 1)
              for feature in features for polygon in feature.polygons]
        for key, features in by_key.items()
    }
    points = np.concatenate([ring for own in rings.values() for ring in own])
    left, bottom = points.min(axis=0)
    right, top = points.max(axis=0)
    if max(right - left, top - bottom) < _LEAST:
        raise _no_areas(data)
    degrees = max(abs(left), abs(right)) <= 361 and max(abs(bottom), abs(top)) <= 90.5
    degrees = bool(degrees) and not down
    stretch = float(max(np.cos(np.radians((top + bottom) / 2)), 0.2)) if degrees else 1.0
    detail = max((right - left) * stretch, top - bottom) * DETAIL
    pieces = tuple(
        piece for key, own in rings.items()
        if (piece := _piece(key, names[key], [(ring - (left, top)) * (stretch, -1.0) for ring in own], detail, mending))
        is not None
    )
    if not pieces:
        raise _no_areas(data)
    return Survey(
        tuple(each.name for each in layers), layer.name, _fields(layer), name_field(layer, config), pieces,
        (float(left), float(top)), (float((right - left) * stretch), float(top - bottom)), stretch,
        degrees, country_of(layer),
    )


def _piece(
    key: str, name: str, outer: list[NDArray[np.floating[Any]]], detail: float, mending: Mending
) -> Piece | None:
    found = []
    for ring in outer:
        if len(ring) >= 4:
            shape = shapely.simplify(mending(shapely.Polygon(ring)), detail)
            found += [part for part in parts_of(shape) if part.area]
    found.sort(key=lambda part: -part.area)
    kept = [part for part in found if part.area >= detail * detail] or found[:1]
    if not kept:
        return None
    middle = kept[0].representative_point()
    rings = tuple(tuple((float(x), float(y)) for x, y in part.exterior.coords[:-1]) for part in kept)
    return Piece(key, name, rings, (middle.x, middle.y))


def _fields(layer: Layer) -> tuple[tuple[str, str], ...]:
    """Returns the attributes of a layer that tell areas apart, each with a few values."""
    found = []
    for name in dict.fromkeys(key for feature in layer.features for key in feature.attributes):
        values = list(dict.fromkeys(filter(None, (feature.attributes.get(name, "") for feature in layer.features[:200]))))
        if len(values) > 1:
            found.append((name, ", ".join(values[:EXAMPLES])))
    return tuple(found)
