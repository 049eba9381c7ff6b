"""Reads XML event by event: entities of a file's own are refused, so no text grows; nothing outside of it is opened."""

from __future__ import annotations

from collections.abc import Callable
from xml.parsers import expat

MAX_BYTES = 16_000_000
MAX_ATTRIBUTES = 500_000
MAX_DEPTH = 200
"""Elements within elements, which whoever reads counts."""


class NotXml(Exception):
    """XML that cannot be read, and why."""


def read_xml(
    data: bytes, start: Callable[[str, dict[str, str]], None], end: Callable[[str], None], text: Callable[[str], None],
    most: int = MAX_BYTES,
) -> None:
    """Tells of every element where it begins (its name and attributes) and ends, and of the text between. most: bytes.
    Raises NotXml, and whatever those who are told raise."""
    if len(data) > most:
        raise NotXml(f"more than {most // 1_000_000} MB")
    if data.count(b"=") > MAX_ATTRIBUTES:
        raise NotXml(f"more than {MAX_ATTRIBUTES} attributes")

    def entity(*_: object) -> None:
        raise NotXml("entities")

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text
    parser.EntityDeclHandler = entity
    parser.buffer_text = True  # or every line of a text is a call
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, ValueError) as error:  # the last two: an encoding that is not known
        raise NotXml(str(error)) from error
