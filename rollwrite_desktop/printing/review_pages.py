"""The review of a game on paper: a page with every turn, error and luck as bars, then the sheets of the costliest turns."""

from __future__ import annotations

from collections.abc import Sequence

from rollwrite_desktop.core.i18n import decimal, tr
from rollwrite_desktop.draw.clip import window
from rollwrite_desktop.draw.display import Display, Face, Mark, Shape, Text, polygon, polyline
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.type_metrics import fit, width, wrapped
from rollwrite_desktop.play.game_review import Review, TurnResult
from rollwrite_desktop.play.open_game import Opened
from rollwrite_desktop.play.review_view import BETTER, MARK_TITLES, MINE, choices, drawn, headline, signed, summary
from rollwrite_desktop.printing.page_layout import Leaf
from rollwrite_desktop.printing.sheet_codes import identity_text
from rollwrite_desktop.sheet.sheet import Rect

WORST = 3
"""So many sheets of turns are printed."""
MARGIN, TITLE, BODY, BARS = INSET, 20.0, 9.5, 92.0
_LUCK, _ERROR = BETTER, MINE
_EDGES = (0.0, 30.0, 70.0, 108.0, 172.0, 430.0)
"""Where the columns begin, from the left margin: turn, error, luck, mark, move, better."""
_STEP = 12.4
_HEAD = 3.0
"""Room below the heads of a table."""
_LEGEND = 62.0


def review_leaves(opened: Opened, player: str, review: Review) -> tuple[Leaf, ...]:
    """The pages of a review."""
    title = tr("{game}: review of {player}", game=opened.game.info.title, player=review.player)
    leaves = [
        Leaf(face, title=title, alt=summary(review), reading=True, counted=False, identity=_identity(opened, n))
        for n, face in enumerate(_tables(opened, player, review, title), 1)
    ]
    clear = sorted((turn for turn in review.turns if turn.mark), key=lambda turn: -turn.error)[:WORST]
    guide = opened.game.guide(opened.session.rules)
    for turn in clear:
        face = _with_legend(opened, player, turn, drawn(opened, guide, player, turn))
        leaves.append(Leaf(face, title=headline(turn), alt=headline(turn), counted=False,
                           identity=_identity(opened, len(leaves) + 1)))
    return tuple(leaves)


def _identity(opened: Opened, number: int) -> str:
    return identity_text(opened.sheet, f"V{number}")


def _with_legend(opened: Opened, player: str, turn: TurnResult, sheet: Display) -> Display:
    """A sheet made smaller, so that its legend has room below on a face of the same size."""
    wide, high = sheet.size
    part = (INSET, INSET, wide - INSET, high - INSET)
    place = Rect(INSET, INSET, wide - 2 * INSET, high - 2 * INSET - _LEGEND)
    return Display(sheet.size, (*window("sheet", sheet.marks, part, place), *_legend(opened, player, turn, sheet.size)))


def _legend(opened: Opened, player: str, turn: TurnResult, size: tuple[float, float]) -> list[Mark]:
    """Under a sheet: what the turn cost, what was played and what was better."""
    top = size[1] - INSET - _LEGEND + 20
    marks: list[Mark] = [_line("legend/title", MARGIN, top, headline(turn), "bold", 11.0, size[0] - 2 * MARGIN)]
    for n, choice in enumerate(choices(opened, player, turn)):
        name = choice.letter or tr("you")
        text = f"{name} {decimal(choice.expected)}  {choice.text}"
        x, y = (MARGIN + n % 2 * size[0] / 2, top + (1 + n // 2) * 15)
        marks.append(_line(f"legend/{n}", x, y, text, "text", BODY, size[0] / 2 - MARGIN - 6, BETTER if n else MINE))
    return marks


def _line(key: str, x: float, y: float, text: str, face: Face, size: float, most: float, ink: str = "text") -> Text:
    shown, letters = fit(text, face, size, most, 0.75)
    return Text(key, x, y, shown, face, letters, ink)


def _tables(opened: Opened, player: str, review: Review, title: str) -> list[Display]:
    """As many faces as it takes; the first one has the sum and the bars above its rows."""
    size = opened.sheet.size
    rows = [_row(opened, player, turn) for turn in review.turns]
    heads = (tr("Turn"), tr("Error"), tr("Luck"), "", tr("Your move"), tr("Better"))
    made, first = list[Display](), True
    while rows or first:
        marks: list[Mark] = [_line("title", MARGIN, MARGIN + TITLE, title, "bold", TITLE, size[0] - 2 * MARGIN)]
        top = MARGIN + TITLE + 20
        if first:
            for n, text in enumerate(_sums(review, size[0] - 2 * MARGIN)):
                marks.append(_line(f"sum/{n}", MARGIN, top, text, "text", 11.0, size[0] - 2 * MARGIN))
                top += 15
            marks += _bars(review, MARGIN, top, size[0] - 2 * MARGIN)
            top += BARS + 40
        room = max(1, int((size[1] - MARGIN - top - _HEAD) // _STEP))
        for n, row in enumerate((heads, *rows[:room])):
            y = top + n * _STEP + (_HEAD if n else 0)
            marks += _cells(f"row/{len(made)}/{n}", y, row, size[0], "text" if n else "bold")
        marks.append(Shape("rule", polyline(((MARGIN, top + 4), (size[0] - MARGIN, top + 4))), stroke="line", width=0.6))
        rows, first = rows[room:], False
        made.append(Display(size, tuple(marks)))
    return made


def _sums(review: Review, most: float) -> list[str]:
    totals = tr("Errors {error}, luck {luck}, without luck {without}.", error=decimal(max(0.0, review.error)),
              luck=signed(review.luck), without=decimal(review.without_luck))
    return [*wrapped(summary(review).replace("\n", " "), "text", 11.0, most, 2), totals]


def _row(opened: Opened, player: str, turn: TurnResult) -> tuple[str, ...]:
    mine, *better = choices(opened, player, turn)
    return (
        str(turn.turn), decimal(max(0.0, turn.error)), signed(turn.luck), tr(MARK_TITLES[turn.mark]) if turn.mark else "",
        mine.text, better[0].text if turn.mark and better else "",
    )


def _cells(key: str, y: float, row: Sequence[str], wide: float, face: Face) -> list[Mark]:
    edges = [*_EDGES, wide - 2 * MARGIN]
    return [
        _line(f"{key}/{i}", MARGIN + edges[i], y, text, face, BODY, edges[i + 1] - edges[i] - 6)
        for i, text in enumerate(row) if text
    ]


def _bars(review: Review, x: float, y: float, wide: float) -> list[Mark]:
    """Luck up and down, error down, for every turn; both named below."""
    high = max(1.0, *(turn.luck for turn in review.turns))
    low = min(-1.0, *(min(-turn.error, turn.luck) for turn in review.turns))
    each = wide / max(1, len(review.turns))
    zero = y + BARS * high / (high - low)
    marks: list[Mark] = []

    def bar(key: str, left: float, amount: float, ink: str) -> Shape:
        end = zero - amount * BARS / (high - low)
        right = left + 0.34 * each
        return Shape(key, polygon(((left, zero), (right, zero), (right, end), (left, end))), fill=ink)

    for n, turn in enumerate(review.turns):
        left = x + n * each
        marks.append(bar(f"bar/{n}/luck", left + 0.14 * each, turn.luck, _LUCK))
        marks.append(bar(f"bar/{n}/error", left + 0.52 * each, -max(0.0, turn.error), _ERROR))
        marks.append(Text(f"bar/{n}/turn", left + each / 2, y + BARS + 10, str(turn.turn), "text", 7.5, "faint", "middle"))
    marks.append(Shape("bar/zero", polyline(((x, zero), (x + wide, zero))), stroke="line", width=0.75))
    at = x
    for name, ink in ((tr("Luck"), _LUCK), (tr("Error"), _ERROR)):
        side, low_edge = 7.0, y + BARS + 21
        square = ((at, low_edge - side), (at + side, low_edge - side), (at + side, low_edge), (at, low_edge))
        marks.append(Shape(f"bar/{ink}/key", polygon(square), fill=ink))
        marks.append(Text(f"bar/{ink}/name", at + side + 4, low_edge, name, "text", BODY, "text"))
        at += side + 4 + width(name, "text", BODY) + 16
    return marks
