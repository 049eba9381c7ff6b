"""`rollwrite read PHOTO…`: photos or scans of filled sheets to paper files."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, cast

import msgspec

from rollwrite_desktop.cli.output import STANDARD_OUTPUT, Answer, as_json, as_text, file_written
from rollwrite_desktop.cli.progress import progress_bar, stops
from rollwrite_desktop.core.audit import write_paper
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import must_be_new
from rollwrite_desktop.core.i18n import mark, percent, tr, tr_n
from rollwrite_desktop.gamekit.rooms import PlayRoom
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import sheet_of, titles_of
from rollwrite_desktop.play.paper.audit_files import place_title
from rollwrite_desktop.play.work.jobs import Answer as Reply
from rollwrite_desktop.play.work.worker import Worker, awaited
from rollwrite_desktop.sheet.load import find

if TYPE_CHECKING:
    from rollwrite_desktop.printing.photos.read_photos import Corners, Doubt, ReadSheet, Unread

    Found = ReadSheet | Unread

SURE, DOUBTFUL, UNREAD = 0, 1, 2


def read(given: argparse.Namespace) -> Answer:
    """`rollwrite read`: exit code 0 if everything is sure, 1 if something is doubtful, 2 if something could not be read; the
    others are still written. Raises UserError."""
    from rollwrite_desktop.games import GAMES
    from rollwrite_desktop.printing.photos.joined_pages import alone, joined
    from rollwrite_desktop.printing.photos.read_photos import ReadSheet

    sheets = []
    if given.sheet:
        game = next((game for game in GAMES.values() if given.sheet in game.play.every_sheet), None)
        if game is None:
            message = mark("--sheet: '{name}' is not a sheet of the program; see rollwrite games.")
            raise UserError(tr(message, name=given.sheet[:60]))
        sheets.append((game.info.id, sheet_of(game, given.sheet, "--sheet").id))
    if given.corners and not sheets:
        raise UserError(tr("--corners needs --sheet: which sheet it is."))
    if given.output and given.output != STANDARD_OUTPUT and not given.force:
        must_be_new(Path(given.output))
    whole = joined(_all_read(given.photos, sheets, given.corners))
    found = [alone(each) if isinstance(each, ReadSheet) and each.half else each for each in whole]
    read = [each for each in found if isinstance(each, ReadSheet)]
    code = UNREAD if len(read) < len(found) else DOUBTFUL if any(each.doubtful for each in read) else SURE
    answer = as_json({"sheets": [_json(each) for each in found]}, code) if given.json else as_text(lines_of(found), code)
    return _written(read, given.output, given.force, answer) if given.output else answer


def _all_read(names: list[str], sheets: list[tuple[str, str]], corners: Corners) -> list[Found]:
    """Reads photos in the worker process, which can be stopped at any point, and is where one takes too long."""
    from rollwrite_desktop.printing.photos.earlier_drawings import not_finished
    from rollwrite_desktop.printing.photos.read_photos import SECONDS, Unread, read_file_by_corners, read_file_of_photos

    answers: SimpleQueue[Reply] = SimpleQueue()
    worker = Worker(answers.put)
    found: list[Found] = []
    with progress_bar(tr("Reading")) as progress, stops() as wait:
        try:
            for done, name in enumerate(names):
                progress(done, len(names))
                task = (partial(read_file_by_corners, name, sheets[0], corners) if corners
                        else partial(read_file_of_photos, name, tuple(sheets)))
                job = worker.begin(task, SECONDS)
                answer = Reply(job, "value")
                while answer.kind == "value":
                    worker.ask(job)
                    answer = awaited(answers, wait)
                    found += cast("tuple[Found, ...]", answer.value or ())
                if answer.kind == "failed":
                    found.append(Unread(Path(name).name, 1, not_finished(answer.text)))
                elif answer.kind == "bug":
                    raise RuntimeError(answer.text)
        finally:
            worker.close()
    return found


def _written(read: list[ReadSheet], output: str, force: bool, answer: Answer) -> Answer:
    """Writes the papers: the first to the named file, further ones beside it with numbers."""
    if output == STANDARD_OUTPUT:
        if len(read) != 1:
            raise UserError(tr("-o -: expected one sheet, and {n} were read.", n=len(read)))
        return file_written(output, write_paper(read[0].paper), force, answer)
    first = Path(output)
    stem, dot, endings = first.name.partition(".")
    targets = [first, *(first.with_name(f"{stem}-{n}{dot}{endings}") for n in range(2, len(read) + 1))][:len(read)]
    if not force:
        for target in targets:
            must_be_new(target)
    for target, sheet in zip(targets, read, strict=True):
        answer = file_written(str(target), write_paper(sheet.paper), force, answer)
    return answer


def _json(each: Found) -> dict[str, Any]:
    from rollwrite_desktop.printing.photos.read_photos import Unread

    if isinstance(each, Unread):
        return {"photo": each.photo, "page": each.page, "error": each.why}
    return {
        "photo": each.photo, "page": each.page, "paper": {"paper": 1, **msgspec.to_builtins(each.paper)},
        "doubtful": [
            {"where": doubt.where, "read": doubt.read, "confidence": round(doubt.confidence, 3), "or": list(doubt.others)}
            for doubt in each.doubtful
        ],
    }


def lines_of(found: list[Found]) -> list[str]:
    """Returns what was read, as a person is told: each sheet, and its doubtful places under it."""
    from rollwrite_desktop.printing.photos.read_photos import Unread

    lines = []
    for each in found:
        if isinstance(each, Unread):
            line = each.why if each.why.startswith(each.photo) else f"{_named(each, found)}: {each.why}"
            how = tr("Pages without marks, and most maps in large print, are recognized where their sheet is named: "
                     "--sheet; see rollwrite games.")
            lines.append(f"{line} {how}" if each.unknown else line)
            continue
        marks = sum(bool(text) for text in each.paper.spaces.values())
        lines.append(tr(
            "{file}: {sheet}, {marks}, {doubtful}", file=_named(each, found),
            sheet=" · ".join(titles_of(find(each.paper.sheet))),
            marks=tr_n("one mark", "{n} marks", marks), doubtful=tr_n("one doubtful", "{n} doubtful", len(each.doubtful)),
        ))
        lines += [f"  {_sentence(doubt, GAMES[each.paper.game].play)}" for doubt in each.doubtful]
    return lines


def _named(each: Found, found: list[Found]) -> str:
    """Returns the file of a sheet, with the page where several of its pages were read."""
    if all(other.page == each.page for other in found if other.photo == each.photo):
        return each.photo
    return tr("{file}, page {n}", file=each.photo, n=each.page)


def _sentence(doubt: Doubt, play: PlayRoom) -> str:
    where, read = place_title(doubt.where, play, str), doubt.read or tr("blank")
    share = percent(round(100 * doubt.confidence))
    if not doubt.others:
        return tr("{where}: {read} ({share})", where=where, read=read, share=share)
    others = ", ".join(text or tr("blank") for text in doubt.others)
    return tr("{where}: {read} ({share}), or {others}", where=where, read=read, share=share, others=others)
