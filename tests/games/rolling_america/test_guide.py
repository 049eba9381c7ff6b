"""Taps and words where little is left to write in: powers that help only together, or only toward an X, or no longer; boxes
in words, and the areas of the handbook's examples."""

from __future__ import annotations

from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.chance import Die
from rollwrite_desktop.core.rules import CHANCE, Event
from rollwrite_desktop.gamekit.play.guide import Changed, Ignored, Proposed
from rollwrite_desktop.gamekit.words.handbook import Legibility
from rollwrite_desktop.games.rolling_america.check.paper_editor import RollingAmericaPaperEditor
from rollwrite_desktop.games.rolling_america.play.guide import RollingAmericaGuide, Ui
from rollwrite_desktop.games.rolling_america.play.model import State
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.games.rolling_america.think.review import countings
from rollwrite_desktop.games.rolling_america.words.handbook import Examples
from rollwrite_desktop.sheet.load import find

RULES = RollingAmerica(find("rolling_america_usa"))
GUIDE = RollingAmericaGuide(RULES)


def crowded(**used: int) -> State:
    """Red 5 is to be written; only Texas and Oklahoma, which are not red, are blank, and 1s bar them. used: powers."""
    state = RULES.start(("p1",))
    marks = tuple("" if space in ("TX", "OK") else "1" for space in RULES.spaces)
    part = replace(state.part("p1"), marks=marks, hand=("red",), done=False, **used)
    return replace(state.with_part("p1", part), rolls=((Die("red", 5), Die("blue", 2)),))


def test_a_change_that_lets_an_x_be_marked_elsewhere_is_armed() -> None:
    assert GUIDE.tap(crowded(guard=3), "p1", GUIDE.ui(), "power/change") == Changed(Ui(change=True))


def test_only_a_number_leaves_a_dupe_chosen() -> None:
    """With the house rule that paper takes anything, a dupe stays chosen after a number, and not after an X."""
    rules = RollingAmerica(find("rolling_america_usa"), {"enforcement": "paper"})
    guide, state = RollingAmericaGuide(rules), rules.start(("p1",))
    state = rules.apply(state, Event(CHANCE, rules.read("blue 4, wild 2")))
    for stroke, left in (("blue WI=4", Ui(dupe=True)), ("blue WI=X", Ui()), ("blue WI=4", Ui(dupe=True))):
        move = rules.read(stroke)
        assert guide._proposed(state, "p1", Ui(dupe=True), move) == Proposed(move, left)


def test_an_x_that_paper_takes_elsewhere_is_what_the_prompt_asks_for() -> None:
    """The red region is full: where mistakes are not refused, an X that is armed goes into any blank area all the same."""
    guide = RollingAmericaGuide(RollingAmerica(find("rolling_america_usa"), {"enforcement": "paper"}))
    told = guide.prompt(crowded(), "p1", Ui(cross=True)).sentence
    assert told == "Red 5: mark an X." and guide.open(crowded(), "p1", Ui(cross=True)) == {"TX", "OK"}
    assert guide.prompt(crowded(), "p1", Ui()).sentence.startswith("The red region is full")


def test_a_guard_without_a_blank_area_says_that_the_die_fits_nowhere() -> None:
    tap = GUIDE.tap(crowded(change=3), "p1", GUIDE.ui(), "power/guard")
    assert isinstance(tap, Changed) and tap.refusal is not None
    assert (tap.refusal.key, tap.refusal.args) == ("RA-10:full", {"die": "red", "number": 5}) and tap.ui == GUIDE.ui()


def test_two_powers_that_help_together_are_spoken_of() -> None:
    both = GUIDE.prompt(crowded(), "p1", GUIDE.ui()).sentence
    assert both == "The red region is full: change Red 5’s color and guard it, or skip it and roll again."
    assert "change" not in GUIDE.prompt(crowded(change=3), "p1", GUIDE.ui()).sentence


def test_either_power_that_a_dupe_needs_is_named() -> None:
    """Delaware is red and barred by 1s, Hawaii takes any number, but no red one."""
    state = RULES.start(("p1",))
    marks = tuple({"SC": "", "DE": "", "HI": "", "GA": "5", "NC": "5"}.get(space, "1") for space in RULES.spaces)
    part = replace(state.part("p1"), marks=marks, hand=("red",), done=False)
    state = replace(state.with_part("p1", part), rolls=((Die("red", 5), Die("blue", 2)),))
    state = RULES.apply(state, Event("p1", RULES.read("red SC=5")))
    told = GUIDE.prompt(state, "p1", GUIDE.ui()).sentence
    assert told == "Dupe the 5 with a guard or a color change, or roll again."


def test_no_power_stays_chosen_after_the_turn() -> None:
    state = RULES.start(("p1",))
    for text in ("blue 4, wild 2", "blue WI=4", "wild TX=2", "done"):
        state = RULES.apply(state, Event(CHANCE if "," in text else "p1", RULES.read(text)))
    tokens = GUIDE.prompt(state, "p1", Ui(guard=True, dupe=True, cross=True)).tokens
    assert {token.state for token in tokens if token.kind == "power"} == {"off"}


def test_the_boxes_are_described() -> None:
    state = RULES.start(("p1",))
    described = [GUIDE.describe(state, "p1", spot) for spot in ("rounds/3", "xs", "player", "nothing")]
    assert described == ["Round 3 of 8", "Number of Xs: fewest wins", "Player", ""]
    desk, paper = RollingAmericaPaperEditor(RULES.sheet, {}), Paper(game="rolling_america", boxes={"rounds": 3})
    assert [desk.describe(paper, spot) for spot in ("rounds/3", "nothing")] == ["3 rounds crossed off", ""]


def test_the_mistakes_are_ringed_when_the_game_is_over() -> None:
    state = RULES.start(("p1",))
    part = replace(state.part("p1"), marks=tuple({"OR": "1", "CA": "5"}.get(space, "3") for space in RULES.spaces))
    roll = (Die("red", 5), Die("blue", 2))
    over = replace(state.with_part("p1", part), rolls=(roll,) * RULES.rounds * RULES.turns)
    drawn = [{mark.key for mark in GUIDE.draw(one, "p1", None).marks if mark.key.startswith("mistake/")}
             for one in (over, replace(over, rolls=over.rolls[1:]))]
    assert "mistake/CA-OR" in " ".join(drawn[0]) and not drawn[1]


def test_a_review_counts_xs_and_then_mistakes() -> None:
    state = RULES.start(("p1",))
    marks = dict.fromkeys(RULES.spaces, "") | {"HI": "X", "OR": "1", "CA": "5", "NV": "3"}
    state = state.with_part("p1", replace(state.part("p1"), marks=tuple(marks.values())))
    (counting,) = countings(RULES, state, "p1")
    assert [(step.sentence, step.total) for step in counting.steps] == [
        ("Hawaii: X", 1), ("California and Nevada: a mistake", 2), ("California and Oregon: a mistake", 3),
        ("Nevada and Oregon: a mistake", 4),
    ]


def test_the_handbook_shows_areas_that_can_be_seen_well() -> None:
    """Both pictures, of two areas each, by their sum; any other state with one neighbor in its region and one beyond it."""
    sheet, legible = RULES.sheet, Legibility(RULES.sheet)
    places = Examples(RULES, random_bot).places
    assert places is not None

    def seen(first: str, same: str, other: str) -> float:
        return legible.of(first, same) + legible.of(first, other)

    first, same, other = (sheet.space[space].region for space in places)
    assert first == same != other
    shores = {space for line in sheet.sea_lines for space in line.link}
    inland = [space.id for space in sheet.spaces if space.id not in shores]
    for one in inland:
        for near in sheet.neighbors[one]:
            for far in sheet.neighbors[one]:
                if sheet.space[near].region == sheet.space[one].region != sheet.space[far].region:
                    assert seen(one, near, far) <= seen(*places)


def test_only_a_place_for_an_x_has_a_small_x() -> None:
    state = RULES.start(("p1",))
    part = replace(state.part("p1"), hand=("red",), done=False)
    free = replace(state.with_part("p1", part), rolls=((Die("red", 5), Die("blue", 2)),))
    for position, crossed in ((free, False), (crowded(change=0, guard=3), True)):
        display = GUIDE.draw(position, "p1", Ui(change=True) if crossed else GUIDE.ui())
        assert any(mark.key.startswith("ghost/") for mark in display.marks) == crossed


def test_nothing_is_skipped_while_no_die_is_meant_and_both_have_room() -> None:
    state = RULES.apply(RULES.start(("p1",)), Event(CHANCE, RULES.read("red 3, blue 4")))
    assert GUIDE.tap(state, "p1", GUIDE.ui(), "action/pass") == Ignored()
