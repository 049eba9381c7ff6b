"""Makes the checkout's virtual environment `.venv` from a lock file, for play.py, test.py and build.py.

A stamp file, written last, records the lock files that `.venv` was made from. With a current stamp a start does nothing;
without one it makes `.venv` anew, so an interrupted set-up is repaired by the next.
"""

import hashlib
import importlib.util
import json
import os
import shutil
import sys
import sysconfig
from pathlib import Path

from checkout import LOCK, PYTHON, ROOT, SYSTEM, VENV, SetUpFailed, exclusive, log, run
from system_packages import SystemPackage, obtain

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

# Where Debian's pip reads trusted certificates; a minimal system has none.
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
CERTIFICATES_PACKAGE = SystemPackage(
    title="the list of trusted certificates",
    files=(str(CERTIFICATES),),
    debian=("ca-certificates",),
    rpm=("ca-certificates",),
    arch=("ca-certificates",),
)


def set_up(lock: Path) -> None:
    """Installs a lock file into `.venv`; does nothing if that is done already. Raises SetUpFailed."""
    if is_set_up(lock):
        return
    with exclusive():
        if is_set_up(lock):  # by the start that this one waited for
            return
        held = read_stamp()
        STAMP.unlink(missing_ok=True)
        if not held:
            log("Setting up .venv: this happens once and may take some minutes.")
            make_venv()
        install(lock)
        kept = [path for path in (RUN, TEST, BUILD) if held.get(path.name) == digest(path)]
        write_stamp({path.name: digest(path) for path in [RUN, lock, *kept]})


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
    """Installs the packages of a lock file with pip, as it is configured on this machine. Raises SetUpFailed."""
    pip = pip_command()
    log(f"Installing the packages of {lock.relative_to(ROOT).as_posix()}.")
    options = ["--no-input", "--disable-pip-version-check", "--only-binary", ":all:", "--require-hashes"]
    if not sys.stderr.isatty():
        options.append("--quiet")
    command = [*pip, "install", *options, "--requirement", lock]
    if run(command, show_output=True):
        return
    if Path("/etc/debian_version").exists() and not CERTIFICATES.exists():
        obtain(CERTIFICATES_PACKAGE, "certificates", CERTIFICATES.exists)
        if run(command, show_output=True):
            return
    raise SetUpFailed(f"pip could not install the packages of {lock.name}; it says why above.")


def pip_command() -> list[str | Path]:
    """The command that runs pip on `.venv`."""
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
