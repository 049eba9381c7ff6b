"""Documents of headings, paragraphs, notes, tables and figures, and two of their renderers: HTML and plain text. The third,
`document_pages`, makes faces to print.

Texts are translated already. Knows no game and no PDF.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path

from msgspec import Struct

from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.i18n import language, with_colon
from rollwrite_desktop.core.one_line import one_line
from rollwrite_desktop.draw.display import Align, Mark
from rollwrite_desktop.intake.text import terminal
from rollwrite_desktop.sheet.sheet import Rect


class Heading(Struct, frozen=True):
    """A heading. whole: of a part of the document, such as one of several sheets. together: what is below it stays in one
    column where that is long enough."""

    text: str
    whole: bool = False
    together: bool = False


class Paragraph(Struct, frozen=True):
    """Some sentences. letters: their size on a framed page."""

    text: str
    strong: bool = False
    faint: bool = False
    letters: float = 0.0


class Note(Struct, frozen=True):
    """One of a run of numbered notes. place: what it is about, above its text; more: what is below it; cited: the rule; ink:
    of the disc with its number, "" for a number alone."""

    number: int
    text: str
    place: str = ""
    more: str = ""
    cited: str = ""
    ink: str = ""


class Column(Struct, frozen=True):
    """A column of a table; share: of its width, compared with the others'."""

    title: str
    share: float = 1.0
    align: Align = "left"


class Table(Struct, frozen=True):
    """A table whose first column names its rows. Cells may have several lines. places: the medals of its rows, by the number
    of the place (0: none) and whether it has no color."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    places: tuple[tuple[int, bool], ...] = ()

    @property
    def titled(self) -> bool:
        return any(column.title for column in self.columns)


class Figure(Struct, frozen=True):
    """A picture: what it shows ("" for an ornament), its width (0: all there is) and height in points, and its marks."""

    alt: str
    wide: float
    high: float
    marks: Callable[[Rect], Iterable[Mark]]


Block = Heading | Paragraph | Note | Table | Figure


class Document(Struct, frozen=True):
    """A document. notice: at its end. On paper only: the ink of the strip with the `verdict`, a picture beside the first
    paragraphs, captions of lines to sign on, the `day` that is entered above the first, and `notes`: what lines to write on
    are called that fill the last page, "" for none. framed: a figure and paragraphs on a page of their own in a frame, each
    paragraph in the middle of a line."""

    title: str
    blocks: tuple[Block, ...]
    notice: str = ""
    verdict: str = ""
    ink: str = ""
    aside: Figure | None = None
    signed: tuple[str, ...] = ()
    day: str = ""
    notes: str = ""
    framed: bool = False

    @property
    def wholes(self) -> tuple[str, ...]:
        """The headings of its parts."""
        return tuple(block.text for block in self.blocks if isinstance(block, Heading) and block.whole)

    def html(self) -> str:
        """Returns the document as a well-formed HTML page."""
        parts: list[list[Block]] = [[]]
        for block in (*((Paragraph(self.verdict, strong=True),) if self.verdict else ()), *self.blocks):
            if isinstance(block, Heading) and block.whole:
                parts.append([])
            parts[-1].append(block)
        body = "\n".join(f"<section>\n{_html(part)}\n</section>" for part in parts if part)
        return (
            f'<!DOCTYPE html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8"/>\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
            f"<title>{_escaped(self.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
            f"<h1>{_escaped(self.title)}</h1>\n{body}\n</main>\n<footer><p>{_escaped(self.notice)}</p></footer>\n"
            "</body>\n</html>\n"
        )

    def text(self) -> str:
        """Returns the document as plain text."""
        lines = [self.title, "=" * len(self.title), *(() if self.wholes else ("",)), *filter(None, (self.verdict,))]
        for block in self.blocks:
            lines += _text(block)
        return "\n".join(map(terminal, [*lines, *(("", self.notice) if self.notice else ()), ""]))


_STYLE = (
    "body{font:1.1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#14171a}"
    "table{border-collapse:collapse;margin:1rem 0;width:100%}caption{text-align:left;font-weight:600}"
    "th,td{border:1px solid #8a8f94;padding:.25rem .6rem;text-align:left}footer{color:#55595e}"
)

TEXT_FORMATS: dict[str, Callable[[Document], str]] = {
    ".html": Document.html, ".htm": Document.html, ".txt": Document.text,
}
"""File name suffix to the method that renders a document."""


def in_words(target: Path) -> bool:
    """Returns whether a document is written to a file of this name in words."""
    return target.suffix.lower() in TEXT_FORMATS


def write_document(target: Path, document: Document, force: bool = False) -> None:
    """Writes a document atomically, in the format of the file name's suffix. Raises FileError."""
    write_file(target, TEXT_FORMATS[target.suffix.lower()](document).encode(), force)


def _escaped(text: str) -> str:
    return "<br/>".join(html.escape(one_line(line)) for line in text.split("\n"))


def _html(blocks: Iterable[Block]) -> str:
    parts = []
    for kind, some in groupby(blocks, type):
        each = [_element(block) for block in some]
        parts += ["<ol>{}</ol>".format("".join(each))] if kind is Note else each
    return "\n".join(filter(None, parts))


def _element(block: Block) -> str:
    match block:
        case Heading(text, whole):
            return f"<h2>{_escaped(text)}</h2>" if whole else f"<h3>{_escaped(text)}</h3>"
        case Paragraph(text, strong):
            return f"<p><strong>{_escaped(text)}</strong></p>" if strong else f"<p>{_escaped(text)}</p>"
        case Note():
            return f'<li value="{block.number}">{_escaped(_sentences(block))}</li>'
        case Figure(alt):
            return f"<p>{_escaped(alt)}</p>" if alt else ""
        case Table(caption, columns, rows):
            head = "".join(f'<th scope="col">{_escaped(column.title)}</th>' for column in columns)
            lines = (
                f'<tr><th scope="row">{_escaped(row[0])}</th>' + "".join(f"<td>{_escaped(text)}</td>" for text in row[1:])
                + "</tr>" for row in rows
            )
            named = f"<caption>{_escaped(caption)}</caption>\n" if caption else ""
            above = f"<thead><tr>{head}</tr></thead>\n" if block.titled else ""
            return f"<table>\n{named}{above}<tbody>\n" + "\n".join(lines) + "\n</tbody>\n</table>"


def _sentences(note: Note) -> str:
    """A note in one line, the rule first."""
    text = " ".join(filter(None, (note.text, note.more)))
    for before in filter(None, (note.place, note.cited)):
        text = with_colon(before, text)
    return text


def _text(block: Block) -> Iterator[str]:
    match block:
        case Heading(text, whole):
            yield from ("", text, *(("-" * len(text),) if whole else ()))
        case Paragraph(text):
            yield text
        case Note():
            yield f"  {block.number}. {_sentences(block)}"
        case Figure(alt):
            yield from filter(None, (alt,))
        case Table(caption, columns, rows):
            yield from ("", *filter(None, (caption,)))
            if len(columns) == 2:
                yield from ("  " + with_colon(name, value) for name, value in rows)
                return
            cells = [[text.replace("\n", " ") for text in row]
                     for row in (*([[column.title for column in columns]] if block.titled else []), *rows)]
            wide = [max(map(len, column)) for column in zip(*cells, strict=True)]
            for row in cells:
                yield "  ".join(text.rjust(most) if column.align == "right" else text.ljust(most)
                                for text, most, column in zip(row, wide, columns, strict=True)).rstrip()
