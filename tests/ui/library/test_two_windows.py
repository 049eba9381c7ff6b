"""Two windows that write the same folder at the same moment: neither takes from the other what it has acknowledged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rollwrite_desktop.core import files
from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import alone, disk
from rollwrite_desktop.intake import settings
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.drafts import Draft, Drafts
from rollwrite_desktop.ui.library.game_store import GameStore
from tests.play.test_game_index import shelve

GAME = "hexroller"


def test_a_draft_that_another_window_began_and_left_is_not_written_over(store: Settings) -> None:
    ann, bo = (Drafts(store).new(Paper(game=GAME)) for _ in "ab")
    assert ann.path == bo.path  # nothing has been written yet
    ann.write(Paper(game=GAME, player="Ann"))
    ann.close()
    bo.write(Paper(game=GAME, player="Bo"))
    bo.write(Paper(game=GAME, player="Bo", spaces={"a1": "5"}))
    bo.close()
    found = [content.paper for path in sorted(store.drafts.glob("*.json")) if (content := Draft.content(path)) is not None]
    assert [(paper.player, len(paper.spaces)) for paper in found] == [("Bo", 1), ("Ann", 0)]


def test_what_two_windows_bring_back_at_once_is_there_once(store: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    shelve(store.games, "a")
    ours, theirs = GameStore(store), GameStore(store)
    aside = ours.delete(store.games / "a.rollwrite")
    link = disk.link
    refused: list[str] = []

    def between(source: Path, target: Path) -> None:
        with pytest.raises(UserError) as error:
            theirs.restore(aside)
        refused.append(str(error.value))
        link(source, target)

    monkeypatch.setattr(disk, "link", between)
    assert ours.restore(aside) == store.games / "a.rollwrite"
    assert "open in another window" in refused[0]
    assert list(store.games.glob("*.rollwrite")) == [store.games / "a.rollwrite"]
    with pytest.raises(UserError, match="could not be restored"):
        theirs.restore(aside)
    assert list(store.deleted.iterdir()) == []


@pytest.fixture
def written_alone(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether another process could have come between at each file that was written."""
    came_between: list[bool] = []
    write = files.write_file

    def watched(path: Path, *given: Any) -> None:
        with alone(path.parent) as got:
            came_between.append(got)
        write(path, *given)

    monkeypatch.setattr(files, "_TRIES", 1)
    monkeypatch.setattr(settings, "write_file", watched)
    return came_between


def test_nobody_comes_between_reading_and_writing_settings(store: Settings, written_alone: list[bool]) -> None:
    store.home.mkdir(parents=True, exist_ok=True)
    store.keep("folder-pdf", "/1")
    store.settings.merge({"last/folder-open": b'"/2"'}, ())
    assert written_alone == [False, False]
