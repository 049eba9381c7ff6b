"""What is kept between two sittings, and that spoilt settings never keep the program from starting."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale

from rollwrite_desktop.ui.shell import preferences_dialog
from rollwrite_desktop.ui.shell.preferences_dialog import speak
from rollwrite_desktop.ui.shell.settings import RECENT, Preferences, Settings, home_folder
from rollwrite_desktop.ui.widgets.relative_time import spoken


def test_preferences_last_and_are_told(tmp_path: Path, qapp: object) -> None:
    store = Settings(tmp_path)
    assert store.preferences == Preferences()
    told: list[Preferences] = []
    store.preferred.connect(told.append)
    store.prefer(theme="dark", speed="fast")
    store.prefer(theme="dark")
    assert told == [Preferences(theme="dark", speed="fast")]
    store.settings.sync()
    assert Settings(tmp_path).preferences == Preferences(theme="dark", speed="fast")


@pytest.mark.parametrize("content", [
    b"", b"\x00\xff\xfe", b"[preferences]\ntheme=purple\nspeed=@Invalid()\ntext=5, 6\n",
    b"[last]\nrecent=not json\nlobby-x=[[[[\nprint=7\n" + b"[" * 5000,
])
def test_spoilt_settings_count_as_not_there(tmp_path: Path, qapp: object, content: bytes) -> None:
    (tmp_path / "settings.ini").write_bytes(content)
    store = Settings(tmp_path)
    assert store.preferences == Preferences()
    assert store.recent() == []
    assert store.recall("print", {"paper": "a4"}) == {"paper": "a4"}


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
    assert spoken(now, now) == "today, 14:05"
    assert spoken(now - timedelta(days=1), now) == "yesterday, 14:05"
    assert spoken(now - timedelta(days=30), now) == "21 October"
    assert spoken(now - timedelta(days=400), now) == "16 October 2025"


def test_the_preferred_language_else_the_system_s_else_english(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(preferences_dialog, "use", lambda language, _: asked.append(language) or language)
    speak(Preferences(language="es"), "en_GB")
    speak(Preferences(), "es_MX")
    assert asked == ["es", "es"]
