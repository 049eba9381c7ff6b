"""No single file and no single value in the data folder stops a page."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake import tables
from rollwrite_desktop.intake.archives import FOLDERS
from rollwrite_desktop.intake.text import as_text
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.drafts import Drafts
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.session_store import Sessions
from rollwrite_desktop.ui.window.backup import back_up, restore
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.odd_folders import STEMS, make_odd, sound
from tests.sampling import sampled
from tests.ui.conftest import settle

STORES = (GameStore, Drafts, Sessions)
GAME = "hexroller"


def visit_all(window: MainWindow) -> None:
    """Every page that lists or takes up what is kept."""
    go = window.go
    for show in (
        go.show_home, go.show_library, go.show_sessions, go.show_history, go.show_check_room, go.show_new_map, go.show_print,
        go.show_tournament, lambda: go.show_own_sheet(GAME), *(lambda game=game: go.show_lobby(game) for game in GAMES),
        *(lambda game=game: go.check(game) for game in GAMES), go.show_home,
    ):
        show()
        settle(4)
        assert window.page is not None


def test_a_name_that_is_no_utf_8(window: MainWindow) -> None:
    """As an archive from another system brings it: listed, played, renamed, deleted, brought back."""
    store = window.store
    for folder, (ending, _) in FOLDERS.items():
        (store.home / folder).mkdir(exist_ok=True)
        (store.home / folder / os.fsdecode(b"M\xfcller" + os.fsencode(ending))).write_bytes(sound(folder)[0])
    visit_all(window)
    for kind in STORES:
        shelf = kind(store)
        (path,) = shelf.paths()
        kept = shelf.look(path)
        assert not kept.error and kept.name == "M\ufffdller"
        assert window.go.open_file(path) or kind is Drafts
        if kind is Drafts:
            window.go.files.open_draft(path)
        settle()
        window.go.show_home()
        aside = shelf.delete(path)
        back = shelf.restore(aside)
        assert back == path
        assert shelf.rename(back, "Müller").name == f"Müller{shelf.suffix}"


def test_whatever_lies_in_the_folder_every_page_opens(window: MainWindow) -> None:
    """Names of any bytes, twins, links, folders and pipes where files should be, sizes at and over the limits, damage."""
    store = window.store
    make_odd(store.home, 7, 80)
    visit_all(window)
    for kind in STORES:
        shelf = kind(store)
        there = {path for path in shelf.folder.iterdir() if path.name.endswith(shelf.suffix)}
        assert {kept.path for kept in shelf.games()} == there
        for kept in shelf.games():
            assert kept.error == "" or kept.error.endswith((".", "!"))
            if kind is Drafts:
                window.go.files.open_draft(kept.path)
            else:
                window.go.open_file(kept.path)
            settle()
    window.go.show_home()
    settle()


@pytest.mark.parametrize("seed", range(2))
def test_whatever_lies_in_the_folder_it_is_renamed_deleted_and_brought_back(store: Settings, seed: int) -> None:
    """Or a sentence says why not, and it is where it was."""
    make_odd(store.home, seed, 120)
    chance = random.Random(seed)
    for kind in STORES:
        shelf = kind(store)
        for path in shelf.paths():
            before = found(store.home)
            wanted = os.fsdecode(chance.choice(STEMS))
            try:
                path = shelf.rename(path, wanted)
            except UserError as error:
                assert str(error).endswith(".") and found(store.home) == before
            assert sorted(found(store.home).values()) == sorted(before.values())
            try:
                aside = shelf.delete(path)
            except UserError:
                continue
            assert not os.path.lexists(path)
            back = shelf.restore(aside)
            assert os.path.lexists(back)
            assert sorted(found(store.home).values()) == sorted(before.values())


def found(home: Path) -> dict[str, tuple[str, int, int]]:
    """Everything in a folder: of what kind it is, and which file."""
    kinds = {}
    for path in home.rglob("*"):
        stat = path.lstat()
        if not path.name.endswith(".lock") or stat.st_size == 0:
            kinds[str(path)] = (f"{stat.st_mode:o}", stat.st_ino, stat.st_size)
    return {name: kind for name, kind in kinds.items() if not Path(name).is_dir() or Path(name).parent.parent == home}


def kept(home: Path) -> dict[str, bytes | None]:
    """What a backup is to hold, by its place; None for what is no file."""
    files = [
        path for folder, (ending, _) in FOLDERS.items() for path in sorted((home / folder).glob("*"))
        if path.name.endswith(ending)
    ]
    files += [path for path in sorted(home.glob("table*.json")) if tables.NAMES.fullmatch(path.name)]
    found = {
        path.relative_to(home).as_posix(): path.read_bytes() if path.is_file() and not path.is_symlink() else None
        for path in files
    }
    return {name: held for name, held in found.items() if "/" in name or held is None or not tables.is_empty(held)}


@sampled("seed", range(60), 30)
def test_what_is_backed_up_comes_back_equal_or_is_named(tmp_path: Path, qapp: object, seed: int) -> None:
    """Into an empty folder, and into one that is full of other things, where nothing is written over."""
    make_odd(tmp_path / "here", seed, 40)
    store = Settings(tmp_path / "here")
    store.prefer(theme="dark")
    made = back_up(store, tmp_path / "all")
    wanted = kept(store.home)
    make_odd(tmp_path / "full", seed + 1, 40)
    Settings(tmp_path / "full").prefer(hand="plain")
    (tmp_path / "empty").mkdir()
    for name in ("empty", "full", "here"):
        there = Settings(tmp_path / name)
        before = kept(there.home)
        done = restore(there, tmp_path / "all")
        notes = " ".join((*made.notes, *done.left_out))
        after = kept(there.home)
        assert before.items() <= after.items(), "nothing is written over"
        came = [after[each] for each in after.keys() - before.keys()]
        assert len(came) == done.new
        lost = []
        for place, content in wanted.items():
            file = as_text(Path(place).name)
            if content is None or after.get(place) != content:
                elsewhere = content is not None and content in after.values() and (done.renamed or name == "here")
                if place.startswith("games/") and content is not None:  # the same game may have come farther there
                    elsewhere = elsewhere or any((other or b"").startswith(content) for other in before.values())
                if not elsewhere and f"“{file}”" not in notes:
                    lost.append(place)
            elif before.get(place) is None:
                assert (there.home / place).stat().st_mtime_ns == (store.home / place).stat().st_mtime_ns
        assert not lost
        assert there.preferences.theme == "dark"
        assert restore(there, tmp_path / "all").new == 0, "once is enough"
        assert not list(there.home.glob(".*"))


TEXTS = (
    "", " ", "9" * 4999, "-1", "1e999", "nan", "x" * 5000, "\n\t\0", "\u202egnp", "../../..", "//evil.example/x",
    "/dev/zero", "hexroller", "hexroller_front:", "hexroller_front:" + "A" * 400, "a.a = 1", "<b>", "{name}", "%s", "٣",
    "True", "[]",
)


def odd_value(kind: str, chance: random.Random) -> object:
    """A value of the type that a key may have, and of no sense."""
    text = chance.choice(TEXTS)
    numbers = (0, -1, 2**31 - 1, -(2**31), 7)
    match kind:
        case "text":
            return text
        case "texts":
            return [chance.choice(TEXTS) for _ in range(chance.choice((0, 1, 3, 100)))]
        case "dict":
            return {chance.choice(KEYS): chance.choice(TEXTS) for _ in range(chance.choice((0, 1, 12)))}
        case "print":
            return {key: chance.choice((text, True, *numbers)) for key in KEYS if chance.random() < 0.5}
        case "lobby":
            return {key: chance.choice((text, [[text, text]], [[]], [], {text[:500]: text})) for key in KEYS
                    if chance.random() < 0.5}
        case "keys":
            return [[[chance.choice(numbers) for _ in range(chance.choice((0, 2, 9)))] for _ in range(n)] for n in (0, 4, 9)]
        case _:
            return [[chance.choice((text, *numbers)) for _ in range(chance.choice((0, 1, 4, 9)))] for _ in range(3)]


KEYS = (
    "path", "seed", "areas", "game", "map", "sheet", "seats", "options", "dice", "paper", "copies", "form", "large",
    "players", "pages", "language", "rules", "per_page", "cut", "kind", "rolls", "mode", "code", "name", "bots", "level",
    "a1", "OH",
)
KINDS = {
    "game": "text", "folder-open": "text", "folder-pdf": "text", "folder-backup": "text", "coach-hexroller": "text",
    "names": "texts", "recent": "texts", "lessons-hexroller": "texts", "own-map": "dict", "own-hexroller_front": "dict",
    "print": "print",
    "race-keys": "keys", "own-rolling_america_usa": "dict", **{f"lobby-{game}": "lobby" for game in GAMES},
    "records/hand=both": "records",
}


@sampled("seed", range(24), 24)
def test_whatever_value_was_kept_every_page_opens(window: MainWindow, seed: int) -> None:
    chance = random.Random(seed)
    for key, kind in KINDS.items():
        window.store.keep(key, odd_value(kind, chance))
    visit_all(window)
