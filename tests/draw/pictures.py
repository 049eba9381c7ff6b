"""Displays that tests of painters share: every kind of mark, every ink that prints, every hatch."""

from __future__ import annotations

from rollwrite_desktop.draw.display import Display, Mark, Shape, Text, box, ellipse, polyline
from rollwrite_desktop.draw.inks import REGIONS
from rollwrite_desktop.draw.map_face import blank_map, pencil_room
from rollwrite_desktop.draw.strokes import caption, circled, cross, die, freehand, star, strike, tick, written
from rollwrite_desktop.sheet.sheet import Box, Decor, Point, Rect, Region, Ring, Sheet, Space


def _ring(x: float, y: float, w: float, h: float) -> Ring:
    return (x, y), (x + w, y), (x + w, y + h), (x, y + h)


def _space(name: str, region: str, x: float, y: float) -> Space:
    return Space(name, name, region, _ring(x, y, 60, 50), Rect(x + 10, y + 6, 40, 40), (x + 12, y + 14))


def small_map() -> Sheet:
    """Six regions of two spaces each, in a strip; boxes, a lake, a corner and letters."""
    places: list[tuple[str, Point]] = [(region, (20 + 60 * i, 40)) for i, region in enumerate(REGIONS)]
    spaces = [_space(region[:2].upper(), region, x, y) for region, (x, y) in places]
    spaces += [_space(region[:2].upper() + "2", region, x, y + 50) for region, (x, y) in places]
    return Sheet(
        id="small",
        game="none",
        title="Small",
        version=1,
        size=(400, 200),
        regions=tuple(Region(region, region.title(), region[0].upper()) for region in REGIONS),
        spaces=tuple(spaces),
        links=(),
        corner_links=(),
        boxes=(
            *(Box(f"guard/{i}", "guard", "check", Rect(20 + 30 * i, 160, 24, 24)) for i in (1, 2, 3)),
            Box("player", "player", "field", Rect(200, 160, 120, 24)),
        ),
        decor=(
            Decor("lake", _ring(330, 145, 50, 50)),
            Decor("corner", _ring(77, 87, 6, 6)),
            Decor("title", _ring(20, 10, 200, 24), "Small map"),
            Decor("text", _ring(50, 148, 90, 10), "Guard"),
            Decor("region", _ring(22, 70, 14, 14), "red"),
            Decor("region", _ring(82, 70, 14, 14), "B"),
        ),
        source="drawn for tests",
        licence="CC0-1.0",
    )


def map_picture() -> Display:
    """The small map with everything that players write on it."""
    sheet = small_map()
    marks: list[Mark] = list(blank_map(sheet, {"player": "Name"}, {"guard"}))
    for number, space in enumerate(sheet.spaces, 1):
        room = pencil_room(space)
        if number % 4 == 0:
            marks += cross(f"pencil/{space.id}", room)
        else:
            marks.append(written(f"pencil/{space.id}", str(number % 7), room))
            if number % 3 == 0:
                marks += circled(f"ring/{space.id}", room)
    marks += strike("off/1", sheet.box["guard/1"].rect)
    marks += tick("off/2", sheet.box["guard/2"].rect)
    marks.append(written("name", "José Müller", sheet.box["player"].rect))
    return Display(sheet.size, tuple(marks))


def dice_picture() -> Display:
    """Dice of every color, turned text, dashes, curves and a star."""
    marks: list[Mark] = []
    for i, region in enumerate((*REGIONS, "")):
        rect = Rect(10 + 50 * i, 10, 40, 40)
        marks += die(f"die/{i}", rect, i + 1 if i < 6 else None, region, (region or "★")[0].upper(), digits=i == 2)
    marks.append(Text("turned", 60, 130, "Turned → 3 × 4 ≤ 12", "bold", 11, "text", "middle", turn=-30))
    marks.append(Text("right", 360, 80, "right to the edge", "text", 10, "faint", "right"))
    marks.append(Shape("dashed", polyline(((120, 100), (200, 140), (280, 100))), stroke="conflict", width=2, dash=(6, 4)))
    marks.append(Shape("star", star(320, 130, 20), fill="region.yellow", stroke="border", width=1))
    marks.append(Shape("ring", ellipse(220, 150, 24, 12), stroke="legal", width=3))
    marks.append(Shape("box", box(20, 150, 60, 30, 8), fill="wild", stroke="line", width=1))
    marks.append(caption("caption", "A caption that is too long", Rect(20, 150, 60, 30), size=9, align="middle"))
    marks += freehand("route", ((90, 180), (130, 160), (170, 185), (200, 178)))
    return Display((370, 200), tuple(marks))
