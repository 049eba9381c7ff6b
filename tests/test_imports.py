"""Qt is in the windows only, and nothing heavy is loaded by a command that does not need it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rollwrite_desktop.games import GAMES

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "rollwrite_desktop"
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in PACKAGE.rglob("*.py")
    if path.relative_to(PACKAGE).parts[0] != "ui" and path.name != "__main__.py"
)
WITHOUT = """
import importlib, json, linecache, sys
for name in json.loads(sys.argv[1]):
    sys.modules[name] = None
for name in json.loads(sys.argv[2]):
    importlib.import_module(name)
print(json.dumps(sorted([*sys.modules, *linecache.cache])))
"""


def loaded(blocked: list[str], modules: list[str]) -> set[str]:
    """The modules loaded after importing some in a fresh interpreter where others cannot be imported, and the files whose
    source was read as text."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, json.dumps(blocked), json.dumps(modules)],
        capture_output=True, text=True, timeout=600, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return set(json.loads(done.stdout))


def test_there_are_modules() -> None:
    assert len(MODULES) > 30 and "rollwrite_desktop.core.rules" in MODULES


def test_everything_but_the_windows_is_imported_without_qt() -> None:
    loaded(["PySide6", "shiboken6"], MODULES)


@pytest.mark.parametrize(("part", "blocked"), [
    ("core", ["PySide6", "reportlab", "shapely", *(f"rollwrite_desktop.{part}" for part in ("sheet", "draw", "games"))]),
    ("draw", ["PySide6", "reportlab", "rollwrite_desktop.games", "rollwrite_desktop.printing"]),
    ("games", ["PySide6", "reportlab", "rollwrite_desktop.printing", "rollwrite_desktop.cli"]),
])
def test_a_lower_part_stands_without_the_upper_ones(part: str, blocked: list[str]) -> None:
    loaded(blocked, [name for name in MODULES if name.startswith(f"rollwrite_desktop.{part}")])


def test_a_command_does_not_load_what_it_does_not_need() -> None:
    """Each of these would cost every command a tenth of a second."""
    heavy = {"shapely", "numpy", "reportlab", "pypdf", "segno", "pysat"}
    assert heavy & loaded(["PySide6"], ["rollwrite_desktop.cli.arguments"]) == set()


def test_the_pages_that_are_loaded_ahead_load_nothing_heavy() -> None:
    """What reads photos would cost each start a fifth of a second and 30 MB."""
    pages = ["rollwrite_desktop.ui.window.app", "rollwrite_desktop.ui.paper.check.audit_page"]
    found = loaded([], pages)
    assert {"numpy", "PIL", "pypdfium2", "shapely", "reportlab", "difflib", "html", "tomllib"} & found == set()
    assert not [name for name in found if name.startswith(str(PACKAGE))]  # the source of each page, kept to the end


AFTER_PAINT = (
    "ui.canvas.sheet_view", "ui.canvas.canvas", "ui.canvas.words_dialog", "ui.kit.announcements", "ui.kit.choices",
    "ui.kit.spot_faces", "ui.kit.widget_faces", "ui.library.deck_store", "ui.library.drafts", "ui.library.session_store",
    "ui.window.backup", "ui.window.idle_reviewer", "draw.map_face", "play.review.game_review", "play.race.race_view_model",
    "gamekit.rooms", "gamekit.play.guide", "gamekit.think.levels", "gamekit.words.coach",
    *(f"games.{game}.{part}" for game in GAMES for part in ("rooms", "play.rules", "think.bots", "check")),
)
CLASSES = {
    "QAbstractSpinBox", "QAccessibleWidget", "QComboBox", "QEventLoop", "QFile", "QFileDialog", "QGradient", "QMessageBox",
    "QPlainTextEdit", "QProgressDialog", "QSlider", "QStyle", "QTableWidget", "QThread", "QUrl",
}
FIRST_PAINT = """
import json, sys
from PySide6 import QtCore, QtGui, QtWidgets
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.window.app import application
from rollwrite_desktop.ui.window.main_window import MainWindow
app, painted = application(), []
window = MainWindow(Settings())
window.go.show_home()
window.show()
window.page.paintEvent = lambda event: painted.append(True)
while not painted:
    app.processEvents()
print(json.dumps([*sys.modules, *vars(QtCore), *vars(QtGui), *vars(QtWidgets)]))
"""


def test_the_first_page_is_there_before_what_it_does_not_show(tmp_path: Path) -> None:
    """Each of these would keep a blank window on the screen for some milliseconds more: of our modules, of Python's, and of
    the classes that PySide makes when they are first named, with all their enums."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_PAINT], capture_output=True, text=True, timeout=600, cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen", "ROLLWRITE_HOME": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found = set(json.loads(done.stdout))
    assert {"hashlib", "secrets", "csv", "dataclasses"} & found == set()
    assert {f"rollwrite_desktop.{name}" for name in AFTER_PAINT} & found == set()
    assert CLASSES & found == set()
    assert {"QLabel", "json", "rollwrite_desktop.ui.library.home_page"} <= found


def test_commands_run_where_qt_is_not_installed(tmp_path: Path) -> None:
    commands = [
        ["games", "--json"], ["print", "rolling_america", "-o", "x.pdf"], ["--selftest"], ["--version"],
        ["play", "rolling_america", "--players", "bot:random", "--seed", "A", "-o", "x.rollwrite"],
        ["simulate", "rolling_america", "--bots", "random", "--games", "1"],
    ]
    run = """
import json, sys
sys.modules["PySide6"] = None
from msgspec.structs import force_setattr
from rollwrite_desktop.cli import main
from rollwrite_desktop.games import GAMES
for game in GAMES.values():  # of the self-test's games, which take the longest
    force_setattr(game.play, "sheets", game.play.sheets[:1])
    force_setattr(game.think, "bots", {**game.think.bots, game.think.adviser: game.think.bots["random"]})
for command in json.loads(sys.argv[1]):
    assert main(command) == 0, command
"""
    done = subprocess.run(
        [sys.executable, "-c", run, json.dumps(commands)], capture_output=True, text=True, timeout=600, cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert (done.returncode, done.stderr) == (0, "")
    for game in GAMES.values():
        assert re.search(rf"^{game.info.title}: \d+ sheets? played to the end\.$", done.stdout, re.MULTILINE)
    assert re.search("^The self-test passed", done.stdout, re.MULTILINE)


def test_no_module_rolls_dice_or_reads_a_clock_of_its_own() -> None:
    """Dice are in core/chance.py, time in core/race_bots.py, randomness of computer players and the day are handed in. The
    command `print` dates its files, and making a map counts the processor time that it takes."""
    forbidden = (
        "import time", "from time ", ".now(", ".today(", ".utcnow(", "import secrets", "random.random()", "random.seed(",
    )
    allowed = {
        "core/chance.py": "import secrets", "core/race_bots.py": "import time", "cli/print_command.py": ".now(",
        "maps/jobs.py": "import time",
    }
    for path in PACKAGE.rglob("*.py"):
        place = path.relative_to(PACKAGE).as_posix()
        if place.startswith("ui/"):
            continue
        text = path.read_text("utf-8")
        for phrase in forbidden:
            assert phrase not in text or allowed.get(place) == phrase, f"{place}: {phrase}"
