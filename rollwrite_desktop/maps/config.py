"""The map file: what a person decided about a map, in TOML. Everything in it is optional."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.limits import LongText, Text
from rollwrite_desktop.intake.errors import NotReadable, why
from rollwrite_desktop.sheet.sheet import AreaWord

MAX_BYTES = 200_000
MAX_PORTFOLIO = 9
MAX_DEPTH = 8
"""Parts of a dotted key, and brackets within brackets: the reader takes quadratic time for the former, and calls itself for
the latter. A map file needs two of either."""

_TEXTS = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"{3,5}|\\?\Z)|' r"'''.*?(?:'{3,5}|\Z)|"
    r'"(?:\\.|[^"\\\n])*+"?|' r"'[^'\n]*+'?|" r"#[^\n]*+", re.DOTALL)
"""Strings and comments of TOML 1.0. One that does not end runs on to the end, as the reader stops there."""
_DOTTED = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{MAX_DEPTH}}}")

Codes = list[Text]


class NotAMapFile(NotReadable):
    """A map file that cannot be used: where, what is so, what was expected."""


class Links(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Links that the data does not have (drawn across the sea), and borders that do not count: pairs of codes, `GB-IE`."""

    add: Codes = []
    cut: Codes = []


class MapFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """title: what the map is called. version: counts its changes. source, licence: where the data comes from, and under
    which license; credit: a line about both on the sheet. layer: which layer of the data. name, code: attributes that hold
    names and codes. window: west, south, east, north; what lies outside is cut off. only, drop: names of areas. far: whether
    what lies far from all the rest is kept where it lies, and a long thin land in one part. islands: name of an area to
    names of its largest pieces of land, largest first, which are areas of their own, with what lies nearest to each. merge:
    name of the whole to names of its parts. merge_by: an attribute; areas that have it in common are merged. areas: at most
    so many; the smallest are merged with neighbors. names: other names. codes: name to code. regions: ink to codes; areas
    that are in none get one of a neighbor's. cards: code to the part of the map that its card names, where a game has such
    cards; the others are dealt. colors: how many regions a map of Rolling America is divided into. boxes: code to the share
    of the map's width and height where the writing box goes. area_word: what an area is called on this map. stretch: how
    much wider or higher the map may be made to fill the page; 0: as suits the map. growth: 0 gives every area the same room,
    1 room as its true size; None: as suits the map. sea: how dense the sea is, as a share of the land; the less, the more
    room has the land; 0: as suits the map. room: how much land each area has at least, as a share of what its writing box
    needs; 0: as growth has it. coast: whether outlines follow the land closely, with less room round the boxes; None: as
    suits the map. coasts: rings in points of the sheet within which the land ends at the sea; cuts: rings within which it
    goes on beyond the map; isles: code to rings of land of that area beside its outline, or name to rings of other land,
    else as the data has them. projection: how degrees become a plane. seed: another seed, another drawing; portfolio: of
    how many faultless drawings the best is taken. then: what was changed since it was drawn, step by step (`steps`). rounds,
    powers: rounds of a map of Rolling America, and boxes of each power; 0: as many as fit the map."""

    title: Text = ""
    version: int = 1
    source: LongText = ""
    licence: LongText = ""
    credit: Text = ""
    layer: Text = ""
    name: Text = ""
    code: Text = ""
    projection: Literal["auto", "equal-area", "plane", "plane, y down"] = "auto"
    window: tuple[float, float, float, float] | None = None
    only: list[Text] = []
    drop: list[Text] = []
    far: bool = False
    islands: dict[Text, list[Text]] = {}
    merge: dict[Text, list[Text]] = {}
    merge_by: Text = ""
    areas: int = 0
    names: dict[Text, Text] = {}
    codes: dict[Text, Text] = {}
    links: Links = Links()
    regions: dict[Text, Codes] = {}
    cards: dict[Text, Text] = {}
    colors: int = 6
    boxes: dict[Text, tuple[float, float]] = {}
    area_word: AreaWord = "area"
    stretch: float = 0.0
    growth: float | None = None
    sea: float = 0.0
    room: float = 0.0
    coast: bool | None = None
    coasts: list[list[tuple[float, float]]] = []
    cuts: list[list[tuple[float, float]]] = []
    isles: dict[Text, list[list[tuple[float, float]]]] = {}
    rounds: int = 0
    powers: int = 0
    seed: int = 1
    portfolio: int = 1
    then: list[Text] = []

    @property
    def asked(self) -> Mapping[str, int]:
        """The values of the sheet that it may ask for; 0 for as many as fit the map."""
        return {"rounds": self.rounds, "powers": self.powers}


def read_map_file(data: bytes, name: str) -> MapFile:
    """Returns the map file in `data`. Raises NotAMapFile."""
    if len(data) > MAX_BYTES:
        raise NotAMapFile(tr("{file}: more than {n} bytes; expected a map file.", file=name, n=MAX_BYTES))
    try:
        text = data.decode("utf-8-sig")
        if _is_deep(text):
            raise RecursionError
        found = msgspec.convert(tomllib.loads(text), MapFile)
    except (ValueError, msgspec.ValidationError, RecursionError) as error:  # also of a number with too many digits
        raise NotAMapFile(tr("{file}: not a map file ({why}).", file=name, why=why(error))) from error
    for what, value, least, most in (
        ("stretch", found.stretch or 1.0, 1.0, 2.0), ("growth", found.growth or 0.0, 0.0, 1.0), ("sea", found.sea, 0.0, 1.0),
        ("room", found.room, 0.0, 2.0), ("areas", found.areas, 0, 100), ("version", found.version, 1, 9999),
        ("portfolio", found.portfolio, 1, MAX_PORTFOLIO), ("rounds", found.rounds, 0, 15),
        ("powers", found.powers, 0, 3), ("colors", found.colors, 4, 6),
    ):
        if not least <= value <= most:
            raise NotAMapFile(tr("{file}: {what} = {value}; expected {least} to {most}.",
                                 file=name, what=what, value=str(value), least=str(least), most=str(most)))
    return found


def _is_deep(text: str) -> bool:
    """Returns whether a dotted key or nested brackets of a TOML text go deeper than MAX_DEPTH; linear in the text."""
    bare = _TEXTS.sub(lambda found: "" if found[0][0] == "#" else "_", text)
    depth = deepest = 0
    for bracket in re.findall(r"[\[\]{}]", bare):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest > MAX_DEPTH or _DOTTED.search(bare) is not None


def write_map_file(config: MapFile) -> bytes:
    """A map file that reads as `config`: what differs from the defaults, lists and tables last."""
    whole, usual = msgspec.to_builtins(config), msgspec.to_builtins(MapFile())
    changed = {key: value for key, value in whole.items() if value != usual[key]}
    plain = {key: value for key, value in changed.items() if not isinstance(value, dict)}
    tables = {key: value for key, value in changed.items() if isinstance(value, dict)}
    lines = [*_lines(plain), *(line for key, table in tables.items() for line in ("", f"[{key}]", *_lines(table)))]
    return "".join(f"{line}\n" for line in lines).encode()


def _lines(values: dict[str, Any]) -> Iterator[str]:
    for key, value in values.items():
        if value is not None:
            bare = key if key.isascii() and key.replace("_", "").isalnum() else _quoted(key)
            yield f"{bare} = {_value(value)}"


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return repr(value)


def _quoted(text: str) -> str:
    """A basic string of TOML: as JSON writes it, but for DEL, which TOML wants escaped too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
