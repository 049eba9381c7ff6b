"""What can be filled in on a sheet in a viewer: a field for every space and box, and back from their values to a paper.

A field's name is its spot; a hidden field says of which sheet they are, because editors keep fields and little else.
Knows games by their contracts, and no PDF.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import msgspec

from rollwrite_desktop.core.audit import NotAPaper, Paper
from rollwrite_desktop.core.words import say
from rollwrite_desktop.games.guide import Desk, Game
from rollwrite_desktop.games.opening import options_of
from rollwrite_desktop.sheet.sheet import Box, Rect, Sheet

ABOUT, PLAYER, ROLL = "about", "player", "roll"
FORMAT = "rollwrite-form 1"
LONGEST_NAME, LONGEST_MARK, LONGEST_ROLL = 60, 4, 60
CROSS_OFF, CIRCLE = " ", "("
_DIE = re.compile(r"([^\W\d]+)[ ,=]*([0-9]*)")


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
    desk = game.desk(sheet, options_of(game, options, "options"))
    blank = Paper(game=game.info.id, sheet=sheet.id, options=dict(options))
    fields = []
    for spot in desk.order():
        keys = "".join(key for key, _ in desk.keys(spot) if len(key) == 1)
        if not keys:
            continue
        tip = say("{spot}. Takes: {keys}", spot=desk.describe(blank, spot), keys=" ".join(keys.strip()) or "x")
        if spot in sheet.space:
            allowed = keys + (")" if CIRCLE in keys else "")
            fields.append(Field(spot, "text", sheet.space[spot].writing, tip, allowed, LONGEST_MARK))
        elif sheet.box[spot].kind == "check":
            fields.append(Field(spot, "check", sheet.box[spot].rect, desk.describe(blank, spot)))
        else:
            fields.append(Field(spot, "text", sheet.box[spot].rect, tip, keys, 2 * LONGEST_MARK))
    name = _name_box(sheet)
    if name is not None:
        first = Field(PLAYER, "text", name.rect, say("Player"), "", LONGEST_NAME, player[:LONGEST_NAME])
        fields.insert(0, first)
    return Form(about_text(sheet, options), tuple(fields), rolls)


def about_text(sheet: Sheet, options: Mapping[str, str]) -> str:
    """What the hidden field says: format, game, sheet, its version, and the house rules."""
    chosen = " ".join(f"{name}={value}" for name, value in sorted(options.items()))
    return " ".join(filter(None, (FORMAT, sheet.game, sheet.id, str(sheet.version), chosen)))


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


def paper_of_fields(game: Game, sheet: Sheet, about: About, values: Mapping[str, str], where: str) -> Paper | None:
    """The paper that filled fields make, None if all are empty. Raises NotAPaper, naming the field."""
    desk = game.desk(sheet, options_of(game, about.options, "options"))
    paper = Paper(game=about.game, sheet=about.sheet, options=about.options)
    filled = False
    spaces = {}
    for spot, value in values.items():
        text = " ".join(value.split())
        if not text:
            continue
        if spot == PLAYER:
            paper = msgspec.structs.replace(paper, player=text)
        elif spot in sheet.space:
            spaces[spot] = text.upper()
            filled = True
        elif spot in sheet.box:
            paper = _typed(desk, paper, sheet.box[spot], text, where)
            filled = True
    rolls = _rolls(game, sheet, about, values)
    if rolls:
        paper = msgspec.structs.replace(paper, rolls=rolls)
    return msgspec.structs.replace(paper, spaces=spaces) if filled or rolls else None


def _typed(desk: Desk, paper: Paper, box: Box, text: str, where: str) -> Paper:
    for key in CROSS_OFF if box.kind == "check" else text.upper():
        after = desk.typed(paper, box.id, key)
        if after is None:
            raise NotAPaper(say("{where}: the box {box} holds '{text}', which means nothing there.",
                                where=where, box=box.id, text=text[:40]))
        paper = after
    return paper


def _rolls(game: Game, sheet: Sheet, about: About, values: Mapping[str, str]) -> list[str]:
    """The rolls noted, up to the first one left empty, with letters spelled out: "b4 w2" is "blue 4, wild 2"."""
    boxes = game.leaflet.rolls(game.rules(sheet, options_of(game, about.options, "options")))
    names = {say(letter).lower(): die for die, letter in boxes.letters.items()} if boxes else {}
    rolls = []
    for number in range(1, (boxes.rolls if boxes else 0) + 1):
        text = " ".join(values.get(f"{ROLL}/{number}", "").split())
        if not text:
            break
        rolls.append(_spelled(text, names) if names else text)
    return rolls


def _spelled(text: str, names: Mapping[str, str]) -> str:
    dice = _DIE.findall(text.lower())
    return ", ".join(f"{names.get(name, name)} {face}".rstrip() for name, face in dice) or text


def _name_box(sheet: Sheet) -> Box | None:
    return next((box for box in sheet.boxes if box.group == PLAYER), None)
