"""The one error of everything that is read, and how much of it a message repeats."""

from __future__ import annotations

import re
import struct
import zipfile
import zlib

import msgspec

from rollwrite_desktop.core.errors import NotReadable
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.intake.json_files import TooDeep
from rollwrite_desktop.intake.text import excerpt

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError)
"""What decoding JSON raises for bytes that are not what was expected."""


DAMAGED_ARCHIVE = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error, UnicodeDecodeError, EOFError, NotImplementedError,
    RuntimeError, OverflowError, ValueError, OSError,
)
"""What reading a ZIP archive raises for one that is damaged."""


# Compiled with the first mistake, not at each start.
_UNKNOWN = r"Object contains unknown field `(.*?)`"
_MISSING = r"Object missing required field `(.*?)`"
_WRONG = r"Expected `(\w+)(?: \| null)?`, got `(\w+)`"
_WHERE = r" - at `\$\.?(.+)`$"
_NO_JSON = r"JSON is malformed: .*\(byte (\d+)\)"
_BOUND = r"Expected `(?:int|float)(?: \| null)?` (<=|>=|<|>) ([-\d.]+)"
_LENGTH = r"Expected `(str|array|object)(?: \| null)?` of length (<=|>=) (\d+)"
_VALUE = r"Invalid (?:enum )?value '(.*?)'"
_VERSION = r"Invalid enum value (\d+) "
"""Whole numbers to choose from stand for versions of a format alone."""
_TOML = r"\(at line (\d+), column (\d+)\)$"
_KINDS = {
    "float": mark("a number"), "int": mark("a whole number"), "str": mark("a text"), "bool": mark("true or false"),
    "array": mark("a list"), "object": mark("a table"), "null": mark("nothing"),
}


def why(error: Exception) -> str:
    """Returns what is wrong, in one short line, for the end of a sentence."""
    import tomllib  # 2 ms of each start

    said = str(error).rstrip(".")
    match error:
        case TooDeep() | RecursionError():
            said = tr("it is nested too deeply")
        case msgspec.DecodeError():
            said = _in_words(said)
        case UnicodeDecodeError():
            said = tr("it is not text from byte {n} on", n=error.start)
        case tomllib.TOMLDecodeError():
            place = re.search(_TOML, said)
            said = tr("no TOML at line {n}, column {m}", n=place[1], m=place[2]) if place else tr("it ends too early")
    return excerpt(said) or type(error).__name__


def is_too_long(error: msgspec.ValidationError) -> bool:
    """Returns whether a value was refused for its length alone."""
    found = re.match(_LENGTH, str(error))
    return found is not None and found[2] == "<="


def _in_words(message: str) -> str:
    """Returns what the decoder says, in our words where there are some."""
    place = re.search(_WHERE, message)
    where = f"{place[1]}: " if place else ""
    if found := re.match(_UNKNOWN, message):
        return where + tr("there is no field “{name}”", name=found[1])
    if found := re.match(_MISSING, message):
        return where + tr("the field “{name}” is missing", name=found[1])
    if (found := re.match(_WRONG, message)) and found[1] in _KINDS and found[2] in _KINDS:
        return where + tr("expected {wanted}, not {found}", wanted=tr(_KINDS[found[1]]), found=tr(_KINDS[found[2]]))
    if (found := re.match(_VERSION, message)) and int(found[1]) > 1:
        return tr("a newer version of this program made it")
    if found := re.match(_NO_JSON, message):
        return tr("no JSON from byte {n} on", n=found[1])
    if found := re.match(_BOUND, message):
        bound = tr("it must be at least {n}", n=found[2]) if ">" in found[1] else tr("it must be at most {n}", n=found[2])
        return where + bound
    if found := re.match(_LENGTH, message):
        if found[2] == ">=":
            return where + tr("it is too short")
        if found[1] == "str":
            return where + tr("it has more than {n} characters", n=found[3])
        return where + tr("it has more than {n} entries", n=found[3])
    if found := re.match(_VALUE, message):
        return where + tr("“{value}” doesn’t belong there", value=excerpt(found[1], 40))
    if message.startswith(("Integer value out of range", "Number out of range")):
        return where + tr("the number is too large")
    if message.startswith("Input data was truncated"):
        return tr("it ends too early")
    return message


__all__ = ["DAMAGED_ARCHIVE", "UNREADABLE", "NotReadable", "is_too_long", "why"]
