"""Codes on pages: the registration squares and the small code that names every page, and QR codes with everything on a
filled sheet.

From papers to texts to marks, and from scanned texts to papers. Knows no game.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.audit import NotAPaper, Paper
from rollwrite_desktop.core.digest import sha256
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Shape, Step, box
from rollwrite_desktop.draw.imposition import Cell
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.errors import UNREADABLE, why
from rollwrite_desktop.intake.json_files import Decoder
from rollwrite_desktop.intake.text import excerpt
from rollwrite_desktop.play.opening.open_game import printed_name
from rollwrite_desktop.sheet.load import HASH_SIGNS
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Rect, Sheet, bounding_box

MIN_SIDE = 15 * POINTS_PER_MM
"""The least side of a code in points."""
QUIET = 4  # modules of the quiet zone, as ISO/IEC 18004 asks for
HEAD = "RW1"
VERSION = re.compile("[0-9]{1,9}", re.ASCII)
IDENTITY_HEAD = "RW2"
IDENTITY_LENGTH = 25
"""The most characters of a code of 21 × 21 modules."""
IDENTITY_MODULES = 21
"""Across and down."""
LIKE_ITS_GAME = "."
"""Stands for the sheet whose id is that of its game."""
ALPHANUMERIC = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
"""The characters that ISO/IEC 18004 packs two to eleven bits."""


NAME_SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


class Code(Struct, frozen=True):
    """A code to print: its text, and the square of the face that is reserved for it (None: beside the face)."""

    text: str
    place: Rect | None

    @property
    def filled(self) -> bool:
        """Whether it says what stands on the sheet, and not only which sheet it is, as the small code does."""
        return "\n" in self.text


def code_of(sheet: Sheet, paper: Paper | None = None) -> Code:
    """Returns the code of a blank sheet, or of a filled one, in the sheet's decor `reserve` if it has one."""
    place = next((bounding_box(decor.ring) for decor in sheet.decor if decor.kind == "reserve"), None)
    return Code(code_text(sheet, paper), place)


def code_text(sheet: Sheet, paper: Paper | None = None) -> str:
    """Returns the text of a code: `RW1 GAME SHEET VERSION`; for a filled sheet a second line with the values of spaces in
    the order of the sheet, and a third with the rest of the paper file in JSON, without rolls."""
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
        raise NotAPaper(tr("'{text}' is not the code of one of our sheets.", text=excerpt(text)))
    return parts[1], parts[2], int(parts[3])


def paper_of_code(text: str, sheet: Sheet, kind: type[Paper] = Paper) -> Paper:
    """Parses the paper from a code's text; `kind`: the struct of its game's papers. Raises NotAPaper, also if the code is of
    another sheet."""
    game, sheet_id, version = sheet_of_code(text)
    lines = text.split("\n")
    values = lines[1].split(",") if len(lines) == 3 else []
    # Of an earlier drawing all spaces are in the same order.
    another = sheet_id != printed_name(sheet) or version > sheet.version
    if another or (values and len(values) != len(sheet.spaces)):
        raise NotAPaper(tr("The code is for another sheet, or another version of {sheet}.", sheet=sheet.id))
    spaces = {space.id: value for space, value in zip(sheet.spaces, values, strict=False) if value}
    try:
        rest = Decoder(dict[str, Any]).decode(lines[2].encode("utf-8", "surrogatepass")) if len(lines) == 3 else {}
        return msgspec.convert({**rest, "game": game, "sheet": sheet_id, "spaces": spaces}, kind)
    except (*UNREADABLE, TypeError) as error:
        raise NotAPaper(tr("The code cannot be read: {why}.", why=why(error))) from error


class PageIdentity(Struct, frozen=True):
    """What the small code on every page says.

    sheet: its id, or `*` and the first digits of its content's hash. page: "1" for the sheet itself, "L2" for the second
    page of its rolls, "R" for the rules, "F1" for findings. name: `name_signs` of the player named on it, "" for none.
    """

    game: str
    sheet: str
    version: int
    page: str
    name: str = ""


def identity_text(sheet: Sheet, page: str = "1", player: str = "") -> str:
    """Returns the text of the small code on a page, at most 25 capitals, digits and signs, so that the code has 21 × 21
    modules: `RW2/R/USA/2/1`, with a player's name on it `RW2/R/USA/2/1-7K2Q`, or `RW2/R/*1A2B3C4D/1/1` for a sheet that its
    name does not identify in so few. "" for a game without a letter."""
    game = GAMES.get(sheet.game)
    if game is None or not game.letter:
        return ""
    name = (LIKE_ITS_GAME if sheet.id == sheet.game else sheet.id.removeprefix(f"{sheet.game}_")).upper().replace("_", "-")
    known = printed_name(sheet) == sheet.id and _named(game.info.id, name) == sheet.id
    numbered = f"{sheet.version}/{page}"
    signed = f"{numbered}-{name_signs(player)}" if player else numbered
    by_content = f"*{sheet.hash[:HASH_SIGNS].upper()}"
    texts = [f"{IDENTITY_HEAD}/{game.letter}/{which}/{last}"
             for last in (signed, numbered) for which in (*[name] * known, by_content)]
    return next((text for text in texts if len(text) <= IDENTITY_LENGTH and set(text) <= ALPHANUMERIC), texts[-1])


def earlier_identities(sheet: Sheet) -> list[str]:
    """Returns the texts of the small codes of a sheet's former versions, and those that name its former drawings by what
    their content hashes to."""
    former = (replace(sheet, version=number) for number in range(1, sheet.version))
    return [identity_text(each) for each in (*former, *(replace(sheet, hash=content) for content in sheet.was))]


def on_page(identity: str, page: str) -> str:
    """Returns the text of the small code on another page of the same sheet; "" for none."""
    head, _, last = identity.rpartition("/")
    _, dash, signs = last.partition("-")
    text = f"{head}/{page}{dash}{signs}" if identity else ""
    return text if len(text) <= IDENTITY_LENGTH else f"{head}/{page}"


def name_signs(name: str) -> str:
    """Four signs that two different names hardly have in common; the name cannot be told from them."""
    plain = unicodedata.normalize("NFC", " ".join(name.split())).casefold()
    number = int.from_bytes(sha256(plain.encode("utf-8", "surrogatepass")).digest()[:8], "big")
    return "".join(NAME_SIGNS[number // len(NAME_SIGNS) ** k % len(NAME_SIGNS)] for k in range(4))


def read_page_identity(text: str) -> PageIdentity | None:
    """Parses the text of a small code; None if it is none of ours."""
    parts = text.split("/")
    if len(parts) != 5 or parts[0] != IDENTITY_HEAD or not parts[3].isdecimal():
        return None
    _, letter, name, version, last = parts
    page, _, signs = last.partition("-")
    game = next((game.info.id for game in GAMES.values() if game.letter == letter), "")
    if not game or not name or not page:
        return None
    return PageIdentity(game, name.lower() if name.startswith("*") else _named(game, name), int(version), page, signs)


def _named(game: str, name: str) -> str:
    """Returns the id of a sheet from its name in capitals; what follows a colon is kept as it is."""
    if name == LIKE_ITS_GAME:
        return game
    plain, colon, seed = name.partition(":")
    return f"{game}_{plain.lower().replace('-', '_')}{colon}{seed}"


def identity_marks(key: str, cell: Cell, text: str) -> tuple[Shape, ...]:
    """Returns the registration squares of a cell, and the small code with that text, if any."""
    squares = (box(square.x, square.y, square.w, square.h) for square in cell.solid)
    marks = tuple(Shape(f"{key}/square/{i}", path, fill="registration") for i, path in enumerate(squares))
    if not text:
        return marks
    return (*marks, *code_marks(f"{key}/code", text, cell.identity))


def code_marks(key: str, text: str, place: Rect) -> tuple[Shape, ...]:
    """Returns the QR code as one path of squares on a white ground, as large as the place."""
    modules = modules_of(text)
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
    return (Shape(f"{key}/ground", box(x, y, side, side), fill="box"), Shape(key, tuple(path), fill="registration"))


@lru_cache(maxsize=256)
def modules_of(text: str) -> tuple[tuple[int, ...], ...]:
    """Returns the modules of a code by rows, 1 for dark ones, without a quiet zone."""
    import segno  # whoever reads a code needs none

    return tuple(tuple(row) for row in segno.make_qr(text, error="l", boost_error=True).matrix)
