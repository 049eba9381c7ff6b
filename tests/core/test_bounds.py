"""What is said of a search that is not decided: a bound of 0 is no finding, and of 1 is one mistake."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Finding, Report, describe_undecided
from rollwrite_desktop.games import GAMES

RULES = {"rolling_america": "RA-R6", "on_tour": "OT-R1", "hexroller": "HR-R4"}
SAID = {
    (0, None): "No mistake found so far.", (1, None): "At least one mistake so far.",
    (2, None): "At least 2 mistakes so far.",
    (0, 3): "Mistakes so far: at most 3.", (1, 3): "Between 1 and 3 mistakes so far.",
}


@pytest.mark.parametrize(("game", "rule"), RULES.items())
@pytest.mark.parametrize(("least", "most"), SAID)
def test_bounds_in_words(game: str, rule: str, least: int, most: int | None) -> None:
    args = {"least": least} if most is None else {"least": least, "most": most}
    finding = Finding("unproved", f"{rule}:{'more' if most is None else 'between'}", args)
    report = replace(Report((finding,), (), None), bounds=(least, most))
    assert finding.sentence(GAMES[game].play.rulebook) == describe_undecided(report) == SAID[least, most]


@pytest.mark.parametrize(("game", "rule"), RULES.items())
def test_a_bound_that_is_proved(game: str, rule: str) -> None:
    said = [Finding("broken", f"{rule}:least", {"n": n}).sentence(GAMES[game].play.rulebook) for n in (1, 2)]
    assert said == ["At least one mistake.", "At least 2 mistakes."]
