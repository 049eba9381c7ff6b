"""Writes fields that can be filled in into a PDF: text fields and check boxes as plain widgets.

ReportLab's own form fields carry a drawing each; here equal ones share theirs, so that a pad stays small. Knows no game.
"""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString
from reportlab.pdfgen.canvas import Canvas

from rollwrite_desktop.core.words import say
from rollwrite_desktop.draw.paper import Cell
from rollwrite_desktop.printing.column import Strip
from rollwrite_desktop.printing.forms import ABOUT, LONGEST_ROLL, ROLL, Field, Form
from rollwrite_desktop.sheet.sheet import Rect

PRINTED, HIDDEN = 4, 2  # annotation flags
READ_ONLY = 1
MIDDLE = 1


class FormWriter:
    """The fields of a document. `height`: of the page, where y is 0."""

    def __init__(self, canvas: Canvas, height: float) -> None:
        self._document = canvas._doc
        self._canvas = canvas
        self._height = height
        self._parents: dict[int, object] = {}
        self._kids: dict[int, PDFArray] = {}
        self._looks: dict[tuple[float, float, bool], object] = {}
        self._filters: dict[str, object] = {}

    def place(self, form: Form, number: int, cell: Cell, scale: float, strip: Strip | None, room: Rect | None) -> None:
        """Puts the form of sheet `number` on the page in hand. Field names begin with `s3.` for sheet 3."""
        if number not in self._parents:
            # It grows: what has no room beside a sheet follows on another page.
            kids = self._kids[number] = PDFArray([])
            named = PDFDictionary({"T": PDFString(f"s{number}"), "Kids": kids})
            self._parents[number] = self._document.Reference(named)
        parent, kids = self._parents[number], self._kids[number].sequence
        if form.about:
            kids.append(self._about(form.about, parent, cell))
        for field in form.fields:
            face, rect = cell.face, field.rect
            place = Rect(face.x + scale * rect.x, face.y + scale * rect.y, scale * rect.w, scale * rect.h)
            kids.append(self._widget(field, place, parent))
        if form.rolls and strip is not None and room is not None and not strip.rolled:
            kids.extend(self._rolls(strip, room, parent))

    def finish(self) -> None:
        """Makes the fields known to the document, once all are placed."""
        if not self._parents:
            return
        fonts = PDFDictionary({"Helv": self._document.Reference(PDFDictionary({
            "Type": PDFName("Font"), "Subtype": PDFName("Type1"), "BaseFont": PDFName("Helvetica"),
            "Encoding": PDFName("WinAnsiEncoding"),
        }))})
        self._document._catalog.AcroForm = PDFDictionary({
            "Fields": PDFArray(list(self._parents.values())),
            "DA": PDFString("/Helv 0 Tf 0 g"),
            "DR": PDFDictionary({"Font": fonts}),
            "NeedAppearances": "true",
        })

    def _about(self, text: str, parent: object, cell: Cell) -> object:
        return self._annotation({
            "FT": PDFName("Tx"), "T": PDFString(ABOUT), "V": PDFString(text), "Ff": READ_ONLY, "F": HIDDEN, "Parent": parent,
            "Rect": self._rect(Rect(cell.face.x, cell.face.y, 1, 1)),
        })

    def _rolls(self, strip: Strip, room: Rect, parent: object) -> Sequence[object]:
        fields = []
        for number, rects in enumerate(strip.places(room), 1):
            last = rects[-1]
            place = Rect(rects[0].x, rects[0].y, last.x + last.w - rects[0].x, last.h)
            letters = ", ".join(f"{say(letter)} = {say(die)}" for die, letter in strip.boxes.letters.items())
            tip = say("Roll {n}", n=number) + (f" ({letters})" if letters else "")
            fields.append(self._widget(Field(f"{ROLL}/{number}", "text", place, tip, "", LONGEST_ROLL), place, parent))
        return fields

    def _widget(self, field: Field, place: Rect, parent: object) -> object:
        entries = {
            "T": PDFString(field.spot), "TU": PDFString(field.tip), "Parent": parent, "F": PRINTED,
            "Rect": self._rect(place),
        }
        if field.kind == "check":
            state = PDFName("On" if field.value else "Off")
            looks = PDFDictionary({"On": self._look(place, True), "Off": self._look(place, False)})
            entries |= {"FT": PDFName("Btn"), "V": state, "AS": state, "AP": PDFDictionary({"N": looks})}
        else:
            entries |= {"FT": PDFName("Tx"), "MaxLen": field.most}
            if field.value:
                entries["V"] = PDFString(field.value)
            if field.allowed:
                entries |= {"Q": MIDDLE, "AA": self._filter(field.allowed)}
        return self._annotation(entries)

    def _annotation(self, entries: dict[str, object]) -> object:
        widget = PDFDictionary({"Type": PDFName("Annot"), "Subtype": PDFName("Widget"), **entries})
        reference = self._document.Reference(widget)
        self._canvas._annotationrefs.append(reference)
        return reference

    def _rect(self, place: Rect) -> object:
        high = self._height
        return PDFArray([round(n, 2) for n in (place.x, high - place.y - place.h, place.x + place.w, high - place.y)])

    def _look(self, place: Rect, on: bool) -> object:
        """A check box of this size: a cross of two lines, or nothing."""
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

    def _filter(self, allowed: str) -> object:
        """Viewers that run scripts turn away characters that mean nothing in the field."""
        if allowed not in self._filters:
            signs = "".join(f"\\{sign}" if sign in "()[]{}*+?.^$|\\/-" else sign for sign in allowed)
            script = f"if (!/^[{signs}]*$/i.test(event.change)) event.rc = false;"
            action = PDFDictionary({"S": PDFName("JavaScript"), "JS": PDFString(script)})
            self._filters[allowed] = self._document.Reference(PDFDictionary({"K": self._document.Reference(action)}))
        return self._filters[allowed]
