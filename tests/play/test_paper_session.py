"""Sessions on paper as values: players, rolls, sheets, and the file that keeps them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Diagnosis, Edit, Finding, Paper, Report
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.class_lists import people_in, people_in_table
from rollwrite_desktop.intake.sessions import MAX_MEMBERS, NotASession, RankingRule
from rollwrite_desktop.play.opening.open_game import options_of
from rollwrite_desktop.play.paper.audit_files import Filled
from rollwrite_desktop.play.paper.paper_session import (
    Member,
    PaperSession,
    affected,
    read_session,
    weaknesses,
    write_session,
)

GAME = "rolling_america"


def session(*names: str, game: str = GAME) -> PaperSession:
    one = GAMES[game]
    return PaperSession(
        "Class 5b", game, one.play.played_on[0], options_of(one), code="P38A-WAKX", members=tuple(map(Member, names))
    )


def paper(name: str, **spaces: str) -> Paper:
    return Paper(game=GAME, sheet="rolling_america_usa", player=name, spaces=spaces)


def test_names_come_as_a_spreadsheet_or_a_list_copies_them() -> None:
    assert people_in("Ann\tBo") == people_in("Ann; Bo") == people_in("Ann, Bo\n") == ("Ann", "Bo")
    assert people_in("Ann, Bo, Cy\r\n\n Di  X \nEd") == ("Ann", "Bo", "Cy", "Di X", "Ed")
    assert people_in("Miller, Ann\nSmith\tBo\nCy") == ("Miller, Ann", "Smith Bo", "Cy")  # a school's list
    assert people_in("Ann\nBo\nAnn\nAnn") == ("Ann", "Bo", "Ann (2)", "Ann (3)")
    assert people_in("Ann (2)\nAnn\nAnn\nAnn (2)") == ("Ann (2)", "Ann", "Ann (3)", "Ann (2) (2)")
    joined = session("Ann").joined(("ann", "Bo", " ", *map(str, range(500))))
    assert joined.members[1].name == "Bo" and len(joined.members) == MAX_MEMBERS


def test_names_leave_the_sentences_around_them_as_they_are() -> None:
    """Those of a file, a list or a sheet from elsewhere may hold line ends and changes of direction, or show nothing."""
    one, odd = session("Ann", "Bo", "Cy"), "\u202eBo\n <b>"
    stored = msgspec.json.decode(write_session(one))
    stored["name"] = "5b\u2028\u2067"
    for member, name in zip(stored["members"], (odd, "\0", "Zo\u00eb"), strict=True):
        member["name"] = name
    read = read_session(msgspec.json.encode(stored), "x")
    assert (read.name, [member.name for member in read.members]) == ("5b", ["Bo <b>", "P2", "Zo\u00eb"])
    assert read.member_called(odd) == 0
    assert read.with_sheet_of(paper(odd, OH="1")).members[0].paper is not None
    assert read.joined((odd, "\u202dDi")).members[3:] == (Member("Di"),)


@pytest.mark.parametrize(("text", "names"), [
    ("place,player,score\n1,Ann,7\n2,\"Miller, Bo\",9\n3,'=1+1,9\n", ("Ann", "Miller, Bo", "=1+1")),
    ("Name;Class\nAnn;5b\nAnn;5c\n;5c\n", ("Ann", "Ann (2)")), ("Nr\tPLAYER\n1\tAnn\n2\n", ("Ann",)),
    ("Ann\nBo", ("Ann", "Bo")), ("Miller, Ann\nSmith, Bo", ("Miller, Ann", "Smith, Bo")), ("", ()), ("name", ()),
    ("Ann\n\"Bo", ("Ann", '"Bo')), ("Nr;Name;Vorname\n1;Berg;Ann\n2;Berg;Bo\n", ("Ann Berg", "Bo Berg")),
    ("First name,Last name\nAnn,Berg\nBo\n", ("Ann Berg", "Bo")), ("Nom\tPrénom\nBerg\tZoé\n", ("Zoé Berg",)),
    ("Nombre;Curso\nAna;5b\n", ("Ana",)), ("Player;First name;Last name\nAB;Ann;Berg\n", ("Ann Berg",)),
])
def test_names_come_from_a_table_too(text: str, names: tuple[str, ...]) -> None:
    assert people_in_table(text) == names


@pytest.mark.parametrize("game", [game for game, one in GAMES.items() if one.words.print_kit.asked is not None])
def test_all_rolls_of_a_code_are_called_and_known_without_calling(game: str) -> None:
    begun = session(game=game)
    notes = begun.roll_notes()
    every = begun.known_rolls(notes)
    called = begun
    while called.asked(notes) is not None:
        called = called.called(notes)
    assert called.rolls == every and called.called(notes) == called
    assert replace(begun, dice="real").known_rolls(notes) == () == replace(begun, dice="real").called(notes).rolls


def test_sheets_belong_to_names_and_share_the_rolls() -> None:
    one = session("Ann", "Bo").with_paper(1, paper("Bo", TX="3")).with_sheet_of(paper("ANN", OH="4")).with_sheet_of(
        paper("Late", OH="1")
    )
    assert [member.name for member in one.members] == ["ANN", "Bo", "Late"]
    assert one.count == (3, 3) and one.next_blank() == -1
    rolls = one.known_rolls(one.roll_notes())
    assert all(tuple(each.paper.rolls or ()) == rolls for _, each in one.entered(rolls))
    assert all(member.paper is not None and member.paper.rolls is None for member in one.members)
    emptied = one.with_paper(1, paper("Bo"))
    assert emptied.count == (2, 3) and emptied.next_blank(1) == 1
    assert replace(emptied, members=(*emptied.members[:1], replace(emptied.members[1], left=True))).count == (1, 1)


def test_a_session_comes_back_from_its_file() -> None:
    one = replace(session("Ann", "Bo").with_paper(1, paper("Bo", TX="3")), rolls=("blue 4, wild 2",), notes="Room 12 ✓")
    assert read_session(write_session(one), "x") == one
    assert one.ranking_rule == RankingRule("penalty") and b'"ranking": null' in write_session(one)
    ruled = replace(one, ranking=RankingRule("penalty", 3))
    assert read_session(write_session(ruled), "x") == ruled and ruled.ranking_rule.points == 3
    assert one.whole_code == "R-P38A-WAKX-R" and replace(one, dice="real").whole_code == ""


@given(st.binary(max_size=200) | st.sampled_from([
    b'{"session": 1, "name": "x", "game": "chess"}', b'{"session": 2, "name": "x", "game": "on_tour"}',
    b'{"session": 1, "name": "x", "game": "on_tour", "sheet": "nowhere"}',
    b'{"session": 1, "name": "x", "game": "rolling_america", "members": [{"name": "A", "paper": {"game": "on_tour"}}]}',
    b'{"session": 1, "name": "x", "game": "on_tour", "ranking": {"illegal": "first"}}',
    b'{"session": 1, "name": "x", "game": "on_tour", "options": {"route": "?"}}', b"[" * 100_000,
]))
def test_any_bytes_are_a_session_or_say_why_not(data: bytes) -> None:
    try:
        assert read_session(data, "x").game in GAMES
    except UserError as error:
        assert str(error).startswith("x")


@pytest.mark.parametrize(("later", "why"), [
    ({"session": 2}, "a newer version of this program made it"), ({"teams": 2}, "there is no field “teams”"),
    ({"members": [{"name": "Ann", "team": 1}]}, "there is no field “team”"),
])
def test_what_a_later_version_wrote_is_refused_and_not_lost(later: dict[str, Any], why: str) -> None:
    plain = msgspec.json.decode(write_session(session("Ann")))
    with pytest.raises(NotASession, match=why):
        read_session(msgspec.json.encode({**plain, **later}), "x")


def test_what_a_class_should_practice_is_what_most_sheets_break() -> None:
    game, one = GAMES[GAME], session()

    def filled(name: str, *keys: str, missing: str = "") -> Filled:
        found = tuple(Finding("broken", key, where=("TX",), cost=1, aspect="sums" if key == "RA-19" else "play")
                      for key in keys)
        return Filled("", game, one.paper_sheet, paper(name), Report(found, (), None), name, missing)

    sheets = [
        filled("Ann", "RA-8", "RA-19"), filled("Bo", "RA-14", "RA-8", "RA-19"), filled("Di", "RA-19"),
        filled("Cy", "RA-11", missing="half a sheet"),
    ]
    weak = weaknesses(sheets)
    assert [(each.title, each.names) for each in weak] == [
        ("Where a number goes – Neighbors are within 1", ("Ann", "Bo")), ("Powers – Guard", ("Bo",)),
        ("Adding up the score", ("Ann", "Bo", "Di")),
    ]
    assert [each.aspect for each in weak] == ["play", "play", "sums"]
    assert all(each.title for each in weak) and weaknesses([]) == ()


def test_a_sum_that_a_slip_elsewhere_explains_is_nothing_to_practice() -> None:
    """Who wrote an illegal number and added up what should stand there can count; else, who knows."""
    game, one = GAMES[GAME], session()
    found = Finding("broken", "RA-8", where=("TX",), cost=1), Finding("broken", "RA-19", where=("claimed",), aspect="sums")
    blank = paper("Ann")
    there = Diagnosis((Edit("TX", "6", "5"),), blank, 5, explains=(0, 1))
    both = Diagnosis((Edit("TX", "6", "4"), Edit("claimed", "25", "28")), blank, 9, explains=(0, 1))

    def aspects(*explained: Diagnosis) -> list[str]:
        report = Report(found, (), 25, diagnosis=explained)
        return [each.aspect for each in weaknesses([Filled("", game, one.paper_sheet, blank, report, "Ann")])]

    assert aspects(there) == ["play"]
    assert aspects() == aspects(both) == aspects(there, both) == ["play", "sums"]


def test_a_corrected_roll_concerns_those_whose_sheets_used_it() -> None:
    plain = Report((), (), None)
    reports = {0: replace(plain, play=(("blue OH=4",), ())), 1: replace(plain, play=((), ("red TX=1",))), 2: plain}
    one = session("Ann", "Bo", "Cy")
    assert affected(one, 1, reports) == ("Ann",) and affected(one, 2, reports) == ("Bo",) and affected(one, 3, reports) == ()


@pytest.mark.parametrize(("usual", "after"), [
    ("HexRoller, November 23, 2026", "On Tour, November 23, 2026"), ("HexRoller 2026-11-23 (2)", "On Tour 2026-11-23"),
])
def test_a_session_is_called_by_its_game_and_day_until_somebody_types_a_name(usual: str, after: str) -> None:
    """That name is no event, which a certificate would say beside its game and day."""
    one = replace(session("Ann", game="hexroller"), name=usual, started="2026-11-23T10:00:00",
                  ranking=RankingRule("corrected"), rolls=("3 3 4 5 5 6 8 8",))
    other = one.of_game("on_tour", "on_tour_usa")
    assert (other.name, other.game, other.sheet) == (after, "on_tour", "on_tour_usa")
    assert not (one.event or other.event)
    assert not other.rolls and other.ranking is None and [member.name for member in other.members] == ["Ann"]
    assert other.of_game("hexroller", "hexroller_front").name == usual.removesuffix(" (2)")
    for typed in ("HexRoller club", f"{one.name}, 6b"):
        named = replace(one, name=typed)
        assert named.of_game("on_tour", "on_tour_usa").name == named.event == typed
    assert replace(one, started="").of_game("on_tour", "on_tour_usa").name == one.name


def test_a_table_without_a_call_checks_with_the_rolls_that_a_sheet_has() -> None:
    """Sheets keep those that stand on them, so that one that is taken out leaves its rolls to nobody's loss."""
    rolls = ["blue 4, wild 2", "red 1, green 6"]
    table = PaperSession("Table", "rolling_america", "rolling_america_usa", dice="real")
    sheet = Paper(game="rolling_america", sheet="rolling_america_usa", spaces={"TX": "3"})
    notes = table.roll_notes()
    assert table.uncalled and table.known_rolls(notes) == ()
    for name, own in (("Ann", rolls), ("Bo", None), ("Cy", rolls), ("Di", rolls[:1])):
        table = table.with_sheet_of(msgspec.structs.replace(sheet, player=name, rolls=own))
    assert [member.paper and member.paper.rolls for member in table.members] == [rolls, None, rolls, rolls[:1]]
    assert table.known_rolls(notes) == tuple(rolls)
    shown = [table.paper(number, table.known_rolls(notes)).rolls for number in range(4)]
    assert shown == [rolls, rolls, rolls, rolls[:1]]
    for number in range(4):  # opened and closed again, nothing has changed
        assert table.with_paper(number, table.paper(number, table.known_rolls(notes))) == table
    typed = table.with_paper(1, msgspec.structs.replace(table.paper(1, rolls), rolls=["red 2, green 6"]))
    assert typed.members[1].paper is not None and typed.members[1].paper.rolls == ["red 2, green 6"]
    left = replace(table, members=table.members[1:])
    assert left.known_rolls(notes) == tuple(rolls)
    called = replace(table, rolls=tuple(rolls))
    assert not called.uncalled
    again = called.with_sheet_of(msgspec.structs.replace(sheet, player="Eva", rolls=rolls))
    assert again.members[4].paper is not None and again.members[4].paper.rolls is None, "those are the session's"
    assert read_session(write_session(table), "x").members == table.members


def test_sheets_without_names_stay_apart() -> None:
    table = PaperSession("Table", "rolling_america", "rolling_america_usa", dice="real")
    sheet = Paper(game="rolling_america", sheet="rolling_america_usa", spaces={"TX": "3"})
    for _ in range(3):
        table = table.with_sheet_of(sheet, "form")
    table = table.with_sheet_of(sheet).with_sheet_of(msgspec.structs.replace(sheet, player="FORM", spaces={"TX": "4"}))
    assert [member.name for member in table.members] == ["FORM", "form (2)", "form (3)", "Sheet 4"]
