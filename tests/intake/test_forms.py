"""Forms that would take long: fields are looked at once, and all work on one file is counted."""

from __future__ import annotations

import pytest

from rollwrite_desktop.intake import forms
from rollwrite_desktop.intake.forms import NotAForm, field_values
from tests.intake.fuzzing import CORPUS


def document(*objects: bytes) -> bytes:
    """A PDF of these objects, the first its root."""
    out, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1) + b"".join(b"%010d 00000 n \n" % at for at in places)
    return out + table + b"trailer <</Size %d /Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(places) + 1, len(out))


def fields(times: int, kids: int) -> bytes:
    """One field, named so many times, with kids that are none."""
    return document(
        b"<</AcroForm 2 0 R>>", b"<</Fields [" + b"3 0 R " * times + b"]>>", b"<</T (a) /Kids 4 0 R>>",
        b"[" + b"5 0 R " * kids + b"]", b"<</X 1>>",
    )


def test_a_field_that_is_named_often_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "MAX_FIELDS", 700)
    assert field_values(fields(300, 300), "f") == {"a": {"": ""}}


def test_kids_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "MAX_FIELDS", 299)
    with pytest.raises(NotAForm, match="too many fields"):
        field_values(fields(1, 300), "f")


def test_work_within_the_pdf_library_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "MAX_CALLS", 10_000)
    with pytest.raises(NotAForm, match="too much to read"):
        field_values(fields(2_000, 1), "f")
    with pytest.raises(NotAForm, match="sheets in one file"):
        field_values((CORPUS / "form.many_kids").read_bytes(), "f")
