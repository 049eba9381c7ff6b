"""The objects of a PDF that hold no streams, by their numbers: dictionaries, arrays and what is in them.

pypdf finds where objects are and unpacks streams; it takes a millisecond for each object that it reads, and reads all of a
packed stream for one of them. Here an object is read alone, by one regular expression (ISO 32000-1, 7.3), forty times as
fast; only what is unusual is left to pypdf.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple

from pypdf import Configuration, PdfReader, apply_configuration
from pypdf.generic import IndirectObject, read_hex_string_from_stream, read_string_from_stream

from rollwrite_desktop.intake.errors import TooMuch

MAX_LENGTH = 2_000_000
"""Bytes of one object; a longer one is left to pypdf."""
MAX_STREAM = 4_000_000
"""Bytes of a stream that is unpacked; those of files of ours have less than a tenth of that."""
MAX_PACKED = 50_000
"""Objects in one stream."""
MAX_NAME = 127
"""Bytes of a name that is remembered."""
LOOKUP, TOKEN, BYTES, SEARCHED = 4, 2, 12, 10
"""What work here is counted as, in calls and returns of pypdf, which are slower as they are counted: that for each object,
and for each token, and one for so many bytes, or so many in which an object is searched that is not where it should be."""
UNPACKED, PLAINLY, LONG = 3, 1_000, 1_000
"""So many bytes that a function of pypdf returns are counted as one where it unpacks or decrypts, which is done byte by byte
at worst, and by functions that hand on what others return; where zlib alone unpacks; and what is short is not counted."""
MAX_NESTED = 50
_BLANK = rb"[\x00\t\n\x0c\r ]"
_REGULAR = rb"[^\x00\t\n\x0c\r ()<>\[\]{}/%]"
# Nothing is ever given back (possessive quantifiers), and there is a match at every place, also where nothing but blanks
# follows, so that the time for any content is proportional to its length.
_TOKEN = re.compile(
    rb"(?:" + _BLANK + rb"|%[^\r\n]*+)*+(?:(<<|\[)|(>>|\])|(/" + _REGULAR + rb"*+)"
    rb"|([0-9]{1,10}+)" + _BLANK + rb"++([0-9]{1,5}+)" + _BLANK + rb"++R(?!" + _REGULAR + rb")"
    rb"|(\((?:[^()\\]++|\\.)*+\)|<[0-9A-Fa-f\x00\t\n\x0c\r ]*+>|" + _REGULAR + rb"++)|(.)|\Z)",
    re.DOTALL,
)
_OPEN, _CLOSE, _NAME, _NUMBER, _REFERENCE, _WORD = range(1, 7)
_PLAIN = re.compile(rb"\(([ -'*-\[\]-~]*+)\)")
_HEAD = re.compile(rb"[\x00\t\n\x0c\r ]*+([0-9]{1,10}+)[\x00\t\n\x0c\r ]++([0-9]{1,5}+)[\x00\t\n\x0c\r ]++obj")
_WITHIN = Configuration(
    zlib_maximum_output_length=MAX_STREAM, lzw_maximum_output_length=MAX_STREAM, run_length_maximum_output_length=MAX_STREAM,
    brotli_maximum_output_length=MAX_STREAM, jbig2_maximum_output_length=MAX_STREAM, jbig2dec_binary=None,
    stream_filters_maximum_length=2,
)
"""What pypdf may do; it starts no other program."""


class Reference(NamedTuple):
    """A reference to an object."""

    idnum: int
    generation: int


class Objects:
    """The objects of a file. Names are strings with a slash; strings, numbers and other words are bytes as they are written
    (see `text`). Raises whatever pypdf raises, and TooMuch."""

    def __init__(self, data: bytes, most: int) -> None:
        """most: calls and returns of functions of pypdf, and as many as take as long as what is done here."""
        self._data, self._left = data, most
        self._packed: dict[int, tuple[bytes, dict[int, tuple[int, int]]]] = {}
        self._names: dict[bytes, str] = {}
        with self._counted():
            self._reader = PdfReader(io.BytesIO(data))
        self.root: Any = self._reader.trailer.raw_get("/Root")

    def spend(self, calls: int) -> None:
        """Counts work. Raises TooMuch."""
        self._left -= calls
        if self._left < 0:
            raise TooMuch

    @contextmanager
    def _counted(self, unpacked: int = UNPACKED) -> Iterator[None]:
        """Counts all calls and returns within, and the bytes that are returned. pypdf limits some of its work, but not how
        often it does it; this is the same for a file on every machine."""
        def count(frame: FrameType, event: str, argument: object) -> None:
            self._left -= 1
            if event == "return" and isinstance(argument, bytes) and len(argument) > LONG:
                module = frame.f_globals["__name__"]
                if module.startswith(("pypdf.filters", "pypdf._crypt", "pypdf._encryption")):
                    self._left -= len(argument) // unpacked
                elif module == "pypdf._utils":  # the whole file
                    self._left -= len(argument) // SEARCHED
                else:
                    self._left -= len(argument) // PLAINLY
            if self._left < 0:
                raise TooMuch

        before = sys.getprofile()
        with apply_configuration(_WITHIN):
            sys.setprofile(count)
            try:
                yield
            finally:
                sys.setprofile(before)

    def resolved(self, value: Any) -> Any:
        """A value, or the object that it refers to; None for one that is not there."""
        for _ in range(MAX_NESTED):
            if not isinstance(value, (Reference, IndirectObject)):
                return value
            value = self._object(value.idnum, value.generation)
        raise ValueError("references in a circle")

    def text(self, value: Any) -> str:
        """The text of a string, and what is written of a number or name; "" of anything else."""
        value = self.resolved(value)
        if type(value) is not bytes:
            return "" if value is None or isinstance(value, (list, dict)) else str(value)
        self.spend(len(value) // BYTES)
        plain = _PLAIN.fullmatch(value)
        if plain is not None:
            return plain[1].decode("ascii")
        if not value.startswith((b"(", b"<")):
            return "" if value == b"null" else value.decode("ascii", "replace")
        read = read_string_from_stream if value.startswith(b"(") else read_hex_string_from_stream
        with self._counted():
            return str(read(io.BytesIO(value)))

    def _object(self, number: int, generation: int) -> Any:
        reader = self._reader
        packed = generation == 0 and number in reader.xref_objStm
        self.spend(LOOKUP)
        if not reader.is_encrypted:
            try:
                if packed:
                    return self._from_stream(number)
                return self._at(reader.xref.get(generation, {}).get(number, -1), number, generation)
            except (ValueError, TypeError, IndexError):
                pass
        with self._counted():
            return reader.get_object(IndirectObject(number, generation, reader))

    def _from_stream(self, number: int) -> Any:
        stream, _ = self._reader.xref_objStm[number]
        if stream not in self._packed:
            self._packed[stream] = b"", {}  # what cannot be read is not tried again
            self._packed[stream] = self._unpacked(stream)
        data, within = self._packed[stream]
        if number not in within:
            raise ValueError("not in its stream")
        return self._value(data, *within[number])

    def _unpacked(self, stream: int) -> tuple[bytes, dict[int, tuple[int, int]]]:
        """A stream of objects, and where each object in it begins and ends. Raises what pypdf raises, and ValueError."""
        with self._counted():
            held: Any = IndirectObject(stream, 0, self._reader).get_object()
            kind, first, count = held["/Type"], int(held["/First"]), int(held["/N"])
            plain = held.get("/Filter") == "/FlateDecode" and "/DecodeParms" not in held
        if kind != "/ObjStm":
            raise ValueError("no stream of objects")
        with self._counted(PLAINLY if plain else UNPACKED):
            data = held.get_data()
        if not (0 <= first <= len(data) and 0 <= count <= min(MAX_PACKED, first // 2)):
            raise ValueError("no header of a stream of objects")
        self.spend(TOKEN * 2 * count + len(data) // BYTES)
        numbers = list(map(int, data[:first].split(None, 2 * count)[: 2 * count]))
        starts = [first + offset for offset in numbers[1::2]]
        places = zip(numbers[::2], starts, [*starts[1:], len(data)], strict=True)
        return data, {found: (start, end) for found, start, end in places}

    def _at(self, place: int, number: int, generation: int) -> Any:
        head = _HEAD.match(self._data, place) if place >= 0 else None
        if head is None or (int(head[1]), int(head[2])) != (number, generation):
            self.spend(len(self._data) // SEARCHED)  # pypdf will search for it
            raise ValueError("not where it should be")
        self.spend((head.end() - place) // BYTES)
        return self._value(self._data, head.end(), len(self._data))

    def _value(self, data: bytes, start: int, end: int) -> Any:
        """The value that is written from a place on. Raises ValueError, TypeError or IndexError for what is no value."""
        stack: list[list[Any]] = []
        value: Any
        end, tokens, place = min(end, start + MAX_LENGTH), 0, start
        names = self._names
        try:
            for token in _TOKEN.finditer(data, start, end):
                tokens += 1
                place = token.end()
                kind = token.lastindex
                if kind == _NAME:
                    value = names.get(token[_NAME])
                    if value is None:
                        if b"#" in token[_NAME]:
                            break
                        value = token[_NAME].decode("ascii")
                        if len(value) <= MAX_NAME:
                            names[token[_NAME]] = value
                elif kind == _WORD:
                    value = token[_WORD]
                elif kind == _REFERENCE:
                    tokens += 1
                    value = Reference(int(token[_NUMBER]), int(token[_REFERENCE]))
                elif kind == _OPEN:
                    stack.append([])
                    if len(stack) > MAX_NESTED:
                        break
                    continue
                elif kind == _CLOSE:
                    items = stack.pop()
                    value = items if token[_CLOSE] == b"]" else dict(zip(items[::2], items[1::2], strict=True))
                else:
                    break
                if not stack:
                    return value
                stack[-1].append(value)
            else:
                place = end
        finally:
            self.spend(TOKEN * tokens + max(place - start, 0) // BYTES)
        raise ValueError("no value")
