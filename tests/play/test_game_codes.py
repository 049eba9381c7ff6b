"""Codes of whole games: what they carry, that a typo is told, and that they stay as they are for good."""

from __future__ import annotations

import itertools
import random
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollwrite_desktop.core.chance import CODE_LETTERS, Stream, code_from, new_code
from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.game_codes import (
    MADE,
    GameCode,
    NotACode,
    code_marks,
    code_of,
    dice_of_the_day,
    game_of_the_day,
    layout_of,
    looks_like_code,
    read_code,
    with_code,
    write_code,
)
from rollwrite_desktop.play.opening.open_game import new_head, options_of, sheet_of, start
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.sheet.load import find
from tests.laws.demands import law

CODES = [
    (GameCode("rolling_america", "rolling_america_usa", {"enforcement": "strict", "corners": "off"}, "ABCD-EFGH"),
     "R-ABCD-EFGH-R"),
    (GameCode("rolling_america", "rolling_america_usa", {"enforcement": "paper", "corners": "on"}, "ABCD-EFGH"),
     "RABB-ABCD-EFGH-D"),
    (GameCode("rolling_america", "rolling_america_japan", {"enforcement": "strict", "corners": "off"}, "ABCD-EFGH"),
     "RM-ABCD-EFGH-8"),  # retired since
    (GameCode("rolling_america", "rolling_america_ireland", {"enforcement": "strict", "corners": "off"}, "ABCD-EFGH"),
     "RP-ABCD-EFGH-B"),
    (GameCode("hexroller", "hexroller_back:", {"plus_one": "touching"}, "2345-6789"), "HDB-2345-6789-H"),
    (GameCode("on_tour", "on_tour_usa", {"route": "best", "voluntary_x": "off"}, "ABCD-EFGH"), "TAB-ABCD-EFGH-H"),
]


@law("codes")
def test_the_games_letters_are_their_own() -> None:
    letters = [game.letter for game in GAMES.values()]
    assert len(set(letters)) == len(letters)
    assert set(letters) <= set(CODE_LETTERS)


@pytest.mark.parametrize(("code", "text"), CODES)
def test_codes_once_given_out_mean_the_same_for_ever(code: GameCode, text: str) -> None:
    assert write_code(code) == text
    assert read_code(text) == code


@pytest.mark.parametrize("game_id", GAMES)
def test_every_setting_comes_back(game_id: str) -> None:
    game = GAMES[game_id]
    choices = [tuple(choice.values) for choice in game.info.options]
    sheets = [sheet + made for sheet in game.play.played_on for made in ("", MADE)[:1 + (game.play.new_sheets is not None)]]
    for sheet, *values in itertools.islice(itertools.product(sheets, *choices), 300):
        named = dict(zip((choice.id for choice in game.info.options), values, strict=True))
        code = GameCode(game_id, sheet, named, new_code())
        text = write_code(code)
        assert read_code(text) == code
        assert looks_like_code(text)
        assert read_code(f" {text.lower().replace('-', ' ')} ") == code


def test_every_sheet_has_its_place_among_the_numbered_ones() -> None:
    for game in GAMES.values():
        assert not game.play.numbered or sorted(game.play.numbered) == sorted(game.play.every_sheet)
        assert not game.play.retired or game.play.numbered, "else the letters of the others would change"


def test_typed_values_and_dice_in_words_come_back() -> None:
    options = options_of(GAMES["ligretto_dice"], {"length": "rounds_5", "shares": "14,10"}, "")
    code = GameCode("ligretto_dice", "ligretto_dice_board", options, "Grandma’s 70th")
    assert read_code(write_code(code)) == code


@given(st.integers(0, 10**6))
def test_one_wrong_letter_or_two_exchanged_are_told(seed: int) -> None:
    luck = random.Random(seed)
    text = write_code(game_of_the_day(luck.choice(list(GAMES.values())), date(2026, 1, 1)))
    at = luck.randrange(len(text))
    if text[at] == "-":
        return
    wrong = text[:at] + luck.choice(CODE_LETTERS.replace(text[at], "")) + text[at + 1 :]
    with pytest.raises(NotACode):
        read_code(wrong)
    if at and "-" not in text[at - 1 : at + 1] and text[at] != text[at - 1]:
        with pytest.raises(NotACode):
            read_code(text[: at - 1] + text[at] + text[at - 1] + text[at + 1 :])


@given(st.text(max_size=40))
def test_any_text_is_a_code_or_says_why_not(text: str) -> None:
    try:
        assert read_code(text).game in GAMES
    except NotACode as error:
        assert str(error).endswith(".")


@pytest.mark.parametrize("text", ["R-ABCD-EFGH-6", "X-ABCD-EFGH-C", "", "R", "RZZ-ABCD-EFGH-Q"])
def test_what_is_no_code_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(NotACode, match="code"):
        read_code(text)


def test_a_code_of_dice_alone_is_not_taken_for_a_whole_game() -> None:
    assert not looks_like_code("ABCD-EFGH")
    assert not looks_like_code("TEST-2345")
    assert not looks_like_code("rolling_america")


def test_the_game_of_the_day_is_the_same_everywhere_and_another_tomorrow() -> None:
    today, tomorrow = date(2026, 11, 21), date(2026, 11, 22)
    assert write_code(game_of_the_day(GAMES["rolling_america"], today)) == "R-XN5Y-J93Z-B"
    days = {dice_of_the_day(game, day) for game in GAMES for day in (today, tomorrow)}
    assert len(days) == 2 * len(GAMES)
    assert code_from(Stream("x", 0)) == code_from(Stream("x", 0))


def _played(code: GameCode) -> tuple[object, ...]:
    game = GAMES[code.game]
    sheet = sheet_of(game, code.sheet_id, "sheet")
    bot = next(iter(game.think.bots))
    head = new_head(game, sheet, code.sheet_id, ("Ann", "Bo"), code.options, Notes(seed=code.dice, bots={"p1": bot}))
    opened = start(head)
    finish(opened.session, dict.fromkeys(opened.session.players, game.think.bots[bot]))
    return head, [event.move for event in opened.session.events if event.by == "chance"]


@pytest.mark.parametrize("text", [text for _, text in CODES])
def test_a_code_is_found_again_in_the_journal_and_brings_the_same_rolls(text: str) -> None:
    (head, rolls), (_, again) = _played(read_code(text)), _played(read_code(text))
    assert rolls == again != []
    assert code_of(head) == text  # type: ignore[arg-type]
    assert head.notes.code == text  # type: ignore[attr-defined]


def test_a_code_names_an_own_sheet_by_its_content() -> None:
    game = GAMES["rolling_america"]
    sheet = sheet_of(game, "rolling_america_europe", "sheet")
    head = new_head(game, sheet, "../sheets/own.json", ("Ann",), {"corners": "on"}, Notes(seed="ABCD-EFGH"))
    code = read_code(code_of(head))
    assert code == GameCode("rolling_america", f"@{sheet.hash[:8]}", game.info.with_defaults({"corners": "on"}), "ABCD-EFGH")
    with pytest.raises(NotACode):
        read_code(code_of(head).replace(sheet.hash[:8], "0" * 8))


def test_real_dice_and_other_layouts_have_no_code() -> None:
    game = GAMES["hexroller"]
    sheet = sheet_of(game, "hexroller_front:SEED", "sheet")
    for sheet_id, notes in (("hexroller_front", Notes(dice="real")), ("hexroller_front:SEED", Notes(seed="ABCD-EFGH"))):
        assert code_of(new_head(game, sheet, sheet_id, ("Ann",), {}, notes)) == ""
    assert code_of(new_head(game, sheet, "hexroller_front:SEED", ("Ann",), {}, Notes(seed="SEED"))) != ""
    assert layout_of("é/✓") == ""


@pytest.mark.parametrize("sheet_id", [sheet for game in GAMES.values() for sheet in game.play.sheets])
def test_every_sheet_leaves_room_for_the_code(sheet_id: str) -> None:
    sheet = find(sheet_id)
    (mark,) = code_marks("RZ9.1234abcd-ABCD-EFGH-K", sheet.size[0])
    left, top, right, foot = bounds(mark)
    at_the_foot = foot - 1.0  # letters go down no farther than a comma would
    for around in (*(box.rect for box in sheet.boxes), *(space.writing for space in sheet.spaces)):
        beside = around.x >= right or around.x + around.w <= left
        assert beside or around.y >= at_the_foot or around.y + around.h <= top, around


def test_the_code_stands_once_on_the_sheet() -> None:
    game = GAMES["on_tour"]
    blank = game.play.guide(game.play.rules(sheet_of(game, "", "sheet"), options_of(game, {}, ""))).blank()
    assert with_code(blank, "") == blank
    (mark,) = set(with_code(blank, "T-ABCD-EFGH-K").marks) - set(blank.marks)
    assert mark.text == "T-ABCD-EFGH-K"  # type: ignore[union-attr]
