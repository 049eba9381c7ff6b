"""`rollwrite practice DECK`: the positions of a deck on paper, with their answers overleaf."""

from __future__ import annotations

import argparse
from pathlib import Path

from rollwrite_desktop.cli.output import Answer, as_text
from rollwrite_desktop.cli.progress import progress_bar
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import language, tr, tr_n
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake import decks
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.intake.text import as_text as shown
from rollwrite_desktop.play.deck import costliest
from rollwrite_desktop.printing.deck_pages import deck_leaves, left_out
from rollwrite_desktop.printing.export import write_pdf
from rollwrite_desktop.printing.page_layout import DocumentInfo
from rollwrite_desktop.printing.print_jobs import header_footer


def practice(given: argparse.Namespace) -> Answer:
    """`rollwrite practice DECK -o OUT.pdf`: the costliest positions first. Raises UserError."""
    path = Path(given.deck)
    deck = decks.parse(read_file(path, decks.MAX_BYTES), path.name)
    title = deck.title or shown(path.name.removesuffix(decks.SUFFIX))
    leaves, unshown = deck_leaves(title, costliest(deck.positions)[: given.count], path.parent)
    if not leaves:
        raise UserError(tr("{file}: there is no position in it that can be shown.", file=path.name))
    about = DocumentInfo(subject=title, lang=language())
    texts = header_footer(next(game for game in GAMES.values()))  # each page has the credits of its own games
    with progress_bar(tr("Printing")) as progress:
        written = write_pdf(
            Path(given.output), leaves, texts, about, force=given.force, paper=given.paper, ink=given.ink,
            progress=lambda done, total: progress(done, total) is None,
        )
    lines = [tr_n("{path}: {n} page", "{path}: {n} pages", written.pages, path=str(written.path))]
    if unshown:
        lines.append(left_out(unshown))
    return as_text(lines)
