"""The ranking of several sheets as faces to print, as text, and as CSV.

Knows no game: places and reasons are passed in.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from rollwrite_desktop.core.audit import describe_in_short
from rollwrite_desktop.core.diagnosis import describe_diagnosis
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display, Face, Mark, Shape, Text, polyline
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.type_metrics import fit
from rollwrite_desktop.intake.text import csv_cell
from rollwrite_desktop.play.audit_files import Filled, Standing, roll_titles, unranked
from rollwrite_desktop.printing.findings_pages import signed
from rollwrite_desktop.printing.page_layout import Leaf

MARGIN, TITLE, BODY, STEP = INSET, 20.0, 11.0, 19.0
_PLACE, _NAME, _SCORE, _STATE = 30.0, 150.0, 50.0, 150.0
_FOOT = 60.0


def headlines(sheet: Filled) -> list[str]:
    """What is to be said of a sheet at once: that its rolls differ from the others', and what would explain it all."""
    lines = [finding.sentence(sheet.game.rulebook) for finding in sheet.report.findings if finding.rule == "rolls"]
    return lines + [describe_diagnosis(each, roll_titles(sheet)) for each in sheet.report.diagnosis[:1]]


def rows_of(sheets: Sequence[Filled], standings: Sequence[Standing]) -> list[tuple[str, str, str, str, str]]:
    """Place, name, score, what was found and the reason of the place, in the order of places; then the sheets that are not
    finished, without place and score, and what they lack."""
    ranked = [(f"{one.place}.", one.player or sheets[one.sheet].file, str(one.total), one.reason, sheets[one.sheet])
              for one in standings]
    left = [("–", sheet.player or sheet.file, "", tr("not ranked: {why}", why=sheet.missing), sheet)
            for sheet in map(sheets.__getitem__, unranked(sheets))]
    return [(place, name or "—", total, describe_in_short(sheet.report), reason)
            for place, name, total, reason, sheet in (*ranked, *left)]


def winners_sentence(standings: Sequence[Standing]) -> str:
    """Who is first and with how much; empty without a ranked sheet."""
    best = tuple(one.player or "—" for one in standings if one.place == 1)
    if not best:
        return ""
    if len(best) > 1:
        return tr("{names} share first place with {n}", names=best, n=standings[0].total)
    return tr("{name} is first with {n}", name=best[0], n=standings[0].total)


def standings_csv(sheets: Sequence[Filled], standings: Sequence[Standing]) -> str:
    """The ranking as CSV; column names and verdicts are not translated."""
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(("place", "player", "file", "score", "claimed", "mistakes", "verdict", "decided", "tie_break", "reason"))
    for one in standings:
        sheet = sheets[one.sheet]
        report = sheet.report
        claimed = csv_cell(report.claimed) if isinstance(report.claimed, str) else report.claimed
        writer.writerow((
            one.place, csv_cell(one.player), csv_cell(sheet.file), one.total, claimed, report.mistakes, report.verdict,
            "yes" if report.decided else "no", one.tie_break, csv_cell(one.reason),
        ))
    for sheet in map(sheets.__getitem__, unranked(sheets)):
        cells = ("", csv_cell(sheet.player), csv_cell(sheet.file), "", "", "", "unfinished", "", "", csv_cell(sheet.missing))
        writer.writerow(cells)
    return target.getvalue()


def standings_text(title: str, sheets: Sequence[Filled], standings: Sequence[Standing]) -> str:
    """The ranking as lines of text."""
    rows = rows_of(sheets, standings)
    widths = [max((len(row[i]) for row in rows), default=0) for i in range(4)]
    lines = [
        "  ".join([*(cell.rjust(wide) if i in (0, 2) else cell.ljust(wide)
                     for i, (cell, wide) in enumerate(zip(row, widths, strict=False))), row[4]]).rstrip()
        for row in rows
    ]
    return "\n".join((title, "", *lines)) + "\n"


def standings_pages(
    title: str, sheets: Sequence[Filled], standings: Sequence[Standing], size: tuple[float, float], *,
    registered: bool = True,
) -> tuple[Leaf, ...]:
    """The ranking on as many pages as it takes, with lines for the date and names at the foot of the last."""
    rows = rows_of(sheets, standings)
    top = MARGIN + TITLE + 2 * STEP
    most = max(1, int((size[1] - top - MARGIN - _FOOT) // STEP))
    pages = [rows[i : i + most] for i in range(0, len(rows), most)] or [[]]
    heads = ("", tr("Player"), tr("Score"), tr("Found"), tr("Why"))
    made = []
    for number, page in enumerate(pages):
        marks: list[Mark] = [Text("title", MARGIN, MARGIN + TITLE, title, "bold", TITLE, "text")]
        for i, row in enumerate((heads, *page)):
            marks += _line(f"row/{i}", top + i * STEP, row, size[0], "bold" if i == 0 or row[0] == "1." else "text")
        marks.append(Shape("rule", polyline(((MARGIN, top + 5), (size[0] - MARGIN, top + 5))), stroke="line", width=0.75))
        if number == len(pages) - 1:
            marks += signed("signed", size)
        made.append(Leaf(Display(size, tuple(marks)), title=title, reading=True, counted=False, registered=registered))
    return tuple(made)


def _line(key: str, y: float, row: Sequence[str], wide: float, face: Face) -> list[Mark]:
    edges = [MARGIN]
    for width in (_PLACE, _NAME, _SCORE, _STATE):
        edges.append(edges[-1] + width)
    edges.append(wide - MARGIN)
    marks: list[Mark] = []
    for i, text in enumerate(row):
        if text:
            shown, letters = fit(text, face, BODY, edges[i + 1] - edges[i] - 8, 0.75)
            marks.append(Text(f"{key}/{i}", edges[i], y, shown, face, letters, "text"))
    return marks
