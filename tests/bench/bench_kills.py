"""Processes killed at random moments while two or three work on the same folder: what they had acknowledged is there.

    python3 packaging/bench.py bench_kills [KILLS (1000) [SEED (1)]]

No windows, which start too slowly for thousands of kills, but the code that windows keep everything with: games stroke by
stroke, their reviews, drafts, marks confirmed of photos, sessions, a table of sheets, settings and preferences, sheets of
one's own and new names for them, decks and how each position went, renaming, deleting and bringing back, backing up and
restoring. A process says what it has done through a pipe, after the call that did it has come back; each is killed with
SIGKILL after 2 to 80 ms of that. Then the next program's code reads the folder. What was counted is printed after each
folder, also where the bench is ended by Ctrl+C, so that runs with several seeds add up. Only where processes can be
forked. """

from __future__ import annotations

import contextlib
import os
import random
import select
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path

from msgspec import Struct, field, structs
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.journal import SUFFIX, Journal, Notes
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake import journals
from rollwrite_desktop.intake.archives import unpack
from rollwrite_desktop.intake.decks import SUFFIX as DECK
from rollwrite_desktop.intake.decks import Cost, Deck, Position
from rollwrite_desktop.intake.sessions import SUFFIX as SESSION
from rollwrite_desktop.play.opening.open_game import journal_of, new_head, reopen, sheet_of, start
from rollwrite_desktop.play.practice.deck import after_try, key_of, written
from rollwrite_desktop.play.review.game_review import Review, keep_review, known_reviews
from rollwrite_desktop.printing.photos.photo_pile import Pile, Spot
from rollwrite_desktop.printing.photos.read_photos import ReadSheet
from rollwrite_desktop.sheet.load import load
from rollwrite_desktop.ui.base import file_locks
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library import drafts
from rollwrite_desktop.ui.library.deck_store import DeckStore
from rollwrite_desktop.ui.library.drafts import Draft, Drafts
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.own_sheet_store import replace_sheet, save_sheet
from rollwrite_desktop.ui.library.session_store import new_session_file, new_table_file, opened_session
from rollwrite_desktop.ui.paper.photos.held_marks import HeldMarks
from rollwrite_desktop.ui.window.backup import back_up, restore

GAME = "hexroller"
NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
ROUNDS_A_FOLDER = 20
SHORTEST_S, LONGEST_S = 0.002, 0.08
PATIENCE_S = 20.0
"""Seconds for the first acknowledgment of a process, on a machine however busy."""
KEYS = ("folder-pdf", "folder-open", "folder-paper")
"""A setting for each of the processes."""
LIKED = (("speed", ("slow", "normal", "fast", "instant")), ("text", ("100", "110", "125", "150", "200")),
         ("taps", ("0", "150", "500", "1000")))
"""A preference for each of them, and the values that it goes through, round and round."""
DAY = date(2026, 11, 20)
Ack = tuple[str, str, str]
"""What was done, to whose thing, and how far."""


# ---------------------------------------------------------------------- what a process does


class Person:
    """Somebody with a window of their own, who does one thing after another until the process is killed."""

    def __init__(self, home: Path, name: str, pipe: int, seed: int) -> None:
        self.store, self.name, self.pipe = Settings(home, lambda: NOON), name, pipe
        self.outside = home.parent
        self.chance = random.Random(seed)
        self.games = GameStore(self.store)

    def say(self, what: str, who: str, far: object) -> None:
        os.write(self.pipe, f"{what}\t{who}\t{far}\n".encode())

    def run(self) -> None:
        acts: list[Callable[[str], None]] = [
            self.play, self.play, self.play, self.draft, self.confirm, self.session, self.table, self.prefer, self.rename,
            self.delete, self.undelete, self.back_up, self.restore, self.save_map, self.like, self.practice, self.take_deck,
            self.review,
        ]
        for number in range(10_000):
            with contextlib.suppress(UserError):
                self.chance.choice(acts)(f"{self.name}-{number}")

    def play(self, who: str) -> None:
        game = GAMES[GAME]
        sheet = sheet_of(game, "")
        path = self.games.new_path(game.info.title, (self.name,))
        lock = file_locks.take(path)
        if lock is None:
            return
        opened = start(new_head(game, sheet, sheet.id, (self.name,), {}, Notes(seed=who)))
        opened.session.log = Journal.begin(path, opened.head).append
        journal = journal_of(opened)
        assert journal is not None
        session = opened.session
        for _ in range(self.chance.randint(3, 12)):
            if journal.failure is not None:  # another process took the name first
                journal.give_up()
                break
            self.say("game", who, len(session.events))
            event = session.digital() or Event("p1", next(iter(session.rules.moves(session.state, "p1"))))
            session.submit(event)
        journal.close()
        lock.unlock()

    def draft(self, who: str) -> None:
        made = Drafts(self.store).new(Paper(game=GAME, player=who))
        spaces: dict[str, str] = {}
        for count in range(1, self.chance.randint(2, 8)):
            spaces[f"a{count}"] = "5"
            drafts.keep(self.store, made, Paper(game=GAME, player=who, spaces=dict(spaces)))
            if not self.store.unsaved.held(Draft):
                self.say("draft", who, count)
        made.close()

    def confirm(self, who: str) -> None:
        """The marks of two sheets that lay on photos, one by one; some of the second are taken back, never its first."""
        pile = Pile()
        pile.add(_photographed())
        held = HeldMarks(self.store, pile)
        for number in range(2):
            pile.name(number, f"{who}/{number}")
            names = [*pile.readings[number].names]
            for count, name in enumerate(names[:self.chance.randint(3, 6)], 1):
                pile.say(Spot(number, name), "5")
                held.hold()
                if not self.store.unsaved.held(Draft):
                    self.say("confirmed", f"{who}/{number}", 1 if number else count)
        for _ in range(self.chance.randint(0, 2)):
            pile.undo()
            held.hold()
        held.leave()

    def session(self, who: str) -> None:
        file = new_session_file(self.store, GAME)
        file.use()
        for count in range(1, self.chance.randint(2, 5)):
            file.put(file.session.joined((f"{who}/{count}",)))
            if file.saved:
                self.say("session", who, count)
        file.let_go()

    def table(self, who: str) -> None:
        table = new_table_file(self.store, GAME)
        table.use()
        for count in (1, 2):
            table.put(table.session.with_sheet_of(Paper(game=GAME, player=f"{who}/{count}", spaces={"a1": "5"})))
            if table.saved:
                self.say("table", who, count)
        table.let_go()

    def prefer(self, _: str) -> None:
        key = KEYS[int(self.name.rpartition(".")[2])]
        for _again in (1, 2):
            far = int(self.store.recall(key, "/0")[1:]) + 1
            self.store.keep(key, f"/{far}")
            if self.store.settings.failure is None:
                self.say("setting", key, far)

    def like(self, _: str) -> None:
        name, values = LIKED[int(self.name.rpartition(".")[2])]
        for _again in (1, 2):
            value = values[(values.index(getattr(self.store.preferences, name)) + 1) % len(values)]
            self.store.prefer(**{name: value})
            if self.store.settings.failure is None:
                self.say("liked", name, value)

    def practice(self, who: str) -> None:
        """A position comes into the deck of one's own mistakes and is shown twice."""
        decks, position = DeckStore(self.store), position_of(who)
        decks.change(decks.own_path, lambda deck: structs.replace(deck, positions=(*deck.positions, position)))
        for tries in range(3):
            if tries:
                decks.change(decks.own_path, lambda deck: after_try(deck, key_of(position), False, DAY))
            if self.store.unsaved.held(DeckStore):
                break
            self.say("practiced", key_of(position), tries)

    def take_deck(self, who: str) -> None:
        """Somebody else's deck."""
        path = self.outside / f"{who}{DECK}"
        path.write_bytes(written(Deck(1, title=who, positions=(position_of(who),))))
        self.say("deck", DeckStore(self.store).take_in(path).name, who)

    def review(self, _: str) -> None:
        """Of a game that another process renames or deletes meanwhile, the review is kept beside where it was."""
        path = self._any(self.store.games)
        if path is not None:
            opened = reopen(journals.read(path), path.name, path.parent)
            name = opened.head.players[0]
            keep_review(path, opened, "p1", Review(name, 0, 0, 0, 0, "higher", ()))
            self.say("reviewed", path.name, name)

    def _any(self, folder: Path) -> Path | None:
        found = [path for path in sorted(folder.glob(f"*{SUFFIX}")) if path.is_file()]
        return self.chance.choice(found) if found else None

    def rename(self, who: str) -> None:
        path = self._any(self.store.games)
        if path is not None:
            with contextlib.suppress(OSError):
                seed = journals.read(path).head.notes.seed
                self.games.rename(path, self.chance.choice((who, f"Friday {self.chance.randrange(4)}")))
                self.say("kept", seed, "")

    def delete(self, _: str) -> None:
        path = self._any(self.store.games)
        if path is not None:
            seed = journals.read(path).head.notes.seed
            aside = self.games.delete(path)
            self.say("kept", seed, aside.name)

    def undelete(self, _: str) -> None:
        path = self._any(self.store.deleted)
        if path is not None:
            seed = journals.read(path).head.notes.seed
            self.games.restore(path)
            self.say("kept", seed, "")

    def back_up(self, who: str) -> None:
        target = self.outside / f"{who}.rollwrite-backup"
        back_up(self.store, target)
        self.say("backup", target.name, "")

    def restore(self, who: str) -> None:
        done = restore(self.store, self.outside / "prepared.rollwrite-backup")
        self.say("restored", who, done.new + done.same + done.renamed)

    def save_map(self, who: str) -> None:
        sheet = sheet_of(GAMES["rolling_america"], "")
        path = save_sheet(self.store, replace(sheet, id="own"), who)
        self.say("sheet", path.name, who)
        replace_sheet(self.store, path, replace(sheet, id="own"), f"{who} anew")
        self.say("sheet", path.name, f"{who} anew")


@cache
def _photographed() -> tuple[ReadSheet, ...]:
    """Two sheets of which nothing could be read."""
    game = GAMES[GAME]
    blank = game.check.paper(game=GAME, sheet=game.play.sheets[0])
    return tuple(ReadSheet(f"{name}.jpg", 1, blank, (), {}, None) for name in "ab")


def position_of(who: str) -> Position:
    """Some position, another one for everybody."""
    cost = Cost(1.0, 0.1, 1.0, 0.0, (1.0,), (0.1,), (0.1,))
    return Position(game=GAME, sheet="", options={"": who}, events=(who,), played=("a1",), best=(("a2",),), cost=cost)


# ---------------------------------------------------------------------- killing


def killed(home: Path, name: str, seed: int, chance: random.Random) -> Callable[[], list[Ack]]:
    """Starts a process that is to be killed; the call that is returned kills it and gives what it had acknowledged."""
    ours, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(ours)
        os.close(2)
        try:
            Person(home, name, theirs, seed).run()
        finally:
            os._exit(3)
    os.close(theirs)
    life = chance.uniform(SHORTEST_S, LONGEST_S)

    def kill() -> list[Ack]:
        select.select([ours], [], [], PATIENCE_S)
        time.sleep(life)
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        said = b""
        while block := os.read(ours, 65536):
            said += block
        os.close(ours)
        if not os.WIFSIGNALED(status):
            raise RuntimeError(f"{name} ended by itself, after {said[-200:]!r}")
        whole = said.decode().split("\n")[:-1]
        return [(what, who, far) for what, who, far in (line.split("\t") for line in whole)]

    return kill


# ---------------------------------------------------------------------- looking


class Found:
    """What the next program finds in a folder."""

    def __init__(self, home: Path) -> None:
        self.store = Settings(home, lambda: NOON)
        self.home = home
        self.games: dict[str, int] = {}
        for folder in (self.store.games, self.store.deleted):
            for path in folder.glob(f"*{SUFFIX}"):
                record = journals.read(path)
                seed = record.head.notes.seed
                self.games[seed] = max(self.games.get(seed, 0), len(record.lines))
        self.drafts: dict[str, int] = {}
        for path in self.store.drafts.glob("*.json"):
            content = Draft.content(path)
            if content is None:
                raise AssertionError(f"{path.name} cannot be read")
            self.drafts[content.paper.player or ""] = len(content.paper.spaces)
        self.sessions: dict[str, int] = {}
        for path in self.store.sessions.glob(f"*{SESSION}"):
            for member in opened_session(path).members:
                who, _, count = member.name.rpartition("/")
                self.sessions[who] = max(self.sessions.get(who, 0), int(count))
        decks = DeckStore(self.store)
        self.tries = {key_of(each): each.practice.tries for each in decks.read(decks.own_path).positions}
        self.taken = {path.name: decks.read(path).title for path in decks.others()}
        if put_aside := [*self.store.decks.glob("*.damaged")]:
            raise AssertionError(f"{put_aside[0].name}: a deck could not be read")

    def lost(self, ack: Ack) -> bool:
        """Whether something acknowledged is not there."""
        what, who, far = ack
        match what:
            case "game":
                return self.games.get(who, -1) < int(far)
            case "kept":
                return who not in self.games
            case "draft" | "confirmed":
                return self.drafts.get(who, 0) < int(far)
            case "session":
                return self.sessions.get(who, 0) < int(far)
            case "setting":
                return int(self.store.recall(who, "/0")[1:]) < int(far)
            case "table":
                return self.sessions.get(who, 0) < int(far)
            case "backup":
                return not self._whole(self.home.parent / who)
            case "restored":
                return any(name not in self.games for name in ("ann", "bo"))
            case "sheet":
                title = load(self.store.sheets / who).title if (self.store.sheets / who).is_file() else ""
                return title not in (far, f"{far} anew")
            case "liked":
                values = next(values for name, values in LIKED if name == who)
                now, said = (values.index(value) for value in (getattr(self.store.preferences, who), far))
                return (now - said) % len(values) > 1
            case "practiced":
                return self.tries.get(who, -1) < int(far)
            case "deck":
                return self.taken.get(who) != far
            case "reviewed":
                return not self._reviewed(far)
        raise ValueError(what)

    def _reviewed(self, player: str) -> bool:
        """Whether there is a review of one of this player's games, wherever it went."""
        found = (path for folder in (self.store.games, self.store.deleted) for path in folder.glob("*.review"))
        return any(review.player == player for path in found for review in known_reviews(path))

    def _whole(self, path: Path) -> bool:
        with tempfile.TemporaryDirectory(dir=self.home.parent) as aside:
            try:
                unpack(path, Path(aside), lambda *_: True)
            except UserError:
                return False
            return True


def prepared(folder: Path) -> None:
    """A backup of two games, to be restored."""
    store = Settings(folder / "before", lambda: NOON)
    game = GAMES[GAME]
    sheet = sheet_of(game, "")
    for name in ("ann", "bo"):
        head = new_head(game, sheet, sheet.id, (name,), {}, Notes(seed=name))
        Journal.create(GameStore(store).new_path(game.info.title, (name,)), head).close()
    back_up(store, folder / "prepared.rollwrite-backup")


def main(kills: int, seed: int) -> int:
    so_far = Sum(seed)
    with contextlib.suppress(KeyboardInterrupt):
        go_on(kills, so_far)
    print(so_far)
    print(", ".join(f"{what} {count}" for what, count in so_far.said.most_common()))
    print("left over:", ", ".join(f"{what} {count}" for what, count in so_far.unfinished.most_common()) or "nothing")
    return int(bool(so_far.lost))


class Sum(Struct, dict=True):
    """What a run has come to."""

    seed: int
    done: int = 0
    said: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    unfinished: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        return (f"seed {self.seed}: {self.done} processes killed, {self.said.total()} acts acknowledged, "
                f"{self.lost.total()} of them lost.")


def go_on(kills: int, so_far: Sum) -> None:
    """Kills so many processes, a folder after the other."""
    chance = random.Random(so_far.seed)
    while so_far.done < kills:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            home = folder / "here"
            home.mkdir()
            prepared(folder)
            everything: list[Ack] = []
            for turn in range(ROUNDS_A_FOLDER):
                several = chance.choice((2, 3))
                running = [killed(home, f"{so_far.done}.{n}", chance.randrange(10**9), chance) for n in range(several)]
                acks = [ack for kill in running for ack in kill()]
                so_far.done += several
                so_far.said.update(what for what, _, _ in acks)
                everything += [ack for ack in acks if ack[0] != "liked"]  # which later ones come round to again
                found = Found(home)
                last = turn == ROUNDS_A_FOLDER - 1
                latest = {who: ack for ack in acks if ack[0] == "liked" for who in ack[1:2]}
                rest = everything if last else [ack for ack in acks if ack[0] != "liked"]
                for ack in (*rest, *latest.values()):
                    if found.lost(ack):
                        so_far.lost[ack[0]] += 1
                        print(f"lost after {so_far.done} kills (seed {so_far.seed}): {ack}", flush=True)
            so_far.unfinished.update(path.suffix or path.name for path in folder.rglob(".*") if path.is_file())
            shutil.rmtree(home, ignore_errors=True)
        print(so_far, flush=True)


if __name__ == "__main__":
    if not hasattr(os, "fork"):
        print("bench_kills: processes cannot be forked on this system.", file=sys.stderr)
        sys.exit(2)
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, int(sys.argv[2]) if len(sys.argv) > 2 else 1))
