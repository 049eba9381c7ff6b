"""Photos of pages that were printed from an earlier drawing of a sheet: their small code names it, and today's print is not
found on them. No earlier drawing is kept by which such a page could be laid flat.

Knows games by their contracts only.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.play.work.worker import TOO_LONG
from rollwrite_desktop.printing.photos.blank_sheets import Printed, blank_sheet, code_place, is_read, layout_of
from rollwrite_desktop.printing.sheets.sheet_codes import earlier_identities, identity_text, modules_of
from rollwrite_desktop.reading.free_squares import free_corners
from rollwrite_desktop.reading.page_code import Modules, closest_code
from rollwrite_desktop.reading.rasters import Points
from rollwrite_desktop.reading.registration import AGREED, ROUNDS, Mapping, Photo, refined, ways

EARLIER = mark("This page was printed from an earlier drawing of {sheet}; enter it by keys.")
NOT_AS_TODAY = mark(
    "This page names {sheet}, but does not look as that is drawn today: it may be of an earlier drawing; enter it by keys.")
PERHAPS = mark("The page may be of an earlier drawing of its sheet: then enter it by keys.")
SURELY = 0.85
"""How like the photo a code must be: the right one was 0.96 or more, that of a sheet which is not listed at most 0.8."""
QUADS = 3
"""Quadrangles of squares in whose corner the code is looked for."""


class EarlierPage(Struct, frozen=True):
    """A page that is not read: the sheet that its code names, and why, where `sheet` stands for that one's name."""

    game: str
    sheet: str
    why: str


def not_finished(why: str) -> str:
    """Returns why a photo was not read to the end, and what else may be so where that took too long."""
    return f"{why} {tr(PERHAPS)}" if why == tr(TOO_LONG) else why


def earlier_page(photo: Photo, shapes: Points) -> EarlierPage | None:
    """Returns which sheet a page names that was drawn otherwise before; nothing where no code is seen, or where the page
    looks as the sheet is drawn today. shapes: of all layouts, as `shapes` says."""
    seen: list[EarlierPage] = []
    for page, printed, mapping in _named(photo, shapes):
        was = sheet_of(GAMES[page.game], page.sheet).was
        if not was or refined(photo, blank_sheet(printed), mapping, ROUNDS[:2]).agreed >= AGREED:
            return None
        seen.append(page)
    return seen[0] if seen else None


def _named(photo: Photo, shapes: Points) -> Iterator[tuple[EarlierPage, Printed, Mapping]]:
    """Yields what a small code on a photo names, how that is printed where the code is there, and where it is."""
    pages, codes = _codes()
    prints = Printed(pages[0].game, pages[0].sheet).in_layouts()  # squares and codes are in the same places on all
    for corners in itertools.islice(free_corners(photo, shapes), QUADS):
        for printed in prints:
            layout, place = layout_of(printed), code_place(printed)
            wide, high = np.ptp(layout.squares, 0)
            for mapping in ways(layout.squares, (float(wide), float(high)), corners):
                number = closest_code(photo, mapping, place, codes, SURELY)
                if number is not None:
                    page = pages[number]
                    yield page, replace(printed, game=page.game, sheet=page.sheet), mapping


@lru_cache(maxsize=1)
def _codes() -> tuple[tuple[EarlierPage, ...], tuple[Modules, ...]]:
    """Returns the small codes of all sheets as they are and were drawn, and what each says of a page that looks
    otherwise."""
    pages: dict[str, EarlierPage] = {}
    for game_id, game in GAMES.items():
        for sheet_id in game.play.every_sheet if is_read(game) else ():
            sheet = sheet_of(game, sheet_id)
            pages |= dict.fromkeys(earlier_identities(sheet), EarlierPage(game_id, sheet_id, EARLIER))
            pages[identity_text(sheet)] = EarlierPage(game_id, sheet_id, NOT_AS_TODAY)
    return tuple(pages.values()), tuple(np.array(modules_of(text), np.bool_) for text in pages)
