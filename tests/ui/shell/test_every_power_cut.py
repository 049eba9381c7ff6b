"""A power cut at every moment of everything that is kept, in every order in which a file system may have brought it to the
disk (`tests/crashes.py`): each thing is there as it was or as it is now, and whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import pytest
from msgspec import structs
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.journal import SUFFIX, Journal, Notes
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake import journals
from rollwrite_desktop.intake.decks import Cost, Deck, Position
from rollwrite_desktop.intake.decks import parse as parse_deck
from rollwrite_desktop.intake.papers import read_paper
from rollwrite_desktop.intake.sessions import SUFFIX as SESSION
from rollwrite_desktop.play.opening.open_game import Opened, close_journal, new_head, reopen, sheet_of, start
from rollwrite_desktop.play.practice.deck import written
from rollwrite_desktop.play.review.game_review import Review, keep_review, kept_hash
from rollwrite_desktop.printing.photos.photo_pile import Pile, Spot
from rollwrite_desktop.printing.photos.read_photos import ReadSheet
from rollwrite_desktop.sheet.load import loads
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.deck_store import DeckStore
from rollwrite_desktop.ui.library.drafts import Draft, Drafts
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.old_table import as_session
from rollwrite_desktop.ui.library.own_sheet_store import replace_sheet, save_sheet
from rollwrite_desktop.ui.library.session_store import new_session_file, new_table_file, opened_session
from rollwrite_desktop.ui.paper.check.paper_file import PaperFile
from rollwrite_desktop.ui.paper.photos.held_marks import HeldMarks
from rollwrite_desktop.ui.window.backup import back_up, restore
from tests.crashes import Model, Recorder, put
from tests.sampling import sampled
from tests.ui.old_tables import read_old_table, write_old_table

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
GAME, BACKUP = "hexroller", "all.rollwrite-backup"
POSITION = Position(
    game=GAME, sheet="", events=(), played=("a1",), best=(("a2",),),
    cost=Cost(1.0, 0.1, 1.0, 0.0, (1.0,), (0.1,), (0.1,)),
)
Things = dict[str, int]
"""Everything in a folder that can be lost, and how far it has come."""


class Keeper:
    """A folder of somebody's, with one thing of each kind in it."""

    def __init__(self, home: Path) -> None:
        self.home, self.store = home / "here", Settings(home / "here", lambda: NOON)
        self.outside = home / BACKUP
        self.games = GameStore(self.store)
        self.opened = self._begun("Ann")
        self.friday = self.games.rename(self._closed("Bo"), "Friday")
        self.aside = self.games.delete(self._closed("Cy"))
        self.draft = Drafts(self.store).new(Paper(game=GAME))
        self.draft.write(Paper(game=GAME, player="Ann", spaces={"a1": "5"}))
        self.pile, self.held = self._photographed("Eve")
        self.confirm()
        self.session = new_session_file(self.store, GAME)
        self.session.put(self.session.session.joined(("Ann",)))
        self.old_table = write_old_table(self.store.home, [Paper(game=GAME, player="P0")])
        self.table = new_table_file(self.store, GAME)
        self.table.put(self.table.session.with_sheet_of(Paper(game=GAME, player="P0", spaces={"a1": "5"})))
        self.store.keep("folder-pdf", "/1")
        self.decks = DeckStore(self.store)
        self.learn()
        self.review()
        self.mine = save_sheet(self.store, self._map(), "Mine")
        back_up(self.store, self.home / BACKUP)

    def _begun(self, name: str) -> Opened:
        game = GAMES[GAME]
        sheet = sheet_of(game, "")
        opened = start(new_head(game, sheet, sheet.id, (name,), {}, Notes(seed=name)))
        opened.session.log = Journal.begin(self.games.new_path(game.info.title, (name,)), opened.head).append
        opened.session.submit(opened.session.digital() or Event("", opened.session.rules.read("")))
        return opened

    def _closed(self, name: str) -> Path:
        opened = self._begun(name)
        close_journal(opened)
        (path,) = self.store.games.glob(f"*{name}{SUFFIX}")
        return path

    def _photographed(self, name: str) -> tuple[Pile, HeldMarks]:
        """A sheet that lies on a photo, of which nothing was read."""
        pile = Pile()
        pile.add([ReadSheet("a.jpg", 1, GAMES[GAME].check.paper(game=GAME, sheet=GAMES[GAME].play.sheets[0]), ())])
        pile.name(0, name)
        return pile, HeldMarks(self.store, pile)

    # what is done

    def play(self) -> None:
        session = self.opened.session
        session.submit(Event("p1", next(iter(session.rules.moves(session.state, "p1")))))

    def begin(self) -> None:
        close_journal(self._begun("Di"))

    def rename(self) -> None:
        self.games.rename(self.friday, "Saturday")

    def delete(self) -> None:
        self.games.delete(self.friday)

    def undelete(self) -> None:
        self.games.restore(self.aside)

    def type(self) -> None:
        self.draft.write(Paper(game=GAME, player="Ann", spaces={"a1": "5", "a2": "6"}))

    def new_draft(self) -> None:
        Drafts(self.store).new(Paper(game=GAME)).write(Paper(game=GAME, player="Bo"))

    def confirm(self) -> None:
        """A mark of a sheet that lies on a photo, its first or one more."""
        self.pile.say(Spot(0, [*self.pile.readings[0].names][len(self.pile.said(0))]), "5")
        self.held.hold()

    def hand_on(self) -> None:
        """The sheet becomes one of the session's."""
        self.session.put(self.session.session.with_sheet_of(self.pile.paper(0)))
        self.held.hand_over(())

    def save(self) -> None:
        """What was typed becomes a file of its own."""
        file = PaperFile(self.store, Paper(game=GAME), None, Paper(game=GAME), self.draft)
        file.write(self.home / "mine.paper.json", Paper(game=GAME, player="Ann", spaces={"a1": "5"}))

    def take_back(self) -> None:
        """All that was confirmed."""
        self.pile.undo()
        self.held.hold()

    def join(self) -> None:
        self.session.put(self.session.session.joined(("Bo",)))

    def rank(self) -> None:
        self.table.put(self.table.session.with_sheet_of(Paper(game=GAME, player="P1", spaces={"a1": "5"})))

    def rank_anew(self) -> None:
        as_session(self.old_table, self.store)

    def prefer(self) -> None:
        self.store.keep("folder-pdf", "/2")

    def learn(self) -> None:
        """Another position in the deck of one's own mistakes."""
        self.decks.change(self.decks.own_path, lambda deck: structs.replace(deck, positions=(
            *deck.positions, structs.replace(POSITION, events=(str(len(deck.positions)),)))))

    def take_deck(self) -> None:
        shared = self.home / "theirs.rollwrite-deck"
        shared.write_bytes(written(Deck(1, title="Theirs", positions=(POSITION,))))
        self.decks.take_in(shared)

    def review(self) -> None:
        """Of another player's game than the reviews that are there."""
        opened = reopen(journals.read(self.friday), self.friday.name, self.friday.parent)
        name = "p1" if not kept_hash(self.friday)[1] else "p2"
        keep_review(self.friday, opened, name, Review("Bo", 0, 0, 0, 0, "higher", ()))

    def save_map(self) -> None:
        save_sheet(self.store, self._map(), "Second")

    def _map(self) -> Sheet:
        return replace(sheet_of(GAMES["rolling_america"], ""), id="own")

    def replace_map(self) -> None:
        replace_sheet(self.store, self.mine, self._map(), "Another name")

    def back_up(self) -> None:
        back_up(self.store, self.home / BACKUP)

    def restore(self) -> None:
        self.games.delete(self.friday)
        restore(self.store, self.outside)


def things(home: Path, aside: Path) -> Things:
    """What the next program finds. Raises whatever a file that is not whole makes it raise."""
    store = Settings(home, lambda: NOON)
    found: Things = {"setting": int(store.recall("folder-pdf", "/0")[1:])}
    assert not store.settings.damaged
    marks: list[Paper] = []
    for folder in (store.games, store.deleted):
        for path in folder.glob(f"*{SUFFIX}"):
            opened = reopen(journals.read(path), path.name, path.parent)
            seed = opened.head.notes.seed
            found[f"game {seed}"] = max(found.get(f"game {seed}", 0), len(opened.session.events))
    for path in store.drafts.glob("*.json"):
        content = Draft.content(path)
        assert content is not None
        marks.append(content.paper)
    for path in store.sessions.glob(f"*{SESSION}"):
        session = opened_session(path)
        found[f"session {path.name}"] = len(session.members)
        marks += [member.paper for member in session.members if member.paper is not None]
    marks += [read_paper(path.read_bytes(), path.name) for path in home.glob("*.paper.json")]
    for paper in marks:  # wherever they are kept
        found[f"marks of {paper.player}"] = max(found.get(f"marks of {paper.player}", 0), len(paper.spaces))
    for path in home.glob("table*.json"):
        found |= {f"ranked {player}": 1 for player in read_old_table(path)[0]}
    decks = DeckStore(store)
    for path in (decks.own_path, *decks.others()):
        if path.exists():
            found[f"deck {path.name}"] = len(parse_deck(path.read_bytes(), path.name).positions)
    assert not [*store.decks.glob("*.damaged")]
    for folder in (store.games, store.deleted):
        for path in folder.glob("*.review"):
            events, players = kept_hash(path)
            assert events
            found["reviews"] = max(found.get("reviews", 0), len(players))
    for path in store.sheets.glob("*.json"):
        loads(path.read_bytes(), path.name)
        found[f"sheet {path.name}"] = 1
    backup = home / BACKUP
    if backup.exists():
        empty = Settings(aside, lambda: NOON)
        restore(empty, backup)
        found["backup"] = 1
    return found


ACTS: dict[str, Callable[[Keeper], None]] = {name: act for name, act in vars(Keeper).items() if name in (
    "play", "begin", "rename", "delete", "undelete", "type", "new_draft", "join", "rank", "rank_anew", "prefer", "save_map",
    "learn", "take_deck", "review", "back_up", "restore", "confirm", "take_back", "hand_on", "save", "replace_map")}


@pytest.fixture
def recorder(tmp_path: Path) -> Iterator[Recorder]:
    with Recorder(tmp_path / "here").installed() as installed:
        yield installed


@pytest.fixture
def keeper(recorder: Recorder, tmp_path: Path) -> Iterator[Keeper]:
    """All that is there is on the disk."""
    keeper = Keeper(tmp_path)
    recorder.mark()
    yield keeper
    close_journal(keeper.opened)
    keeper.draft.close()
    keeper.held.leave()


@sampled("act, model", [*product(ACTS, ("ordered", "weak"))], 8, lambda case: case[0])
def test_old_or_new_never_neither(
    act: str, model: Model, keeper: Keeper, recorder: Recorder, tmp_path: Path
) -> None:
    if act != "back_up":
        (keeper.home / BACKUP).rename(keeper.outside)  # reading it takes long
    before = things(keeper.home, tmp_path / "a")
    recorder.mark()
    ACTS[act](keeper)
    calls = recorder.calls
    assert calls
    after = things(keeper.home, tmp_path / "b")
    for number, state in enumerate(recorder.states(model, len(calls))):
        place = tmp_path / "cut"
        put(state, keeper.home, place)
        found = things(place, tmp_path / f"c{number}")
        for name, far in before.items():
            assert found.get(name, -1) >= min(far, after.get(name, -1)), name
        assert all(far <= max(before.get(name, 0), after.get(name, 0)) for name, far in found.items())


@pytest.mark.parametrize("model", ["ordered", "weak"])
def test_a_move_that_was_acknowledged_is_there_after_a_power_cut(
    model: Model, keeper: Keeper, recorder: Recorder, tmp_path: Path
) -> None:
    keeper.begin()
    keeper.play()
    count = len(keeper.opened.session.events)
    states = list(recorder.last_states(model))
    assert states
    for state in states:
        put(state, keeper.home, tmp_path / "cut")
        found = things(tmp_path / "cut", tmp_path / "aside")
        assert found["game Ann"] == count and found["game Di"] == 1
