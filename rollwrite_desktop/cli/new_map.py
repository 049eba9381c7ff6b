"""`rollwrite new-map FILE --game GAME -o SHEET.json`: a sheet from map data, or an invented island."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from msgspec.structs import asdict

from rollwrite_desktop.cli.output import STANDARD_OUTPUT, Answer, as_json, as_text, file_written
from rollwrite_desktop.cli.progress import progress_bar, stops
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.intake.text import file_name
from rollwrite_desktop.play.work.jobs import Call
from rollwrite_desktop.play.work.worker import values_of
from rollwrite_desktop.sheet.area_words import counted_areas
from rollwrite_desktop.sheet.load import LONGEST_ID, dump

if TYPE_CHECKING:
    from rollwrite_desktop.maps.values import Made

STEPS = 1000


def new_map(given: argparse.Namespace) -> Answer:
    """`rollwrite new-map`: writes the sheet and reports on it; 1 if something could not be drawn. Raises UserError."""
    import msgspec

    from rollwrite_desktop.maps import config as map_files
    from rollwrite_desktop.maps import jobs, verdict
    from rollwrite_desktop.maps.values import USUAL_AREAS, MapData

    if bool(given.file) == bool(given.island):
        raise UserError(tr("new-map: expected a file of map data, or --island and a seed."))
    config = map_files.MapFile()
    if given.config:
        path = Path(given.config)
        config = map_files.read_map_file(read_file(path, map_files.MAX_BYTES), path.name)
    if given.island:
        from rollwrite_desktop.maps import source  # numpy and shapely take long to load

        data = MapData(seed=given.island, areas=given.areas or USUAL_AREAS)
        config = source.completed(data, config)
    else:
        data = MapData(given.file)
        config = msgspec.structs.replace(config, areas=given.areas or config.areas)
    sheet_id = _id(given.output, config.title, given.game)
    made = _drawn(partial(jobs.drawing, data, given.game, sheet_id, config), jobs.SECONDS, config.title or data.name)
    found = int(bool(made.faults) or made.drawn + made.sea_lines < made.borders)
    if given.json:
        answer = as_json({
            "areas": len(made.sheet.spaces), "borders": made.borders, "drawn": made.drawn, "sea_lines": made.sea_lines,
            "false_contacts": made.false, "notes": list(made.notes), "measures": _measures(made),
            "faults": [{"where": fault.where, "message": fault.message} for fault in made.faults],
        }, found)
    else:
        answer = as_text([
            tr("{title}: {areas}, borders drawn {drawn} of {all}, lines over the sea {sea}: {file}",
               title=made.sheet.title, areas=counted_areas(made.sheet), drawn=made.drawn, all=made.borders,
               sea=made.sea_lines, file=given.output),
            *made.notes, *([tr("A map file with far = true keeps all land where it is.")] if made.far else []),
            *verdict.said(made), *map(str, made.faults),
        ], found)
    return file_written(given.output, dump(made.sheet), given.force, answer)


def _measures(made: Made) -> dict[str, float | None]:
    """Returns the measures of a map for scripts."""
    if made.measures is None:
        return {}
    return {name: value if value is None else round(value, 3) for name, value in asdict(made.measures).items()}


def _drawn(drawing: Call[float | Made], seconds: int, title: str) -> Made:
    """Returns the last value of a drawing, made as in the window: by the worker process, which can be stopped at any point.
    Raises UserError, Cancelled."""
    done: float | Made = 0.0
    with progress_bar(title) as progress, stops() as wait:
        progress(0, STEPS)
        for done in values_of(drawing, seconds, wait):
            if isinstance(done, float):
                progress(int(STEPS * done), STEPS)
    return cast("Made", done)


def _id(output: str, title: str, game: str) -> str:
    """Returns the id of the sheet: the name of its file, or of the map where the file goes to standard output."""
    stem = Path(output).name.partition(".")[0] if output != STANDARD_OUTPUT else f"{game}_{title.lower().replace(' ', '_')}"
    return (file_name(stem) or game)[:LONGEST_ID]
