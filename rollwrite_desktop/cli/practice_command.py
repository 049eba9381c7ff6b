"""`rollwrite practice`: what a deck of positions holds, or what the reviews in a folder of games bring; also on paper."""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path

from rollwrite_desktop.cli.output import Answer, as_json, as_text, file_written, table
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import must_be_new
from rollwrite_desktop.core.i18n import decimal, language, mark, tr
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.decks import MAX_BYTES, Deck, parse
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.play.practice.deck import collecting, nothing_in_it, themes_of, with_collected


def practice(given: argparse.Namespace) -> Answer:
    """Lists a deck by theme, and prints it. Raises UserError."""
    path = Path(given.deck)
    if given.output not in (None, "-") and not given.force:
        must_be_new(Path(given.output))
    beside = path if path.is_dir() else path.parent
    deck = _of_games(path) if path.is_dir() else parse(read_file(path, MAX_BYTES), path.name)
    themes = themes_of(deck.positions, date.max)
    answer = as_json({
        "positions": len(deck.positions),
        "themes": [
            {"game": each.game, "theme": each.key, "title": each.title, "positions": each.count,
             "cost": round(each.cost, 3)}
            for each in themes
        ],
    }) if given.json else as_text([nothing_in_it(path.is_dir())] if not themes else table([
        [tr("Game"), tr(mark("Theme", "practice")), tr("Positions"), tr("Cost")],
        *([tr(GAMES[each.game].info.title), each.title, str(each.count),
           f"{decimal(each.cost)} {tr(GAMES[each.game].words.unit.name)}"] for each in themes),
    ]))
    return answer if given.output is None else file_written(given.output, _pdf(deck, beside, path), given.force, answer)


def _of_games(folder: Path) -> Deck:
    """Returns the costly turns of all reviewed games of a folder."""
    deck = Deck(1)
    for found in collecting(folder, frozenset(), folder):
        if found is not None:
            deck = with_collected(deck, found)
    return deck


def _pdf(deck: Deck, beside: Path, path: Path) -> bytes:
    # Loaded when it is needed: other commands would wait for it.
    from rollwrite_desktop.printing.jobs.practice_pages import practice_leaves, puzzles_of
    from rollwrite_desktop.printing.pdf.export import pdf
    from rollwrite_desktop.printing.sheets.page_layout import DocumentInfo, HeaderFooter

    leaves = practice_leaves(puzzles_of(deck.positions, beside))
    if not leaves:
        message = mark("{file}: there is no position to print.")
        raise UserError(tr(message, file=path.name))
    about = DocumentInfo(subject=deck.title or tr("Positions to practice"), lang=language())
    return pdf(leaves, HeaderFooter(numbered=False), about)[0]
