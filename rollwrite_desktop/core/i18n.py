"""Translation of all texts that people read, by gettext catalogs shared by window, paper and command line.

Message ids are the English texts. The language is one setting of the process. Knows no game and no window.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from pathlib import Path

DOMAIN = "rollwrite"
MAX_LISTED = 8
Arg = str | int | tuple[str, ...]
"""An argument of a message: a message id or a name, a number, or a list of message ids or names."""
VERBATIM = frozenset({
    "bot", "claimed", "code", "file", "folder", "id", "name", "names", "option", "path", "player", "text",
})
"""Arguments that are what people or files gave: never translated, even where a message id reads the same."""

_translation: gettext.NullTranslations = gettext.NullTranslations()
_language = "en"


def use(language: str, folder: Path) -> str:
    """Sets the language from the catalogs in `folder`; returns the one in use then, English if there is no such catalog."""
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
    """The language codes that have a compiled catalog, English first."""
    found = sorted(path.parts[-3] for path in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return ("en", *found)


def mark(message: str) -> str:
    """Returns a message id unchanged; marks it for extraction where it is kept as data."""
    return message


def tr(message: str, /, **args: Arg) -> str:
    """Translates a message and fills in its arguments; arguments that are texts are translated too, but those in `VERBATIM`,
    and lists joined."""
    text = _translation.gettext(message) if message else ""
    return text.format_map(_translated(args)) if args else text


def tr_n(one: str, many: str, n: int, /, **args: Arg) -> str:
    """Like `tr`, in the plural form for `n`, which the message may name as {n}."""
    return _translation.ngettext(one, many, n).format_map(_translated({"n": n, **args}))


def join_list(items: tuple[str, ...]) -> str:
    """Translates items and joins them: "Iowa, Ohio and Texas". Of more than MAX_LISTED the rest is counted: "5 more"."""
    return join_names(tuple(_translation.gettext(item) if item else "" for item in items))


def join_names(names: tuple[str, ...]) -> str:
    """Joins names as they are, in the same way."""
    texts = list(names)
    if len(texts) > MAX_LISTED:
        texts[MAX_LISTED - 1 :] = [tr("{n} more", n=len(texts) - MAX_LISTED + 1)]
    if len(texts) < 2:
        return "".join(texts)
    return tr("{first} and {last}").format(first=", ".join(texts[:-1]), last=texts[-1])


def capitalized(sentence: str) -> str:
    """The sentence with a capital letter, unless it begins with a code such as a1."""
    first = sentence.partition(" ")[0]
    return sentence[:1].upper() + sentence[1:] if first.isalpha() else sentence


def _translated(args: Mapping[str, Arg]) -> dict[str, str | int]:
    return {name: _verbatim(value) if name in VERBATIM else _translated_arg(value) for name, value in args.items()}


def _verbatim(value: Arg) -> str | int:
    return join_names(value) if isinstance(value, tuple) else value


def _translated_arg(value: Arg) -> str | int:
    if isinstance(value, tuple):
        return join_list(value)
    return _translation.gettext(value) if isinstance(value, str) and value else value
