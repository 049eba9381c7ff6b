"""Soft sounds: off until somebody turns them on, heard for what happens, moving or not; nothing waits for them."""

from __future__ import annotations

from queue import Queue

import pytest

from rollwrite_desktop.ui.base import speaker
from rollwrite_desktop.ui.base.speaker import Speaker
from rollwrite_desktop.ui.window.preferences_dialog import PreferencesDialog
from tests.ui.conftest import PATIENCE, Seat

SECONDS = PATIENCE / 1000


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is played."""
    found = list[str]()
    monkeypatch.setattr(speaker, "play", found.append)
    return found


def test_dice_and_pencil_are_heard_once_somebody_likes_it(seat: Seat, heard: list[str]) -> None:
    page = seat("Ann")
    page.roll()
    assert heard == [], "off at first"
    dialog = PreferencesDialog(page.store, page)
    dialog.choices["sounds"].choose("on")
    page.take_back()
    assert heard == []
    page.roll()
    assert heard == ["dice"]
    page.tap_token(page.snapshot.tray.tokens[0].spot)
    page.tap(sorted(page.snapshot.taps.open)[0])
    assert heard == ["dice", "pencil"]
    page.undo()
    assert heard == ["dice", "pencil"]
    dialog.choices["sounds"].choose("off")
    page.redo()
    assert heard == ["dice", "pencil"]


def test_real_dice_are_heard_without_the_program(seat: Seat, heard: list[str]) -> None:
    page = seat("Ann", dice="real")
    page.store.prefer(sounds="on")
    assert page.tray.entry is not None
    cells = list(page.tray.entry.cells.values())
    for cell in (cells[0], cells[8]):
        cell.click()
    assert page.session.events and heard == []


def test_where_nothing_can_be_played_the_system_s_own_is_offered(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speaker, "offered", lambda: False)
    assert [*PreferencesDialog(seat("Ann").store).choices["sounds"]._buttons] == ["stop", "off"]


def test_a_sound_is_not_waited_for_and_of_several_the_latest_follows() -> None:
    begun, go = Queue[str](), Queue[None]()

    def play_whole(name: str) -> None:
        begun.put(name)
        go.get(timeout=SECONDS)
        if name == "finish":
            raise OSError

    loud = Speaker(play_whole)
    loud.play("dice")
    assert begun.get(timeout=SECONDS) == "dice"
    for name in ("pencil", "dice", "finish"):
        loud.play(name)
    go.put(None)
    assert begun.get(timeout=SECONDS) == "finish"
    go.put(None)
    assert loud._thread is not None
    loud._thread.join(SECONDS)
    assert not loud._thread.is_alive(), "without a loudspeaker nothing more is tried"
    loud.play("dice")
    assert begun.empty()
