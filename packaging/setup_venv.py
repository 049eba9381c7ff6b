"""Makes the checkout's virtual environment `.venv` from a lock file, for play.py, test.py and build.py.

A stamp file, written last, records the lock files that `.venv` was made from. With a current stamp a start does nothing;
without one it makes `.venv` anew, so an interrupted set-up is repaired by the next.
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

import qt_libraries
from checkout import LOCK, PYTHON, ROOT, SYSTEM, VENV, SetUpFailed, exclusive, log, megabytes, run
from system_packages import SystemPackage, obtain, remove_lists

RUN = ROOT / "packaging" / "requirements.lock"
TEST = ROOT / "packaging" / "requirements-test.lock"  # this one and the next only add to the first
BUILD = ROOT / "packaging" / "requirements-build.lock"
STAMP = VENV / "set-up.json"

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
    done = set_up(lock)
    if settings is not None:
        done = qt_libraries.provide(settings) or done
    if done:
        remove_lists()
        log(f"Everything is set up, after {time.monotonic() - start:.0f} s: .venv has {megabytes(VENV)} MB.")


def set_up(lock: Path) -> bool:
    """Installs a lock file into `.venv`; returns False if that was done already. Raises SetUpFailed."""
    if is_set_up(lock):
        return False
    with exclusive():
        if is_set_up(lock):  # by the start that this one waited for
            return False
        held = read_stamp()
        STAMP.unlink(missing_ok=True)
        if not held:
            log("Setting up .venv; this happens once.")
            make_venv()
        install(lock)
        log("Removing the parts of Qt that the program does not use.")
        remove_unused()
        kept = [path for path in (RUN, TEST, BUILD) if held.get(path.name) == digest(path)]
        write_stamp({path.name: digest(path) for path in [RUN, lock, *kept]})
        return True


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
    for old in VENV.iterdir():
        if old.is_dir() and not old.is_symlink():
            shutil.rmtree(old)
        elif old != LOCK:
            old.unlink()
    # Without pip, which many systems have in a separate package; it runs from its wheel instead.
    venv.EnvBuilder(with_pip=False, symlinks=os.name == "posix").create(VENV)
    packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(VENV), "platbase": str(VENV)}))
    # A relative path, so that the checkout can be moved.
    (packages / "checkout.pth").write_text(os.path.relpath(ROOT, packages) + "\n", encoding="ascii")


def install(lock: Path) -> None:
    """Installs the packages of a lock file with uv, or with pip where uv cannot be had. Raises SetUpFailed.

    Both work as they are configured on this machine; a uv that was fetched for this keeps no cache.
    """
    title = f"Installing the packages of {lock.relative_to(ROOT).as_posix()}:"
    trusted = {"SSL_CERT_FILE": str(CERTIFICATES)} if CERTIFICATES.exists() and "SSL_CERT_FILE" not in os.environ else {}
    options: list[str | Path] = ["--only-binary", ":all:", "--require-hashes", "--requirement", lock]
    try:
        uv = shutil.which("uv") or fetch_uv()
        # Without a cache, uv unpacks to a temporary folder of its own; beside .venv its files are linked, not copied.
        kept, beside = ([], {}) if not UV.exists() else (["--no-cache"], {"TMPDIR": str(UV)})
        command = [uv, "pip", "install", "--python", PYTHON, "--compile-bytecode", *kept, *options] if uv else []
        if command and run(command, trusted | beside, title):
            return
    finally:
        shutil.rmtree(UV, ignore_errors=True)
    if not run([*pip_command(), "install", "--no-input", "--disable-pip-version-check", *options], title=title):
        raise SetUpFailed(f"pip could not install the packages of {lock.name}; it says why above.")


def fetch_uv() -> Path | None:
    """Installs the locked uv into a folder of its own; returns its path, or None if it cannot be had here."""
    pins = re.search(r"(?m)^uv==.*\n(?: +--hash.*\n?)+", BUILD.read_text(encoding="utf-8"))
    if pins is None:
        raise SetUpFailed(f"{BUILD.name} does not lock uv.")
    pip = pip_command()
    UV.mkdir()
    lock = UV / "uv.lock"
    lock.write_text(pins[0], encoding="utf-8")
    command = [*pip, "install", "--no-input", "--disable-pip-version-check", "--no-compile", "--only-binary", ":all:"]
    run([*command, "--require-hashes", "--target", UV, "--requirement", lock], title="Fetching the installer uv:")
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
    if Path("/etc/debian_version").exists() and not CERTIFICATES.exists() and "PIP_CERT" not in os.environ:
        obtain(CERTIFICATES_PACKAGE, "certificates", CERTIFICATES.exists)
    if wheel := pip_wheel():
        return [PYTHON, "-I", wheel / "pip"]
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip", "--python", PYTHON]
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
