"""What holds of every game, on walks of every registered one and of the template: random, greedy, stubborn, spending."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from rollwrite_desktop.core.chance import Die, Outcome, Stream
from rollwrite_desktop.core.rules import CHANCE, Event, NotAMove, is_chance
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.sheet.load import find
from tests.laws.demands import law
from tests.walks import ALPHABETS, EVERY, WALKS, Walked, every_walk, positions, probes, recorded, rules_of, walk

every_game = pytest.mark.parametrize("game_id", EVERY)
every_sheet = pytest.mark.parametrize(
    ("game_id", "sheet_id"), [(game_id, sheet_id) for game_id, game in EVERY.items() for sheet_id in game.play.sheets]
)


@law("alphabet")
def test_every_game_is_run_by_the_laws() -> None:
    assert set(GAMES) < set(EVERY) <= set(ALPHABETS)
    assert all(game_id == game.info.id for game_id, game in EVERY.items())
    assert {walked[0] for walked in WALKS} == set(EVERY)


@law("examples")
@every_game
def test_every_game_has_examples_of_its_refusals(game_id: str) -> None:
    """A table of positions, one for each entry of the rulebook; it fails itself when an entry has none."""
    examples = Path(__file__).parents[1] / "games" / game_id / "test_refusals.py"
    assert "def test_every_entry_has_an_example(" in examples.read_text("utf-8")


@law("info")
@every_game
def test_what_a_game_says_of_itself(game_id: str) -> None:
    info = EVERY[game_id].info
    least, most = info.players
    assert 1 <= least <= most <= 99 and info.version >= 1 and info.title
    assert len({choice.id for choice in info.options}) == len(info.options)
    assert all(len(choice.values) >= 2 and choice.title for choice in info.options)
    assert EVERY[game_id].play.sheets and "random" in EVERY[game_id].think.bots


@law("end")
@every_walk
def test_the_game_ends(walked: Walked) -> None:
    """Every temper finishes, without a refusal on the way, and the score explains itself."""
    session = walk(*walked)
    game = EVERY[walked[0]]
    assert session.over and not session.refused_events
    scores = session.rules.scores(session.state)
    assert [score.player for score in scores] == list(session.players)
    for score in scores:
        assert score.total == sum(points for _, points in score.parts)
        assert {part for part, _ in score.parts} <= set(game.play.part_titles)
    assert min(score.place for score in scores) == 1


@law("turns")
@every_walk
def test_over_means_nobody_acts_and_nothing_is_listed(walked: Walked) -> None:
    session = walk(*walked)
    rules = session.rules
    for state in positions(session, random.Random(1), 40):
        demands = rules.demands(state)
        assert len({demand.by for demand in demands}) == len(demands)
        for player in state.players:
            asked = any(demand.by == player for demand in demands)
            assert asked == any(True for _ in rules.moves(state, player)), "who is asked has a move, who is not has none"
        for demand in demands:
            assert (demand.ask is not None) == demand.by.startswith(CHANCE)


@law("legality")
@every_walk
def test_what_is_listed_is_not_refused(walked: Walked) -> None:
    session = walk(*walked)
    rules = session.rules
    for state in positions(session, random.Random(2), 30):
        for player in state.players:
            listed = list(rules.moves(state, player))
            assert len(set(listed)) == len(listed)
            for move in listed:
                assert rules.refuse(state, Event(player, move)) is None


@law("legality")
@every_walk
def test_what_is_not_refused_is_listed(walked: Walked) -> None:
    """Every notation there is, on a few positions of each walk."""
    game_id, sheet_id, _, _, seed = walked
    session = walk(*walked)
    rules = session.rules
    luck = random.Random(seed)
    whole = [rules.read(text) for text in ALPHABETS[game_id](sheet_id)]
    asking = [state for state in positions(session, luck, 60) if any(not is_chance(d.by) for d in rules.demands(state))]
    for state in luck.sample(asking, min(3, len(asking))):
        player = luck.choice(state.players)
        let = {move for move in whole if rules.refuse(state, Event(player, move)) is None}
        assert let == set(rules.moves(state, player))


@law("chance")
@every_walk
def test_dice_are_nobodys_stroke(walked: Walked) -> None:
    session = walk(*walked)
    rules = session.rules
    for i, event in enumerate(session.events):
        if is_chance(event.by):
            for player in session.players:
                for state in (session.state_after(i), session.state_after(i + 1)):
                    assert rules.refuse(state, Event(player, event.move)) is not None
                    rules.apply(state, Event(player, event.move))


@law("chance")
@every_walk
def test_chance_brings_what_is_asked(walked: Walked) -> None:
    session = walk(*walked)
    rules = session.rules
    wrong = Outcome((Die("nothing", 1),))
    for k, state in enumerate(positions(session, random.Random(3), 25)):
        assert rules.refuse(state, Event(CHANCE, wrong)) is not None
        assert rules.refuse(state, Event(CHANCE, Outcome(()))) is not None
        rules.apply(state, Event(CHANCE, wrong))
        for demand in rules.demands(state):
            if demand.ask is None:
                continue
            for i in range(5):
                outcome = demand.ask.sample(Stream(f"law/{k}", i))
                assert demand.ask.admits(outcome)
                assert rules.refuse(state, Event(demand.by, outcome)) is None
                assert rules.read(rules.write(outcome)) == outcome


@law("apply")
@every_walk
def test_apply_is_pure_and_total(walked: Walked) -> None:
    """Illegal strokes too, because paper takes them; and a state never changes."""
    game_id, sheet_id, _, _, seed = walked
    session = walk(*walked)
    rules = session.rules
    luck = random.Random(seed)
    alphabet = ALPHABETS[game_id](sheet_id)
    for state in positions(session, luck, 12):
        before, look = hash(state), repr(state)
        for event in probes(rules, state, luck, alphabet, 60):
            once = rules.apply(state, event)
            assert once == rules.apply(state, event)
            hash(once)
            rules.demands(once)
            rules.scores(once)
            for player in once.players:
                rules.refuse(once, Event(player, event.move))
                for move in rules.moves(once, player):
                    rules.write(move)
        assert hash(state) == before and repr(state) == look


@law("apply")
@every_walk
def test_any_row_of_strokes_is_taken(walked: Walked) -> None:
    """A long row of strokes at random, legal or not, as a spoilt sheet would have it: nothing breaks."""
    game_id, sheet_id, options, _, seed = walked
    rules = rules_of(game_id, sheet_id, options)
    luck = random.Random(seed)
    state = rules.start(("p1", "p2"))
    alphabet = ALPHABETS[game_id](sheet_id)
    rolls = [event for event in walk(*walked).events if is_chance(event.by)]
    for _ in range(80 if alphabet else 0):
        if luck.random() < 0.2:
            event = luck.choice(rolls)
        else:
            event = Event(luck.choice(state.players), rules.read(luck.choice(alphabet)))
        refusal = rules.refuse(state, event)
        assert refusal is None or refusal.sentence(EVERY[game_id].play.rulebook)
        state = rules.apply(state, event)
    rules.scores(state)


@law("notation")
@every_sheet
def test_notation_round_trips(game_id: str, sheet_id: str) -> None:
    rules = rules_of(game_id, sheet_id)
    for text in ALPHABETS[game_id](sheet_id):
        move = rules.read(text)
        assert rules.write(move) == text
        assert rules.read(rules.write(move)) == move
        hash(move)


@law("notation")
@every_sheet
def test_what_is_no_notation(game_id: str, sheet_id: str) -> None:
    """One character changed, dropped or doubled gives another notation or NotAMove, never something else."""
    rules = rules_of(game_id, sheet_id)
    luck = random.Random(game_id)
    texts = ["", " ", "\n", "\0", "undo", "9" * 5000, "blue " * 5000, "=", "()", "٣", "ẞ"]
    alphabet = ALPHABETS[game_id](sheet_id)
    signs = "abz ABZ019()=-~,XX\n\t٣_"
    for text in luck.sample(alphabet, min(1500, len(alphabet))):
        at = luck.randrange(len(text) + 1)
        before, after = text[:at], text[at + 1 :]
        texts += [before + luck.choice(signs) + text[at:], before + after, before + luck.choice(signs) + after]
    for text in texts:
        try:
            move = rules.read(text)
        except NotAMove as error:
            assert 0 < len(str(error)) < 400
        else:
            assert rules.write(move) == text


@law("notation")
@every_sheet
def test_a_space_of_another_sheet_is_in_no_notation(game_id: str, sheet_id: str) -> None:
    rules = rules_of(game_id, sheet_id)
    ids = {space.id for space in find(sheet_id).spaces}
    elsewhere = {space.id for other in EVERY[game_id].play.sheets for space in find(other).spaces} - ids
    others = [*sorted(elsewhere)[:3], "zz99", *[f"{space[0]}{end}" for space in sorted(ids)[:1] for end in "079ZQ"]]
    alphabet = ALPHABETS[game_id](sheet_id)
    for text in random.Random(sheet_id).sample(alphabet, min(60, len(alphabet))):
        for space in ids.intersection(re.findall(r"\w+", text)):
            for other in {*others} - ids:
                with pytest.raises(NotAMove, match=other):
                    rules.read(re.sub(rf"\b{space}\b", other, text))


@law("replay")
@every_walk
def test_replay_equals_play(walked: Walked) -> None:
    played = walk(*walked)
    again: Session[Any] = Session(played.rules, played.players)
    again.replay(recorded[id(played)])
    assert again.state == played.state and again.events == played.events
    for i in range(len(played.events) + 1):
        assert again.state_after(i) == played.state_after(i)


@law("undo")
@every_walk
def test_undo_and_redo(walked: Walked) -> None:
    """Along the game every player who can takes a stroke back and puts it in again; the others are not touched."""
    played = walk(*walked)
    if played.rules.info.realtime or not played.rules.info.undo:
        assert not any(played.can_undo(player) for player in played.players) and not played.can_take_back()
        return
    luck = random.Random(5)
    session: Session[Any] = Session(played.rules, played.players)
    for event in played.events:
        assert session.submit(event) is None
        if luck.random() < 0.4:
            continue
        last = max((i for i, e in enumerate(session.events) if is_chance(e.by)), default=-1)
        if played.rules.info.alternate:
            last = max(last, len(session.events) - 2)
        for player in session.players:
            before, events = session.state, session.events
            own = [e for e in events[last + 1 :] if e.by == player]
            lifted = session.undo(player)
            assert lifted == (own[-1] if own else None), "undo lifts the latest own stroke and never crosses chance"
            if lifted is None:
                assert session.state == before
                continue
            assert session.redo(player) == lifted
            assert session.state == before
            assert sorted(map(repr, session.events)) == sorted(map(repr, events))
    assert session.state == played.state


@law("undo")
@every_walk
def test_a_new_stroke_drops_the_redo(walked: Walked) -> None:
    """Also where the undone stroke would still be legal after the new one."""
    played = walk(*walked)
    if played.rules.info.realtime or not played.rules.info.undo:
        return
    luck = random.Random(7)
    session: Session[Any] = Session(played.rules, played.players)
    for event in played.events:
        others = [move for move in played.rules.moves(session.state, event.by) if move != event.move] if (
            event.by in session.players) else []
        if others and luck.random() < 0.5:
            session.submit(Event(event.by, luck.choice(others)))
            session.undo(event.by)
            assert session.can_redo(event.by)
        session.submit(event)
        if event.by in session.players:
            assert not session.can_redo(event.by)
    assert session.state == played.state


@law("commute")
@every_walk
def test_strokes_of_different_players_commute(walked: Walked) -> None:
    played = walk(*walked)
    rules = played.rules
    if EVERY[walked[0]].info.realtime or len(played.players) < 2:
        return
    luck = random.Random(6)
    for state in positions(played, luck, 30):
        one, two = luck.sample(state.players, 2)
        ones, twos = list(rules.moves(state, one)), list(rules.moves(state, two))
        for _ in range(5 if ones and twos else 0):
            a, b = Event(one, luck.choice(ones)), Event(two, luck.choice(twos))
            assert rules.refuse(rules.apply(state, a), b) is None
            assert rules.apply(rules.apply(state, a), b) == rules.apply(rules.apply(state, b), a)


@law("sentences")
@every_walk
def test_every_refusal_has_its_sentence(walked: Walked) -> None:
    """The key is in the rulebook, the sentence is complete, and the places it speaks of exist."""
    game_id, sheet_id, _, _, seed = walked
    session = walk(*walked)
    rules, game = session.rules, EVERY[game_id]
    luck = random.Random(seed)
    alphabet = ALPHABETS[game_id](sheet_id)
    sheet = rules.sheet  # type: ignore[attr-defined]
    for state in positions(session, luck, 15):
        for event in probes(rules, state, luck, alphabet, 80):
            refusal = rules.refuse(state, event)
            if refusal is None:
                continue
            sentence = refusal.sentence(game.play.rulebook)
            assert sentence and "{" not in sentence and sentence[-1] == "."
            for spot in refusal.spots:
                assert spot in sheet.space or spot in sheet.box or spot.partition("/")[0] in ("die", "power", "action")
