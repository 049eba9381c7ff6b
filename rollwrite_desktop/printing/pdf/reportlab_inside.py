"""What is needed of ReportLab and has no public name there; nothing else of ours looks inside it."""

from __future__ import annotations

from typing import Any

from reportlab.pdfgen.canvas import Canvas


def document(canvas: Canvas) -> Any:
    """Returns the file that is being written: references, pages, shared objects."""
    return canvas._doc


def catalog(canvas: Canvas) -> Any:
    """Returns the catalog, whose attributes become its entries."""
    return canvas._doc._catalog


def operators(canvas: Canvas) -> list[str]:
    """Returns the drawing operators of the page so far; each page begins another list."""
    code: list[str] = canvas._code
    return code


def page_annotations(canvas: Canvas) -> list[Any]:
    """References to the annotations of the page so far."""
    references: list[Any] = canvas._annotationrefs
    return references


def leave_out_defaults(canvas: Canvas) -> None:
    """Pages do not begin with settings of their own."""
    canvas._preamble = ""
