"""What comes out of the printer: valid, found by search, the same every time, small, and at the declared size."""

from __future__ import annotations

import io
import re
from itertools import product

import numpy as np
import pikepdf
import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.draw.display import Display, Shape, Text
from rollwrite_desktop.draw.imposition import PAPERS, PER_PAGE, impose
from rollwrite_desktop.draw.inks import PRINT_MODES, Mode
from rollwrite_desktop.draw.map_face import blank_map
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.printing.pdf.export import pdf
from rollwrite_desktop.printing.sheets.page_layout import (
    DocumentInfo,
    HeaderFooter,
    Leaf,
    Pages,
    imposition_of,
    missing_characters,
    page_display,
)
from rollwrite_desktop.sheet.load import find
from tests.draw.pictures import dice_picture, map_picture, small_map
from tests.sampling import sampled

TEXTS = HeaderFooter("Small map", "Unofficial. Drawn by the makers of this program, who are connected with nobody at all.")
ABOUT = DocumentInfo("The makers", "A sheet for tests", "es")


def blank(name: str = "rolling_america_usa") -> Display:
    sheet = small_map() if name == "small" else find(name)
    return Display(sheet.size, blank_map(sheet))


def rendered(content: bytes, page: int = 0, scale: float = 1.0) -> Image.Image:
    document = pypdfium2.PdfDocument(content)
    try:
        return document[page].render(scale=scale).to_pil().convert("RGB")
    finally:
        document.close()


def text_of(content: bytes, page: int = 0) -> str:
    return pypdf.PdfReader(io.BytesIO(content)).pages[page].extract_text()


def has_ink(picture: Image.Image) -> bool:
    return ImageChops.invert(picture).getbbox() is not None


@sampled("ink, paper, per_page", [*product(PRINT_MODES, PAPERS, PER_PAGE)], 6, lambda case: case[::2])
def test_every_kind_of_page_is_valid_and_renders(ink: Mode, paper: str, per_page: int) -> None:
    content, count = pdf([Leaf(blank(), 5)], TEXTS, ABOUT, ink=ink, paper=paper, per_page=per_page)
    assert count == -(-5 // per_page)
    with pikepdf.open(io.BytesIO(content)) as document:
        assert document.check_pdf_syntax() == []
        assert len(document.pages) == count
    page = impose((720, 540), paper, per_page)
    picture = rendered(content)
    assert picture.size == pytest.approx(page.size, abs=1)
    for cell in page.cells:
        face = cell.face
        assert has_ink(picture.crop((int(face.x), int(face.y), int(face.x + face.w), int(face.y + face.h))))
    edge = picture.copy()
    edge.paste("white", (5, 5, picture.width - 5, picture.height - 5))
    assert not has_ink(edge) or per_page > 1  # nothing where printers do not reach, but for crop marks


def test_text_is_found_and_the_document_says_what_it_is() -> None:
    leaves = [Leaf(map_picture(), player="José", note="final score: 7")]
    content, _ = pdf(leaves, TEXTS, ABOUT, paper="letter", per_page=4)
    words = text_of(content)
    for expected in ("Small map", "José", "final score: 7", "Unofficial.", "José Müller", "RE2", "96.5%"):
        assert expected in words
    reader = pypdf.PdfReader(io.BytesIO(content))
    assert reader.metadata is not None
    assert reader.metadata.title == "Small map" and reader.metadata.author == "The makers"
    assert reader.metadata.subject == "A sheet for tests"
    root = reader.trailer["/Root"]
    assert root["/Lang"] == "es"
    assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]


def test_typefaces_are_embedded_as_subsets() -> None:
    content, _ = pdf([Leaf(map_picture())], TEXTS)
    names = set()
    for item in pypdf.PdfReader(io.BytesIO(content)).pages[0]["/Resources"]["/Font"].values():
        font = item.get_object()
        names.add(font["/BaseFont"])
        assert "/FontFile2" in font["/FontDescriptor"] and "/ToUnicode" in font
    assert all(re.fullmatch(r"/[A-Z]{6}\+Rollwrite(Text|Hand)(-\w+)?", name) for name in names) and len(names) == 3


def test_the_same_leaves_give_the_same_bytes() -> None:
    leaves = [Leaf(map_picture(), 2, "Ann"), Leaf(dice_picture(), 1, "Bo")]
    assert pdf(leaves, TEXTS, ABOUT, ink="grey")[0] == pdf(leaves, TEXTS, ABOUT, ink="grey")[0]


def test_a_pad_stores_its_drawing_once_and_stays_small() -> None:
    pad, count = pdf([Leaf(blank(), 100)], TEXTS, ABOUT)
    assert count == 100
    assert len(pad) < 60_000
    with pikepdf.open(io.BytesIO(pad)) as document:
        forms = [item for item in document.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"]
        assert len(forms) == 3  # the sheet, the lines round it, and both together
    for mode in ("grey", "low"):
        assert len(pdf([Leaf(blank(), 100)], TEXTS, ABOUT, ink=mode)[0]) < 60_000  # type: ignore[arg-type]
    assert "Sheet 100 of 100" in text_of(pad, 99)
    assert rendered(pad, 0).tobytes() != rendered(pad, 99).tobytes()


def test_filled_sheets_share_their_blank_part() -> None:
    empty = blank("small")
    filled = [Display(empty.size, (*empty.marks, Text("w", 50, 70, str(n), "hand", 20, "pencil"))) for n in range(1, 4)]
    together, _ = pdf([Leaf(display) for display in filled], TEXTS)
    apart = sum(len(pdf([Leaf(display)], TEXTS)[0]) for display in filled)
    assert len(together) < 0.6 * apart
    for number, display in enumerate(filled):
        alone, _ = pdf([Leaf(display)], HeaderFooter("Small map", TEXTS.credits, numbered=False))
        shared, _ = pdf([Leaf(d) for d in filled], HeaderFooter("Small map", TEXTS.credits, numbered=False))
        assert rendered(shared, number).tobytes() == rendered(alone).tobytes()


def test_different_faces_in_one_document_keep_their_places_and_names() -> None:
    content, count = pdf([Leaf(map_picture(), 1, "Ann"), Leaf(dice_picture(), 2, "Bo")], TEXTS, per_page=2)
    assert count == 2
    assert "Ann" in text_of(content, 0) and "Bo" in text_of(content, 0)
    assert "Ann" not in text_of(content, 1) and "Bo" in text_of(content, 1)


def test_unscaled_faces_come_out_at_their_size() -> None:
    """The thick outline of the paper's face is measured on the page: 720 × 540 points at scale 1."""
    frame = Display(
        (720, 540), (Text("a", 0, 540, "H", "bold", 10, "text"), Text("b", 720, 10, "H", "bold", 10, "text", "right"))
    )
    content, _ = pdf([Leaf(frame)], HeaderFooter(numbered=False, ruler=False))
    face = imposition_of([Leaf(frame)], "a4", 1).cells[0].face
    around = tuple(round(4 * n) for n in (face.x - 9, face.y, face.x + face.w + 9, face.y + face.h + 4))
    box = ImageChops.invert(rendered(content, scale=4).crop(around)).getbbox()  # type: ignore[arg-type]
    assert box is not None
    assert (box[2] - box[0]) / 4 == pytest.approx(720, abs=2.5)
    assert (box[3] - box[1]) / 4 == pytest.approx(537.3, abs=1)


def test_a_long_title_and_long_credits_are_shortened_and_never_meet() -> None:
    long = "Unofficial play aid. " * 16
    for paper, per_page in (("a4", 1), ("a4", 2), ("letter", 4)):
        page = imposition_of([Leaf(blank())], paper, per_page)
        (first, *_) = Pages([Leaf(blank(), per_page, blanks=("Date",))], HeaderFooter("Club " * 20, long), page)
        around = [bounds(mark) for mark in (*first.common, *first.placed[0].marks)
                  if mark.key.partition("/")[0] in ("title", "credits", "number", "blank") and mark.key.split("/")[1] == "0"]
        assert len(around) >= 4
        assert all(min(a[2], b[2]) - max(a[0], b[0]) < 0.5 or min(a[3], b[3]) < max(a[1], b[1])
                   for i, a in enumerate(around) for b in around[i + 1 :])


def test_missing_characters_are_reported_and_printed_as_question_marks() -> None:
    leaves = [Leaf(blank("small"), player="日本 Ann", note="ok")]
    assert missing_characters(leaves, TEXTS) == "日本"
    assert missing_characters([Leaf(blank("small"), player="Юлия")], TEXTS) == ""
    content, _ = pdf(leaves, TEXTS)
    assert "?? Ann" in text_of(content)


def test_a_page_can_be_previewed_as_a_display() -> None:
    page = imposition_of([Leaf(blank())], "a4", 2)
    (first,) = Pages([Leaf(blank(), 2, "Ann")], TEXTS, page)
    preview = page_display(first, page)
    assert preview.size == page.size
    assert [mark.text for mark in preview.marks if isinstance(mark, Text)].count("Ann") == 2
    keys = [mark.key for mark in preview.marks]
    assert len(keys) == len(set(keys))


def test_pages_have_backs_if_any_leaf_has_one() -> None:
    leaves = Leaf(blank()), Leaf(blank(), back=Leaf(blank("hexroller_back")))
    assert len(Pages(leaves, TEXTS, imposition_of(leaves, "a4", 1))) == 4
    assert pdf(leaves, TEXTS)[1] == 4


def test_a_path_that_begins_with_a_curve_keeps_it() -> None:
    """And then goes on straight."""
    wave = (("M", 10.0, 10.0), ("C", 20.0, 40.0, 60.0, 40.0, 70.0, 10.0), ("L", 40.0, 60.0), ("Z",))
    picture = rendered(pdf([Leaf(Display((100, 100), (Shape("wave", wave, "text"),)))], TEXTS)[0])
    ink = np.asarray(picture.convert("L")) < 128
    flat = Display((100, 100), (Shape("wave", (*wave[:1], ("L", 70.0, 10.0), *wave[2:]), "text"),))
    straight = rendered(pdf([Leaf(flat)], TEXTS)[0])
    assert ink.sum() < 0.8 * (np.asarray(straight.convert("L")) < 128).sum()


def test_nothing_to_print_is_an_error() -> None:
    for leaves in ([], [Leaf(blank("small"), 0)]):
        with pytest.raises(UserError, match="Nothing to print"):
            pdf(leaves, TEXTS)
