"""Backups: everything comes back, nothing is written over, and no archive does harm."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest

from rollwrite_desktop.core.errors import Cancelled, UserError
from rollwrite_desktop.core.files import FileError, disk
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake import archives, journals, sessions
from rollwrite_desktop.intake.archives import FOLDERS, NotABackup
from rollwrite_desktop.intake.settings import MAX_BYTES
from rollwrite_desktop.play.kept import backup_restore
from rollwrite_desktop.play.opening.open_game import reopen, sheet_of
from rollwrite_desktop.play.paper.paper_session import Member, PaperSession
from rollwrite_desktop.sheet.load import dump
from rollwrite_desktop.ui.base.settings import Preferences, Settings
from rollwrite_desktop.ui.library.drafts import Draft, Drafts
from rollwrite_desktop.ui.library.home_page import HomePage
from rollwrite_desktop.ui.library.old_table import as_session
from rollwrite_desktop.ui.library.own_sheet_store import save_sheet
from rollwrite_desktop.ui.library.session_store import SessionFile, opened_session
from rollwrite_desktop.ui.window import backup, backup_actions
from rollwrite_desktop.ui.window.backup import SUFFIX, Restored, back_up, restore, sweep
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.play.test_game_index import played, shelve
from tests.ui.old_tables import read_old_table, write_old_table
from tests.ui.shell.test_every_write import Session


def filled(home: Path) -> Settings:
    """A store with a little of everything."""
    store = Settings(home)
    shelve(home / "games", "one", players=("Ann", "Bo"))
    shelve(home / "games", "two", "hexroller", over=False)
    (home / "sheets").mkdir()
    (home / "sheets" / "mine.sheet.json").write_bytes(dump(sheet_of(GAMES["hexroller"], "hexroller_front:MINE", "x")))
    (home / "drafts").mkdir()
    (home / "drafts" / "0123.json").write_bytes(b'{"paper": 1}')
    session(store, "class", table="one.rollwrite")
    (home / "games" / "one.review").write_bytes(b"a review")
    for number in ("", " (2)"):
        (home / f"table{number}.json").write_bytes(b'{"table": 1, "rolls": ["1%s"]}' % number.encode())
    (home / "decks").mkdir()
    (home / "decks" / "mistakes.rollwrite-deck").write_bytes(b'{"deck": 1, "positions": []}')
    (home / "deleted").mkdir()
    (home / "deleted" / "gone.rollwrite").write_bytes(b"x")
    store.prefer(theme="dark")
    store.keep("names", ["Ann"])
    os.utime(home / "games" / "one.rollwrite", (1_700_000_000, 1_700_000_000))
    return store


def session(store: Settings, name: str, game: str = "rolling_america", **fields: Any) -> SessionFile:
    """A session with one player, in the store."""
    path = store.sessions / f"{name}{sessions.SUFFIX}"
    file = SessionFile(PaperSession(name, game, GAMES[game].play.played_on[0]), path, store)
    file.change(members=(Member("Ann"),), **fields)
    return file


def everything(home: Path) -> dict[str, bytes]:
    return {
        path.relative_to(home).as_posix(): path.read_bytes() for path in sorted(home.rglob("*"))
        if path.is_file() and path.name != "settings.json" and "deleted" not in path.parts
    }


@pytest.fixture
def made(tmp_path: Path, qapp: object) -> tuple[Settings, Path]:
    store = filled(tmp_path / "here")
    target = tmp_path / f"all{SUFFIX}"
    back_up(store, target)
    return store, target


def test_on_another_machine_everything_is_there_again(made: tuple[Settings, Path], tmp_path: Path) -> None:
    store, target = made
    there = Settings(tmp_path / "there")
    assert restore(there, target) == Restored(9, 0, 0)
    assert everything(there.home) == everything(store.home)
    assert there.preferences.theme == "dark"
    assert there.recall("names", list[str]()) == ["Ann"]
    assert (there.home / "games" / "one.rollwrite").stat().st_mtime == 1_700_000_000
    assert restore(there, target) == Restored(0, 9, 0)


def test_nothing_is_written_over(made: tuple[Settings, Path], tmp_path: Path) -> None:
    _, target = made
    there = Settings(tmp_path / "there")
    shelve(there.home / "games", "one", players=("Cy",))
    there.prefer(theme="light")
    before = everything(there.home)
    assert restore(there, target) == Restored(9, 0, 1)
    after = everything(there.home)
    assert before.items() <= after.items()
    assert (there.home / "games" / "one (2).rollwrite").is_file()
    assert there.preferences.theme == "light"


def test_a_game_that_has_come_farther_here_stays_alone(made: tuple[Settings, Path]) -> None:
    store, target = made
    path = store.home / "games" / "two.rollwrite"
    with path.open("ab") as file:
        file.write(b'{"by":"p1","note":"pencil","is":"a1=3"}\n')
    assert restore(store, target) == Restored(0, 9, 0)


def test_a_sheet_that_needs_another_name_takes_its_games_along(tmp_path: Path, qapp: object) -> None:
    store = filled(tmp_path / "here")
    game = GAMES["hexroller"]
    opened = played(store.home / "games", "own", "hexroller", sheet_id="hexroller_front:MINE", code="MINE")
    path = store.home / "games" / "own.rollwrite"
    head, _, rest = path.read_bytes().partition(b"\n")
    path.write_bytes(json.dumps({**json.loads(head), "sheet": "../sheets/mine.sheet.json"}).encode() + b"\n" + rest)
    back_up(store, tmp_path / "b")
    there = Settings(tmp_path / "there")
    there.sheets.mkdir(parents=True)
    (there.sheets / "mine.sheet.json").write_bytes(dump(sheet_of(game, "hexroller_back:OTHER", "x")))
    assert restore(there, tmp_path / "b").renamed == 1
    again = reopen(journals.read(there.games / "own.rollwrite"), "own", there.games)
    assert again.sheet.hash == opened.sheet.hash
    assert not again.read_only
    assert again.head.sheet == "../sheets/mine (2).sheet.json"


def test_sessions_and_drafts_keep_their_sheets_and_games(tmp_path: Path, qapp: object) -> None:
    """Also where these take other names."""
    store = filled(tmp_path / "here")
    sheet, other = store.sheets / "mine.sheet.json", dump(sheet_of(GAMES["hexroller"], "hexroller_back:OTHER", "x"))
    file = session(store, "own", "hexroller", sheet=str(sheet), table="two.rollwrite")
    file.put(file.session.with_paper(0, structs.replace(file.session.blank("Ann"), spaces={"a1": "3"})))
    (store.drafts / "4.json").write_bytes(b'{"paper": {"sheet": "../sheets/mine.sheet.json"}}')
    back_up(store, tmp_path / "b")
    there = Settings(tmp_path / "there")
    assert restore(there, tmp_path / "b").new == 11
    brought = opened_session(there.sessions / "own.rollwrite-session")
    assert brought.sheet == str(there.sheets / sheet.name) == brought.members[0].paper.sheet
    assert brought.paper_sheet.hash == file.session.paper_sheet.hash
    beside = Settings(tmp_path / "beside")
    shelve(beside.games, "two", players=("Cy",))
    beside.sheets.mkdir()
    (beside.sheets / sheet.name).write_bytes(other)
    assert restore(beside, tmp_path / "b") == Restored(11, 0, 2)
    brought = opened_session(beside.sessions / "own.rollwrite-session")
    assert brought.paper_sheet.hash == file.session.paper_sheet.hash
    assert brought.table == "two (2).rollwrite"
    assert b"../sheets/mine (2).sheet.json" in (beside.drafts / "4.json").read_bytes()


def test_tables_come_back_with_their_drawings(tmp_path: Path, qapp: object) -> None:
    """Beside one that is here; in the place of one in which nothing stands."""
    here = Settings(tmp_path / "here")
    game = GAMES["hexroller"]
    own = save_sheet(here, sheet_of(game, "hexroller_front:MINE", "x"), "Mine")
    drawn = sheet_of(game, str(own))
    write_old_table(here.home, [game.check.paper(game="hexroller", player="Ann", sheet=str(own))], ("1",))
    back_up(here, tmp_path / "all")
    for name, before in (("empty", b""), ("nothing in it", b'{"table": 1}'), ("new", None)):
        there = Settings(tmp_path / name)
        there.home.mkdir()
        if before is not None:
            (there.home / "table.json").write_bytes(before)
        assert restore(there, tmp_path / "all") == Restored(2, 0, 0)
        assert read_old_table(there.home / "table.json") == (["Ann"], ["1"])
        assert restore(there, tmp_path / "all") == Restored(0, 2, 0)
        file, _ = as_session(there.home / "table.json", there)
        assert file is not None and file.session.paper_sheet.hash == drawn.hash
        assert file.session.sheet == str(there.sheets / own.name)
    full = Settings(tmp_path / "full")
    write_old_table(full.home, (), ("2",))
    full.sheets.mkdir()
    (full.sheets / own.name).write_bytes(dump(sheet_of(game, "hexroller_back:OTHER", "x")))
    for done in (Restored(2, 0, 2), Restored(0, 2, 0)):
        assert restore(full, tmp_path / "all") == done
        assert read_old_table(full.home / "table.json") == ([], ["2"])
        assert read_old_table(full.home / "table (2).json") == (["Ann"], ["1"])
        assert {path.name for path in full.home.glob("*.json")} == {"table.json", "table (2).json"}


def test_a_draft_comes_back_with_its_drawing(tmp_path: Path, qapp: object) -> None:
    here, game = Settings(tmp_path / "here"), GAMES["hexroller"]
    own = save_sheet(here, sheet_of(game, "hexroller_front:MINE", "x"), "Mine")
    draft = Drafts(here).new(game.check.paper(game="hexroller"))
    draft.write(game.check.paper(game="hexroller", sheet=str(own), spaces={"a1": "5"}))
    draft.close()
    back_up(here, tmp_path / "all")
    own.unlink()
    there = Settings(tmp_path / "there")
    restore(there, tmp_path / "all")
    (kept,) = Drafts(there).games()
    content = Draft.content(kept.path)
    assert not kept.error and content is not None
    assert (content.paper.sheet, content.paper.spaces) == (str(there.sheets / own.name), {"a1": "5"})


def test_a_table_with_nothing_in_it_is_not_backed_up(tmp_path: Path, qapp: object) -> None:
    here = Settings(tmp_path / "here")
    write_old_table(here.home, (), ("1",)).rename(here.home / "table (2).json")
    write_old_table(here.home)
    for name in ("table (3).json", "table ().json", "tables.json", "other.json"):
        (here.home / name).write_bytes(b"{")
    assert back_up(here, tmp_path / "all").files == 2
    there = Settings(tmp_path / "there")
    restore(there, tmp_path / "all")
    assert {path.name: path.read_bytes() for path in there.home.glob("t*")} == {
        name: (here.home / name).read_bytes() for name in ("table (2).json", "table (3).json")
    }


def test_reviews_go_with_their_games(tmp_path: Path, qapp: object) -> None:
    here = filled(tmp_path / "here")
    (here.games / "none.review").write_bytes(b"of a game that is gone")
    for name in ("ONE", os.fsdecode(b"M\xfcller")):
        shelve(here.games, name, players=(name[:1],))
        (here.games / f"{name}.review").write_bytes(name[:1].encode())
    made = back_up(here, tmp_path / "all")
    assert len(made.notes) == 1  # the game's name
    there = Settings(tmp_path / "there")
    restore(there, tmp_path / "all")
    wanted = {name.replace("M\udcfcller", "M_ller"): content for name, content in everything(here.home).items()}
    del wanted["games/none.review"]
    assert everything(there.home) == wanted
    beside = Settings(tmp_path / "beside")
    shelve(beside.games, "one", players=("Cy",))
    shelve(beside.games, "ONE", players=("O",))
    for name in ("one", "ONE"):
        (beside.games / f"{name}.review").write_bytes(b"mine")
    before = everything(beside.home)
    restore(beside, tmp_path / "all")
    after = everything(beside.home)
    assert before.items() <= after.items()
    reviews = {name.removeprefix("games/"): content for name, content in after.items() if name.endswith(".review")}
    assert reviews == {"one.review": b"mine", "ONE.review": b"mine", "one (2).review": b"a review", "M_ller.review": b"M"}
    assert restore(beside, tmp_path / "all").new == 0


def test_a_backup_of_an_earlier_version_is_restored(tmp_path: Path, qapp: object) -> None:
    """Which had neither tables nor reviews, but the index."""
    here = filled(tmp_path / "here")
    old = {name: content for name, content in everything(here.home).items() if "/" in name and not name.endswith(".review")}
    (tmp_path / "old").write_bytes(archive(old | {"index.json": b"{}", "settings.json": here.settings.content}))
    there = Settings(tmp_path / "there")
    assert restore(there, tmp_path / "old") == Restored(6, 0, 0)
    assert everything(there.home) == old and there.preferences.theme == "dark"


LEFT_OUT = {"index.json", "games/*.levels", "deleted/*", "*.lock", "settings*.damaged", "reports/*", "viewer/*"}
"""What is worked out again, on its way to the trash, put aside as damaged, or of no use later."""


def test_every_file_that_the_program_writes_is_backed_up_or_known_not_to_be(tmp_path: Path, qapp: object) -> None:
    here = filled(tmp_path / "here")
    Session(tmp_path).run()
    (here.games / "one.levels").write_bytes(b"x")
    back_up(here, tmp_path / "all")
    there = Settings(tmp_path / "third")
    restore(there, tmp_path / "all")
    files = {path.relative_to(here.home) for path in here.home.rglob("*") if path.is_file()}
    came = {path.relative_to(there.home) for path in there.home.rglob("*") if path.is_file()}
    assert len(came) > 9 and came < files
    assert not [path for path in files - came if not any(path.match(each) for each in LEFT_OUT)]


def test_progress_is_told_and_enough_is_enough(made: tuple[Settings, Path], tmp_path: Path) -> None:
    store, target = made
    told: list[tuple[int, int]] = []
    with pytest.raises(Cancelled):
        back_up(store, tmp_path / "no", lambda done, total: bool(told.append((done, total))) or done < 2)
    assert told[-1][0] == 2
    assert not (tmp_path / "no").exists()
    there = Settings(tmp_path / "there")
    with pytest.raises(Cancelled):
        restore(there, target, lambda done, _: done < 3)
    assert everything(there.home) == {}


def test_a_backup_replaces_the_one_before_only_when_it_is_whole(made: tuple[Settings, Path]) -> None:
    store, target = made
    before = target.read_bytes()
    with pytest.raises(Cancelled):
        back_up(store, target, lambda *_: False)
    assert target.read_bytes() == before
    assert sorted(path.name for path in target.parent.iterdir() if path.is_file()) == [target.name]


@pytest.mark.skipif(sys.platform == "win32", reason="modes, links and pipes are those of Unix")
def test_a_backup_is_written_as_any_file_is(made: tuple[Settings, Path], tmp_path: Path) -> None:
    """Through a link, with who may read it as before, and over no device and no pipe."""
    store, target = made
    target.chmod(0o600)
    link, pipe = tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(target)
    os.mkfifo(pipe)
    before = target.stat().st_ino
    back_up(store, link)
    assert link.is_symlink() and target.stat().st_ino != before and target.stat().st_mode & 0o777 == 0o600
    with pytest.raises(FileError, match="it is not a file"):
        back_up(store, pipe)
    assert pipe.is_fifo()


# ---------------------------------------------------------------------- archives that are not as they should be


def archive(files: dict[str, bytes], **changes: Any) -> bytes:
    """A backup with these files; `changes` to its manifest, `links` to be links, `twice` to be in it twice."""
    out = io.BytesIO()
    items = [
        {"name": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in files.items()
    ]
    manifest = {"backup": 1, "program": "0", "made": "", "files": items} | changes.get("manifest", {})
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            info = zipfile.ZipInfo(name)
            if name in changes.get("links", ()):
                info.external_attr = 0o120777 << 16
            made.writestr(info, data, changes.get("packed", zipfile.ZIP_DEFLATED))
        made.writestr("manifest.json", json.dumps(manifest))
    return out.getvalue()


GAME = b'{"journal":1}\n'
OBJECTS = (
    b"[preferences]\ntheme=@Variant(\\0\\0\\0\\x7f\\0\\0\\0\\x18PySide::PyObjectWrapper\\0\\0\\0\\0\\x32\\x80\\x4\\x95'"
    b"\\0\\0\\0\\0\\0\\0\\0\\x8c\\x2io\\x94\\x8c\\x4open\\x94\\x93\\x94\\x8c\\runpickled.txt\\x94\\x8c\\x1w\\x94\\x86\\x94R\\x94.)\n"
)
"""Settings in Qt's own format that make a file unpickled.txt as soon as PySide6 reads their value."""
HOSTILE = {
    "no archive": b"hello",
    "nothing": b"",
    "no list": (lambda out: (zipfile.ZipFile(out, "w").close(), out.getvalue())[1])(io.BytesIO()),
    "out of the folder": archive({"games/../../x.rollwrite": GAME}),
    "out of the folder, plainly": archive({"../x.rollwrite": GAME}),
    "absolute": archive({"/tmp/x.rollwrite": GAME}),
    "a drive": archive({"games/c:x.rollwrite": GAME}),
    "backslashes": archive({"games\\..\\x.rollwrite": GAME}),
    "another folder": archive({"bin/x.rollwrite": GAME}),
    "deeper": archive({"games/a/b.rollwrite": GAME}),
    "another kind": archive({"games/x.exe": GAME}),
    "a link": archive({"games/x.rollwrite": b"/etc/passwd"}, links=("games/x.rollwrite",)),
    "more than listed": archive({"games/x.rollwrite": GAME}, manifest={"files": []}),
    "less than listed": archive({}, manifest={"files": [{"name": "games/x.rollwrite", "size": 1, "sha256": ""}]}),
    "changed": archive({"games/x.rollwrite": GAME}, manifest={
        "files": [{"name": "games/x.rollwrite", "size": len(GAME), "sha256": "0" * 64}]}),
    "longer than it says": archive({"games/x.rollwrite": b"0" * 10_000_000}, manifest={
        "files": [{"name": "games/x.rollwrite", "size": 10, "sha256": "0" * 64}]}),
    "too large": archive({"games/x.rollwrite": b"0" * (journals.MAX_BYTES + 1)}),
    "very large by its own word": archive({"games/x.rollwrite": GAME}, manifest={
        "files": [{"name": "games/x.rollwrite", "size": 10**12, "sha256": "0" * 64}]}),
    "less than nothing by its own word": archive({"games/x.rollwrite": GAME, "games/y.rollwrite": b""}, manifest={"files": [
        {"name": "games/x.rollwrite", "size": len(GAME), "sha256": hashlib.sha256(GAME).hexdigest()},
        {"name": "games/y.rollwrite", "size": -(10**12), "sha256": "0" * 64}]}),
    "packed in another way": archive({"games/x.rollwrite": GAME}, packed=zipfile.ZIP_BZIP2),
    "newer": archive({}, manifest={"backup": 4}),
    "settings for a table": archive({"tables/settings.json": b"{}"}),
    "a table in another folder": archive({"tables/games/table.json": b"{}"}),
    "a table without its number": archive({"tables/table ().json": b"{}"}),
    "a game for a review": archive({"reviews/x.rollwrite": GAME}),
    "nested": archive({}, manifest={"files": [[[[]]]]}),
    "objects in the settings": archive({"settings.ini": OBJECTS}),
    "a moment in the settings": archive({"settings.ini": OBJECTS.replace(b"@Variant", b"@DateTime")}),
    "a value with a mark in the settings": archive({"settings.ini": b"[preferences]\ntheme=@ByteArray(dark)\n"}),
    "settings that are none": archive({"settings.json": OBJECTS}),
    "settings without end": archive({"settings.json": b'{"settings": 1, "values": {}}' + b" " * MAX_BYTES}),
    "settings of earlier versions without end": archive({"settings.ini": b"[last]\n" * MAX_BYTES}),
    "one setting of another kind": archive({"settings.json": b'{"settings": 1, "values": {"last/names": {}}}'}),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_is_no_good_backup_is_refused_in_a_sentence_and_changes_nothing(
    kind: str, tmp_path: Path, qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = filled(tmp_path / "home")
    before = everything(store.home)
    (tmp_path / "bad").write_bytes(HOSTILE[kind])
    with pytest.raises(NotABackup) as refused:
        restore(store, tmp_path / "bad")
    assert str(refused.value).startswith("bad ") and str(refused.value).endswith(".")
    assert everything(store.home) == before
    assert store.preferences == Preferences(theme="dark")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad", "home"]
    assert not list(store.home.glob(".restoring-*"))


def test_what_earlier_versions_wrote_comes_back(tmp_path: Path, qapp: object) -> None:
    """Names that are one elsewhere, hidden ones, and a file too large for what it is beside one that is not."""
    old = archive({
        "games/x.rollwrite": GAME, "games/X.rollwrite": GAME + b"\n", "games/.y.rollwrite": GAME,
        "games/z\n.rollwrite": b"z", "games/large.rollwrite": b"0" * (journals.MAX_BYTES + 1),
    })
    (tmp_path / "old").write_bytes(old)
    store = Settings(tmp_path / "home")
    done = restore(store, tmp_path / "old")
    assert (done.new, done.same) == (4, 0)
    assert done.left_out == ("“large.rollwrite” is too large and was left out.",)
    came = everything(store.home)
    assert {came["games/y.rollwrite"], came["games/z.rollwrite"], came["games/x.rollwrite"]} == {GAME, b"z"}
    assert sorted(came.values()) == sorted([GAME, GAME, GAME + b"\n", b"z"])
    assert restore(store, tmp_path / "old").new == 0


def test_names_that_are_one_elsewhere_come_back_as_they_were(tmp_path: Path, qapp: object) -> None:
    """And a game goes on with the one sheet of two such that it was played on."""
    store = filled(tmp_path / "here")
    for name, seed in (("Straße", "ONE"), ("STRASSE", "TWO")):
        sheet = sheet_of(GAMES["hexroller"], f"hexroller_front:{seed}", "x")
        (store.sheets / f"{name}.sheet.json").write_bytes(dump(sheet))
        shelve(store.games, name, "hexroller", sheet_id=f"hexroller_front:{seed}", code=seed)
        path = store.games / f"{name}.rollwrite"
        head, _, rest = path.read_bytes().partition(b"\n")
        path.write_bytes(json.dumps({**json.loads(head), "sheet": f"../sheets/{name}.sheet.json"}).encode() + b"\n" + rest)
    if len({path.name for path in store.games.iterdir()}) < 4:
        pytest.skip("one name on this file system")
    made = back_up(store, tmp_path / "all")
    assert made.notes == ()
    inside = [name.casefold() for name in zipfile.ZipFile(tmp_path / "all").namelist()]
    assert len(set(inside)) == len(inside)
    there = Settings(tmp_path / "there")
    assert restore(there, tmp_path / "all") == Restored(13, 0, 0)
    assert everything(there.home) == everything(store.home)
    beside = Settings(tmp_path / "beside")
    beside.sheets.mkdir(parents=True)
    (beside.sheets / "STRASSE.sheet.json").write_bytes(dump(sheet_of(GAMES["hexroller"], "hexroller_back:OTHER", "x")))
    assert restore(beside, tmp_path / "all").renamed == 1
    for name in ("Straße", "STRASSE"):
        again = reopen(journals.read(beside.games / f"{name}.rollwrite"), name, beside.games)
        assert not again.read_only
    assert restore(beside, tmp_path / "all").new == 0


WINDOWS_NAMES = {
    "Wer gewinnt?": "Wer gewinnt", "CON": "CON_", "nul.v2": "nul_.v2", "a:b": "a b", "x|y<z>*": "x y z", 'Tom "T"': "Tom T",
    "b\\c": "b c", "COM¹": "COM¹_", "usual.": "usual.", "console": "console",
}
"""What files are called elsewhere, and what they are called on Windows."""


@pytest.mark.skipif(sys.platform == "win32", reason="names are those of Unix")
def test_names_that_windows_does_not_know_are_others_there(
    tmp_path: Path, qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is told, none is lost, and what names it by its name names it by its new one. Windows is stood in for by a disk
    that refuses what Windows does."""
    here = Settings(tmp_path / "here")
    for name in WINDOWS_NAMES:
        shelve(here.games, name, players=(name[:1],))
        (here.games / f"{name}.review").write_bytes(name.encode())
    here.sheets.mkdir()
    (here.sheets / "AUX.sheet.json").write_bytes(dump(sheet_of(GAMES["hexroller"], "hexroller_front:MINE", "x")))
    session(here, "own", "hexroller", sheet=str(here.sheets / "AUX.sheet.json"), table="a:b.rollwrite")
    assert not back_up(here, tmp_path / "all").notes  # they come back as they were
    there, linux = Settings(tmp_path / "there"), Settings(tmp_path / "linux")
    shelve(there.games, "Wer gewinnt", players=("Other",))

    def refused(target: Path, *_: object, **__: object) -> None:
        if re.search(r'[<>:"/\\|?*\0-\x1f]|[ .]$|^(con|nul|aux|com¹)(\.|$)', target.name, re.IGNORECASE):
            raise OSError(errno.EINVAL, "The filename, directory name, or volume label syntax is incorrect")

    with monkeypatch.context() as patched:
        for call in ("rename", "link", "replace"):
            usual = getattr(disk, call)
            patched.setattr(disk, call, lambda source, target, usual=usual: refused(target) or usual(source, target))
        patched.setattr(archives, "WINDOWS", True)
        done = restore(there, tmp_path / "all")
        assert restore(there, tmp_path / "all").new == 0
    others = {name: new for name, new in WINDOWS_NAMES.items() if name != new}
    others["Wer gewinnt?"] = "Wer gewinnt (2)"
    wanted = {f"{name}.rollwrite": f"{new}.rollwrite" for name, new in others.items()}
    wanted["AUX.sheet.json"] = "AUX_.sheet.json"
    assert {*done.named} == {f"“{name}” is called “{new}” here." for name, new in wanted.items()}
    assert (done.new, done.left_out) == (2 * len(WINDOWS_NAMES) + 2, ())
    for name, new in (WINDOWS_NAMES | others).items():
        for ending in (".rollwrite", ".review"):
            assert (there.games / f"{new}{ending}").read_bytes() == (here.games / f"{name}{ending}").read_bytes()
    brought = opened_session(there.sessions / "own.rollwrite-session")
    assert (brought.sheet, brought.table) == (str(there.sheets / "AUX_.sheet.json"), "a b.rollwrite")
    assert not restore(linux, tmp_path / "all").named
    assert {path.name for path in linux.games.iterdir()} == {path.name for path in here.games.iterdir()}


@pytest.mark.skipif(sys.platform == "win32", reason="names are those of Unix")
def test_a_name_in_a_backup_leads_nowhere_else(tmp_path: Path, qapp: object) -> None:
    """The name that a file had before it was put into the archive is of its folder too."""
    for number, called in enumerate((
        b"../../x.rollwrite", b"/tmp/x.rollwrite", b"..", b".", b"a/b.rollwrite", b"x\0.rollwrite", b"x.exe", b"",
        b"\xff" * 400 + b".rollwrite",
    )):
        item = {"name": "games/n.rollwrite", "size": len(GAME), "sha256": hashlib.sha256(GAME).hexdigest(),
                "called": called.hex()}
        (tmp_path / "odd").write_bytes(archive({"games/n.rollwrite": GAME}, manifest={"files": [item]}))
        store = Settings(tmp_path / "a" / f"home {number}")
        done = restore(store, tmp_path / "odd")
        assert done.new + len(done.left_out) == 1
        assert {path.name for path in tmp_path.iterdir()} == {"a", "odd"}
        assert everything(store.home) in ({"games/n.rollwrite": GAME}, {f"games/{'_' * 100}.rollwrite": GAME})
    item["called"] = "no hex"
    (tmp_path / "odd").write_bytes(archive({"games/n.rollwrite": GAME}, manifest={"files": [item]}))
    assert restore(Settings(tmp_path / "a" / "hex"), tmp_path / "odd").new == 1


def test_one_damaged_file_costs_itself(made: tuple[Settings, Path], tmp_path: Path) -> None:
    store, target = made
    with zipfile.ZipFile(target) as held:
        files = {name: held.read(name) for name in held.namelist()}
    with zipfile.ZipFile(tmp_path / "spoilt", "w") as out:
        for name, content in files.items():
            out.writestr(name, b"#" * len(content) if name == "games/one.rollwrite" else content)
    there = Settings(tmp_path / "there")
    done = restore(there, tmp_path / "spoilt")
    assert done.left_out == ("“one.rollwrite” is damaged in the backup and was left out.",)
    before = everything(store.home)
    del before["games/one.rollwrite"]
    assert everything(there.home) == before


def test_what_cannot_be_read_back_is_no_backup(
    made: tuple[Settings, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a disk does: the one before stays."""
    store, target = made
    before = target.read_bytes()
    for sign in (b"games/one", b"PK\x05\x06", b"manifest.json", b"PK\x03\x04"):
        with monkeypatch.context() as patched:
            patched.setattr(zipfile.ZipFile, "close", spoiling(zipfile.ZipFile.close, sign))
            with pytest.raises(UserError, match="could not be read back; nothing was backed up"):
                back_up(store, target)
        assert target.read_bytes() == before and not list(tmp_path.glob(".*"))


def spoiling(close: Any, sign: bytes) -> Any:
    """Ends an archive, and makes its last such bytes others."""
    def closed(archive: zipfile.ZipFile) -> None:
        path = getattr(archive.fp, "name", None)
        written = archive.mode == "w"
        close(archive)
        if written and isinstance(path, (str, Path)):
            content = bytearray(Path(path).read_bytes())
            content[content.rindex(sign)] ^= 1
            Path(path).write_bytes(content)

    return closed


def test_two_at_once_leave_each_other_alone(made: tuple[Settings, Path], tmp_path: Path) -> None:
    """And what a third one has left, which was killed, is cleared away."""
    store, target = made
    there = Settings(tmp_path / "there")
    there.home.mkdir()
    (there.home / ".restoring-killed").mkdir()
    (there.home / ".restoring-killed" / "0").write_bytes(b"x")
    (there.home / ".restoring-alone.lock").touch()
    part = there.home / "games" / ".1-0123abcd.part"
    part.parent.mkdir()
    part.touch()
    os.utime(part, (1, 1))
    other: list[Restored] = []

    def meanwhile(done: int, total: int) -> bool:
        if not other and done in (3, total - 2):
            assert not list(there.home.glob(".restoring-killed*")) and not (there.home / ".restoring-alone.lock").exists()
            other.append(restore(Settings(there.home), target))
            sweep(there)
        return True

    done = restore(there, target, meanwhile)
    assert not part.exists()
    assert len(other) == 1 and other[0].new + done.new == 9 == done.new + done.same
    assert everything(there.home) == everything(store.home)


def test_settings_in_a_backup_of_an_earlier_version(tmp_path: Path, qapp: object) -> None:
    old = b'[last]\nnames="[\\"Bo\\"]"\n[preferences]\nspeed=fast\ntheme=light\n[window]\nshape=@ByteArray(x)\n'
    (tmp_path / "old").write_bytes(archive({"settings.ini": old}))
    store = filled(tmp_path / "home")
    restore(store, tmp_path / "old")
    for each in (store, Settings(store.home)):
        assert each.preferences == Preferences(theme="dark", speed="fast")
        assert each.recall("names", list[str]()) == ["Ann"]
    assert not (store.home / "settings.ini").exists()


def test_settings_that_fill_the_room_leave_some(tmp_path: Path, qapp: object) -> None:
    """A small archive whose settings unpack to as much as they may have: short ones come, and later ones are kept."""
    values = {f"last/own-map {n}": {"map": "9" * 4999, "seed": "X" * 4000} for n in range(120)}
    values |= {"preferences/hand": "plain", "last/game": "hexroller"}
    content = json.dumps({"settings": 1, "values": values}).encode()
    content += b" " * (MAX_BYTES - len(content))
    bomb = archive({"settings.json": content})
    assert len(content) == MAX_BYTES and len(bomb) < 30_000
    (tmp_path / "bomb").write_bytes(bomb)
    store = filled(tmp_path / "home")
    done = restore(store, tmp_path / "bomb")
    assert done.left_out == ("Some preferences were left out, as there is no room for them.",)
    assert store.preferences == Preferences(theme="dark", hand="plain") and store.recall("game", "") == "hexroller"
    store.prefer(text="125", speed="fast")
    store.keep("own-map new", {"map": "1" * 4999, "seed": "2" * 4000})
    assert not store.unsaved.sentence
    again = Settings(store.home)
    assert again.preferences == Preferences(theme="dark", hand="plain", text="125", speed="fast")
    assert again.recall("own-map new", dict[str, str]())


def test_settings_that_cannot_be_read_are_not_backed_up(tmp_path: Path, qapp: object) -> None:
    store = filled(tmp_path / "home")
    (store.home / "settings.json").write_bytes(b"{")
    back_up(store, tmp_path / "all")
    assert "settings.json" not in zipfile.ZipFile(tmp_path / "all").namelist()
    restore(Settings(tmp_path / "there"), tmp_path / "all")


def test_the_window_of_another_machine_stays_there(tmp_path: Path, qapp: object) -> None:
    store = filled(tmp_path / "home")
    store.settings.update({"window/shape": "AAAA"})
    back_up(store, tmp_path / "all")
    there = Settings(tmp_path / "there")
    restore(there, tmp_path / "all")
    assert (there.preferences.theme, there.settings.value("window/shape")) == ("dark", None)


def test_a_name_that_loses_only_what_cannot_be_seen_says_so(tmp_path: Path, qapp: object) -> None:
    here, there = Settings(tmp_path / "here"), Settings(tmp_path / "there")
    shelve(here.games, "\u202egnp")
    told = ("“gnp.rollwrite” has lost characters of its name that can’t be seen.",)
    assert back_up(here, tmp_path / "all").notes == told
    assert restore(there, tmp_path / "all").named == told
    assert [path.name for path in there.games.iterdir()] == ["gnp.rollwrite"]


def test_a_torn_backup_is_refused_wherever_it_is_torn(made: tuple[Settings, Path], tmp_path: Path) -> None:
    _, target = made
    data = target.read_bytes()
    for cut in range(0, len(data) - 1, max(1, len(data) // 40)):
        (tmp_path / "torn").write_bytes(data[:cut])
        with pytest.raises(NotABackup):
            restore(Settings(tmp_path / "there"), tmp_path / "torn")
    assert everything(tmp_path / "there") == {}


def test_a_flipped_bit_never_comes_through(made: tuple[Settings, Path], tmp_path: Path) -> None:
    store, target = made
    data = bytearray(target.read_bytes())
    for place in range(0, len(data), max(1, len(data) // 60)):
        data[place] ^= 0x10
        (tmp_path / "bit").write_bytes(data)
        there = Settings(tmp_path / f"there-{place}")
        try:
            done = restore(there, tmp_path / "bit")
        except NotABackup:
            assert everything(there.home) == {}
        else:  # one of a file, which is left out, or one that nothing depends on, such as a date
            came = everything(there.home)
            assert came.items() <= everything(store.home).items()
            assert len(came) + len(done.left_out) >= len(everything(store.home))
        data[place] ^= 0x10


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
@pytest.mark.parametrize(("act", "call", "nth"), [
    ("back_up", "os.replace", 1), ("back_up", "os.fsync", 1), ("restore", "os.utime", 2), ("restore", "os.link", 1),
    ("restore", "os.link", 3), ("restore", "shutil.rmtree", 1),
])
def test_killed_at_any_point_nothing_is_lost(
    made: tuple[Settings, Path], tmp_path: Path, act: str, call: str, nth: int
) -> None:
    store, target = made
    whole, there = target.read_bytes(), tmp_path / "there"
    shelve(there / "games", "own", players=("Dot",))
    kept = everything(there)
    home = store.home if act == "back_up" else there
    child = f"""
import os, shutil, signal
from pathlib import Path
from rollwrite_desktop.ui.window import backup
from rollwrite_desktop.ui.base.settings import Settings
usual, left = {call}, [{nth}]
def call(*args, **named):
    left[0] -= 1
    if left[0] == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return usual(*args, **named)
{call} = call
backup.{act}(Settings(Path({str(home)!r})), Path({str(target)!r}))
"""
    done = subprocess.run([sys.executable, "-c", child], check=False, cwd=Path(__file__).parents[3])
    assert done.returncode == -signal.SIGKILL
    assert target.read_bytes() == whole
    now = everything(there)
    assert kept.items() <= now.items()
    source = everything(store.home)
    assert all(source[name] == data for name, data in now.items() if name not in kept and not name.startswith(".restoring-"))
    restore(Settings(there), target)
    assert everything(there) == kept | source


def test_the_limits_are_those_of_the_files_themselves() -> None:
    assert archives.FOLDERS["games"][1] == journals.MAX_BYTES


def test_a_window_that_is_closed_meanwhile_stops_it(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else can be done in it."""
    monkeypatch.setattr(backup_actions, "_PATIENCE_MS", 0)
    target = tmp_path / f"all{SUFFIX}"
    back_up(filled(tmp_path / "there"), target)
    window.go.show_home()
    home = window.page
    assert isinstance(home, HomePage)
    seen: list[object] = []

    def click_and_close() -> None:
        QTest.mouseClick(home.library, Qt.MouseButton.LeftButton)
        QTest.keyClick(home, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        seen.append(window.page)
        window.close()

    QTimer.singleShot(0, click_and_close)
    assert not window.go.restore(target)
    assert seen == [home] and not window.isVisible()
    assert list(window.store.games.glob("*")) == []


def test_the_window_has_files_put_into_their_places_by_the_worker_process(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes of it is what this process makes of it; nothing can be done in the window meanwhile."""
    there, target = filled(tmp_path / "there"), tmp_path / f"all{SUFFIX}"
    back_up(there, target)
    here = Settings(tmp_path / "here")
    done = restore(here, target)

    def merged(*_: object) -> None:
        raise AssertionError("in the window's own process")

    monkeypatch.setattr(backup, "merging", merged)
    window.go.show_home()
    home = window.page
    assert isinstance(home, HomePage)
    seen: list[object] = []

    def click() -> None:
        QTest.mouseClick(home.library, Qt.MouseButton.LeftButton)
        seen.append(window.page)

    QTimer.singleShot(0, click)
    assert window.go.restore(target) and seen == [home]
    for folder in FOLDERS:
        brought = {path.name: path.read_bytes() for path in (here.home / folder).glob("*")}
        assert {path.name: path.read_bytes() for path in (window.store.home / folder).glob("*")} == brought
    assert window.messages.sentence.startswith(f"{done.new} files restored")
    assert not list(window.store.home.glob(".restoring-*"))


def test_brought_into_their_places_twice_files_are_there_once(made: tuple[Settings, Path], tmp_path: Path) -> None:
    """As by a process that follows one that was ended between two pieces."""
    aside = tmp_path / "aside"
    aside.mkdir()
    files = {item: path for item, path in archives.unpack(made[1], aside, lambda *_: True).files.items() if "/" in item.name}
    there = tmp_path / "there"
    done, first = [*backup_restore.merging(there, files)][-1]
    content = {path: path.read_bytes() for path in there.rglob("*") if path.is_file()}
    _, again = [*backup_restore.merging(there, files)][-1]
    assert first.new == again.same == done == len(files) and again.new == 0
    assert {path: path.read_bytes() for path in there.rglob("*") if path.is_file()} == content


def test_a_file_that_another_restore_puts_in_its_place_meanwhile_is_there_once(
    made: tuple[Settings, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look whether its name is free and the move; what the other one put there is looked at, too."""
    aside, there = tmp_path / "aside", tmp_path / "there"
    aside.mkdir()
    files = {item: path for item, path in archives.unpack(made[1], aside, lambda *_: True).files.items() if "/" in item.name}

    def beaten(source: Path, target: Path) -> None:
        target.write_bytes(source.read_bytes())
        raise FileExistsError

    with monkeypatch.context() as patched:
        patched.setattr(backup_restore, "move", beaten)
        done, found = [*backup_restore.merging(there, files)][-1]
    assert (found.new, found.same) == (0, done) and done == len(files)
    alone = tmp_path / "alone"
    assert [*backup_restore.merging(alone, files)][-1][1].new == done
    assert everything(there) == everything(alone)
