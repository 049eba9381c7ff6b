"""What is kept between two sittings, and that spoilt settings never keep the program from starting."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import QLocale

from rollwrite_desktop.core.files import disk
from rollwrite_desktop.intake.settings import MAX_BYTES, NAME, OLD_NAME
from rollwrite_desktop.ui.base import theme, touch
from rollwrite_desktop.ui.base.relative_time import relative_time
from rollwrite_desktop.ui.base.settings import RECENT, Preferences, Settings, home_folder
from rollwrite_desktop.ui.library.home_page import HomePage
from rollwrite_desktop.ui.mapmaker.map_page import MapPage
from rollwrite_desktop.ui.window import language as window_language
from rollwrite_desktop.ui.window import preferences_dialog
from rollwrite_desktop.ui.window.language import apply_language
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import settle
from tests.ui.shell.test_backup import OBJECTS


def test_preferences_last_and_are_told(tmp_path: Path, qapp: object) -> None:
    store = Settings(tmp_path)
    assert store.preferences == Preferences()
    told: list[Preferences] = []
    store.preferred.connect(told.append)
    store.prefer(theme="dark", speed="fast")
    store.prefer(theme="dark")
    assert told == [Preferences(theme="dark", speed="fast")]
    assert Settings(tmp_path).preferences == Preferences(theme="dark", speed="fast")


def test_how_soon_a_second_tap_counts_is_chosen_and_holds_at_once(window: MainWindow) -> None:
    assert touch.taps().within == touch.BOUNCE_MS == 150
    dialog = preferences_dialog.PreferencesDialog(window.store, window)
    choices = dialog.choices["taps"]
    assert [choices.text(value) for value in ("0", "150", "500", "1000")] == ["Off", "0.15", "0.5", "1"]
    for value in ("500", "0", "1000"):
        choices.choose(value)
        assert touch.taps().within == int(value) and Settings(window.store.home).preferences.taps == value


SPOILT = {
    "nothing": b"", "not text": b"\x00\xff\xfe", "nested": b"[" * 50_000,
    "of another kind": b'{"settings": 1, "values": []}',
    "of another format": b'{"settings": 2, "values": {"preferences/theme": "dark"}}',
    "one value nested": b'{"settings": 1, "values": {"last/names": ' + b"[" * 9000 + b"]" * 9000 + b"}}",
    "half a file": b'{"settings": 1, "values": {"preferences/theme": "dark"',
    "no Unicode": b'{"settings": 1, "values": {"preferences/theme": "dark", "last/game": "\\udcff"}}',
    "too large": b'{"settings": 1, "values": {"preferences/theme": "dark"}}' + b" " * MAX_BYTES,
    "a value that is none": b'{"settings": 1, "values": {"preferences/theme": "purple", "preferences/text": "5, 6"}}',
}
SPOILT_BEFORE = {
    "values that are none": b"[preferences]\ntheme=purple\nspeed=@Invalid()\ntext=5, 6\n",
    "no JSON": b"[last]\nrecent=not json\nlobby-x=[[[[\nprint=7\nnames=[1]\n" + b"[" * 5000,
    "nested": b"[last]\nprint=" + b"[" * 50_000, "not text": b"\x00\xff\xfe",
    "too large": b"[preferences]\ntheme=dark\n" * 50_000,
    "keys that are none": b"[preferences\n=\n[]\n=x\n[last]\n=\n\\=\n%=\n",
}


def test_a_screen_too_small_for_a_size_of_texts_is_told(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts do not grow further than there is room for, and the preferences say so as long as more is chosen."""
    screen = window.screen().availableSize()
    monkeypatch.setattr(theme, "_SMALL_SCREEN", min(screen.width(), screen.height()))
    monkeypatch.setattr(theme, "_TALL_SCREEN", 2 * min(screen.width(), screen.height()))
    dialog = preferences_dialog.PreferencesDialog(window.store, window)
    scales, told = [], []
    for text in ("100", "150", "200", "400", "125"):
        dialog.choices["text"].choose(text)
        scales.append(theme.text_scale())
        told.append(dialog.too_large.text())
    assert scales == [1.0, 1.5, 1.5, 1.5, 1.25]
    assert [bool(words) for words in told] == [False, False, True, True, False] and "150" in told[2]


@pytest.mark.parametrize(("name", "content"), [
    *((NAME, content) for content in SPOILT.values()), *((OLD_NAME, content) for content in SPOILT_BEFORE.values()),
], ids=[*SPOILT, *(f"{kind}, before" for kind in SPOILT_BEFORE)])
def test_spoilt_settings_count_as_not_there(tmp_path: Path, qapp: object, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    store = Settings(tmp_path)
    assert store.preferences == Preferences()
    assert store.recent() == []
    assert store.recall("print", {"paper": "a4"}) == {"paper": "a4"}
    store.prefer(theme="dark")
    assert Settings(tmp_path).preferences == Preferences(theme="dark")


@pytest.mark.parametrize("values", [
    {"preferences/theme": "purple", "preferences/language": "../..", "last/game": "chess", "last/recent": ["x" * 5000]},
    {"preferences/theme": 7},
])
def test_spoilt_settings_do_not_keep_the_program_from_starting(
    tmp_path: Path, qtbot: Any, values: dict[str, object]
) -> None:
    (tmp_path / NAME).write_text(json.dumps({"settings": 1, "values": values}))
    window = MainWindow(Settings(tmp_path))
    qtbot.addWidget(window)
    window.go.show_home()
    assert isinstance(window.page, HomePage)


def test_settings_that_cannot_be_read_are_put_aside_before_others_are_written(tmp_path: Path, qapp: object) -> None:
    contents = [content for kind, content in SPOILT.items() if kind != "a value that is none"] + ONE_SPOILT
    for content in contents:
        (tmp_path / NAME).write_bytes(content)
        Settings(tmp_path).prefer(hand="plain")
        assert Settings(tmp_path).preferences.hand == "plain"
    aside = {path.read_bytes() for path in tmp_path.glob("settings*.damaged")}
    assert aside == set(contents), "whole, however long"


@pytest.mark.skipif(sys.platform == "win32", reason="devices and pipes are those of Unix")
@pytest.mark.parametrize("make", [
    lambda path: (path.mkdir(), (path / "inside").touch()), os.mkfifo, lambda path: path.symlink_to("/dev/zero"),
], ids=["folder", "pipe", "device"])
def test_what_is_no_file_makes_room_for_settings(tmp_path: Path, qapp: object, make: Callable[[Path], object]) -> None:
    make(tmp_path / NAME)
    kind = (tmp_path / NAME).lstat().st_mode
    store = Settings(tmp_path)
    store.prefer(hand="plain")
    assert Settings(tmp_path).preferences.hand == "plain" and store.unsaved.first is None
    assert (tmp_path / "settings.damaged").lstat().st_mode == kind
    assert {path.name for path in tmp_path.iterdir()} == {NAME, "settings.damaged"}


ONE_SPOILT = [b'{"settings": 1, "values": {"preferences/theme": "dark", "last/%s}}' % spoilt for spoilt in (
    b'names": [1]', b'game": 7', b'print": {"copies": 1e999}', b'names": ' + b"[" * 150 + b"]" * 150,
    b'game": "' + b"x" * 6000 + b'"', b'race-turned": null', b'records/x": [["a", 2147483648]]',
)]
"""Settings of which one value is not of its type."""


@pytest.mark.parametrize("content", ONE_SPOILT)
def test_one_spoilt_value_costs_itself_and_is_told_once(tmp_path: Path, qapp: object, content: bytes) -> None:
    (tmp_path / NAME).write_bytes(content)
    store = Settings(tmp_path)
    assert store.preferences == Preferences(theme="dark")
    assert store.recall("names", ["usual"]) == ["usual"] and store.recall("game", "usual") == "usual"
    assert store.told_spoilt().startswith("One saved setting cannot be used and is ignored: last/")
    store.prefer(hand="plain")
    assert store.told_spoilt() == "" and Settings(tmp_path).told_spoilt() == ""
    assert Settings(tmp_path).preferences == Preferences(theme="dark", hand="plain")
    (tmp_path / NAME).write_bytes(b"{")
    assert store.preferences == Preferences()
    assert store.told_spoilt() == "settings.json cannot be read; your preferences are the usual ones."


def test_a_map_that_cannot_be_gone_on_with_is_told_and_the_page_opens(window: MainWindow) -> None:
    game = "rolling_america"
    for spoilt in (
        {"seed": "X", "areas": "9" * 4999, "game": game}, {"seed": "X", "areas": "12", "game": "chess"},
        {"seed": "X", "areas": "12", "game": game, "map": "a" * 4000}, {"path": "//evil.example/x", "game": game},
        {"seed": "X", "areas": "x", "game": game}, {"x": ""},
    ):
        window.store.keep("own-map", spoilt)
        window.store._reported.clear()
        window.go.show_new_map()
        settle()
        assert isinstance(window.page, MapPage) and window.page._unfinished is None
        assert window.messages.sentence == "One saved setting cannot be used and is ignored: last/own-map."
        window.messages.hide()
        window.go.show_new_map()
        settle()
        assert not window.messages.sentence, "it is told once"


def test_what_a_full_file_cannot_take_is_said_and_preferences_always_fit(tmp_path: Path, qapp: object) -> None:
    store = Settings(tmp_path)
    kept = []
    for number in range(400):
        value = {"map": "x" * 4900, "n": "y" * 900}
        store.keep(f"own-map {number}", value)
        if store.settings.failure is not None:
            break
        kept.append(f"own-map {number}")
    assert 100 < len(kept) < 300
    assert store.unsaved.sentence == "Your preferences are not saved: it has no room for more."
    store.prefer(theme="dark", hand="plain", speed="slow")
    assert not store.unsaved.sentence
    again = Settings(tmp_path)
    assert again.preferences == Preferences(theme="dark", hand="plain", speed="slow")
    assert all(again.recall(key, dict[str, str]()) for key in kept)


def test_a_window_of_any_shape(tmp_path: Path, qtbot: Any) -> None:
    for shape in ("AdnQywADAAA=", "no base 64", "", "A" * 9000, "é"):
        (tmp_path / NAME).write_text(json.dumps({"settings": 1, "values": {"window/shape": shape}}))
        window = MainWindow(Settings(tmp_path))
        qtbot.addWidget(window)
        assert (window.width(), window.height()) == (1280, 800)


def test_unknown_keys_are_neither_read_nor_written(tmp_path: Path, qapp: object) -> None:
    (tmp_path / NAME).write_bytes(b'{"settings": 1, "values": {"later/thing": [], "preferences/theme": "dark"}}')
    store = Settings(tmp_path)
    assert store.preferences == Preferences(theme="dark")
    with pytest.raises(KeyError):
        store.settings.value("later/thing")
    with pytest.raises(KeyError):
        store.keep("later", "x")
    with pytest.raises(msgspec.ValidationError):
        store.keep("names", {"a": "b"})
    store.prefer(hand="plain")
    assert json.loads((tmp_path / NAME).read_bytes()) == {
        "settings": 1, "values": {"preferences/theme": "dark", "preferences/hand": "plain"}
    }


def test_what_two_programs_set_at_once_is_all_kept(tmp_path: Path, qapp: object) -> None:
    one, other = Settings(tmp_path), Settings(tmp_path)
    one.prefer(theme="dark")
    other.keep("names", ["Ann"])
    one.keep("game", "on_tour")
    for store in (one, other, Settings(tmp_path)):
        assert store.preferences == Preferences(theme="dark")
        assert (store.recall("names", list[str]()), store.recall("game", "")) == (["Ann"], "on_tour")


def test_what_cannot_be_written_holds_for_this_run(tmp_path: Path, qapp: object) -> None:
    (tmp_path / "home").write_bytes(b"a file where the folder should be")
    store = Settings(tmp_path / "home")
    store.prefer(theme="dark")
    assert store.preferences == Preferences(theme="dark")


def test_what_another_program_wrote_while_nothing_could_be_written_stays(
    tmp_path: Path, qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also what both set: the one who writes last knows of the other."""
    one, other = Settings(tmp_path), Settings(tmp_path)
    one.prefer(theme="dark")
    with monkeypatch.context() as full:
        full.setattr(disk, "sync", no_room)
        one.keep("names", ["Ann"])
        one.prefer(text="125")
    other.prefer(hand="plain", text="150")
    assert one.preferences == Preferences(theme="dark", hand="plain", text="125")
    one.settings.save()
    assert one.settings.failure is None
    for store in (one, other, Settings(tmp_path)):
        assert store.preferences == Preferences(theme="dark", hand="plain", text="125")
        assert store.recall("names", list[str]()) == ["Ann"]


def test_what_two_programs_keep_never_grows_past_what_is_read(
    tmp_path: Path, qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = Settings(tmp_path), Settings(tmp_path)
    with monkeypatch.context() as full:
        full.setattr(disk, "sync", no_room)
        one.keep("own-1", {str(n): "x" * 1000 for n in range(700)})
    other.keep("own-2", {str(n): "x" * 1000 for n in range(700)})
    before = (tmp_path / NAME).read_bytes()
    one.settings.save()
    assert one.settings.failure is not None and one.settings.failure.why == "it has no room for more"
    assert (tmp_path / NAME).read_bytes() == before and Settings(tmp_path).settings.readable


def no_room(*_: object) -> None:
    raise OSError(errno.ENOSPC, "")


def test_names_that_are_not_unicode_and_values_without_end_are_not_kept(tmp_path: Path, qapp: object) -> None:
    store = Settings(tmp_path)
    store.keep("names", ["Ann"])
    store.keep("recent", ["/\udcff"])
    store.keep("names", ["x" * MAX_BYTES])
    assert (store.recent(), store.recall("names", list[str]())) == ([], ["Ann"])
    assert Settings(tmp_path).recall("names", list[str]()) == ["Ann"]


def test_a_recent_file_whose_name_no_system_takes(tmp_path: Path, qapp: object) -> None:
    store = Settings(tmp_path)
    store.keep("recent", ["x" * 5000, "\0", ""])
    store.keep("folder-pdf", "y" * 5000)
    assert store.recent() == []
    assert "y" not in store.folder("pdf")[:2]


BEFORE = rb"""[last]
folder-pdf=\"/home/ann/My Papers\"
game=\"on_tour\"
lobby-hexroller="{\"sheet\": \"hexroller_front\", \"seats\": [[\"Ann\", \"\"]], \"options\": {\"plus_one\": \"path\"}}"
names="[\"Ann\", \"\\u00dcnal, \\u201cBo\\u201d\", \"a;b=c\\\\d\"]"
print="{\"paper\": \"a4\", \"copies\": 3, \"large\": true}"
race-turned=false
records\ligretto_dice\hand%3Dboth%2Cshares%3D14%2C10="[[65300, 12, \"AB\", \"Ann\"]]"

[preferences]
language=
theme=dark

[window]
shape=@ByteArray(\x1\xd9\xd0\xcb\0\x3)
"""
"""As Qt wrote settings for earlier versions."""


@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
def test_settings_of_earlier_versions_are_taken_over_once(tmp_path: Path, qapp: object, ends: bytes) -> None:
    (tmp_path / OLD_NAME).write_bytes(BEFORE.replace(b"\n", ends))
    store = Settings(tmp_path)
    (tmp_path / OLD_NAME).write_bytes(b"[preferences]\ntheme=light\n")
    for each in (store, Settings(tmp_path)):
        assert each.preferences == Preferences(theme="dark")
        assert each.recall("names", list[str]()) == ["Ann", "Ünal, “Bo”", "a;b=c\\d"]
        assert each.recall("print", dict[str, object]()) == {"paper": "a4", "copies": 3, "large": True}
        assert each.recall("race-turned", True) is False
        assert each.recall("folder-pdf", "") == "/home/ann/My Papers"
        assert each.recall("lobby-hexroller", dict[str, object]())["seats"] == [["Ann", ""]]
        assert each.recall("records/ligretto_dice/hand=both,shares=14,10", list[object]()) == [[65300, 12, "AB", "Ann"]]
        assert each.settings.value("window/shape") is None


def test_settings_run_nothing(tmp_path: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "home").mkdir()
    for name in (NAME, OLD_NAME):
        (tmp_path / "home" / name).write_bytes(OBJECTS + b"hand=plain\n")
        store = Settings(tmp_path / "home")
        window = MainWindow(store)
        qtbot.addWidget(window)
        assert store.preferences == Preferences(hand="plain" if name == OLD_NAME else "pencil")
        assert [path.name for path in tmp_path.iterdir()] == ["home"]
        (tmp_path / "home" / name).unlink()


def test_kept_values_are_of_the_kind_asked_for(tmp_path: Path, qapp: object) -> None:
    store = Settings(tmp_path)
    store.keep("names", ["Ann", "Ünal, “Bo”"])
    assert store.recall("names", list[str]()) == ["Ann", "Ünal, “Bo”"]
    assert store.recall("names", "") == ""


def test_recent_files_are_few_the_latest_first_and_still_there(tmp_path: Path, qapp: object) -> None:
    store = Settings(tmp_path)
    files = [tmp_path / f"{n}.json" for n in range(RECENT + 2)]
    for file in files:
        file.touch()
        store.remember(file)
    store.remember(files[5])
    assert store.recent()[:2] == [files[5], files[-1]]
    assert len(store.recent()) == RECENT
    files[5].unlink()
    assert files[5] not in store.recent()
    store.forget(files[-1])
    assert files[-1] not in store.recent()


def test_the_home_folder_can_be_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROLLWRITE_HOME", str(tmp_path / "here"))
    assert home_folder() == tmp_path / "here"
    monkeypatch.delenv("ROLLWRITE_HOME")
    assert home_folder().name == "rollwrite_desktop"


@pytest.fixture
def british() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale("en_GB"))
    yield
    QLocale.setDefault(before)


def test_moments_in_words(qapp: object, british: None) -> None:
    now = datetime(2026, 11, 20, 14, 5, tzinfo=UTC)
    assert relative_time(now, now) == "today, 14:05"
    assert relative_time(now - timedelta(days=1), now) == "yesterday, 14:05"
    assert relative_time(now - timedelta(days=30), now) == "October 21"
    assert relative_time(now - timedelta(days=400), now) == "October 16, 2025"


def test_the_preferred_language_else_the_system_s_else_english(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(window_language, "use", lambda language, _: asked.append(language) or language)
    apply_language(Preferences(language="es"), "en_GB")
    apply_language(Preferences(), "es_MX")
    assert asked == ["es", "es"]
