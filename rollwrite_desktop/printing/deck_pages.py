"""Positions to practice on paper: six on a page, and on the other side of the paper what is better.

A position is shown as the whole sheet without its margins. It says whose turn of which game it is and what was rolled; its
answer has the same place in the grid, with the best way to play ringed on the sheet, the others that are about as good, and
what was played in the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.draw.clip import window
from rollwrite_desktop.draw.display import Display, Mark, Shape, Text, box
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.type_metrics import fit, width, wrapped
from rollwrite_desktop.gamekit.play.guide import Guide
from rollwrite_desktop.intake.decks import Position
from rollwrite_desktop.play.deck import PLAYER, NotPlayable, opened_position, turn_of
from rollwrite_desktop.play.game_review import CERTAIN
from rollwrite_desktop.play.open_game import Opened
from rollwrite_desktop.play.practice import played_in_game
from rollwrite_desktop.play.review_view import choices, drawn, roll_of
from rollwrite_desktop.printing.page_layout import Leaf
from rollwrite_desktop.printing.print_jobs import credits_of
from rollwrite_desktop.sheet.sheet import Point, Rect, Sheet, bounding_box

SIZE = (540.0, 752.0)
COLUMNS, ROWS = 2, 3
PER_PAGE = COLUMNS * ROWS
_MARGIN, _HEAD, _GAP = INSET + 4.0, 34.0, 14.0
"""Around the page, for its title, and between two positions."""
_LINES, _STEP, _SIZE = 4, 10.8, 8.5
"""Lines above a picture, how far apart, and the size of their letters."""
_AROUND, _ABOVE = 8.0, 18.0
"""Room around what is written on, in points of the sheet, and above it, where captions are."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A position that can be shown, and its number."""

    number: int
    position: Position
    opened: Opened
    guide: Guide


def deck_leaves(title: str, positions: Sequence[Position], beside: Path) -> tuple[tuple[Leaf, ...], int]:
    """The pages of some positions, each with its answers on the back; and how many positions cannot be shown any more.
    beside: the folder of their deck."""
    found: list[_Shown] = []
    for position in positions:
        try:
            opened = opened_position(position, beside)
        except NotPlayable:
            continue
        found.append(_Shown(len(found) + 1, position, opened, opened.game.guide(opened.session.rules)))
    pages = [found[first : first + PER_PAGE] for first in range(0, len(found), PER_PAGE)]
    leaves = []
    for n, some in enumerate(pages, 1):
        heading = tr("{deck}, page {n}", deck=title, n=n)
        answers = _leaf(tr("{page}: answers", page=heading), some, _told, _answer)
        leaves.append(replace(_leaf(heading, some, _asked, _question), back=answers))
    return tuple(leaves), len(positions) - len(found)


def left_out(count: int) -> str:
    """That some positions are not printed."""
    return tr_n("One position cannot be shown any more and was left out.",
                "{n} positions cannot be shown any more and were left out.", count)


def _leaf(
    heading: str, some: Sequence[_Shown], lines: Callable[[_Shown], Iterator[str]], face: Callable[[_Shown], Display]
) -> Leaf:
    games = {each.position.game: each.opened.game for each in some}
    return Leaf(
        _page(heading, some, lines, face), title=heading, reading=True, counted=False, registered=False,
        credits=credits_of(tuple(games.values())),
    )


def _page(
    heading: str, some: Sequence[_Shown], lines: Callable[[_Shown], Iterator[str]], face: Callable[[_Shown], Display]
) -> Display:
    wide = (SIZE[0] - 2 * _MARGIN - (COLUMNS - 1) * _GAP) / COLUMNS
    high = (SIZE[1] - 2 * _MARGIN - _HEAD - (ROWS - 1) * _GAP) / ROWS
    text, letters = fit(heading, "bold", 16.0, SIZE[0] - 2 * _MARGIN, 0.5)
    marks: list[Mark] = [Text("title", _MARGIN, _MARGIN + 16, text, "bold", letters, "text")]
    for n, each in enumerate(some):
        row, column = divmod(n, COLUMNS)
        x, y = _MARGIN + column * (wide + _GAP), _MARGIN + _HEAD + row * (high + _GAP)
        marks += _cell(each, Rect(x, y, wide, high), lines, face)
    return Display(SIZE, tuple(marks))


def _cell(
    each: _Shown, room: Rect, lines: Callable[[_Shown], Iterator[str]], face: Callable[[_Shown], Display]
) -> Iterator[Mark]:
    """A position or its answer: its number, some lines of text, and the sheet below them."""
    key, number = f"position/{each.number}", str(each.number)
    yield Text(f"{key}/number", room.x, room.y + 13, number, "bold", 15.0, "text")
    left = room.x + width(number, "bold", 15.0) + 7
    texts = [line for text in lines(each) for line in wrapped(text, "text", _SIZE, room.x + room.w - left, _LINES)]
    for n, line in enumerate(texts[:_LINES]):
        yield Text(f"{key}/{n}", left, room.y + 9 + n * _STEP, line, "text" if n else "bold", _SIZE, "text")
    top = room.y + _LINES * _STEP + 6
    part = _written_on(each.opened.sheet)
    scale = min(room.w / part.w, (room.y + room.h - top) / part.h)
    place = Rect(room.x + (room.w - scale * part.w) / 2, top, scale * part.w, scale * part.h)
    yield Shape(f"{key}/picture/ground", box(place.x, place.y, place.w, place.h), "box")
    yield from window(f"{key}/picture", face(each).marks, (part.x, part.y, part.x + part.w, part.y + part.h), place)
    yield Shape(f"{key}/picture/frame", box(place.x, place.y, place.w, place.h), stroke="line", width=0.6)


def _written_on(sheet: Sheet) -> Rect:
    """The part of a sheet that has everything that is written on it, without its margins and its title."""
    points: list[Point] = [point for space in sheet.spaces for point in space.outline]
    for each in sheet.boxes:
        points += [(each.rect.x, each.rect.y), (each.rect.x + each.rect.w, each.rect.y + each.rect.h)]
    around = bounding_box(tuple(points))
    left, top = max(0.0, around.x - _AROUND), max(0.0, around.y - _ABOVE)
    right = min(sheet.size[0], around.x + around.w + _AROUND)
    return Rect(left, top, right - left, min(sheet.size[1], around.y + around.h + _AROUND) - top)


# ---------------------------------------------------------------------- what is asked


def _asked(each: _Shown) -> Iterator[str]:
    turn = tr("{game}, roll {n}", game=tr(each.opened.game.info.title), n=_roll(each))
    yield turn
    yield roll_of(each.opened, each.guide, turn_of(each.position))


def _roll(each: _Shown) -> int:
    """Which roll of the game it is."""
    return sum(event.by != PLAYER for event in each.opened.session.events)


def _question(each: _Shown) -> Display:
    return each.guide.draw(each.opened.session.state, PLAYER, None, "")


# ---------------------------------------------------------------------- what is better


def _told(each: _Shown) -> Iterator[str]:
    turn = turn_of(each.position)
    best, *others = choices(each.opened, PLAYER, turn)[1:]
    yield tr("Best: {moves}", moves=best.text)
    first = turn.best[0]
    alike = [
        other.text for other, candidate in zip(others, turn.best[1:], strict=False)
        if abs(candidate.expected - first.expected) <= CERTAIN * (candidate.apart or 0.0)
    ]
    if alike:
        yield tr("About as good: {moves}", moves=alike[0])
    yield played_in_game(each.opened, each.position)


def _answer(each: _Shown) -> Display:
    return drawn(each.opened, each.guide, PLAYER, turn_of(each.position), 1)
