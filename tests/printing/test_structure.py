"""The PDF as an object: what is described, and how; test_pdf_ua.py has what any document must keep to."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pikepdf
import pypdf
import pytest

from rollwrite_desktop.core.i18n import join_list
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.play.paper.audit_files import opened_journal
from rollwrite_desktop.printing.jobs.print_jobs import NO_EXTRAS, Extras, game_leaves, header_footer
from rollwrite_desktop.printing.pdf.compact_pdf import compacted
from rollwrite_desktop.printing.pdf.export import pdf
from rollwrite_desktop.printing.sheets.page_layout import DocumentInfo
from rollwrite_desktop.sheet.sheet import Sheet
from tests.printed import drawn_once
from tests.printing.test_print_jobs import FACES, SHEETS, with_

pytestmark = pytest.mark.slow

RECORDED = Path(__file__).parents[1] / "recorded"
ABOUT = DocumentInfo(subject="A pad", lang="en", date="2026-11-22T08:00:00+01:00")


def printed(game: Game, sheet: Sheet, extras: Extras = NO_EXTRAS, copies: int = 2) -> pikepdf.Pdf:
    content, _ = pdf(drawn_once(game, sheet, copies, extras=extras), header_footer(game), ABOUT)
    return pikepdf.open(io.BytesIO(content))


def rules_behind(game: Game, *, fillable: bool = False) -> Extras:
    """The rules on the back, where a game has them to print."""
    return Extras(back="rules" if game.words.has_handbook else "", fillable=fillable)


def elements(document: pikepdf.Pdf) -> list[pikepdf.Object]:
    (whole,) = document.Root.StructTreeRoot.K
    assert whole.S == "/Document"
    return list(whole.K)


@FACES
def test_figures_are_described_and_rules_are_read(game: Game, sheet: Sheet) -> None:
    """UA-1, 7.3 and 7.4: figures have a description, text has headings and paragraphs."""
    with printed(game, sheet, rules_behind(game)) as document:
        found = elements(document)
        figures = [element for element in found if element.S == "/Figure"]
        assert len(figures) == 2 and all(str(figure.Alt) for figure in figures)
        if not game.words.has_handbook:
            return
        kinds = [str(element.S) for element in found]
        assert kinds.count("/H1") == 2 and kinds.count("/H2") >= 8 and kinds.count("/P") >= 8
        page = document.pages[1]
        assert page.Tabs == "/S"


@FACES
def test_the_document_says_what_it_is(game: Game, sheet: Sheet) -> None:
    """UA-1, 5 and 7.1: identification, title shown, language. A-2b, 6.6.2 and 6.2.3: metadata and the intent of colors."""
    with printed(game, sheet) as document:
        root = document.Root
        assert root.Lang == "en" and root.ViewerPreferences.DisplayDocTitle
        packet = root.Metadata.read_bytes().decode()
        assert "<pdfuaid:part>1<" in packet and "<pdfaid:part>2<" in packet and "<pdfaid:conformance>B<" in packet
        assert ABOUT.date in packet and "A pad" in packet
        with document.open_metadata() as metadata:
            assert metadata["dc:title"]
        (intent,) = root.OutputIntents
        assert intent.S == "/GTS_PDFA1" and intent.DestOutputProfile.read_bytes()[36:40] == b"acsp"
        assert document.pdf_version == "1.7" and len(document.trailer.ID) == 2
        for item in document.objects:  # A-2b, 6.2.11: every font is embedded; 6.1.7: no external or LZW streams
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/FontDescriptor":
                assert "/FontFile2" in item
            if isinstance(item, pikepdf.Stream):
                assert "/F" not in item and item.get("/Filter") != "/LZWDecode"
    with printed(game, sheet, Extras(fillable=True)) as document:
        assert "pdfaid:part" not in document.Root.Metadata.read_bytes().decode()  # scripts in its fields


def test_page_labels_are_the_numbers_of_sheets() -> None:
    game, sheet = with_("rolls")[0]
    content, _ = pdf(drawn_once(game, sheet, 2, extras=Extras(rolls=True)), header_footer(game))
    assert pypdf.PdfReader(io.BytesIO(content)).page_labels[::2] == ["1", "2"]


@FACES
def test_fields_have_tool_tips_of_their_own(game: Game, sheet: Sheet) -> None:
    (leaf,) = drawn_once(game, sheet, 1, extras=Extras(fillable=True))
    assert leaf.form is not None
    tips = [field.tip for field in leaf.form.fields if field.kind == "check"]
    assert len(set(tips)) == len(tips) and not any(re.search(r"\b0\b", tip) for tip in tips)


def test_what_reportlab_writes_is_packed_without_loss() -> None:
    game, sheet = SHEETS[0]
    content, count = pdf(drawn_once(game, sheet, 300), header_footer(game))
    with pikepdf.open(io.BytesIO(content)) as document:
        assert len(document.pages) == count == 300 and document.check_pdf_syntax() == []
    for junk in (b"", b"%PDF-1.4 nothing", content):
        with pytest.raises(ValueError, match="table of objects"):
            compacted(junk)


@pytest.mark.parametrize("name", ["solo", "tour_best_route", "hexes_solo", "race_haste"])
def test_a_filled_sheet_is_told_with_what_stands_on_it(name: str) -> None:
    """Every description is of what is written: the player's name, and no place that is empty."""
    opened = opened_journal(RECORDED / f"{name}.rollwrite")
    leaves = game_leaves(opened)
    content, _ = pdf(leaves, header_footer(opened.game))
    with pikepdf.open(io.BytesIO(content)) as document:
        told = [str(element.Alt) for element in elements(document) if element.S == "/Figure"]
    assert told == [leaf.alt for leaf in leaves] and len(set(told)) == len(leaves)
    for leaf in leaves:
        assert leaf.title in leaf.alt or leaf.title == join_list(opened.head.players)
        assert leaf.alt.count(";") > 5 and ": blank" not in leaf.alt
        assert leaf.note in leaf.alt


def test_the_title_and_the_date_are_the_same_in_both_places() -> None:
    """A-2b, 6.6.2.3: what the information dictionary and the metadata both say agrees."""
    opened = opened_journal(RECORDED / "solo.rollwrite")
    about = DocumentInfo(subject="Rolling America: Ann", date="2026-11-22T08:00:00+01:00")
    content, _ = pdf(game_leaves(opened), header_footer(opened.game), about)
    with pikepdf.open(io.BytesIO(content)) as document, document.open_metadata() as metadata:
        assert metadata["dc:title"] == document.docinfo["/Title"] == about.subject
        assert document.docinfo["/CreationDate"] == "D:20261122080000+01'00'" and metadata["xmp:CreateDate"] == about.date


@FACES
def test_the_lines_of_the_header_are_fields(game: Game, sheet: Sheet) -> None:
    leaves = drawn_once(game, sheet, 1, extras=Extras(fillable=True))
    content, _ = pdf(leaves, header_footer(game))
    fields = pypdf.PdfReader(io.BytesIO(content)).get_fields() or {}
    (leaf,) = leaves
    board = game.play.score_sheet is not None and sheet.id in game.play.played_on
    assert leaf.form is not None and len(leaf.form.header) == len(leaf.blanks) and bool(leaf.blanks) == (not board)
    for spot, caption in zip(leaf.form.header, leaf.blanks, strict=True):
        assert fields[f"s1.{spot}"]["/TU"] == caption
    assert leaf.form.header[-1:] == (() if board else ("date",))
