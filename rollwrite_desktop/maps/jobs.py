"""What the worker process does for whoever makes maps. The makers are loaded there only: they take long."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.maps.config import MAX_BYTES, MapFile, read_map_file
from rollwrite_desktop.maps.values import Made, MapData, Survey
from rollwrite_desktop.play.work.worker import TOO_LONG

SECONDS = 20
"""Of processor time from one value of a job to the next. Areas are looked at within the first value of a drawing."""
MOST_SECONDS = 60
"""Of processor time for all values of a drawing. What is done after the first does not grow with the size of the data, but
with borders that no map has: of areas that lie over one another, or meet in one point."""


def drawing(data: MapData, game: str, sheet_id: str, config: MapFile) -> Iterator[float | Made]:
    """See `source.drawing`. Raises UserError, also where all steps together take too long."""
    from rollwrite_desktop.maps import source

    left, begun = float(MOST_SECONDS), time.process_time()
    for step in source.drawing(data, game, sheet_id, config):
        left -= time.process_time() - begun
        if left < 0 and isinstance(step, float):
            raise UserError(tr(TOO_LONG))
        yield step
        begun = time.process_time()  # other jobs of the process had their turn meanwhile


def survey(data: MapData, config: MapFile) -> Iterator[Survey]:
    """See `source.survey`; a job of one value."""
    from rollwrite_desktop.maps import source

    yield source.survey(data, config)


def map_file(path: str) -> Iterator[MapFile]:
    """Yields what a map file says; a job of one value."""
    yield read_map_file(read_file(Path(path), MAX_BYTES), Path(path).name)
