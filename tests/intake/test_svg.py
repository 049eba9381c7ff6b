"""Drawings as SVG has them: every shape, transform and reference, what is hidden, and work that stays bounded.

`svg_outlines.json` holds drawings made at random, and of each shape that is seen the outlines by another reader (svgelements
1.9.6, its transforms applied to points on each curve). `svg_painted.json` holds others, and which of their shapes leave a
trace where QtSvg paints them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import shapely

from rollwrite_desktop.cli import main
from rollwrite_desktop.intake import svg
from rollwrite_desktop.intake.geodata import NotMapData, layers
from rollwrite_desktop.maps.areas import areas_of
from rollwrite_desktop.maps.config import MapFile

OUTLINES = json.loads((Path(__file__).parent / "svg_outlines.json").read_text("utf-8"))
PAINTED = json.loads((Path(__file__).parent / "svg_painted.json").read_text("utf-8"))
COARSE = 0.025
"""How far curves made of eight lines may be from the curve, as a part of the shape's size."""


def drawn(inside: str) -> dict[str, list[tuple[svg.Ring, ...]]]:
    """The shapes of a drawing by id."""
    return {each["id"]: polygons for each, polygons in svg.drawing(f"<svg>{inside}</svg>".encode()).areas}


def corners(polygons: list[tuple[svg.Ring, ...]]) -> list[tuple[float, float]]:
    """The points of the only ring, y down, rounded."""
    (((*points,),),) = polygons
    return [(round(x, 3) + 0.0, round(-y, 3) + 0.0) for x, y in points]


@pytest.mark.parametrize("case", OUTLINES, ids=range(len(OUTLINES)))
def test_outlines_are_those_of_another_reader(case: dict[str, Any]) -> None:
    found: dict[str, list[svg.Ring]] = {}
    for each, polygons in svg.drawing(case["drawing"].encode()).areas:
        name = case["used"] if each["id"].startswith("u") else each["id"]
        found.setdefault(name, []).extend(ring for polygon in polygons for ring in polygon)
    assert found.keys() >= case["outlines"].keys() and found.keys() <= {*case["outlines"], case["used"]}
    for name, rings in case["outlines"].items():
        theirs = shapely.MultiLineString([[(x, -y) for x, y in (*ring, ring[0])] for ring in rings])
        mine = shapely.MultiLineString([(*ring, ring[0]) for ring in found[name]])
        left, top, right, bottom = theirs.bounds
        assert mine.hausdorff_distance(theirs) < COARSE * max(right - left, bottom - top), name


@pytest.mark.parametrize("case", PAINTED, ids=range(len(PAINTED)))
def test_what_leaves_no_trace_is_no_area(case: dict[str, Any]) -> None:
    """By fill, stroke, opacity and visibility, of its own or of groups, by attribute, style or class."""
    assert sorted(drawn(case["drawing"])) == case["painted"]


def test_rectangles_lengths_and_view_boxes() -> None:
    square = [(1.0, 2.0), (4.0, 2.0), (4.0, 6.0), (1.0, 6.0)]
    assert corners(drawn('<rect id="a" x="1" y="2" width="3" height="4"/>')["a"]) == square
    assert corners(drawn('<rect id="a" x="10mm" width="1in" height="5pc"/>')["a"])[2] == (133.795, 80.0)
    fitted = '<svg x="10" y="10" width="20" height="40" viewBox="0 0 1 1"><rect id="a" width="100%" height="1"/></svg>'
    assert corners(drawn(fitted)["a"]) == [(10.0, 20.0), (30.0, 20.0), (30.0, 40.0), (10.0, 40.0)]
    symbol = '<symbol id="s" viewBox="0 0 2 2"><rect width="2" height="2"/></symbol>'
    placed = drawn(f'{symbol}<use id="a" href="#s" width="6" height="6" x="1"/>')
    assert corners(placed["a"]) == [(1.0, 0.0), (7.0, 0.0), (7.0, 6.0), (1.0, 6.0)]
    assert len(corners(drawn('<rect id="a" width="9" height="9" rx="2"/>')["a"])) == 4 * (svg.STEPS + 1)
    assert not drawn('<rect id="a" width="0" height="9"/><circle id="b" r="0"/><ellipse id="c"/>')


def test_what_is_hidden_or_only_defined_is_no_area() -> None:
    box = '<rect width="1" height="1"'
    (layer,) = layers(f"""<svg><style>/* none */ .off, #gone {{ fill: red; display: none }} g.ghost{{visibility:hidden}}
        @media print {{ rect {{ display: none }} }}</style>
        {box} id="a"/>{box} id="frame" display="none"/>{box} id="b" style="display:none"/>{box} id="c" class="x off"/>
        {box} id="gone"/><g class="ghost">{box} id="d"/>{box} id="e" visibility="visible"/></g>
        <g style="visibility: collapse">{box} id="f"/></g><g id="layer" display="none">{box} id="g"/></g>{box}/>
        <defs>{box} id="h"/></defs><clipPath>{box} id="i"/></clipPath><marker>{box} id="j"/></marker>
        <symbol>{box} id="k"/></symbol>{box} id="l" clip-path="url(#i)"/><image id="m"/><use href="other.svg#x"/></svg>
        """.encode(), "x.svg")
    assert [feature.attributes["id"] for feature in layer.features] == ["a", "e", "l"]
    assert layer.notes == (
        "Hidden in the drawing and left out: frame, b, c, gone, d, f, layer.", "1 shape without an id was left out.",
        "Not read in the drawing: style (1), clip-path (1), image (1), use (1).",
    )


def test_what_is_painted_in_nothing_is_hidden() -> None:
    box = '<rect width="1" height="1"'
    (layer,) = layers(f"""<svg><style>.none {{ fill: none }} .line {{ stroke: #000 }} path:hover {{ fill: red }}</style>
        {box} id="a" fill="none" stroke="black"/>{box} id="b" fill="none"/>{box} id="c" class="none"/>
        {box} id="d" class="none line"/>{box} id="e" style="opacity:0.0"/>{box} id="f" fill-opacity="0%"/>
        <g fill="none">{box} id="g"/>{box} id="h" fill="#fff"/><g stroke="red">{box} id="i"/>
        {box} id="j" stroke-width="0"/></g></g><g id="k" opacity="0">{box} id="l" opacity="1"/></g>
        {box} id="m" fill="rgba(1, 2, 3, 0)"/>
        {box} id="n" fill="rgb(0,0,0)"/>{box} id="o" fill="#12345600"/>{box} id="p" fill="url(#x)"/>
        {box} fill="none"/></svg>""".encode(), "x.svg")
    assert [feature.attributes["id"] for feature in layer.features] == ["a", "d", "h", "i", "n", "p"]
    assert layer.notes == ("Hidden in the drawing and left out: b, c, e, f, g, j, k, m, …, 1 shape without an id.",)


def test_a_style_that_cannot_be_read_might_paint_every_shape() -> None:
    """Where it might only hide some, that is said; at rest, or of other things, it says nothing of shapes."""
    box = '<rect id="a" fill="none" width="1" height="1"/>'
    for style, painted in (("g rect { fill: red }", True), ("g rect { fill: none }", False), ("a rect { font: 0 }", False)):
        found = svg.drawing(f"<svg><style>{style}</style>{box}</svg>".encode())
        assert (len(found.areas) == 1) == painted and found.unread["style"] == ("none" in style)


def test_what_is_hidden_in_groups_without_names_is_named() -> None:
    box = '<rect width="1" height="1"'
    (layer,) = layers(f"""<svg>{box} id="a"/><g display="none">{box} id="b"/><g><text id="t"/>{box}><title>Sea</title></rect>
        </g><g id="c">{box}/></g><use href="#a" id="d"/></g><g opacity="0" inkscape:label="Guides">{box}/></g>
        <g style="display:none">{box}/><use href="#a"/></g></svg>""".encode(), "x.svg")
    assert layer.notes == ("Hidden in the drawing and left out: b, Sea, c, d, Guides, 2 shapes without an id.",)


def test_lines_and_texts_are_not_read() -> None:
    (layer,) = layers(b"""<svg stroke="red"><rect id="a" width="1" height="1"/><line id="b" x2="9"/><text id="c">Sea</text>
        <text display="none">no</text><line stroke="none" x2="9"/><text><tspan>Land</tspan></text></svg>""", "x.svg")
    assert layer.notes == ("Not read in the drawing: line (1), text (2).",)


def test_shapes_that_become_one_area_without_being_parts_of_a_group_are_named() -> None:
    box = '<rect width="1" height="1"'
    (layer,) = layers(f"""<svg>{box} id="MI"/>{box} id="MI"/><g id="HI">{box}/>{box}/></g>{box} id="AK"/>{box} id="AK"/>
        {box} id="x" data-name="Isles"/>{box} id="y" data-name="Isles"/><symbol id="s">{box}/>{box}/></symbol>
        <use href="#s" id="NY"/></svg>""".encode(), "x.svg")
    assert layer.notes == ("Several shapes with the same name are one area: MI, AK, Isles.",)
    (layer,) = layers(f"<svg>{box} id='a'/>{box} id='a'/></svg>".encode(), "x.svg")
    assert not layer.notes, "areas that all have one name are told apart by numbers"


def test_a_drawing_without_areas_says_what_was_left_out() -> None:
    said = r"^x\.svg has no areas; expected polygons\. Hidden in the drawing and left out: a\.$"
    with pytest.raises(NotMapData, match=said):
        layers(b'<svg><rect id="a" width="1" height="1" fill="none"/></svg>', "x.svg")


def test_what_is_used_has_a_name_of_its_own() -> None:
    hexes = '<defs><g id="hex"><path d="M0 0h1v1z"/><path id="in" d="M0 0h2v2z"/></g></defs>'
    assert [*drawn(hexes + '<use href="#hex"/><use id="b" href="#hex" x="5"/>')] == ["hex 1", "hex 1 in", "b", "b in"]
    assert corners(drawn(hexes + '<use id="b" href="#hex" x="5" transform="scale(2)"/>')["b"])[0] == (10.0, 0.0)


def test_uses_within_uses_are_bounded_and_none_is_within_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(svg, "MAX_WORK", 100_000)
    bomb = '<g id="g0"><rect width="1" height="1"/></g>' + "".join(
        f'<g id="g{n}">' + f'<use href="#g{n - 1}"/>' * 10 + "</g>" for n in range(1, 9))
    for inside in (bomb, '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'):
        with pytest.raises(NotMapData, match=r"more than 100000 elements|is drawn within itself"):
            layers(f"<svg>{inside}</svg>".encode(), "x.svg")


def test_of_a_switch_the_first_that_can_be_drawn_is() -> None:
    a, b, c = (f'<rect id="{name}" width="1" height="1" ' for name in "abc")
    assert [*drawn(f"<switch><title>Two</title>{a}/>{b}/></switch>{c}/>")] == ["a", "c"]
    assert [*drawn(f'<switch><foreignObject requiredExtensions="urn:ai"/><g>{a}/>{b}/></g></switch>')] == ["a", "b"]
    languages = f'{a} systemLanguage="de, fr"/>{b} systemLanguage="de, en-US"/>{c}/>'
    assert [*drawn(f"<switch>{languages}</switch>")] == ["b"]
    (layer,) = layers(f'<svg>{a}/><switch><text systemLanguage="de"/><text/></switch></svg>'.encode(), "x.svg")
    assert layer.notes == ("Not read in the drawing: text (1).",)


def test_a_shape_that_cannot_be_read_is_named() -> None:
    for inside, named in (('<path id="OH" d="M0 0 1z"/>', " in OH"), ('<g id="KY"><path d="M0 0 1z"/></g>', " in KY"),
                          ('<path d="M0 0 1z"/>', "")):
        with pytest.raises(NotMapData, match=rf"^x\.svg: damaged map data \(too few numbers after M{named}\)\.$"):
            layers(f"<svg>{inside}</svg>".encode(), "x.svg")


@pytest.mark.parametrize("inside", [
    '<rect id="a" width="1e9999x" height="1"/>', '<rect id="a" width="1" height="1" transform="turn(3)"/>',
    '<path id="a" d="M0 0A1 1 0 2 0 5 5z"/>', '<path id="a" d="M0 0A1 1 0 1 0 5z"/>',
    "<style>" + ".a{fill:none}" * 10_001 + "</style>",
])
def test_what_cannot_be_read_is_refused_in_a_sentence(inside: str) -> None:
    with pytest.raises(NotMapData, match=r"^x\.svg: damaged map data \(.+\)\.$"):
        layers(f"<svg>{inside}</svg>".encode(), "x.svg")


@pytest.mark.parametrize("inside", [
    "<style>" + "/*" * 100_000 + "</style>", "<style>" + "a," * 100_000 + "</style>", "<style>" + "{" * 200_000 + "</style>",
    '<g transform="' + " " * 200_000 + 'x"/>', '<path id="a" d="M0 0A' + "1" * 100 + " " * 200_000 + '"/>',
])
def test_texts_are_gone_through_once(inside: str) -> None:
    with pytest.raises(NotMapData, match=r"no areas|transform x|too few numbers"):
        layers(f"<svg>{inside}</svg>".encode(), "x.svg")


HIDDEN = '<rect id="frame" width="40" height="30" style="display:none"/>'


def grid(frame: str = HIDDEN) -> bytes:
    """Ten paths and two rectangles, and a frame."""
    cells = [(10 * (n % 4), 10 * (n // 4)) for n in range(12)]
    shapes = [f'<path id="p{n}" d="M{x} {y}h10v10h-10z"/>' for n, (x, y) in enumerate(cells[:10])]
    shapes += [f'<rect id="r{n}" x="{x}" y="{y}" width="10" height="10"/>' for n, (x, y) in enumerate(cells[10:])]
    return f"<svg>{frame}{''.join(shapes)}</svg>".encode()


def test_rectangles_are_areas_and_a_hidden_frame_is_none() -> None:
    areas = areas_of(layers(grid(), "map.svg"), MapFile(projection="plane"), "map.svg")
    assert len(areas.by_code) == 12 and len(areas.links) == 17
    assert areas.notes == ["Hidden in the drawing and left out: frame."]


AROUND = '<rect id="frame" x="{}" y="{}" width="{}" height="{}" {}/>'


@pytest.mark.parametrize(("frame", "left_out"), [
    (AROUND.format(-2, -1, 45, 40, 'fill="none" stroke="black"'), ["frame"]),
    (AROUND.format(-2, -1, 45, 40, 'fill="blue"'), ["frame"]), (AROUND.format(0, 0, 40, 30, ""), ["frame"]),
    (AROUND.format(-2, -1, 45, 40, "") + '<path id="coast" d="M-1 -1L41 -1L41 30L0 30z"/>', ["frame", "coast"]),
    (AROUND.format(-2, -1, 35, 40, ""), []), ('<path id="sea" d="M-9 -9H49V39H-9zM0 0H40V30H0z"/>', []),
])
def test_what_lies_around_all_areas_is_none(frame: str, left_out: list[str]) -> None:
    """A frame or the sea under the land; but not what has all others in a hole, as a land about a city with its parts."""
    areas = areas_of(layers(grid(frame), "map.svg"), MapFile(projection="plane"), "map.svg")
    assert areas.notes == [f"{name} lies around or under all other areas and was left out." for name in left_out]
    assert (len(areas.by_code), len(areas.links)) == (12, 17) or not left_out


@pytest.mark.release
def test_new_map_says_what_it_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, sheet = tmp_path / "map.svg", tmp_path / "grid.sheet.json"
    source.write_bytes(grid())
    assert main(["new-map", str(source), "--game", "on_tour", "-o", str(sheet)]) == 0
    said = capsys.readouterr().out
    assert "Hidden in the drawing and left out: frame." in said
    assert len(json.loads(sheet.read_text("utf-8"))["spaces"]) == 12
