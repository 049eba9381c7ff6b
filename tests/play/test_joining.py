"""Someone joins a game that goes on, at any point of any game: the others' sheets stay as they are, the new one's turns are
all open, and the game can be played to its end.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from rollwrite_desktop.core.journal import Notes, head_bytes, line_bytes
from rollwrite_desktop.core.rules import Event, NotAMove, is_chance, players_named
from rollwrite_desktop.core.session import DoesNotReplay, JournalLine, Session
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.journals import NotAJournal, parse
from rollwrite_desktop.play.opening.open_game import Opened, joined, new_head, reopen, sheet_of, start
from rollwrite_desktop.play.paper.audit_files import filled_of, played
from rollwrite_desktop.play.paper.ranking import ranking
from rollwrite_desktop.play.table.table_session import TableSession
from rollwrite_desktop.play.table.view_model import TableView
from tests.play.test_view_model import write
from tests.sampling import amount
from tests.toy import Done, Toy

GAME_IDS = ("rolling_america", "on_tour", "hexroller")


def begun(game_id: str, *names: str) -> tuple[Opened, list[JournalLine]]:
    game = GAMES[game_id]
    sheet = sheet_of(game, "")
    head = new_head(game, sheet, sheet.id, names, game.info.with_defaults({}), Notes(seed="JOIN-JOIN"))
    opened, lines = start(head), list[JournalLine]()
    opened.session.log = lines.append
    return opened, lines


def go_on(session: Session[Any], luck: random.Random, events: int) -> None:
    """So many events, each by somebody who may act: dice where nobody else must."""
    for _ in range(events):
        waiting = [demand.by for demand in session.demands if demand.ask is None]
        if waiting:
            player = luck.choice(waiting)
            move = luck.choice(list(session.rules.moves(session.state_for(player), player)))
            assert session.submit(Event(player, move)) is None
        else:
            rolled = session.digital()
            if rolled is None:
                return
            assert session.submit(rolled) is None


def joining(opened: Opened, lines: list[JournalLine], name: str) -> Opened:
    data = joined(head_bytes(opened.head) + b"".join(map(line_bytes, lines)), name)
    return reopen(parse(data, "x"), "x")


@pytest.mark.parametrize("events", [0, 1, 5, 23, 60])
@pytest.mark.parametrize("game_id", GAME_IDS)
def test_the_others_keep_their_sheets_and_all_come_to_the_end(game_id: str, events: int) -> None:
    opened, lines = begun(game_id, "Ann", "Bo")
    luck = random.Random(f"{game_id} {events}")
    go_on(opened.session, luck, events)
    more = joining(opened, lines, "Cy")
    assert not more.read_only and more.head.players == ("Ann", "Bo", "Cy")
    before, now = opened.session, more.session
    for player in ("p1", "p2"):
        sheets = [opened.game.check.paper_of(each.rules, each.state, player) for each in (before, now)]
        assert sheets[0] == sheets[1]
    rolled = sum(is_chance(event.by) for event in before.events)
    late = [turn.roll for turn in now.open_turns if turn.player == "p3"]
    assert len(late) <= rolled and late == sorted(late) and now.left == frozenset()
    assert not [turn for turn in now.open_turns if turn.player != "p3"]
    go_on(now, luck, 2000)
    assert now.over and not now.open_turns and not now.refused_events
    assert sorted(score.place for score in now.scores)[0] == 1


def test_who_is_in_the_middle_of_a_turn_keeps_the_device() -> None:
    opened, lines = begun("rolling_america", "Ann", "Bo")
    go_on(opened.session, random.Random(3), 1)
    view = TableView(TableSession(joining(opened, lines, "Cy")))
    assert view.snapshot.shown == "p1"
    assert view.stay_with("p2").shown == "p2" and view.writing and view.table.seat == "p2"
    assert view.stay_with("p4").shown == "p2", "nobody"
    while view.table.compelled("p2"):
        write(view)
    assert view.table.seat == "p2" and view.table.following == "p1" and not view.snapshot.away
    view.table.sit("p1")
    assert view.stay_with("p2").shown == "p2" and "Dupe the" in view.snapshot.sentence, "what may still be duped stays"


def test_two_join_and_one_leaves_for_good() -> None:
    opened, lines = begun("rolling_america", "Ann")
    luck = random.Random(3)
    go_on(opened.session, luck, 20)
    data = head_bytes(opened.head) + b"".join(map(line_bytes, lines))
    twice = reopen(parse(joined(joined(data, "Bo"), "Cy"), "x"), "x")
    session = twice.session
    assert session.players == players_named(("Ann", "Bo", "Cy"))
    go_on(session, luck, 30)
    session.leave("p2")
    go_on(session, luck, 2000)
    assert session.over and [score.player for score in session.scores if score.place == 3] == ["p2"]
    assert {score.place for score in session.scores if score.player != "p2"} <= {1, 2}
    sheets = [filled_of(each, next(iter(each.reports()))) for each in played(twice, "x")]
    assert [each.missing for each in sheets] == ["", "left early", ""] and len(ranking(sheets)) == 2
    session.come_back("p2")  # late, but the dice are still known
    assert not session.over
    go_on(session, luck, 2000)
    assert session.over and not session.open_turns


def test_who_cannot_leave_or_come_back() -> None:
    session: Session[Any] = Session(Toy(), ("p1", "p2"))
    session.leave("p1")
    for act, player in ((session.leave, "p1"), (session.leave, "p3"), (session.come_back, "p2")):
        with pytest.raises(LookupError):
            act(player)
    with pytest.raises(NotAMove, match="has left"):
        session.submit(Event("p1", Done()))
    race: Session[Any] = Session(Toy(realtime=True), ("p1",))
    assert not race.can_leave
    for lines in (
        [JournalLine("p1", back=True)], [JournalLine("p1", left=True)] * 2, [JournalLine("chance", left=True)],
        [JournalLine("p9", left=True)],
    ):
        with pytest.raises(DoesNotReplay):
            Session(Toy(), ("p1", "p2")).replay(lines)
    with pytest.raises(DoesNotReplay):
        race.replay([JournalLine("p1", left=True)])


@pytest.mark.parametrize("line", ['{"by": "p1", "left": true, "back": true}', '{"by": "p1", "left": 1}',
                                  '{"by": "p1", "left": true, "do": "done"}'])
def test_a_line_says_one_thing(line: str) -> None:
    opened, _ = begun("rolling_america", "Ann", "Bo")
    with pytest.raises(NotAJournal, match="line 2"):
        parse(head_bytes(opened.head) + line.encode() + b"\n", "x")


@pytest.mark.parametrize("game_id", GAME_IDS)
@amount("games", 3, 40)
def test_a_game_that_people_left_and_came_back_to_reopens_is_legal_and_is_scored(game_id: str, games: int) -> None:
    """Nothing that one player does is judged by what another one, who has left, has not done."""
    for number in range(games):
        luck = random.Random(f"{game_id} {number}")
        opened, lines = begun(game_id, "Ann", "Bo", *["Cy"] * luck.randrange(2))
        session = opened.session
        while not session.over:
            go_on(session, luck, luck.choice((1, 7, 40)))
            player = luck.choice(session.players)
            if player in session.left and luck.random() < 0.7:
                session.come_back(player)
            elif player not in session.left and len(session.left) < len(session.players) - 1 and luck.random() < 0.4:
                session.leave(player)
        again = reopen(parse(head_bytes(opened.head) + b"".join(map(line_bytes, lines)), "x"), "x")
        assert not again.read_only and not again.session.refused_events
        assert again.session.scores == session.scores and again.session.left == session.left
        for entered in played(again, "x"):
            filled = filled_of(entered, next(iter(entered.reports())))
            assert [each.key for each in filled.report.findings] == []
            assert filled.missing == ("left early" if entered.seat in session.left else "")
