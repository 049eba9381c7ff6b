"""The command `review`: what each choice of a finished game cost, and how lucky its rolls were."""

from __future__ import annotations

import argparse
import contextlib
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from rollwrite_desktop.cli.output import Answer, as_json, as_text, file_written, table
from rollwrite_desktop.cli.progress import progress_bar
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import language, mark, tr, with_colon
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.paper.audit_files import opened_journal
from rollwrite_desktop.play.review.game_review import (
    ROLLOUTS,
    Review,
    TurnResult,
    keep_review,
    kept_reviews,
    moves_in,
    reviewed,
)
from rollwrite_desktop.play.review.review_view import MARK_TITLES, headline, measured, signed, summary, without_luck


def review(given: argparse.Namespace) -> Answer:
    """`rollwrite review JOURNAL`"""
    path = Path(given.file)
    opened = opened_journal(path)
    player = _player(opened, given.player, given.file)
    found = kept_reviews(path, opened).get(player)
    if found is None:
        found = _made(opened, player)
        # A folder that cannot be written to keeps nobody from reading the review.
        with contextlib.suppress(UserError):
            keep_review(path, opened, player, found)
    answer = as_json(_as_values(found)) if given.json else _as_lines(opened, found)
    return answer if given.output is None else file_written(given.output, _file(given.output, opened, player, found),
                                                            given.force, answer)


def _file(output: str, opened: Opened, player: str, found: Review) -> bytes:
    """A PDF, or the review in words, by the name of the file."""
    # Loaded when it is needed: other commands would wait for it.
    from rollwrite_desktop.printing.jobs.print_jobs import header_footer
    from rollwrite_desktop.printing.pdf.export import pdf
    from rollwrite_desktop.printing.reports.document import TEXT_FORMATS
    from rollwrite_desktop.printing.reports.review_pages import review_document, review_leaves
    from rollwrite_desktop.printing.sheets.page_layout import DocumentInfo

    if in_words := TEXT_FORMATS.get(Path(output).suffix.lower()):
        return in_words(replace(review_document(opened, player, found), notice=header_footer(opened.game).credits)).encode()
    leaves = review_leaves(opened, player, found)
    return pdf(leaves, header_footer(opened.game), DocumentInfo(subject=leaves[0].title, lang=language()))[0]


def _player(opened: Opened, name: str | None, file: str) -> str:
    """Returns the player that is asked for. Raises UserError."""
    names = {opened.name(player): player for player in opened.session.players}
    if name is None and len(names) == 1:
        return opened.session.players[0]
    if name not in names:
        asked = mark("{file}: there is no player '{player}', only {names}.")
        several = mark("{file} has several sheets; choose one with --player: {names}.")
        raise UserError(tr(several if name is None else asked, file=file, player=(name or "")[:40], names=", ".join(names)))
    return names[name]


def _made(opened: Opened, player: str) -> Review:
    found, done = None, 0
    with progress_bar(opened.game.info.title) as progress:
        for part in reviewed(opened, player):
            done += 1
            progress(done, max(done, _turns(opened)))
            if isinstance(part, Review):
                found = part
    assert found is not None
    return found


def _turns(opened: Opened) -> int:
    """About how many turns the game has."""
    return sum(event.by == "chance" for event in opened.session.events) + 1


def _as_values(found: Review) -> dict[str, Any]:
    return {
        "player": found.player, "result": found.result, "expected": found.expected, "luck": found.luck,
        "error": found.error, "better": found.better, "without_luck": round(found.without_luck, 3),
        "error_se": round(found.error_se, 3), "error_per_turn": round(found.error_per_turn, 3), "rollouts": ROLLOUTS,
        "turns": [_turn_values(turn) for turn in found.turns],
    }


def _turn_values(turn: TurnResult) -> dict[str, Any]:
    return {
        "turn": turn.turn, "move": turn.move, "error": turn.error, "se": turn.se, "luck": turn.luck, "mark": turn.mark,
        "expected": turn.value, "luck_se": turn.luck_se, "roll": turn.roll,
        "best": [{"move": best.move, "expected": best.expected, "se": best.se} for best in turn.best],
    }


def _as_lines(opened: Opened, found: Review) -> Answer:
    lines = [
        with_colon(opened.game.info.title, found.player),
        *summary(opened, found).split("\n"),
        without_luck(opened, found),
    ]
    worst = found.costliest
    if worst is not None and worst.best:
        lines.append(f"{headline(opened, worst, lucky=False)}. "
                     f"{tr('Better was {move}.', move=_described(opened, worst.best[0].move))}")
    unit = tr(opened.game.words.unit.name)
    rows = [[tr("Turn"), tr("Error ({unit})", unit=unit), tr("Luck (+ is good)"), "", tr("Move"), tr("Better")]]
    rows += [
        [str(turn.turn), measured(turn.error, turn.se, 2), signed(turn.luck, 2),
         tr(MARK_TITLES[turn.mark]) if turn.mark else "", _described(opened, turn.move),
         _described(opened, turn.best[0].move) if turn.mark and turn.best else ""]
        for turn in found.turns
    ]
    return as_text([*lines, *table(rows)])


def _described(opened: Opened, text: str) -> str:
    """Returns the moves of a turn in words."""
    rules = opened.session.rules
    return opened.game.think.review.describe_moves(rules, moves_in(rules, text))
