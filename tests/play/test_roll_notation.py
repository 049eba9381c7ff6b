"""Rolls as people note them: few signs in, notation out; what comes back from notation is read again as the same."""

from __future__ import annotations

import pytest

from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.play.opening.roll_notation import RollNotes

NOTED = [game_id for game_id, game in GAMES.items() if game.words.print_kit.asked is not None]


def notes_of(game_id: str) -> RollNotes:
    game = GAMES[game_id]
    return RollNotes(game, sheet_of(game, "", "test"), {})


@pytest.mark.parametrize("game_id", NOTED)
def test_a_whole_game_is_noted_and_read_and_each_roll_is_whole_at_its_last_sign_only(game_id: str) -> None:
    notes = notes_of(game_id)
    outcomes = notes.game.words.print_kit.rolled(notes.rules, "WALK-1")
    lines = [str(outcome) for outcome in outcomes]
    asks = notes.asks(lines)
    assert len(asks) == len(lines), "the game is over after them"
    assert all(ask.admits(outcome) for ask, outcome in zip(asks, outcomes, strict=True))
    for line, ask in zip(lines, asks, strict=True):
        short = notes.short(line)
        assert notes.read(short.replace(" · ", " "), ask) == line
        codes = " ".join(card.partition(" ")[0] for card in line.partition(" | ")[2].split(", "))
        typed = f"{short.partition(' · ')[0]} {codes}".strip().lower()
        assert notes.read(typed, ask) == line
        assert not any(notes.whole(typed[:n], ask) for n in range(len(typed) - 1))


@pytest.mark.parametrize(("text", "line"), [
    ("b4w2", "blue 4, wild 2"), ("B4 w2", "blue 4, wild 2"), ("blue 4, wild 2", "blue 4, wild 2"),
    ("bl4 wi2", "blue 4, wild 2"),
    ("b4", "blue 4"), ("b4 w", ""), ("44", ""), ("z4 w2", ""), ("", ""), ("b4 w2 !", ""),
])
def test_dice_with_names(text: str, line: str) -> None:
    notes = notes_of("rolling_america")
    assert notes.read(text, notes.asks(())[0]) == line


@pytest.mark.parametrize(("text", "line"), [
    ("37txcany", "3 7 | TX South, CA West, NY North"), ("3 7 tx ca ny", "3 7 | TX South, CA West, NY North"),
    ("37 txs ca w ny", "3 7 | TX South, CA West, NY North"), ("37 newyca", "3 7 | NE North, WY West, CA West"),
    ("37 new wy ca", "3 7 | NEW East, WY West, CA West"), ("37", "3 7"), ("37 zz", ""), ("tx", ""), ("37 tx!", ""),
    ("37 tx n", "3 7 | TX North"),
])
def test_cards_by_code_and_region(text: str, line: str) -> None:
    notes = notes_of("on_tour")
    asks = notes.asks(["1 8 | NY, KS", "3 6 | AZ, PA"])
    assert notes.read(text, asks[2]) == line
    assert notes.read("18mi ga", asks[0]) == "1 8 | MI, GA"


@pytest.mark.parametrize(("text", "unknown"), [
    ("3", ""), ("37", ""), ("37 t", ""), ("37 tx ca n", ""), ("37txcany", ""), ("37 new", ""), ("37 tx sou", ""),
    ("37 zz", "zz"), ("37zz", "zz"), ("37 tx zz ca", "zz"), ("37 5", "5"),
])
def test_what_no_card_starts_with_is_said_before_enter(text: str, unknown: str) -> None:
    notes = notes_of("on_tour")
    for ask in notes.asks(["1 8 | NY, KS", "3 6 | AZ, PA"]):
        assert notes.fault(text, ask) == (f"No card starts with '{unknown}'." if unknown else "")


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_regions_of_cards_are_noted_in_the_language_and_read_in_it_and_in_english(language: str) -> None:
    i18n.use(language, TRANSLATIONS)
    notes = notes_of("on_tour")
    ask = notes.asks(["1 8 | NY, KS", "3 6 | AZ, PA"])[2]
    seen = set[str]()
    for region in {card.partition(" ")[2] for card in notes.sheet.cards}:
        line = f"3 7 | TX {region}, CA West, NY North"
        said = tr(region)
        assert f"TX {said}, " in notes.short(line)
        for word in (said, said[:1], region):
            assert notes.read(f"37 tx {word} ca ny", ask) == line, word
        seen.add(said)
    assert len(seen) == 5


def test_plain_dice_run_together() -> None:
    notes = notes_of("hexroller")
    ask = notes.asks(())[0]
    assert notes.read("33455688", ask) == notes.read("3 3 4 5 5 6 8 8", ask) == "3 3 4 5 5 6 8 8"
    assert notes.whole("33455688", ask) and not notes.whole("3345568", ask)


def test_what_was_played_is_told_in_words() -> None:
    notes = notes_of("rolling_america")
    assert notes.describe_moves(("blue ND=4", "wild TX=X", "done"), "Ann") == "Blue 4 in North Dakota; X for Wild in Texas"
    assert notes.describe_moves(("nonsense",), "Ann") == "nonsense"
    assert notes.places(("blue ND=4", "wild TX=(3)")) == {"ND", "TX"}


def test_a_called_roll_is_sorted_and_grouped_as_at_the_table() -> None:
    hexes, tour = notes_of("hexroller"), notes_of("on_tour")
    assert [die.face for die in hexes.called("8 3 5 3 4 8 5 6").dice] == [3, 3, 4, 5, 5, 6, 8, 8]
    assert hexes.listed("8 3 5 3 4 8 5 6") == "3 3 · 4 · 5 5 · 6 · 8 8"
    assert [die.face for die in tour.called("7 3").dice] == [7, 3] and tour.listed("7 3") == tour.short("7 3")
