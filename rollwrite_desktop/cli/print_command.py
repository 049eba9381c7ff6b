"""The command `print`: blank sheets, the filled sheets of a journal, or a re-entered sheet, as PDF, HTML or text."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from rollwrite_desktop.cli.output import STANDARD_OUTPUT, Answer, as_text, file_written
from rollwrite_desktop.cli.progress import check_with_progress, progress_bar
from rollwrite_desktop.core.errors import UserError, located
from rollwrite_desktop.core.i18n import join_names, language, tr, tr_n, with_colon
from rollwrite_desktop.draw.imposition import BARE
from rollwrite_desktop.draw.inks import PENS
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.play.opening.game_codes import read_typed
from rollwrite_desktop.play.opening.open_game import Opened, found_from, game_of, sheet_of
from rollwrite_desktop.play.paper.audit_files import checked, entered_paper, opened_journal
from rollwrite_desktop.printing.jobs.atlas_pages import atlas_leaves
from rollwrite_desktop.printing.jobs.print_jobs import (
    PAD_SHEETS,
    Extras,
    blank_leaves,
    card_leaves,
    game_leaves,
    header_footer,
    paper_leaves,
)
from rollwrite_desktop.printing.jobs.text_version import game_document, sheet_document
from rollwrite_desktop.printing.pdf.export import pdf, write_pdf
from rollwrite_desktop.printing.reports.document import in_words, write_document
from rollwrite_desktop.printing.sheets.large_print import MAX_SCALE
from rollwrite_desktop.printing.sheets.page_layout import DocumentInfo, HeaderFooter, Leaf
from rollwrite_desktop.sheet.load import find

SMALL, POKER, SERVICE = CARDS = ("small", "poker", "service")
"""How cards are printed: with the sheets, or alone and one by one for a print service."""
MAX_COPIES = 2_000
EPOCH = re.compile("[0-9]{1,11}", re.ASCII)
MAX_SHORTENED = 60
"""Characters shown of a text that was shortened on paper."""


def print_sheets(given: argparse.Namespace) -> Answer:
    """`rollwrite print …`"""
    target = Path(given.output)
    if in_words(target):
        return _in_words(given, target)
    game, leaves = _leaves(given)
    # Two faces fit a page: findings are printed below their sheet; a pad is cut to half the size of the paper.
    each = int(given.per_page or ("2" if given.findings or given.pad else "1"))
    layout: dict[str, Any] = {
        "ink": given.ink, "paper": given.paper, "per_page": each, "binding": given.binding, "holes": given.holes or "",
        "largest": MAX_SCALE if given.large else 1.0,
    }
    texts = header_footer(game)
    if given.cards == SERVICE:
        layout, texts = {"ink": given.ink, "paper": BARE}, HeaderFooter()
    about = DocumentInfo(subject=_subject(given, game, leaves), lang=language(), date=_date(given.reproducible))
    if given.output == STANDARD_OUTPUT:
        return file_written(given.output, pdf(leaves, texts, about, **layout)[0], given.force, Answer())
    with progress_bar(tr("Printing")) as progress:
        written = write_pdf(
            target, leaves, texts, about, force=given.force,
            progress=lambda done, total: progress(done, total) is None, **layout,
        )
    lines = [tr_n("{path}: {n} page", "{path}: {n} pages", written.pages, path=str(written.path)), *written.notes]
    lines += [read_typed(given.seed).note] if given.seed and read_typed(given.seed).free else []
    for text in written.shortened:
        lines.append(tr("Shortened to fit its line: {text}", text=text[:MAX_SHORTENED]))
    if written.missing:
        lines.append(tr("Printed as question marks: {signs}", signs=written.missing))
    return as_text(lines)


def _date(reproducible: bool) -> str:
    """Returns the date of a document in ISO 8601: that of the environment variable SOURCE_DATE_EPOCH (seconds since 1970) if
    it is set, else the present one; "" for a reproducible document without that variable. Raises UserError."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not given:
        return "" if reproducible else datetime.now().astimezone().isoformat(timespec="seconds")
    if not EPOCH.fullmatch(given):
        raise UserError(tr("SOURCE_DATE_EPOCH: expected seconds since 1970, found '{text}'.", text=given[:40]))
    return datetime.fromtimestamp(int(given), UTC).isoformat()


def _in_words(given: argparse.Namespace, target: Path) -> Answer:
    """Writes filled sheets as HTML or text, for screen readers."""
    if given.game is not None:
        raise UserError(tr("{path}: expected a PDF; only filled sheets can be written in words.", path=target.name))
    _check(given)
    if given.journal is not None:
        opened = opened_journal(Path(given.journal))
        player = _player(opened, given.player)
        players, notice = (player,) if player else None, header_footer(opened.game).credits
        document = game_document(opened, Path(given.journal).name, players, notice)
    else:
        path = Path(given.paper_file)
        entered = replace(entered_paper(path), file=path.name)
        filled = check_with_progress(entered) if given.findings else checked(entered, lambda *_: False)
        document = sheet_document(filled, given.findings, header_footer(filled.game).credits)
    write_document(target, document, given.force)
    count = len(document.wholes)
    return as_text([tr_n("{path}: one sheet in words", "{path}: {n} sheets in words", count, path=str(target))])


def _check(given: argparse.Namespace) -> None:
    """Raises UserError for options that exclude each other. A sheet says which game it is of, so it may stand alone."""
    if given.sheet and given.game is None and given.journal is None and given.paper_file is None:
        with located("--sheet"):
            given.game = find(given.sheet.partition(":")[0], Path()).game
    if sum(source is not None for source in (given.game, given.journal, given.paper_file)) != 1:
        raise UserError(tr("print: expected one of GAME, --journal FILE and --paper-file FILE."))
    if given.player is not None and given.journal is None:
        raise UserError(tr("--player: expected only with --journal."))
    if given.notes and given.journal is None:
        raise UserError(tr("--notes: expected only with --journal."))
    if given.findings and given.paper_file is None:
        raise UserError(tr("--findings: expected only with --paper-file."))
    if given.game is None and (given.sheet or given.copies):
        raise UserError(tr("--sheet and --copies: expected only for blank sheets."))
    extras = "large", "rolls", "seed", "fillable", "cards", "pad", "unmarked", "back", "maps"
    asked = [f"--{name}" for name in extras if getattr(given, name)]
    if given.game is None and asked:
        raise UserError(tr("{options}: expected only for blank sheets.", options=", ".join(asked)))
    if given.game is not None and given.pen is not None:
        raise UserError(tr("--pen: expected only for filled sheets."))


def _leaves(given: argparse.Namespace) -> tuple[Game, tuple[Leaf, ...]]:
    _check(given)
    pen = given.pen or PENS[0]
    if given.journal is not None:
        opened = opened_journal(Path(given.journal))
        player = _player(opened, given.player)
        chosen = (player,) if player else None
        return opened.game, game_leaves(opened, players=chosen, code=given.code, notes=given.notes, pen=pen)
    if given.paper_file is not None:
        path = Path(given.paper_file)
        entered = replace(entered_paper(path), file=path.name)
        found = check_with_progress(entered) if given.findings else checked(entered, lambda *_: False)
        report = found.report if given.findings else None
        paper = msgspec.structs.replace(entered.paper, sheet=found_from(path.parent, entered.paper.sheet))
        return entered.game, paper_leaves(entered.game, paper, report, code=given.code, pen=pen)
    game = game_of(given.game, "print")
    if given.maps:
        return game, atlas_leaves(game)
    extras = Extras(
        given.large, given.rolls, given.seed or "", given.fillable, given.code, bool(given.cards), given.cards == POKER,
        given.back or "", pad=given.pad, unmarked=given.unmarked,
    )
    sheet = sheet_of(game, given.sheet, "--sheet", Path())
    if given.cards == SERVICE:
        return game, card_leaves(game, sheet)
    copies = given.copies or (PAD_SHEETS if given.pad else int(given.per_page or "1"))
    return game, blank_leaves(game, sheet, copies, extras=extras, beside=Path())


def _subject(given: argparse.Namespace, game: Game, leaves: Sequence[Leaf]) -> str:
    """Returns what the document is called: the game, and whose sheets are filled in."""
    title = tr(game.info.title)
    if given.game is not None:
        return title
    names = dict.fromkeys(leaf.title for leaf in leaves if leaf.counted and not leaf.title.startswith(title))
    return with_colon(title, join_names(tuple(names))) if names else title


def _player(opened: Opened, name: str | None) -> str:
    """Returns the player id of a name or id; "" for all."""
    if name is None:
        return ""
    names = opened.head.players
    for player, called in zip(opened.session.players, names, strict=True):
        if name in (called, player):
            return player
    raise UserError(tr("--player: there is no '{name}'; the players are {names}.",
                      name=name[:60], names=", ".join(names)))
