"""The set-up: what it looks for, what it decides, and that the lock files are what they claim; no network, no Qt."""

import contextlib
import json
import os
import re
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.faults import closed_folder

ROOT = Path(__file__).resolve().parents[2]
ENTRY = re.compile(
    r"(?P<name>[a-z0-9]+(?:-[a-z0-9]+)*)==(?P<version>[0-9][0-9a-z.]*)(?: \\\n    --hash=sha256:[0-9a-f]{64})+"
)


@pytest.fixture
def setup_venv(script, monkeypatch, tmp_path):
    """The module with a `.venv` of its own, in which the interpreter is an empty file."""
    module = script("setup_venv")
    python = tmp_path / "python"
    python.touch()
    monkeypatch.setattr(module, "STAMP", tmp_path / "set-up.json")
    monkeypatch.setattr(module, "PYTHON", python)
    return module


def locked(name: str) -> dict[str, str]:
    """Package to version, of a lock file in which nothing else stands."""
    text = (ROOT / "packaging" / name).read_text(encoding="utf-8")
    first, _, entries = text.partition("\n")
    assert first.startswith("# ")
    found = list(ENTRY.finditer(entries))
    assert "\n".join(match.group() for match in found) + "\n" == entries
    return {match["name"]: match["version"] for match in found}


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-test.lock", "requirements-build.lock"])
def test_a_lock_holds_names_versions_and_hashes_only(name):
    assert locked(name)
    assert "://" not in (ROOT / "packaging" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["requirements-test.lock", "requirements-build.lock"])
def test_the_other_locks_only_add_to_the_first(name):
    assert locked("requirements.lock").items() < locked(name).items()


def test_the_locks_agree_with_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {
        "requirements.lock": project["dependencies"],
        "requirements-test.lock": project["dependencies"] + project["optional-dependencies"]["test"],
        "requirements-build.lock": project["dependencies"] + project["optional-dependencies"]["build"],
    }
    for name, requirements in wanted.items():
        versions = locked(name)
        for requirement in map(Requirement, requirements):
            assert requirement.specifier.contains(versions[canonicalize_name(requirement.name)]), requirement


def test_a_lock_keeps_pins_and_hashes_of_what_uv_writes(script):
    lock = script("lock")
    one, two = (f"--hash=sha256:{digit * 64}" for digit in "12")
    text = f"b==2 ; sys_platform == 'win32' \\\n    {two} \\\n    {one}\na-b==1.0 \\\n    {one}\n    # via b\n"
    assert lock.lock_text(lock.entries(text)) == f"{lock.HEADING}a-b==1.0 \\\n    {one}\nb==2 \\\n    {one} \\\n    {two}\n"
    for name in ("requirements.lock", "requirements-test.lock", "requirements-build.lock"):
        text = (ROOT / "packaging" / name).read_text(encoding="utf-8")
        assert lock.lock_text(lock.entries(text)) == text


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ([], True),
        (["saved game.rwj"], True),
        (["./games"], True),
        (["--selftest"], True),
        (["games", "--selftest"], True),
        (["--full-screen"], True),
        (["--version"], False),
        (["--help"], False),
        (["-h"], False),
        (["games"], False),
        (["simulate", "rolling_america", "1000"], False),
        (["check-sheet", "usa.json"], False),
    ],
)
def test_qt_is_looked_for_when_a_window_is_wanted(script, arguments, answer):
    assert script("play").wants_window(arguments) is answer


def test_a_file_named_like_a_command_is_opened_in_the_window(script, monkeypatch, tmp_path):
    (tmp_path / "holiday").touch()
    monkeypatch.chdir(tmp_path)
    assert script("play").wants_window(["holiday"])


def test_only_absent_libraries_are_missing(script):
    qt = script("qt_libraries")
    assert qt.missing(qt.ALWAYS, lambda _: True) == []
    assert [library.file for library in qt.missing(qt.ALWAYS, lambda file: file != "libEGL.so.1")] == ["libEGL.so.1"]


def test_a_library_that_nobody_has_cannot_be_loaded(script):
    assert not script("qt_libraries").can_load("librollwrite-of-nobody.so.0")


@pytest.mark.parametrize(
    ("settings", "absent", "errand"),
    [
        ({}, "", "qt"),
        ({"DISPLAY": ":0"}, "", "qt-x11"),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, "", "qt"),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen:size=100x100"}, "", "qt"),
        ({"QT_QPA_PLATFORM": "xcb"}, "", "qt-x11"),
        ({"QT_QPA_PLATFORM": "wayland;xcb"}, "", "qt-wayland"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "", "qt-wayland"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "libwayland-client.so.0", "qt-wayland"),
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, "", "qt-wayland"),
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, "libwayland-client.so.0", "qt-x11"),
    ],
)
def test_what_qt_needs_depends_on_the_display(script, settings, absent, errand):
    assert script("qt_libraries").needed(settings, lambda file: file != absent)[0] == errand


def test_fetched_libraries_are_found_and_handed_to_the_program(script, monkeypatch, tmp_path):
    qt = script("qt_libraries")
    monkeypatch.setattr(qt, "SYSTEM", tmp_path)
    folder = tmp_path / "qt" / "usr" / "lib" / "x86_64-linux-gnu"
    assert qt.environment({"HOME": "/home/ann"}) == {"HOME": "/home/ann"}
    folder.mkdir(parents=True)
    (folder / "librollwrite-of-nobody.so.0").touch()
    assert qt.can_load("librollwrite-of-nobody.so.0")
    assert qt.environment({})["LD_LIBRARY_PATH"] == str(folder)
    assert qt.environment({"LD_LIBRARY_PATH": "/own"})["LD_LIBRARY_PATH"].split(":")[0] == "/own"


def test_half_unpacked_libraries_are_not_taken(script, monkeypatch, tmp_path):
    packages, qt = script("system_packages"), script("qt_libraries")
    halfway = "usr/lib/a-linux-gnu"
    ended = script("checkout").Ended(False)
    monkeypatch.setattr(packages, "run", lambda command: (Path(command[-1]) / halfway).mkdir(parents=True) or ended)
    monkeypatch.setattr(qt, "SYSTEM", tmp_path)
    assert not packages.unpack([Path("one.deb"), Path("two.deb")], tmp_path / "qt")
    assert qt.fetched_folders() == []


@pytest.mark.parametrize(
    ("tools", "root", "words"),
    [
        (["apt-get"], True, "apt-get install -y --no-install-recommends libegl1 libglvnd0"),
        (["apt-get", "pacman"], False, "sudo apt-get install -y --no-install-recommends libegl1 libglvnd0"),
        (["dnf"], False, "sudo dnf install -y 'libEGL.so.1()(64bit)'"),
        (["zypper"], False, "sudo zypper install -y 'libEGL.so.1()(64bit)'"),
        (["pacman"], False, "sudo pacman -S --needed libglvnd"),
    ],
)
def test_the_command_suits_the_system(script, monkeypatch, tools, root, words):
    packages, qt = script("system_packages"), script("qt_libraries")
    monkeypatch.setattr(packages.shutil, "which", lambda tool: tool if tool in tools else None)
    monkeypatch.setattr(packages, "is_root", lambda: root)
    egl = [library for library in qt.ALWAYS if library.file == "libEGL.so.1"]
    assert packages.install_command(qt.package_of(egl)) == words


@pytest.mark.parametrize(
    ("root", "relocatable", "tried"),
    [(True, False, ["install"]), (True, True, ["fetch"]), (False, True, ["fetch"]), (False, False, [])],
)
def test_root_installs_only_what_does_not_work_elsewhere(script, monkeypatch, root, relocatable, tried):
    packages = script("system_packages")
    wanted = packages.SystemPackage("pip", ("pip",), ("one",), ("two",), ("three",), relocatable=relocatable)
    calls = []
    monkeypatch.setattr(packages, "exclusive", contextlib.nullcontext)
    monkeypatch.setattr(packages.shutil, "which", lambda tool: tool)
    monkeypatch.setattr(packages, "is_root", lambda: root)
    ended = script("checkout").Ended(True)
    monkeypatch.setattr(packages, "install", lambda _: calls.append("install") or ended)
    monkeypatch.setattr(packages, "fetch", lambda *_: calls.append("fetch") or ended)
    with contextlib.nullcontext() if tried else pytest.raises(script("checkout").SetUpFailed):
        packages.obtain(wanted, "pip", lambda: bool(calls))
    assert calls == tried


def test_graphics_drivers_are_not_fetched_with_the_libraries_that_name_them(script, monkeypatch, tmp_path):
    packages, qt = script("system_packages"), script("qt_libraries")
    monkeypatch.setattr(packages, "APT", tmp_path / "apt")
    commands = []
    ended = script("checkout").Ended(True)
    monkeypatch.setattr(packages, "run", lambda command, *_, **__: commands.append(list(map(str, command))) or ended)
    with packages.fetching():
        assert packages.fetch(qt.package_of(list(qt.ALWAYS)), tmp_path / "qt")
        with packages.fetching():
            assert packages.fetch(qt.package_of(list(qt.ALWAYS)), tmp_path / "qt")
        assert (tmp_path / "apt" / "updated").exists()
    update, install, download, *_ = commands
    assert update[-1] == "update" and "install" in install and "download" in download
    assert not {"libgl1", "libegl1"} & set(install) and {"libgl1", "libegl1", "libglvnd0"} <= set(download)
    assert [command[-1] for command in commands].count("update") == 1
    assert not (tmp_path / "apt").exists()


def test_uv_is_fetched_as_it_is_locked(script, monkeypatch, tmp_path):
    setup_venv = script("setup_venv")
    monkeypatch.setattr(setup_venv, "UV", tmp_path / "uv")
    monkeypatch.setattr(setup_venv, "pip_command", lambda: ["pip"])
    asked = []

    def run(command, *_):
        asked.append(Path(command[command.index("--requirement") + 1]).read_text(encoding="utf-8"))
        (tmp_path / "uv" / "bin").mkdir()
        (tmp_path / "uv" / "bin" / "uv").touch()
        return script("checkout").Ended(True)

    monkeypatch.setattr(setup_venv, "run", run)
    assert setup_venv.fetch_uv() == tmp_path / "uv" / "bin" / "uv"
    assert asked[0].startswith(f"uv=={locked('requirements-build.lock')['uv']} ") and asked[0].count("--hash") > 10
    assert re.findall("(?m)^[a-z]", asked[0]) == ["u"]


@pytest.fixture
def installer(setup_venv, script, monkeypatch, tmp_path):
    """The module with its commands noted instead of run, all of which succeed but those of uv; and the notes."""
    for name in ("UV", "QT_LOCK"):
        monkeypatch.setattr(setup_venv, name, tmp_path / name)
    monkeypatch.setattr(setup_venv, "remove_unused", lambda: commands.append(["prune"]))
    monkeypatch.setattr(setup_venv, "pip_command", lambda: ["pip"])
    commands = []

    def run(command, *_):
        commands.append(command)
        return script("checkout").Ended(command[0] == "pip", said[0])

    said = [""]
    monkeypatch.setattr(setup_venv, "run", run)
    return setup_venv, commands, said


def test_pip_installs_where_uv_cannot_be_had(installer, monkeypatch):
    setup_venv, commands, _ = installer
    monkeypatch.setattr(setup_venv, "own_uv", lambda: None)
    monkeypatch.setattr(setup_venv, "fetch_uv", lambda: None)
    setup_venv.install(setup_venv.RUN)
    assert [command[0] for command in commands] == ["pip", "prune", "pip"]
    commands.clear()
    monkeypatch.setattr(setup_venv, "own_uv", lambda: "uv")
    setup_venv.install(setup_venv.RUN)
    assert [command[0] for command in commands] == ["uv", "pip", "prune", "uv", "pip"]


def test_qt_is_installed_and_pruned_before_the_others(installer, monkeypatch):
    setup_venv, _, _ = installer
    monkeypatch.setattr(setup_venv, "own_uv", lambda: None)
    monkeypatch.setattr(setup_venv, "fetch_uv", lambda: None)
    asked = []
    noted = setup_venv.run
    monkeypatch.setattr(setup_venv, "run", lambda command, *_: asked.append(Path(command[-1]).read_text()) or noted(command))
    setup_venv.install(setup_venv.RUN)
    assert re.findall("(?m)^[a-z0-9-]+", asked[0]) == ["pyside6-essentials", "shiboken6"]
    assert asked[1] == setup_venv.RUN.read_text(encoding="utf-8")
    assert not setup_venv.QT_LOCK.exists() and not setup_venv.UV.exists()


def test_a_full_disk_is_not_tried_again_with_pip(installer, script, monkeypatch):
    setup_venv, commands, said = installer
    monkeypatch.setattr(setup_venv, "own_uv", lambda: "uv")
    said[0] = "error: failed to write: No space left on device (os error 28)"
    with pytest.raises(script("checkout").SetUpFailed, match="The disk is full"):
        setup_venv.install(setup_venv.RUN)
    assert [command[0] for command in commands] == ["uv"]


@pytest.mark.parametrize(("name", "said"), [
    ("UNREACHABLE", "W: Failed to fetch http://x/InRelease  Temporary failure resolving 'x'\nE: Unable to locate package a"),
    ("UNREACHABLE", "NewConnectionError('<x>: Failed to establish a new connection: [Errno 101] Network is unreachable')"),
    ("UNREACHABLE", "error: Request failed\n  Caused by: dns error: failed to lookup address information"),
    ("NOT_TRUSTED", "SSLError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: unable to get local issuer')"),
    ("NOT_TRUSTED", "error sending request for url (x)\n Caused by: invalid peer certificate: UnknownIssuer"),
    ("CLOCK", "E: Release file for http://x/InRelease is expired (invalid since 21d 12h). Updates will not be applied."),
    ("CLOCK", "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: certificate has expired (_ssl.c:1006)"),
    ("DISK_FULL", "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device"),
    ("DISK_FULL", "E: You don't have enough free space in /var/cache/apt/archives/."),
    ("NOT_OFFERED", "ERROR: No matching distribution found for numpy==2.4.6"),
    (None, "Segmentation fault"),
])
def test_what_a_tool_says_becomes_one_sentence(script, name, said):
    failures = script("failures")
    found = failures.cause(said)
    assert found == (getattr(failures, name) if name else "")
    assert "\n" not in found


def test_a_start_looks_before_it_fetches(script, monkeypatch, tmp_path):
    failures = script("failures")
    monkeypatch.setattr(failures, "is_connected", lambda _: True)
    assert failures.look({}, 0) == ""
    assert "make room" in failures.look({}, 10**9)
    assert "none.pem" in failures.look({"SSL_CERT_FILE": str(tmp_path / "none.pem")}, 0)
    monkeypatch.setattr(failures, "is_connected", lambda _: False)
    assert failures.look({}, 0) == failures.NO_NETWORK


@pytest.mark.parametrize(("route", "newer", "settings", "answer"), [
    ("Iface Destination\n", "00 00 lo\n", {}, False),
    ("Iface Destination\n", None, {}, False),
    ("Iface Destination\n", None, {"PIP_FIND_LINKS": "/packages"}, True),
    ("Iface Destination\neth0 00000000\n", "00 00 lo\n", {}, True),
    ("Iface Destination\n", "00 00 lo\n00 00 eth0\n", {}, True),
    (None, None, {}, True),
])
def test_a_machine_without_a_route_has_no_network(script, monkeypatch, tmp_path, route, newer, settings, answer):
    failures = script("failures")
    monkeypatch.setattr(failures, "CONFIGURED", ())
    monkeypatch.setattr(failures.sys, "platform", "linux")
    for name, text in (("route", route), ("ipv6_route", newer)):
        if text is not None:
            (tmp_path / name).write_text(text)
    assert failures.is_connected(settings, tmp_path) is answer


@pytest.mark.parametrize(("text", "answer"), [
    ("[global]\ncert = /etc/ssl/own.pem\n", False),
    ("[global]\nindex-url = file:///packages\n", True),
    ("[install]\nfind-links = /packages\n", True),
    ('[[index]]\nurl = "file:///packages"\n', True),
    ("[pip]\nno-index = true\n", True),
])
def test_only_settings_that_name_a_source_stand_in_for_the_network(script, monkeypatch, tmp_path, text, answer):
    failures = script("failures")
    monkeypatch.setattr(failures.sys, "platform", "linux")
    monkeypatch.setattr(failures, "CONFIGURED", (tmp_path / "none.conf", tmp_path / "pip.conf"))
    (tmp_path / "route").write_text("Iface Destination\n")
    (tmp_path / "pip.conf").write_text(text)
    assert failures.is_connected({}, tmp_path) is answer


@pytest.mark.skipif(os.name == "nt", reason="every account has a home there")
def test_a_user_without_a_home_has_the_settings_of_the_machine(script, monkeypatch):
    def unknown(_):
        raise KeyError

    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr("pwd.getpwuid", unknown)
    assert [*map(str, script("failures").settings_files())] == ["/etc/pip.conf", "/etc/uv/uv.toml"]


def test_uv_reads_no_settings_of_the_folder_one_is_in(setup_venv, script, monkeypatch, tmp_path):
    monkeypatch.delenv("UV_CONFIG_FILE", raising=False)
    monkeypatch.setattr(setup_venv.failures, "CONFIGURED", (tmp_path / "pip.conf", tmp_path / "uv.toml"))
    (tmp_path / "pip.conf").touch()
    assert setup_venv.uv_settings() == {"UV_NO_CONFIG": "1"}
    (tmp_path / "uv.toml").touch()
    assert setup_venv.uv_settings() == {"UV_CONFIG_FILE": str(tmp_path / "uv.toml")}
    monkeypatch.setenv("UV_CONFIG_FILE", "own.toml")
    assert setup_venv.uv_settings() == {"UV_CONFIG_FILE": "own.toml"}
    asked = []
    ended = script("checkout").Ended(True)
    monkeypatch.setattr(setup_venv, "run", lambda _, changes, __: asked.append(changes) or ended)
    setup_venv.install_with("uv", setup_venv.RUN, "")
    assert asked[0].items() >= {("UV_CONFIG_FILE", "own.toml")}


def test_pip_reads_no_module_of_the_folder_one_is_in(setup_venv, monkeypatch, tmp_path):
    monkeypatch.setattr(setup_venv, "CERTIFICATES", tmp_path)
    monkeypatch.setattr(setup_venv, "pip_wheel", lambda: None)
    monkeypatch.setattr(setup_venv.importlib.util, "find_spec", lambda _: True)
    assert setup_venv.pip_command()[:4] == [sys.executable, "-P", "-m", "pip"]


def test_variables_that_bend_a_set_up_are_set_aside(script):
    bent = dict.fromkeys((
        "PIP_PREFIX", "PIP_TARGET", "PIP_USER", "PIP_REQUIRE_VIRTUALENV", "PIP_PYTHON", "UV_SYSTEM_PYTHON", "UV_TARGET",
        "PYTHONPATH", "PYTHONHOME", "PYTHONUSERBASE", "PYTHONOPTIMIZE", "VIRTUAL_ENV", "UV_INDEXES",
    ), "x")
    kept = dict.fromkeys((
        "PATH", "HOME", "PIP_INDEX_URL", "PIP_CERT", "PIP_PROXY", "PIP_TRUSTED_HOST", "UV_DEFAULT_INDEX", "UV_INDEX_URL",
        "UV_INDEX_OURS_PASSWORD", "SSL_CERT_FILE", "HTTPS_PROXY", "PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE",
    ), "x")
    assert script("checkout").straight(bent | kept) == kept


def test_uv_is_never_taken_from_the_current_folder(setup_venv, monkeypatch, tmp_path):
    name = "uv.exe" if os.name == "nt" else "uv"
    for folder in ("here", "bin"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).touch(0o755)
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("PATH", os.pathsep.join([".", "", "../here"]))
    assert setup_venv.own_uv() is None
    monkeypatch.setenv("PATH", os.pathsep.join([".", str(tmp_path / "bin")]))
    assert setup_venv.own_uv() == str(tmp_path / "bin" / name)


@pytest.mark.skipif(os.name == "nt", reason="modes close no folder here")
def test_a_plain_user_may_have_the_settings_of_root(setup_venv, script, monkeypatch, tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/uv").touch(0o755)
    failures = script("failures")
    with closed_folder("root") as (_, closed):
        monkeypatch.setenv("PATH", os.pathsep.join([str(closed / "bin"), str(tmp_path / "bin")]))
        monkeypatch.setenv("SSL_CERT_FILE", str(closed / "own.pem"))
        monkeypatch.setattr(failures, "CONFIGURED", (closed / "pip.conf",))
        assert setup_venv.own_uv() == str(tmp_path / "bin/uv")
        assert str(closed / "own.pem") not in setup_venv.certificates().values()
        assert failures.is_connected({}, tmp_path)
        assert "own.pem" in failures.look({"SSL_CERT_FILE": str(closed / "own.pem")}, 0)


def test_the_modules_that_are_imported_are_those_the_program_needs(script):
    ours = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "rollwrite_desktop").rglob("*.py"))
    imported = {*re.findall(r"(?m)^\s*(?:from|import) (\w+)(?=[\w.]* import |[\w.]*$)", ours)}
    foreign = imported - {*sys.stdlib_module_names, "rollwrite_desktop"}
    assert "numpy" in foreign and foreign <= {name.partition(".")[0] for name in script("setup_venv").MODULES}


def test_a_set_up_whose_packages_cannot_be_imported_is_not_marked_good(setup_venv, script, monkeypatch):
    checkout = script("checkout")
    monkeypatch.setattr(setup_venv, "exclusive", contextlib.nullcontext)
    monkeypatch.setattr(setup_venv.failures, "look", lambda *_: "")
    done = []
    for name in ("make_venv", "install", "pip_command", "empty"):
        monkeypatch.setattr(setup_venv, name, lambda *_, name=name: done.append(name))
    monkeypatch.setattr(setup_venv, "import_all", lambda _: checkout.Ended(False, "x\nModuleNotFoundError: No module numpy"))
    with pytest.raises(checkout.SetUpFailed, match="ModuleNotFoundError: No module numpy"):
        setup_venv.set_up(setup_venv.RUN)
    assert done == ["make_venv", "pip_command", "install", "empty"] and not setup_venv.STAMP.exists()
    monkeypatch.setattr(setup_venv, "import_all", lambda _: checkout.Ended(True))
    assert setup_venv.set_up(setup_venv.RUN) and setup_venv.is_set_up(setup_venv.RUN)


def test_what_worked_before_a_set_up_that_failed_still_does(setup_venv, script, monkeypatch):
    checkout = script("checkout")
    monkeypatch.setattr(setup_venv, "exclusive", contextlib.nullcontext)
    monkeypatch.setattr(setup_venv.failures, "look", lambda *_: "no network")
    monkeypatch.setattr(setup_venv, "import_all", lambda _: checkout.Ended(True))
    setup_venv.write_stamp({setup_venv.RUN.name: setup_venv.digest(setup_venv.RUN)})
    with pytest.raises(checkout.SetUpFailed, match="no network"):
        setup_venv.set_up(setup_venv.TEST)
    assert setup_venv.is_set_up(setup_venv.RUN) and not setup_venv.is_set_up(setup_venv.TEST)


def test_the_packages_of_this_checkout_can_be_imported(script):
    assert script("setup_venv").import_all(script("setup_venv").RUN)


def test_a_failed_set_up_leaves_no_folder(script, monkeypatch, tmp_path):
    checkout = script("checkout")
    monkeypatch.setattr(checkout, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(checkout, "LOCK", tmp_path / ".venv" / "set-up.lock")
    with pytest.raises(checkout.SetUpFailed), checkout.exclusive():
        assert checkout.LOCK.exists()
        raise checkout.SetUpFailed("x")
    assert not checkout.VENV.exists() or os.name == "nt"
    with checkout.exclusive(), checkout.exclusive():
        (checkout.VENV / "made").touch()
    assert checkout.LOCK.exists()


def test_what_is_removed_from_qt_is_loaded_by_no_module(script):
    setup_venv = script("setup_venv")
    ours = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "rollwrite_desktop").rglob("*.py"))
    loaded = {f"{name}.abi3.so" for name in re.findall(r"PySide6\.(Qt[A-Za-z]+)", ours)}
    assert {"QtCore.abi3.so", "QtWidgets.abi3.so", "QtPrintSupport.abi3.so"} <= loaded
    assert not [name for name in loaded if any(Path(name).match(pattern) for pattern in setup_venv.UNUSED)]


def test_where_nothing_works_the_command_is_named(script, monkeypatch):
    packages, qt = script("system_packages"), script("qt_libraries")
    monkeypatch.setattr(packages, "exclusive", contextlib.nullcontext)
    monkeypatch.setattr(packages.shutil, "which", lambda tool: tool if tool == "pacman" else None)
    monkeypatch.setattr(packages, "is_root", lambda: False)
    with pytest.raises(script("checkout").SetUpFailed, match="must be installed first: sudo pacman -S --needed glib2"):
        packages.obtain(qt.package_of(list(qt.ALWAYS)), "qt", lambda: False)


def test_in_a_checkout_of_somebody_else_the_command_is_named(script, monkeypatch):
    """Whatever its owner sets up, libraries for this user's display may still be missing."""
    packages, qt = script("system_packages"), script("qt_libraries")
    monkeypatch.setattr(packages, "can_write", lambda: False)
    monkeypatch.setattr(packages.shutil, "which", lambda tool: tool if tool == "apt-get" else None)
    monkeypatch.setattr(packages, "is_root", lambda: False)
    with pytest.raises(script("checkout").SetUpFailed, match=r"first: sudo apt-get install .* libx11-xcb1"):
        packages.obtain(qt.package_of(list(qt.X11)), "qt-x11", lambda: False)


def test_a_stamp_counts_for_its_lock_and_its_python_only(setup_venv, tmp_path):
    lock = tmp_path / "requirements.lock"
    lock.write_text("one==1\n", encoding="utf-8")
    assert not setup_venv.is_set_up(lock)
    setup_venv.write_stamp({lock.name: setup_venv.digest(lock)})
    assert setup_venv.is_set_up(lock)
    lock.write_text("one==2\n", encoding="utf-8")
    assert not setup_venv.is_set_up(lock)
    assert setup_venv.read_stamp()
    setup_venv.STAMP.write_text(json.dumps({"python": "cpython-310", "locks": {}}), encoding="utf-8")
    assert not setup_venv.read_stamp()


@pytest.mark.parametrize("damage", ["", "{", "[]", "null", '{"python": 1}', '{"locks": 3}'])
def test_a_damaged_stamp_means_a_fresh_start(setup_venv, damage):
    setup_venv.STAMP.write_text(damage, encoding="utf-8")
    assert setup_venv.read_stamp() == {}


def test_an_environment_whose_python_is_gone_is_made_anew(setup_venv):
    setup_venv.write_stamp({"requirements.lock": "0"})
    assert setup_venv.read_stamp()
    setup_venv.PYTHON.unlink()
    assert setup_venv.read_stamp() == {}


def test_every_measurement_names_its_command(script):
    bench = script("bench")
    known = bench.benchmarks()
    assert len(known) > 10 and all(known.values())
    for name in known:
        source = (bench.FOLDER / f"{name}.py").read_text(encoding="utf-8")
        assert f"\n    python3 packaging/bench.py {name}" in source


def test_tests_see_none_of_the_environment_but_what_every_program_needs(script, monkeypatch):
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    monkeypatch.setenv("LANG", "C.UTF-8")
    kept = script("test").SETTINGS
    assert kept["LANG"] == "C.UTF-8" and kept["QT_QPA_PLATFORM"] == "offscreen"
    assert kept.keys() <= {"PATH", "HOME", "LANG", "QT_QPA_PLATFORM", "SYSTEMROOT", "TEMP", "USERPROFILE", "LOCALAPPDATA"}


@pytest.mark.parametrize("writable", [True, False])
def test_checks_of_a_read_only_checkout_write_nothing_there(script, monkeypatch, writable):
    monkeypatch.setattr("os.access", lambda path, _: writable or Path(path) != ROOT)
    checks = script("test").STATIC
    told = {name: any("cache" in word for word in words) for name, words in checks.items()}
    assert told == dict.fromkeys(("ruff", "mypy", "import-linter"), not writable)


def runs(script, *words):
    module = script("test")
    return module.pytest_runs(*module.options(words))


def after(words, option):
    """What follows an option, each time."""
    return [words[n + 1] for n, word in enumerate(words) if word == option]


@pytest.mark.parametrize(("given", "marked"), [
    ([], []), (["--quick"], ["not release and not slow"]), (["--release"], ["release or not release"]),
])
def test_quick_and_release_runs_choose_by_marker(script, given, marked):
    ((name, words),) = runs(script, *given, "-k", "two words", "tests/core").items()
    assert name == "pytest" and after(words, "-m") == ["pytest", *marked]
    assert words[-3:] == ["-k", "two words", "tests/core"]


def test_the_parts_of_a_release_run_hold_every_test_once(script):
    """Each runs whole files, or one share of the tests in them, of which there are as many as the shares say."""
    every = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py")]
    tests = {path for path in every if Path(path).name.startswith("test_")}
    assert not [path for path in every if path.endswith("_test.py")], "pytest finds these too"
    found = runs(script, "--release")
    assert len(found) == len(script("release_parts").PARTS) > 1
    shares = {}
    for words in found.values():
        assert after(words, "-m") == ["pytest", "release or not release"] and "-k" not in words
        for path in words:
            if path.endswith(".py"):
                shares.setdefault(path, []).append(after(words, "--share") or ["1/1"])
    assert shares.keys() == tests
    for held in shares.values():
        assert sorted(held) == [[f"{n + 1}/{len(held)}"] for n in range(len(held))]
    for part, (name, words) in zip(script("release_parts").PARTS, found.items(), strict=True):
        ((own, alone),) = runs(script, f"--release={part}", "--vary", "5").items()
        assert own == name and part in name and after(alone, "--vary") == ["5"]
        assert alone[alone.index("5") :][1:] == words[words.index("--vary") :][2:]


def test_a_part_that_is_not_known_is_one_sentence(script, capsys):
    with pytest.raises(SystemExit):
        runs(script, "--release=all")
    assert "'all'" in capsys.readouterr().err


def test_a_release_run_chooses_one_seed_for_all_parts_and_a_plain_run_none(script):
    assert not after(runs(script)["pytest"], "--vary")
    assert after(runs(script, "--vary", "0")["pytest"], "--vary") == []
    assert after(runs(script, "--vary=12")["pytest"], "--vary") == ["12"]
    seeds = {tuple(after(words, "--vary")) for words in runs(script, "--release").values()}
    ((seed,),) = seeds
    assert int(seed) > 0


def test_the_parts_are_listed_as_a_workflow_reads_them(script, monkeypatch, capsys):
    module = script("test")
    monkeypatch.setattr("sys.argv", ["test.py", "--release-parts"])
    module.main()
    assert json.loads(capsys.readouterr().out) == [*script("release_parts").PARTS]
