"""The command line. It calls the same functions as the windows and imports Qt only to open a window.

Exit codes: 0 done and nothing found, 1 done and something found, 2 not done, with one line on standard error, and under
`--json` the same as `{"error": …}` on standard output.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TextIO

from rollwrite_desktop import __version__
from rollwrite_desktop.cli.command_names import COMMANDS, split_language
from rollwrite_desktop.cli.output import Answer, as_json
from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.core.one_line import one_line
from rollwrite_desktop.paths import TRANSLATIONS

NOT_DONE = 2
MAX_LINE = 500


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code. Raises nothing for anything in `argv` or in files that it names."""
    given = list(sys.argv[1:] if argv is None else argv)
    _replace_unprintable()
    if given == ["--version"]:  # at once, without loading the games
        return _print(Answer(f"rollwrite {__version__}\n"))
    try:
        language, rest = split_language(given)
        i18n.use(language or "en", TRANSLATIONS)
        if rest and (rest[0] in COMMANDS or rest[0].startswith("-")):
            with _loading("rollwrite_desktop.cli.arguments"):
                from rollwrite_desktop.cli.arguments import parse

            return _print(parse(rest))
        return _print(Answer(code=_window(rest, language)))  # which also flushes what was printed where there is no display
    except UserError as error:
        return _not_done(str(error), given)
    except KeyboardInterrupt:
        return _not_done(tr("Interrupted."), given)
    except MemoryError:
        return _not_done(tr("There is not enough memory for this."), given)


@contextlib.contextmanager
def _loading(module: str) -> Iterator[None]:
    """While a module and those that it needs are imported for the first time, and later, no collection of garbage goes
    through them, which takes a quarter of the time that importing takes: modules stay until the end."""
    if module in sys.modules or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _print(answer: Answer) -> int:
    """Writes an answer to standard output and returns its exit code; a closed pipe is no failure."""
    if sys.stdout is None:  # a Windows program without a console
        return answer.code
    try:
        sys.stdout.write(answer.text)
        sys.stdout.flush()
        if answer.data:
            sys.stdout.buffer.write(answer.data)
            sys.stdout.buffer.flush()
    except OSError as error:
        _discard(sys.stdout)
        if isinstance(error, BrokenPipeError):
            return answer.code
        return _refused(tr("Cannot write to standard output ({why}).", why=error.strerror or str(error)))
    return answer.code


def _discard(stream: TextIO) -> None:
    """Sends what a failed write left in the stream's buffer to the null device.

    Python flushes its standard streams once more as it ends; were that to fail too, it would end with 120.
    """
    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)


def _not_done(sentence: str, given: Sequence[str]) -> int:
    """Says why a command could not be carried out: on standard error, and under `--json` also as JSON on standard output."""
    if "--json" in given:
        _print(as_json({"error": sentence}, NOT_DONE))
    return _refused(sentence)


def _refused(sentence: str) -> int:
    line = one_line(sentence)
    if len(line) > MAX_LINE:  # a file name of thousands of characters
        line = f"{line[: MAX_LINE // 2]} … {line[-MAX_LINE // 3 :]}"
    if sys.stderr is not None:
        try:
            sys.stderr.write(f"rollwrite: {line}\n")
            sys.stderr.flush()
        except OSError:
            _discard(sys.stderr)
    return NOT_DONE


def _window(files: list[str], language: str | None) -> int:
    """Opens the window with files, in the language that was asked for, if one was."""
    for name in files:
        if not os.path.exists(name):  # noqa: PTH110 (is False for impossible names)
            raise UserError(tr(
                "'{name}' is neither a command nor a file here; the commands are {commands}.",
                name=name[:200], commands=", ".join(COMMANDS),
            ))
    try:
        with _loading("rollwrite_desktop.ui.window.app"):
            from rollwrite_desktop.ui.window.app import run
    except ImportError as error:
        message = mark("Cannot open the window: {why}. The other commands need none.")
        raise UserError(tr(message, why=str(error))) from error
    return run(files, language)


def _replace_unprintable() -> None:
    """Makes standard output write question marks for characters that it cannot encode, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            with contextlib.suppress(OSError, ValueError):
                reconfigure(errors="replace")


__all__ = ["main"]
