"""How results are said: what they are of, and in the measure of their kind."""

from __future__ import annotations

from rollwrite_desktop.core import i18n
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.kept.game_index import Player
from rollwrite_desktop.play.kept.standings import Kind, Standing
from rollwrite_desktop.ui.library.result_words import aided_name, average_text, kind_words, result_text


def test_every_kind_of_result_says_what_it_is_of() -> None:
    usual = Standing("rolling_america", "Ann", (17, 18), 0, True, Kind("rolling_america_usa"))
    assert kind_words(usual) == () and (result_text(usual, 17), average_text(usual)) == ("17", "17.5")
    other = Standing("rolling_america", "Ann", (17,), 0, True, Kind("rolling_america_europe", "corners=on", aided=True))
    assert kind_words(other) == ("Europe (old)", "Four Corners: diagonal areas are neighbors", "with hints")
    timed = Standing("ligretto_dice", "Ann", (65_300, 66_300), 0, True, Kind("ligretto_dice_board", timed=True))
    assert kind_words(timed) == ("A time trial",)
    six = Standing("ligretto_dice", "Ann", (65_300,), 0, True, Kind("ligretto_dice_board", "trial=6", timed=True))
    assert kind_words(six) == ("Dice in a time trial alone: 6",)
    assert (result_text(timed, timed.best), average_text(timed)) == ("1:05.3", "1:05.8")
    i18n.use("fr", TRANSLATIONS)
    try:
        assert result_text(timed, timed.best) == "1:05,3"
    finally:
        i18n.use("en", TRANSLATIONS)
    assert [aided_name(Player("Bo", "", 9, 1, {}, hints)) for hints in (0, 1, 3)] == ["Bo", "Bo (one hint)", "Bo (3 hints)"]
