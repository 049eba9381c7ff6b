"""Reads drawings of maps: the shapes of an SVG file that are seen and have ids, as areas with rings of points.

Colors and everything else are ignored. Curves and quarters of an arc become eight lines each. What is hidden, has neither
fill nor stroke, or is only defined is no area; what is seen and cannot be read is counted, for a sentence. Entities of a
file's own are refused, so no text grows; nothing is fetched.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from rollwrite_desktop.intake.xml_files import MAX_DEPTH, NotXml, read_xml

STEPS = 8
"""Lines for a curve."""
MAX_WORK = 2_000_000
"""Elements, transforms, numbers and points of a drawing together."""
MAX_HOLED, MAX_INSIDE = 200, 2_000_000
"""Rings of one path that are looked at for holes, and comparisons for that in a whole drawing."""
MAX_DIGITS = 100
MAX_TITLE = 1_000
MAX_STYLE, MAX_RULES = 200_000, 10_000
"""Characters of a style sheet that are looked at, and its rules that say what is seen."""
MAX_CLASSES = 20
"""Of an element."""
USED = 25
"""How many times as dear an element is where it is drawn by `use`: a few uses within uses draw very many."""

Point = tuple[float, float]
Ring = tuple[Point, ...]
Matrix = tuple[float, float, float, float, float, float]

_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_TRANSFORM = re.compile(r"([A-Za-z]+)\s*\(([^()]*)\)[\s,]*")
_FLAG = re.compile(r"[01]")
_APART = re.compile(r"[\s,]*")
_LENGTH = re.compile(r"\s*(" + _NUMBER.pattern + r")\s*(px|pt|pc|mm|cm|in|%|)\s*$")
_UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_SIMPLE = re.compile(r"([A-Za-z]*|\*)(?:([.#])([\w-]+))?$")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_SHAPES = ("path", "polygon", "polyline", "rect", "circle", "ellipse")
_GROUPS = ("g", "a", "switch", "svg")
_UNREAD = ("image", "foreignObject", "line", "text")
_PAINT = {"fill": "black", "fill-opacity": "1", "stroke": "none", "stroke-opacity": "1", "stroke-width": "1"}
"""What paints a shape, and how where nothing is said; a shape gets it from its group (SVG 1.1, section 11)."""
_COLORS = ("fill", "stroke")
_READ = ("display", "visibility", "opacity", "transform", "clip-path", "mask", *_PAINT)
_ZERO = r"[+-]?(?:0+(?:\.0*)?|\.0+)(?:[eE][+-]?[0-9]+)?(?:%|[a-z]+)?"
_NOTHING = re.compile(_ZERO)
_CLEAR = re.compile(
    rf"none|transparent|#[0-9a-f]{{3}}0|#[0-9a-f]{{6}}00"
    rf"|(?:rgb|hsl)a?\((?:[^,()/]*,[^,()/]*,[^,()/]*,|[^,()/]*/)\s*{_ZERO}\s*\)", re.IGNORECASE)
"""A paint that is not seen (CSS Color 4)."""
_RESTING = re.compile(r":(?:hover|active|focus(?:-visible|-within)?|target)\b")
"""What a selector says of a moment only."""
_NAMES = ("data-name", "inkscape:label", "name", "title", "aria-label")


_WEIGHTS = tuple(
    ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3) for t in (step / STEPS for step in range(1, STEPS + 1))
)
"""Of the four points of a cubic curve, for each of its lines' ends."""


class NotADrawing(Exception):
    """An SVG file that cannot be read, and why."""


class _Work:
    """Counts what is done for a drawing against its limits."""

    def __init__(self) -> None:
        self.left, self.inside = MAX_WORK, MAX_INSIDE

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise NotADrawing(f"more than {MAX_WORK} elements, numbers and points")

    def numbers(self, text: str) -> list[float]:
        """Returns the numbers in a text."""
        return [self._number(number) for number in _NUMBER.finditer(text)]

    def arcs(self, text: str) -> list[float]:
        """Returns the numbers of arcs, of which the fourth and the fifth are flags that may stand right beside the next
        number."""
        found, at = list[float](), _APART.match(text).end()  # type: ignore[union-attr]
        while at < len(text):
            number = (_FLAG if len(found) % 7 in (3, 4) else _NUMBER).match(text, at)
            if number is None:
                raise NotADrawing(f"an arc of {text[:MAX_DIGITS]}")
            found.append(self._number(number))
            at = _APART.match(text, number.end()).end()  # type: ignore[union-attr]
        return found

    def _number(self, found: re.Match[str]) -> float:
        self.spend(1)
        if found.end() - found.start() > MAX_DIGITS:
            raise NotADrawing(f"a number of more than {MAX_DIGITS} digits")
        return float(found[0])


class _Element(Struct):
    """An element of the file: its name, attributes, title, text of its style sheet, and what is in it."""

    tag: str
    given: dict[str, str]
    title: str = ""
    text: str = ""
    inside: list[_Element] = field(default_factory=list)


class _Around(Struct, frozen=True):
    """What an element gets from those around it: transform, id and name of its group, and which group that is; whether it is
    seen, its paint, the width and height that percentages are of, what its id begins with where it is drawn by `use`, and
    the ids that are being drawn."""

    matrix: Matrix = _IDENTITY
    group: str = ""
    name: str = ""
    owner: tuple[str, int] = ("", 0)
    seen: bool = True
    paint: Mapping[str, str] = field(default_factory=lambda: _PAINT)
    size: Point = (100.0, 100.0)
    used: str = ""
    drawing: tuple[str, ...] = ()


class Drawing(Struct):
    """What is in a drawing: of each shape the attributes and the polygons (an outer ring and its holes each, y up); the
    names of hidden ones, the numbers of hidden and of other ones without an id, the names that several elements give to
    shapes, and how often there is what cannot be read."""

    areas: list[tuple[Mapping[str, str], list[tuple[Ring, ...]]]] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    hidden_nameless: int = 0
    nameless: int = 0
    shared: list[str] = field(default_factory=list)
    unread: Counter[str] = field(default_factory=Counter)


def drawing(data: bytes) -> Drawing:
    """Returns the shapes of an SVG file. Raises NotADrawing."""
    work = _Work()
    root, by_id, sheets = _parsed(data, work)
    reader = _Reader(work, by_id, _rules(sheets, work))
    reader.draw(root, _Around(), 0)
    found = reader.found
    found.areas = [(attributes, _nested(rings, work)) for attributes, rings in reader.outlines]
    if len(reader.owners) > 1:
        found.shared = [name for name, owners in reader.owners.items() if len(owners) > 1]
    return found


def _parsed(data: bytes, work: _Work) -> tuple[_Element, dict[str, _Element], str]:
    """Returns the elements of a file: the root, those with ids, and the text of all style sheets."""
    top = _Element("", {})
    stack, by_id, sheets = [top], dict[str, _Element](), list[str]()

    def start(tag: str, given: dict[str, str]) -> None:
        work.spend(4)  # as dear as four numbers
        if len(stack) > MAX_DEPTH:
            raise NotADrawing("elements too deep")
        element = _Element(tag.rpartition(":")[2], given)
        stack[-1].inside.append(element)
        stack.append(element)
        if given.get("id"):
            by_id.setdefault(given["id"], element)

    def end(_: str) -> None:
        element = stack.pop()
        if element.tag == "title":
            stack[-1].title = stack[-1].title or " ".join(element.text[:MAX_TITLE].split())
        elif element.tag == "style":
            sheets.append(element.text)

    def text(content: str) -> None:
        most = {"style": MAX_STYLE, "title": MAX_TITLE}.get(stack[-1].tag, 0)
        if len(stack[-1].text) < most:
            stack[-1].text += content

    try:
        read_xml(data, start, end, text)
    except NotXml as error:
        raise NotADrawing(str(error)) from error
    return top, by_id, "".join(sheets)


def _declared(style: str) -> dict[str, str]:
    """Returns the declarations of a style that say what is seen or where: name to value."""
    pairs = (each.partition(":") for each in style.split(";"))
    return {
        name.strip().lower(): value.partition("!")[0].strip() for name, _, value in pairs
        if name.strip().lower() in _READ
    }


def _rules(sheets: str, work: _Work) -> list[tuple[str, str, str, dict[str, str]]]:
    """Of the rules of style sheets those that say what is seen: element, `.` or `#`, class or id, and declarations. Only of
    elements by name, class or id; the others are marked with `?`."""
    found: list[tuple[str, str, str, dict[str, str]]] = []
    first, *others = sheets.split("/*")
    for rule in "".join([first, *(other.partition("*/")[2] for other in others)]).split("}"):
        work.spend(4)
        selectors, _, declarations = rule.rpartition("{")
        style = _declared(declarations)
        if style:
            for selector in selectors.split(","):
                if _RESTING.search(selector):
                    continue
                simple = _SIMPLE.match(selector.strip())
                found.append((simple[1], simple[2] or "", simple[3] or "", style) if simple else ("?", "", "", style))
    if len(found) > MAX_RULES:
        raise NotADrawing(f"more than {MAX_RULES} style rules")
    # One with an id counts more than one with a class, which counts more than one with neither.
    return sorted(found, key=lambda rule: ("", ".", "#").index(rule[1]))


def _name(element: _Element) -> str:
    """Returns what an element is called beside its id."""
    return next((element.given[key] for key in _NAMES if element.given.get(key)), "") or element.title


def _nothing(key: str, value: str) -> bool:
    """Returns whether a color, or a length or share, leaves nothing to be seen."""
    return len(value) <= MAX_DIGITS and bool((_CLEAR if key in _COLORS else _NOTHING).fullmatch(value))


def _paint(style: Mapping[str, str], around: Mapping[str, str]) -> Mapping[str, str]:
    """Returns what paints an element."""
    own = {key: _PAINT[key] if style[key] == "initial" else style[key] for key in _PAINT
           if style.get(key, "") not in ("", "inherit", "unset")}
    return {**around, **own} if own else around


def _chosen(element: _Element) -> list[_Element]:
    """Returns what a `switch` draws: the first element in it that asks for no extension of a program, and for no language
    or for English (SVG 1.1, section 5.8)."""
    return [each for each in element.inside if each.tag in (*_SHAPES, *_GROUPS, *_UNREAD, "use")
            and not each.given.get("requiredExtensions", "").strip()
            and any(language.strip().partition("-")[0] == "en"
                    for language in each.given.get("systemLanguage", "en").split(","))][:1]


class _Reader:
    """Draws a file: its outlines with their attributes, and what was found beside them."""

    def __init__(
        self, work: _Work, by_id: Mapping[str, _Element], rules: list[tuple[str, str, str, dict[str, str]]]
    ) -> None:
        self.found = Drawing()
        self.outlines: list[tuple[dict[str, str], list[Ring]]] = []
        self.owners: dict[str, set[tuple[str, int]]] = {}
        self._work, self._by_id = work, by_id
        self._rules: dict[tuple[str, str], list[tuple[int, str, dict[str, str]]]] = {}
        for place, (tag, kind, name, declarations) in enumerate(rules):
            if tag != "?":
                self._rules.setdefault((kind, name if kind else tag or "*"), []).append((place, tag, declarations))
        self._instances = Counter[str]()
        unread = [style for tag, _, _, style in rules if tag == "?"]
        self.found.unread["style"] += sum(
            any(key not in (*_PAINT, "opacity") or _nothing(key, value) for key, value in style.items()) for style in unread)
        # Where such a rule paints something, that might be any shape.
        self._any_painted = any(key in style and not _nothing(key, style[key]) for style in unread for key in _COLORS)

    def draw(self, element: _Element, around: _Around, depth: int) -> None:
        """An element as it is seen within what is around it, and all in it."""
        for each in element.inside:
            self._one(each, around, depth + 1)

    def _one(self, element: _Element, around: _Around, depth: int, *, referred: bool = False) -> None:
        tag, given = element.tag, element.given
        self._work.spend(4 * USED if around.drawing else 1)
        if depth > MAX_DEPTH:
            raise NotADrawing("elements too deep")
        if tag not in _SHAPES and tag not in _GROUPS and tag not in (*_UNREAD, "use") and not (referred and tag == "symbol"):
            return
        style = self._style(element)
        seen = around.seen if style.get("visibility", "inherit") == "inherit" else style["visibility"] == "visible"
        matrix = _product(around.matrix, _matrix(style.get("transform", ""), self._work))
        own, name = given.get("id", ""), _name(element)
        # What is drawn by `use` is the area of that `use`, but for what has an id within it.
        owner = (around.used, id(element)) if tag == "use" or (own and not referred) else around.owner
        if around.used:
            own = f"{around.used} {own}" if own and not referred else around.used
            name = around.name if referred and around.name else name
        if style.get("display") == "none" or _nothing("opacity", style.get("opacity", "")):
            self._hide(element, own or name)
            return
        paint = _paint(style, around.paint)
        here = replace(around, matrix=matrix, group=own, name=name, owner=owner, seen=seen, paint=paint)
        if tag in _UNREAD:
            self.found.unread[tag] += seen and self._painted(element, here)
            return
        for key in ("clip-path", "mask"):
            self.found.unread[key] += seen and style.get(key, "none") != "none"
        if tag == "use":
            self._use(element, here, around, depth)
        elif tag in _SHAPES:
            # The shapes of a group with an id are parts of one area, unless they have ids of their own.
            self._shape(element, here, own or around.group, name or around.name)
        elif tag in ("svg", "symbol"):
            self.draw(element, self._fitted(element, here) if depth > 1 else self._outermost(element, here), depth)
        elif tag == "switch":
            for each in _chosen(element):
                self._one(each, here, depth + 1)
        else:
            self.draw(element, here, depth)

    def _style(self, element: _Element) -> dict[str, str]:
        """Returns what attributes, style sheets and the element's own style say, the latter before the former."""
        given = element.given
        style = {key: given[key].strip() for key in _READ if key in given}
        if self._rules:
            names = [("", "*"), ("", element.tag), *((".", each) for each in given.get("class", "").split()[:MAX_CLASSES]),
                     ("#", given.get("id", ""))]
            found = [rule for name in names for rule in self._rules.get(name, ()) if rule[1] in ("", "*", element.tag)]
            self._work.spend(len(names) + len(found))
            for _, _, declarations in sorted(found, key=lambda rule: rule[0]):
                style |= declarations
        return style | _declared(given.get("style", ""))

    def _hide(self, element: _Element, name: str) -> None:
        """Hides what is hidden by its name; of a group that has none, what is in it."""
        self._work.spend(1)
        shape = element.tag in (*_SHAPES, "use")
        if name and (shape or (element.tag in (*_GROUPS, "symbol") and element.inside)):
            self.found.hidden.append(name)
        elif shape:
            self.found.hidden_nameless += 1
        elif element.tag in _GROUPS:
            for each in element.inside:
                self._hide(each, each.given.get("id", "") or _name(each))

    def _painted(self, element: _Element, here: _Around) -> bool:
        """Returns whether anything is seen of an element that is not hidden: its fill or, of a line too, its stroke."""
        if element.tag in ("image", "foreignObject") or self._any_painted:
            return True
        kinds = ("stroke",) if element.tag == "line" else _COLORS
        return any(
            not any(_nothing(key, value) for key, value in here.paint.items() if key.startswith(kind)) for kind in kinds)

    def _shape(self, element: _Element, here: _Around, own: str, name: str) -> None:
        try:
            rings = [ring for ring in self._rings(element, here) if len(set(ring)) >= 3]
        except NotADrawing as wrong:
            raise NotADrawing(f"{wrong} in {own or name}" if own or name else str(wrong)) from wrong
        if not rings:
            return
        if not here.seen or not self._painted(element, here):
            self._hide(element, own or name)
        elif own:
            self.outlines.append(({"id": own, "name": name or own}, rings))
            self.owners.setdefault(name or own, set()).add(here.owner)
        else:
            self.found.nameless += 1

    def _rings(self, element: _Element, here: _Around) -> Iterator[Ring]:
        given, work = element.given, self._work
        if element.tag == "path":
            rings = _rings(given.get("d", ""), work)
        elif element.tag in ("polygon", "polyline"):
            rings = _polygon(given.get("points", ""), work)
        else:
            rings = self._round(element, here.size)
        return (_placed(ring, here.matrix) for ring in rings)

    def _round(self, element: _Element, size: Point) -> Iterator[Ring]:
        """A rectangle, a circle or an ellipse (SVG 1.1, sections 9.2 to 9.4)."""
        wide, high = size

        def length(key: str, of: float, usual: float = 0.0) -> float:
            return _length(element.given.get(key, ""), of, usual)

        if element.tag == "rect":
            x, y, w, h = length("x", wide), length("y", high), length("width", wide), length("height", high)
            rx, ry = length("rx", wide, -1.0), length("ry", high, -1.0)
            rx, ry = (ry if rx < 0 else rx), (rx if ry < 0 else ry)
            rx, ry = min(max(rx, 0.0), w / 2), min(max(ry, 0.0), h / 2)
            corners = [(x + w - rx, y + ry, -1), (x + w - rx, y + h - ry, 0), (x + rx, y + h - ry, 1), (x + rx, y + ry, 2)]
            if w <= 0 or h <= 0:
                return
            if rx <= 0 or ry <= 0:
                yield (x, y), (x + w, y), (x + w, y + h), (x, y + h)
                return
        else:
            middle = length("cx", wide), length("cy", high)
            if element.tag == "circle":
                rx = ry = length("r", math.hypot(wide, high) / math.sqrt(2))
            else:
                rx, ry = length("rx", wide, -1.0), length("ry", high, -1.0)
                rx, ry = (ry if rx < 0 else rx), (rx if ry < 0 else ry)
            if rx <= 0 or ry <= 0:
                return
            corners = [(*middle, quarter) for quarter in (-1, 0, 1, 2)]
        self._work.spend(4 * STEPS)
        turns = [(x, y, (quarter + step / STEPS) * math.pi / 2) for x, y, quarter in corners for step in range(STEPS + 1)]
        yield tuple((x + rx * math.cos(turn), y + ry * math.sin(turn)) for x, y, turn in turns)

    def _use(self, element: _Element, here: _Around, around: _Around, depth: int) -> None:
        """Draws what a `use` refers to (SVG 1.1, section 5.6)."""
        given = element.given
        target = (given.get("href") or given.get("xlink:href") or "").strip()
        referred = self._by_id.get(target[1:]) if target.startswith("#") else None
        if referred is None:
            self.found.unread["use"] += here.seen
            return
        if target in here.drawing:
            raise NotADrawing(f"{target[:60]} is drawn within itself")
        wide, high = here.size
        move = (1.0, 0.0, 0.0, 1.0, _length(given.get("x", ""), wide), _length(given.get("y", ""), high))
        used = here.group or around.group
        if not used:
            self._instances[target] += 1
            used = f"{target[1:]} {self._instances[target]}"
        inner = replace(here, matrix=_product(here.matrix, move), group=used, name=here.name or around.name, used=used,
                        drawing=(*here.drawing, target))
        if referred.tag in ("symbol", "svg"):
            sized = {key: given[key] for key in ("width", "height") if key in given}
            referred = _Element(referred.tag, referred.given | sized, referred.title, "", referred.inside)
        self._one(referred, inner, depth + 1, referred=True)

    def _outermost(self, element: _Element, here: _Around) -> _Around:
        """Within the whole drawing, whose own units are kept."""
        box = self._work.numbers(element.given.get("viewBox", ""))
        size = (box[2], box[3]) if len(box) == 4 else (
            _length(element.given.get("width", ""), 100.0, 100.0), _length(element.given.get("height", ""), 100.0, 100.0))
        return replace(here, group="", name="", size=size)

    def _fitted(self, element: _Element, here: _Around) -> _Around:
        """Within an inner drawing or a symbol: its place, and its view box fitted into its size (SVG 1.1, section 7.8)."""
        given, (wide, high) = element.given, here.size
        x, y = (_length(given.get("x", ""), wide), _length(given.get("y", ""), high)) if element.tag == "svg" else (0.0, 0.0)
        w, h = _length(given.get("width", ""), wide, wide), _length(given.get("height", ""), high, high)
        box = self._work.numbers(given.get("viewBox", ""))
        own: Matrix = (1.0, 0.0, 0.0, 1.0, x, y)
        size = w, h
        if len(box) == 4 and box[2] > 0 and box[3] > 0:
            size = box[2], box[3]
            across, down = w / box[2], h / box[3]
            align, *cut = given.get("preserveAspectRatio", "").split() or ["xMidYMid"]
            if align != "none":
                across = down = (max if cut == ["slice"] else min)(across, down)
            shares = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
            aside = shares.get(align[1:4], 0.5) * (w - across * box[2]), shares.get(align[5:8], 0.5) * (h - down * box[3])
            own = (across, 0.0, 0.0, down, x + aside[0] * (align != "none") - across * box[0],
                   y + aside[1] * (align != "none") - down * box[1])
        return replace(here, matrix=_product(here.matrix, own), size=size)


def _length(text: str, whole: float, usual: float = 0.0) -> float:
    """A length in units of the drawing; `whole`: what percentages are of. `usual` for none. Raises NotADrawing."""
    if not text.strip() or text.strip() == "auto":
        return usual
    found = _LENGTH.match(text) if len(text) <= MAX_DIGITS else None
    if found is None:
        raise NotADrawing(f"a length of {text[:MAX_DIGITS]}")
    return float(found[1]) * (whole / 100 if found[2] == "%" else _UNITS[found[2]])


def _rings(path: str, work: _Work) -> Iterator[Ring]:
    """Yields the subpaths of a path's data (SVG 1.1, section 8.3), curves as lines."""
    here = start = control = (0.0, 0.0)
    ring: list[Point] = []
    first = _COMMAND.search(path)
    if work.numbers(path[: first.start()] if first else path):
        raise NotADrawing("a path begins with a number")
    for found in _COMMAND.finditer(path):
        work.spend(3)
        command, kind = found[1], found[1].upper()
        numbers = work.arcs(found[2]) if kind == "A" else work.numbers(found[2])
        count = _NUMBERS[kind]
        if kind == "Z":
            if numbers:
                raise NotADrawing("a number after the end of a path")
            if len(ring) >= 3:
                yield tuple(ring)
            here, ring, control = start, [start], start
            continue
        if not numbers or len(numbers) % count:
            raise NotADrawing(f"too few numbers after {command}")
        for at in range(0, len(numbers), count):
            x0, y0 = here if command.islower() else (0.0, 0.0)
            own = numbers[at : at + count]
            work.spend(4 * STEPS if kind == "A" else STEPS if kind in "CSQT" else 1)
            ends = [(x0 + own[k], y0 + own[k + 1]) for k in range(0, count - 1, 2)] if kind in "MLCSQT" else []
            if kind == "M":
                if len(ring) >= 3:
                    yield tuple(ring)
                here = start = ends[0]
                ring = [here]
                kind = "L"  # further pairs are lines
            elif kind in "CS":
                second = ends[0] if kind == "C" else _mirrored(control, here)
                ring += _cubic(here, second, ends[-2], ends[-1])
                here, control = ends[-1], ends[-2]
                continue
            elif kind in "QT":
                middle = ends[0] if kind == "Q" else _mirrored(control, here)
                ring += _cubic(here, _between(here, middle), _between(ends[-1], middle), ends[-1])
                here, control = ends[-1], middle
                continue
            elif kind == "A":
                end = x0 + own[5], y0 + own[6]
                ring += _arc(here, own, end)
                here = end
            else:
                if kind == "H":
                    here = (x0 + own[0], here[1])
                elif kind == "V":
                    here = (here[0], y0 + own[0])
                else:
                    here = ends[0]
                ring.append(here)
            control = here
    if len(ring) >= 3:
        yield tuple(ring)


def _polygon(points: str, work: _Work) -> Iterator[Ring]:
    numbers = work.numbers(points)
    if len(numbers) >= 6:
        yield tuple(zip(numbers[::2], numbers[1::2], strict=False))


def _mirrored(control: Point, here: Point) -> Point:
    return 2 * here[0] - control[0], 2 * here[1] - control[1]


def _between(end: Point, middle: Point) -> Point:
    """Returns the control point of a cubic curve that is the quadratic one with this control point."""
    return end[0] + 2 / 3 * (middle[0] - end[0]), end[1] + 2 / 3 * (middle[1] - end[1])


def _cubic(a: Point, b: Point, c: Point, d: Point) -> list[Point]:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = a, b, c, d
    return [(p * ax + q * bx + r * cx + s * dx, p * ay + q * by + r * cy + s * dy) for p, q, r, s in _WEIGHTS]


def _arc(start: Point, numbers: list[float], end: Point) -> list[Point]:
    """An elliptical arc as lines (SVG 1.1, section F.6). numbers: both radii, the turn of the ellipse, and the flags for the
    large arc and for the direction."""
    rx, ry, degrees, large, sweep = abs(numbers[0]), abs(numbers[1]), numbers[2], bool(numbers[3]), bool(numbers[4])
    if not rx or not ry or start == end or not all(map(math.isfinite, (*numbers, *start, *end))):
        return [end]
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = cos * dx + sin * dy, cos * dy - sin * dx
    u, v = x / rx, y / ry
    grown = math.hypot(u, v)
    if grown > 1:  # the ellipse is too small to reach both ends
        rx, ry, u, v, grown = rx * grown, ry * grown, u / grown, v / grown, 1.0
    if not 0 < grown <= 1:
        return [end]
    away = math.sqrt(max(0.0, 1 / (grown * grown) - 1)) * (-1 if large == sweep else 1)
    cu, cv = away * v, -away * u  # the middle, where the ellipse is a circle of 1
    first = math.atan2(v - cv, u - cu)
    turned = math.atan2(-v - cv, -u - cu) - first
    if sweep and turned < 0:
        turned += 2 * math.pi
    elif not sweep and turned > 0:
        turned -= 2 * math.pi
    mx, my = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    count = max(1, math.ceil(abs(turned) / (math.pi / 2) - 1e-9)) * STEPS
    points = []
    for step in range(1, count):
        angle = first + turned * step / count
        px, py = rx * (cu + math.cos(angle)), ry * (cv + math.sin(angle))
        points.append((mx + cos * px - sin * py, my + sin * px + cos * py))
    return [*points, end]


def _matrix(text: str, work: _Work) -> Matrix:
    """Returns the product of a list of transforms (SVG 1.1, section 7.6). Raises NotADrawing."""
    text, matrix, at = text.strip(), _IDENTITY, 0
    while at < len(text) and text != "none":
        found = _TRANSFORM.match(text, at)
        if found is None:
            raise NotADrawing(f"transform {text[at : at + MAX_DIGITS]}")
        at = found.end()
        kind, arguments = found.groups()
        work.spend(4)
        match kind, work.numbers(arguments):
            case "matrix", [a, b, c, d, e, f]:
                own: Matrix = (a, b, c, d, e, f)
            case "translate", [x, *rest]:
                own = (1.0, 0.0, 0.0, 1.0, x, rest[0] if rest else 0.0)
            case "scale", [x, *rest]:
                own = (x, 0.0, 0.0, rest[0] if rest else x, 0.0, 0.0)
            case "rotate", [degrees, *center] if math.isfinite(degrees):
                cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
                x, y = center if len(center) == 2 else (0.0, 0.0)
                own = (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
            case "skewX", [degrees] if math.isfinite(degrees):
                own = (1.0, 0.0, math.tan(math.radians(degrees)), 1.0, 0.0, 0.0)
            case "skewY", [degrees] if math.isfinite(degrees):
                own = (1.0, math.tan(math.radians(degrees)), 0.0, 1.0, 0.0, 0.0)
            case _:
                raise NotADrawing(f"{kind}({arguments[:MAX_DIGITS]})")
        matrix = _product(matrix, own)
    return matrix


def _product(m: Matrix, n: Matrix) -> Matrix:
    return (
        m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1], m[0] * n[2] + m[2] * n[3], m[1] * n[2] + m[3] * n[3],
        m[0] * n[4] + m[2] * n[5] + m[4], m[1] * n[4] + m[3] * n[5] + m[5],
    )


def _placed(ring: Ring, m: Matrix) -> Ring:
    return tuple((m[0] * x + m[2] * y + m[4], -(m[1] * x + m[3] * y + m[5])) for x, y in ring)


def _nested(rings: list[Ring], work: _Work) -> list[tuple[Ring, ...]]:
    """Rings within one other ring are its holes; of paths with very many rings none is, nor in a drawing that takes more
    comparisons than MAX_INSIDE."""
    if not 1 < len(rings) <= MAX_HOLED:
        return [(ring,) for ring in rings]
    boxes = [_box(ring) for ring in rings]
    within: list[list[int]] = []
    for i, ring in enumerate(rings):
        x, y = ring[0]
        around = [j for j, (x0, y0, x1, y1) in enumerate(boxes) if j != i and x0 <= x <= x1 and y0 <= y <= y1]
        work.inside -= len(boxes) // 8 + sum(len(rings[j]) for j in around)
        if work.inside < 0:
            return [(one,) for one in rings]
        within.append([j for j in around if _inside(rings[j], (x, y))])
    outer = [i for i, around in enumerate(within) if len(around) % 2 == 0]
    return [
        (rings[i], *(rings[j] for j, around in enumerate(within) if len(around) == len(within[i]) + 1 and i in around))
        for i in outer
    ]


def _box(ring: Ring) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return min(xs), min(ys), max(xs), max(ys)


def _inside(ring: Ring, point: Point) -> bool:
    (x, y), found = point, False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found
