"""What can be filled in on a sheet in a viewer: a field for every space and box, and back from their values to a paper.

A field's name is its spot; a hidden field says of which sheet they are, because editors keep fields and little else.
Knows games by their contracts, and no PDF.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import msgspec

from rollwrite_desktop.core.audit import NotAPaper, Paper
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.guide import PaperEditor
from rollwrite_desktop.gamekit.papers import ScorePaper
from rollwrite_desktop.play.open_game import options_of, printed_name
from rollwrite_desktop.play.roll_notation import RollNotes
from rollwrite_desktop.sheet.sheet import Box, Rect, Sheet

ABOUT, PLAYER, PLAYERS, ROLL = "about", "player", "players", "roll"
FORMAT = "rollwrite-form 1"
LONGEST_NAME, LONGEST_MARK, LONGEST_ROLL = 60, 4, 60
CIRCLE = "("


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its spot, what it is, where on the face (points), its tool tip, the characters that it takes ("" for
    all) and how many, and what it holds (a check box: "1")."""

    spot: str
    kind: Literal["text", "check"]
    rect: Rect
    tip: str
    allowed: str = ""
    most: int = 0
    value: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a face in tab order, and what tells the sheet. `rolls`: whether the strip has fields too."""

    about: str
    fields: tuple[Field, ...]
    rolls: bool = False


def form_of(game: Game, sheet: Sheet, options: Mapping[str, str], *, rolls: bool = False, player: str = "") -> Form:
    """The form of an empty sheet."""
    desk = game.paper_editor(sheet, options_of(game, options))
    blank = game.paper(game=game.info.id, sheet=sheet.id, options=dict(options))
    fields = []
    for box in sheet.boxes:
        if box.group == PLAYERS:
            fields.append(Field(box.id, "text", box.rect, tr("Player"), "", LONGEST_NAME))
    for spot in desk.order():
        keys = _keys(desk, spot)
        if not keys:
            continue
        rect = sheet.space[spot].writing if spot in sheet.space else sheet.box[spot].rect
        about = desk.describe(blank, spot)
        if len(keys) == 1:
            fields.append(Field(spot, "check", rect, about))
            continue
        tip = tr("{spot}. Takes: {keys}", spot=about, keys=" ".join(keys))
        allowed = keys + (")" if CIRCLE in keys else "")
        fields.append(Field(spot, "text", rect, tip, allowed, LONGEST_MARK if spot in sheet.space else 2 * LONGEST_MARK))
    name = _name_box(sheet)
    if name is not None:
        first = Field(PLAYER, "text", name.rect, tr("Player"), "", LONGEST_NAME, player[:LONGEST_NAME])
        fields.insert(0, first)
    return Form(about_text(sheet, options), tuple(fields), rolls)


def about_text(sheet: Sheet, options: Mapping[str, str]) -> str:
    """What the hidden field says: format, game, sheet, its version, and the house rules."""
    chosen = " ".join(f"{name}={value}" for name, value in sorted(options.items()))
    return " ".join(filter(None, (FORMAT, sheet.game, printed_name(sheet), str(sheet.version), chosen)))


@dataclass(frozen=True, slots=True)
class About:
    """What a hidden field said."""

    game: str
    sheet: str
    version: int
    options: dict[str, str]


def read_about(text: str) -> About | None:
    """The hidden field's text, or None if it is not ours."""
    words = text.split(" ")
    if " ".join(words[:2]) != FORMAT or len(words) < 5 or not words[4].isdecimal() or len(words[4]) > 6:
        return None
    pairs = [word.partition("=") for word in words[5:]]
    return About(words[2], words[3], int(words[4]), {name: value for name, _, value in pairs})


def paper_of_fields(game: Game, sheet: Sheet, about: About, values: Mapping[str, str]) -> Paper | None:
    """The paper that filled fields make, None if all are empty. Raises UserError, naming the field."""
    desk = game.paper_editor(sheet, options_of(game, about.options))
    paper = game.paper(game=about.game, sheet=about.sheet, options=about.options)
    before = paper
    for spot, value in values.items():
        text = " ".join(value.split())
        if text and spot in sheet.space:
            paper = _marked(desk, paper, spot, text.upper())
        elif text and spot in sheet.box and sheet.box[spot].group not in (PLAYER, PLAYERS):
            paper = _typed(desk, paper, spot, text)
    rolls = _rolls(game, sheet, about, values)
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


def _keys(desk: PaperEditor, spot: str) -> str:
    return "".join(key for key, _ in desk.keys(spot) if len(key) == 1)


def _marked(desk: PaperEditor, paper: Paper, spot: str, text: str) -> Paper:
    """The paper with a mark in a space as it stands on paper, well-formed or not; where the game keeps it elsewhere, as if
    it had been typed."""
    plain = msgspec.structs.replace(paper, spaces={**paper.spaces, spot: text})
    after: Paper | None = paper
    for key in text if len(_keys(desk, spot)) > 1 else _keys(desk, spot):
        after = desk.typed(after, spot, key) if after is not None else None
    if after is None or spot in after.spaces or after == paper:
        return plain
    return after


def _typed(desk: PaperEditor, paper: Paper, spot: str, text: str) -> Paper:
    keys = _keys(desk, spot)
    for key in keys if len(keys) == 1 else text.upper():
        after = desk.typed(paper, spot, key)
        if after is None:
            raise NotAPaper(tr("The box {box} holds '{text}', which means nothing there.", box=spot, text=text[:40]))
        paper = after
    return paper


def _rolls(game: Game, sheet: Sheet, about: About, values: Mapping[str, str]) -> list[str]:
    """The rolls noted, up to the first one left empty, in notation where they can be read: "b4 w2" is "blue 4, wild 2"."""
    notes = RollNotes(game, sheet, about.options)
    rolls: list[str] = []
    for number in range(1, (notes.boxes.rolls if notes.boxes else 0) + 1):
        text = " ".join(values.get(f"{ROLL}/{number}", "").split())
        if not text:
            break
        rolls.append(notes.read(text, next(iter(notes.asks(rolls)[len(rolls) :]), None)) or text)
    return rolls


def _name_box(sheet: Sheet) -> Box | None:
    return next((box for box in sheet.boxes if box.group == PLAYER), None)
