"""Writes form fields into a PDF: text fields and check boxes.

ReportLab's form fields have an appearance stream each; here equal fields share theirs, so that large pads stay small. Knows
no game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString
from reportlab.pdfgen.canvas import Canvas

from rollwrite_desktop.draw.imposition import Cell
from rollwrite_desktop.gamekit.words.print_kit import Sum
from rollwrite_desktop.printing.pdf.pdf_structure import RawObject, StructureWriter
from rollwrite_desktop.printing.pdf.reportlab_inside import catalog, document, page_annotations
from rollwrite_desktop.printing.sheets.form_fields import IDENTITY, PLAYER, Field, Form, repeated
from rollwrite_desktop.sheet.sheet import Rect

PRINTED, HIDDEN = 4, 2  # annotation flags
READ_ONLY = 1  # a field flag
CENTERED = 1  # quadding


# A field's name begins with that of its sheet. All scripts stand alone: programs that fill forms load no others.
SUM = """\
var d=this,p=event.target.name.split(".")[0]+".";\
function v(n){var f=d.getField(p+n);return f?String(f.value):"";}\
function any(l){for(var i=0;i<l.length;i++)if(v(l[i])!=="")return true;return false;}\
function sum(l){var t=0;for(var i=0;i<l.length;i++)t+=parseInt(v(l[i]),10)||0;return t;}\
"""
"""What adds up the numbers in other fields as they are filled in, before the sum itself (see `Sum`)."""
KEPT = """\
var k="kept "+event.target.name,l=String(event.target.defaultValue||this[k]||"");\
if(String(event.value)===""||l===""||String(event.value)===l)event.value=s;\
event.target.defaultValue=this[k]=String(s);"""
"""Enters the sum `s`, unless a person wrote another: theirs stays, so that a check finds how they added. The last sum of the
form's own is the default value of its field, which is saved with the file; MuPDF keeps none, so it is also remembered as
long as the file is open. (Nor does MuPDF 1.21 know that Number("-4") is a number.)"""


REPEATED = """\
var f=this.getField(event.target.name.split(".")[0]+".%s"),s=f?String(f.value):"";"""
"""What repeats another field of the sheet on the page of its rolls, as KEPT enters it."""


class FormWriter:
    """The form of a document. height: of a page in points. on_write: called for each sheet's form when it is written to the
    file, which takes longer than placing it."""

    def __init__(
        self, canvas: Canvas, height: float, structure: StructureWriter, on_write: Callable[[], None] | None = None
    ) -> None:
        self._document = document(canvas)
        self._canvas = canvas
        self._height = height
        self._structure = structure
        self._on_write = on_write
        self._parents: dict[int, object] = {}
        self._kids: dict[int, PDFArray] = {}
        self._looks: dict[tuple[float, float, bool], object] = {}
        self._scripts: dict[str, object] = {}
        self._worked_out: list[object] = []
        # Most entries of a field are the same on every sheet.
        self._known: dict[tuple[Field, Rect], str] = {}

    def place(self, form: Form, number: int, cell: Cell, scale: float, header: Sequence[Field] = ()) -> None:
        """Adds the form of sheet `number` to the current page. header: the fields around the face, with places in points
        of the page. The names of its fields begin with `s3.` for sheet 3."""
        if number not in self._parents:
            # More kids can come: the fields of the rolls are on the next page.
            kids = self._kids[number] = PDFArray([])
            named = PDFDictionary({"T": PDFString(f"s{number}"), "Kids": kids})
            self._parents[number] = self._document.Reference(named)
        parent, kids = self._parents[number], self._kids[number].sequence
        if form.identity:
            kids.append(self._identity(form.identity, parent, cell))
        face = cell.face
        on_face = [
            (field, Rect(face.x + scale * rect.x, face.y + scale * rect.y, scale * rect.w, scale * rect.h))
            for field in form.fields for rect in (field.rect,)
        ]
        # The name comes before the date.
        named = sum(field.spot == PLAYER for field in form.fields[:1])
        for field, place in (*on_face[:named], *((field, field.rect) for field in header), *on_face[named:]):
            kids.append(self._widget(field, place, parent))

    def finish(self) -> None:
        """Adds the form to the document's catalog; called after the last page."""
        if not self._parents:
            return
        fonts = PDFDictionary({"Helv": self._document.Reference(PDFDictionary({
            "Type": PDFName("Font"), "Subtype": PDFName("Type1"), "BaseFont": PDFName("Helvetica"),
            "Encoding": PDFName("WinAnsiEncoding"),
        }))})
        catalog(self._canvas).AcroForm = PDFDictionary({
            "Fields": PDFArray(list(self._parents.values())),
            "DA": PDFString("/Helv 0 Tf 0 g"),
            "DR": PDFDictionary({"Font": fonts}),
            "NeedAppearances": "true",
        } | ({"CO": PDFArray(self._worked_out)} if self._worked_out else {}))

    def _identity(self, text: str, parent: object, cell: Cell) -> object:
        """Returns the hidden field that identifies the sheet."""
        place = self._rect(Rect(cell.face.x, cell.face.y, 1, 1))
        entries = f"/FT /Tx /T {self._string(IDENTITY)} /V {self._string(text)} /Ff {READ_ONLY} /F {HIDDEN} /Rect {place}"
        return self._annotation(entries, parent, self._on_write)

    def _widget(self, field: Field, place: Rect, parent: object) -> object:
        key = (field, place)
        if key not in self._known:
            self._known[key] = self._entries(field, place)
        reference = self._annotation(self._known[key], parent)
        if field.sum is not None or repeated(field.spot):
            self._worked_out.append(reference)
        return reference

    def _entries(self, field: Field, place: Rect) -> str:
        entries = [f"/T {self._string(field.spot)} /TU {self._string(field.tip)} /F {PRINTED} /Rect {self._rect(place)}"]
        if field.kind == "check":
            state = "/On" if field.value else "/Off"
            looks = f"/On {self._formatted(self._look(place, True))} /Off {self._formatted(self._look(place, False))}"
            entries.append(f"/FT /Btn /V {state} /AS {state} /AP << /N << {looks} >> >>")
        else:
            entries.append(f"/FT /Tx /MaxLen {field.most}")
            if field.value:
                entries.append(f"/V {self._string(field.value)}")
            scripts = {"K": _filter(field.allowed)} if field.allowed else {}
            if field.sum is not None:
                scripts["C"] = _addition(field.sum)
            if other := repeated(field.spot):
                scripts["C"] = REPEATED % other + KEPT
            if scripts:
                actions = " ".join(f"/{when} {self._formatted(self._script(text))}" for when, text in scripts.items())
                entries.append(f"/AA << {actions} >>" if other else f"/Q {CENTERED} /AA << {actions} >>")
        return " ".join(entries)

    def _annotation(self, entries: str, parent: object, on_write: Callable[[], None] | None = None) -> object:
        widget = RawObject("", on_write)
        reference = self._document.Reference(widget)
        key = self._structure.widget(reference)
        head = f"<< /Type /Annot /Subtype /Widget {entries} /StructParent {key}"
        widget.content = f"{head} /Parent {self._formatted(parent)} >>".encode("latin-1")
        page_annotations(self._canvas).append(reference)
        return reference

    def _formatted(self, reference: object) -> str:
        written: bytes = reference.format(self._document)  # type: ignore[attr-defined]
        return written.decode("latin-1")

    def _string(self, text: str) -> str:
        written: bytes = PDFString(text).format(self._document)
        return written.decode("latin-1")

    def _rect(self, place: Rect) -> str:
        high = self._height
        corners = (place.x, high - place.y - place.h, place.x + place.w, high - place.y)
        return "[{}]".format(" ".join(f"{round(n, 2):g}" for n in corners))

    def _look(self, place: Rect, on: bool) -> object:
        """Returns the appearance of a check box of a place's size: a cross of two lines, or nothing."""
        wide, high = round(place.w, 1), round(place.h, 1)
        key = wide, high, on
        if key not in self._looks:
            a, b, c, d = (round(n, 2) for n in (0.18 * wide, 0.18 * high, 0.82 * wide, 0.82 * high))
            drawn = f"q 0.18 G {0.07 * wide:.2f} w 1 J {a} {b} m {c} {d} l {a} {d} m {c} {b} l S Q"
            stream = PDFStream(PDFDictionary({
                "Type": PDFName("XObject"), "Subtype": PDFName("Form"), "BBox": PDFArray([0, 0, wide, high]),
                "Resources": PDFDictionary({}),
            }), drawn if on else "q Q")
            self._looks[key] = self._document.Reference(stream)
        return self._looks[key]

    def _script(self, text: str) -> object:
        if text not in self._scripts:
            action = PDFDictionary({"S": PDFName("JavaScript"), "JS": PDFString(text)})
            self._scripts[text] = self._document.Reference(action)
        return self._scripts[text]


def _filter(allowed: str) -> str:
    """A script with which viewers reject other characters than these as they are typed."""
    signs = "".join(f"\\{sign}" if sign in "()[]{}*+?.^$|\\/-" else sign for sign in allowed)
    return f"if (!/^[{signs}]*$/i.test(event.change)) event.rc = false;"


def _addition(sum_: Sum) -> str:
    """A script with which viewers work out a field from others; it stays empty as long as those are, and as a person left it
    once they wrote another number."""
    of, needs = (json.dumps(spots, separators=(",", ":")) for spots in (sum_.of, sum_.needs or sum_.of))
    return f'{SUM}var s=any({needs})?{sum_.start}+sum({of}):"";{KEPT}'
