"""`rollwrite samples`: files to try the commands with, in a folder of one's own."""

from __future__ import annotations

import argparse
from pathlib import Path

from rollwrite_desktop.cli.output import Answer, as_text, table
from rollwrite_desktop.core.files import make_folder, must_be_new, write_file
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.paths import ASSETS

SAMPLES = ASSETS / "samples"
ABOUT = {
    "game.rollwrite": mark("a finished game of Rolling America, Ann against Bo: review, replay, print --journal"),
    "ann.paper.json": mark("Ann’s sheet of that game, typed in: audit"),
    "bo.paper.json": mark("Bo’s, with a slip of the pencil and a wrong sum: audit"),
    "bo.jpg": mark("a photo of Bo’s sheet: read"),
    "rolls.txt": mark("the rolls of that game: audit --rolls"),
    "code.txt": mark("what a scan of Ann’s sheet says: audit"),
    "tour.paper.json": mark("a sheet of On Tour without its route: route"),
    "country.json": mark("a made-up country as GeoJSON: new-map"),
    "country.toml": mark("what someone decided about that country: new-map --config"),
}


def samples(given: argparse.Namespace) -> Answer:
    """Writes the samples into a folder; none where one of them would replace a file without `--force`. Raises UserError."""
    folder = Path(given.output)
    make_folder(folder)
    if not given.force:
        for name in ABOUT:
            must_be_new(folder / name)
    for name in ABOUT:
        write_file(folder / name, (SAMPLES / name).read_bytes(), given.force)
    return as_text(table([[str(folder / name), tr(about)] for name, about in ABOUT.items()], words=True))
