"""Reviews for hours in which nobody plays: which games lack one, and that what comes is kept only if it is still true."""

from __future__ import annotations

from pathlib import Path

import pytest

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.journal import Journal
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.practice import idle_review
from rollwrite_desktop.play.practice.idle_review import Found, Looked, game_hash, keep_found, reviewing, unreviewed
from rollwrite_desktop.play.review.game_review import Review, kept_reviews
from tests.play.test_deck import review_of
from tests.play.test_game_review import played


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews that cost nothing: two turns, then the whole."""
    monkeypatch.setattr(idle_review, "reviewed", lambda *_: iter((None, None, review_of("rolling_america"))))


def kept(folder: Path, name: str, events: int | None = None) -> tuple[Path, Opened]:
    opened = played("rolling_america")
    path = folder / f"{name}.rollwrite"
    journal = Journal.create(path, opened.head)
    for line in opened.session.lines_to(len(opened.session.events) if events is None else events):
        journal.append(line)
    journal.close()
    return path, opened


def test_what_lacks_is_reviewed_once_and_the_rest_passed_over(tmp_path: Path) -> None:
    path, opened = kept(tmp_path, "a")
    running, _ = kept(tmp_path, "b", 10)
    (tmp_path / "c.rollwrite").write_bytes(b"nothing of it")
    found = [*reviewing(tmp_path, frozenset())]
    assert sum(each is None for each in found) == 2, "between turns it can be stopped"
    looked = {each.name: each.stamp for each in found if isinstance(each, Looked)}
    assert {*looked} == {path.name, running.name, "c.rollwrite"} and looked[path.name] == path.stat().st_mtime_ns
    reviews = [each for each in found if isinstance(each, Found)]
    assert [(each.path, each.player, each.events) for each in reviews] == [(path, "p1", game_hash(opened))]
    assert keep_found(reviews[0]) and isinstance(kept_reviews(path, opened)["p1"], Review)
    assert unreviewed(opened, path) == ()
    assert all(isinstance(each, Looked) for each in reviewing(tmp_path, frozenset()))
    assert not [*reviewing(tmp_path, frozenset((name, stamp) for name, stamp in looked.items()))]


def test_a_review_of_a_game_that_has_changed_or_gone_is_not_kept(tmp_path: Path) -> None:
    path, opened = kept(tmp_path, "a")
    found = Found(path, "p1", game_hash(opened), review_of("rolling_america"))
    path.unlink()
    kept(tmp_path, "a", 12)
    assert not keep_found(found) and not path.with_suffix(".review").exists()
    path.unlink()
    with pytest.raises(UserError):
        keep_found(found)
