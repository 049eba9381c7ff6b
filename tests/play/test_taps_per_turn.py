"""How many taps a turn takes, and that nothing beside the sheet ever changes its place. No window."""

from __future__ import annotations

import random

import pytest

from rollwrite_desktop.play.table.view_model import TableView
from tests.play.test_view_model import view_of

MAX_TAPS = {"rolling_america": 2.3, "on_tour": 3.0, "hexroller": 8.0}
"""The average of a turn, from roll to roll; On Tour's two numbers are either's, so one of them is always chosen."""
GAMES = 3


def play(view: TableView, luck: random.Random) -> tuple[int, int]:
    """A game as somebody plays it who taps where something may be written; turns and taps. Rolls are not counted."""
    turns = taps = 0
    kinds = [token.kind for token in view.snapshot.tray.tokens]
    while not view.table.over:
        now = view.snapshot
        assert [token.kind for token in now.tray.tokens] == kinds, "everything beside the sheet has its place"
        if now.question is not None:
            view.tap_token(luck.choice(now.question.tokens).spot)
        elif now.tray.can_roll and not now.tray.act and view.table.step in ("roll", "finish"):
            view.roll()
            turns += 1
            continue
        elif now.taps.open:
            view.tap(luck.choice(sorted(now.taps.open)))
        else:
            view.tap_token(now.tray.act)
        drawn = now.tray.act != ""
        taps += not drawn
    return turns, taps


@pytest.mark.parametrize("game", MAX_TAPS)
def test_an_average_turn_takes_few_taps(game: str) -> None:
    turns = taps = 0
    for seed in range(GAMES if game == "rolling_america" else 1):
        more = play(view_of("Ann", game=game), random.Random(seed))
        turns, taps = turns + more[0], taps + more[1]
    assert taps / turns <= MAX_TAPS[game]


def test_dice_that_can_only_pass_do_so_by_themselves_and_it_is_said() -> None:
    """Late in a game; with all color changes used there is no choice left, so no tap either."""
    view, luck = view_of("Ann"), random.Random(1)
    seen = 0
    for _ in range(400):
        if view.table.over:
            break
        part = view.table.state.part("p1")
        if view.snapshot.question is not None:
            view.tap_token(luck.choice(view.snapshot.question.tokens).spot)
        elif view.table.step in ("roll", "finish"):
            view.roll()
            passed = [event for event in view.table.events[-3:] if view.table.rules.write(event.move).endswith(" -")]
            if passed and "skip" in view.snapshot.sentence:
                seen += 1
        elif part.hand and part.change < 3 and luck.random() < 0.5:
            view.tap_token("power/change")
            view.tap(luck.choice(sorted(view.snapshot.taps.open or {"OH"})))
        else:
            view.tap(luck.choice(sorted(view.snapshot.taps.open)))
    assert view.table.over and seen


@pytest.mark.parametrize("game", MAX_TAPS)
def test_the_large_button_says_why_it_does_not_roll(game: str) -> None:
    view = view_of("Ann", game=game)
    while view.table.step == "roll":
        view.roll()
    now = view.roll()
    assert not now.tray.can_roll and now.notice is not None and now.notice.sentence.startswith("Not yet.")
