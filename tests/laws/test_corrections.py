"""What holds when a roll is corrected, in every game that has rolls: recorded games and walks, each roll to any other.

The shares that are lost are worked out in full by `tests/bench/bench_corrections.py`; here a sample of them.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Sequence
from functools import cache
from itertools import islice, takewhile
from typing import Any

import pytest

from rollwrite_desktop.core.bots import play_out, random_bot
from rollwrite_desktop.core.chance import Outcome, Stream
from rollwrite_desktop.core.corrections import Corrected
from rollwrite_desktop.core.journal import Head, Notes, head_bytes, line_bytes
from rollwrite_desktop.core.rules import Event, Refusal, Rules, is_chance
from rollwrite_desktop.core.session import JournalLine, Session
from rollwrite_desktop.gamekit.play.guide import Changed, Proposed
from rollwrite_desktop.intake.journals import parse
from tests.corrections import DEAR, GAMES, NAMES, SAMPLERS, Played, played, rolls_of
from tests.laws.demands import law
from tests.sampling import amount, sampled
from tests.walks import EVERY

pytestmark = [law("corrections"), pytest.mark.slow]
MAX_LOST = 0.10
EACH = 2
"""How many rolls of each game are corrected in each way."""
Case = tuple[int, Outcome]


@cache
def whole(name: str) -> Session[Any]:
    """A game at its end; not to be written in."""
    return played(name).again()


@cache
def cases(name: str, sampler: str) -> tuple[Case, ...]:
    """Some outcomes of a game, by their numbers, and what they really were."""
    rolls = [
        (number, ask, came) for number, (_, ask, came) in enumerate(rolls_of(whole(name)), 1)
        if ask is not None and ask.admits(came)
    ]
    chosen = random.Random(f"{name}/{sampler}").sample(rolls, min(EACH, len(rolls)))
    return tuple((n, SAMPLERS[sampler](ask, came, Stream(f"{name}/{sampler}", n))) for n, ask, came in chosen)


def games_of(game_id: str, step: int) -> list[str]:
    """A game's recorded games and walks; every so many of them without the walks that take long to make."""
    return [name for name, game in NAMES.items() if game == game_id and (step == 1 or name not in DEAR)][::step]


def corrected(name: str, number: int, dice: Outcome) -> tuple[Session[Any], Corrected, list[JournalLine]]:
    lines: list[JournalLine] = []
    session = played(name).again(lines.append)
    told = session.correct(number, dice)
    assert isinstance(told, Corrected)
    return session, told, lines


def same(one: Session[Any], two: Session[Any]) -> bool:
    """Whether two sessions stand alike."""
    return (one.events, one.state, one.open_turns) == (two.events, two.state, two.open_turns) and (
        one.contradicted == two.contradicted)


def shown(session: Session[Any]) -> tuple[Any, ...]:
    """The state, and of each open turn what its player sees of it."""
    turns = {(turn.roll, turn.player): turn for turn in session.open_turns}
    return session.state, {key: (turn.state.part(turn.player), turn.lost) for key, turn in turns.items()}


every_game = sampled("name", [*NAMES], 33, NAMES.__getitem__, dear=DEAR.__contains__)
some_games = sampled("name", [*NAMES], 40, NAMES.__getitem__, dear=DEAR.__contains__)
every_so_many = amount("step", 6, 1)
every_sampler = sampled("sampler", [*SAMPLERS], 2)


def test_all_games_with_rolls_are_corrected() -> None:
    assert set(GAMES) >= {"rolling_america", "on_tour", "hexroller"}
    assert set(NAMES.values()) == set(GAMES)


@pytest.mark.parametrize("game_id", GAMES)
def test_places_are_kept_free_and_given_back(game_id: str) -> None:
    """Where a lost move would go nothing can be written while its place is held; then the paper is as it was."""
    kept = 0
    for name in games_of(game_id, 3)[:3]:
        session = whole(name)
        for index, event in enumerate(session.events):
            if is_chance(event.by):
                continue
            rules, state, player = session.rules, session.state_before(index), event.by
            assert rules.hold(state, player, ()) == state
            held = rules.hold(state, player, [event.move])
            assert rules.hold(held, player, ()) == state
            if held != state:
                refusal = rules.refuse(held, event)
                assert refusal is not None and refusal.unwritable
                assert rules.hold(held, player, [event.move]) == held
                kept += 1
    assert kept > 20


@every_sampler
@every_game
def test_all_rolls_stay_and_every_move_that_is_still_legal(name: str, sampler: str) -> None:
    before = whole(name)
    illegal = {refused.index for refused in before.refused_events}
    for number, dice in cases(name, sampler):
        after, told, lines = corrected(name, number, dice)
        assert [line.correct for line in lines] == [number], "one line is the whole correction"
        rolls = [event.move for event in before.events if is_chance(event.by)]
        rolls[number - 1] = dice
        assert [event.move for event in after.events if is_chance(event.by)] == rolls
        # What stands is what stood, in its order, and nothing but what is told is lost.
        lost = {id(one.event) for one in told.lost}
        old = [event for event in before.events if not is_chance(event.by)]
        kept = [event for event in after.events if not is_chance(event.by)]
        assert len(old) == len(kept) + len(lost)
        place, roll = 0, 0
        for index, event in enumerate(before.events):
            stands = place < len(after.events) and (is_chance(event.by) or after.events[place] == event)
            roll += is_chance(event.by)
            if stands:
                if index not in illegal and not is_chance(event.by):
                    assert after.rules.refuse(after.state_before(place), event) is None
                place += 1
            else:
                assert after.rules.refuse(after.state_after(place), event) is not None, "it is not lost for nothing"
        assert place == len(after.events) and roll == len(rolls)
        assert len(after.refused_events) <= len(illegal)
        for turn in after.open_turns:
            assert (turn.roll, turn.player) in told.asked
            assert any(True for _ in after.rules.moves(after.state_for(turn.player), turn.player))


def most_legal(rules: Rules[Any], state: Any, moves: Sequence[Event]) -> int:
    """How many of these moves can be made at most, in their order, each legally; by trying every choice."""
    if not moves:
        return 0
    first, *rest = moves
    with_it = 1 + most_legal(rules, rules.apply(state, first), rest) if rules.refuse(state, first) is None else 0
    return with_it if with_it == len(moves) else max(with_it, most_legal(rules, state, rest))


@every_sampler
@some_games
def test_of_the_turn_of_the_roll_itself_as_much_stays_as_can(name: str, sampler: str) -> None:
    """What is lost there is ruled out by the dice: no choice among its moves could be made again with more of them. (More
    stay where the places of lost moves are held, or something is put off.)"""
    session = whole(name)
    if session.gate == "paper":
        return  # there stays what was never legal
    for number, dice in cases(name, sampler):
        told = session.if_corrected(number, dice)
        assert isinstance(told, Corrected)
        index = rolls_of(session)[number - 1][0]
        own = list(takewhile(lambda event: not is_chance(event.by), session.events[index + 1 :]))
        state = session.rules.apply(session.state_before(index), Event(session.events[index].by, dice))
        most = sum(
            most_legal(session.rules, state, [event for event in own if event.by == player]) for player in session.players
        )
        assert len(own) - sum(one.roll == number for one in told.lost) >= most


@sampled("game_id", [*GAMES], 3)
@every_so_many
def test_little_is_lost(game_id: str, step: int) -> None:
    """One misread die costs a tenth at most; any other roll costs as little of all that came after its own turn."""
    shares: dict[str, list[float]] = {sampler: [] for sampler in SAMPLERS}
    for name in games_of(game_id, step):
        session = whole(name)
        for sampler in SAMPLERS:
            for number, dice in cases(name, sampler):
                told = session.if_corrected(number, dice)
                assert isinstance(told, Corrected)
                later = len(session.events) - rolls_of(session)[number - 1][0] - 1
                own = 0 if sampler == "one die misread" else sum(one.roll == number for one in told.lost)
                shares[sampler] += [(len(told.lost) - own) / later] if later else []
    assert all(len(found) > 30 / step for found in shares.values())
    medians = {sampler: statistics.median(found) for sampler, found in shares.items()}
    assert max(medians.values()) <= MAX_LOST, medians


@every_sampler
@some_games
def test_correcting_it_back_undoes_a_correction(name: str, sampler: str) -> None:
    before = whole(name)
    if before.refused_events and before.gate != "paper":
        return  # such a journal can only be looked at; a roll that did not wait for somebody leaves an open turn
    came = {number: roll for number, (_, _, roll) in enumerate(rolls_of(before), 1)}
    session = played(name).again()
    for number, dice in cases(name, sampler):
        session.correct(number, dice)  # refused where the dice of another correction rule these out
    for number in came:
        session.correct(number, came[number])
    assert same(session, before) and not session.open_turns
    assert session.correct(1, came[1]) == Corrected((), (), (), ())


@some_games
def test_two_at_once_are_the_two_in_either_order(name: str) -> None:
    (one, *_), (two, *_) = cases(name, "one die misread"), cases(name, "another roll")
    if one[0] == two[0]:
        return
    first, second = played(name).again(), played(name).again()
    found = [first.correct(*one), first.correct(*two), second.correct(*two), second.correct(*one)]
    if not any(isinstance(told, Refusal) for told in found):
        assert same(first, second)


@every_sampler
@every_game
def test_the_game_is_played_to_its_end_and_audits_clean(name: str, sampler: str) -> None:
    game, bots = played(name), EVERY[NAMES[name]].think.bots
    bot = bots.get("random", random_bot)
    for number, dice in cases(name, sampler)[:1]:
        session, _, lines = corrected(name, number, dice)
        if whole(name).refused_events:
            continue
        play_out(session, dict.fromkeys(session.players, bot), random.Random(number))
        assert session.over and not session.open_turns and not session.refused_events
        auditor = EVERY[game.game].check.auditor(session.rules.sheet, session.rules.options)  # type: ignore[attr-defined]
        for player in session.players:
            for finding in auditor.audit_play(session, player).findings:
                assert finding.where in [(f"roll:{roll}",) for roll in session.contradicted]
        again = reloaded(game, lines)
        assert same(again, session) and again.corrections == session.corrections


def reloaded(game: Played, lines: list[JournalLine]) -> Session[Any]:
    """The session that a journal of these lines brings back, through its bytes."""
    head = Head(journal=1, game=game.game, rules=1, sheet="", sheet_hash="", players=game.players, options={}, notes=Notes())
    record = parse(head_bytes(head) + b"".join(map(line_bytes, (*game.lines, *lines))), "again")
    session: Session[Any] = Session(game.rules, game.players, code=game.code, gate=game.gate)
    session.replay(record.lines)
    return session


@sampled("game_id", [*GAMES], 3)
@every_so_many
def test_open_turns_are_shown_taught_and_played_by_every_computer_player(game_id: str, step: int) -> None:
    """Each with the paper of now and the dice of then, as no other turn has them."""
    game, seen = EVERY[game_id], 0
    for name in games_of(game_id, step)[::3]:
        for number, dice in cases(name, "another roll"):
            session, _, _ = corrected(name, number, dice)
            rules, guide = session.rules, game.play.guide(session.rules)
            for player in {turn.player for turn in session.open_turns}:
                state, seen = session.state_for(player), seen + 1
                prompt = guide.prompt(state, player, guide.ui())
                assert prompt.sentence and guide.draw(state, player, guide.ui()).marks
                for token in prompt.tokens:
                    guide.tap(state, player, guide.ui(), token.spot)
                for spot in guide.open(state, player, guide.ui()):
                    tapped = guide.tap(state, player, guide.ui(), spot)
                    if isinstance(tapped, Changed):
                        asked = guide.prompt(state, player, tapped.ui).asked
                        tapped = guide.tap(state, player, tapped.ui, asked[-1])
                    assert isinstance(tapped, Proposed)
                    assert session.gate == "paper" or rules.refuse(state, Event(player, tapped.move)) is None
                closing = guide.closing(state, player)
                assert closing is None or rules.refuse(state, Event(player, closing)) is None
                moves = {rules.write(move): move for bot in game.think.bots.values()
                         for move in [bot(rules, state, player, random.Random(number))]}
                assert all(rules.refuse(state, Event(player, move)) is None for move in moves.values())
                if game.words.coach is not None:
                    coach = game.words.coach(rules)
                    lesson = coach.lesson(state, player, guide.ui())
                    assert lesson is None or lesson.text
                    assert all(coach.reason(state, player, move) for move in moves.values())
    assert seen > 10 / step


@pytest.mark.parametrize("game_id", GAMES)
@amount("games", 2, 6)
def test_undo_and_redo_after_a_correction(game_id: str, games: int) -> None:
    """What is written into open turns and after them is undone back to the latest roll, not further, and redone."""
    names = (name for name, game in NAMES.items() if game == game_id and len(played(name).players) > 1)
    lifted = 0
    for name, (number, dice) in ((one, case) for one in islice(names, games) for case in cases(one, "another roll")):
        session, _, lines = corrected(name, number, dice)
        luck = random.Random(number)
        for _ in range(12):
            player = next((demand.by for demand in session.demands if not is_chance(demand.by)), "")
            if not player:
                break
            moves = list(session.rules.moves(session.state_for(player), player))
            assert session.submit(Event(player, luck.choice(moves))) is None
            before = session.state, session.open_turns
            undone = session.undo(player)
            assert undone is not None
            assert session.redo(player) == undone
            assert (session.state, session.open_turns) == before
            lifted += 1
        rolls = [event for event in session.events if is_chance(event.by)]
        for player in session.players:
            while session.undo(player):
                pass
        assert [event for event in session.events if is_chance(event.by)] == rolls
        assert session.events[-1] == rolls[-1]
        assert same(reloaded(played(name), lines), session)
    assert lifted > games


@pytest.mark.parametrize("game_id", GAMES)
def test_what_others_played_since_is_there_again_after_undo_and_redo(game_id: str) -> None:
    """All moves that a player made since the latest roll are undone and come back; also where the turn is set aside
    for the move of another, and so finished as an open one."""
    name = next(name for name, game in NAMES.items() if game == game_id and len(played(name).players) > 1)
    kept = 0
    for number, dice in cases(name, "another roll"):
        session, _, _ = corrected(name, number, dice)
        for player in session.players:
            before = shown(session)
            undone = [*takewhile(bool, (session.undo(player) for _ in range(99)))]
            assert [session.redo(player) for _ in undone] == undone[::-1]
            assert shown(session) == before
            kept += bool(undone)
    assert kept


@some_games
def test_killed_between_any_two_lines(name: str) -> None:
    """A correction in the middle of a game, what is written after it, and every place where the plug may be pulled."""
    game = played(name)
    number, dice = cases(name, "one die misread")[0]
    lines: list[JournalLine] = []
    session: Session[Any] = Session(game.rules, game.players, code=game.code, gate=game.gate, log=lines.append)
    rolls, corrected_at = 0, 0
    states = {0: (session.state, session.open_turns)}
    for event in whole(name).events:
        if rolls == number + 1 and not corrected_at:
            assert isinstance(session.correct(number, dice), Corrected)
            corrected_at = len(lines)
            states[len(lines)] = session.state, session.open_turns
        session.replay([JournalLine(event.by, do=game.rules.write(event.move))])
        lines.append(JournalLine(event.by, do=game.rules.write(event.move)))
        states[len(lines)] = session.state, session.open_turns
        rolls += is_chance(event.by)
        if corrected_at and len(lines) > corrected_at + 8:
            break
    empty = Played(game.game, game.rules, game.players, game.code, game.gate, ())
    for count in sorted(states)[max(0, corrected_at - 2) :]:
        again = reloaded(empty, lines[:count])
        assert (again.state, again.open_turns) == states[count]
