"""What the Matterhorn Protocol lets a machine tell of a PDF/UA-1 file, of every kind of document that the program prints."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from itertools import pairwise

import pikepdf
import pypdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf, Stream

from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.printing.jobs.print_jobs import blank_leaves, header_footer
from rollwrite_desktop.printing.pdf.export import pdf
from rollwrite_desktop.sheet.reading_order import reading_order
from rollwrite_desktop.sheet.sheet import Sheet
from tests.printed import Document, digested, documents, known_digests
from tests.printing.test_print_jobs import SHEETS
from tests.sampling import sampled

pytestmark = pytest.mark.slow

DOCUMENTS = list(documents())
KNOWN = known_digests()
PAINTS = {"Do", "Tj", "TJ", "'", '"', "f", "F", "f*", "S", "s", "B", "B*", "b", "b*", "sh", "EI"}
INSIDE = {
    "Document": {"Figure", "Form", "H1", "H2", "P", "Table"}, "Table": {"TR"}, "TR": {"TH", "TD"},
}
"""Elements that hold others, and which; the rest hold marked content or a field."""
Element = tuple[str, Dictionary]


def faults(document: Pdf) -> Iterator[str]:
    """What is wrong with a document, by the number of the protocol's checkpoint."""
    root = document.Root
    yield from _about(document)
    tree = dict(_tree(root.StructTreeRoot))
    elements = [element for _, element in _elements(root.StructTreeRoot)]
    for kind, element in _elements(root.StructTreeRoot):
        held = [str(kid.S)[1:] for kid in _kids(element) if isinstance(kid, Dictionary) and "/S" in kid]
        if not {*held} <= INSIDE.get(kind, set()):
            yield f"09-004 {kind} holds {held}"
        if kind == "Figure" and not str(element.get("/Alt", "")).strip():
            yield "13-004 a figure without alternative text"
        if kind == "TH" and element.get("/A", {}).get("/Scope") != "/Column":
            yield "15-003 a head of nothing"
        if kind == "Table" and len({len(_kids(row)) for row in _kids(element)}) != 1:
            yield "15 rows of different length"
    levels = [int(kind[1]) for kind, _ in _elements(root.StructTreeRoot) if kind in ("H1", "H2")]
    if levels[:1] == [2] or any(b > a + 1 for a, b in pairwise(levels)):
        yield f"14-003 headings {levels}"
    for page in document.pages:
        yield from _page(page, tree)
    found = {element.objgen for element in elements}
    listed = {element.objgen for value in tree.values() for element in (value if isinstance(value, Array) else [value])}
    if not listed <= found:
        yield "01 marked content of no element"


def _about(document: Pdf) -> Iterator[str]:
    root = document.Root
    packet = root.Metadata.read_bytes().decode()
    for told, number in (
        (root.get("/MarkInfo", {}).get("/Marked") is True, "01-002 not tagged"),
        ("<pdfuaid:part>1<" in packet, "06-002 no identification"), ("<dc:title>" in packet, "06-003 no title"),
        (root.get("/ViewerPreferences", {}).get("/DisplayDocTitle") is True, "07-001 the title is not shown"),
        (str(root.get("/Lang", "")) == "en", "11-006 no language"), ("/RoleMap" not in root.StructTreeRoot, "02 roles"),
        ("/XFA" not in root.get("/AcroForm", {}), "25-001 XFA"), (not document.is_encrypted, "26 encrypted"),
    ):
        if not told:
            yield number
    for item in document.objects:
        kind = item.get("/Type") if isinstance(item, Dictionary) else None
        if kind == "/Font" and not ("/ToUnicode" in item or item.get("/BaseFont") == "/Helvetica"):
            yield "10-001 a font without Unicode"
        if kind == "/FontDescriptor" and "/FontFile2" not in item:
            yield "31-009 a font that is not embedded"
        if isinstance(item, Stream) and item.get("/Subtype") == "/Form" and b"BDC" in item.read_bytes():
            yield "30-002 a shared drawing with marked content"


def _page(page: pikepdf.Page, tree: dict[int, pikepdf.Object]) -> Iterator[str]:
    """Content is tagged or an artifact, and never both; fields are elements with a tool tip."""
    open_now, numbers = list[str](), list[int]()
    for operands, operator in pikepdf.parse_content_stream(page):
        name = str(operator)
        if name in ("BDC", "BMC"):
            if open_now:
                yield "01-003 marked content within another"
            open_now.append(str(operands[0]))
            if name == "BDC":
                numbers.append(int(operands[1].MCID))
                if "/" + str(tree[int(page.StructParents)][numbers[-1]].S)[1:] != str(operands[0]):
                    yield "01 an element of another kind than its content"
        elif name == "EMC":
            open_now.pop()
        elif name in PAINTS and not open_now:
            yield f"01-005 {name} is neither tagged nor an artifact"
    elements = list(tree[int(page.StructParents)])
    if numbers != list(range(len(elements))) or open_now:
        yield "01 marked content of no element"
    for number, element in zip(numbers, elements, strict=False):
        if int(element.K) != number or element.Pg.objgen != page.objgen:
            yield "01 an element of other content"
    if page.get("/Tabs") != "/S":
        yield "28-009 tab order"
    for widget in page.get("/Annots", []):
        form = tree.get(int(widget.get("/StructParent", -1)))
        if form is None or form.S != "/Form" or form.K.Obj.objgen != widget.objgen:
            yield "28-010 a field that is no element"
        if not int(widget.F) & 2 and not str(widget.get("/TU", "")).strip():
            yield "28-005 a field without a tool tip"


def _tree(root: Dictionary) -> Iterator[tuple[int, pikepdf.Object]]:
    numbers = list(root.ParentTree.Nums)
    yield from zip(map(int, numbers[::2]), numbers[1::2], strict=True)


def _kids(element: Dictionary) -> list[pikepdf.Object]:
    kids = element.get("/K", [])
    return list(kids) if isinstance(kids, Array) else [kids]


def _elements(parent: Dictionary) -> Iterator[Element]:
    """All elements below one, in reading order, each once; each names its parent."""
    for kid in _kids(parent):
        if isinstance(kid, Dictionary) and "/S" in kid:
            assert kid.P.objgen == parent.objgen
            yield str(kid.S)[1:], kid
            yield from _elements(kid)


@sampled("document", DOCUMENTS, 72, group=lambda each: each.name.split(" ")[1], ids=lambda each: each.name[:40])
def test_every_document_is_what_it_claims(document: Document) -> None:
    content = document.made()
    # A-2b, 6.1.7.1: the keyword after every stream is on a line of its own.
    assert content.count(b"\nendstream\nendobj") == content.count(b"endstream\nendobj") > 3
    with pikepdf.open(io.BytesIO(content)) as made:
        assert list(faults(made)) == [] and made.check_pdf_syntax() == []
        whole = [kid.objgen for kid in made.Root.StructTreeRoot.K[0].K]
        assert len({*whole}) == len(whole) > 0
        if "<pdfaid:part>" in (packet := made.Root.Metadata.read_bytes().decode()):
            assert "/AcroForm" not in made.Root and "<pdfaSchema:prefix>pdfuaid<" in packet
    painted = digested(content)
    known = KNOWN.get(document.name, ("", painted))[1]
    assert painted == known, "painted otherwise; if that was meant: python -m tests.regold"


@sampled("game_id", [*GAMES], 4)
def test_the_leaves_of_every_document_are_laid_out_as_is_known(game_id: str) -> None:
    documents = [document for document in DOCUMENTS if document.game.info.id == game_id and document.name in KNOWN]
    now, known = ({document.name: what(document) for document in documents} for what in (
        Document.laid_out, lambda document: KNOWN[document.name][0]))
    assert now == known, "laid out otherwise; if that was meant: python -m tests.regold"


def test_what_is_painted_is_known_of_every_document() -> None:
    """Of each game of which anything is known: of one that was just made nothing is, until its goldens are written anew."""
    sheets = {name.split()[0] for name in KNOWN}
    known = {sheet_id for game in GAMES.values() if sheets.intersection(game.play.sheets) for sheet_id in game.play.sheets}
    assert {document.name for document in DOCUMENTS if document.name.split()[0] in known} <= {*KNOWN}
    assert all(map(all, KNOWN.values()))


def without(key: str, kind: str) -> Callable[[Pdf], None]:
    def spoil(document: Pdf) -> None:
        for item in document.objects:
            if isinstance(item, Dictionary) and key in item and kind in (item.get("/S"), item.get("/Type")):
                del item[key]
                return
    return spoil


def bare(document: Pdf) -> None:
    page = document.pages[0]
    page.Contents = document.make_stream(page.Contents.read_bytes() + b"\n/FormXob.d1 Do")


def short_row(document: Pdf) -> None:
    table = next(element for kind, element in _elements(document.Root.StructTreeRoot) if kind == "TR")
    del table.K[0]


def renamed(document: Pdf) -> None:
    next(element for kind, element in _elements(document.Root.StructTreeRoot) if kind == "H1").S = Name.TR


SPOILED: list[tuple[str, str, Callable[[Pdf], None]]] = [
    ("fillable", "11-006", lambda document: document.Root.__delitem__("/Lang")),
    ("fillable", "13-004", without("/Alt", "/Figure")), ("fillable", "28-005", without("/TU", "/Annot")),
    ("fillable", "10-001", without("/ToUnicode", "/Font")), ("fillable", "28-009", without("/Tabs", "/Page")),
    ("fillable", "07-001", lambda document: document.Root.ViewerPreferences.__delitem__("/DisplayDocTitle")),
    ("fillable", "28-010", without("/StructParent", "/Annot")), ("rules", "09-004", renamed), ("fillable", "01-005", bare),
    ("ranking", "15 rows", short_row), ("ranking", "15-003", without("/A", "/TH")),
]


@pytest.mark.parametrize(("kind", "number", "spoil"), SPOILED, ids=[f"{each[0]} {each[1]}" for each in SPOILED])
def test_each_check_sees_a_fault(kind: str, number: str, spoil: Callable[[Pdf], None]) -> None:
    kept = next(document for document in DOCUMENTS if document.name.split(" ")[1] == kind)
    with pikepdf.open(io.BytesIO(kept.made())) as document:
        assert list(faults(document)) == []
        spoil(document)
        assert any(fault.startswith(number) for fault in faults(document))


MAPS = [(game, sheet) for game, sheet in SHEETS if sheet.links]


def _codes(word: str, sheet: Sheet) -> Iterator[str]:
    """The codes with which a word begins: texts on one line that are near to each other are read as one word."""
    code = next((word[:n] for n in (3, 2) if word[:n] in sheet.space), "")
    if code:
        yield code
        yield from _codes(word[len(code) :], sheet)


@sampled("game, sheet", [each for each in MAPS if all(len(space.id) > 1 for space in each[1].spaces)], 9,
         ids=lambda case: getattr(case, "id", ""))  # dice and regions are letters, too
def test_the_text_of_a_sheet_runs_region_by_region(game: Game, sheet: Sheet) -> None:
    """In the content, and in what is said of the figure; there spaces have their names."""
    (leaf,) = blank_leaves(game, sheet, 1)
    content, _ = pdf([leaf], header_footer(game))
    words = pypdf.PdfReader(io.BytesIO(content)).pages[0].extract_text().split()
    spaces = [spot for group in reading_order(sheet) if group.region for spot in group.spots if spot in sheet.space]
    shown = [code for word in words for code in _codes(word, sheet)]
    assert [word for word in dict.fromkeys(shown) if word in spaces] == [spot for spot in spaces if spot in shown]
    assert len({*shown}) > 0.6 * len(spaces)
    at = -1
    for group in reading_order(sheet):
        if group.region is not None:
            at = leaf.alt.index(f"{group.title}: ", at + 1)
            for spot in group.spots:
                if spot in sheet.space:
                    at = leaf.alt.index(sheet.space[spot].name or spot, at)
