"""`rollwrite new-game ID`: the template, its sheet, tests and goldens copied under another name, and listed in `GAMES`."""

from __future__ import annotations

import argparse
import ast
import contextlib
import keyword
import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from rollwrite_desktop import paths
from rollwrite_desktop.cli.output import Answer, as_text
from rollwrite_desktop.core.chance import CODE_LETTERS
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import make_folder, write_file
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import rule_of
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.files import read_file

TEMPLATE = "_blank"
MAX_ID = 40
MAX_BYTES = 1_000_000
LIST = Path("rollwrite_desktop/games/__init__.py")
PARTS = (f"rollwrite_desktop/games/{TEMPLATE}/**/*.py", f"sheets/{TEMPLATE}.json", f"tests/games/{TEMPLATE}/*.py",
         f"tests/goldens/{TEMPLATE}.*.txt")
"""The files of the template, in a checkout."""


def new_game(given: argparse.Namespace) -> Answer:
    """`rollwrite new-game ID`. Raises UserError."""
    root = paths.CHECKOUT
    if root is None:
        raise UserError(tr("new-game: works only in a checkout of the source, with its tests."))
    game_id = given.id
    if len(game_id) > MAX_ID or not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", game_id) or keyword.iskeyword(game_id):
        raise UserError(tr("ID: '{id}'; expected up to {n} small letters, digits and underscores, such as six_towns.",
                           id=game_id[:MAX_ID], n=MAX_ID))
    names = _names(game_id)
    copies = {
        root / _renamed(source.relative_to(root).as_posix(), names): _renamed(read_file(source, MAX_BYTES).decode(), names)
        for part in PARTS for source in sorted(root.glob(part))
    }
    folders = (root / LIST.parent / game_id, root / "tests" / "games" / game_id)
    taken = next((path for path in (*folders, *copies) if path.exists()), None)
    if taken is not None:
        raise UserError(tr("ID: '{id}' is taken; there is {path}.", id=game_id, path=str(taken.relative_to(root))))
    listed = _listed(read_file(root / LIST, MAX_BYTES).decode(), game_id)
    try:
        for path, text in copies.items():
            make_folder(path.parent)
            write_file(path, text.encode(), force=False)
        write_file(root / LIST, listed.encode())
    except UserError:
        _remove(copies, folders)
        raise
    return as_text([
        *(str(path.relative_to(root)) for path in copies),
        tr("{path}: lists {game}.", path=str(LIST), game=names["Title"]), "",
        tr("It can be played now. To run the tests of every game on it, and to read what each file holds:"),
        f"  python3 packaging/test.py -k {game_id}",
        "  rollwrite_desktop/games/README.md",
    ])


def _names(game_id: str) -> dict[str, str]:
    """What a game is called where: its title, its classes, its rules, and the letter of its codes."""
    words = game_id.split("_")
    initials = "".join(word[0] for word in words)[:3]
    rules = {rule_of(key).partition("-")[0] for game in GAMES.values() for key in game.rulebook}
    keys = [initials if len(words) > 1 else game_id[:2], *(game_id.replace("_", "")[:n] for n in range(2, MAX_ID)), "new"]
    free = set(CODE_LETTERS) - {game.letter for game in GAMES.values()}
    return {
        "id": game_id,
        "Title": " ".join(word.capitalize() for word in words),
        "Class": "".join(word.capitalize() for word in words),
        "KEY": next(key.upper() for key in keys if key.upper() not in rules),
        "letter": next(letter for letter in (*game_id.upper(), *CODE_LETTERS) if letter in free),
    }


def _renamed(text: str, names: Mapping[str, str]) -> str:
    """A text of the template with the names of another game: `_blank`, `Blank…` in classes, `Blank`, `BL-1`, its letter."""
    text = re.sub(rf"(?<![A-Za-z0-9]){TEMPLATE}\b", names["id"], text)
    text = re.sub(r"\bBlank(?=[A-Z])", names["Class"], text)
    text = re.sub(r"\bBlank\b", names["Title"], text)
    text = re.sub(r"\bBL-(?=[0-9])", f"{names['KEY']}-", text)
    return text.replace('letter="B"', f'letter="{names["letter"]}"')


def _listed(source: str, game_id: str) -> str:
    """The source of the list of games with another one at its end. Raises UserError where it is not written as expected."""
    name = game_id.upper()
    head, found, tail = source.partition("\n)}\n")
    imports = [line for line in head.splitlines() if line.startswith("from rollwrite_desktop.games.")]
    added = f"from rollwrite_desktop.games.{game_id} import GAME as {name}"
    listed = head.replace("\n".join(imports), "\n".join(sorted([*imports, added])), 1) + f"\n    {name},{found}{tail}"
    if not (found and imports and added in listed and _is_python(listed)):
        raise UserError(tr("{path} is not as expected; expected a list of games one to a line.", path=str(LIST)))
    return listed


def _is_python(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def _remove(files: Iterable[Path], folders: Iterable[Path]) -> None:
    """Deletes what was written of a game."""
    for path in files:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
