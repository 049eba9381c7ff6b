"""Map data to areas on a plane: projected, cleaned, merged, named, and who borders whom.

Shapes are shapely polygons, y down, in units of a thousandth of the map's greater side.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np
import shapely
from msgspec import Struct
from msgspec.structs import replace
from shapely import LinearRing, MultiLineString, MultiPolygon, Polygon
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.intake.geodata import Feature, Layer
from rollwrite_desktop.intake.text import excerpt
from rollwrite_desktop.maps.coasts import Floats, at_sea, land_around
from rollwrite_desktop.maps.config import MapFile
from rollwrite_desktop.maps.countries import country_name
from rollwrite_desktop.maps.globe import cutting, in_degrees, near_land, projection, unwrapped
from rollwrite_desktop.maps.namesakes import namesakes
from rollwrite_desktop.maps.nearer import ways_nearer
from rollwrite_desktop.maps.values import KEPT_PART, MAX_AREAS, MAX_CODE, MIN_AREAS, short_name
from rollwrite_desktop.sheet.polygons import holes_of, parts_of

SIDE = 1000.0
"""The greater side of a map after projection."""
SIMPLE = 0.4
"""Detail smaller than this is left out (units of SIDE)."""
TOUCH = 0.15
"""Borders that lie this close are one."""
SHORTEST = 1.2
"""A contact shorter than this is a corner, not a border."""
MAX_CROSSINGS = 2_000
"""Meetings of an outline's lines with one another, of a whole map. To mend them takes more than linear time: 1 s for so
many, 27 s for 11,000."""
MAX_RINGS = 40_000
"""Outlines of a map: islands, and holes in them; 0.25 ms each."""
FINE, COARSE = 1_000, 16
"""Points of an outline in the mean, and corners of half of the areas, beyond and below which it is said how fine data is."""
MAX_FRAMES = 5
"""Shapes around all others that are looked for."""
MAX_PARTS = 100
"""Parts of an area that are drawn, the largest ones, and lakes of an area that are looked at."""
MOST = 0.8
"""The share of its parts that are of a country, at least, where a layer shows that."""
_COUNTRIES = ("admin", "ADMIN", "geounit", "GEOUNIT", "sovereignt", "SOVEREIGNT", "country", "COUNTRY", "Country", "NAME_0",
              "ADM0_NAME", "adm0_name", "name_0")
_COUNTRY_CODES = ("iso_a2", "ISO_A2", "iso_3166_2", "ISO_3166_2", "HASC_1", "id", "ID")
_ISO = re.compile(r"([A-Z]{2})(?:[.-]|$)")
_NAMES = ("name", "NAME", "name_en", "NAME_EN", "Name", "NAME_1", "admin", "ADMIN", "nam", "title", "label")

Link = tuple[str, str]


class Area(Struct):
    """An area of the map: code, name, shape; `key`: what the data calls it, or the name of the whole it was merged into."""

    code: str
    name: str
    shape: BaseGeometry
    key: str


class Beside(Struct):
    """The part of a map that is drawn beside the rest of it: the codes of its areas, and the land around them."""

    codes: frozenset[str]
    abroad: BaseGeometry


class Areas(Struct):
    """All areas by code, the pairs that border one another (`links`), those joined across the sea (`sea`), those that
    border one another and are to be no neighbors (`cut`), what had to be done to the data, in sentences, and what of the
    outlines lies at the sea (`coast`, empty where that is not known); the land of others around them (`abroad`, likewise).
    far: whether something lies far from the rest and was left out or moved. beside: a part that is drawn beside the rest."""

    by_code: dict[str, Area]
    links: set[Link]
    sea: set[Link]
    cut: set[Link]
    notes: list[str]
    coast: BaseGeometry = Polygon()
    abroad: BaseGeometry = Polygon()
    far: bool = False
    beside: Beside | None = None


def areas_of(layers: Sequence[Layer], config: MapFile, where: str) -> Areas:
    """Returns the areas of map data as the map file wants them. Raises UserError where it cannot; `where` names the file."""
    layer = layer_of(layers, config, where)
    notes = list(layer.notes)
    if left_out := len(nameless(layer, config)):
        notes.append(tr_n("{n} part of the data has no name and was left out.",
                          "{n} parts of the data have no name and were left out.", left_out))
    named, called = _selected(layer, config, where), names_of(layer, config, where)
    notes += _renamed(layer, config, where)
    named, distant, aside = near_land(named, config)
    if not config.areas and config.window is None and len(named) > MAX_AREAS:
        raise _too_many(where, len(named))  # before the work
    if distant:
        notes.append(tr("Far from all the rest, and left out: {list}.",
                        list=excerpt(", ".join(config.names.get(key, called.get(key, key)) for key in distant), 200)))
    everything = [feature for features in named.values() for feature in features]
    cut_off, project = cutting(everything, config), projection(everything, config)
    notes += _grain(everything)
    mending = Mending(where, everything)
    shapes = {name: _shape(features, lambda shape: project(cut_off(shape)), mending) for name, features in named.items()}
    shapes = {name: shape for name, shape in shapes.items() if not shape.is_empty}
    coasts, abroad = ({}, Polygon()) if config.coasts else _coasts(everything, shapes, project, config)
    called = {key: config.names.get(key, called.get(key, key)) for key in shapes}
    if aside := [name for name in aside if name in shapes]:
        drawn = {name: MultiPolygon(kept_parts(shape)) for name, shape in shapes.items()}
        ways = ways_nearer(drawn, aside)
        shapes |= {name: translate(shapes[name], *way) for name, way in ways.items()}
        coasts |= {name: translate(coasts[name], *way) for name, way in ways.items() if name in coasts}
        notes.append(tr(
            "Far from the rest, and drawn nearer to it to save room: {list}.",
            list=excerpt(", ".join(called[name] for name in aside), 200)))
    for name in _frames(shapes):
        notes.append(tr("{name} lies around or under all other areas and was left out.", name=called[name]))
        del shapes[name]
    if len(shapes) < 2:
        raise UserError(tr("{file}: areas {n}; expected at least {least}.", file=where, n=len(shapes), least=MIN_AREAS))
    place = _placing(shapes)
    coast = shapely.union_all([shapely.transform(coasts[name], place) for name in shapes if name in coasts])
    abroad = shapely.transform(abroad, place)
    placed = {name: shapely.transform(shape, place) for name, shape in shapes.items()}
    shapes = _largest(_simplified(placed, mending))
    pairs = borders_of(shapes)
    enclosed = _enclaves(shapes, pairs)
    for inner, outer in enclosed.items():
        notes.append(tr("{inner} lies within {outer} and was merged with it.", inner=called[inner], outer=called[outer]))
        _merge(shapes, pairs, outer, inner)
    if not config.areas and len(shapes) > MAX_AREAS:
        raise _too_many(where, len(shapes))
    most = min(config.areas or MAX_AREAS, MAX_AREAS)
    while len(shapes) > most:
        small = min(shapes, key=lambda name: (shapes[name].area, name))
        beside = [other for pair in pairs if small in pair for other in pair if other != small]
        target = min(beside, key=lambda name: (shapes[name].area, name)) if beside else min(
            (name for name in shapes if name != small), key=lambda name: (shapes[name].distance(shapes[small]), name))
        notes.append(tr("{small} was merged with {target}.", small=called[small], target=called[target]))
        _merge(shapes, pairs, target, small)
    if len(shapes) < MIN_AREAS:
        raise UserError(tr("{file}: areas {n}; expected at least {least}.", file=where, n=len(shapes), least=MIN_AREAS))
    first = {name: features[0] for name, features in named.items()}
    codes = codes_for(
        {name: called[name] for name in shapes},
        {name: first[name].attributes.get(config.code, "") if name in first and config.code else "" for name in shapes},
        config.codes,
    )
    by_code = dict(sorted(
        (codes[key], Area(codes[key], short_name(called[key]), shape, key)) for key, shape in shapes.items()))
    links = {_pair(codes[a], codes[b]) for a, b in pairs}
    gone = {*config.codes.values()} - by_code.keys()
    sea = _read_links(config.links.add, by_code, gone, "links.add")
    cut = _read_links(config.links.cut, by_code, gone, "links.cut")
    for pair in (pair for pair in sorted(cut - links) if _hang_together(*pair, links | sea)):
        raise UserError(tr("links.cut: {pair} do not share a border.", pair="-".join(pair)))
    return Areas(by_code, links - cut, sea - links, cut, notes, coast, abroad, bool(distant or aside))


def _coasts(
    features: Sequence[Feature], shapes: Mapping[str, BaseGeometry], project: Callable[[BaseGeometry], BaseGeometry],
    config: MapFile,
) -> tuple[dict[str, BaseGeometry], BaseGeometry]:
    """Returns what of each outline lies at the sea, and the land of others, before areas are moved; none where that is not
    known."""
    if not shapes or not in_degrees(features, config):
        return {}, Polygon()
    rings = [unwrapped(rings[0]) for feature in features for rings in feature.polygons if len(rings[0]) >= 4]
    points = np.array(config.window).reshape(2, 2) if config.window else np.concatenate(rings)
    return at_sea(shapes, project(land_around(points)))


def _grain(features: Sequence[Feature]) -> Iterator[str]:
    """Yields what is to be said of data in degrees that is finer than any sheet shows, or so coarse that it shows."""
    corners = sorted(len(max((rings[0] for rings in feature.polygons), key=len, default=())) for feature in features)
    points = np.array([point for feature in features for rings in feature.polygons for point in rings[0]])
    if not len(points) or np.abs(points[:, 0]).max() > 181 or np.abs(points[:, 1]).max() > 90.5:
        return
    if len(points) > FINE * len(features):
        yield tr("The map data is finer than a sheet can show; the finest detail was left out.")
    elif 5 < corners[len(corners) // 2] < COARSE:
        yield tr("The map data is coarse: half of its outlines have fewer corners than {n}, so borders are straighter than "
                 "the land’s.", n=COARSE)


def _too_many(where: str, n: int) -> UserError:
    return UserError(tr(
        "{file}: areas {n}; a sheet has room for {most}. Leave some out, merge some, or say how many you want: "
        "then the smallest are merged.", file=where, n=n, most=MAX_AREAS))


def _pair(a: str, b: str) -> Link:
    return (a, b) if a < b else (b, a)


def _read_links(texts: Iterable[str], known: Mapping[str, Area], gone: Collection[str], where: str) -> set[Link]:
    """Pairs of codes; those of areas that were left out or merged, which have a code in the map file, do not count."""
    links = set()
    for text in texts:
        ends = text.split("-")
        if len(ends) == 2 and {*ends} & {*gone}:
            continue
        if len(ends) != 2 or ends[0] == ends[1] or not set(ends) <= known.keys():
            raise UserError(tr("{where}: '{text}'; expected two codes of areas, such as {example}.", where=where,
                               text=excerpt(text), example="-".join(list(known)[:2])))
        links.add(_pair(ends[0], ends[1]))
    return links


def _hang_together(a: str, b: str, links: Collection[Link]) -> bool:
    """Whether one comes from the one area to the other. (A line over the water may join those that do not, `ferries`.)"""
    before, found = set[str](), {a}
    while found != before:
        before, found = found, found | {end for link in links if {*link} & found for end in link}
    return b in found


# ---------------------------------------------------------------------- choosing


def layer_of(layers: Sequence[Layer], config: MapFile, where: str) -> Layer:
    if config.layer:
        found = next((layer for layer in layers if layer.name == config.layer), None)
        if found is None:
            known = ", ".join(layer.name for layer in layers) or "—"
            raise UserError(tr("{file}: no layer '{name}'; there are {known}.", file=where, name=excerpt(config.layer),
                               known=excerpt(known, 200)))
    else:
        found = max(layers, key=lambda layer: len(layer.features))
    return _in_islands(found, config) if config.islands else found


def _in_islands(layer: Layer, config: MapFile) -> Layer:
    """Returns the same with the largest pieces of land of some areas as areas of their own (`config.islands`), each with
    what lies nearest to it."""
    field = name_field(layer, config)
    features: list[Feature] = []
    for feature in layer.features:
        names = config.islands.get(feature.attributes.get(field, "").strip(), [])
        pieces = ((rings, Polygon(rings[0]).buffer(0)) for rings in feature.polygons if names and len(rings[0]) >= 4)
        whole = [(rings, shape) for rings, shape in pieces if not shape.is_empty]
        whole.sort(key=lambda piece: -_extent_of(piece[1]))
        largest = [shape for _, shape in whole[: len(names)]]
        if not largest:
            features.append(feature)
        for k, name in enumerate(names[: len(largest)]):
            near = tuple(rings for rings, shape in whole if min(
                range(len(largest)), key=lambda n, shape=shape: float(largest[n].distance(shape))) == k)  # type: ignore[misc]
            features.append(Feature({**feature.attributes, field: name}, near))
    return replace(layer, features=features)


def _extent_of(shape: BaseGeometry) -> float:
    """About how large a shape in degrees is."""
    return float(shape.area) * math.cos(math.radians(shape.centroid.y))


def keys_of(layer: Layer, config: MapFile, where: str) -> list[tuple[Feature, str, str]]:
    """Every feature with its name, and with what it is called after features were merged by attribute. Where the data has
    names, what has none is left out (`nameless`); where it has none at all, areas are numbered. Namesakes far apart have
    names of their own."""
    known = dict.fromkeys(key for feature in layer.features for key in feature.attributes)
    field = name_field(layer, config)
    for asked in filter(None, (config.name, config.merge_by)):
        if not any(asked in feature.attributes for feature in layer.features):
            raise UserError(tr("{file}: no attribute '{name}'; there are {known}.", file=where, name=excerpt(asked),
                               known=excerpt(", ".join(known), 200) or "—"))
    left_out = {id(feature) for feature in nameless(layer, config)}
    named = [
        (feature, feature.attributes.get(field, "").strip() or tr("Area {n}", n=number))
        for number, feature in enumerate(layer.features, 1) if id(feature) not in left_out]
    others = {} if config.merge_by else namesakes(named)
    called = [(feature, others.get(k, name)) for k, (feature, name) in enumerate(named)]
    return [(feature, name, feature.attributes.get(config.merge_by, "").strip() or name) for feature, name in called]


def _renamed(layer: Layer, config: MapFile, where: str) -> list[str]:
    """A sentence for each name that the data gives to areas far apart."""
    field = name_field(layer, config)
    given = ((feature.attributes.get(field, "").strip(), name) for feature, name, _ in keys_of(layer, config, where))
    return [tr("Areas far apart are called {name}; one of them is {other} here.", name=name, other=other)
            for name, other in dict.fromkeys(given) if name not in ("", other)]


def nameless(layer: Layer, config: MapFile) -> list[Feature]:
    """Returns the features without a name, and without what they would be merged by, where others have one: rocks, lakes,
    waste."""
    field = name_field(layer, config)
    if not field:
        return []
    return [
        feature for feature in layer.features
        if not feature.attributes.get(field, "").strip() and not feature.attributes.get(config.merge_by, "").strip()]


def names_of(layer: Layer, config: MapFile, where: str) -> dict[str, str]:
    """Returns what each area of `keys_of` is called. Areas that were merged by a code take the name that their parts have in
    common: an attribute that differs from area to area only, else the name that most of the parts hold, or the largest one
    has."""
    groups: dict[str, list[tuple[Feature, str]]] = defaultdict(list)
    for feature, name, key in keys_of(layer, config, where):
        groups[key].append((feature, name))
    if not config.merge_by or any(letter.islower() for key in groups for letter in key):
        return {key: key for key in groups}
    usual = {config.merge_by, name_field(layer, config)}
    for field in dict.fromkeys(field for feature in layer.features for field in feature.attributes if field not in usual):
        values = {key: {feature.attributes.get(field, "") for feature, _ in parts} for key, parts in groups.items()}
        common = {key: min(own) for key, own in values.items() if len(own) == 1}
        if len({*common.values()}) == len(groups) < len(layer.features) and all(map(_is_name, common.values())):
            return common
    return {key: _shared_name(parts) for key, parts in groups.items()}


def _shared_name(parts: Sequence[tuple[Feature, str]]) -> str:
    """Of the names of some features the one that most of the others hold too, then that of the largest."""
    def rank(name: str) -> tuple[int, float]:
        return sum(name in other for _, other in parts), _extent(feature for feature, own in parts if own == name)

    return max((name for _, name in parts), key=rank)


def _is_name(value: str) -> bool:
    return any(letter.islower() for letter in value) and not any(sign.isdigit() or sign in ":/_@" for sign in value)


def _extent(features: Iterable[Feature]) -> float:
    """Returns the area of the outer rings, in units of the data."""
    return sum(
        float(Polygon(rings[0]).area) for feature in features for rings in feature.polygons if len(rings[0]) > 3)


def name_field(layer: Layer, config: MapFile) -> str:
    """Returns the attribute that holds the names: the one asked for, or of the usual ones the first that most areas have and
    that tells them apart; "" where there is none."""
    def tells(key: str) -> bool:
        values = [value for feature in layer.features if (value := feature.attributes.get(key, "").strip())]
        return 2 * len(values) >= len(layer.features) and (len({*values}) > 1 or len(layer.features) == 1)

    return config.name or next(filter(tells, _NAMES), "")


def country_of(layer: Layer) -> str:
    """Returns the name of the country whose parts a layer shows: as the data calls it, else by its code (CZ, of ISO 3166-1);
    "" if it says neither. Some parts may be of others."""
    def common(values: Iterable[str]) -> str:
        ((value, n),) = Counter(filter(None, values)).most_common(1) or [("", 0)]
        return value if n >= MOST * len(layer.features) else ""

    def held(fields: Iterable[str]) -> Iterator[Iterator[str]]:
        yield from ((feature.attributes.get(field, "").strip() for feature in layer.features) for field in fields)

    name = next(filter(_is_name, map(common, held(_COUNTRIES))), "")
    if not name and _is_name(layer.name) and layer.name[0].isupper():
        name = layer.name
    if name:
        return short_name(name)
    codes = ((found[1] if (found := _ISO.match(value)) else "" for value in values) for values in held(_COUNTRY_CODES))
    return country_name(next(filter(None, map(common, codes)), ""))


def _selected(layer: Layer, config: MapFile, where: str) -> dict[str, list[Feature]]:
    """Name to features, merged by name, attribute and list."""
    whole = {part: name for name, parts in config.merge.items() for part in parts}
    chosen: dict[str, list[Feature]] = defaultdict(list)
    seen: set[str] = set()
    for feature, name, key in keys_of(layer, config, where):
        called = {name, key}
        seen |= called
        if (config.only and not called & {*config.only, *whole}) or called & {*config.drop}:
            continue
        chosen[whole.get(key, whole.get(name, key))].append(feature)
    for what, asked in (("only", config.only), ("drop", config.drop), ("merge", list(whole))):
        for name in asked:
            if name not in seen:
                raise UserError(tr("{what}: the data has no area '{name}'.", what=what, name=excerpt(name)))
    return dict(chosen)


class Mending:
    """Makes the shapes of these features valid, and counts how often outlines cross themselves or one another in them.
    where: the name of their file. Raises UserError where there are too many of them."""

    def __init__(self, where: str, features: Iterable[Feature]) -> None:
        self.where, self.left = where, MAX_CROSSINGS
        if sum(len(polygon) for feature in features for polygon in feature.polygons) > MAX_RINGS:
            raise UserError(tr("{file}: more than {n} islands and lakes; simplify the map data first.",
                               file=where, n=MAX_RINGS))

    def __call__(self, shape: BaseGeometry) -> BaseGeometry:
        """Returns the shape made valid. Raises UserError where that would take too long."""
        if shapely.is_valid(shape):
            return shape
        for met in _meetings(shape):
            self.left -= met
            if self.left < 0:
                raise UserError(tr("{file}: outlines cross themselves more than {n} times; clean the map data first.",
                                   file=self.where, n=MAX_CROSSINGS))
        return shapely.make_valid(shape)


def _meetings(shape: BaseGeometry) -> Iterator[int]:
    """How many pairs of lines of an outline meet, other than a line and the next one; for some lines at a time."""
    rings = [ring for part in parts_of(shape) for ring in (part.exterior, *part.interiors)]
    points, ring = shapely.get_coordinates(rings, return_index=True)
    same = ring[1:] == ring[:-1]
    lines = shapely.linestrings(np.stack([points[:-1][same], points[1:][same]], axis=1))
    tree = shapely.STRtree(lines)
    for first in range(0, len(lines), _AT_ONCE):
        some = lines[first : first + _AT_ONCE]
        yield (tree.query(some, predicate="intersects").shape[1] - 3 * len(some)) // 2  # with itself and its neighbors


_AT_ONCE = 200


def _shape(
    features: Sequence[Feature], project: Callable[[BaseGeometry], BaseGeometry], mending: Mending
) -> BaseGeometry:
    whole = [
        mending(Polygon(unwrapped(rings[0]), [unwrapped(hole) for hole in rings[1:] if len(hole) >= 4]))
        for feature in features for rings in feature.polygons if len(rings[0]) >= 4
    ]
    return polygonal(mending(project(unary_union(whole)))) if whole else Polygon()


def polygonal(shape: BaseGeometry) -> BaseGeometry:
    """Returns the polygons of a shape; lines and points that cleaning left are dropped."""
    parts = [part for part in parts_of(shape) if part.area > 0]
    return parts[0] if len(parts) == 1 else MultiPolygon(parts)


def _frames(shapes: Mapping[str, BaseGeometry]) -> list[str]:
    """Shapes that have all others within them, such as a frame or the sea under the land; the greatest first. Not the last
    but two, of which one may well lie in another."""
    names = sorted(shapes, key=lambda name: -shapes[name].area)
    ordered = np.array([shapes[name] for name in names], dtype=object)
    found: list[str] = []
    for k, name in enumerate(names[: min(MAX_FRAMES, len(names) - 2)]):
        one, others = shapes[name], ordered[k + 1 :]
        left, top, right, bottom = shapely.total_bounds(others)
        edge = TOUCH / SIDE * max(right - left, bottom - top)
        shapely.prepare(one)
        if not shapely.covers(one, shapely.point_on_surface(others)).all() or not (
            shapely.covers(one.buffer(edge), others).all()  # edges may be shared
        ):
            break
        found.append(name)
    return found


def _placing(shapes: Mapping[str, BaseGeometry]) -> Callable[[Floats], Floats]:
    """To a plane where all shapes fill SIDE, the upper left corner at the origin."""
    left, top, right, bottom = shapely.total_bounds(np.array(list(shapes.values()), dtype=object))
    scale = SIDE / max(right - left, bottom - top, 1e-12)
    return lambda xy: (xy - np.array([left, top])) * scale


# ---------------------------------------------------------------------- cleaning, merging


def _simplified(shapes: Mapping[str, BaseGeometry], mending: Mending) -> dict[str, BaseGeometry]:
    """Returns the same with less detail; shared edges stay shared."""
    names = list(shapes)
    whole = [polygonal(mending(shapely.set_precision(shapes[name], 0.01))) for name in names]
    simple = shapely.coverage_simplify(whole, SIMPLE)
    return {
        name: polygonal(mending(new)) if not new.is_empty and new.area > 0 else old
        for name, old, new in zip(names, whole, simple, strict=True)
    }


def _largest(shapes: Mapping[str, BaseGeometry]) -> dict[str, BaseGeometry]:
    """Returns the same, of areas with very many parts or holes only the MAX_PARTS largest of each, and holes in which others
    lie."""
    found = dict(shapes)
    parts = {name: parts_of(shape) for name, shape in shapes.items()}
    for name, own in parts.items():
        if len(own) > MAX_PARTS or sum(len(part.interiors) for part in own) > MAX_PARTS:
            others = shapely.STRtree([
                part.representative_point() for other in parts if other != name for part in parts[other][:MAX_PARTS]])
            holes = sorted((hole for part in own for hole in holes_of(part)), key=lambda hole: -hole.area)
            small = {
                hole.exterior.wkb for hole in holes[MAX_PARTS:] if not len(others.query(hole, predicate="contains"))}
            found[name] = polygonal(MultiPolygon([
                Polygon(part.exterior, [ring for ring in part.interiors if ring.wkb not in small])
                for part in own[:MAX_PARTS]
            ]))
    return found


def borders_of(shapes: Mapping[str, BaseGeometry]) -> set[Link]:
    """Returns the pairs that share a stretch of border."""
    names = sorted(shapes)
    rings = [ring for name in names for part in parts_of(shapes[name]) for ring in (part.exterior, *part.interiors)]
    owner = np.repeat(np.arange(len(names)), [
        sum(1 + len(part.interiors) for part in parts_of(shapes[name])) for name in names])
    near: dict[Link, tuple[set[int], set[int]]] = {}
    for i, j in zip(*shapely.STRtree(rings).query(rings, predicate="dwithin", distance=TOUCH), strict=True):
        if owner[i] < owner[j]:
            ours, theirs = near.setdefault((names[owner[i]], names[owner[j]]), (set(), set()))
            ours.add(i)
            theirs.add(j)
    return {
        pair for pair, (ours, theirs) in near.items()
        if _joined(rings, ours).intersection(_joined(rings, theirs).buffer(TOUCH)).length > SHORTEST + 4 * TOUCH
    }


def _joined(rings: Sequence[LinearRing], numbers: Iterable[int]) -> MultiLineString:
    return MultiLineString([rings[number] for number in sorted(numbers)])


def _enclaves(shapes: Mapping[str, BaseGeometry], pairs: Iterable[Link]) -> dict[str, str]:
    """Areas that lie in a hole of one other area, which has no other neighbor there: inner to outer."""
    beside: dict[str, set[str]] = defaultdict(set)
    for a, b in pairs:
        beside[a].add(b)
        beside[b].add(a)
    found = {}
    for inner in sorted(shapes):
        if len(beside[inner]) == 1:
            (outer,) = beside[inner]
            if any(hole.buffer(TOUCH).covers(shapes[inner]) for hole in holes_of(shapes[outer])):
                found[inner] = outer
    return found


def _merge(shapes: dict[str, BaseGeometry], pairs: set[Link], target: str, gone: str) -> None:
    shapes[target] = polygonal(unary_union([shapes[target].buffer(TOUCH), shapes.pop(gone).buffer(TOUCH)]).buffer(-TOUCH))
    for pair in [pair for pair in pairs if gone in pair]:
        pairs.discard(pair)
        other = pair[0] if pair[1] == gone else pair[1]
        if other != target:
            pairs.add(_pair(other, target))


def kept_parts(shape: BaseGeometry) -> list[Polygon]:
    """Returns the parts that are drawn: the largest, and others at least KEPT_PART as large, MAX_PARTS in all."""
    parts = parts_of(shape)[:MAX_PARTS]
    return [part for part in parts if part.area >= KEPT_PART * parts[0].area]


# ---------------------------------------------------------------------- codes


def codes_for(names: Mapping[str, str], given: Mapping[str, str], fixed: Mapping[str, str]) -> dict[str, str]:
    """A code of two letters (three where those are taken) for every key of `names`: the fixed one, the given one, or one
    from the name, which is its own if it is as short and has a digit ("s01"). Raises UserError for a code that is fixed
    twice or is none."""
    codes: dict[str, str] = {}
    for key in names:
        code = fixed.get(key) or fixed.get(names[key])
        if code is not None:
            if not (1 <= len(code) <= MAX_CODE and code.isascii() and code.isalnum()) or code in codes.values():
                raise UserError(tr("codes: '{code}'; expected 1 to 4 letters or digits, another for each area.",
                                   code=excerpt(code)))
            codes[key] = code
    taken = {code.casefold() for code in codes.values()} | {"end"}
    for key, name in names.items():
        if key not in codes:
            own = given.get(key, "")
            wanted = [own.upper()] if 1 <= len(own) <= 4 and own.isascii() and own.isalnum() else []
            codes[key] = next(code for code in (*wanted, *_candidates(name)) if code.casefold() not in taken)
            taken.add(codes[key].casefold())
    return codes


def _candidates(name: str) -> Iterable[str]:
    if len(name) <= MAX_CODE and name.isascii() and name.isalnum() and not name.isalpha():
        yield name.upper()
    plain = unicodedata.normalize("NFKD", name)
    words = ["".join(sign for sign in word if sign.isascii() and sign.isalpha()) for word in plain.replace("-", " ").split()]
    words = [word.upper() for word in words if word] or ["A"]
    letters = "".join(words)
    if len(words) > 1:
        yield "".join(word[0] for word in words)[:3] if len(words) == 2 else words[0][0] + words[-1][0]
    yield letters[:2] if len(letters) > 1 else letters + "A"
    for later in letters[2:]:
        yield letters[0] + later
    for a, b in combinations(letters[1:], 2):
        yield letters[0] + a + b
    for number in range(1, 1000):
        yield f"{letters[0]}{number}"
