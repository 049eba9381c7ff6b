"""Makes the checkout's virtual environment `.venv` from a lock file, for play.py, test.py and build.py.

A stamp file, written last and after the packages were imported, records the lock files that `.venv` was made from. With a
current stamp a start does nothing; without one it makes `.venv` anew, so an interrupted set-up is repaired by the next. A
set-up that fails leaves nothing behind.
"""

import hashlib
import importlib.util
import json
import os
import re
import shutil
import sys
import sysconfig
import time
from collections.abc import Mapping
from pathlib import Path

import failures
import qt_libraries
from checkout import PYTHON, ROOT, SYSTEM, VENV, Ended, SetUpFailed, empty, exclusive, is_file, log, megabytes, run
from system_packages import SystemPackage, fetching, obtain

RUN = ROOT / "packaging" / "requirements.lock"
TEST = ROOT / "packaging" / "requirements-test.lock"  # this one and the next only add to the first
BUILD = ROOT / "packaging" / "requirements-build.lock"
STAMP = VENV / "set-up.json"
NEEDED_MB = {RUN: 380, TEST: 700, BUILD: 650}
"""The disk space that a set-up takes while it works, in millions of bytes."""
MODULES = (
    "PySide6", "shiboken6", "PIL", "msgspec", "numpy", "pypdf", "pypdfium2", "pysat.solvers", "reportlab", "segno",
    "shapely",
)
"""What the program imports of its packages; with PySide6 alone no library of Qt is loaded."""

PIP = SystemPackage(
    title="Python's installer pip",
    files=("pip",),
    debian=("python3-pip-whl",),
    rpm=("python3-pip",),
    arch=("python-pip",),
    relocatable=True,
)

CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
CERTIFICATES_PACKAGE = SystemPackage(
    title="the list of trusted certificates",
    files=(str(CERTIFICATES),),
    debian=("ca-certificates",),
    rpm=("ca-certificates",),
    arch=("ca-certificates",),
)
"""Without it Debian's Python cannot fetch anything over HTTPS; a minimal system lacks it."""

UV = VENV / "uv"
QT_LOCK = VENV / "qt.lock"
UNUSED = (
    "Qt/qml", "Qt/metatypes", "Qt/libexec", "Qt/lib/libQt6Designer*", "Qt/lib/libQt6Labs*", "Qt/lib/libQt6Lottie*",
    "Qt/lib/libQt6Qml*", "Qt/lib/libQt6Quick*", "Qt/lib/libQt6WaylandCompositor*", "Qt/plugins/qmltooling",
    "Qt/plugins/sqldrivers", "Qt/plugins/designer", "Qt/plugins/vectorimageformats",
    "QtDesigner.*", "QtQml.*", "QtQuick*", "assistant*", "designer*", "glue", "include", "linguist*", "lrelease*",
    "lupdate*", "qmlformat*", "qmllint*", "qmlls*", "typesystems",
)
"""Parts of PySide6 that no module of the program loads, removed to save disk space: patterns inside its package."""


def prepare(lock: Path, settings: Mapping[str, str] | None) -> None:
    """Installs a lock file into `.venv`, and what Qt needs in the environment `settings`, unless that is None.

    Does nothing if all is there already. Raises SetUpFailed.
    """
    start = time.monotonic()
    if set_up(lock, settings) or (settings is not None and qt_libraries.provide(settings)):
        log(f"Everything is set up, after {time.monotonic() - start:.0f} s: .venv has {megabytes(VENV)} MB.")


def set_up(lock: Path, settings: Mapping[str, str] | None = None) -> bool:
    """Installs a lock file into `.venv`; returns False if that was done already. Raises SetUpFailed.

    What comes from Debian is fetched first, so that its lists of packages are gone before the large packages come.
    """
    if is_set_up(lock):
        return False
    with exclusive():
        if is_set_up(lock):  # by the start that this one waited for
            return False
        held = read_stamp()
        try:
            if problem := failures.look(os.environ, NEEDED_MB[lock]):
                raise SetUpFailed(problem)
            STAMP.unlink(missing_ok=True)
            if not held:
                log("Setting up .venv; this happens once.")
                make_venv()
            with fetching():
                pip_command()
                if settings is not None:
                    qt_libraries.provide(settings)
            install(lock)
            check_imports(lock)
        except BaseException:
            # What worked before goes on working if nothing of it was changed.
            if held and import_all(RUN):
                write_stamp(held)
            elif not held:
                empty()
            raise
        kept = [path for path in (RUN, TEST, BUILD) if held.get(path.name) == digest(path)]
        write_stamp({path.name: digest(path) for path in [RUN, lock, *kept]})
        return True


def import_all(lock: Path) -> Ended:
    """Imports what the program needs from `.venv`, and looks for every package of a lock file in its version."""
    versions = dict(re.findall(r"(?m)^([a-z0-9-]+)==(\S+)", lock.read_text(encoding="utf-8")))
    code = (
        "import importlib, importlib.metadata as found, json, sys\n"
        "pins, modules = json.loads(sys.argv[1])\n"
        "for name, version in pins.items():\n"
        "    assert found.version(name) == version, f'{name} is {found.version(name)}, not {version}'\n"
        "for module in modules: importlib.import_module(module)"
    )
    return run([PYTHON, "-P", "-s", "-c", code, json.dumps([versions, MODULES])])


def check_imports(lock: Path) -> None:
    """Raises SetUpFailed if packages that were installed cannot be imported."""
    ended = import_all(lock)
    if not ended:
        reason = (ended.output.splitlines() or ["Python stopped"])[-1].strip()
        raise SetUpFailed(
            f"What was installed cannot be used ({reason}): look with 'pip config list' whether it goes elsewhere."
        )


def is_set_up(lock: Path) -> bool:
    """Whether the stamp records this version of a lock file."""
    return read_stamp().get(lock.name) == digest(lock)


def read_stamp() -> dict[str, str]:
    """The names and digests of the lock files that `.venv` was made from; empty if it must be made anew."""
    try:
        found = json.loads(STAMP.read_text(encoding="utf-8"))
        return dict(found["locks"]) if found["python"] == this_python() and PYTHON.exists() else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def write_stamp(locks: dict[str, str]) -> None:
    """Records the lock files that `.venv` was made from, after everything is installed."""
    draft = STAMP.with_suffix(".new")
    draft.write_text(json.dumps({"python": this_python(), "locks": locks}), encoding="utf-8")
    draft.replace(STAMP)


def this_python() -> str:
    """The Python version and platform; a virtual environment works for one only."""
    return f"{sys.implementation.cache_tag} {sysconfig.get_platform()}"


def digest(lock: Path) -> str:
    """The SHA-256 of a lock file, in hexadecimal."""
    return hashlib.sha256(lock.read_bytes()).hexdigest()


def make_venv() -> None:
    """Makes an empty virtual environment that finds the checkout's modules, in place of an earlier one."""
    try:
        import venv
    except ImportError:
        raise SetUpFailed("Python's module venv is missing: a complete Python 3.11 or newer was expected.") from None
    empty()
    # Without pip, which many systems have in a separate package; it runs from its wheel instead.
    venv.EnvBuilder(with_pip=False, symlinks=os.name == "posix").create(VENV)
    packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(VENV), "platbase": str(VENV)}))
    # A relative path, so that the checkout can be moved.
    (packages / "checkout.pth").write_text(os.path.relpath(ROOT, packages) + "\n", encoding="ascii")


def install(lock: Path) -> None:
    """Installs the packages of a lock file with uv, or with pip where uv cannot be had. Raises SetUpFailed.

    Both work as they are configured on this machine; a uv that was fetched for this keeps no cache. Qt comes first and is
    pruned before the others come, which needs less space on the disk.
    """
    try:
        uv = own_uv() or fetch_uv()
        QT_LOCK.write_text("".join(pins("pyside6-essentials", lock) + pins("shiboken6", lock)), encoding="utf-8")
        install_with(uv, QT_LOCK, f"Installing Qt, of {lock.relative_to(ROOT).as_posix()}:")
        log("Removing the parts of Qt that the program does not use.")
        remove_unused()
        install_with(uv, lock, "Installing the other packages:", "--compile-bytecode")
    finally:
        QT_LOCK.unlink(missing_ok=True)
        shutil.rmtree(UV, ignore_errors=True)


def install_with(uv: str | Path | None, lock: Path, title: str, *more: str) -> None:
    """Installs a lock file with uv, options for which are `more`, or with pip. Raises SetUpFailed."""
    options: list[str | Path] = ["--only-binary", ":all:", "--require-hashes", "--requirement", lock]
    if uv:
        # Without a cache, uv unpacks to a temporary folder of its own; beside .venv its files are linked, not copied.
        kept, beside = (["--no-cache"], {"TMPDIR": str(UV)}) if UV.exists() else ([], {})
        command = [uv, "pip", "install", "--python", PYTHON, *more, *kept, *options]
        ended = run(command, certificates() | uv_settings() | beside, title)
        if ended:
            return
        if failures.cause(ended.output) == failures.DISK_FULL:
            raise SetUpFailed(failures.DISK_FULL)
    ended = pip(*options, title=title)
    if not ended:
        if known := failures.cause(ended.output):
            raise SetUpFailed(known)
        log(ended.output)
        raise SetUpFailed("pip could not install the packages; it says why above.")


def pins(name: str, lock: Path) -> list[str]:
    """The lines of one package in a lock file, as one text. Raises SetUpFailed if it is not locked there."""
    found = re.findall(rf"(?m)^{name}==.*\n(?: +--hash.*\n?)+", lock.read_text(encoding="utf-8"))
    if not found:
        raise SetUpFailed(f"{lock.name} does not lock {name}.")
    return found


def certificates() -> dict[str, str]:
    """Variables that make pip and uv trust what is configured on this machine, or else the system's list."""
    named = [os.environ.get(name) for name in ("SSL_CERT_FILE", "PIP_CERT", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")]
    found = next((name for name in (*named, str(CERTIFICATES)) if name and is_file(name)), "")
    return {"SSL_CERT_FILE": found, "PIP_CERT": found} if found else {}


def uv_settings() -> dict[str, str]:
    """Variables that make uv read this user's or this machine's settings, and none of the folder one happens to be in.

    A project there, or above the checkout, may send packages elsewhere.
    """
    files = (path for path in failures.settings_files() if path.name == "uv.toml")
    found = os.environ.get("UV_CONFIG_FILE") or next((str(path) for path in files if is_file(path)), "")
    return {"UV_CONFIG_FILE": found} if found else {"UV_NO_CONFIG": "1"}


def own_uv() -> str | None:
    """The machine's uv: of an absolute folder of PATH, never of the current one, where Windows would look first."""
    name = "uv.exe" if os.name == "nt" else "uv"
    places = [Path(folder, name) for folder in os.environ.get("PATH", "").split(os.pathsep) if Path(folder).is_absolute()]
    return next((str(place) for place in places if is_file(place) and os.access(place, os.X_OK)), None)


def pip(*arguments: str | Path, title: str) -> Ended:
    """Runs pip install; its temporary files stand in `.venv`, as the usual folder for them may be small."""
    UV.mkdir(exist_ok=True)
    command = [*pip_command(), "install", "--no-input", "--disable-pip-version-check", *arguments]
    return run(command, {**certificates(), "TMPDIR": str(UV)}, title)


def fetch_uv() -> Path | None:
    """Installs the locked uv into a folder of its own; returns its path, or None if it cannot be had here."""
    UV.mkdir(exist_ok=True)
    lock = UV / "uv.lock"
    lock.write_text("".join(pins("uv", BUILD)), encoding="utf-8")
    options = ["--no-compile", "--no-cache-dir", "--only-binary", ":all:", "--require-hashes", "--requirement", lock]
    ended = pip(*options, "--target", UV, title="Fetching the installer uv:")
    if not ended and (known := failures.cause(ended.output)) and known != failures.NOT_OFFERED:
        raise SetUpFailed(known)
    return next((path for path in UV.glob("bin/uv*") if path.stem == "uv"), None)


def remove_unused() -> None:
    """Removes from `.venv` the parts of PySide6 that the program does not use."""
    for package in (*VENV.glob("lib/python3*/site-packages/PySide6"), *VENV.glob("Lib/site-packages/PySide6")):
        for path in {path for pattern in UNUSED for path in package.glob(pattern)}:
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()


def pip_command() -> list[str | Path]:
    """The command that runs pip on `.venv`. Raises SetUpFailed if there is none, or nothing that it could trust."""
    if Path("/etc/debian_version").exists() and not CERTIFICATES.exists() and not certificates():
        obtain(CERTIFICATES_PACKAGE, "certificates", CERTIFICATES.exists)
    if wheel := pip_wheel():
        return [PYTHON, "-I", wheel / "pip"]
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-P", "-m", "pip", "--python", PYTHON]
    obtain(PIP, "pip", lambda: pip_wheel() is not None)
    return pip_command()


def pip_wheel() -> Path | None:
    """A wheel of pip that came with Python or the system, from which pip can run; None if there is none."""
    bundle = importlib.util.find_spec("ensurepip")
    folders = [Path(place) / "_bundled" for place in (bundle and bundle.submodule_search_locations) or ()]
    folders += [Path(folder) for folder in (sysconfig.get_config_var("WHEEL_PKG_DIR"),) if folder]
    folders += [Path("/usr/share/python-wheels"), SYSTEM / "pip" / "usr" / "share" / "python-wheels"]
    wheels = [wheel for folder in folders for wheel in folder.glob("pip-*.whl")]
    return wheels[0] if wheels else None
