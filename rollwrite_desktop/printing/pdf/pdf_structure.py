"""The structure of a PDF for screen readers and archives: tags, metadata, page labels, and the color profile.

Every page has a figure with its description, or, where it is text, headings, paragraphs and tables; all else is marked as an
artifact. Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from xml.sax.saxutils import escape

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFObject, PDFStream, PDFString
from reportlab.pdfgen.canvas import Canvas

from rollwrite_desktop.draw.display import Mark, Text
from rollwrite_desktop.paths import ASSETS
from rollwrite_desktop.printing.pdf.reportlab_inside import catalog, document, operators

HEADING = 14.0
"""The size in points from which a bold line is the heading of its page, unless it is the title of one rule."""
_RULE = re.compile(r"(?:^|/)rule/\d+/\d+/title$")
_LAST = re.compile(r"/(line/)?\d+$")
_CELL = re.compile(r"(?:^|/)row/(\d+)/(\d+)(?:/line/\d+)?$")
"""The key of a line in a cell of a table: its row and its column; row 0 has the heads."""
_SCHEMA = (
    "<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType='Resource'><pdfaSchema:schema>PDF/UA identification"
    "</pdfaSchema:schema><pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>"
    "<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType='Resource'>"
    "<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>"
    "<pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>the part of ISO 14289 that is kept to"
    "</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>"
)
"""What an archive asks of metadata that it does not know (ISO 19005-2, 6.6.2.3.3): the property that names PDF/UA."""


class RawObject(PDFObject):  # type: ignore[misc]
    """A PDF object given as text; `on_write` is called when it is written to the file."""

    def __init__(self, content: str, on_write: Callable[[], None] | None = None) -> None:
        self.content = content.encode("latin-1")
        self.on_write = on_write

    def format(self, _document: object) -> bytes:
        """Returns the bytes of the object; ReportLab calls this once, when it writes the file."""
        if self.on_write is not None:
            self.on_write()
        return self.content


class StructureWriter:
    """The structure tree of a document."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._document = document(canvas)
        self._root = PDFDictionary({})
        self._root_reference = self._document.Reference(self._root)
        self._whole = PDFDictionary({"S": PDFName("Document"), "Type": PDFName("StructElem"), "P": self._root_reference})
        self._whole_reference = self._document.Reference(self._whole)
        self._whole_name = self._name(self._whole_reference)
        # As text: ReportLab takes long to format thousands of small objects.
        self._children: list[str] = []
        self._on_page: list[str] = []
        self._keys: list[str] = []
        self._texts: dict[str, str] = {}
        self._waiting: list[tuple[RawObject, str]] = []

    def figure(self, description: str) -> None:
        """Begins a figure on the current page; `end` ends it."""
        self._begin("Figure", self._element("Figure", description))

    def artifact(self) -> None:
        """Begins what screen readers leave out; `end` ends it."""
        operators(self._canvas).append("/Artifact BMC")

    def end(self) -> None:
        """Ends what was begun last."""
        operators(self._canvas).append("EMC")

    def text(self, marks: Iterable[Mark]) -> Iterator[tuple[Mark, ...]]:
        """Begins a heading, paragraph or artifact for each run of marks that belong together, yields the run to be painted,
        and ends it. Lines whose keys differ in their last number only are one paragraph."""
        for (kind, _), run in groupby(marks, key=_part):
            part = tuple(run)
            if kind == "Table":
                yield from self._table(part)
            elif kind:
                self._begin(kind, self._element(kind, ""))
                yield part
                self.end()
            else:
                self.artifact()
                yield part
                self.end()

    def _table(self, cells: Sequence[Mark]) -> Iterator[tuple[Mark, ...]]:
        """Begins each cell of a table, yields it to be painted, and ends it; where a row has none, an empty one is added."""
        placed: dict[tuple[int, int], list[Mark]] = {}
        for line in cells:
            if found := _CELL.search(line.key):
                placed.setdefault((int(found[1]), int(found[2])), []).append(line)
        rows, columns = sorted({row for row, _ in placed}), range(1 + max(column for _, column in placed))
        table = RawObject("")
        name, lines = self._reference(table), list[str]()
        self._children.append(name)
        for row in rows:
            line, kind = RawObject(""), "TD" if row else "TH"
            scope = "" if row else " /A << /O /Table /Scope /Column >>"
            parent, held = self._reference(line), list[str]()
            for column in columns:
                cell = placed.get((row, column))
                if cell is None:
                    held.append(self._reference(RawObject(f"<< /S /{kind} /P {parent}{scope} >>")))
                    continue
                held.append(self._waits(f"/S /{kind} /P {parent} /K {len(self._on_page)}{scope}"))
                self._mark(kind, held[-1])
                yield tuple(cell)
                self.end()
            line.content = f"<< /S /TR /P {name} /K [{' '.join(held)}] >>".encode("latin-1")
            lines.append(parent)
        table.content = f"<< /S /Table /P {self._whole_name} /K [{' '.join(lines)}] >>".encode("latin-1")

    def end_page(self) -> None:
        """Called after the canvas has ended a page."""
        page = self._document.Pages.pages[-1]
        page.StructParents = self._next(f"[{' '.join(self._on_page)}]")
        page.Tabs = PDFName("S")
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        self._on_page = []
        name = self._name(self._document.Reference(page))
        for element, entries in self._waiting:
            element.content = f"<< {entries} /Pg {name} >>".encode("latin-1")
        self._waiting = []

    def widget(self, reference: object) -> int:
        """Adds a form field of the current page; returns the key under which its parent is found."""
        element = self._waits(f"/S /Form /P {self._whole_name} /K << /Type /OBJR /Obj {self._name(reference)} >>")
        self._children.append(element)
        return self._next(element)

    def _next(self, parent: str) -> int:
        self._keys.append(parent)
        return len(self._keys) - 1

    def _name(self, reference: object) -> str:
        """A reference as it is written."""
        written: bytes = reference.format(self._document)  # type: ignore[attr-defined]
        return written.decode("latin-1")

    def _reference(self, what: object) -> str:
        """Adds an object to the document; returns the reference to it as it is written."""
        return self._name(self._document.Reference(what))

    def finish(self) -> None:
        """Adds the tree to the catalog; called after the last page."""
        self._whole.dict["K"] = self._document.Reference(RawObject(f"[{' '.join(self._children)}]"))
        numbers = " ".join(f"{key} {parent}" for key, parent in enumerate(self._keys))
        self._root.dict.update({
            "Type": PDFName("StructTreeRoot"), "K": PDFArray([self._whole_reference]),
            "ParentTree": self._document.Reference(RawObject(f"<< /Nums [{numbers}] >>")),
            "ParentTreeNextKey": len(self._keys),
        })
        entries = catalog(self._canvas)
        entries.StructTreeRoot = self._root_reference
        entries.MarkInfo = PDFDictionary({"Marked": "true"})
        entries.__NoDefault__ = [*entries.__NoDefault__, "StructTreeRoot", "MarkInfo", "Metadata", "OutputIntents"]

    def _element(self, kind: str, description: str) -> str:
        if description and description not in self._texts:
            self._texts[description] = self._reference(PDFString(description))
        alt = f" /Alt {self._texts[description]}" if description else ""
        return self._waits(f"/S /{kind} /P {self._whole_name} /K {len(self._on_page)}{alt}")

    def _waits(self, entries: str) -> str:
        """Adds an element of the current page, which gets its number when it ends."""
        element = RawObject("")
        self._waiting.append((element, entries))
        return self._reference(element)

    def _begin(self, kind: str, element: str) -> None:
        self._mark(kind, element)
        self._children.append(element)

    def _mark(self, kind: str, element: str) -> None:
        operators(self._canvas).append(f"/{kind} <</MCID {len(self._on_page)}>> BDC")
        self._on_page.append(element)


def _part(mark: Mark) -> tuple[str, str]:
    """Returns the kind of structure that a mark is part of ("" for an artifact), and what tells that part from others."""
    if not isinstance(mark, Text) or "/picture/" in mark.key or not mark.text.strip():
        return "", ""
    if _CELL.search(mark.key):
        return "Table", _CELL.sub("", mark.key)
    large = mark.face == "bold" and mark.size >= HEADING
    if mark.key.endswith("/title") and (not large or _RULE.search(mark.key)):
        return "H2", mark.key
    if large:
        return "H1", mark.key
    return "P", _LAST.sub("", mark.key)


def info_date(date: str) -> str:
    """A date in ISO 8601 as the document's information dictionary has it: "D:20261122080000+01'00'"."""
    moment = datetime.fromisoformat(date)
    zone = moment.strftime("%z")
    return moment.strftime("D:%Y%m%d%H%M%S") + (f"{zone[:3]}'{zone[3:5]}'" if zone else "")


def add_metadata(canvas: Canvas, title: str, author: str, subject: str, lang: str, date: str, *, archive: bool) -> None:
    """XMP metadata, and the profile of the colors. date: in ISO 8601, "" for none. archive: whether the document may claim
    to be PDF/A-2b, which forms with scripts may not."""
    facts = [
        f"<dc:format>application/pdf</dc:format><dc:language><rdf:Bag><rdf:li>{escape(lang)}</rdf:li></rdf:Bag></dc:language>",
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(title)}</rdf:li></rdf:Alt></dc:title>',
        f"<dc:creator><rdf:Seq><rdf:li>{escape(author)}</rdf:li></rdf:Seq></dc:creator>",
        f'<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{escape(subject)}</rdf:li></rdf:Alt></dc:description>',
        "<pdfuaid:part>1</pdfuaid:part>",
    ]
    if date:
        facts.append(f"<xmp:CreateDate>{escape(date)}</xmp:CreateDate><xmp:ModifyDate>{escape(date)}</xmp:ModifyDate>")
    if archive:
        facts.append("<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>" + _SCHEMA)
    packet = (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" '
        'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" '
        'xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" '
        'xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">'
        + "".join(facts) + '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>'
    )
    metadata = PDFStream(PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")}), packet.encode("utf-8"))
    catalog(canvas).Metadata = document(canvas).Reference(metadata)
    profile = PDFStream(PDFDictionary({"N": 3}), (ASSETS / "values" / "srgb.icc").read_bytes())
    catalog(canvas).OutputIntents = PDFArray([PDFDictionary({
        "Type": PDFName("OutputIntent"), "S": PDFName("GTS_PDFA1"), "OutputConditionIdentifier": PDFString("sRGB"),
        "DestOutputProfile": document(canvas).Reference(profile),
    })])
