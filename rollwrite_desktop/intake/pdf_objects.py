"""The objects of a PDF that hold no streams, by their numbers: dictionaries, arrays and what is in them.

pypdf finds where objects are and unpacks streams; it takes a millisecond for each object that it reads, and reads all of a
packed stream for one of them. Here an object is read alone, by one regular expression (ISO 32000-1, 7.3), forty times as
fast; only what is unusual is left to pypdf. How much work there may be is bounded by the process that does it.
"""

from __future__ import annotations

import io
import re
from typing import Any, NamedTuple

from pypdf import Configuration, PdfReader, apply_configuration
from pypdf.generic import IndirectObject, read_hex_string_from_stream, read_string_from_stream

MAX_LENGTH = 2_000_000
"""Bytes of one object; a longer one is left to pypdf."""
MAX_STREAM = 4_000_000
"""Bytes of a stream that is unpacked; those of files of ours have less than a tenth of that."""
MAX_PACKED = 50_000
"""Objects in one stream."""
MAX_NAME = 127
"""Bytes of a name that is remembered."""
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
    (see `text`). Raises whatever pypdf raises."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._packed: dict[int, tuple[bytes, dict[int, tuple[int, int]]]] = {}
        self._names: dict[bytes, str] = {}
        with apply_configuration(_WITHIN):
            self._reader = PdfReader(io.BytesIO(data))
        self.root: Any = self._reader.trailer.raw_get("/Root")

    def resolved(self, value: Any) -> Any:
        """A value, or the object that it refers to; None for one that is not there."""
        for _ in range(MAX_NESTED):
            if not isinstance(value, (Reference, IndirectObject)):
                return value
            value = self._object(value.idnum, value.generation)
        raise ValueError("references in a circle")

    def text(self, value: Any) -> str:
        """Returns the text of a string, and what is written of a number or name; "" of anything else."""
        value = self.resolved(value)
        if type(value) is not bytes:
            return "" if value is None or isinstance(value, (list, dict)) else str(value)
        plain = _PLAIN.fullmatch(value)
        if plain is not None:
            return plain[1].decode("ascii")
        if not value.startswith((b"(", b"<")):
            return "" if value == b"null" else value.decode("ascii", "replace")
        read = read_string_from_stream if value.startswith(b"(") else read_hex_string_from_stream
        return str(read(io.BytesIO(value)))

    def _object(self, number: int, generation: int) -> Any:
        reader = self._reader
        packed = generation == 0 and number in reader.xref_objStm
        if not reader.is_encrypted:
            try:
                if packed:
                    return self._from_stream(number)
                return self._at(reader.xref.get(generation, {}).get(number, -1), number, generation)
            except (ValueError, TypeError, IndexError):
                pass
        with apply_configuration(_WITHIN):
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
        with apply_configuration(_WITHIN):
            held: Any = IndirectObject(stream, 0, self._reader).get_object()
            kind, first, count = held["/Type"], int(held["/First"]), int(held["/N"])
            if kind != "/ObjStm":
                raise ValueError("no stream of objects")
            data = held.get_data()
        if not (0 <= first <= len(data) and 0 <= count <= min(MAX_PACKED, first // 2)):
            raise ValueError("no header of a stream of objects")
        numbers = list(map(int, data[:first].split(None, 2 * count)[: 2 * count]))
        starts = [first + offset for offset in numbers[1::2]]
        places = zip(numbers[::2], starts, [*starts[1:], len(data)], strict=True)
        return data, {found: (start, end) for found, start, end in places}

    def _at(self, place: int, number: int, generation: int) -> Any:
        head = _HEAD.match(self._data, place) if place >= 0 else None
        if head is None or (int(head[1]), int(head[2])) != (number, generation):
            raise ValueError("not where it should be")  # pypdf will search for it
        return self._value(self._data, head.end(), len(self._data))

    def _value(self, data: bytes, start: int, end: int) -> Any:
        """Returns the value that is written from a place on. Raises ValueError, TypeError or IndexError for what is no
        value."""
        stack: list[list[Any]] = []
        value: Any
        names = self._names
        for token in _TOKEN.finditer(data, start, min(end, start + MAX_LENGTH)):
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
        raise ValueError("no value")
