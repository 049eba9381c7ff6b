"""Whatever is renamed, deleted or brought back, and killed between its two names, has one of them at the next start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.files import disk
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.play.review.game_review import ENDING as REVIEW
from rollwrite_desktop.ui.base import file_locks
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library import killed_moves
from rollwrite_desktop.ui.library.drafts import Drafts
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.old_table import as_session
from rollwrite_desktop.ui.library.own_sheet_store import OwnSheets, save_sheet
from rollwrite_desktop.ui.library.session_store import SessionFile, Sessions, new_session_file, opened_session
from tests.faults import Killed
from tests.play.test_game_index import shelve
from tests.ui.old_tables import write_old_table

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a rename is one act on Windows")
GAME = "hexroller"
Act = Callable[[], object]


def game(store: Settings) -> tuple[Path, Act]:
    shelve(store.games, "a")
    path = store.games / "a.rollwrite"
    path.with_suffix(REVIEW).write_bytes(b"a review")
    return path, lambda: GameStore(store).rename(path, "b")


def deleted(store: Settings) -> tuple[Path, Act]:
    path, _ = game(store)
    return path, lambda: GameStore(store).delete(path)


def brought_back(store: Settings) -> tuple[Path, Act]:
    path, _ = game(store)
    aside = GameStore(store).delete(path)
    return aside, lambda: GameStore(store).restore(aside)


def draft(store: Settings) -> tuple[Path, Act]:
    made = Drafts(store).new(Paper(game=GAME))
    made.write(Paper(game=GAME, player="Ann"))
    made.close()
    return made.path, lambda: Drafts(store).rename(made.path, "b")


def session(store: Settings) -> tuple[Path, Act]:
    file = new_session_file(store, GAME)
    file.put(file.session.joined(("Ann",)))
    return file.path, lambda: Sessions(store).rename(file.path, "b")


def sheet(store: Settings) -> tuple[Path, Act]:
    path = save_sheet(store, replace(sheet_of(GAMES["rolling_america"], ""), id="own"), "Mine")
    return path, lambda: OwnSheets(store).delete(path)


def table(store: Settings) -> tuple[Path, Act]:
    path = write_old_table(store.home, [Paper(game=GAME, player="Ann")])
    return path, lambda: as_session(path, store)


def kill_before_the_old_name_is_gone(path: Path, act: Act) -> None:
    unlink, dead = disk.unlink, list[Path]()

    def killing(gone: Path) -> None:
        if gone == path or dead:
            dead.append(gone)
            raise Killed
        unlink(gone)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(disk, "unlink", killing)
        with pytest.raises(Killed):
            act()


def names_of(path: Path, home: Path) -> list[Path]:
    return [other for other in home.rglob("*") if other.is_file() and other.samefile(path)]


@pytest.mark.parametrize("made", [game, deleted, brought_back, draft, session, sheet, table])
def test_one_name_is_left(store: Settings, made: Callable[[Settings], tuple[Path, Act]]) -> None:
    path, act = made(store)
    content = path.read_bytes()
    kill_before_the_old_name_is_gone(path, act)
    assert len(names_of(path, store.home)) == 2
    (new,) = [other for other in names_of(path, store.home) if other != path]
    killed_moves.finish(store)
    assert names_of(new, store.home) == [new] and not path.exists() and new.read_bytes() == content
    if made is game:
        assert new.with_suffix(REVIEW).read_bytes() == b"a review"
        assert GameStore(store).paths() == [new]
    assert not [*store.home.rglob("*.moving")]


def test_a_session_goes_on_with_its_game(store: Settings) -> None:
    path, act = game(store)
    file = new_session_file(store, "rolling_america")
    file.change(table=path.name)
    kill_before_the_old_name_is_gone(path, act)
    killed_moves.finish(store)
    assert opened_session(file.path).table == "b.rollwrite"
    assert isinstance(SessionFile.open(file.path, store), SessionFile)


def test_what_is_open_in_another_window_keeps_both_names_until_it_is_not(store: Settings) -> None:
    path, act = game(store)
    kill_before_the_old_name_is_gone(path, act)
    lock = file_locks.take(path)
    assert lock is not None
    killed_moves.finish(store)
    assert len(GameStore(store).paths()) == 2
    lock.unlock()
    killed_moves.finish(store)
    assert GameStore(store).paths() == [store.games / "b.rollwrite"]


def test_names_that_a_person_gave_stay(store: Settings, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Among the games and elsewhere."""
    path, act = game(store)
    here, elsewhere = store.games / "mine.rollwrite", tmp_path_factory.mktemp("elsewhere") / "mine.rollwrite"
    for own in (here, elsewhere):
        os.link(path, own)
    killed_moves.finish(store)
    assert path.exists()
    kill_before_the_old_name_is_gone(path, act)
    killed_moves.finish(store)
    assert {*GameStore(store).paths()} == {here, store.games / "b.rollwrite"}
    assert elsewhere.samefile(here)


KILLED = """
import os, signal, sys
from pathlib import Path
from rollwrite_desktop.core.files import disk
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.game_store import GameStore
path = Path(sys.argv[1]) / "games" / "a.rollwrite"
disk.unlink = lambda gone: os.kill(os.getpid(), signal.SIGKILL)
GameStore(Settings(Path(sys.argv[1]))).rename(path, "b")
"""
STARTED = """
import sys
from rollwrite_desktop.ui.window import app
app.Application.exec = lambda *_: 0
sys.exit(app.run([]))
"""


def test_a_program_that_was_killed_and_one_that_starts(store: Settings) -> None:
    game(store)
    root = Path(__file__).parents[3]
    given = {**os.environ, "PYTHONPATH": str(root), "ROLLWRITE_HOME": str(store.home), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", KILLED, str(store.home)], check=False, env=given)
    assert done.returncode == -signal.SIGKILL
    assert {path.stem for path in GameStore(store).paths()} == {"a", "b"}
    done = subprocess.run([sys.executable, "-c", STARTED], check=False, env=given)
    assert done.returncode == 0
    assert {path.stem for path in GameStore(store).paths()} == {"b"}
