"""QR codes on sheets: which sheet it is and, if it is filled, everything on it.

From papers to texts to marks, and from scanned texts to papers. Knows no game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import msgspec
import segno

from rollwrite_desktop.core.audit import NotAPaper, Paper
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Shape, Step, box
from rollwrite_desktop.intake.errors import UNREADABLE, why
from rollwrite_desktop.intake.text import excerpt
from rollwrite_desktop.play.open_game import printed_name
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Rect, Sheet, bounding_box

MIN_SIDE = 15 * POINTS_PER_MM
"""The least side of a code in points."""
QUIET = 4  # modules of the quiet zone, as ISO/IEC 18004 asks for
HEAD = "RW1"
VERSION = re.compile("[0-9]{1,9}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Code:
    """A code to print: its text, and the square of the face that is reserved for it (None: beside the face)."""

    text: str
    place: Rect | None


def code_of(sheet: Sheet, paper: Paper | None = None) -> Code:
    """The code of a blank sheet, or of a filled one, in the sheet's decor `reserve` if it has one."""
    place = next((bounding_box(decor.ring) for decor in sheet.decor if decor.kind == "reserve"), None)
    return Code(code_text(sheet, paper), place)


def code_text(sheet: Sheet, paper: Paper | None = None) -> str:
    """The text of a code: `RW1 GAME SHEET VERSION`; for a filled sheet a second line with the values of spaces in the order
    of the sheet, and a third with the rest of the paper file in JSON, without rolls."""
    head = f"{HEAD} {sheet.game} {printed_name(sheet)} {sheet.version}"
    if paper is None:
        return head
    values = ",".join(paper.spaces.get(space.id, "") for space in sheet.spaces)
    rest = {
        key: value for key, value in msgspec.to_builtins(paper).items()
        if key not in ("paper", "game", "sheet", "spaces", "rolls") and value not in ("", {}, None)
    }
    return f"{head}\n{values}\n{msgspec.json.encode(rest).decode()}"


def sheet_of_code(text: str) -> tuple[str, str, int]:
    """Parses game id, sheet id and version from a code's text. Raises NotAPaper."""
    parts = text.partition("\n")[0].split(" ")
    if len(parts) != 4 or parts[0] != HEAD or not VERSION.fullmatch(parts[3]):
        raise NotAPaper(tr("'{text}' is not the code of a sheet of ours.", text=excerpt(text)))
    return parts[1], parts[2], int(parts[3])


def paper_of_code(text: str, sheet: Sheet, kind: type[Paper] = Paper) -> Paper:
    """Parses the paper from a code's text; `kind`: the struct of its game's papers. Raises NotAPaper, also if the code is of
    another sheet."""
    game, sheet_id, version = sheet_of_code(text)
    lines = text.split("\n")
    values = lines[1].split(",") if len(lines) == 3 else []
    if (sheet_id, version) != (printed_name(sheet), sheet.version) or (values and len(values) != len(sheet.spaces)):
        raise NotAPaper(tr("The code is of another sheet or another version of it than {sheet}.", sheet=sheet.id))
    spaces = {space.id: value for space, value in zip(sheet.spaces, values, strict=False) if value}
    try:
        rest = msgspec.json.decode(lines[2]) if len(lines) == 3 else {}
        return msgspec.convert({**rest, "game": game, "sheet": sheet_id, "spaces": spaces}, kind)
    except (*UNREADABLE, TypeError) as error:
        raise NotAPaper(tr("The code cannot be read: {why}.", why=why(error))) from error


def code_marks(key: str, text: str, place: Rect) -> tuple[Shape, ...]:
    """The QR code as one path of squares on a white ground, as large as the place."""
    modules = _modules(text)
    side = min(place.w, place.h)
    x, y = place.x + (place.w - side) / 2, place.y + (place.h - side) / 2
    step = side / (len(modules) + 2 * QUIET)
    path: list[Step] = []
    for i, row in enumerate(modules):
        top = y + (i + QUIET) * step
        start = -1
        for j, dark in enumerate((*row, 0)):
            if dark and start < 0:
                start = j
            elif not dark and start >= 0:
                path.extend(box(x + (start + QUIET) * step, top, (j - start) * step, step))
                start = -1
    return (Shape(f"{key}/ground", box(x, y, side, side), fill="box"), Shape(key, tuple(path), fill="border"))


@lru_cache(maxsize=256)
def _modules(text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(row) for row in segno.make_qr(text, error="l", boost_error=True).matrix)
