"""Brings the translations up to date: `python assets/build/catalogs.py` (needs Babel).

Finds every text of the program and of the shipped sheets, adds the new ones to each language's `rollwrite.po`, and
compiles them. Translate in the .po file, run it again, keep both. With `--missing` it lists what is not translated yet.
It also compiles the names of keys in `LANGUAGE.terms.toml`, so that Qt calls them as the texts do.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from babel.numbers import get_decimal_symbol

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "rollwrite_desktop"
TRANSLATIONS = ROOT / "assets" / "translations"
DOMAIN = "rollwrite"
KEYWORDS = {"tr": 1, "tr_n": 2, "mark": 1, "mark_n": 2}
"""Whose first argument or arguments are texts."""
KEY_NAMES = "keys.qm"
"""The file with the names of keys."""
QT_KEYS = {"Page Up": "PgUp", "Page Down": "PgDown", "Escape": "Esc", "Delete": "Del", "Enter": "Return"}
"""What Qt calls keys otherwise than our English texts."""
LOCALE = "locale"
"""The context of the entries that hold how a language writes numbers and dates."""


def forms_of(call: ast.Call) -> tuple[str, ...]:
    """The text of a call that marks one, or its singular and plural; () of any other call."""
    if not isinstance(call.func, ast.Name):
        return ()
    return tuple(
        argument.value for argument in call.args[: KEYWORDS.get(call.func.id, 0)]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str) and argument.value
    )


def context_of(call: ast.Call) -> str | None:
    """The context that a call gives its text, `mark("Space", "key")`."""
    given = [
        argument.value for argument in call.args[1:2]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]
    return given[0] if given and isinstance(call.func, ast.Name) and call.func.id == "mark" else None


def nodes_of(module: str) -> Iterable[ast.AST]:
    """Everything in the syntax tree of a module of the program."""
    return ast.walk(ast.parse((PROGRAM / module).read_text("utf-8")))


def said(nodes: Iterable[ast.AST]) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """The texts of a syntax tree with their contexts, also of calls within f-strings and within other calls, which Babel's
    own reader misses."""
    for node in nodes:
        if isinstance(node, ast.Call):
            texts = forms_of(node)
            if texts:
                yield (texts[0] if len(texts) == 1 else texts), context_of(node)


def template(without: Collection[str] = (), read: Callable[[str], Iterable[ast.AST]] = nodes_of) -> Catalog:
    """Every text there is to translate; `without` are folders of games to leave out."""
    catalog = Catalog(project="rollwrite_desktop", charset="utf-8", header_comment="# Texts of rollwrite_desktop.")
    for path in sorted(PROGRAM.rglob("*.py")):
        module = path.relative_to(PROGRAM)
        folders = module.parts[:-1]
        if any(folder.startswith("_") for folder in folders) or any(folders[:2] == ("games", game) for game in without):
            continue
        for message, context in said(read(module.as_posix())):
            catalog.add(message, context=context)
    for path in sorted((ROOT / "sheets").glob("[a-z]*.json")):
        sheet = json.loads(path.read_text("utf-8"))
        if sheet["game"] in without:
            continue
        ids = {space["id"] for space in sheet["spaces"]}  # an isle has its area's
        for text in (
            sheet["title"], *(region["name"] for region in sheet["regions"]), *(space["name"] for space in sheet["spaces"]),
            *(decor.get("text", "") for decor in sheet.get("decor", ()) if decor["kind"] not in ("key", "names", "region")),
        ):
            if text and text not in ids:
                catalog.add(text)
    return catalog


def updated(language: str) -> Catalog:
    """A language's catalog with every text of the template; what is no longer used is dropped."""
    path = TRANSLATIONS / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    old = read_po(io.BytesIO(path.read_bytes()), locale=language)
    new = template()
    catalog = Catalog(
        locale=language, project="rollwrite_desktop", charset="utf-8", header_comment=old.header_comment,
        last_translator=old.last_translator, language_team=old.language_team,
        creation_date=old.creation_date, revision_date=old.revision_date,
    )
    for message in new:
        if message.id:
            known = old.get(message.id, message.context)
            catalog.add(message.id, known.string if known and not known.fuzzy else "", context=message.context)
    return catalog


def pattern(text: str) -> str:
    """A date pattern of Unicode's locale data, "d 'de' MMMM", with the gaps of our texts."""
    gaps = {"d": "{day}", "M": "{month}", "y": "{year}"}
    return "".join(
        quoted or (gaps[letters[0]] if letters else other)
        for quoted, letters, other in re.findall(r"'([^']*)'|(d+|M+|y+)|(.)", text)
    )


def formats(language: str) -> dict[str, str]:
    """How a language writes numbers and dates, from Babel's locale data."""
    locale = Locale.parse(language)
    months = locale.months["format"]["wide"]
    return {
        "name": (locale.get_display_name() or language).capitalize(),
        "decimal": get_decimal_symbol(locale),
        "percent": re.sub(r"[#,.0]+", "{n}", locale.percent_formats[None].pattern),
        "day": pattern(locale.datetime_skeletons["MMMMd"].pattern),
        "date": pattern(locale.date_formats["long"].pattern),
        "short": pattern(locale.datetime_skeletons["Md"].pattern),
        "months": "|".join(months[number] for number in range(1, 13)),
    }


def written(catalog: Catalog) -> tuple[bytes, bytes]:
    """The bytes of the .po and of the .mo file, which also holds the formats of the language."""
    po, mo = io.BytesIO(), io.BytesIO()
    write_po(po, catalog, width=120, no_location=True, sort_output=True, ignore_obsolete=True)
    for name, text in formats(str(catalog.locale)).items():
        catalog.add(name, text, context=LOCALE)
    write_mo(mo, catalog)
    return po.getvalue(), mo.getvalue()


def key_names(language: str) -> bytes:
    """The names of keys as Qt reads them, in place of its own: a .qm file of the context "QShortcut"."""
    keys = tomllib.loads((TRANSLATIONS / f"{language}.terms.toml").read_text("utf-8"))["keys"]
    messages, places = bytearray(), list[tuple[int, int]]()
    for key, name in sorted({**keys, **{QT_KEYS.get(key, key): name for key, name in keys.items()}}.items()):
        places.append((elf_hash(key.encode()), len(messages)))
        for tag, content in ((3, name.encode("utf-16-be")), (6, key.encode()), (7, b"QShortcut")):
            messages += tag.to_bytes(1) + len(content).to_bytes(4) + content
        messages += b"\x01"
    hashes = b"".join(number.to_bytes(4) for place in sorted(places) for number in place)
    parts = ((b"\x42", hashes), (b"\x69", messages))
    sections = b"".join(tag + len(content).to_bytes(4) + content for tag, content in parts)
    return bytes.fromhex("3cb86418caef9c95cd211cbf60a1bddd") + sections


def elf_hash(text: bytes) -> int:
    """The hash by which Qt finds a text in a .qm file."""
    found = 0
    for byte in text:
        found = (found << 4) + byte
        found = (found ^ (found & 0xF0000000) >> 24) & 0x0FFFFFFF
    return found or 1


def languages() -> list[str]:
    return sorted(path.parts[-3] for path in TRANSLATIONS.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def main() -> None:
    for language in languages():
        catalog = updated(language)
        missing = [message.id for message in catalog if message.id and not any(
            message.string if isinstance(message.string, tuple) else (message.string,))]
        if "--missing" in sys.argv:
            print(*(json.dumps(text, ensure_ascii=False) for text in missing), sep="\n")
            continue
        folder = TRANSLATIONS / language / "LC_MESSAGES"
        for suffix, content in zip(("po", "mo"), written(catalog), strict=True):
            (folder / f"{DOMAIN}.{suffix}").write_bytes(content)
        (folder / KEY_NAMES).write_bytes(key_names(language))
        print(f"{language}: {len(catalog)} texts, {len(missing)} not translated")


if __name__ == "__main__":
    main()
