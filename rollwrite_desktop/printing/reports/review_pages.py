"""The review of a game as a document with every turn, error and luck as bars; on paper with the sheets of the costliest."""

from __future__ import annotations

from msgspec.structs import replace

from rollwrite_desktop.core.i18n import decimal, integer, tr
from rollwrite_desktop.draw.clip import window
from rollwrite_desktop.draw.display import Bounds, Display, Face, Mark, Shape, Text, levels, polygon, polyline
from rollwrite_desktop.draw.hatch import diagonals
from rollwrite_desktop.draw.imposition import INSET, SEEN
from rollwrite_desktop.draw.type_metrics import fit, width, wrapped
from rollwrite_desktop.gamekit.play.guide import Guide
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.review.game_review import ROLLOUTS, Review, TurnResult
from rollwrite_desktop.play.review.review_view import (
    BETTER,
    MARK_TITLES,
    MINE,
    choices,
    drawn,
    headline,
    measured,
    reasons,
    roll_of,
    signed,
    summary,
    without_luck,
)
from rollwrite_desktop.printing.reports.document import Column, Document, Figure, Paragraph, Table
from rollwrite_desktop.printing.reports.document_pages import document_pages
from rollwrite_desktop.printing.sheets.large_print import legible
from rollwrite_desktop.printing.sheets.page_layout import Leaf
from rollwrite_desktop.printing.sheets.sheet_codes import identity_text
from rollwrite_desktop.sheet.sheet import Rect

WORST = 3
"""So many sheets of turns are printed."""
SIZES = (11.0, 9.5, 9.0)
MARGIN, BODY, LEAST = INSET, 9.5, 9.0
BARS = 78.0, 58.0, 40.0
"""The heights of the bars: the first with which the turns are on the fewest pages."""
_LUCK, _ERROR = BETTER, MINE
_COLUMNS = (44.0, 66.0, 54.0, 74.0, 222.0, 242.0)
"""The widths of the columns: turn, error, luck, mark, move, better."""
_LEGEND, _TOP, _ROW = 104.0, 18.0, 13.0
"""Below a sheet: the room for its legend, where its first line is, and how far lines are apart at most."""
_BESIDE = 18.0
"""The least between what a turn cost and its roll in the same line."""
_HATCH = 3.4
"""How far apart the strokes are by which a bar of error is told from one of luck, also in gray."""
_SCALE = 16.0
"""Room for the numbers of the bars' scale."""


def review_leaves(opened: Opened, player: str, review: Review) -> tuple[Leaf, ...]:
    """Returns the pages of a review."""
    document = review_document(opened, player, review)
    faces = document_pages(document, opened.sheet.size, sizes=SIZES)
    for high in BARS[1:]:
        if len(faces) > 1:
            lower = review_document(opened, player, review, high)
            faces = min(faces, document_pages(lower, opened.sheet.size, sizes=SIZES), key=len)
    leaves = [
        Leaf(face, title=document.title, reading=True, counted=False, identity=_identity(opened, n))
        for n, face in enumerate(faces, 1)
    ]
    guide = opened.game.play.guide(opened.session.rules)
    for turn in review.costly[:WORST]:
        face = _with_legend(opened, guide, player, turn)
        leaves.append(Leaf(face, title=headline(opened, turn), alt=headline(opened, turn), counted=False,
                           identity=_identity(opened, len(leaves) + 1)))
    return tuple(leaves)


def _identity(opened: Opened, number: int) -> str:
    return identity_text(opened.sheet, f"V{number}")


def _with_legend(opened: Opened, guide: Guide, player: str, turn: TurnResult) -> Display:
    """Returns the sheet of a turn made smaller, so that its legend has room below on a face of the same size."""
    sheet = drawn(opened, guide, player, turn)
    wide, high = sheet.size
    part = (SEEN, SEEN, wide - SEEN, high - SEEN)
    place = Rect(INSET, INSET, wide - 2 * INSET, high - 2 * INSET - _LEGEND)
    sheet = legible(sheet, opened.sheet, place.h / (high - 2 * SEEN))
    legend = _legend(opened, guide, player, turn, sheet.size)
    return Display(sheet.size, (*window("sheet", sheet.marks, part, place), *legend))


def _legend(opened: Opened, guide: Guide, player: str, turn: TurnResult, size: tuple[float, float]) -> list[Mark]:
    """Under a sheet: what the turn cost, the roll, what was played and what was better, and why."""
    most, roll = size[0] - 2 * MARGIN, roll_of(opened, guide, turn)
    title = _line("legend/title", headline(opened, turn), "bold", 11.0, most)
    lines = []
    for n, choice in enumerate(choices(opened, player, turn)):
        beside = f"  ({choice.beside})" if choice.beside else ""
        text = f"{choice.letter or tr('you')} {decimal(choice.expected)}  {choice.text}{beside}"
        lines.append(_line(f"legend/{n}", text, "text", BODY, most, BETTER if n else MINE))
    for n, text in enumerate(wrapped(" ".join(reasons(opened, player, turn)), "text", BODY, most, 2)):
        lines.append(_line(f"legend/why/{n}", text, "text", BODY, most))
    long = width(title.text, title.face, title.size) + _BESIDE
    aside = long + width(roll, "text", LEAST) <= most
    rolled = _line("legend/roll", roll, "text", BODY, most - long if aside else most)
    if not aside:
        lines.insert(0, rolled)
    top, step = size[1] - INSET - _LEGEND + _TOP, min(_ROW, (_LEGEND - _TOP - 3) / len(lines))
    return [
        replace(title, x=MARGIN, y=top), *([replace(rolled, x=MARGIN + long, y=top)] if aside else []),
        *(replace(line, x=MARGIN, y=top + n * step) for n, line in enumerate(lines, 1)),
    ]


def _line(key: str, text: str, face: Face, size: float, most: float, ink: str = "text") -> Text:
    shown, letters = fit(text, face, size, most, LEAST / size)
    return Text(key, 0.0, 0.0, shown, face, letters, ink)


def review_document(opened: Opened, player: str, review: Review, bars: float = BARS[0]) -> Document:
    """Returns the sum, luck and error as bars of this height, and every turn."""
    unit = tr(opened.game.words.unit.name)
    sums, marks, errors = summary(opened, review).split("\n")
    playouts = tr("Playouts of each choice, with the same dice: {n}.", n=ROLLOUTS)
    heads = (tr("Turn"), tr("Error ({unit})", unit=unit), tr("Luck"), "", tr("Your move"), tr("Better"))
    return Document(tr("{game}: review of {player}", game=opened.game.info.title, player=review.player), (
        Paragraph(f"{sums} {without_luck(opened, review)}"), Paragraph(f"{marks} {errors} {playouts}"),
        Figure("", 0.0, bars + 24, lambda place: _bars(review, unit, place, bars)),
        Table("", tuple(map(Column, heads, _COLUMNS)), tuple(_row(opened, player, turn) for turn in review.turns)),
    ))


def _row(opened: Opened, player: str, turn: TurnResult) -> tuple[str, ...]:
    mine, *better = choices(opened, player, turn)
    return (
        str(turn.turn), measured(turn.error, turn.se), signed(turn.luck), tr(MARK_TITLES[turn.mark]) if turn.mark else "",
        mine.text, better[0].text if turn.mark and better else "",
    )


def _bars(review: Review, unit: str, place: Rect, tall: float) -> list[Mark]:
    """Luck up and down, filled, and error down, hatched, for every turn, beside a scale; both named below with the unit."""
    x, y, wide = place.x + _SCALE, place.y, place.w - _SCALE
    high = max(1.0, *(turn.luck for turn in review.turns))
    low = min(-1.0, *(min(-turn.error, turn.luck) for turn in review.turns))
    each = wide / max(1, len(review.turns))
    zero = y + tall * high / (high - low)
    marks: list[Mark] = []

    def box(key: str, bounds: Bounds, ink: str) -> list[Mark]:
        left, top, right, bottom = bounds
        edge = polygon(((left, top), (right, top), (right, bottom), (left, bottom)))
        if ink == _LUCK:
            return [Shape(key, edge, fill=ink)]
        strokes = [
            Shape(f"{key}/{i}", polyline(((x1, y1), (x2, y2))), stroke=ink, width=0.6)
            for i, (x1, y1, x2, y2) in enumerate(diagonals(bounds, _HATCH))
        ]
        return [Shape(key, edge, stroke=ink, width=0.8), *strokes]

    def bar(key: str, left: float, amount: float, ink: str) -> list[Mark]:
        top, bottom = sorted((zero, zero - amount * tall / (high - low)))
        return box(key, (left, top, left + 0.34 * each, bottom), ink) if amount else []

    for level in levels(low, high, 4):
        at = zero - level * tall / (high - low)
        marks.append(Shape(f"scale/{level}", polyline(((x, at), (x + wide, at))), stroke="line", width=0.25))
        number = integer(level)
        marks.append(Text(f"scale/{level}/n", x - 4, at + 3.1, number, "text", LEAST, "faint", "right"))
    for n, turn in enumerate(review.turns):
        left = x + n * each
        marks += bar(f"bar/{n}/luck", left + 0.14 * each, turn.luck, _LUCK)
        marks += bar(f"bar/{n}/error", left + 0.52 * each, -max(0.0, turn.error), _ERROR)
        marks.append(Text(f"bar/{n}/turn", left + each / 2, y + tall + 10, str(turn.turn), "text", LEAST, "faint", "middle"))
    marks.append(Shape("bar/zero", polyline(((x, zero), (x + wide, zero))), stroke="line", width=0.75))
    at = x
    for name, ink in ((tr("Luck, up is good"), _LUCK), (tr("Error ({unit})", unit=unit), _ERROR)):
        side, low_edge = 7.0, y + tall + 21
        marks += box(f"bar/{ink}/key", (at, low_edge - side, at + side, low_edge), ink)
        marks.append(Text(f"bar/{ink}/name", at + side + 4, low_edge, name, "text", BODY, "text"))
        at += side + 4 + width(name, "text", BODY) + 16
    return marks
