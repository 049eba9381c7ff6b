"""The ranking of several sheets as faces to print, as text, and as CSV; places and reasons are passed in."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from rollwrite_desktop.core.audit import describe_in_short
from rollwrite_desktop.core.diagnosis import in_short
from rollwrite_desktop.core.i18n import cell_separator, tr
from rollwrite_desktop.draw.display import Display, Face, Mark, Shape, Text, box, polyline
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.type_metrics import cap_height, fit, width, wrapped
from rollwrite_desktop.intake.text import csv_cell
from rollwrite_desktop.play.audit_files import Filled, Standing, describe_mixture, roll_titles, unranked
from rollwrite_desktop.printing.findings_pages import signed
from rollwrite_desktop.printing.page_layout import Leaf
from rollwrite_desktop.printing.sheet_piece import color_strip, disc, medal_inks, sheet_piece
from rollwrite_desktop.sheet.sheet import Rect

MARGIN, TITLE, BODY, STEP, LEADING = INSET, 22.0, 11.0, 19.0, 13.5
_PLACE, _SCORE, _GAP = 34.0, 58.0, 10.0
_PICTURE, _STRIP, _MEDAL, _FIRST, _TWO_DIGITS = (220.0, 96.0), 4.0, 8.5, 12.5, 8.5
"""The piece of the winner's sheet in the corner of the first page, the height of the strip of colors below it; the radius of
a medal; the sizes of who is first, and of a place of two digits."""
_SCORES, _SCORE_GAP = 2, 22.0
"""The column of scores, whose digits stand one below the other, and how far from the next one they end."""
_BOLD: Face = "bold"
_PLAIN: Face = "text"
_NAME, _FOUND = 0.26, 0.37
"""Shares of the width that place and score leave; the rest is for the reason."""
_FOOT, _SPARE, _MAX_LINES = 60.0, 16.0, 6


def headlines(sheet: Filled) -> list[str]:
    """What is to be said of a sheet at once: that its rolls differ from the others', and what would explain it all."""
    lines = [finding.sentence(sheet.game.play.rulebook) for finding in sheet.report.findings if finding.rule == "rolls"]
    explained = in_short(sheet.report, roll_titles(sheet))
    return [*lines, explained] if explained else lines


def rows_of(sheets: Sequence[Filled], standings: Sequence[Standing]) -> list[tuple[str, str, str, str, str]]:
    """Place, name, score, what was found and the reason of the place, in the order of places; then the sheets that are not
    finished, without place and score, and what they lack."""
    ranked = [(f"{one.place}.", one.player or sheets[one.sheet].file, str(one.total), one.why, sheets[one.sheet])
              for one in standings]
    left = [("–", sheet.player or sheet.file, "", tr("not ranked: {why}", why=sheet.missing), sheet)
            for sheet in map(sheets.__getitem__, unranked(sheets))]
    return [(place, name or "—", total, describe_in_short(sheet.report), reason)
            for place, name, total, reason, sheet in (*ranked, *left)]


def winners_sentence(standings: Sequence[Standing]) -> str:
    """Who is first and with how much, and what is noted of their play; empty without a ranked sheet."""
    best = [one for one in standings if one.place == 1]
    if not best:
        return ""
    names = tuple(f"{one.player or '—'} ({one.note})" if one.note else one.player or "—" for one in best)
    if len(best) > 1:
        return tr("{names} share first place with {n}", names=names, n=best[0].total)
    if best[0].note:
        return tr("{name} is first with {n} ({note})", name=best[0].player or "—", n=best[0].total, note=best[0].note)
    return tr("{name} is first with {n}", name=names[0], n=best[0].total)


def standings_csv(sheets: Sequence[Filled], standings: Sequence[Standing]) -> str:
    """The ranking for spreadsheets, in the language, with its `cell_separator`."""
    target = io.StringIO()
    writer = csv.writer(target, delimiter=cell_separator(), lineterminator="\n")
    writer.writerow((
        tr("Place"), tr("Player"), tr("File"), tr("Score"), tr("Score written"), tr("Mistakes"), tr("Found"), tr("Why"),
    ))
    for one in standings:
        sheet = sheets[one.sheet]
        report = sheet.report
        claimed = csv_cell(report.claimed) if isinstance(report.claimed, str) else report.claimed
        writer.writerow((
            one.place, csv_cell(one.player), csv_cell(sheet.file), one.total, claimed, report.mistakes,
            csv_cell(describe_in_short(report)), csv_cell(one.why),
        ))
    for sheet in map(sheets.__getitem__, unranked(sheets)):
        why = tr("not ranked: {why}", why=sheet.missing)
        writer.writerow(("", csv_cell(sheet.player), csv_cell(sheet.file), "", "", "", "", csv_cell(why)))
    return target.getvalue()


def standings_text(title: str, sheets: Sequence[Filled], standings: Sequence[Standing], rule: str = "") -> str:
    """The ranking as lines of text. rule: how illegal play counts, in a sentence."""
    rows = rows_of(sheets, standings)
    widths = [max((len(row[i]) for row in rows), default=0) for i in range(4)]
    lines = [
        "  ".join([*(cell.rjust(wide) if i in (0, 2) else cell.ljust(wide)
                     for i, (cell, wide) in enumerate(zip(row, widths, strict=False))), row[4]]).rstrip()
        for row in rows
    ]
    below = [text for text in (rule, describe_mixture(sheets)) if text]
    return "\n".join((title, "", *lines, *(("", *below) if below else ()))) + "\n"


def standings_pages(
    title: str, sheets: Sequence[Filled], standings: Sequence[Standing], size: tuple[float, float], rule: str = "", *,
    day: str = "", practice: Sequence[str] = (), registered: bool = True,
) -> tuple[Leaf, ...]:
    """The ranking on as many pages as it takes: on the first who won, a piece of the winner's sheet, how many were legal and
    the rule; at the foot of the last what to practice and lines for the date and a name. rule: how illegal play counts, in a
    sentence; day: when it was, in words; practice: in lines, the headings among them without a bullet."""
    edges = _edges(size[0])
    head = [*_head(title, sheets, standings, rule, size[0])]
    later = MARGIN + TITLE + 2 * STEP
    first = max(later, max(mark.y for mark in head if isinstance(mark, Text)) + 2 * STEP)
    if standings:
        first = max(first, MARGIN + _PICTURE[1] + _STRIP + 2 * STEP)
    pages: list[list[_Line]] = [[]]
    y = first
    rows = rows_of(sheets, standings)
    illegal = [bool(one.note) for one in standings]
    lowest = size[1] - MARGIN - _FOOT
    for row, plain in zip(rows, illegal + [True] * (len(rows) - len(illegal)), strict=True):
        cells = _wrapped(row, edges, "bold" if row[0] == "1." else "text")
        y += STEP
        bottom = y + LEADING * (max(map(len, cells)) - 1)
        if bottom > lowest and pages[-1]:
            pages.append([])
            y, bottom = later + STEP, later + STEP + bottom - y
        pages[-1].append((y, cells, plain))
        y = bottom
    advice = _advised(practice, edges[-1] - edges[0])
    if advice and y + 1.5 * STEP + LEADING * (max(len(lines) for _, lines in advice) - 1) > lowest + _SPARE:
        pages.append([])
        y = later - STEP
    made = []
    for number, page in enumerate(pages):
        top = later if number else first
        marks: list[Mark] = [_title(title, size[0] - 2 * MARGIN)] if number else [*head]
        marks += _table(page, top, edges) if page else ()
        if number == len(pages) - 1:
            marks += _advice(advice, y + 1.5 * STEP)
            marks += signed("signed", size, player=False, day=day)
        made.append(Leaf(Display(size, tuple(marks)), title=title, reading=True, counted=False, registered=registered))
    return tuple(made)


def _advised(practice: Sequence[str], room: float) -> list[tuple[float, list[str]]]:
    """What to practice in columns, a heading with its lines in each: how far from the left edge, and the lines."""
    heads = [text for text in practice if not text.startswith("•")]
    across = room * (1 - _NAME) / max(1, len(heads))
    columns: list[tuple[float, list[str]]] = [(0.0, [tr("What to practice")])] if practice else []
    for text in practice:
        if text in heads or len(columns) < 2:
            columns.append((room * _NAME + across * (len(columns) - 1), []))
        columns[-1][1].extend(wrapped(text, _PLAIN, BODY, across - _GAP, _MAX_LINES))
    return columns


def _advice(columns: Sequence[tuple[float, Sequence[str]]], y: float) -> Iterator[Mark]:
    for k, (x, lines) in enumerate(columns):
        for n, line in enumerate(lines):
            yield Text(f"practice/{k}/{n}", MARGIN + x, y + n * LEADING, line, _PLAIN if n else _BOLD, BODY, "text")


def _title(title: str, room: float) -> Text:
    shown, letters = fit(title, "bold", TITLE, room, 0.6)
    return Text("title", MARGIN, MARGIN + TITLE, shown, "bold", letters, "text")


def _head(
    title: str, sheets: Sequence[Filled], standings: Sequence[Standing], rule: str, wide: float
) -> Iterator[Mark]:
    """The title, who is first, how many sheets were legal, how illegal play counts, and whether the sheets differ, beside a
    piece of the sheet that is first, over a strip of its colors."""
    room = wide - 2 * MARGIN
    if standings:
        winner = sheets[standings[0].sheet]
        yield from sheet_piece("winner", winner, Rect(wide - MARGIN - _PICTURE[0], MARGIN, *_PICTURE))
        room -= _PICTURE[0] + 2 * _GAP
    yield _title(title, room)
    y = MARGIN + TITLE + STEP
    for key, text, face, letters, ink in (("first", winners_sentence(standings), _BOLD, _FIRST, "text"),
                                          ("checked", _checked(sheets, standings), _PLAIN, BODY, "text"),
                                          ("how", rule, _PLAIN, BODY, "faint"),
                                          ("mixed", describe_mixture(sheets), _PLAIN, BODY, "faint")):
        for n, line in enumerate(wrapped(text, face, letters, room, _MAX_LINES) if text else ()):
            yield Text(f"{key}/{n}", MARGIN, y, line, face, letters, ink)
            y += LEADING
        y += 3 if text else 0
    if standings:
        top = max(MARGIN + _PICTURE[1], y - LEADING + 3)
        yield from color_strip("strip", sheets[standings[0].sheet], Rect(MARGIN, top, wide - 2 * MARGIN, _STRIP))


def _checked(sheets: Sequence[Filled], standings: Sequence[Standing]) -> str:
    """How many of the ranked sheets are not legal, and how many added wrongly; "" where one alone says it."""
    reports = [sheets[one.sheet].report for one in standings]
    if len(reports) < 2:
        return ""
    return tr(
        "Sheets: {n}. Not legal: {illegal}. Added wrongly: {wrong}.", n=len(reports),
        illegal=sum(each.played == "illegal" for each in reports), wrong=sum(each.sums == "wrong" for each in reports),
    )


def _table(page: Sequence[_Line], top: float, edges: Sequence[float]) -> Iterator[Mark]:
    """The rows of a page under their headings; every other one on a band, the first three places on their medals."""
    heads = ("", tr("Player"), tr("Score"), tr("Found"), tr("Why"))
    yield Shape("rule", polyline(((edges[0], top + 5), (edges[-1], top + 5))), stroke="line", width=0.75)
    for i, (y, cells, plain) in enumerate([(top, _wrapped(heads, edges, _BOLD), True), *page]):
        number = "".join(cells[0]).removesuffix(".")
        place = int(number) if i and number.isdecimal() else 0
        face = _BOLD if i == 0 or place == 1 else _PLAIN
        if i and i % 2 == 0:
            high = LEADING * max(map(len, cells)) + 5
            band = box(edges[0] - 4, y - BODY - 3, edges[-1] - edges[0] + 8, high)
            yield Shape(f"row/{i}/band", band, "wild")
        if place:
            x, size = edges[0] + _MEDAL, BODY if place < 10 else _TWO_DIGITS
            middle = y - cap_height(face, BODY) / 2
            yield from disc(f"row/{i}", place, x, middle, _MEDAL, plain)
            low = middle + cap_height(_BOLD, size) / 2
            yield Text(f"row/{i}/0/0", x, low, number, _BOLD, size, medal_inks(place, plain)[1], "middle")
        for k, cell in enumerate(cells):
            for n, line in enumerate(cell if k or not place else ()):
                key, low = f"row/{i}/{k}/{n}", y + n * LEADING
                if k == _SCORES:
                    yield Text(key, edges[k + 1] - _SCORE_GAP, low, line, face, BODY, "text", "right")
                else:
                    yield Text(key, edges[k], low, line, face, BODY, "text")


_Cells = tuple[tuple[str, ...], ...]
"""The lines of each cell of a row."""
_Line = tuple[float, _Cells, bool]
"""A row: where it stands, its cells, and whether its medal has no color as what was played is not legal."""


def _edges(wide: float) -> list[float]:
    """The left edges of the columns, and the right edge of the last."""
    score = max(_SCORE, width(tr("Score"), _BOLD, BODY) + _SCORE_GAP + 1)
    rest = wide - 2 * MARGIN - _PLACE - score
    edges = [MARGIN]
    for column in (_PLACE, _NAME * rest, score, _FOUND * rest):
        edges.append(edges[-1] + column)
    return [*edges, wide - MARGIN]


def _wrapped(row: Sequence[str], edges: Sequence[float], face: Face) -> _Cells:
    return tuple(
        tuple(wrapped(text, face, BODY, edges[i + 1] - edges[i] - _GAP, _MAX_LINES)) if text else ()
        for i, text in enumerate(row)
    )
