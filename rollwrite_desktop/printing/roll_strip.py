"""The roll strip, a column beside a face: boxes for every roll of a game, or the rolls of a code printed in advance.

Knows no game.
"""

from __future__ import annotations

from dataclasses import dataclass

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Face, Mark, Shape, Text, box, polyline
from rollwrite_desktop.draw.imposition import MAX_COLUMN_WIDTH
from rollwrite_desktop.draw.type_metrics import cap_height, fit
from rollwrite_desktop.gamekit.print_kit import RollBoxes
from rollwrite_desktop.sheet.sheet import Rect

NUMBER = 8.0  # width of a roll's number
PLAIN, NAMED, CARD = 9.0, 16.5, 21.5  # least widths of the boxes for plain dice, named dice and cards
TITLE = 11.0
MIN_HEIGHT, MAX_HEIGHT, ROOMY_HEIGHT = 8.0, 24.0, 46.0
MAX_STRETCH, ROOMY_STRETCH = 1.5, 3.0
TWO_LINES = 12.0  # height from which a card's region is printed below its space
MAX_COLUMNS = 4


@dataclass(frozen=True, slots=True)
class Strip:
    """The rolls of a game beside its sheet: empty boxes, or the outcomes `rolled` of a code, which is printed as title."""

    boxes: RollBoxes
    rolled: tuple[Outcome, ...] = ()
    code: str = ""

    @property
    def min_width(self) -> float:
        """The least width of one column of rolls, in points."""
        return NUMBER + self._content

    @property
    def _content(self) -> float:
        return self.boxes.dice * (NAMED if self.boxes.letters else PLAIN) + self.boxes.cards * CARD

    def places(self, room: Rect) -> tuple[tuple[Rect, ...], ...]:
        """The boxes of every roll, dice before cards, as large as the room allows; numbers are left of the first box."""
        count = len(self.rolled) or self.boxes.rolls
        most = max(1, min(MAX_COLUMNS, int((room.w + 1e-6) // self.min_width)))
        roomy = room.w > MAX_COLUMN_WIDTH
        tallest, widest = (ROOMY_HEIGHT, ROOMY_STRETCH) if roomy else (MAX_HEIGHT, MAX_STRETCH)

        def size(columns: int) -> tuple[float, float]:
            rows = -(-count // columns)
            high = min(tallest, (room.h - TITLE) / rows)
            return high, min(widest, (room.w / columns - NUMBER) / self._content)

        columns = max(range(1, most + 1), key=lambda n: (min(size(n)[0] / MIN_HEIGHT, 2 * size(n)[1]), -n))
        high, stretch = size(columns)
        rows = -(-count // columns)
        widths = [
            *[stretch * (NAMED if self.boxes.letters else PLAIN)] * self.boxes.dice, *[stretch * CARD] * self.boxes.cards,
        ]
        found = []
        for number in range(count):
            x = room.x + number // rows * room.w / columns + NUMBER
            y = room.y + TITLE + number % rows * high
            rects = []
            for wide in widths:
                rects.append(Rect(x, y + 0.06 * high, wide - 1.2, 0.88 * high))
                x += wide
            found.append(tuple(rects))
        return tuple(found)


def strip_marks(key: str, strip: Strip, room: Rect) -> tuple[Mark, ...]:
    """The marks of a strip in a rectangle of the page."""
    title = tr("Code {code}", code=strip.code) if strip.code else tr("Rolls")
    text, size = fit(title, "bold", 6.5, room.w)
    marks: list[Mark] = [Text(f"{key}/title", room.x, room.y + 6.5, text, "bold", size, "text")]
    for number, rects in enumerate(strip.places(room), 1):
        first = rects[0]
        name, size = f"{key}/{number}", min(6.0 if room.w > MAX_COLUMN_WIDTH else 5.5, 0.7 * first.h)
        low = first.y + first.h / 2 + cap_height("text", size) / 2
        marks.append(Text(name, first.x - 2, low, str(number), "text", size, "faint", "right"))
        for i, rect in enumerate(rects):
            marks.append(Shape(f"{name}/box/{i}", box(rect.x, rect.y, rect.w, rect.h, 1.5), "box", "line", 0.5))
        if strip.rolled:
            marks.extend(_rolled(name, strip, strip.rolled[number - 1], rects))
        group = strip.boxes.group
        if group and number % group == 0:
            edge = first.y + first.h * 1.07
            marks.append(Shape(f"{name}/line", polyline(((first.x - NUMBER, edge), (rects[-1].x + rects[-1].w, edge))),
                               stroke="border", width=0.9))
    return tuple(marks)


def fold_line(key: str, x: float, top: float, bottom: float) -> Shape:
    """A dashed line along which a column is folded back, so that its rolls are hidden."""
    return Shape(key, polyline(((x, top), (x, bottom))), stroke="faint", width=0.5, dash=(4.0, 3.0))


def _rolled(key: str, strip: Strip, outcome: Outcome, rects: tuple[Rect, ...]) -> list[Mark]:
    texts = [f"{tr(strip.boxes.letters.get(die.name, ''))}{die.face}" for die in outcome.dice]
    marks: list[Mark] = []
    for i, (text, rect) in enumerate(zip((*texts, *outcome.cards), rects, strict=False)):
        spot, _, rest = text.partition(" ")
        lines = [spot, tr(rest)] if rest and rect.h >= TWO_LINES else [f"{spot} {tr(rest)}" if rest else spot]
        for j, line in enumerate(lines):
            room = Rect(rect.x, rect.y + j * 0.58 * rect.h, rect.w, rect.h * (1, 0.58, 0.42)[len(lines) - 1 + j])
            face: Face = "text" if j else "bold"
            line, size = fit(line, face, min(0.3 * rect.w + 5, 0.95 * room.h), room.w - 2, 0.4)
            x, y = room.center
            low = y + cap_height(face, size) / 2
            marks.append(Text(f"{key}/rolled/{i}/{j}", x, low, line, face, size, "text", "middle"))
    return marks
