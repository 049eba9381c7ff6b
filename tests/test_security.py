"""What the program never does: run what it reads, speak to a network, read or write files past the two packages for it.

`rollwrite_desktop/intake/README.md` says what is trusted and what is not. Bandit's checks run with ruff (`S` in
pyproject.toml).
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.sources import MODULES, nodes_of

FORBIDDEN_MODULES = {
    "pickle", "_pickle", "cPickle", "dill", "marshal", "shelve", "dbm", "copyreg", "yaml", "lxml", "xml.etree", "xml.dom",
    "xml.parsers", "socket", "_socket", "ssl", "http", "urllib", "ftplib", "smtplib", "socketserver", "xmlrpc", "requests",
    "asyncio", "webbrowser", "code", "runpy", "PySide6.QtNetwork", "PySide6.QtWebSockets",
    "PySide6.QtWebEngineWidgets",
}
FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__", "execfile"}
FORBIDDEN_NAMES = {
    "QNetworkAccessManager", "QTcpSocket", "QSettings", "setHtml", "insertHtml", "RichText", "AutoText", "QProcess",
    "mktemp",
}
SYSTEM = {"os.system", "os.popen", "os.startfile", "os.execv", "os.spawnv"}
SUBPROCESS = {"cli/selftest.py"}
"""The self-test starts this very program."""
XML = {"intake/xml_files.py"}
"""Drawings and KML are read with expat, event by event, which never opens another file; declared entities are refused."""
READS = {
    "intake/files.py": "the way in", "intake/archives.py": "the way in",
    "ui/window/backup.py": "what was checked and unpacked", "play/kept/backup_restore.py": "what was checked and unpacked",
    "draw/type_metrics.py": "a file of the program", "ui/base/theme.py": "a file of the program",
    "gamekit/value_tables.py": "a file of the program", "printing/pdf/pdf_structure.py": "a file of the program",
    "core/files.py": "bytes that are copied to another disk and looked at by nobody",
    "cli/samples.py": "files of the program", "reading/network.py": "a file of the program",
}
JSON_DECODERS = {"msgspec.json.decode", "msgspec.json.Decoder", "json.loads"}
JSON = {
    "intake/json_files.py": "the way in, nested at most so deep",
    "gamekit/value_tables.py": "a file of the program", "draw/type_metrics.py": "a file of the program",
}
"""Files that decode JSON, or make what does."""
DECODES = {
    "sheet/load.py": "by the intake's limits", "ui/library/drafts.py": "bytes of intake.read_file",
    "ui/library/own_sheet_store.py": "bytes of intake.read_file",
    "play/kept/backup_restore.py": "a journal's head, checked by a sum",
    "play/paper/audit_files.py": "bytes of intake.read_file", "play/kept/game_index.py": "bytes of intake.read_file",
    "play/review/same_dice.py": "bytes of intake.read_file", "play/review/game_review.py": "bytes of intake.read_file",
    "play/paper/salvage.py": "bytes of intake.read_file",
    "printing/sheets/sheet_codes.py": "a code of at most 10,000 signs",
}
"""Files outside the intake that decode JSON by its decoder, and what bytes they decode."""
WRITES = {
    "core/files.py": "the way out", "cli/new_game.py": "takes back what it has just made", "cli/selftest.py": "temporary",
}
WRITING = {
    "write_bytes", "write_text", "mkstemp", "copyfile", "symlink_to", "makedirs", "touch", "mkdir", "unlink",
}
MODES = {"w", "wb", "x", "xb", "a", "ab", "r+b", "w+b"}
OS_CALLS = {"os.replace", "os.rename", "os.link", "os.remove"}

ROOT = Path(__file__).parents[1]

Nodes = Sequence[ast.AST]
"""All nodes of a module's syntax tree."""


def calls(nodes: Nodes) -> Iterator[tuple[str, ast.Call]]:
    """Every call by the last part of its name."""
    for node in nodes:
        if isinstance(node, ast.Call):
            match node.func:
                case ast.Name(name) | ast.Attribute(attr=name):
                    yield name, node


def imported(nodes: Nodes) -> Iterator[str]:
    """Every module that is imported, with the modules that it lies in, and what is imported from it by its own name."""
    for node in nodes:
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            yield from {alias.name for alias in node.names} & FORBIDDEN_NAMES
        for name in names:
            parts = name.split(".")
            yield from (".".join(parts[:n]) for n in range(1, len(parts) + 1))


def forbidden(nodes: Nodes) -> set[str]:
    """What of a module runs what it reads, or reaches a network."""
    functions = [node.func for _, node in calls(nodes)]
    plain = {function.id for function in functions if isinstance(function, ast.Name)}
    dotted = {ast.unparse(function) for function in functions if isinstance(function, ast.Attribute)
              and isinstance(function.value, ast.Name) and function.value.id == "os"}
    names = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    names |= {node.id for node in nodes if isinstance(node, ast.Name)}
    modules = {*imported(nodes)} & (FORBIDDEN_MODULES | FORBIDDEN_NAMES)
    return modules | plain & FORBIDDEN_CALLS | names & FORBIDDEN_NAMES | dotted & SYSTEM


@pytest.fixture(scope="module")
def files() -> dict[str, Nodes]:
    """Every module of the program by its path."""
    return {module: nodes_of(module) for module in MODULES}


def test_nothing_is_run_and_no_network_is_spoken_to(files: dict[str, Nodes]) -> None:
    found = set()
    for file, nodes in files.items():
        bad = forbidden(nodes) - ({"xml.parsers"} if file in XML else set())
        if file not in SUBPROCESS:
            bad |= {*imported(nodes)} & {"subprocess"}
        found |= {f"{file}: {each}" for each in bad}
    assert found == set()


@pytest.mark.parametrize("source", [
    "import pickle", "import pickle as p", "from pickle import loads", "import urllib.request", "from urllib import request",
    "from PySide6 import QtNetwork", "from PySide6.QtCore import QObject, QSettings", "QtCore.QSettings()", "import socket",
    "import PySide6.QtNetwork", "eval('1')", "def f():\n    exec('1')", "from http.client import HTTPConnection",
    "import os\nos.system('ls')",
])
def test_what_would_be_found(source: str) -> None:
    assert forbidden([*ast.walk(ast.parse(source))])


def test_files_are_read_by_the_intake_only(files: dict[str, Nodes]) -> None:
    found = set()
    for file, tree in files.items():
        for name, node in calls(tree):
            opens = name == "open" and any(isinstance(arg, ast.Constant) and arg.value in ("r", "rb") for arg in node.args)
            if name in ("read_bytes", "read_text") or opens or (name == "open" and isinstance(node.func, ast.Name)):
                found.add(file)
    assert found - READS.keys() == set()


def test_only_known_places_decode(files: dict[str, Nodes]) -> None:
    found, own = set(), set()
    for file, tree in files.items():
        modules = {*imported(tree)}
        functions = {ast.unparse(node.func) for name, node in calls(tree) if name in ("decode", "Decoder", "loads")}
        if functions & JSON_DECODERS or "msgspec.json" in modules:
            own.add(file)
        if not file.startswith("intake/") and modules & {"pypdf", "rollwrite_desktop.intake.json_files"}:
            found.add(file)
    assert (found, own) == (DECODES.keys(), JSON.keys())


def test_files_are_written_by_one_module(files: dict[str, Nodes]) -> None:
    """So that tests can make every write fail."""
    found = set()
    for file, tree in files.items():
        for name, node in calls(tree):
            modes = {arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)}
            whole = ast.unparse(node.func)
            if whole.startswith(("disk.", "zipfile.")):
                continue
            if name in WRITING or (name == "open" and modes & MODES) or whole in OS_CALLS:
                found.add(file)
    assert found - WRITES.keys() == set()


def test_tool_tips_are_never_taken_for_markup(files: dict[str, Nodes]) -> None:
    """A text that is put together goes through `tool_tip`; Qt takes one that holds a tag for rich text."""
    def plain(node: ast.expr) -> bool:
        match node:
            case ast.Constant():
                return True
            case ast.Call(ast.Name("tool_tip")):
                return True
            case ast.Call(ast.Name("tr"), [ast.Constant(), *_], keywords):
                return all(isinstance(one.value, ast.Constant | ast.Call) for one in keywords)
            case ast.IfExp(_, body, other):
                return plain(body) and plain(other)
        return False

    found = {
        f"{file}:{node.lineno}" for file, tree in files.items() for name, node in calls(tree)
        if name == "setToolTip" and not plain(node.args[-1])
    }
    assert found == set()


def test_what_the_security_page_names_is_there() -> None:
    """Every row says what happens, what holds it and which test shows it; each test, bench and module that the page names is
    one file, and each class of attack that has a test of its own has its row."""
    page = (ROOT / "rollwrite_desktop" / "intake" / "README.md").read_text(encoding="utf-8")
    folders = (ROOT / folder for folder in ("tests", "packaging", "rollwrite_desktop"))
    found = Counter(path.name for folder in folders for path in folder.rglob("*.py"))
    whole = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/**/*.py")}
    named = set(re.findall(r"[\w/]+\.py\b", page)) | {f"{bench}.py" for bench in re.findall(r"\bbench_\w+\b", page)}
    short = {name for name in named if "/" not in name}
    assert {name for name in short if not found[name] or (name.startswith(("test_", "bench_")) and found[name] > 1)} == set()
    assert {name for name in named if name.startswith("tests/")} <= whole
    table = page.partition("| what happens | what holds | shown by |")[2].partition("\n\n")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines()[2:]]
    assert len(rows) > 30 and {len(row) for row in rows} == {3}
    assert [row for row in rows if "test_" not in row[2]] == []
    attacks = {
        "test_any_folder.py", "test_foreign_names.py", "test_file_locks.py", "test_backup.py", "test_every_write.py",
        "test_every_power_cut.py", "test_killed_moves.py", "test_two_windows.py", "test_quit.py", "test_salvaged_copy.py",
    }
    assert {name for name in attacks if not any(name in row[2] for row in rows)} == set()
