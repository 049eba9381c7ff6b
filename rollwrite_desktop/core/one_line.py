"""Text from outside in one line that leaves what stands around it as it is: names first of all."""

from __future__ import annotations

import unicodedata

_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode categories that move the cursor, turn writing around, end a line, or show nothing."""


def one_line(text: str) -> str:
    """Returns the text in one line, without control characters and without changes of direction; for names, terminals, lists
    and logs."""
    return " ".join((text if text.isprintable() else "".join(map(visible, text))).split())


def visible(sign: str) -> str:
    """Returns the sign, or a space for one that does not show."""
    return " " if acts(sign) else sign


def acts(sign: str) -> bool:
    """Returns whether a sign does something to those around it, or nothing that shows. What joins two into one is none of
    these."""
    return unicodedata.category(sign) in _HIDDEN and sign != "\u200d"
