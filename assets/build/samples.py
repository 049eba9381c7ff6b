"""Writes assets/samples, the files that `rollwrite samples` hands out: `.venv/bin/python assets/build/samples.py`.

A finished game for two, both sheets of it as they would be typed in (Bo's with a slip of the pencil and a wrong sum), its
rolls, what a photo of Bo's shows, what the small code of a sheet says, a sheet with a route to find, a made-up country, and
what someone decided about its map.
"""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import msgspec
from PIL import Image

from rollwrite_desktop.cli import main
from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.journals import read
from rollwrite_desktop.intake.pictures import drawn_page
from rollwrite_desktop.maps.config import MapFile, write_map_file
from rollwrite_desktop.play.opening.open_game import Opened, reopen
from rollwrite_desktop.printing.jobs.print_jobs import header_footer, paper_leaves
from rollwrite_desktop.printing.pdf.export import pdf
from rollwrite_desktop.printing.sheets.sheet_codes import code_text
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM
from tests.reading.photos import photographed

FOLDER = Path(__file__).resolve().parents[1] / "samples"
PROVINCES = ("Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel", "Ironwood", "Juniper", "Larch", "Maple")
COLUMNS = 4
COUNTRY = MapFile(
    title="Treeland", merge={"Alder and Birch": ["Alder", "Birch"]}, names={"Ginkgo": "Ginkgo Coast"},
    codes={"Ginkgo": "GC"}, colors=4, area_word="province",
)
"""What a person decides about that country."""


def finished(game: str, players: str) -> Opened:
    """A game between computer players, kept as game.rollwrite."""
    path = FOLDER / "game.rollwrite"
    assert main(["play", game, "--players", players, "--seed", "SAMPLES", "-o", str(path), "--force"]) == 0
    return reopen(read(path), path.name)


def named(path: Path, *names: str) -> None:
    """Gives the players of a journal names of people."""
    head, _, lines = path.read_text(encoding="utf-8").partition("\n")
    known = json.loads(head)
    known["players"] = names
    known["notes"].pop("bots")
    path.write_text(f"{json.dumps(known, separators=(',', ':'))}\n{lines}", encoding="utf-8")


def paper(opened: Opened, number: int, name: str) -> Paper:
    """A player's sheet at the end of a game."""
    session = opened.session
    found = opened.game.check.paper_of(session.rules, session.state, session.players[number])
    return msgspec.structs.replace(found, player=name)


def write(name: str, value: Paper, **others: object) -> Paper:
    """Writes a paper file, changed where `others` says so."""
    changed = msgspec.structs.replace(value, **others)
    filled = {key: one for key, one in msgspec.to_builtins(changed).items() if one not in (None, {}, [], "")}
    text = json.dumps({"paper": 1, **filled}, indent=1, ensure_ascii=False)
    (FOLDER / f"{name}.paper.json").write_text(text + "\n", encoding="utf-8")
    return changed


def country() -> str:
    """A made-up country of provinces with crooked borders, as GeoJSON."""
    chance = random.Random(1)
    rows = len(PROVINCES) // COLUMNS
    corner = {
        (x, y): [round(2 * x + chance.uniform(-0.5, 0.5), 2), round(50 - 1.4 * y + chance.uniform(-0.3, 0.3), 2)]
        for x in range(COLUMNS + 1) for y in range(rows + 1)
    }
    features = []
    for number, name in enumerate(PROVINCES):
        y, x = divmod(number, COLUMNS)
        ring = [corner[at] for at in ((x, y), (x, y + 1), (x + 1, y + 1), (x + 1, y), (x, y))]
        shape = {"type": "Polygon", "coordinates": [ring]}
        features.append(json.dumps({"type": "Feature", "properties": {"name": name}, "geometry": shape}))
    return '{"type": "FeatureCollection", "features": [\n' + ",\n".join(features) + "\n]}\n"


def photo(paper: Paper) -> bytes:
    """A photo of a sheet as it was printed and filled in, which lies a little askew."""
    game, scale = GAMES[paper.game], 6.0
    content, _ = pdf(paper_leaves(game, paper), header_footer(game))
    page = drawn_page(content, scale / POINTS_PER_MM)
    pixels, _ = photographed(page, scale, ((110, 120), (1710, 70), (1745, 1180), (60, 1140)), (1800, 1250))
    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "JPEG", quality=70, optimize=True)
    return stream.getvalue()


def write_all() -> None:
    """Writes every sample."""
    FOLDER.mkdir(exist_ok=True)
    write("tour", paper(finished("on_tour", "medium"), 0, "Cleo"), rolls=[], options={})
    opened = finished("rolling_america", "hard,medium")
    named(FOLDER / "game.rollwrite", "Ann", "Bo")
    ann, bo = paper(opened, 0, "Ann"), paper(opened, 1, "Bo")
    write("ann", ann, claimed=10, rolls=[], options={})
    (FOLDER / "rolls.txt").write_text("\n".join(ann.rolls or ()) + "\n", encoding="utf-8")
    (FOLDER / "code.txt").write_text(code_text(opened.sheet, ann) + "\n", encoding="utf-8")
    bo = write("bo", bo, spaces=bo.spaces | {"TX": "1"}, claimed=11, rolls=[], options={})
    (FOLDER / "bo.jpg").write_bytes(photo(bo))
    (FOLDER / "country.json").write_text(country(), encoding="utf-8")
    (FOLDER / "country.toml").write_bytes(write_map_file(COUNTRY))


if __name__ == "__main__":
    write_all()
