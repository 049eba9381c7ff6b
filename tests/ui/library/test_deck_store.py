"""Where decks are kept: one's own mistakes and those of others, two windows at once, and a disk that takes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from rollwrite_desktop.core import files
from rollwrite_desktop.core.files import FileError
from rollwrite_desktop.core.journal import Journal
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.decks import Deck, Practice
from rollwrite_desktop.paths import ASSETS
from rollwrite_desktop.play.practice.deck import after_try, key_of, written
from rollwrite_desktop.play.review.game_review import keep_review
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library import deck_store
from rollwrite_desktop.ui.library.deck_store import OWN, DeckCollector, DeckStore
from tests.play.test_deck import one, review_of
from tests.play.test_game_review import played

TODAY = date(2026, 11, 28)


@pytest.fixture
def store(tmp_path: Path, qapp: object) -> Iterator[Settings]:
    yield Settings(tmp_path / "home")


def test_one_s_own_deck_is_empty_at_first_and_takes_changes(store: Settings) -> None:
    decks = DeckStore(store)
    assert decks.read(decks.own_path) == Deck(1) and not decks.folder.exists()
    decks.change(decks.own_path, lambda deck: deck)
    assert not decks.own_path.exists()
    deck = decks.change(decks.own_path, lambda deck: structs.replace(deck, positions=(one(),)))
    assert decks.read(decks.own_path) == deck == DeckStore(store).read(decks.own_path)
    assert decks.waiting(TODAY) == 1 and decks.title(decks.own_path, deck) == "My mistakes"


def test_what_two_windows_change_is_all_there(store: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = DeckStore(store), DeckStore(store)
    first.change(first.own_path, lambda deck: structs.replace(deck, positions=(one("a"), one("b"))))
    alone = []
    write = files.write_file

    def watched(path: Path, content: bytes, **more: Any) -> None:
        with files.alone(path.parent) as got:
            alone.append(not got)
        write(path, content, **more)

    monkeypatch.setattr(files, "_TRIES", 1)
    monkeypatch.setattr(deck_store, "write_file", watched)
    first.change(first.own_path, lambda deck: after_try(deck, key_of(one("a")), True, TODAY))
    second.change(second.own_path, lambda deck: after_try(deck, key_of(one("b")), False, TODAY))
    assert alone == [True, True]
    deck = first.read(first.own_path)
    assert [position.practice.solved for position in deck.positions] == [1, 0] and deck.done == 2


def test_a_deck_that_a_backup_brings_is_the_same_deck(store: Settings) -> None:
    decks = DeckStore(store)
    store.decks.mkdir(parents=True)
    newer = Practice(1, 1, "2026-11-29", "2026-11-28")
    (store.decks / OWN).write_bytes(written(Deck(1, positions=(one("a"),))))
    second = Deck(1, positions=(one("a", practice=newer), one("b")))
    (store.decks / "mistakes (2).rollwrite-deck").write_bytes(written(second))
    (store.decks / "mistakes (3).rollwrite-deck").write_bytes(b"nothing of it")
    assert [each.practice for each in decks.read(decks.own_path).positions] == [newer, Practice()]
    assert decks.others() == []


def test_a_deck_to_begin_with_is_as_it_came_until_one_is_practiced(store: Settings, tmp_path: Path) -> None:
    decks = DeckStore(store)
    begins = decks.to_begin_with()
    assert {*begins.values()} == {path.stem for path in (ASSETS / "decks").iterdir()} <= {*GAMES}
    path = next(iter(begins))
    deck = decks.read(path)
    assert deck.positions and not decks.folder.exists() and decks.title(path, deck) == "To start with: Rolling America"
    kept = decks.change(path, lambda deck: after_try(deck, key_of(deck.positions[0]), True, TODAY))
    assert decks.read(path) == kept != deck and decks.to_begin_with() == begins and decks.others() == []
    path.write_bytes(b"nothing of it")
    assert decks.read(path) == deck
    (tmp_path / path.name).write_bytes(written(Deck(1, positions=(one(),))))
    assert decks.take_in(tmp_path / path.name) == decks.folder / "deck.rollwrite-deck"


def test_nothing_is_lost_on_a_disk_that_takes_nothing(
    store: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    decks = DeckStore(store)

    def full(path: Path, content: bytes, **more: Any) -> None:
        raise FileError("full")

    with monkeypatch.context() as patched:
        patched.setattr(deck_store, "write_file", full)
        decks.change(decks.own_path, lambda deck: structs.replace(deck, positions=(one(),)))
        assert store.unsaved.sentence == "Not saved: full." and not decks.own_path.exists()
        assert DeckStore(store).read(decks.own_path).positions == (one(),)
        decks.change(decks.own_path, lambda deck: after_try(deck, key_of(one()), True, TODAY))
    assert store.unsaved.first is not None and store.unsaved.first.elsewhere is not None
    store.unsaved.first.elsewhere(tmp_path / "there")
    store.unsaved.retry()
    assert store.unsaved.first is None
    assert (tmp_path / "there").read_bytes() == decks.own_path.read_bytes()
    assert decks.read(decks.own_path).positions[0].practice.solved == 1


def test_a_damaged_deck_is_put_aside_before_another_is_written(store: Settings) -> None:
    decks = DeckStore(store)
    store.decks.mkdir(parents=True)
    decks.own_path.write_bytes(b"damaged")
    decks.change(decks.own_path, lambda deck: structs.replace(deck, positions=(one(),)))
    assert (store.decks / "mistakes.damaged").read_bytes() == b"damaged"
    assert decks.read(decks.own_path).positions == (one(),)


def test_a_deck_of_others_is_taken_in_once_without_how_it_went_there(store: Settings, tmp_path: Path) -> None:
    decks, mine = DeckStore(store), one(practice=Practice(1, 1, "2026-11-28", "2026-11-27"))
    source = tmp_path / "mistakes.rollwrite-deck"
    source.write_bytes(written(Deck(1, "Bo’s dozen", (mine,), done=3)))
    path = decks.take_in(source)
    deck = decks.read(path)
    assert path.name == "deck.rollwrite-deck" and decks.title(path, deck) == "Bo’s dozen"
    assert deck.positions == (structs.replace(mine, player="", practice=Practice()),) and deck.done == 0
    decks.change(path, lambda deck: after_try(deck, key_of(deck.positions[0]), True, TODAY))
    assert decks.take_in(source) == path and decks.others() == [path]
    (store.decks / "a.rollwrite-deck").write_bytes(b"damaged")
    assert decks.take_in(source) == path, "a damaged deck keeps no other from being opened"


def test_reviewed_games_are_collected_as_the_worker_finds_them(store: Settings, qtbot: Any) -> None:
    opened = played("rolling_america")
    path = store.games / "one.rollwrite"
    Journal.create(path, opened.head, opened.session.lines_to(len(opened.session.events))).close()
    keep_review(path, opened, "p1", review_of("rolling_america"))
    decks = DeckStore(store)
    collector = DeckCollector(decks, store)
    told: list[tuple[int, bool]] = []
    collector.collected.connect(lambda came, done: told.append((came, done)))
    count = len(review_of("rolling_america").turns)
    collector.start()
    qtbot.waitUntil(lambda: bool(told) and told[-1][1], timeout=20_000)
    assert collector.added == count == len(decks.read(decks.own_path).positions)
    told.clear()
    collector.start(path)
    qtbot.waitUntil(lambda: bool(told), timeout=20_000)
    assert told == [(0, True)] and collector.added == 0
