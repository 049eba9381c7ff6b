"""`rollwrite --selftest`: plays, prints and checks every game once and reports each step. Leaves no files.

The window is tested in a process of its own, because Qt aborts the process if a system library is missing.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue

import msgspec

from rollwrite_desktop.cli.output import Answer, as_text
from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import language, tr, tr_n
from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import Opened, new_head, options_of, start
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.play.paper.audit_files import Entered, checked
from rollwrite_desktop.play.work.jobs import Answer as Reply
from rollwrite_desktop.play.work.jobs import once
from rollwrite_desktop.play.work.worker import Worker
from rollwrite_desktop.printing.jobs.print_jobs import Extras, blank_leaves, game_leaves, header_footer
from rollwrite_desktop.printing.pdf.export import pdf
from rollwrite_desktop.printing.photos.form_reader import NothingFilledIn, entered_forms
from rollwrite_desktop.sheet.load import find

WINDOW = "--selftest=window"
"""The option with which the program calls itself to test the window."""
CODE = "SELFTEST"
NAMES = ("Ann", "Bob", "Cleo", "Dan")
TIMEOUT_S = 300


def selftest() -> Answer:
    """`rollwrite --selftest`"""
    lines = []
    for game in GAMES.values():
        first, *others = game.play.sheets
        played = [_played(game, first, game.think.adviser), *(_played(game, other, "random") for other in others)]
        pages = sum(map(_printed, played))
        lines += [
            tr_n("{game}: {n} sheet played to the end.", "{game}: {n} sheets played to the end.",
                  len(played), game=tr(game.info.title)),
            tr_n("  {n} page printed, blank and filled.", "  {n} pages printed, blank and filled.", pages),
            "  " + _audited(played[0]),
        ]
    lines += [_form(next(iter(GAMES.values()))), _borders(), _worker(), *_window_lines()]
    games = ", ".join(game.info.title for game in GAMES.values())
    return as_text([*lines, tr("The self-test passed: {games}.", games=games)])


def window() -> Answer:
    """Does the part of the self-test that needs Qt, on Qt's offscreen platform."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        from rollwrite_desktop.ui.window.app import application
    except ModuleNotFoundError:  # a Python module is missing: a broken installation
        raise
    except ImportError as error:  # a system library that Qt needs is missing
        return as_text([_not_tried(str(error))])
    from rollwrite_desktop.ui.window.demo import play_every_game

    with tempfile.TemporaryDirectory() as folder:
        return as_text(play_every_game(Path(folder), application))


def _failed(where: str) -> UserError:
    return UserError(tr("The self-test failed at {sheet}.", sheet=where))


def _played(game: Game, sheet_id: str, bot: str) -> Opened:
    names = NAMES[: max(1, game.info.players[0])]
    head = new_head(game, find(sheet_id), sheet_id, names, options_of(game), Notes(seed=CODE))
    opened = start(head)
    finish(opened.session, dict.fromkeys(opened.session.players, game.think.bots[bot]))
    if not opened.session.over or opened.session.refused_events:
        raise _failed(sheet_id)
    return opened


def _printed(opened: Opened) -> int:
    leaves = (*blank_leaves(opened.game, opened.sheet, 1), *game_leaves(opened))
    content, pages = pdf(leaves, header_footer(opened.game))
    if pages != len(leaves) or not content.startswith(b"%PDF"):
        raise _failed(opened.sheet.id)
    return pages


def _audited(opened: Opened) -> str:
    """Audits the sheet of a game as it is and with a wrong claim: the first must be clean, the second have one finding."""
    game, session = opened.game, opened.session
    if game.play.score_sheet is not None:
        paper: Paper = game.play.score_sheet.paper(session.rules, session.state, opened.head.players)
    else:
        paper = game.check.paper_of(session.rules, session.state, session.players[0])
    clean = checked(Entered(game, opened.sheet, paper, opened.sheet.id)).report
    wrong = msgspec.structs.replace(paper, claimed=0 if game.play.score_sheet is None else "Nobody")
    found = checked(Entered(game, opened.sheet, wrong, opened.sheet.id)).report.findings
    if clean.findings or len(found) != 1:
        raise _failed(opened.sheet.id)
    return tr("Its paper sheet was checked: no mistake. With a wrong score: {rule}.", rule=found[0].rule)


def _form(game: Game) -> str:
    """Prints an empty form with a code, and reads it back."""
    extras = Extras(fillable=True, code=True)
    content, _ = pdf(blank_leaves(game, find(game.play.sheets[0]), 1, extras=extras), header_footer(game))
    try:
        entered_forms(content, "form.pdf")
    except NothingFilledIn:
        return tr("A form was printed and read back.")
    raise _failed("form.pdf")


def _borders() -> str:
    """Checks every shipped sheet."""
    from rollwrite_desktop.sheet.check import check

    ids = [sheet_id for game in GAMES.values() for sheet_id in game.play.every_sheet]
    for sheet_id in ids:
        if check(find(sheet_id)):
            raise _failed(sheet_id)
    return tr_n("{n} sheet file checked.", "{n} sheet files checked.", len(ids))


def _worker() -> str:
    """Asks the worker process, which a frozen program has to be able to start, for its id."""
    answers: SimpleQueue[Reply] = SimpleQueue()
    worker = Worker(answers.put)
    try:
        worker.ask(worker.begin(once(os.getpid)))
        answer = answers.get(timeout=TIMEOUT_S)
    except Empty:
        raise _failed("worker") from None
    finally:
        worker.close()
    if answer.kind != "value" or answer.value == os.getpid():
        raise _failed(answer.text or "worker")
    return tr("The background process works.")


def _not_tried(why: str) -> str:
    return tr("The window was not tested: {why}.", why=why)


def _window_lines() -> list[str]:
    if find_spec("PySide6") is None:
        return [_not_tried(tr("Qt is not installed"))]
    program = [sys.executable] if hasattr(sys, "_MEIPASS") else [sys.executable, "-m", "rollwrite_desktop"]
    code = str(Path(__file__).resolve().parents[2])  # the same code as this, wherever the program was called from
    surroundings = {"QT_QPA_PLATFORM": "offscreen", "PYTHONIOENCODING": "utf-8", "PYTHONPATH": code}
    try:
        done = subprocess.run(  # noqa: S603 (this very program)
            [*program, WINDOW, f"--lang={language()}"], capture_output=True, text=True, encoding="utf-8", errors="replace",
            timeout=TIMEOUT_S, env={**os.environ, **surroundings},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UserError(tr("The window failed: {why}.", why=str(error))) from error
    if done.returncode:
        raise UserError(tr("The window failed: {why}.", why=done.stderr.strip() or f"{done.returncode}"))
    return done.stdout.splitlines()
