"""Decodes JSON that is nested at most so deep, whatever Python's own limit is and however much stack is left."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable
from functools import cached_property
from itertools import accumulate
from typing import Any, Generic, TypeVar

import msgspec

MAX_DEPTH = 200
"""Lists and objects within each other; our own files have ten at most."""
_OPENING, _CLOSING = b"[{", b"]}"
_OTHERS = bytes(set(range(256)) - {*_OPENING, *_CLOSING})
_STEPS = bytes.maketrans(_OPENING + _CLOSING, b"\x01\x01\xff\xff")
"""Opening brackets to 1, closing ones to -1."""

T = TypeVar("T")


class TooDeep(msgspec.DecodeError):
    """JSON that is nested too deeply."""


class Decoder(Generic[T]):
    """Decodes JSON as a type, also behind the mark with which some editors begin a file. Raises msgspec.DecodeError, and
    UnicodeDecodeError for what is not UTF-8. `raw`: its values are `msgspec.Raw` and decoded once more, each by itself; one
    that is too deep is found then. What it does with each type is made out when it first decodes: most modules that have
    one are loaded long before."""

    def __init__(self, kind: type[T], *, raw: bool = False) -> None:
        self._kind, self._raw = kind, raw

    @cached_property
    def _decode(self) -> Callable[[bytes], T]:
        return msgspec.json.Decoder(self._kind).decode

    def decode(self, data: bytes) -> T:
        """Returns the value in `data`."""
        data = data.removeprefix(BOM_UTF8)
        if self._raw:
            try:
                return self._decode(data)
            except RecursionError:
                raise TooDeep from None
        if len(data) > MAX_DEPTH and data.count(b"[") + data.count(b"{") > MAX_DEPTH and depth(data) > MAX_DEPTH:
            raise TooDeep
        return self._decode(data)


def depth(data: bytes) -> int:
    """How deep JSON is nested; of what is none, as deep as a decoder may come before it notices."""
    # Behind every other quotation mark that is not escaped is the inside of a text.
    outside = b"".join(data.replace(rb"\\", b"").replace(rb"\"", b"").split(b'"')[::2])
    return max(accumulate(memoryview(outside.translate(_STEPS, _OTHERS)).cast("b")), default=0)


_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?|[][{},]', re.DOTALL)
_FAULT = re.compile(r"\(byte (\d+)\)$")
_CLOSED_BY = {b"[": b"]", b"{": b"}"}


def whole_part(data: bytes) -> Any:
    """Returns the value in damaged JSON as far as it is whole: what stands before the first fault, with the lists and
    objects closed that are open there. None where that is nothing, or too deep. Linear in time."""
    data = data.removeprefix(BOM_UTF8)
    fault = _first_fault(data)
    for end in (fault, fault - 1):  # the decoder names the byte at fault or the one behind it
        try:
            return _ANY.decode(_closed(data[:end]))
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
    return None


def _closed(data: bytes) -> bytes:
    """Returns the beginning of some JSON up to the last value in it that has ended, with what is open there closed."""
    open_now: list[bytes] = []
    end, closing = 0, b""
    for token in _TOKEN.finditer(data):
        sign = token[0]
        if sign in _CLOSED_BY and len(open_now) < MAX_DEPTH:
            open_now.append(_CLOSED_BY[sign])
        elif sign in _CLOSED_BY or (sign in b"]}" and open_now.pop() != sign):
            break
        if sign[:1] != b'"':
            end = token.start() if sign == b"," else token.end()  # before a comma a value has ended
            closing = b"".join(reversed(open_now))
        if not open_now:
            break
    return data[:end] + closing


def _first_fault(data: bytes) -> int:
    """Up to which byte it may be JSON; its length where it only ends too early."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        data = data[: error.start]
    try:
        _ANY.decode(data)
    except TooDeep:
        pass
    except msgspec.DecodeError as error:
        found = _FAULT.search(str(error))
        return int(found[1]) if found else len(data)
    return len(data)


_ANY = Decoder[Any](Any)
