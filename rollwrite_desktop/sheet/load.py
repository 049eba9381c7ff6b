"""Reading and writing sheet files. A file either gives a whole sheet or NotASheet with one sentence that names the place.

Knows nothing of what the sheet is for; whether it is playable is `check.py`'s affair.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from rollwrite_desktop import paths
from rollwrite_desktop.core.digest import sha256
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.core.limits import LongText, Text
from rollwrite_desktop.intake.errors import UNREADABLE, NotReadable, why
from rollwrite_desktop.intake.files import read_file, read_named
from rollwrite_desktop.intake.json_files import Decoder
from rollwrite_desktop.intake.text import as_text, excerpt, is_text
from rollwrite_desktop.sheet.sheet import AreaWord, Box, Decor, Rect, Region, Ring, SeaLine, Sheet, Space

MAX_BYTES = 2_000_000
LONGEST_ID = 60
MAX_SPOTS = 1_000
MAX_POINTS = 20_000
MAX_COAST = 200
"""Points of all rings that say where the sea is; each piece of an outline is looked for in all of them."""
LOOKED_AT = frozenset(("card", "compass", "cut", "neatline", "isle", "names"))
"""The kinds of a decor that is only to be looked at."""
MAX_SIZE = 10_000.0
MAX_KEPT = 64
"""The files read last, whose sheets are kept: pages read the same few again and again, which takes 20 ms for a map."""
ENDING = ".json"
"""Ends the name of a sheet that is a file."""
AT, HASH_SIGNS = "@", 8
"""Between the id of such a sheet and the first signs of its hash, where only its content can tell it from others."""
OWN = "_own"
"""Ends the id of a sheet of one's own."""


class NotASheet(NotReadable):
    """A file that is no sheet: which file, where in it, what is so, and what was expected."""


class _Part(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    pass


class _Region(_Part):
    id: Text
    name: Text
    letter: Text
    within: list[Text] = []


class _Space(_Part):
    id: Text
    name: Text
    region: Text
    outline: list[tuple[float, float]]
    writing: tuple[float, float, float, float]
    label: tuple[float, float]
    printed: Text = ""


class _Box(_Part):
    id: Text
    group: Text
    kind: Text
    rect: tuple[float, float, float, float]


class _Decor(_Part):
    kind: Text
    ring: list[tuple[float, float]]
    text: Text = ""


class _SeaLine(_Part):
    link: Text
    points: list[tuple[float, float]]


class _Sheet(_Part, kw_only=True):
    sheet: int
    id: Text
    game: Text
    title: Text
    version: int
    was: list[Text] = []
    size: tuple[float, float]
    source: LongText
    licence: LongText
    values: dict[Text, int] = {}
    cards: list[Text] = []
    joined: Literal["borders", "lines"] = "borders"
    area_word: AreaWord = "area"
    regions: list[_Region]
    spaces: list[_Space]
    links: list[Text]
    corner_links: list[Text] = []
    sea_lines: list[_SeaLine] = []
    coasts: list[list[tuple[float, float]]] = []
    bends: dict[Text, tuple[float, float]] = {}
    differences: dict[Text, Text] = {}
    boxes: list[_Box] = []
    decor: list[_Decor] = []


class _Kind(msgspec.Struct):
    """What tells a sheet from a paper file, which names its sheet under the same key."""

    sheet: int


_decoder = Decoder(_Sheet)
_kind = Decoder(_Kind)


def means_sheet(data: bytes) -> bool:
    """Returns whether a file means to be a sheet, playable or not."""
    try:
        _kind.decode(data)
    except UNREADABLE:
        return False
    return True


@lru_cache(MAX_KEPT)
def loads(data: bytes, name: str) -> Sheet:
    """Returns the sheet in `data`; `name` is used in messages. Raises NotASheet."""
    if len(data) > MAX_BYTES:
        raise NotASheet(f"{name}: {len(data)} bytes; a sheet file has at most {MAX_BYTES}.")
    try:
        raw = _decoder.decode(data)
    except UNREADABLE as error:
        raise NotASheet(tr("{file}: not a sheet file: {why}.", file=name, why=why(error))) from error
    if raw.sheet != 1:
        raise NotASheet(f"{name}: sheet format {raw.sheet}; this program reads format 1.")
    _measure(raw, name)
    _unique(name, "cards", raw.cards)
    _unique(name, "regions", (region.id for region in raw.regions))
    _unique(name, "spaces and boxes", (*(space.id for space in raw.spaces), *(item.id for item in raw.boxes)))
    regions = {region.id for region in raw.regions}
    for i, space in enumerate(raw.spaces):
        if space.region not in regions:
            raise NotASheet(f"{name}: spaces[{i}] '{excerpt(space.id)}': no region '{excerpt(space.region)}'.")
    known = {space.id for space in raw.spaces}
    return Sheet(
        id=raw.id, game=raw.game, title=raw.title, version=raw.version, size=raw.size,
        regions=tuple(Region(region.id, region.name, region.letter, tuple(region.within)) for region in raw.regions),
        spaces=tuple(
            Space(
                space.id, space.name, space.region, tuple(space.outline), Rect(*space.writing), space.label, space.printed
            )
            for space in raw.spaces
        ),
        links=_links(name, "links", raw.links, known),
        corner_links=_links(name, "corner_links", raw.corner_links, known),
        boxes=tuple(Box(box.id, box.group, box.kind, Rect(*box.rect)) for box in raw.boxes),
        decor=tuple(Decor(decor.kind, tuple(decor.ring), decor.text) for decor in raw.decor),
        source=raw.source, licence=raw.licence, differences=raw.differences, values=raw.values,
        cards=tuple(raw.cards), joined=raw.joined, area_word=raw.area_word,
        sea_lines=tuple(
            SeaLine(link, tuple(line.points)) for link, line in zip(
                _links(name, "sea_lines", [line.link for line in raw.sea_lines], known), raw.sea_lines, strict=True)
        ),
        coasts=tuple(map(tuple, raw.coasts)),
        bends=dict(zip(_links(name, "bends", [*raw.bends], known), raw.bends.values(), strict=True)),
        hash=_hash(raw), was=tuple(raw.was),
    )


def _hash(raw: _Sheet) -> str:
    """Returns what tells the content from any other. A person's own sheet stays the same when it is called something
    else."""
    if raw.id.endswith(OWN):
        raw = msgspec.structs.replace(raw, title="")
    # No game goes another way by a word of its texts, by the sea around the land, or by how it was drawn before.
    land = [decor for decor in raw.decor if decor.kind not in LOOKED_AT]
    raw = msgspec.structs.replace(raw, area_word="area", coasts=[], decor=land, was=[])
    return sha256(msgspec.json.encode(raw, order="sorted")).hexdigest()


def load(path: Path) -> Sheet:
    """Returns the sheet in a file. Raises NotASheet, and FileError where the file cannot be read."""
    return loads(read_file(path, MAX_BYTES), path.name)


def find(sheet_id: str, beside: Path | None = None) -> Sheet:
    """A shipped sheet by its id, or one from a file: a path that ends in `.json`, relative to the folder `beside`.
    Raises NotASheet or FileError."""
    if sheet_id.endswith(ENDING):
        if not is_text(sheet_id):
            name = as_text(Path(sheet_id).name)
            raise NotASheet(tr("{file}: a game can’t store this name; rename the file.", file=name))
        return loads(read_named(beside or Path(), sheet_id, MAX_BYTES), Path(sheet_id).name)
    path = paths.SHEETS / f"{sheet_id}.json"
    if len(sheet_id) > LONGEST_ID or not sheet_id.replace("_", "").isalnum() or not path.is_file():
        from difflib import get_close_matches

        known = sorted(file.stem for file in paths.SHEETS.glob("[a-z]*.json"))
        near = ", ".join(get_close_matches(sheet_id[:LONGEST_ID], known))
        none = mark("There is no sheet '{sheet}'; the nearest are {near}.") if near else mark("There is no sheet '{sheet}'.")
        raise NotASheet(tr(none, sheet=excerpt(sheet_id), near=near))
    return _shipped(path, path.stat().st_mtime_ns)


@lru_cache(MAX_KEPT)
def _shipped(path: Path, changed: int) -> Sheet:  # noqa: ARG001
    """A shipped sheet is asked for again and again; it is read as often as its file changes."""
    return load(path)


def dump(sheet: Sheet) -> bytes:
    """Returns the bytes of a sheet file: one space, link and box a line, so that changes can be read."""
    raw = _Sheet(
        sheet=1, id=sheet.id, game=sheet.game, title=sheet.title, version=sheet.version, was=list(sheet.was),
        size=sheet.size, source=sheet.source, licence=sheet.licence, values=dict(sheet.values), cards=list(sheet.cards),
        joined="lines" if sheet.joined == "lines" else "borders", area_word=sheet.area_word,
        regions=[
            _Region(id=region.id, name=region.name, letter=region.letter, within=list(region.within))
            for region in sheet.regions
        ],
        spaces=[
            _Space(
                id=space.id, name=space.name, region=space.region, outline=list(space.outline),
                writing=_rect(space.writing), label=space.label, printed=space.printed,
            )
            for space in sheet.spaces
        ],
        links=["-".join(link) for link in sheet.links],
        corner_links=["-".join(link) for link in sheet.corner_links],
        sea_lines=[_SeaLine(link="-".join(line.link), points=list(line.points)) for line in sheet.sea_lines],
        coasts=[list(ring) for ring in sheet.coasts],
        bends={"-".join(link): place for link, place in sheet.bends.items()},
        differences=dict(sheet.differences),
        boxes=[_Box(id=box.id, group=box.group, kind=box.kind, rect=_rect(box.rect)) for box in sheet.boxes],
        decor=[_Decor(kind=decor.kind, ring=list(decor.ring), text=decor.text) for decor in sheet.decor],
    )
    rows = []
    for key, value in _tidy(msgspec.to_builtins(raw)).items():
        if isinstance(value, list | tuple) and value and isinstance(value[0], dict):
            inner = ",\n  ".join(msgspec.json.encode(item).decode() for item in value)
            rows.append(f'"{key}": [\n  {inner}\n ]')
        else:
            rows.append(f'"{key}": {msgspec.json.encode(value).decode()}')
    return ("{\n " + ",\n ".join(rows) + "\n}\n").encode()


def _tidy(value: Any) -> Any:
    """Whole numbers without a point, so that a sheet read and written again is the same file."""
    if isinstance(value, dict):
        return {key: _tidy(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_tidy(item) for item in value]
    return int(value) if isinstance(value, float) and value == int(value) else value


def _rect(rect: Rect) -> tuple[float, float, float, float]:
    return rect.x, rect.y, rect.w, rect.h


def _measure(raw: _Sheet, name: str) -> None:
    """Absurd sizes are refused before anything is made of them."""
    if not all(1 <= side <= MAX_SIZE for side in raw.size):
        raise NotASheet(f"{name}: size {raw.size}; expected two lengths of 1 to {MAX_SIZE:.0f} points.")
    if not raw.spaces or len(raw.spaces) + len(raw.boxes) + len(raw.decor) > MAX_SPOTS:
        raise NotASheet(f"{name}: {len(raw.spaces)} spaces and {len(raw.boxes)} boxes; expected 1 to {MAX_SPOTS} in all.")
    if sum(len(item.outline) for item in raw.spaces) + sum(len(item.ring) for item in raw.decor) > MAX_POINTS:
        raise NotASheet(f"{name}: outlines of more than {MAX_POINTS} points.")
    for i, space in enumerate(raw.spaces):
        where = f"{name}: spaces[{i}] '{excerpt(space.id)}'"
        _ring(where, space.outline)
        _numbers(where, (*space.writing, *space.label))
        if min(space.writing[2:]) <= 0:
            raise NotASheet(f"{where}: the writing box {space.writing} has no size.")
    for i, box in enumerate(raw.boxes):
        _numbers(f"{name}: boxes[{i}] '{excerpt(box.id)}'", box.rect)
        if min(box.rect[2:]) <= 0:
            raise NotASheet(f"{name}: boxes[{i}] '{excerpt(box.id)}': {box.rect} has no size.")
        if box.kind not in ("check", "field"):
            raise NotASheet(f"{name}: boxes[{i}] '{excerpt(box.id)}': kind '{excerpt(box.kind)}'; expected check or field.")
    if sum(len(line.points) for line in raw.sea_lines) > MAX_POINTS:
        raise NotASheet(f"{name}: sea lines of more than {MAX_POINTS} points.")
    for i, line in enumerate(raw.sea_lines):
        where = f"{name}: sea_lines[{i}] '{excerpt(line.link)}'"
        if len(line.points) < 2:
            raise NotASheet(f"{where}: a line of {len(line.points)} points; expected 2 or more.")
        _numbers(where, (value for point in line.points for value in point))
    for link, place in raw.bends.items():
        _numbers(f"{name}: bends '{excerpt(link)}'", place)
    if sum(map(len, raw.coasts)) > MAX_COAST:
        raise NotASheet(f"{name}: coasts of more than {MAX_COAST} points.")
    for i, ring in enumerate(raw.coasts):
        _ring(f"{name}: coasts[{i}]", ring)
    for i, decor in enumerate(raw.decor):
        _ring(f"{name}: decor[{i}]", decor.ring)


def _ring(where: str, ring: list[tuple[float, float]]) -> None:
    if len(ring) < 3:
        raise NotASheet(f"{where}: an outline of {len(ring)} points; expected 3 or more.")
    _numbers(where, (value for point in ring for value in point))


def _numbers(where: str, values: Iterable[float]) -> None:
    for value in values:
        if not -MAX_SIZE <= value <= MAX_SIZE:  # which no comparison finds of what is no number
            raise NotASheet(f"{where}: {value} is no place on a sheet.")


def _unique(name: str, what: str, ids: Iterable[str]) -> None:
    seen: set[str] = set()
    for item in ids:
        if item in seen or not item:
            raise NotASheet(f"{name}: {what}: the id '{excerpt(item)}' is {'empty' if not item else 'there twice'}.")
        seen.add(item)


def _links(name: str, field: str, texts: list[str], known: set[str]) -> tuple[tuple[str, str], ...]:
    links: dict[tuple[str, str], int] = {}
    for i, text in enumerate(texts):
        where = f"{name}: {field}[{i}] '{excerpt(text)}'"
        ends = text.split("-")
        if len(ends) != 2 or ends[0] >= ends[1]:
            raise NotASheet(f"{where}: expected two different spaces in order, such as 'AL-FL'.")
        for end in ends:
            if end not in known:
                raise NotASheet(f"{where}: no space '{excerpt(end)}'.")
        link = (ends[0], ends[1])
        if link in links:
            raise NotASheet(f"{where}: already in {field}[{links[link]}].")
        links[link] = i
    return tuple(links)


def ring_of(rect: Rect) -> Ring:
    """A rectangle as a ring."""
    return (rect.x, rect.y), (rect.x + rect.w, rect.y), (rect.x + rect.w, rect.y + rect.h), (rect.x, rect.y + rect.h)
