"""The deck of one's own mistakes: what is collected, when it comes back, what is right, and that all is the review's."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec import structs
from msgspec.structs import replace
from pypdf import PdfReader

from rollwrite_desktop.cli import main
from rollwrite_desktop.core.journal import Journal
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.draw.display import Display, Shape, Text
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.trace import bounds, touches
from rollwrite_desktop.gamekit.think.engine import Budget
from rollwrite_desktop.gamekit.value_tables import practice_worth
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.decks import MAX_POSITIONS, Deck, NotADeck, Position, Practice, parse
from rollwrite_desktop.paths import ASSETS
from rollwrite_desktop.play.practice import deck as decks
from rollwrite_desktop.play.practice.deck import (
    DOZEN,
    PLAYER,
    NotPlayable,
    after,
    after_try,
    collected,
    collecting,
    costs_over_time,
    dozen,
    engine_name,
    key_of,
    merged,
    opened_position,
    position_of,
    review_id,
    shared,
    themes_of,
    turn_of,
    with_collected,
    written,
)
from rollwrite_desktop.play.practice.practice import PracticeSession, judge, measured_anew, measurer_of
from rollwrite_desktop.play.review.game_review import (
    Review,
    Reviewer,
    TurnResult,
    keep_review,
    kept_hash,
    moves_in,
)
from rollwrite_desktop.play.review.review_view import choices
from rollwrite_desktop.printing.jobs.practice_pages import A_PAGE, SIZE, practice_leaves, puzzles_of
from rollwrite_desktop.printing.sheets.page_layout import HeaderFooter, Pages, imposition_of
from tests.play.test_game_review import STRONG, played
from tests.sampling import sampled

pytestmark = pytest.mark.slow

HERE = Path()
TODAY = date(2026, 11, 28)
NEW = Practice()
QUICK, ROLLOUTS = Budget(4, (2, 4)), 8
PLAYED = {"rolling_america": (0, 1, 8), "on_tour": (1, 8, 11), "hexroller": (1, 4, 6)}


@cache
def review_of(game_id: str, player: str = "p1", players: int = 1) -> Review:
    """A review of some turns only; all that cost anything are marked, so that they are kept."""
    opened = played(game_id, players=players)
    reviewer = Reviewer(opened, player, ROLLOUTS, QUICK)
    some = (reviewer.turn_result(reviewer.review(reviewer.turns[n]), 0.0) for n in PLAYED[game_id])
    turns = [structs.replace(turn, mark="mistake") for turn in some if turn.error > 0]
    return Review(opened.name(player), 0, 0, 0, 0, "lower" if opened.game.play.lowest_wins else "higher", tuple(turns))


def positions(game_id: str, player: str = "p1", players: int = 1) -> list[tuple[TurnResult, Position]]:
    opened = played(game_id, players=players)
    found = [(turn, position_of(opened, player, turn, HERE, HERE)) for turn in review_of(game_id, player, players).turns]
    return [(turn, position) for turn, position in found if position is not None]


def one(key: str = "", cost: float = 1.0, practice: Practice = NEW, **changes: object) -> Position:
    """Some position; another one for each key."""
    found = positions("rolling_america")[0][1]
    found = structs.replace(found, practice=practice, cost=structs.replace(found.cost, size=cost), **changes)
    return structs.replace(found, options={**found.options, "": key}) if key else found


# ---------------------------------------------------------------------- the law


@pytest.mark.slow
@sampled("game", [game.info.id for game in STRONG], 3)
def test_what_is_shown_as_best_is_legal_and_its_cost_is_the_review_s(game: str) -> None:
    found = positions(game)
    assert len(found) >= 2
    for turn, position in found:
        opened = opened_position(position)
        rules = opened.session.rules
        for best in (*position.best, position.played):
            state = opened.session.state
            for text in best:
                event = Event(PLAYER, rules.read(text))
                assert rules.refuse(state, event) is None
                state = rules.apply(state, event)
            assert not any(demand.by == PLAYER and demand.waits for demand in rules.demands(state))
        kept = turn_of(position)
        assert (kept.move, kept.error, kept.se, kept.best) == (turn.move, turn.error, turn.se, turn.best)
        verdict = judge(position, HERE, position.played, ROLLOUTS, QUICK)
        assert verdict.position == position
        assert (verdict.turn.error, verdict.turn.se, verdict.turn.value) == (turn.error, turn.se, turn.value)
        assert [each.expected for each in verdict.turn.best] == [each.expected for each in turn.best]
        assert verdict.right == (turn.error <= 2 * turn.se)
        best = judge(position, HERE, position.best[0], ROLLOUTS, QUICK)
        assert best.right and best.turn.error == 0 and best.turn.value == turn.best[0].expected
        assert [choice.text for choice in choices(opened, PLAYER, verdict.turn)][1]


@sampled("game", ["rolling_america", "hexroller"], 2)
def test_both_players_of_the_same_position_get_the_same_answer(game: str) -> None:
    """Whatever seat one had and whatever the others did: the position and what a way to play it costs are the same."""
    alone, second = positions(game), positions(game, "p2", 2)
    moves = {key_of(position): position for _, position in alone}
    for turn, position in second:
        assert position.player == "Bo"
        judged = judge(position, HERE, position.played, ROLLOUTS, QUICK).turn
        assert (judged.error, judged.se, judged.value) == (turn.error, turn.se, turn.value)
        mine = moves.get(key_of(position))
        if mine is not None:
            other = structs.replace(mine, best=position.best, cost=position.cost)
            assert judge(other, HERE, position.played, ROLLOUTS, QUICK).turn == judged
    # The first turn follows the same roll on a blank sheet.
    assert key_of(structs.replace(second[0][1], player="")) == key_of(second[0][1])


def test_a_way_that_is_none_of_the_kept_ones_is_measured_beside_them() -> None:
    _, position = positions("rolling_america")[1]
    opened = opened_position(position)
    rules, luck, session = opened.session.rules, random.Random(5), opened.session
    while demands := [demand for demand in session.demands if demand.by == PLAYER]:
        assert demands and session.submit(Event(PLAYER, luck.choice(list(rules.moves(session.state, PLAYER))))) is None
    moves = tuple(rules.write(event.move) for event in session.events[len(position.events) :])
    verdict = judge(position, HERE, moves, ROLLOUTS, QUICK)
    assert verdict.turn.move == "; ".join(moves) and len(verdict.turn.best) == len(position.best)
    assert verdict.right == (verdict.turn.error <= 2 * verdict.turn.se)


def test_another_engine_measures_anew_before_it_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [position for _, position in positions("rolling_america")]
    fresh = []
    for position in found:
        opened = opened_position(position)
        anew = measured_anew(position, opened, measurer_of(opened, ROLLOUTS, QUICK))
        assert anew is None or anew == position
        old = structs.replace(
            position, engine="0/60", best=(position.played,),
            cost=structs.replace(position.cost, error=9.0, expected=(1.0,), ses=(0.0,), aparts=(0.0,)),
        )
        verdict = judge(old, HERE, position.played, ROLLOUTS, QUICK)
        assert verdict.position == anew
        fresh.append(anew)
    assert None in fresh or len({position.cost.error for position in found}) == len(found)
    monkeypatch.setattr(decks, "ROLLOUTS", 61)
    assert judge(found[0], HERE, found[0].played, ROLLOUTS, QUICK).position != found[0]


MEASURED = {"rolling_america": (1, 7.35, 8.1), "on_tour": (1, 33.135, 31.044), "hexroller": (1, 58.75, 57.625)}


@pytest.mark.parametrize("game", [game.info.id for game in STRONG])
def test_another_measurement_is_another_version_of_the_engine(game: str) -> None:
    """Where the numbers differ, raise the version of the engine: positions that are kept are measured anew then."""
    turn, position = positions(game)[0]
    measurer = measurer_of(opened_position(position), ROLLOUTS, QUICK)
    assert (measurer.engine.version, turn.best[0].expected, turn.value) == MEASURED[game]


# ---------------------------------------------------------------------- what is kept


def test_a_position_that_the_rules_refuse_is_not_shown() -> None:
    position = one()
    for wrong in (
        {"game": "chess"}, {"rules": 99}, {"sheet_hash": "0" * 64}, {"sheet": "rolling_america_moon"},
        {"events": (*position.events, "blue 9, wild 2")}, {"events": position.events[:-1]}, {"options": {"x": "y"}},
        {"events": (position.events[0], position.events[0])},
    ):
        with pytest.raises(NotPlayable):
            opened_position(structs.replace(position, **wrong))
    earlier = opened_position(position).sheet.was[-1]
    assert opened_position(structs.replace(position, sheet_hash=earlier)), "one drawn anew plays the same"
    with pytest.raises(NotPlayable, match="not legal"):
        judge(position, HERE, ("dupe TX=1",), ROLLOUTS, QUICK)


def test_people_s_costly_turns_are_collected_once(tmp_path: Path) -> None:
    opened = played("rolling_america")
    path, target = tmp_path / "games" / "one.rollwrite", tmp_path / "decks"
    Journal.create(path, opened.head, opened.session.lines_to(len(opened.session.events))).close()
    review = review_of("rolling_america")
    keep_review(path, opened, "p1", review)
    events, players = kept_hash(path)
    assert players == ("p1",)
    found = [each for each in collecting(tmp_path / "games", frozenset(), target) if each is not None]
    assert [len(each.positions) for each in found] == [len(review.turns)]
    assert found[0].reviewed.id == review_id(events, "p1") and found[0].reviewed.turns == len(review.turns)
    assert sum(found[0].reviewed.costs.values()) == pytest.approx(sum(turn.error for turn in review.turns), abs=0.01)
    deck = with_collected(Deck(1), found[0])
    costs = [position.cost.error for position in deck.positions]
    assert costs == sorted((turn.error for turn in review.turns), reverse=True)
    assert with_collected(deck, found[0]) == deck
    assert not [*collecting(tmp_path / "games", frozenset({found[0].reviewed.id}), target)]
    again = with_collected(structs.replace(deck, reviews=(), gone=(key_of(deck.positions[0]),)), found[0])
    assert len(again.positions) == len(deck.positions)
    bots = structs.replace(opened.head, notes=structs.replace(opened.head.notes, bots={"p1": "medium"}))
    assert collected(replace(opened, head=bots), "p1", review, "", HERE, HERE) is None


def test_the_route_that_ends_a_game_is_no_position() -> None:
    opened = played("on_tour")
    reviewer = Reviewer(opened, "p1", 2, QUICK)
    last = reviewer.turn_result(reviewer.review(reviewer.turns[-1]), 0.0)
    assert position_of(opened, "p1", last, HERE, HERE) is None


def test_a_deck_reads_what_it_writes_and_nothing_else() -> None:
    deck = with_collected(Deck(1, "Some"), collected_one())
    assert parse(written(deck), "x") == deck
    for wrong in (b"", b"{}", b"[1]", b'{"deck": 2, "positions": []}', b"\xff", b" " * 4_000_001,
                  b'{"deck": 1, "positions": [{}]}', b'{"deck": 1, "later": 1}',
                  written(deck).replace(b'"events"', b'"later"')):
        with pytest.raises(NotADeck):
            parse(wrong, "x")
    position = deck.positions[0]
    short = structs.replace(deck, positions=(structs.replace(position, best=position.best * 2),))
    with pytest.raises(NotADeck, match="position 1"):
        parse(written(short), "x")
    with pytest.raises(NotADeck):
        parse(written(structs.replace(deck, positions=(position,) * (MAX_POSITIONS + 1))), "x")


def collected_one() -> decks.Collected:
    found = collected(played("rolling_america"), "p1", review_of("rolling_america"), "id", HERE, HERE)
    assert found is not None
    return found


def test_a_deck_stays_within_what_a_file_may_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decks, "MAX_POSITIONS", 3)
    deck = decks.bounded(Deck(1, positions=tuple(one(str(n), n) for n in (3, 1, 5, 2, 4))))
    assert [position.cost.size for position in deck.positions] == [3, 5, 4]
    monkeypatch.setattr(decks, "MAX_BYTES", len(written(deck)) - 1)
    assert [position.cost.size for position in decks.bounded(deck).positions] == [5, 4]


def test_what_is_shared_has_no_names_no_progress_and_no_sheet_of_one_s_own() -> None:
    mine = one(practice=Practice(3, 1, "2026-11-28", "2026-11-27"))
    deck = shared(Deck(1, positions=(mine, one(sheet="../sheets/my.sheet.json")), gone=("x",), done=3), "For Bo")
    assert deck == Deck(1, "For Bo", (structs.replace(mine, player="", practice=Practice()),))
    assert b"Ann" not in written(deck)


def test_two_decks_of_one_person_are_one() -> None:
    early, late = Practice(1, 1, "2026-11-28", "2026-11-27"), Practice(2, 0, "2026-11-29", "2026-11-28")
    first = Deck(1, positions=(one("a", practice=early), one("b")), gone=(key_of(one("c")),), day="2026-11-27", done=4)
    second = Deck(1, positions=(one("a", practice=late), one("c"), one("d")), day="2026-11-28", done=2)
    both = merged([first, second])
    assert [(each.options[""], each.practice) for each in both.positions] == [("a", late), ("b", NEW), ("d", NEW)]
    assert (both.day, both.done, both.gone) == ("2026-11-28", 2, first.gone)
    assert merged([both, second]) == both


# ---------------------------------------------------------------------- the schedule


def test_what_is_solved_at_once_three_times_in_a_row_leaves() -> None:
    deck, key, day = Deck(1, positions=(one(),)), key_of(one()), TODAY
    shown = []
    for right in (True, False, True, True, True):
        assert [key_of(each) for each in dozen(deck, day)] == [key]
        deck = after_try(deck, key, right, day)
        if deck.positions:
            shown.append((deck.positions[0].practice.solved, date.fromisoformat(deck.positions[0].practice.due) - day))
            assert not dozen(deck, day)
            day = date.fromisoformat(deck.positions[0].practice.due)
    assert shown == [(1, timedelta(1)), (0, timedelta(1)), (1, timedelta(1)), (2, timedelta(6))]
    assert deck.positions == () and deck.gone == (key,)
    assert with_collected(deck, structs_collected(one())).positions == ()


def structs_collected(position: Position) -> decks.Collected:
    return replace(collected_one(), positions=(position,))


def test_a_dozen_a_day_first_what_comes_back_then_what_cost_most() -> None:
    back = [one(f"back{n}", practice=Practice(1, 1, f"2026-11-{20 + n}", "2026-11-19")) for n in (2, 0, 1)]
    later = one("later", practice=Practice(1, 1, "2026-11-29", "2026-11-28"))
    odd = one("odd", practice=Practice(1, 1, "some day", ""))
    new = [one(f"new{n:02}", n) for n in range(20)]
    deck = Deck(1, positions=(*new, later, *back, odd))
    shown = [position.options[""] for position in dozen(deck, TODAY)]
    assert shown == ["odd", "back0", "back1", "back2", *(f"new{n:02}" for n in range(19, 11, -1))]
    for n in range(DOZEN):
        deck = after_try(deck, key_of(dozen(deck, TODAY)[0]), n % 2 == 0, TODAY)
    assert dozen(deck, TODAY) == [] and len(dozen(deck, TODAY + timedelta(1))) == DOZEN


# ---------------------------------------------------------------------- themes


def test_every_theme_has_a_title_and_is_counted() -> None:
    for game in STRONG:
        for _, position in positions(game.info.id):
            assert position.theme in game.think.review.themes
    deck = [one("a", theme="dupe_early"), one("b", theme="dupe_early"), one("c", theme="x"), one("d", theme="unheard")]
    deck[0] = structs.replace(deck[0], practice=Practice(1, 1, "2027-01-01", "2026-11-27"))
    found = {theme.key: theme for theme in themes_of(deck, TODAY)}
    assert (found["dupe_early"].title, found["dupe_early"].count, found["dupe_early"].due) == ("Dupes spent too early", 2, 1)
    assert found["unheard"].title == "Other moves"
    assert found["dupe_early"].cost == pytest.approx(deck[0].cost.error + deck[1].cost.error)


THEMES = (
    ("blue OH=X", "blue OH=4", "x"), ("blue OH=X", "blue OH=(4)", "spared_x"), ("blue OH=(4)", "blue OH=4", "guard_early"),
    ("blue OH=4", "blue OH=(4)", "guard_missed"), ("blue~ CA=4", "blue OH=4", "change_early"),
)


@pytest.mark.parametrize(("mine", "better", "theme"), THEMES)
def test_themes_of_rolling_america_follow_from_the_rules(mine: str, better: str, theme: str) -> None:
    opened = opened_position(structs.replace(one(), events=("blue 4, wild 2",)))
    rules, state = opened.session.rules, opened.session.state
    ends = [rules.apply(state, Event(PLAYER, move)) for move in (moves_in(rules, mine)[0], moves_in(rules, better)[0])]
    assert GAMES["rolling_america"].think.review.theme(rules, *ends, PLAYER) == theme


def test_costs_over_time_name_the_themes_that_cost_most() -> None:
    made = collected_one().reviewed
    games = [
        structs.replace(made, id=str(n), day=f"2026-11-{20 - n}", turns=10, costs=costs)
        for n, costs in enumerate(({"x": 2.0, "dupe_early": 1.0, "place": 0.5}, {"x": 1.0}, {"place": 0.1, "": 0.4}))
    ]
    days, lines = costs_over_time(games, "rolling_america", 2)
    assert days == ("2026-11-18", "2026-11-19", "2026-11-20")
    assert lines == {
        "x": [0.0, 10.0, 20.0], "dupe_early": [0.0, 0.0, 10.0], "": [pytest.approx(5.0), 0.0, pytest.approx(5.0)],
    }
    assert costs_over_time(games, "hexroller", 2) == ((), {})


# ---------------------------------------------------------------------- at the table


def play_moves(table: PracticeSession, moves: Iterable[str]) -> None:
    """Plays some moves, in notation, from the position as it was."""
    table.begin_again()
    for text in moves:
        table.session.submit(Event(PLAYER, table.rules.read(text)))


@pytest.mark.parametrize("game", [game.info.id for game in STRONG])
def test_a_position_is_played_as_at_the_table_and_from_its_beginning_again(game: str) -> None:
    for _, position in positions(game):
        table = PracticeSession(position, HERE)
        assert not table.finished and table.seat == PLAYER
        play_moves(table, position.best[0])
        assert table.finished and table.played() == position.best[0]
        assert table.over or table.onward.button == "Check my move"
        table.begin_again()
        assert len(table.events) == len(position.events) and not table.finished


# ---------------------------------------------------------------------- on paper


@pytest.mark.parametrize("game", [game.info.id for game in STRONG])
def test_positions_on_paper_have_their_answers_overleaf_and_keep_to_their_rooms(game: str) -> None:
    some = [structs.replace(each, cost=structs.replace(each.cost, error=1.5, se=0.2)) for _, each in positions(game)]
    unsure = structs.replace(some[0], cost=structs.replace(some[0].cost, error=0.8, se=0.8))
    unshown = structs.replace(some[0], events=("blue 9, wild 2",))
    puzzles = puzzles_of([unsure, unshown, *some * 4][: A_PAGE + 3], HERE)
    assert [each.number for each in puzzles] == [*range(1, A_PAGE + 2)]
    leaves = practice_leaves(puzzles)
    assert len(leaves) == 2 and all(leaf.back is not None for leaf in leaves)
    page = imposition_of(leaves, "a4", 1)
    below = [mark.x for side in Pages(leaves, HeaderFooter(), page) for mark in side.common
             if isinstance(mark, Text) and mark.key.startswith("credits")]
    assert below == pytest.approx([page.cells[0].face.x + page.scale * INSET] * 4), "also overleaf"
    for leaf in leaves:
        assert leaf.back is not None
        answers = texts_of(leaf.back.display)
        every = [mark.text for mark in leaf.back.display.marks if isinstance(mark, Text)]
        assert any(text.startswith("played") for text in every), "whoever solves it is not who played it"
        assert not [text for text in every if text.lower().startswith("you") or text in ("Ann", "p1")]
        for side in (leaf, leaf.back):
            said = [mark for mark in side.display.marks if isinstance(mark, Text) and "/sheet/" not in mark.key]
            assert not [mark.key for mark in side.display.marks if "/sheet/" in mark.key and mark.key.endswith("/1")
                        and isinstance(mark, Shape) and not any(part in mark.key for part in ("/shore/", "/margin/"))
                        ], "what is at the edge of a sheet, but for the sea and what is blank, is whole on its picture"
            for mark in side.display.marks:
                left, top, right, bottom = bounds(mark)
                assert left >= 0 and top >= 0 and right <= SIZE[0] and bottom <= SIZE[1], mark.key
            digits = [bounds(mark) for mark in side.display.marks if "/sheet/mark/" in mark.key]
            tabs = {mark.key.rpartition("/tab")[0] for mark in side.display.marks}
            codes = [mark for mark in side.display.marks if mark.key.endswith("/code")]
            assert codes and not [mark.key for mark in codes if mark.key.removesuffix("/code") not in tabs
                                  and any(touches(bounds(mark), digit) for digit in digits)]
            rows = {mark.key: mark for mark in said}
            assert len(rows) == len(said)
            sizes = [mark.size for mark in side.display.marks if isinstance(mark, Text) and mark.key.endswith("/code")]
            assert min(sizes) > 4, "which area is meant can be read"
            low = sorted((mark.x, mark.y) for mark in said)
            assert all(one[0] != other[0] or other[1] - one[1] > 9 for one, other in pairwise(low))
        page = puzzles[: A_PAGE] if leaf is leaves[0] else puzzles[A_PAGE :]
        for each in page:
            assert any(text.startswith(f"{each.number}. Roll") for text in texts_of(leaf.display))
            assert each.roll.split()[-1] in " ".join(texts_of(leaf.display))
            assert any(text.startswith(f"{each.number}. Roll") for text in answers)
            assert choices(each.opened, PLAYER, each.turn)[1].text in leaf.back.alt
            assert choices(each.opened, PLAYER, each.turn)[1].text not in leaf.alt


def texts_of(face: Display) -> list[str]:
    return [mark.text for mark in face.marks if isinstance(mark, Text) and "/sheet/" not in mark.key]


def test_a_deck_and_a_folder_of_reviewed_games_are_listed_and_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    deck = with_collected(Deck(1, "Some"), collected_one())
    clear = [structs.replace(each, cost=structs.replace(each.cost, error=1.5, se=0.2)) for each in deck.positions]
    Path("some.rollwrite-deck").write_bytes(written(structs.replace(deck, positions=tuple(clear))))
    assert main(["practice", "some.rollwrite-deck", "--json", "-o", "some.pdf"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["positions"] == len(clear) == sum(each["positions"] for each in found["themes"])
    assert len(PdfReader("some.pdf").pages) == 2
    assert main(["practice", "some.rollwrite-deck", "-o", "some.pdf"]) == 2
    Path("none.rollwrite-deck").write_bytes(written(Deck(1)))
    assert main(["practice", "none.rollwrite-deck", "-o", "none.pdf"]) == 2 and not Path("none.pdf").exists()
    Path("games").mkdir()
    capsys.readouterr()
    for empty, said in (("none.rollwrite-deck", "no position"), ("games", "choose Review")):
        assert main(["practice", empty]) == 0
        assert said in capsys.readouterr().out, "a sentence, not a table without a row"
    opened = played("rolling_america")
    Journal.create(Path("games/one.rollwrite"), opened.head, opened.session.lines_to(len(opened.session.events))).close()
    keep_review(Path("games/one.rollwrite"), opened, "p1", review_of("rolling_america"))
    capsys.readouterr()
    assert main(["practice", "games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + len({each.theme for each in deck.positions}) and lines[1].startswith("Rolling America")


@pytest.mark.parametrize("game", [path.stem for path in sorted((ASSETS / "decks").iterdir())])
def test_the_deck_to_begin_with_is_whole(game: str) -> None:
    """Every position comes about by the rules, has one best way, which is another than what was played, and belongs to
    nobody; it was measured by the engine of today, or else `make_decks` is to be run again."""
    data = (ASSETS / "decks" / f"{game}.rollwrite-deck").read_bytes()
    deck = parse(data, game)
    assert len(deck.positions) == 40 and len(data) < 200_000
    assert len({*map(key_of, deck.positions)}) == len(deck.positions)
    assert {position.engine for position in deck.positions} == {
        engine_name(measurer_of(opened_position(deck.positions[0])).engine)}
    for position in deck.positions:
        assert position.game == game and position.theme in GAMES[game].think.review.themes
        assert not position.player and position.practice == NEW
        assert len(position.best) == 1 and position.cost.error > 2 * position.cost.se
        opened = opened_position(position)
        assert position.sheet == GAMES[game].play.played_on[0]
        ways = [moves_in(opened.session.rules, "; ".join(moves)) for moves in (position.best[0], position.played)]
        mine, other = (after(opened, way) for way in ways)
        assert mine is not None is not other and mine != other


def test_what_practice_is_worth_is_told_where_it_is_beyond_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    game, measured = GAMES["rolling_america"], practice_worth()
    worth = measured.results[game.info.id]
    assert f"“Medium” ends {worth.gained:.1f} ± {worth.se:.1f} Xs better" in decks.worth_of(game)
    assert not decks.worth_of(GAMES["ligretto_dice"]), "nobody practices it"
    unclear = structs.replace(measured, results={game.info.id: structs.replace(worth, se=worth.gained)})
    monkeypatch.setattr(decks, "practice_worth", lambda: unclear)
    assert not decks.worth_of(game)
