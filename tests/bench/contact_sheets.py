"""One picture per sheet of all that can be printed of it, in color and as a gray photocopy shows it, to be looked at.

    python3 packaging/bench.py contact_sheets [FOLDER [LANGUAGE]]

The pictures are written to FOLDER, build/contact_sheets unless told.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image, ImageDraw, ImageOps

from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.draw.imposition import PAPERS, PER_PAGE
from rollwrite_desktop.draw.inks import PENS, PRINT_MODES
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.opening.open_game import new_head, sheet_of, start
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.play.paper.audit_files import Entered, checked
from rollwrite_desktop.printing.jobs.print_jobs import (
    Extras,
    available_extras,
    blank_leaves,
    game_leaves,
    header_footer,
    paper_leaves,
)
from rollwrite_desktop.printing.pdf.export import pdf
from rollwrite_desktop.printing.sheets.large_print import MAX_SCALE
from rollwrite_desktop.printing.sheets.page_layout import Leaf
from rollwrite_desktop.sheet.sheet import Sheet

WIDE, HIGH, TITLE = 560, 460, 16
COLUMNS = 6

Item = tuple[str, Sequence[Leaf], dict[str, Any]]


def main(folder: Path, language: str) -> None:
    i18n.use(language, TRANSLATIONS)
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES.values():
        for sheet_id in game.play.sheets:
            sheet = sheet_of(game, sheet_id, "contact")
            _picture(folder / f"contact-{sheet_id}.png", game, list(_kinds(game, sheet)))
            _picture(folder / f"contact-{sheet_id}-extras.png", game, list(_extras(game, sheet)))
        _picture(folder / f"contact-{game.info.id}-filled.png", game, list(_filled(game)))
        _picture(folder / f"contact-{game.info.id}-products.png", game, list(_products(game)))


def _kinds(game: Game, sheet: Sheet) -> Iterator[Item]:
    """Every ink on every number of sheets per page, then large print and a form, in every ink."""
    rolls = "rolls" in available_extras(game, sheet)
    for ink in PRINT_MODES:
        for per_page in PER_PAGE:
            yield f"{ink} {per_page}", blank_leaves(game, sheet, per_page), {"ink": ink, "per_page": per_page}
        large = Extras(large=True)
        yield f"{ink} large", blank_leaves(game, sheet, 1, extras=large), {"ink": ink, "largest": MAX_SCALE}
        form = Extras(fillable=True, code=True, rolls=rolls)
        yield f"{ink} form, code, rolls", blank_leaves(game, sheet, 1, extras=form), {"ink": ink}
        many = Extras(code=True, rolls=rolls)
        yield f"{ink} letter 4, holes", blank_leaves(game, sheet, 4, extras=many), {
            "ink": ink, "per_page": 4, "holes": "us", "paper": "letter",
        }


def _extras(game: Game, sheet: Sheet) -> Iterator[Item]:
    """What else there is, each page of it, and every paper with its holes."""
    has = available_extras(game, sheet)
    for paper in PAPERS:
        for holes in ("iso", "us"):
            yield f"{paper} {holes}", blank_leaves(game, sheet, 1), {"paper": paper, "holes": holes}
    for back in ("rules", *(other for other in game.play.sheets if other != sheet.id)):
        if back != "rules" or "rules" in has:
            yield f"back {back}", blank_leaves(game, sheet, 1, extras=Extras(back=back)), {}
    if "cards" in has:
        yield "cards", blank_leaves(game, sheet, 1, extras=Extras(cards=True)), {}
    if "seed" in has:
        for paper, per_page in (("a4", 1), ("a4", 2), ("letter", 1), ("letter", 4)):
            yield f"same dice {paper} {per_page}", blank_leaves(game, sheet, 1, extras=Extras(seed="CLASS-7B")), {
                "paper": paper, "per_page": per_page,
            }
    yield "names", blank_leaves(game, sheet, 1, ("José Ñandú Šimůnek", "N" * 200)), {}


def _products(game: Game) -> Iterator[Item]:
    """Everything that is printed for a game, in every ink on A4 and Letter, side by side."""
    sheet = sheet_of(game, game.play.played_on[0], "contact")
    has = available_extras(game, sheet)
    orders = {"sheet": Extras(), "large": Extras(large=True)}
    orders |= {"rules": Extras(back="rules")} if "rules" in has else {}
    orders |= {"log": Extras(rolls=True), "same dice": Extras(seed="CLASS-7B")} if "seed" in has else {}
    orders |= {"cards": Extras(cards=True)} if "cards" in has else {}
    for paper in ("a4", "letter"):
        for ink in PRINT_MODES:
            for name, extras in orders.items():
                how: dict[str, Any] = {"ink": ink, "paper": paper}
                if extras.large:
                    how["largest"] = MAX_SCALE
                leaves = blank_leaves(game, sheet, 1, extras=extras)
                yield f"{name} {ink} {paper}", leaves, how
            for per_page in (2, 4):
                how = {"ink": ink, "paper": paper, "per_page": per_page}
                yield f"{per_page} a page {ink} {paper}", blank_leaves(game, sheet, per_page), how


def _filled(game: Game) -> Iterator[Item]:
    """The sheets of a game with every pen in every ink, two and four on a page, and what a check says of an altered one."""
    sheet = sheet_of(game, game.play.played_on[0], "contact")
    opened = start(new_head(game, sheet, sheet.id, ("José", "Bo"), {}, Notes(seed="CONTACT")))
    finish(opened.session, dict.fromkeys(opened.session.players, game.think.bots["random"]))
    for ink in PRINT_MODES:
        for pen in PENS:
            yield f"{ink} {pen}", game_leaves(opened, players=("p1",), pen=pen), {"ink": ink}
    for per_page in (2, 4):
        yield f"all {per_page}", game_leaves(opened, code=True), {"per_page": per_page}
    paper = game.check.paper_of(opened.session.rules, opened.session.state, "p1")
    if paper.spaces:
        paper.spaces |= dict.fromkeys(list(paper.spaces)[:3], "5" if game.info.id != "on_tour" else "55")
        report = checked(Entered(game, sheet, paper, "contact")).report
        for ink in PRINT_MODES:
            yield f"findings {ink}", paper_leaves(game, paper, report), {"ink": ink}


def _picture(target: Path, game: Game, items: Sequence[Item]) -> None:
    shown = [(title, page) for title, leaves, how in items for page in _rendered(game, leaves, how)]
    rows = -(-len(shown) // COLUMNS)
    whole = Image.new("RGB", (COLUMNS * WIDE, 2 * rows * HIGH), "#8a8a8a")
    pen = ImageDraw.Draw(whole)
    for i, (title, page) in enumerate(shown):
        for half, picture in enumerate((page, _photocopied(page))):
            x, y = i % COLUMNS * WIDE, (i // COLUMNS + half * rows) * HIGH
            pen.text((x + 6, y + 2), title + (" (photocopy)" if half else ""), fill="white")
            whole.paste(picture, (x + (WIDE - picture.width) // 2, y + TITLE + 4))
    whole.save(target)
    print(target, len(shown), "pages")


def _rendered(game: Game, leaves: Sequence[Leaf], how: dict[str, Any]) -> Iterator[Image.Image]:
    content, count = pdf(leaves, header_footer(game, "Club Ñandú"), **how)
    document = pypdfium2.PdfDocument(content)
    try:
        for number in range(count):
            page = document[number]
            scale = min((WIDE - 12) / page.get_width(), (HIGH - TITLE - 12) / page.get_height())
            # Rendered larger and then shrunk, fine lines look as they do on paper.
            picture = page.render(scale=3 * scale, may_draw_forms=False).to_pil().convert("RGB")
            yield picture.resize((picture.width // 3, picture.height // 3), Image.Resampling.LANCZOS)
    finally:
        document.close()


def _photocopied(picture: Image.Image) -> Image.Image:
    """Gray, with the contrast of a copier: light tones become lighter still."""
    gray = ImageOps.grayscale(picture)
    return gray.point([min(255, max(0, round((tone - 128) * 1.12 + 132))) for tone in range(256)]).convert("RGB")


if __name__ == "__main__":
    usual = Path(__file__).parents[2] / "build" / "contact_sheets"
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else usual, sys.argv[2] if len(sys.argv) > 2 else "en")
