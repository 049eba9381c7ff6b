"""The one error of everything that is read, and how much of it a message repeats."""

from __future__ import annotations

import struct
import zipfile
import zlib

import msgspec

from rollwrite_desktop.core.errors import NotReadable
from rollwrite_desktop.intake.text import excerpt

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What decoding JSON raises for bytes that are not what was expected."""


DAMAGED_ARCHIVE = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error, UnicodeDecodeError, EOFError, NotImplementedError,
    RuntimeError, OverflowError, ValueError, OSError,
)
"""What reading a ZIP archive raises for one that is damaged."""


def why(error: Exception) -> str:
    """What is wrong, in one short line, for the end of a sentence."""
    return excerpt(str(error).rstrip(".")) or type(error).__name__


__all__ = ["DAMAGED_ARCHIVE", "UNREADABLE", "NotReadable", "why"]
