"""Forms that would take long: fields are looked at once, what is kept is bounded, the process that reads may be ended."""

from __future__ import annotations

import re

import pytest

from rollwrite_desktop.intake import forms
from rollwrite_desktop.intake.forms import NotAForm, field_values
from rollwrite_desktop.intake.pdf_objects import Objects
from rollwrite_desktop.printing.photos import form_reader
from tests.intake.fuzzing import packed


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


def test_what_takes_long_is_ended_with_the_process_that_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Objects that are nowhere, each searched for in the whole file by the library."""
    monkeypatch.setattr(form_reader, "SECONDS", 0.5)
    missing = b" ".join(b"%d 0 R" % number for number in range(100, 3_000))
    content = document(b"<</AcroForm 2 0 R>>", b"<</Fields [3 0 R " + missing + b"]>>", b"<</T (a)>>", b"x" * 4_000_000)
    with pytest.raises(NotAForm, match="too much to read; at most about 150 sheets in one file"):
        form_reader.fields_beside(content, "f")


def test_fields_read_beside_are_those_that_are_read_here() -> None:
    content = fields(3, 3)
    assert form_reader.fields_beside(content, "f") == field_values(content, "f") == {"a": {"": ""}}
    with pytest.raises(NotAForm) as here:
        field_values(b"%PDF-1.4 nothing", "f")
    with pytest.raises(NotAForm, match=re.escape(str(here.value))):
        form_reader.fields_beside(b"%PDF-1.4 nothing", "f")


@pytest.mark.parametrize(("written", "read"), [
    (b"(a (b) c)", "a (b) c"), (b"(a\\)\\051\\n)", "a))\n"), (b"<FEFF6F22>", "漢"), (b"<61>", "a"), (b"(x)%)\n", "x"),
    (b"6 0 R", "q"), (b"8 0 R", ""), (b"null", ""), (b"7", "7"), (b"/A#42", "/AB"), (b"/On", "/On"),
    (b"(\\376\\377o\\042)", "漢"),
])
def test_values_are_read_however_they_are_written(written: bytes, read: str) -> None:
    content = document(
        b"<</AcroForm 2 0 R>>", b"<</Fields [3 0 R]>>", b"<< /T (a) /Kids [ << /T (b) /V " + written + b" >> 5 0 R]>>",
        b"<< >>", b"<</T<63>/V(y)/AP<</N<</On 4 0 R>>>>>>", b"(q)",
    )
    assert field_values(content, "f") == {"a": {"b": read, "c": "y"}}


def test_objects_that_are_not_where_they_should_be_are_found() -> None:
    content = document(b"<</AcroForm 2 0 R>>", b"<</Fields [3 0 R]>>", b"<</T (a) /V (b)>>")
    place = content.index(b"3 0 obj")
    moved = content.replace(b"%010d 00000 n" % place, b"%010d 00000 n" % (place + 3))
    assert field_values(moved, "f") == field_values(content, "f") == {"a": {"": "b"}}


def test_what_is_not_there_counts_as_blank() -> None:
    missing = b" ".join(b"%d 0 R" % number for number in range(100, 150))
    content = document(b"<</AcroForm 2 0 R>>", b"<</Fields [3 0 R " + missing + b"]>>", b"<</T (a) /V (b)>>")
    assert field_values(content, "f")["a"] == {"": "b"}


def test_packed_fields_are_read() -> None:
    header = b"20 0 21 12 "
    content = packed(header + b"<</T(a)>>   <</T(b)/V(c)>>", len(header), 2, 2)
    assert field_values(content, "f") == {"a": {"": ""}, "b": {"": "c"}}


def test_a_broken_header_of_a_stream_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    unpacked = []
    known = Objects._unpacked
    monkeypatch.setattr(Objects, "_unpacked", lambda self, stream: unpacked.append(stream) or known(self, stream))
    header = b"20 0 " + b"1 1 " * 5_000 + b"zz "
    with pytest.raises(NotAForm):
        field_values(packed(header + b"(x)", len(header), 5_001, 100), "f")
    assert unpacked == [10]


@pytest.mark.parametrize("name", [b"s" * 501, b"a." + b"s" * 501, b"(" + b"s" * 501 + b")"])
def test_a_long_name_of_a_parent_is_not_copied_into_its_kids(name: bytes) -> None:
    header = b"20 0 "
    kids = b"".join(b"<</T(%d)>>" % number for number in range(50))
    with pytest.raises(NotAForm, match="name that is too long"):
        field_values(packed(header + b"<</T " + name + b"/Kids[" + kids + b"]>>", len(header), 1, 1), "f")


def test_all_that_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "MAX_TEXT", 1_000)
    content = document(b"<</AcroForm 2 0 R>>", b"<</Fields [" + b"<</T(a)/V 3 0 R>>" * 12 + b"]>>", b"(" + b"x" * 100 + b")")
    with pytest.raises(NotAForm, match="too long names and values"):
        field_values(content, "f")


def test_blanks_without_an_end_are_passed_once() -> None:
    """A search from each of them on would take minutes."""
    with pytest.raises(NotAForm):
        field_values(packed(b"20 0 " + b" " * 200_000, 5, 1, 1), "f")


def test_a_stream_that_unpacks_to_very_much_is_refused() -> None:
    with pytest.raises(NotAForm, match="Limit reached"):
        field_values(packed(b"20 0 " + b" " * 4_100_000, 5, 1, 1), "f")
