"""What a file of a person's is, as far as its name says."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from rollwrite_desktop.intake.decks import SUFFIX as DECK
from rollwrite_desktop.intake.sessions import SUFFIX as SESSION

BACKUP = ".rollwrite-backup"
MAPS = (".geojson", ".topojson", ".svg", ".kml", ".kmz")
PHOTOS = (".jpg", ".jpeg", ".png", ".heic", ".heif", ".avif")
"""Of files that are photos; a PDF may be one too."""

Kind = Literal["game", "session", "deck", "backup", "json", "map", "pdf", "photo", "text"]
"""A `json` is a sheet, a paper, a table or map data, a `pdf` a form or a scan, a `text` a code or rolls: what stands in it
says which. Whatever has another name is taken for a game."""

_KINDS: dict[str, Kind] = {
    SESSION: "session", DECK: "deck", BACKUP: "backup", ".json": "json", ".pdf": "pdf", ".txt": "text",
    **dict.fromkeys(MAPS, "map"), **dict.fromkeys(PHOTOS, "photo"),
}


def kind_of(path: Path) -> Kind:
    """Returns what a file is by its ending."""
    return _KINDS.get(path.suffix.lower(), "game")
