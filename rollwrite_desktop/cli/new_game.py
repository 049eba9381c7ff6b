"""`rollwrite new-game ID`: a template, its sheet, tests and goldens copied under another name, and listed in `GAMES`; or all
that taken away again. Says what it will write or delete, and asks."""

from __future__ import annotations

import argparse
import ast
import contextlib
import keyword
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from rollwrite_desktop import paths
from rollwrite_desktop.cli.output import Answer, as_text
from rollwrite_desktop.core.chance import CODE_LETTERS
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import disk, make_folder, write_file, writing
from rollwrite_desktop.core.i18n import mark, tr, tr_n
from rollwrite_desktop.core.rules import rule_of
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES, TEMPLATES
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.intake.text import file_name

MAX_ID = 40
MAX_BYTES = 1_000_000
LIST = Path("rollwrite_desktop/games/__init__.py")
PLACES = ("rollwrite_desktop/games", "sheets", "tests/games", "tests/goldens")
"""Where in a checkout a game has files: in a folder of its name, or begun with its name and a dot."""
USUAL = "map"
_CANNOT_DELETE = mark("Cannot delete {path}: {why}.")
MADE = "  # made by new-game, like "
"""Ends the line of a game in the list of games; only a game with it is taken away again."""


def new_game(given: argparse.Namespace) -> Answer:
    """`rollwrite new-game ID`. Raises UserError."""
    root = paths.CHECKOUT
    if root is None:
        raise UserError(tr("new-game: works only in a checkout of the source, with its tests."))
    game_id = given.id
    plain = re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", game_id) and file_name(game_id) == game_id  # also on Windows
    if len(game_id) > MAX_ID or not plain or keyword.iskeyword(game_id):
        raise UserError(tr("ID: '{id}'; expected up to {n} small letters, digits and underscores, such as six_towns.",
                           id=game_id[:MAX_ID], n=MAX_ID))
    if given.remove:
        return _remove_game(root, game_id, given)
    copies = _copies(root, game_id, given.like or USUAL)
    taken = next(iter(_files_of(root, game_id)), None)
    if taken is not None:
        raise UserError(tr("ID: '{id}' is taken; there is {path}.", id=game_id, path=str(taken.relative_to(root))))
    listed = _listed(read_file(root / LIST, MAX_BYTES).decode(), game_id, given.like or USUAL)
    plan = [
        *(str(path.relative_to(root)) for path in copies),
        tr("{path}: lists {game}.", path=str(LIST), game=_title(game_id)),
    ]
    if given.dry_run:
        return as_text(plan)
    shown = _agreed(given, plan, tr_n("Write this file?", "Write these {n} files?", len(copies) + 1))
    try:
        for path, text in copies.items():
            make_folder(path.parent)
            write_file(path, text.encode(), force=False)
        write_file(root / LIST, listed.encode())
    except UserError:
        _clear(root, game_id, copies)
        raise
    return as_text([
        *shown, "",
        tr("It can be played now. To run the tests of every game on it, and to read what each file holds:"),
        f"  python3 packaging/test.py -k {game_id}",
        "  rollwrite_desktop/games/README.md",
    ])


def _remove_game(root: Path, game_id: str, given: argparse.Namespace) -> Answer:
    """Takes a game away that was made by this command, whatever has become of its files. Raises UserError."""
    source = read_file(root / LIST, MAX_BYTES).decode()
    line = next((line for line in source.splitlines() if line.startswith(f"    {game_id.upper()},")), "")
    like = line.partition(MADE)[2]
    left_over = not line and (root / LIST.parent / game_id).is_dir()
    if like not in TEMPLATES and not left_over:
        raise UserError(tr("--remove: '{id}' was not made by new-game, or is kept: no line of {path} says so.",
                           id=game_id, path=str(LIST)))
    found = list(_files_of(root, game_id))
    fresh = _copies(root, game_id, like if like in TEMPLATES else USUAL)
    plan = [
        str(path.relative_to(root)) if path in fresh and fresh[path].encode() == read_file(path, MAX_BYTES)
        else tr("{path} (changed since)", path=str(path.relative_to(root)))
        for path in found
    ]
    plan.append(tr("{path}: no longer lists {game}.", path=str(LIST), game=_title(game_id)))
    if given.dry_run:
        return as_text(plan)
    shown = _agreed(given, plan, tr_n("Delete this file?", "Delete these {n} files?", len(found)))
    write_file(root / LIST, _unlisted(source, game_id).encode())
    for path in reversed(found):  # the game's own folder last: while it is there, this can be done again
        with writing(path, _CANNOT_DELETE):
            disk.unlink(path)
    _clear(root, game_id, ())
    return as_text([*shown, tr("{game} is deleted.", game=_title(game_id))])


def _agreed(given: argparse.Namespace, plan: Sequence[str], question: str) -> Sequence[str]:
    """Returns what is still to be shown of the plan once somebody has agreed to it: nothing if it was shown with the
    question. Raises UserError where nobody agrees, or can be asked."""
    if given.yes:
        return plan
    if sys.stdin is None or not sys.stdin.isatty():
        raise UserError(tr("new-game: nobody can be asked here, and nothing is written without --yes; --dry-run says what."))
    sys.stdout.write(f"{as_text(plan).text}{question} [y/N] ")
    sys.stdout.flush()
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise UserError(tr("Nothing was changed."))
    return ()


def _files_of(root: Path, name: str) -> Iterator[Path]:
    """All files of a game or template in a checkout."""
    for place in PLACES:
        for path in sorted((root / place).iterdir()):
            if path.name == name or path.name.startswith(f"{name}."):
                inside = sorted(path.rglob("*")) if path.is_dir() else [path]
                yield from (each for each in inside if each.is_file() and "__pycache__" not in each.parts)


def _copies(root: Path, game_id: str, like: str) -> dict[Path, str]:
    """Returns the files of a template under the names of another game."""
    template: Game = import_module(f"rollwrite_desktop.games.{TEMPLATES[like]}").GAME
    names = _renaming(template, game_id)
    return {
        root / _renamed(source.relative_to(root).as_posix(), names): _renamed(read_file(source, MAX_BYTES).decode(), names)
        for source in _files_of(root, TEMPLATES[like])
    }


def _title(game_id: str) -> str:
    return " ".join(word.capitalize() for word in game_id.split("_"))


def _key(game: Game) -> str:
    """Returns what the rules of a game begin with: `RA`."""
    return rule_of(next(iter(game.play.rulebook))).partition("-")[0]


def _renaming(template: Game, game_id: str) -> dict[str, str]:
    """Returns what a game is called in each place where the template has its own name, as regular expressions: its id, its
    classes, its title, its rules, and the letter of its codes."""
    words = game_id.split("_")
    others = [game for other, game in GAMES.items() if other != game_id]
    initials = "".join(word[0] for word in words)[:3]
    keys = [initials if len(words) > 1 else game_id[:2], *(game_id.replace("_", "")[:n] for n in range(2, MAX_ID)), "new"]
    free = set(CODE_LETTERS) - {game.letter for game in others}
    title, key = template.info.title, next(key.upper() for key in keys if key.upper() not in map(_key, others))
    letter = next(letter for letter in (*game_id.upper(), *CODE_LETTERS) if letter in free)
    return {
        rf"(?<![A-Za-z0-9]){template.info.id}\b": game_id,
        rf"\b{title.replace(' ', '')}(?=[A-Z])": _title(game_id).replace(" ", ""),
        rf"\b{title}\b": _title(game_id),
        rf"\b{_key(template)}-(?=[0-9])": f"{key}-",
        rf'letter="{template.letter}"': f'letter="{letter}"',
    }


def _renamed(text: str, names: Mapping[str, str]) -> str:
    for pattern, name in names.items():
        text = re.sub(pattern, name, text)
    return text


def _listed(source: str, game_id: str, like: str) -> str:
    """Returns the source of the list of games with another one at its end. Raises UserError where it is not written as
    expected."""
    name = game_id.upper()
    head, found, tail = source.partition("\n)}\n")
    imports = [line for line in head.splitlines() if line.startswith("from rollwrite_desktop.games.")]
    added = f"from rollwrite_desktop.games.{game_id} import GAME as {name}"
    head = head.replace("\n".join(imports), "\n".join(sorted([*imports, added])), 1)
    listed = f"{head}\n    {name},{MADE}{like}{found}{tail}"
    if not (found and imports and added in listed and _is_python(listed)):
        raise UserError(tr("{path} is not as expected; expected a list of games one to a line.", path=str(LIST)))
    return listed


def _unlisted(source: str, game_id: str) -> str:
    """Returns the source of the list of games without one that new-game has listed."""
    gone = (f"from rollwrite_desktop.games.{game_id} import GAME as ", f"    {game_id.upper()},{MADE}")
    return "".join(line for line in source.splitlines(keepends=True) if not line.startswith(gone))


def _is_python(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def _clear(root: Path, game_id: str, files: Iterable[Path]) -> None:
    """Deletes files, as far as that is possible, and the folders of a game that they were in."""
    for path in files:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
    for place in PLACES:
        if (root / place / game_id).is_dir():
            shutil.rmtree(root / place / game_id, ignore_errors=True)
