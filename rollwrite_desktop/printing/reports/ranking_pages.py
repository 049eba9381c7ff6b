"""The ranking of several sheets as a document, as faces to print, and as CSV; places and reasons are passed in."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence

from rollwrite_desktop.core.audit import describe_in_short
from rollwrite_desktop.core.diagnosis import in_short
from rollwrite_desktop.core.i18n import cell_separator, tr
from rollwrite_desktop.draw.type_metrics import width
from rollwrite_desktop.intake.text import csv_cell
from rollwrite_desktop.play.paper.audit_files import Filled, roll_titles
from rollwrite_desktop.play.paper.ranking import Standing, describe_mixture, unranked
from rollwrite_desktop.printing.reports.document import Block, Column, Document, Figure, Paragraph, Table
from rollwrite_desktop.printing.reports.document_pages import document_pages
from rollwrite_desktop.printing.sheets.page_layout import Leaf
from rollwrite_desktop.printing.sheets.sheet_piece import color_strip, sheet_piece

SIZES = (15.0, 13.0, 11.0)
"""Of the text: the largest with which the ranking is on one page, else the last."""
_CLOSE = 10.0
"""Of the text where it would else need a second page for a few lines."""
_SCALE, _MOST = 0.85, 0.75
"""How wide the widths below are on a page, and the largest share of their room that what was found, or the reasons, may
have. Letters of the second size are measured for the last one, whose share of it is as much."""
_PICTURE, _STRIP = (220.0, 96.0), 4.0
"""The piece of the winner's sheet in the corner of the first page, and the height of the strip of colors below it."""
_WHOLE, _PLACE, _NAME, _SCORE, _SCORE_GAP, _NAME_GAP = 703.0, 34.0, 100.0, 58.0, 32.0, 12.0
"""The widths of the page and of its columns, and what is beside the digits of scores and after names and reasons."""
_LONG_NAME, _FEW = 245.0, 10
"""The most that the longest name widens its column, and the most rows in the largest letters."""


def headlines(sheet: Filled) -> list[str]:
    """Returns what is to be said of a sheet at once: that its rolls differ from the others', and what would explain it
    all, unless that is no more than the right sum, which `describe_in_short` says."""
    report = sheet.report
    lines = [finding.sentence(sheet.game.play.rulebook) for finding in report.findings if finding.rule == "rolls"]
    edits = [edit for way in report.diagnosis for edit in (*way.edits, *way.elsewhere)]
    summed = all((edit.where, edit.after) == ("claimed", str(report.total)) for edit in edits)
    return lines if summed else [*lines, in_short(report, roll_titles(sheet))]


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
    """Returns the ranking for spreadsheets, in the language, with its `cell_separator`."""
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


def standings_document(
    title: str, sheets: Sequence[Filled], standings: Sequence[Standing], rule: str = "", *, day: str = "",
    practice: Sequence[str] = (),
) -> Document:
    """Returns the ranking: who won beside a piece of the winner's sheet, how many sheets were legal, the rows, and what to
    practice. rule: how illegal play counts, in a sentence; day: when it was, in words; practice: in lines, the headings
    among them without a bullet."""
    lead = ((winners_sentence(standings), True, False), (_checked(sheets, standings), False, False), (rule, False, True),
            (describe_mixture(sheets), False, True))
    blocks: list[Block] = [Paragraph(text, strong, faint) for text, strong, faint in lead if text]
    aside = None
    if standings:
        winner = sheets[standings[0].sheet]
        aside = Figure("", *_PICTURE, lambda place: sheet_piece("winner", winner, place))
        blocks.append(Figure("", 0.0, _STRIP, lambda place: color_strip("strip", winner, place)))
    rows = rows_of(sheets, standings)
    places = tuple((one.place, bool(one.note)) for one in standings) + ((0, True),) * (len(rows) - len(standings))
    score = max(_SCORE, width(tr("Score"), "bold", SIZES[0]) + _SCORE_GAP)
    letters = SIZES[0] if len(rows) <= _FEW else SIZES[1]
    name = min(_LONG_NAME, max(_NAME, *(width(row[1], "bold", letters) + _NAME_GAP for row in rows)))
    found, why = _found_and_why(_WHOLE - _PLACE - name - score, rows, letters if len(rows) > _FEW else letters / _SCALE)
    columns = (Column("", _PLACE), Column(tr("Player"), name), Column(tr("Score"), score, "right"),
               Column(tr("Found"), found), Column(tr("Why"), why))
    blocks.append(Table("", columns, tuple(rows), places))
    if practice:
        blocks.append(_advice(practice))
    return Document(title, tuple(blocks), aside=aside, signed=(tr("Date"), tr("Checked by")), day=day)


def _found_and_why(room: float, rows: Sequence[tuple[str, str, str, str, str]], letters: float) -> tuple[float, float]:
    """Returns the widths of two columns with which the fewest rows are broken: as their longest texts are to each other, or
    so that one of them has no broken text."""
    needed = [tuple(width(text, "bold", letters) + _NAME_GAP for text in row[3:]) for row in rows]
    found, why = (max(each) for each in zip(*needed, strict=True))
    ways = (room * found / (found + why), min(found, _MOST * room), room - min(why, _MOST * room))
    best = min(ways, key=lambda wide: sum(a > wide + 0.1 or b > room - wide + 0.1 for a, b in needed))
    return best, room - best


def _shared_out(room: float, columns: Sequence[Sequence[str]], letters: float) -> list[float]:
    """Returns how wide columns are: as their longest texts are to each other, but none is less than a third as wide as the
    widest."""
    longest = [max(width(text, "bold", letters) for text in texts) + _NAME_GAP for texts in columns]
    wide = [max(each, max(longest) / 3) for each in longest]
    return [room * each / math.fsum(wide) for each in wide]


def standings_pages(
    title: str, sheets: Sequence[Filled], standings: Sequence[Standing], size: tuple[float, float], rule: str = "", *,
    day: str = "", practice: Sequence[str] = (),
) -> tuple[Leaf, ...]:
    """Returns the ranking on as many pages as it takes, as `standings_document` has it."""
    document = standings_document(title, sheets, standings, rule, day=day, practice=practice)
    faces = document_pages(document, size, sizes=(*SIZES, _CLOSE))
    if len(faces) > 1:
        faces = document_pages(document, size, sizes=SIZES)
    return tuple(Leaf(face, title=title, reading=True, counted=False, registered=False) for face in faces)


def _advice(practice: Sequence[str]) -> Table:
    """Returns what to practice, a heading with its lines in each column."""
    groups: list[list[str]] = []
    for text in practice:
        if not groups or not text.startswith("•"):
            groups.append([])
        groups[-1].append(text)
    heading = tr("What to practice")
    wide = _shared_out(_WHOLE, [[heading], *groups], SIZES[1])
    return Table("", tuple(Column("", each) for each in wide), ((heading, *map("\n".join, groups)),))


def _checked(sheets: Sequence[Filled], standings: Sequence[Standing]) -> str:
    """How many of the ranked sheets are not legal, and how many added wrongly; "" where one alone says it."""
    reports = [sheets[one.sheet].report for one in standings]
    if len(reports) < 2:
        return ""
    return tr(
        "Sheets: {n}. Not legal: {illegal}. Added wrongly: {wrong}.", n=len(reports),
        illegal=sum(each.played == "illegal" for each in reports), wrong=sum(each.sums == "wrong" for each in reports),
    )
