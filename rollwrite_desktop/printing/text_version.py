"""Filled sheets as text documents for screen readers: HTML with tables, or plain text.

The PDF of a sheet is a drawing, which screen readers cannot read. Knows games by their contracts, and no PDF.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from rollwrite_desktop.core.audit import describe_verdict
from rollwrite_desktop.core.diagnosis import explanation
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.i18n import join_names, language, mark, tr, with_colon
from rollwrite_desktop.gamekit.papers import ScorePaper
from rollwrite_desktop.gamekit.play.guide import PaperEditor
from rollwrite_desktop.intake.text import one_line, terminal
from rollwrite_desktop.play.audit_files import Entered, Filled, checked, played, roll_titles
from rollwrite_desktop.play.open_game import Opened, options_of, sheet_of
from rollwrite_desktop.sheet.reading_order import NAMES, reading_order


class DataTable(Struct, frozen=True):
    """A table with a caption, column headers (`head`), and row headers in the first column."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Section(Struct, frozen=True):
    """One sheet: its heading, sentences about it, its tables, and its findings."""

    heading: str
    lines: tuple[str, ...]
    tables: tuple[DataTable, ...]
    found: tuple[str, ...]


class TextDocument(Struct, frozen=True):
    """A document; `notice` is printed at its end."""

    title: str
    sections: tuple[Section, ...]
    notice: str = ""

    def html(self) -> str:
        """The document as a well-formed HTML page."""
        body = "\n".join(map(_section_html, self.sections))
        return (
            f'<!DOCTYPE html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8"/>\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
            f"<title>{_escaped(self.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
            f"<h1>{_escaped(self.title)}</h1>\n{body}\n</main>\n<footer><p>{_escaped(self.notice)}</p></footer>\n"
            "</body>\n</html>\n"
        )

    def text(self) -> str:
        """The document as plain text."""
        lines = [self.title, "=" * len(self.title)]
        for section in self.sections:
            lines += ["", section.heading, "-" * len(section.heading), *section.lines]
            for table in section.tables:
                lines += ["", table.caption]
                for row in table.rows:
                    cells = row[1:] if len(row) == 2 else tuple(map("{} {}".format, table.head[1:], row[1:]))
                    lines.append("  " + with_colon(row[0], ", ".join(cells)))
            if section.found:
                lines += ["", tr("Findings"), *(f"  {n}. {text}" for n, text in enumerate(section.found, 1))]
        return "\n".join(map(terminal, [*lines, "", self.notice, ""]))


_STYLE = (
    "body{font:1.1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#14171a}"
    "table{border-collapse:collapse;margin:1rem 0;width:100%}caption{text-align:left;font-weight:600}"
    "th,td{border:1px solid #8a8f94;padding:.25rem .6rem;text-align:left}footer{color:#55595e}"
)

TEXT_FORMATS: dict[str, Callable[[TextDocument], str]] = {
    ".html": TextDocument.html, ".htm": TextDocument.html, ".txt": TextDocument.text,
}
"""File name suffix to the method that renders a document."""


def write_document(target: Path, words: TextDocument, force: bool = False) -> None:
    """Writes a document atomically, in the format of the file name's suffix. Raises FileError."""
    write_file(target, TEXT_FORMATS[target.suffix.lower()](words).encode(), force)


def game_document(opened: Opened, name: str, players: Sequence[str] | None = None, notice: str = "") -> TextDocument:
    """The sheets of a game in its current state, of some players (ids) or of all. Raises UserError."""
    game, session = opened.game, opened.session
    if game.play.score_sheet is not None:
        paper = game.play.score_sheet.paper(session.rules, session.state, opened.head.players)
        sheet = sheet_of(game, game.play.sheet_id(paper))
        found: tuple[Filled, ...] = (checked(Entered(game, sheet, paper, name)),)
    else:
        ids = zip(session.players, played(opened, name), strict=True)
        found = tuple(checked(each) for player, each in ids if players is None or player in players)
    title = with_colon(tr(game.info.title), join_names(opened.head.players))
    return TextDocument(title, tuple(_section_of(each, over=session.over) for each in found), notice)


def sheet_document(filled: Filled, findings: bool, notice: str = "") -> TextDocument:
    """A re-entered sheet; `findings`: with what was found on it."""
    game, section = tr(filled.game.info.title), _section_of(filled, findings=findings)
    return TextDocument(with_colon(game, filled.player) if filled.player else game, (section,), notice)


def _section_of(filled: Filled, *, over: bool = True, findings: bool = False) -> Section:
    paper, report, sheet = filled.paper, filled.report, filled.sheet
    editor = filled.game.check.paper_editor(sheet, options_of(filled.game, paper.options, filled.file))
    lines = [] if over else [tr("The game is not over.")]
    if report.totals:
        lines.append(tr("Score: {scores}", scores=", ".join(f"{name} {points}" for name, points in report.totals)))
    else:
        lines.append(tr("Score: {n}", n=report.total))
    if report.claimed is not None:
        lines.append(tr("Score written: {n}", n=report.claimed))
    route = filled.game.check.routes.drawn(paper) if filled.game.check.routes else ()
    if route:
        stops = [sheet.space[stop].name if stop in sheet.space else stop for stop in route]
        lines.append(tr("The route: {stops}.", stops=", ".join(map(tr, stops))))
    if isinstance(paper, ScorePaper) and paper.rounds is not None:
        tables = [_rounds(paper)]
    else:
        tables = [*_regions(filled, editor), _boxes(filled, editor)]
    tables.insert(0, _score(filled))
    if paper.rolls:
        rolls = tuple((str(n), roll) for n, roll in enumerate(paper.rolls, 1))
        tables.append(DataTable(tr("Rolls"), (tr("Number"), tr(mark("Roll", "noun"))), rolls))
    if findings:
        lines = [*explanation(report, roll_titles(filled)), describe_verdict(report), *lines]
    found = []
    for finding in report.distinct if findings else ():
        repair = finding.repair_sentence(filled.game.play.rulebook)
        found.append(" ".join(filter(None, (with_colon(finding.rule, finding.sentence(filled.game.play.rulebook)), repair))))
    heading = filled.player or tr(mark(sheet.title, "sheet"))
    return Section(heading, tuple(lines), tuple(table for table in tables if table.rows), tuple(found))


def _score(filled: Filled) -> DataTable:
    titles = filled.game.play.part_titles
    rows = tuple((tr(titles.get(part, part)), str(points)) for part, points in filled.report.parts)
    return DataTable(tr("Score"), (tr("Part"), tr("Points")), rows if not filled.report.totals else ())


def _regions(filled: Filled, editor: PaperEditor) -> list[DataTable]:
    """A table for each region, with its spaces in the order in which the sheet is read."""
    tables = []
    for group in reading_order(filled.sheet):
        region = group.region
        if region is None:
            continue
        mine = [spot for spot in group.spots if spot in filled.sheet.space]
        rows = tuple((tr(filled.sheet.space[spot].name) or spot, _split(editor.describe(filled.paper, spot))[1])
                     for spot in mine)
        title = tr(region.name) if len(region.name) > 1 else tr("Area {letter}", letter=region.name)
        tables.append(DataTable(title, (tr("Space"), tr("Written")), rows))
    return tables


def _boxes(filled: Filled, editor: PaperEditor) -> DataTable:
    """The boxes, but for the names, which are in the heading; those with the same description only once."""
    described = [editor.describe(filled.paper, box.id) for box in filled.sheet.boxes if box.group not in NAMES]
    return DataTable(tr("Boxes"), (tr("Box"), tr("Written")), tuple(map(_split, dict.fromkeys(described))))


def _split(description: str) -> tuple[str, str]:
    """Splits a description "Ohio: 4" into name and value."""
    what, _, held = description.rpartition(": ")
    return (what.rstrip(), held) if what else (description, "—")


def _rounds(paper: ScorePaper) -> DataTable:
    """The rounds of a score sheet for the whole table: points and totals."""
    def cell(points: int | None, total: int | None) -> str:
        if points is None:
            return "—"
        return f"{points:+}" if total is None else tr("{points}, now {total}", points=f"{points:+}", total=total)

    totals = paper.totals or []
    rows = []
    for n, row in enumerate(paper.rounds or []):
        sums = totals[n] if n < len(totals) else [None] * len(row)
        rows.append((str(n + 1), *map(cell, row, sums)))
    return DataTable(tr("Rounds"), (tr("Round"), *paper.players), tuple(rows))


def _escaped(text: str) -> str:
    return html.escape(one_line(text))


def _section_html(section: Section) -> str:
    parts = [f"<h2>{_escaped(section.heading)}</h2>", *(f"<p>{_escaped(line)}</p>" for line in section.lines)]
    parts += map(_table_html, section.tables)
    if section.found:
        items = "".join(f"<li>{_escaped(text)}</li>" for text in section.found)
        parts.append(f"<h3>{_escaped(tr('Findings'))}</h3>\n<ol>{items}</ol>")
    return "<section>\n{}\n</section>".format("\n".join(parts))


def _table_html(table: DataTable) -> str:
    head = "".join(f'<th scope="col">{_escaped(text)}</th>' for text in table.head)
    rows = "\n".join(
        f'<tr><th scope="row">{_escaped(row[0])}</th>' + "".join(f"<td>{_escaped(text)}</td>" for text in row[1:]) + "</tr>"
        for row in table.rows
    )
    return (
        f"<table>\n<caption>{_escaped(table.caption)}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n"
        "</table>"
    )
