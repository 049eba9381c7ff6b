"""What the worker process does for whoever makes maps. The makers are loaded there only: they take long."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.maps.config import MAX_BYTES, MapFile, read_map_file
from rollwrite_desktop.maps.values import Made, MapData, Survey

SECONDS = 20
"""Of processor time from one value of a job to the next. Areas are looked at within the first value of a drawing; what is
done for the others does not grow with the data."""


def drawing(data: MapData, game: str, sheet_id: str, config: MapFile) -> Iterator[float | Made]:
    """See `source.drawing`."""
    from rollwrite_desktop.maps import source

    return source.drawing(data, game, sheet_id, config)


def survey(data: MapData, config: MapFile) -> Iterator[Survey]:
    """See `source.survey`; a job of one value."""
    from rollwrite_desktop.maps import source

    yield source.survey(data, config)


def map_file(path: str) -> Iterator[MapFile]:
    """What a map file says; a job of one value."""
    yield read_map_file(read_file(Path(path), MAX_BYTES), Path(path).name)
