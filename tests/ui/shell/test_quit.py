"""The window is closed while something runs: the program ends, and nothing is half written."""

from __future__ import annotations

from pathlib import Path

from rollwrite_desktop.intake import journals
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.deck_store import DeckStore
from rollwrite_desktop.ui.library.drafts import Draft, Drafts
from rollwrite_desktop.ui.library.session_store import opened_session
from rollwrite_desktop.ui.window.backup import restore
from tests.sampling import sampled
from tests.ui.quitting import BACKUP, BEFORE, DECKS, GAMES, KINDS, PDF, quit_while


@sampled("kind", KINDS, len(KINDS))
def test_closing_the_window_ends_the_program_and_leaves_nothing_half_written(kind: str, tmp_path: Path) -> None:
    code, _, said = quit_while(kind, tmp_path)
    assert (code, said) == (0, "")
    store = Settings(tmp_path / "here")
    assert not [path for path in tmp_path.rglob(".*") if path.is_file()]
    games = [journals.read(path) for path in store.games.glob("*.rollwrite")]
    match kind:
        case "print":
            assert (tmp_path / PDF).read_bytes() == BEFORE
        case "backup":
            assert len(games) == GAMES
            if (tmp_path / BACKUP).exists():
                assert restore(Settings(tmp_path / "there"), tmp_path / BACKUP).new == GAMES
        case "restore":
            assert restore(store, tmp_path / BACKUP).same == len(games)
        case "session":
            (path,) = store.sessions.iterdir()
            assert len(opened_session(path).members) == 30
        case "deck":
            assert len(DeckStore(store).others()) == DECKS
        case "photos":
            (path,) = Drafts(store).paths()
            content = Draft.content(path)
            assert content is not None and content.paper.spaces == {"OK": "4"}
