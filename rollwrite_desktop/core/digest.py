"""SHA-256. What computes it is loaded with the first one, after the first page is painted, which needs none."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import _Hash


def sha256(data: bytes = b"") -> _Hash:
    """Returns the sum of these bytes, to be asked for as a digest or to be given more."""
    import hashlib

    return hashlib.sha256(data)
