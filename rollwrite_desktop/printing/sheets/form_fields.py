"""The form of a sheet: a field for every space and box, and from the values of fields to a paper.

The name of a field is its spot. A hidden field identifies the sheet, because form editors may drop everything but fields.
Knows games by their contracts, and no PDF.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from rollwrite_desktop.core.audit import NotAPaper, Paper
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.check.mark_keys import ROUTE
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.papers import ScorePaper
from rollwrite_desktop.gamekit.play.guide import PaperEditor
from rollwrite_desktop.gamekit.words.print_kit import Sum
from rollwrite_desktop.play.opening.open_game import options_of, printed_name
from rollwrite_desktop.play.opening.roll_notation import RollNotes
from rollwrite_desktop.sheet.reading_order import spots_in_order
from rollwrite_desktop.sheet.sheet import Box, Rect, Sheet, bounding_box

IDENTITY, PLAYER, PLAYERS, ROLL, DATE, LOG = "about", "player", "players", "roll", "date", "log"
FORMAT = "rollwrite-form 1"
MAX_NAME, MAX_MARK, MAX_ROLL = 60, 4, 60
CIRCLE = "("


class Field(Struct, frozen=True):
    """One field: its spot, kind, place on the face in points, tool tip, the characters that it accepts ("" for all), its
    maximal length, and its value ("1" for a checked box). name: what the spot is called. sum: how its value is worked out
    from other fields, if it is."""

    spot: str
    kind: Literal["text", "check"]
    rect: Rect
    tip: str
    allowed: str = ""
    most: int = 0
    value: str = ""
    name: str = ""
    sum: Sum | None = None


def on_log(number: int, spot: str) -> str:
    """Returns the name of a field on a page of rolls that repeats one of its sheet's: "log/1/player"."""
    return f"{LOG}/{number}/{spot}"


def repeated(spot: str) -> str:
    """Returns the field that one repeats; "" for other fields."""
    return spot.rpartition("/")[2] if spot.startswith(f"{LOG}/") else ""


class Form(Struct, frozen=True):
    """The fields of a face in tab order, and the text that identifies the sheet; "" for a further page of the same sheet.
    header: the spots of the lines to write on in the page's header."""

    identity: str
    fields: tuple[Field, ...]
    header: tuple[str, ...] = ()


def form_of(game: Game, sheet: Sheet, options: Mapping[str, str], *, player: str = "") -> Form:
    """Returns the form of a blank sheet. player: the value of the name field."""
    editor = game.check.paper_editor(sheet, options_of(game, options))
    blank = game.check.paper(game=game.info.id, sheet=sheet.id, options=dict(options))
    fields, sums = [], game.words.print_kit.sums(sheet)
    for box in sheet.boxes:
        if box.group == PLAYERS:
            fields.append(Field(box.id, "text", box.rect, tr("Player"), "", MAX_NAME))
    for spot in spots_in_order(sheet):
        keys = _keys(editor, spot)
        if not keys:
            continue
        rect = sheet.space[spot].writing if spot in sheet.space else sheet.box[spot].rect
        description = editor.describe(blank, spot)
        if len(keys) == 1:
            tip = _check_tip(sheet, spot, description)
            fields.append(Field(spot, "check", rect, tip, name=tip))
            continue
        name = _without_value(description)
        tip = tr("{spot}. Takes: {keys}", spot=name, keys=" ".join(keys))
        allowed = keys + (")" if CIRCLE in keys else "")
        most = MAX_MARK if spot in sheet.space else 2 * MAX_MARK
        fields.append(Field(spot, "text", rect, tip, allowed, most, name=name, sum=sums.get(spot)))
    named = _name_box(sheet)
    if named is not None:
        first = Field(PLAYER, "text", named.rect, tr("Player"), "", MAX_NAME, player[:MAX_NAME])
        fields.insert(0, first)
    return Form(identity_text(sheet, options), tuple(fields))


def _without_value(description: str) -> str:
    """Returns what a spot is, from a description such as "Total, claimed: —"; a tool tip stays as it is when the field is
    filled."""
    return description.rpartition(": ")[0].rstrip() or description


def _check_tip(sheet: Sheet, spot: str, description: str) -> str:
    """Returns the tool tip of a box to check: the caption of its group and which of its boxes it is, without what stands in
    it."""
    group = sheet.group(sheet.box[spot].group) if spot in sheet.box else ()
    middle = bounding_box(tuple(box.rect.center for box in group)).center if group else (0.0, 0.0)
    # Captions stand over their boxes.
    captions = [decor for decor in sheet.decor if decor.kind in ("label", "text")
                and bounding_box(decor.ring).center[1] < middle[1]]
    if len(group) < 2 or not captions:
        return description.partition(":")[0]
    nearest = min(captions, key=lambda decor: math.dist(bounding_box(decor.ring).center, middle))
    number = [box.id for box in group].index(spot) + 1
    return tr("{what}, box {n} of {total}", what=tr(nearest.text), n=number, total=len(group))


def identity_text(sheet: Sheet, options: Mapping[str, str]) -> str:
    """Returns the value of the hidden field: format, game, sheet, its version, and the house rules."""
    chosen = " ".join(f"{name}={value}" for name, value in sorted(options.items()))
    return " ".join(filter(None, (FORMAT, sheet.game, printed_name(sheet), str(sheet.version), chosen)))


class FormIdentity(Struct, frozen=True):
    """The content of a hidden field."""

    game: str
    sheet: str
    version: int
    options: dict[str, str]


def read_identity(text: str) -> FormIdentity | None:
    """Parses the value of a hidden field; None if it is not in our format."""
    words = text.split(" ")
    if " ".join(words[:2]) != FORMAT or len(words) < 5 or not words[4].isdecimal() or len(words[4]) > 6:
        return None
    pairs = [word.partition("=") for word in words[5:]]
    return FormIdentity(words[2], words[3], int(words[4]), {name: value for name, _, value in pairs})


def paper_of_fields(game: Game, sheet: Sheet, identity: FormIdentity, values: Mapping[str, str]) -> Paper | None:
    """Returns the paper with the values of a form's fields; None if all are empty. Raises UserError with the name of the
    field."""
    editor = game.check.paper_editor(sheet, options_of(game, identity.options))
    paper = game.check.paper(game=identity.game, sheet=identity.sheet, options=identity.options)
    before = paper
    for spot, value in values.items():
        text = " ".join(value.split())
        if text and spot in sheet.space:
            paper = _marked(editor, paper, spot, text.upper())
        elif text and spot in sheet.box and sheet.box[spot].group not in (PLAYER, PLAYERS):
            paper = _typed(editor, paper, spot, text)
    rolls = _rolls(game, sheet, identity, values)
    if rolls:
        paper = msgspec.structs.replace(paper, rolls=rolls)
    if paper == before:
        return None
    names = [" ".join(values.get(box.id, "").split()) for box in sheet.boxes if box.group == PLAYERS]
    if any(names) and isinstance(paper, ScorePaper):
        kept = [*paper.players, *[""] * len(names)]
        paper = msgspec.structs.replace(paper, players=[name or kept[i] for i, name in enumerate(names)])
    player = " ".join(values.get(PLAYER, "").split())
    return msgspec.structs.replace(paper, player=player) if player else paper


def _keys(editor: PaperEditor, spot: str) -> str:
    return "".join(key for key, _ in editor.keys(spot) if len(key) == 1 and key != ROUTE)  # routes are drawn on a screen


def _marked(editor: PaperEditor, paper: Paper, spot: str, text: str) -> Paper:
    """Returns the paper with a mark in a space, well-formed or not; typed key by key where the game keeps it elsewhere."""
    plain = msgspec.structs.replace(paper, spaces={**paper.spaces, spot: text})
    after: Paper | None = paper
    for key in text if len(_keys(editor, spot)) > 1 else _keys(editor, spot):
        after = editor.typed(after, spot, key) if after is not None else None
    if after is None or spot in after.spaces or after == paper:
        return plain
    return after


def _typed(editor: PaperEditor, paper: Paper, spot: str, text: str) -> Paper:
    keys = _keys(editor, spot)
    for key in keys if len(keys) == 1 else text.upper():
        after = editor.typed(paper, spot, key)
        if after is None:
            raise NotAPaper(tr("The box {box} has '{text}', which means nothing there.", box=spot, text=text[:40]))
        paper = after
    return paper


def _rolls(game: Game, sheet: Sheet, identity: FormIdentity, values: Mapping[str, str]) -> list[str]:
    """Returns the rolls up to the first empty field, in notation if they can be parsed: "b4 w2" becomes "blue 4, wild 2"."""
    notes = RollNotes(game, sheet, identity.options)
    rolls: list[str] = []
    for number in range(1, (notes.boxes.rolls if notes.boxes else 0) + 1):
        text = " ".join(values.get(f"{ROLL}/{number}", "").split())
        if not text:
            break
        rolls.append(notes.read(text, next(iter(notes.asks(rolls)[len(rolls) :]), None)) or text)
    return rolls


def _name_box(sheet: Sheet) -> Box | None:
    return next((box for box in sheet.boxes if box.group == PLAYER), None)
