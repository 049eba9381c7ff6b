"""The maps of a game on paper, side by side: what each looks like, how many areas it has, how hard it is, what is par, and a
line about it. For choosing at the table."""

from __future__ import annotations

from collections.abc import Iterator

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import decimal, tr
from rollwrite_desktop.draw.clip import window
from rollwrite_desktop.draw.display import Display, Mark, Shape, Text, box
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.type_metrics import covering, fit, wrapped
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.play.kept.atlas import facts_of
from rollwrite_desktop.play.opening.open_game import map_title, options_of, sheet_of
from rollwrite_desktop.printing.sheets.cover_page import map_of
from rollwrite_desktop.printing.sheets.page_layout import Leaf
from rollwrite_desktop.sheet.area_words import counted_areas
from rollwrite_desktop.sheet.sheet import Rect, Sheet

SIZE = 720.0, 540.0
ACROSS, DOWN, GAP = 4, 3, 12.0
TITLE, NAME, BODY, NOTE = 20.0, 11.0, 8.6, 7.4
TOP, TEXTS, LEADING = INSET + 34.0, 62.0, 1.25
"""Where the cards begin, how much of one is for its texts, and the height of a line of these."""
MAX_LINES = 3


def atlas_leaves(game: Game) -> tuple[Leaf, ...]:
    """Returns the pages with all maps that are offered. Raises UserError for a game without maps."""
    if game.play.map_making is None:
        raise UserError(tr("{game} has no maps to choose from.", game=tr(game.info.title)))
    each = ACROSS * DOWN
    maps = [sheet_of(game, sheet_id) for sheet_id in game.play.sheets]
    title = tr("{game}: the maps", game=tr(game.info.title))
    return tuple(
        Leaf(Display(SIZE, tuple(_page(game, title, shown))), title=title, counted=False, registered=False,
             alt=". ".join((title, *(" ".join(_texts(game, sheet)) for sheet in shown))))
        for first in range(0, len(maps), each) for shown in (maps[first : first + each],))


def _texts(game: Game, sheet: Sheet) -> tuple[str, str, str]:
    """Returns what a map is called; its areas, how hard it is, and par; and a line about it."""
    facts = facts_of(game, sheet)
    par = "" if facts.par is None else tr("Par {par}", par=decimal(facts.par))
    hard = tr(facts.difficulty) if facts.difficulty else ""
    return (map_title(sheet), " · ".join(filter(None, (counted_areas(sheet), hard, par))),
            tr(facts.note) if facts.note else "")


def _page(game: Game, title: str, maps: list[Sheet]) -> Iterator[Mark]:
    yield Text("title", INSET, INSET + TITLE, title, covering(title, "bold"), TITLE, "text")
    wide = (SIZE[0] - 2 * INSET - (ACROSS - 1) * GAP) / ACROSS
    high = (SIZE[1] - TOP - INSET - (DOWN - 1) * GAP) / DOWN
    for k, sheet in enumerate(maps):
        down, across = divmod(k, ACROSS)
        yield from _card(game, sheet, Rect(INSET + across * (wide + GAP), TOP + down * (high + GAP), wide, high))


def _card(game: Game, sheet: Sheet, place: Rect) -> Iterator[Mark]:
    key = f"map/{sheet.id}"
    yield Shape(f"{key}/card", box(place.x, place.y, place.w, place.h, 6.0), "box", "faint", 0.7)
    room = Rect(place.x + 6, place.y + 6, place.w - 12, place.h - 8 - TEXTS)
    face = game.play.guide(game.play.rules(sheet, options_of(game))).blank()
    marks, part = map_of(face, sheet)
    scale = min(room.w / (part[2] - part[0]), room.h / (part[3] - part[1]))
    w, h = scale * (part[2] - part[0]), scale * (part[3] - part[1])
    x, y = room.center
    marks = [mark for mark in marks if not mark.key.startswith("region/")]  # dice too small for their letters
    yield from window(f"{key}/picture", marks, part, Rect(x - w / 2, y - h / 2, w, h))
    name, facts, note = _texts(game, sheet)
    low = room.y + room.h + 4 + NAME
    for what, text, face_of, size in (("name", name, "bold", NAME), ("facts", facts, "text", BODY)):
        used = covering(text, "bold" if face_of == "bold" else "text")
        shown, size = fit(text, used, size, room.w)
        yield Text(f"{key}/{what}", room.x, low, shown, used, size, "text")
        low += LEADING * BODY + 1
    for n, line in enumerate(wrapped(note, "text", NOTE, room.w, MAX_LINES)):
        yield Text(f"{key}/note/{n}", room.x, low + n * LEADING * NOTE, line, "text", NOTE, "faint")
