"""The commands by name, and the language asked for: what is known before a command or the window is loaded."""

from __future__ import annotations

from collections.abc import Sequence

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import languages, mark, tr
from rollwrite_desktop.paths import TRANSLATIONS

COMMANDS = {
    "games": mark("the games, their sheets, options and computer players"),
    "print": mark(
        "print sheets to PDF: blank ones, those of a game, or one typed in; filled ones also as HTML or text"
    ),
    "audit": mark("check filled sheets: paper files and journals; several are also ranked"),
    "read": mark("read photos or scans of filled printed sheets into paper files, and list what is doubtful"),
    "route": mark("the best route of a filled sheet, where one is drawn"),
    "replay": mark("every player’s final sheet and score"),
    "review": mark("what each choice of a finished game cost, and how lucky its rolls were"),
    "practice": mark("what a deck of positions holds, or the reviewed games of a folder bring; also on paper, with answers"),
    "play": mark("a game between computer players, kept as a journal"),
    "simulate": mark("score statistics of computer players"),
    "new-game": mark("a playable game to start from: its folder, sheet and tests, in a checkout of the program"),
    "new-map": mark("a sheet from map data (GeoJSON, TopoJSON, KML, zipped shapefile, SVG), or of an invented island"),
    "new-sheet": mark("another layout of a game’s sheet, as a sheet file"),
    "check-sheet": mark("check that a sheet file can be played; lists every fault with its place"),
    "samples": mark("files to try these commands with: a game, filled sheets, rolls, map data"),
}


def split_language(argv: Sequence[str]) -> tuple[str | None, list[str]]:
    """Splits arguments into the value of `--lang`, None without it, and the others; comes first, so that help and errors are
    in that language. Raises UserError for an unknown language."""
    asked: str | None = None
    rest = []
    given = iter(argv)
    for text in given:
        if text == "--lang":
            asked = next(given, "")
        elif text.startswith("--lang="):
            asked = text.partition("=")[2]
        else:
            rest.append(text)
    known = languages(TRANSLATIONS)
    if asked is not None and asked not in known:
        raise UserError(tr("--lang: there is no language '{lang}'; expected one of {languages}.",
                          lang=asked[:20], languages=", ".join(known)))
    return asked, rest
