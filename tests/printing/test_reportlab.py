"""ReportLab's private attributes that `printing` uses: all are in one module, and exist in the version that is pinned."""

from __future__ import annotations

import ast
import io
import tomllib
from importlib.metadata import version
from pathlib import Path

from reportlab.pdfbase.pdfdoc import PDFArray
from reportlab.pdfgen.canvas import Canvas

from rollwrite_desktop import printing

PRIVATE = {"_doc", "_catalog", "_preamble", "_annotationrefs", "_code"}


def private_attributes(source: str) -> set[str]:
    """The attributes with a leading underscore that are read or set on anything but `self`."""
    return {
        node.attr for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__")
        and not (isinstance(node.value, ast.Name) and node.value.id == "self")
    }


def test_private_attributes_are_used_in_one_module() -> None:
    (folder,) = map(Path, printing.__path__)
    used = {file.stem: private_attributes(file.read_text("utf-8")) for file in folder.rglob("*.py")}
    assert {name: each for name, each in used.items() if each} == {"reportlab_inside": PRIVATE}


def test_they_are_what_they_are_taken_for() -> None:
    canvas = Canvas(io.BytesIO())
    assert isinstance(canvas._preamble, str) and canvas._annotationrefs == []
    assert hasattr(canvas._doc, "_catalog") and canvas._doc.Pages.pages == []
    reference = canvas._doc.Reference(PDFArray([0]))
    assert reference.format(canvas._doc).endswith(b" R")
    canvas.showPage()
    page = canvas._doc.Pages.pages[-1]
    assert all(hasattr(page, name) for name in ("Resources", "MediaBox", "Trans", "Rotate", "Annots", "stream"))


def test_the_version_is_pinned() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    assert f"reportlab=={version('reportlab')}" in project["dependencies"]
