"""Every text that people read goes through here: gettext catalogues, one set for window, paper and command line.

English is the language of the message ids. Knows no game and no window.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from pathlib import Path

DOMAIN = "rollwrite"
MAX_LISTED = 8
Arg = str | int | tuple[str, ...]
"""What a sentence may carry: a message id or name, a number, or a list of message ids."""

_translation: gettext.NullTranslations = gettext.NullTranslations()
_language = "en"


def use(language: str, folder: Path) -> str:
    """Speak a language from the catalogues in `folder` from now on; returns the one really used (English if unknown)."""
    global _translation, _language
    _language = language if language in languages(folder) else "en"
    if _language == "en":
        _translation = gettext.NullTranslations()
    else:
        _translation = gettext.translation(DOMAIN, folder, [_language])
    return _language


def language() -> str:
    """The language code in use."""
    return _language


def languages(folder: Path) -> tuple[str, ...]:
    """The language codes that have a compiled catalogue, English first."""
    found = sorted(path.parts[-3] for path in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return ("en", *found)


def mark(message: str) -> str:
    """Marks a message id that is kept as data, so that it is found for translation; returns it unchanged."""
    return message


def tr(message: str, /, **args: Arg) -> str:
    """The message in the language in use, with its arguments filled in; text arguments are translated too."""
    text = _translation.gettext(message) if message else ""
    return text.format_map(_spoken(args)) if args else text


def tr_n(one: str, many: str, n: int, /, **args: Arg) -> str:
    """As `say`, choosing the plural form for `n`, which the message may name as {n}."""
    return _translation.ngettext(one, many, n).format_map(_spoken({"n": n, **args}))


def listed(items: tuple[str, ...]) -> str:
    """A list in words: "Iowa, Ohio and Texas"; of a long one the first seven and how many more."""
    said = [_translation.gettext(item) if item else "" for item in items]
    if len(said) > MAX_LISTED:
        said[MAX_LISTED - 1 :] = [tr("{n} more", n=len(said) - MAX_LISTED + 1)]
    if len(said) < 2:
        return "".join(said)
    return tr("{first} and {last}").format(first=", ".join(said[:-1]), last=said[-1])


def begun(sentence: str) -> str:
    """A sentence with a capital letter, where it begins with a word (a code such as a1 stays)."""
    first = sentence.partition(" ")[0]
    return sentence[:1].upper() + sentence[1:] if first.isalpha() else sentence


def _spoken(args: Mapping[str, Arg]) -> dict[str, str | int]:
    return {name: _speak(value) for name, value in args.items()}


def _speak(value: Arg) -> str | int:
    if isinstance(value, tuple):
        return listed(value)
    return _translation.gettext(value) if isinstance(value, str) and value else value
