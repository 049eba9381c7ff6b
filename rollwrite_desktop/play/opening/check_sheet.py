"""Whether a sheet can be played: what its game asks of it and what it draws, in one list. `check-sheet` prints the list, and
every loader refuses a sheet by its first entry."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from msgspec.structs import replace

from rollwrite_desktop.core.i18n import language, tr
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.sheet.load import NotASheet, find
from rollwrite_desktop.sheet.sheet import Fault, Sheet

MAX_KEPT = 64


@dataclass(frozen=True, slots=True)
class _Key:
    """What the faults of a sheet depend on: all of its content, of which its hash leaves out some, and the language."""

    content: str
    language: str
    sheet: Sheet = field(hash=False)


def sheet_faults(sheet: Sheet) -> tuple[Fault, ...]:
    """Every fault of a sheet; none means that it can be played, printed and checked."""
    return _faults(_Key(sheet.hash, language(), sheet))


def must_be_playable(sheet: Sheet, name: str) -> None:
    """Raises NotASheet with the first fault of a sheet, if it has any; `name` begins the sentence."""
    faults = sheet_faults(sheet)
    if faults:
        raise NotASheet(f"{name}: {faults[0]}")


@lru_cache(maxsize=MAX_KEPT)
def _faults(key: _Key) -> tuple[Fault, ...]:
    sheet = key.sheet
    game = GAMES.get(sheet.game)
    if game is None:
        games = ", ".join(GAMES)
        return (Fault("game", tr("There is no game '{game}'; the games are {games}.", game=sheet.game[:40], games=games)),)
    found = tuple(game.play.sheet_faults(sheet))
    if any(_drawn_alike(sheet, find(shipped)) for shipped in game.play.sheets):
        return found
    # shapely takes long to load, and most sheets are drawn as one that is shipped.
    from rollwrite_desktop.sheet.check import check

    return (*found, *check(sheet))


def _drawn_alike(sheet: Sheet, shipped: Sheet) -> bool:
    """Returns whether a sheet differs from a shipped one in nothing but what is printed in its spaces, its values and its
    names."""
    if len(sheet.spaces) != len(shipped.spaces) or not (sheet.title.strip() and sheet.source.strip()):
        return False
    spaces = tuple(replace(space, printed=its.printed) for space, its in zip(sheet.spaces, shipped.spaces, strict=True))
    return shipped == replace(
        sheet, id=shipped.id, title=shipped.title, version=shipped.version, source=shipped.source, values=shipped.values,
        spaces=spaces, hash=shipped.hash,
    )
