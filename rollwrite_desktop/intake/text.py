"""Text from outside, made harmless for where it goes: a terminal, a spreadsheet, a tool tip, a file name, a message.

Text is kept as it came and cleaned where it leaves; each place has one function, and nothing else there.
"""

from __future__ import annotations

import re
import unicodedata

from rollwrite_desktop.core.one_line import acts, one_line, visible

MAX_EXCERPT = 80
"""How many characters of what was found a message repeats."""
_FORMULA = re.compile(r"(^|;) ?(?=[=+\-@＝＋－＠].)")
_GUARDED = re.compile(r"^(\s*)'(?=[\s]*[=+\-@|%])")
"""Where a spreadsheet would begin to compute: at the beginning of a cell, also of one behind a semicolon, which parts cells
in many countries. A sign alone is no formula."""
_LONGEST_NAME = 100
_NO_NAME = r'[<>:"/\\|?*]'
_RESERVED = {
    "con", "prn", "aux", "nul", "conin$", "conout$", *(f"{port}{n}" for port in ("com", "lpt") for n in "123456789¹²³"),
}
"""Devices of Windows, also with an ending behind them."""


def excerpt(text: str, most: int = MAX_EXCERPT) -> str:
    """Returns the beginning of a text in one line, for a message."""
    shown = one_line(text[: 4 * most])
    return shown if len(shown) <= most and len(text) <= 4 * most else f"{shown[:most - 1].rstrip()}…"


def each_line(text: str) -> str:
    """Returns the text with each of its lines as `one_line` has it; for messages."""
    return "\n".join(map(one_line, text.split("\n")))


def terminal(line: str) -> str:
    """One line of a terminal's output: as `one_line`, but columns stay where they are."""
    return "".join(map(visible, line))


def escaped(json: str) -> str:
    """JSON with every character escaped that a terminal would act on; its value is the same. Line ends are the program's."""
    return "".join(sign if sign == "\n" or not acts(sign) else _json_escape(sign) for sign in json)


_LONE = re.compile("[\ud800-\udfff]")
"""Half of a character, which Unicode texts have none of: how Python shows a byte of a file name that is no UTF-8."""


def is_text(name: str) -> bool:
    """Returns whether a file name can be written into a file: that of a file from elsewhere need not be UTF-8."""
    return _LONE.search(name) is None


def is_seen(name: str) -> bool:
    """Returns whether every character of a name shows, and leaves those around it as they are."""
    return not any(map(acts, name))


def as_text(name: str) -> str:
    """A file name as it is shown, in one line; � stands for each byte that is no text."""
    return one_line(_LONE.sub("\ufffd", name))


def _json_escape(sign: str) -> str:
    return "".join(f"\\u{unit:04x}" for unit in memoryview(sign.encode("utf-16", "surrogatepass")[2:]).cast("H"))


def csv_cell(text: str) -> str:
    """Returns the text as a spreadsheet shows it and does not compute it: one line, and no formula, whatever it begins
    with."""
    return _FORMULA.sub(r"\1'", one_line(text))


def plain_cell(text: str) -> str:
    """Returns the text of a cell that `csv_cell` made."""
    return _GUARDED.sub(r"\1", text)


def tool_tip(text: str) -> str:
    """Returns the text for a tool tip, which takes what looks like a tag for rich text and loads what it names."""
    lines = each_line(text)
    if "<" not in lines:
        return lines
    from html import escape

    return f"<qt>{escape(lines, quote=False).replace(chr(10), '<br>')}</qt>"


def file_name(name: str) -> str:
    """Returns the name with what some file system would not take left out; "" if nothing remains."""
    composed = unicodedata.normalize("NFC", name)
    plain = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in composed)
    plain = re.sub(_NO_NAME, " ", plain)
    plain = " ".join(plain.split())
    while len(plain) > _LONGEST_NAME or len(plain.encode()) > 2 * _LONGEST_NAME:
        plain = plain[:-1]
    plain = plain.strip(" .")
    stem, dot, rest = plain.partition(".")
    return f"{stem}_{dot}{rest}" if _is_device(stem) else plain


def _is_device(stem: str) -> bool:
    return stem.strip().casefold() in _RESERVED


def is_for_windows(name: str) -> bool:
    """Returns whether Windows gives a file this name, and no other one."""
    wrong = re.search(_NO_NAME, name) or re.search("[\0-\x1f]", name) or name.endswith((" ", "."))
    return not wrong and not _is_device(name.partition(".")[0])


def folded(name: str) -> str:
    """Returns what two names share that some file system takes for one: capitals and the ways of writing an accent do not
    count."""
    if name.isascii():  # of thousands in a folder nearly all are
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).casefold())
