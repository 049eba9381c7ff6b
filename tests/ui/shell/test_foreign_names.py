"""Of another machine that a kept file names nothing is asked."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.files import is_file_here, is_folder_here, remote
from rollwrite_desktop.play.opening.open_game import found_from, named_from
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.drafts import Draft, Drafts

SHARES = ("//evil.example/share/x.json", r"\\\\evil.example\\share\\x.json", r"\\??\\UNC\\evil.example\\share\\x.json")


@pytest.mark.parametrize("name", SHARES)
def test_no_other_machine_is_asked(
    name: str, tmp_path: Path, qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Recent files, folders of dialogs, and drafts name files."""
    store = Settings(tmp_path)
    store.settings.update({"last/recent": [name], "last/folder-open": name})
    paper = GAMES["rolling_america"].check.paper(game="rolling_america", spaces={"TX": "3"})
    (tmp_path / "draft.json").write_bytes(msgspec.json.encode({"draft": 1, "file": name, "paper": paper}))
    asked, stat = [], os.stat

    def counted(path: str | Path, *rest: object, **named: object) -> os.stat_result:
        asked.extend([path] * ("evil" in str(path)))
        return stat(path, *rest, **named)  # type: ignore[call-overload,no-any-return]

    monkeypatch.setattr(os, "stat", counted)
    assert remote(name) and not is_file_here(name) and not is_folder_here(name)
    assert store.recent() == [] and store.folder("open") != name
    content = Draft.content(tmp_path / "draft.json")
    assert content is not None and content.file == ""
    for told in (found_from, named_from):  # the sheet of a paper file
        monkeypatch.setattr(os, "lstat", counted)
        assert told(tmp_path, name) == name
    assert asked == []


@pytest.mark.parametrize("name", ["a\0b.json", "loop.json"], ids=["no name of a file", "a link to itself"])
def test_a_sheet_that_leads_nowhere_stops_no_other_draft(name: str, store: Settings) -> None:
    store.drafts.mkdir()
    (store.drafts / "loop.json").symlink_to("loop.json")
    paper = GAMES["hexroller"].check.paper(game="hexroller", sheet=name, spaces={})
    (store.drafts / "odd.json").write_bytes(msgspec.json.encode({"draft": 1, "paper": paper}))
    good = store.home / "good.json"
    Draft(store.drafts / "sound.json", good).write(GAMES["hexroller"].check.paper(game="hexroller", spaces={}))
    content = Draft.content(store.drafts / "odd.json")
    assert content is not None and content.paper.sheet.endswith(name)
    assert found_from(store.drafts, name).endswith(name)
    kept = {each.path.name: each.error for each in Drafts(store).games()}
    assert kept["odd.json"].endswith(").") and not kept["sound.json"], "listed with its reason"
    assert Drafts(store).of_file(good).path == store.drafts / "sound.json"
