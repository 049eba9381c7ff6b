"""Decodes JSON that is nested at most so deep, whatever Python's own limit is and however much stack is left."""

from __future__ import annotations

from itertools import accumulate
from typing import Generic, TypeVar

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
    """Decodes JSON as a type. Raises msgspec.DecodeError, and UnicodeDecodeError for what is not UTF-8. `raw`: its values
    are `msgspec.Raw` and decoded once more, each by itself; one that is too deep is found then."""

    def __init__(self, kind: type[T], *, raw: bool = False) -> None:
        self._decode = msgspec.json.Decoder(kind).decode
        self._raw = raw

    def decode(self, data: bytes) -> T:
        """The value in `data`."""
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
