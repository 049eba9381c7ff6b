"""The findings of an audit as a document: verdict, score, each finding numbered as on the marked sheet, with its repair, and
one way of play.

Knows no game: sentences come from the rulebook that is passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from rollwrite_desktop.core.audit import (
    Finding,
    Report,
    describe_before_mistakes,
    describe_bounds,
    describe_missing_evidence,
    describe_verdict,
    needed,
)
from rollwrite_desktop.core.diagnosis import describe_searched, explanation, numbered
from rollwrite_desktop.core.i18n import integer, tr, tr_n, with_colon
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.units import POINTS, Unit
from rollwrite_desktop.printing.reports.document import Block, Document, Heading, Note, Paragraph
from rollwrite_desktop.printing.reports.document_pages import document_pages

SIZES = (18.0, 15.0, 12.5, 11.0, 9.5)
NO_NAMES: Mapping[str, str] = MappingProxyType({})
_INKS = {"broken": "mistake", "unproved": "unproved"}


def findings_pages(document: Document, size: tuple[float, float]) -> tuple[Display, ...]:
    """Returns the findings in two columns, in the largest letters with which they are on one face of this size."""
    return document_pages(document, size, columns=2, sizes=SIZES)


def findings_document(
    report: Report, rulebook: Mapping[str, str], part_titles: Mapping[str, str], player: str,
    play: Sequence[tuple[str, str]] = (), names: Mapping[str, str] = NO_NAMES, *, unit: Unit = POINTS,
    roll_title: Callable[[int], str] = numbered,
) -> Document:
    """Returns the report: the diagnosis or what is proved wrong, the score, the findings and one way of play.

    play: each roll and what was made of it. names: of the places that findings are about ("AL": "Alabama"). unit:
    what the score counts. roll_title: how the printed log calls a roll, by its number.
    """
    def places(finding: Finding) -> list[str]:
        return [name for place in finding.where if (name := _place_name(place, names, roll_title))]

    title = tr("Findings: {name}", name=player) if player else tr("Findings")
    blocks = (
        *_explained(report, roll_title), *_located(report, places), *_scored(report, part_titles),
        *_found(report, rulebook, places, unit), *_played(play, report), *_open(report),
    )
    return Document(title, blocks, verdict=describe_verdict(report), ink=_INKS.get(report.verdict, "legal"),
                    signed=(tr("Date"), tr("Checked by"), tr("Player")), notes=tr("Notes"))


def _explained(report: Report, roll_title: Callable[[int], str]) -> Iterator[Block]:
    """Yields the diagnosis: what would explain everything, and what it means otherwise."""
    for k, text in enumerate(explanation(report, roll_title)):
        yield Paragraph(text, strong=not k)


def _located(report: Report, places_of: Callable[[Finding], list[str]]) -> Iterator[Block]:
    """In place of a diagnosis, where there is none: what was misplayed, by its places, and what the search came to."""
    broken = [finding for finding in report.distinct if finding.broken and finding.aspect == "play"]
    if report.diagnosis or not broken:
        return
    places = dict.fromkeys(name for finding in broken for name in places_of(finding))
    yield Paragraph(tr("Not legal: {places}.", places=", ".join(places)) if places else tr_n(
        "One place is not legal.", "{n} places are not legal.", len(broken),
    ), strong=True)
    if searched := describe_searched(report):
        yield Paragraph(searched)


def _scored(report: Report, part_titles: Mapping[str, str]) -> Iterator[Block]:
    """Yields the score, and how many mistakes are proved."""
    if report.totals:
        score = tr("Scores: {parts}", parts=", ".join(f"{name} {points}" for name, points in report.totals))
    else:
        parts = ", ".join(f"{tr(part_titles.get(part, part))} {points}" for part, points in report.told_parts)
        score = tr("Score: {total} ({parts})", total=report.total, parts=parts)
    if report.claimed is not None:
        score += " · " + tr("written: {n}", n=report.claimed)
    if report.short_by:
        score += " · " + tr("difference: {n}", n=integer(report.short_by, sign=True))
    yield Paragraph(score, strong=True)
    if before := describe_before_mistakes(report):
        yield Paragraph(before)
    if report.bounds is not None:
        yield Paragraph(describe_bounds(report))


def _found(
    report: Report, rulebook: Mapping[str, str], places_of: Callable[[Finding], list[str]], unit: Unit
) -> Iterator[Note]:
    """Each finding under the names of its places, unless its sentence begins with them."""
    for number, finding in enumerate(report.distinct, 1):
        effect = unit.describe_effect(finding.effect)
        sentence = finding.sentence(rulebook) + _weight(finding, effect)
        where = places_of(finding)
        more = (finding.repair_sentence(rulebook), effect, describe_missing_evidence(finding, report))
        yield Note(
            number, sentence, ", ".join(where) if where and not sentence.startswith(where[0]) else "",
            " ".join(filter(None, more)), finding.rule, "mistake" if finding.broken else "unproved",
        )


def _place_name(place: str, names: Mapping[str, str], roll_title: Callable[[int], str]) -> str:
    kind, _, number = place.partition(":")
    return roll_title(int(number)) if kind == "roll" and number else names.get(place, "")


def _weight(finding: Finding, effect: str) -> str:
    if not finding.broken:
        return " " + tr("(uncertain)")
    return " " + tr_n("(one mistake)", "({n} mistakes)", finding.cost) if finding.cost and not effect else ""


def _played(play: Sequence[tuple[str, str]], report: Report) -> Iterator[Block]:
    """One way of play, under each roll."""
    if play:
        legal = report.played != "illegal"
        title = tr("One way to play this sheet") if legal else tr("One way it may have been played, mistakes included")
        yield Heading(title, together=True)
    for number, (roll, moves) in enumerate(play, 1):
        yield Note(number, with_colon(roll, moves or "—"))


def _open(report: Report) -> Iterator[Paragraph]:
    titles = {
        "rolls": tr("Not checked without the rolls"), "missing": tr("Not checked without the missing rolls"),
        "journal": tr("Not checked without the game’s journal"),
    }
    for need, rules in needed(report).items():
        yield Paragraph(with_colon(titles.get(need, need), ", ".join(rules)))
