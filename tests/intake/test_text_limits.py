"""Every text of every file that is read has a length that decoding refuses to exceed: what is shown is bounded."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import TypeGuard

import msgspec
import pytest
from msgspec import inspect

import rollwrite_desktop
from rollwrite_desktop.intake import settings
from rollwrite_desktop.intake.sessions import NotASession, parse

TRUSTED = ("gamekit.value_tables", "sheet_schema")
"""Ends of modules whose structs no file from elsewhere is decoded to: the program's own tables, and what sheets that were
read hold."""
READ_AGAIN = {
    ("StoredMember", "paper"): "decoded once more, to the paper of its game",
    ("_Stored", "paper"): "decoded once more, to the paper of its game",
    ("Stored", "papers"): "decoded once more, each to the paper of its game",
    ("_File", "values"): "decoded once more, each to the type of its key",
    ("_File", "rows"): "decoded once more, each when its game is asked for",
    ("_Kind", "journal"): "not looked into",
    ("_Object", "id"): "geodata: 400 characters are looked at",
    ("_Object", "name"): "geodata: 60 characters are kept",
    ("_Object", "properties"): "geodata: 400 characters of each are looked at",
    ("_Object", "coordinates"): "converted to numbers",
    ("_Object", "arcs"): "converted to numbers",
}
"""Fields that hold anything, and why no text of any length is shown from them."""


def schemas() -> list[type[msgspec.Struct]]:
    """All structs of the program that a file may be decoded to: those that a module names as the aim of a decoder or of a
    conversion, what derives from one, and what is within one."""
    left: list[type[msgspec.Struct]] = []
    for found in pkgutil.walk_packages(rollwrite_desktop.__path__, "rollwrite_desktop."):
        if not found.name.endswith("__main__"):
            module = importlib.import_module(found.name)
            left += [kind for name in aims(module) if is_struct(kind := getattr(module, name, None))]
    known: set[type[msgspec.Struct]] = set()
    while left:
        kind = left.pop()
        if kind not in known:
            known.add(kind)
            left += kind.__subclasses__()
            left += [each.cls for field in inspect.type_info(kind).fields for each in structs(field.type)]  # type: ignore[attr-defined]
    return sorted((each for each in known if not each.__module__.endswith(TRUSTED)), key=lambda each: each.__qualname__)


def aims(module: ModuleType) -> Iterator[str]:
    """The names of classes that a module has files decoded to, by its source."""
    for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text("utf-8"))):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func).rpartition(".")[2]
            given = node.args[:1] if called == "Decoder" else node.args[1:2] if called == "convert" else []
            given += [word.value for word in node.keywords if called == "decode" and word.arg == "type"]
            for aim in given:
                yield from (each.id for each in ast.walk(aim) if isinstance(each, ast.Name))


def is_struct(kind: object) -> TypeGuard[type[msgspec.Struct]]:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def structs(kind: inspect.Type) -> Iterator[inspect.StructType]:
    """The structs that a type consists of; not those within them."""
    if isinstance(kind, inspect.StructType):
        yield kind
    for name in ("types", "item_types"):
        for each in getattr(kind, name, ()):
            yield from structs(each)
    for name in ("item_type", "key_type", "value_type"):
        if hasattr(kind, name):
            yield from structs(getattr(kind, name))


def boundless(kind: inspect.Type, seen: tuple[type, ...] = ()) -> Iterator[str]:
    """The texts without a limit, and what holds anything, within a type; structs within are looked at by themselves."""
    if isinstance(kind, inspect.StrType):
        if kind.max_length is None:
            yield "str"
    elif isinstance(kind, inspect.AnyType | inspect.RawType):
        yield "any"
    elif isinstance(kind, inspect.UnionType):
        for each in kind.types:
            yield from boundless(each, seen)
    elif isinstance(kind, inspect.DictType):
        yield from boundless(kind.key_type, seen)
        yield from boundless(kind.value_type, seen)
    elif isinstance(kind, inspect.TupleType):
        for each in kind.item_types:
            yield from boundless(each, seen)
    elif isinstance(kind, inspect.CollectionType):
        yield from boundless(kind.item_type, seen)


def test_no_text_of_a_file_is_without_a_limit() -> None:
    found = schemas()
    assert len(found) > 30
    faults = []
    for schema in found:
        info = inspect.type_info(schema)
        assert isinstance(info, inspect.StructType)
        for field in info.fields:
            what = {*boundless(field.type)}
            if what and not (what == {"any"} and (schema.__name__, field.name) in READ_AGAIN):
                faults.append(f"{schema.__module__}.{schema.__name__}.{field.name}: {what}")
    assert not faults


@pytest.mark.parametrize("pattern", settings._TYPES)
def test_no_text_of_the_settings_is_without_a_limit(pattern: str) -> None:
    assert not [*boundless(inspect.type_info(settings._TYPES[pattern]))]


@pytest.mark.parametrize("changed, said", [
    ({"name": "N" * 61}, "name: it has more than 60 characters"),
    ({"members": [{"name": "W" * 61}]}, "members[0].name: it has more than 60 characters"),
    ({"notes": "n" * 10_001}, "notes: it has more than 10000 characters"),
    ({"code": "=" * 81}, "code: it has more than 80 characters"),
    ({"rolls": ["r" * 501]}, "rolls[0]: it has more than 500 characters"),
])
def test_a_session_with_a_text_too_long_is_refused_in_a_sentence(changed: dict[str, object], said: str) -> None:
    whole = {"session": 1, "name": "N" * 60, "game": "rolling_america", "notes": "n" * 10_000}
    assert parse(msgspec.json.encode(whole), "f").name == "N" * 60
    with pytest.raises(NotASession, match=re.escape(f"f: not a session: {said}.")):
        parse(msgspec.json.encode(whole | changed), "f")


def test_a_setting_that_is_too_long_is_not_kept(tmp_path: Path) -> None:
    kept = settings.SettingsFile(tmp_path)
    kept.update({"last/names": ["Ann"]})
    kept.update({"last/names": ["A" * 5_001]})
    assert kept.value("last/names") == ["Ann"]
