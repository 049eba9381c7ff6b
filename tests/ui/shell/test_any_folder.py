"""No single file and no single value in the data folder stops a page."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.archives import FOLDERS
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.drafts import Drafts
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.session_store import Sessions
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.odd_folders import STEMS, make_odd, sound
from tests.ui.conftest import settle

STORES = (GameStore, Drafts, Sessions)
GAME = "hexroller"


def visit_all(window: MainWindow) -> None:
    """Every page that lists or takes up what is kept."""
    for show in (
        window.show_home, window.show_library, window.show_sessions, window.show_history, window.show_check_room,
        window.show_new_map, window.show_print, window.show_tournament, lambda: window.show_own_sheet(GAME),
        *(lambda game=game: window.show_lobby(game) for game in GAMES),
        *(lambda game=game: window.check(game) for game in GAMES), window.show_home,
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
        assert window.open_file(path) or kind is Drafts
        if kind is Drafts:
            window.files.open_draft(path)
        settle()
        window.show_home()
        aside = shelf.delete(path)
        back = shelf.restore(aside)
        assert back == path
        assert shelf.rename(back, "Müller").name == f"Müller{shelf.suffix}"
    visit_all(window)


def test_whatever_lies_in_the_folder_every_page_opens(window: MainWindow) -> None:
    """Names of any bytes, twins, links, folders and pipes where files should be, sizes at and over the limits, damage."""
    store = window.store
    make_odd(store.home, 7, 150)
    visit_all(window)
    for kind in STORES:
        shelf = kind(store)
        there = {path for path in shelf.folder.iterdir() if path.name.endswith(shelf.suffix)}
        assert {kept.path for kept in shelf.games()} == there
        for kept in shelf.games():
            assert kept.error == "" or kept.error.endswith((".", "!"))
            if kind is Drafts:
                window.files.open_draft(kept.path)
            else:
                window.open_file(kept.path)
            settle()
    window.show_home()
    visit_all(window)


@pytest.mark.parametrize("seed", range(3))
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
