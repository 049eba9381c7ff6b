"""Filled sheets as documents for screen readers, with all that is written in tables.

The PDF of a sheet is a drawing, which screen readers cannot read. Knows games by their contracts, and no PDF.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rollwrite_desktop.core.diagnosis import explanation
from rollwrite_desktop.core.i18n import integer, join_names, mark, tr, with_colon
from rollwrite_desktop.gamekit.papers import ScorePaper
from rollwrite_desktop.gamekit.play.guide import PaperEditor
from rollwrite_desktop.play.opening.open_game import Opened, options_of, sheet_of
from rollwrite_desktop.play.paper.audit_files import Entered, Filled, checked, played, roll_titles
from rollwrite_desktop.printing.jobs.print_jobs import findings_of
from rollwrite_desktop.printing.reports.document import Block, Column, Document, Heading, Paragraph, Table
from rollwrite_desktop.sheet.reading_order import NAMES, reading_order


def game_document(opened: Opened, name: str, players: Sequence[str] | None = None, notice: str = "") -> Document:
    """Returns the sheets of a game in its current state, of some players (ids) or of all. Raises UserError."""
    game, session = opened.game, opened.session
    if game.play.score_sheet is not None:
        paper = game.play.score_sheet.paper(session.rules, session.state, opened.head.players)
        sheet = sheet_of(game, game.play.sheet_id(paper))
        found: tuple[Filled, ...] = (checked(Entered(game, sheet, paper, name)),)
    else:
        ids = zip(session.players, played(opened, name), strict=True)
        found = tuple(checked(each) for player, each in ids if players is None or player in players)
    title = with_colon(tr(game.info.title), join_names(opened.head.players))
    blocks = (block for each in found for block in _written(each, over=session.over))
    return Document(title, tuple(blocks), notice)


def sheet_document(filled: Filled, findings: bool, notice: str = "") -> Document:
    """A re-entered sheet; `findings`: with what was found on it."""
    game, written = tr(filled.game.info.title), tuple(_written(filled))
    title = with_colon(game, filled.player) if filled.player else game
    if not findings:
        return Document(title, written, notice)
    found = findings_of(filled.game, filled.sheet, filled.paper, filled.report)
    said = len(explanation(filled.report, roll_titles(filled)))  # the verdict stands after the explanation
    blocks = (*found.blocks[:said], Paragraph(found.verdict, strong=True), *found.blocks[said:])
    return Document(title, (written[0], *blocks, *written[1:]), notice)


def _written(filled: Filled, *, over: bool = True) -> Iterator[Block]:
    """A sheet under whose it is: sentences about it, and what is written, in tables."""
    paper, report, sheet = filled.paper, filled.report, filled.sheet
    editor = filled.game.check.paper_editor(sheet, options_of(filled.game, paper.options, filled.file))
    yield Heading(filled.player or tr(mark(sheet.title, "sheet")), whole=True)
    if not over:
        yield Paragraph(tr("The game is not over."))
    if report.totals:
        scores = tr("Score: {scores}", scores=", ".join(f"{name} {points}" for name, points in report.totals))
    else:
        scores = tr("Score: {n}", n=report.total)
    yield Paragraph(scores)
    if report.claimed is not None:
        yield Paragraph(tr("Score written: {n}", n=report.claimed))
    route = filled.game.check.routes.drawn(paper) if filled.game.check.routes else ()
    if route:
        stops = [sheet.space[stop].name if stop in sheet.space else stop for stop in route]
        yield Paragraph(tr("The route: {stops}.", stops=", ".join(map(tr, stops))))
    tables = [_score(filled)]
    if isinstance(paper, ScorePaper) and paper.rounds is not None:
        tables.append(_rounds(paper))
    else:
        tables += [*_regions(filled, editor), _boxes(filled, editor)]
    rolls = tuple((str(n), roll) for n, roll in enumerate(paper.rolls or (), 1))
    tables.append(_table(tr("Rolls"), (tr("Number"), tr(mark("Roll", "noun"))), rolls))
    yield from (table for table in tables if table.rows)


def _table(caption: str, heads: Sequence[str], rows: Sequence[tuple[str, ...]]) -> Table:
    return Table(caption, tuple(map(Column, heads)), tuple(rows))


def _score(filled: Filled) -> Table:
    titles = filled.game.play.part_titles
    rows = tuple((tr(titles.get(part, part)), str(points)) for part, points in filled.report.parts)
    return _table(tr("Score"), (tr("Part"), tr("Points")), rows if not filled.report.totals else ())


def _regions(filled: Filled, editor: PaperEditor) -> Iterator[Table]:
    """A table for each region, with its spaces in the order in which the sheet is read."""
    for group in reading_order(filled.sheet):
        if group.region is None:
            continue
        mine = [spot for spot in group.spots if spot in filled.sheet.space]
        rows = tuple((tr(filled.sheet.space[spot].name) or spot, _split(editor.describe(filled.paper, spot))[1])
                     for spot in mine)
        yield _table(group.words, (tr("Space"), tr("Written")), rows)


def _boxes(filled: Filled, editor: PaperEditor) -> Table:
    """Returns the boxes, but for the names, which are in the heading; those with the same description only once."""
    described = [editor.describe(filled.paper, box.id) for box in filled.sheet.boxes if box.group not in NAMES]
    return _table(tr("Boxes"), (tr("Box"), tr("Written")), tuple(map(_split, dict.fromkeys(described))))


def _split(description: str) -> tuple[str, str]:
    """Splits a description "Ohio: 4" into name and value."""
    what, _, held = description.rpartition(": ")
    return (what.rstrip(), held) if what else (description, "—")


def _rounds(paper: ScorePaper) -> Table:
    """Returns the rounds of a score sheet for the whole table: points and totals."""
    def cell(points: int | None, total: int | None) -> str:
        if points is None:
            return "—"
        signed = integer(points, sign=True)
        return signed if total is None else tr("{points}, now {total}", points=signed, total=total)

    totals = paper.totals or []
    rows = []
    for n, row in enumerate(paper.rounds or []):
        sums = totals[n] if n < len(totals) else [None] * len(row)
        rows.append((str(n + 1), *map(cell, row, sums)))
    return _table(tr("Rounds"), (tr("Round"), *paper.players), rows)
