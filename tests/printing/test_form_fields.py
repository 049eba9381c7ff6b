"""Forms: filled in by other programs, they come back as the paper that was filled in; whatever else is a sentence."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pikepdf
import pypdf
import pypdfium2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper, write_paper
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.ligretto_dice.play.paper import LigrettoDicePaper
from rollwrite_desktop.intake.forms import field_values
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of
from rollwrite_desktop.play.paper.audit_files import Entered, checked
from rollwrite_desktop.printing.jobs.print_jobs import Extras, header_footer
from rollwrite_desktop.printing.pdf.export import Cancelled, pdf, write_pdf
from rollwrite_desktop.printing.pdf.pdf_form import KEPT
from rollwrite_desktop.printing.photos.form_reader import entered_forms, entries
from rollwrite_desktop.printing.sheets.form_fields import (
    DATE,
    IDENTITY,
    PLAYER,
    FormIdentity,
    form_of,
    identity_text,
    paper_of_fields,
    read_identity,
)
from rollwrite_desktop.printing.sheets.page_layout import imposition_of, layout_notes
from rollwrite_desktop.sheet.reading_order import spots_in_order
from rollwrite_desktop.sheet.sheet import Sheet
from tests.printed import drawn_once
from tests.sampling import sampled
from tests.walks import walk

pytestmark = pytest.mark.slow

EVERY = [(game, sheet_of(game, sheet_id, "test")) for game in GAMES.values() for sheet_id in game.play.sheets]
SHEETS = [(game, sheet_of(game, sheet_id, "test")) for game in GAMES.values() for sheet_id in game.play.played_on
          if game.play.score_sheet is None]
FACES = pytest.mark.parametrize(("game", "sheet"), SHEETS, ids=[sheet.id for _, sheet in SHEETS])


def printed(game: Game, sheet: Sheet, copies: int = 2, **extras: Any) -> bytes:
    return pdf(drawn_once(game, sheet, copies, extras=Extras(fillable=True, **extras)), header_footer(game))[0]


def by_pypdf(content: bytes, values: dict[str, str]) -> bytes:
    writer = pypdf.PdfWriter()
    writer.append(pypdf.PdfReader(io.BytesIO(content)))
    for page in writer.pages:
        writer.update_page_form_field_values(page, values, auto_regenerate=False)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def by_pikepdf(content: bytes, values: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(content)) as document:
        for parent in document.Root.AcroForm.Fields:
            for field in parent.Kids:
                name = f"{parent.T}.{field.T}"
                if name in values:
                    check = field.FT == "/Btn"
                    field.V = pikepdf.Name(values[name]) if check else pikepdf.String(values[name])
        document.save(out)
    return out.getvalue()


@sampled("game, sheet, fill", [
    (*each, fill) for each in SHEETS for fill in (by_pypdf, by_pikepdf)
], 12, lambda case: (case[0].info.id, case[2]), ids=lambda part: getattr(part, "id", getattr(part, "__name__", "")))
def test_what_was_filled_in_comes_back(game: Game, sheet: Sheet, fill: Any) -> None:
    rules = game.play.rules(sheet, options_of(game, {}, "test"))
    session = walk(game.info.id, sheet.id, (), "random", 2)
    paper = game.check.paper_of(rules, session.state, session.players[0])
    values = {f"s2.{space}": held for space, held in paper.spaces.items()} | {f"s2.{PLAYER}": "José Ñandú"}
    (entered,) = entered_forms(fill(printed(game, sheet), values), "filled.pdf", fields=field_values)
    assert isinstance(entered, Entered) and (entered.game, entered.sheet) == (game, sheet)
    assert entered.paper.spaces == paper.spaces and entered.paper.player == "José Ñandú"


@sampled("game, sheet", EVERY, 6, lambda case: case[0].info.id, ids=lambda part: getattr(part, "id", ""))
def test_every_spot_that_can_be_entered_has_a_field_of_its_own(game: Game, sheet: Sheet) -> None:
    reader = pypdf.PdfReader(io.BytesIO(printed(game, sheet, 3)))
    desk = game.check.paper_editor(sheet, options_of(game, {}, "test"))
    names = [name for name, field in (reader.get_fields() or {}).items() if "." in name]
    assert len(names) == len(set(names))
    spots = [spot for spot in spots_in_order(sheet) if any(len(key) == 1 for key, _ in desk.keys(spot))]
    for copy in (1, 2, 3):
        mine = [name.partition(".")[2] for name in names if name.startswith(f"s{copy}.")]
        mine = [name for name in mine if name not in (IDENTITY, PLAYER, DATE) and not name.startswith("name/")]
        assert mine == spots  # the order of tabs
    for page in reader.pages:
        for item in page["/Annots"].get_object():
            field = item.get_object()
            left, low, right, high = (float(n) for n in field["/Rect"])
            assert left < right and low < high and right <= float(page.mediabox.width)
            assert field["/T"] == IDENTITY or field["/TU"]


@pytest.mark.parametrize(("game", "sheet"), EVERY, ids=[sheet.id for _, sheet in EVERY])
def test_no_tool_tip_says_what_a_blank_field_holds(game: Game, sheet: Sheet) -> None:
    tips = [field.tip for field in form_of(game, sheet, {}).fields]
    assert not [tip for tip in tips if "—" in tip or "blank" in tip or "empty" in tip]


def test_boxes_claims_and_rolls_come_back() -> None:
    game = GAMES["rolling_america"]
    sheet = sheet_of(game, "", "test")
    values = {
        "s1.TX": " (3) ", "s1.OK": "x", "s1.xs": "12", "s1.rounds/1": "/On", "s1.rounds/2": "/On", "s1.guard/1": "/On",
        "s1.roll/1": "b4 w2", "s1.roll/2": "Red 1, g 6", "s1.roll/4": "o1 y1", "s2.TX": "9",
    }
    first, second = entered_forms(by_pikepdf(printed(game, sheet, rolls=True), values), "f.pdf", fields=field_values)
    assert first.paper == Paper(
        game="rolling_america", sheet=sheet.id, spaces={"TX": "(3)", "OK": "X"}, boxes={"rounds": 2, "guard": 1},
        claimed=12, rolls=["blue 4, wild 2", "red 1, green 6"],
    )
    assert second.paper.spaces == {"TX": "9"} and second.paper.rolls is None


def test_rolls_on_a_page_of_their_own_belong_to_their_sheet() -> None:
    game = GAMES["on_tour"]
    sheet = sheet_of(game, "", "test")
    leaves = drawn_once(game, sheet, 2, extras=Extras(fillable=True, rolls=True))
    content, pages = pdf(leaves, header_footer(game), paper="letter")
    assert pages == 4
    fields = pypdf.PdfReader(io.BytesIO(content)).get_fields() or {}
    for spot in ("player", "date"):  # the pages of rolls repeat them
        script = fields[f"s2.log/1/{spot}"]["/AA"]["/C"].get_object()["/JS"]
        assert f'".{spot}"' in script and f"s2.{spot}" in fields
    values = {"s1.TX": "37", "s2.TX": "73", "s2.roll/1": "1 8 | MI, GA", "s2.roll/2": "2 9 | TX, OH", "s2.log/1/date": "May"}
    first, second = entered_forms(by_pikepdf(content, values), "f.pdf", fields=field_values)
    assert first.paper.rolls is None and first.paper.spaces == {"TX": "37"}
    assert second.paper.rolls == ["1 8 | MI, GA", "2 9 | TX, OH"] and second.paper.spaces == {"TX": "73"}


def test_writing_forms_can_be_stopped_to_the_last(tmp_path: Path) -> None:
    game = GAMES["rolling_america"]
    leaves = drawn_once(game, sheet_of(game, "", "test"), 3, extras=Extras(fillable=True))
    steps: list[tuple[int, int]] = []
    write_pdf(tmp_path / "a.pdf", leaves, header_footer(game), progress=lambda *step: steps.append(step) is None)
    assert steps == [(n, 6) for n in range(6)]
    for last in (0, 2, 3, 5):
        with pytest.raises(Cancelled):
            write_pdf(tmp_path / "b.pdf", leaves, header_footer(game), progress=lambda done, _, last=last: done < last)
    assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]


def test_a_score_sheet_for_all_comes_back() -> None:
    game = GAMES["ligretto_dice"]
    sheet = sheet_of(game, "ligretto_dice_score_2", "test")
    names = [box.id for box in sheet.boxes if box.group == "players"]
    values = {
        f"s1.{names[0]}": "Ann", f"s1.{names[1]}": "Bo", "s1.r1p1": "3", "s1.r1p2": "-3", "s1.total/r1p1": "103",
        "s1.total/r1p2": "97", "s1.final/1": "/On",
    }
    content = printed(game, sheet, 1)
    (entered,) = entered_forms(by_pikepdf(content, values), "f.pdf", fields=field_values)
    paper = entered.paper
    assert (paper.players, paper.rounds, paper.totals) == (["Ann", "Bo"], [[3, -3]], [[103, 97]])
    with pikepdf.open(io.BytesIO(content)) as document:
        worked_out = {str(field.T): str(field.AA.C.JS) for field in document.Root.AcroForm.CO}
    assert worked_out["total/r1p1"].endswith(f'var s=any(["r1p1"])?100+sum(["r1p1"]):"";{KEPT}')
    assert worked_out["total/r2p1"].endswith(f'var s=any(["r2p1"])?0+sum(["r2p1","total/r1p1"]):"";{KEPT}')
    assert len(worked_out) == len(sheet.group("totals"))


def test_what_a_form_works_out_is_right() -> None:
    """Every sum is of fields, those that it needs come before it, and the check finds nothing in the totals of a table."""
    for game, sheet in EVERY:
        fields, sums = {field.spot: field for field in form_of(game, sheet, {}).fields}, game.words.print_kit.sums(sheet)
        order = [spot for spot, field in fields.items() if field.sum is not None]
        assert set(order) == set(sums)
        for spot, one in sums.items():
            assert {*one.of, *one.needs} <= set(fields) and spot not in one.of
            assert all(order.index(other) < order.index(spot) for other in one.of if other in sums)
    game, sheet = next((game, sheet) for game, sheet in EVERY if sheet.id == "ligretto_dice_score_3")
    values = {"r1p1": "4", "r1p2": "-3", "r1p3": "-1", "r2p1": "-2", "r2p2": "7", "r2p3": "-5"}
    for spot, one in game.words.print_kit.sums(sheet).items():
        if any(values.get(need) for need in one.needs or one.of):
            values[spot] = str(one.start + sum(int(values.get(other) or 0) for other in one.of))
    paper = paper_of_fields(game, sheet, FormIdentity(game.info.id, sheet.id, 1, {}), values)
    assert isinstance(paper, LigrettoDicePaper) and paper.totals == [[104, 97, 99], [102, 104, 94]]
    report = checked(Entered(game, sheet, paper, "form")).report
    assert not any(finding.key.startswith("LD-9") for finding in report.findings)
    values["total/r2p1"] = "112"  # as a person wrote it, which the form leaves
    paper = paper_of_fields(game, sheet, FormIdentity(game.info.id, sheet.id, 1, {}), values)
    assert paper is not None
    report = checked(Entered(game, sheet, paper, "form")).report
    assert any(finding.key.startswith("LD-9") for finding in report.findings)


def test_a_form_is_audited_and_other_files_as_before(tmp_path: Path) -> None:
    game, sheet = SHEETS[0]
    (tmp_path / "f.pdf").write_bytes(by_pypdf(printed(game, sheet), {"s1.TX": "3", "s1.OK": "5"}))
    found = checked(entries(tmp_path / "f.pdf")[0])
    assert any(finding.rule == "RA-8" for finding in found.report.findings)
    (tmp_path / "p.json").write_bytes(write_paper(found.paper))
    again = checked(entries(tmp_path / "p.json")[0])
    assert again.report == found.report


@pytest.mark.parametrize(("values", "words"), [
    ({}, "nothing is filled in"),
    ({"s1.TX": "3", "s1.about": "somebody else's"}, "expected 'rollwrite-form 1'"),
    ({"s1.TX": "3", "s1.about": "rollwrite-form 1 chess board 1"}, "no game 'chess'"),
    ({"s1.TX": "3", "s1.about": "rollwrite-form 1 rolling_america mars 1"}, "mars"),
    ({"s1.TX": "3", "s1.about": "rollwrite-form 1 rolling_america rolling_america_usa 77"}, "version 77"),
    ({"s1.TX": "3", "s1.about": "rollwrite-form 1 rolling_america rolling_america_usa 1 luck=on"}, "luck"),
    ({"s1.xs": "many"}, "The box xs has 'many'"),
])
def test_a_form_that_cannot_be_read_is_told(values: dict[str, str], words: str) -> None:
    game, sheet = SHEETS[0]
    with pytest.raises(UserError, match=words):
        entered_forms(by_pikepdf(printed(game, sheet), values), "f.pdf", fields=field_values)


def test_a_plain_pdf_is_no_form() -> None:
    game, sheet = SHEETS[0]
    content, _ = pdf(drawn_once(game, sheet, 1), header_footer(game))
    with pytest.raises(UserError, match="not one of our forms"):
        entered_forms(content, "f.pdf", fields=field_values)


FORM = by_pikepdf(printed(*SHEETS[0], copies=1), {"s1.TX": "3"})


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, len(FORM) - 1), st.binary(max_size=40), st.integers(0, 400))
def test_a_damaged_form_is_a_paper_or_a_sentence(place: int, junk: bytes, lost: int) -> None:
    damaged = FORM[:place] + junk + FORM[place + lost :]
    try:
        papers = entered_forms(damaged, "f.pdf", fields=field_values)
    except UserError as error:
        assert str(error).startswith("f.pdf") or "TX" in str(error)
    else:
        assert all(isinstance(entered.paper, Paper) for entered in papers)


def test_the_hidden_field_is_read_as_it_was_written() -> None:
    _, sheet = SHEETS[0]
    about = read_identity(identity_text(sheet, {"corners": "on"}))
    assert about is not None
    assert (about.game, about.sheet, about.version) == (sheet.game, sheet.id, sheet.version)
    assert about.options == {"corners": "on"}
    assert read_identity("") is None and read_identity("rollwrite-form 1 a b ²") is None


def test_values_given_beforehand_are_shown() -> None:
    game, sheet = SHEETS[0]
    leaves = drawn_once(game, sheet, 1, ("Zoë",), Extras(fillable=True))
    content, _ = pdf(leaves, header_footer(game))
    document = pypdfium2.PdfDocument(content)
    try:
        document.init_forms()
        assert document.get_formtype() == 1
    finally:
        document.close()
    assert pypdf.PdfReader(io.BytesIO(content)).get_form_text_fields(full_qualified_name=True)["s1.player"] == "Zoë"
    assert form_of(game, sheet, {}, player="N" * 500).fields[0].value == "N" * 60


def test_more_forms_than_can_be_read_back_are_told_of() -> None:
    game = GAMES["on_tour"]
    (leaf,) = drawn_once(game, sheet_of(game, ""), 1, extras=Extras(fillable=True, rolls=True))
    for copies, told in ((185, False), (186, True)):
        leaves = (replace(leaf, copies=copies),)
        notes = layout_notes(leaves, imposition_of(leaves, "a4", 1))
        assert ("About 185 of these forms can be read back from one file; save the rest in other files." in notes) == told
