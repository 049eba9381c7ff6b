"""Every kind of document that the program prints, made small, for checks of the files themselves. `python -m tests.printed
FOLDER` writes all of them. `printing/documents.txt` has checksums of what is laid out and of what is painted on each page;
`python -m tests.regold` writes it anew."""

from __future__ import annotations

import io
import re
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pikepdf
from msgspec import Struct

from rollwrite_desktop.core.audit import Finding, Paper, Report, Unchecked
from rollwrite_desktop.core.i18n import language
from rollwrite_desktop.core.rules import is_chance
from rollwrite_desktop.draw.inks import PRINT_MODES, Mode
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.decks import MAX_BYTES, parse
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of
from rollwrite_desktop.play.paper.audit_files import Filled, opened_journal
from rollwrite_desktop.play.paper.ranking import Standing
from rollwrite_desktop.play.review.game_review import Candidate, Review, TurnResult
from rollwrite_desktop.printing.jobs.atlas_pages import atlas_leaves
from rollwrite_desktop.printing.jobs.practice_pages import practice_leaves, puzzles_of
from rollwrite_desktop.printing.jobs.print_jobs import (
    NO_EXTRAS,
    Extras,
    available_extras,
    blank_leaves,
    brief_leaf,
    game_leaves,
    header_footer,
    paper_leaves,
)
from rollwrite_desktop.printing.pdf.export import pdf
from rollwrite_desktop.printing.reports.certificates import certificates
from rollwrite_desktop.printing.reports.ranking_pages import standings_pages
from rollwrite_desktop.printing.reports.review_pages import review_leaves
from rollwrite_desktop.printing.sheets.large_print import MAX_SCALE
from rollwrite_desktop.printing.sheets.page_layout import DocumentInfo, Leaf
from rollwrite_desktop.sheet.sheet import Sheet

RECORDED = Path(__file__).parent / "recorded"
DECKS = Path(__file__).parents[1] / "assets" / "decks"
ABOUT = DocumentInfo(subject="A pad", lang="en", date="2026-11-22T08:00:00+01:00")
JOURNALS = {
    "rolling_america": "solo", "on_tour": "tour_best_route", "hexroller": "hexes_solo", "ligretto_dice": "race_haste",
}

DIGESTS = Path(__file__).parent / "printing" / "documents.txt"
DRAWN_IN = 4
"""How deep drawings lie in each other at most."""

MOST = 150
"""Sheets that are kept as they were drawn."""
LONG = re.compile(r"(\d+\.\d{3,})")

Leaves = Callable[[], tuple[Leaf, ...]]


class Document(Struct, frozen=True):
    """A document that can be printed: its name, and what it is made from."""

    name: str
    game: Game
    leaves: Leaves
    ink: Mode
    layout: dict[str, Any]

    def made(self) -> bytes:
        """The file."""
        layout = {key: value for key, value in self.layout.items() if key != "titled"}
        title = self.game.info.title if self.layout.get("titled") else ""
        return pdf(self.leaves(), header_footer(self.game, title), ABOUT, ink=self.ink, **layout)[0]

    def laid_out(self) -> str:
        """For each leaf a checksum of its display list and of all else that is said of it; lengths are rounded."""
        return " ".join(
            f"{zlib.crc32(_rounded((leaf, leaf.log and leaf.log.faces(leaf.display.size))).encode()):08x}"
            for leaf in self.leaves()
        )


_drawn: dict[tuple[object, ...], tuple[Sheet, tuple[Leaf, ...]]] = {}


def drawn_once(
    game: Game, sheet: Sheet, copies: int, names: Sequence[str] = (), extras: Extras = NO_EXTRAS
) -> tuple[Leaf, ...]:
    """As `blank_leaves`, but what one law looked at another one looks at again: leaves never change."""
    key = game.info.id, id(sheet), copies, *names, repr(extras), language()
    if key not in _drawn:
        leaves = blank_leaves(game, sheet, copies, names, extras)
        while len(_drawn) >= MOST:
            del _drawn[next(iter(_drawn))]
        _drawn[key] = sheet, leaves
    return _drawn[key][1]


def documents() -> Iterator[Document]:
    """Every kind for every game on its first sheet, the other sheets blank, one after the other in each of the three
    inks."""
    number = 0
    for game in GAMES.values():
        for sheet_id in game.play.sheets:
            sheet = sheet_of(game, sheet_id, "test")
            for kind, leaves, layout in kinds(game, sheet, first=sheet_id == game.play.sheets[0]):
                ink: Mode = PRINT_MODES[number % len(PRINT_MODES)]
                number += 1
                yield Document(f"{sheet_id} {kind} {ink}", game, leaves, ink, layout)


def _rounded(value: object) -> str:
    parts = LONG.split(repr(value))
    parts[1::2] = map(_short, parts[1::2])
    return "".join(parts)


@lru_cache(maxsize=100_000)
def _short(number: str) -> str:
    return f"{float(number):.2f}"


def kinds(game: Game, sheet: Sheet, *, first: bool) -> Iterator[tuple[str, Leaves, dict[str, Any]]]:
    has = available_extras(game, sheet)

    def blank(copies: int = 1, **extras: Any) -> Leaves:
        return lambda: blank_leaves(game, sheet, copies, extras=Extras(**extras))

    yield "fillable", blank(fillable=True, rolls="rolls" in has), {}
    if not first:
        yield "blank", blank(), {}
        return
    yield "pad", blank(3, code=True), {"titled": True}
    yield "two on a page", blank(5, back="same", pad=True), {"per_page": 2, "holes": "iso"}
    yield "four fillable on a page", blank(4, fillable=True), {"per_page": 4}
    yield "large", blank(large=True, fillable=True, back="blank"), {"largest": MAX_SCALE}
    if "rules" in has:
        yield "with rules", blank(2, back="rules"), {}
        yield "large with rules", blank(large=True, back="rules"), {"largest": MAX_SCALE}
        yield "rules", lambda: (brief_leaf(game, sheet),), {"paper": "letter"}
    if "rolls" in has:
        yield "rolls", blank(2, rolls=True), {}
    if "seed" in has:
        yield "rolls of a code", blank(seed="EXAMPLE"), {"binding": True}
        rolled = game.words.print_kit.rolled(game.play.rules(sheet, options_of(game)), "EXAMPLE")
        yield "rolls so far", blank(called=rolled[:7], event="Club"), {"paper": "letter"}
    if "cards" in has:
        yield "cards", blank(cards=True), {}
        yield "poker cards", blank(cards=True, poker=True), {}
    if (DECKS / f"{game.info.id}.rollwrite-deck").is_file():
        yield "positions", lambda: _positions(game), {}
    if len(game.words.maps) > 1:
        yield "maps", lambda: atlas_leaves(game), {}
    yield "names", lambda: blank_leaves(game, sheet, 1, ("Ann", "Björn")), {"paper": "a5"}
    if game.info.id in JOURNALS:  # a game that was just made has none yet
        journal = RECORDED / f"{JOURNALS[game.info.id]}.rollwrite"
        yield "filled", lambda: game_leaves(opened_journal(journal), code=True, notes=True), {}
        yield "filled pad", lambda: game_leaves(opened_journal(journal), 3), {"per_page": 2}
        yield "review", lambda: _review(journal), {}
    yield "findings", lambda: paper_leaves(game, _paper(game, sheet), _report(sheet)), {"per_page": 2}
    standings = [Standing(1, 0, "Ann", 7, 0, "more Xs"), Standing(2, 1, "Bo", 5, 0)]
    sheets = [Filled("", game, sheet, _paper(game, sheet), _report(sheet), name) for name in ("Ann", "Bo")]
    yield "ranking", lambda: standings_pages("Club", sheets, standings, sheet.size), {}
    yield "certificates", lambda: certificates("Club", sheets, standings, sheet.size), {}


def _paper(game: Game, sheet: Sheet) -> Paper:
    paper: Paper = game.check.paper(game=game.info.id, sheet=sheet.id, player="Ann")
    return paper


def _report(sheet: Sheet) -> Report:
    places = tuple(spot.id for spot in (*sheet.spaces[:2], *sheet.boxes[:2]))[:2]
    findings = tuple(
        Finding("broken", "rolls", {"n": n, "found": "2 5", "usual": "3 5"}, (place,), 1)
        for n, place in enumerate(places, 1)
    )
    return Report(findings, (("mistakes", 2),), 7, (Unchecked("X-9", "rolls", "whether it fitted"),))


def _positions(game: Game) -> tuple[Leaf, ...]:
    path = DECKS / f"{game.info.id}.rollwrite-deck"
    return practice_leaves(puzzles_of(parse(read_file(path, MAX_BYTES), path.name).positions[:7], path.parent))


def _review(journal: Path) -> tuple[Leaf, ...]:
    """A review with turns of every mark, as it is after the first roll of the game."""
    opened = opened_journal(journal)
    at = next(i for i, event in enumerate(opened.session.events) if not is_chance(event.by))
    move = opened.session.rules.write(opened.session.events[at].move)
    turns = tuple(
        TurnResult(n, move, 9.0, 1.25, 0.1, -0.5, mark, (Candidate(move, 6.0, 0.2, 0.0),), at, at)
        for n, mark in enumerate(("blunder", "", "doubtful"), 1)
    )
    better = "lower" if opened.game.play.lowest_wins else "higher"
    return review_leaves(opened, opened.session.players[0], Review("Ann", 9.0, 8.0, -1.5, 2.5, better, turns))


def digested(content: bytes) -> str:
    """For each page of a document a checksum of what is painted on it, with the drawings it shares with others, and of where
    its fields are."""
    with pikepdf.open(io.BytesIO(content)) as document:
        return " ".join(f"{zlib.crc32(b'|'.join(_painted(page))):08x}" for page in document.pages)


def _painted(page: pikepdf.Page) -> Iterator[bytes]:
    page.contents_coalesce()
    yield page.Contents.read_bytes()
    yield from _drawings(page.obj, DRAWN_IN)
    for field in page.obj.get("/Annots", []):
        place = [round(float(side), 2) for side in field.Rect]
        yield f"{place} {field.get('/T', '')} {field.get('/TU', '')}".encode()
        look = field.get("/AP", {}).get("/N", {})
        looks = [look] if isinstance(look, pikepdf.Stream) else [each for _, each in sorted(look.items())]
        yield from (each.read_bytes() for each in looks)


def _drawings(holder: Any, deep: int) -> Iterator[bytes]:
    """The drawings in a page or in another drawing, by their names."""
    for name, drawing in sorted(holder.get("/Resources", {}).get("/XObject", {}).items()) if deep else ():
        yield name.encode() + drawing.read_bytes()
        yield from _drawings(drawing, deep - 1)


def known_digests() -> dict[str, tuple[str, str]]:
    """What is known of each document, by its name: `laid_out`, and `digested` of what is made."""
    lines = DIGESTS.read_text("utf-8").splitlines() if DIGESTS.is_file() else []
    known = {}
    for line in lines:
        name, _, digests = line.partition(": ")
        leaves, _, pages = digests.partition(" | ")
        known[name] = leaves, pages
    return known


def write_digests(games: Sequence[str] = ()) -> None:
    """Writes the checksums of all documents anew, or only of those on the sheets of some games."""
    known = known_digests()
    sheets = {sheet_id for game_id in games if game_id in GAMES for sheet_id in GAMES[game_id].play.sheets}
    lines = []
    for document in documents():
        anew = not games or document.name.split()[0] in sheets
        digests = (document.laid_out(), digested(document.made())) if anew else known.get(document.name, ("", ""))
        lines.append("{}: {} | {}\n".format(document.name, *digests))
    DIGESTS.write_text("".join(lines), "utf-8", newline="\n")


def main(folder: Path) -> None:
    """Writes all documents to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for document in documents():
        (folder / f"{document.name}.pdf").write_bytes(document.made())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
