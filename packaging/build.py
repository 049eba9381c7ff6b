"""Builds the products that people install: `python3 packaging/build.py all`, or some of deb, tar, flatpak, wheel, app, bill
and sums, the SHA-256 of all in dist/.
Two more targets, `licences` and `share FOLDER`, run licences.py and share.py.

The latest commit is exported to build/source and built there in a virtual environment made from a lock file; nothing else on
the machine is changed. Builds are reproducible: the same commit gives the same bytes. Products are written to dist/.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("build.py: Python 3.11 or newer was expected, this is Python " + sys.version.split()[0] + ".")

sys.path.insert(0, str(Path(__file__).resolve().parent))

import icu_data
import product
import qt_libraries
import setup_venv
from check_products import NotPassed, check, check_reproducible
from checkout import PYTHON, ROOT, SetUpFailed, log

SOURCE = ROOT / "build" / "source"
DIST = "ROLLWRITE_DIST"
"""The environment variable with the folder of products, for the build in the exported commit."""
WORK = ROOT / "build"
FROZEN = WORK / "frozen" / product.PACKAGE
LIMITS_MB = {"installed": 165, ".deb": 48}
"""Where it was built last: 155 and 45, of which what reads pictures and scans (Pillow, PDFium) is a seventh."""
MACHINES = {"x86_64": "amd64", "AMD64": "amd64", "aarch64": "arm64", "arm64": "arm64"}


class NotBuilt(Exception):
    """The build cannot continue; the text says why."""


# ---------------------------------------------------------------------- the commit and its environment


def export_commit(commit: str) -> Path:
    """Exports a commit to build/source, keeping the virtual environment there; returns the folder."""
    changes = git("status", "--porcelain")
    if changes:
        log("Left out, because it is not committed: " + ", ".join(line[3:] for line in changes.splitlines()[:5]) + " …")
    SOURCE.mkdir(parents=True, exist_ok=True)
    for old in SOURCE.iterdir():
        if old.name not in (".venv", "build"):
            shutil.rmtree(old) if old.is_dir() and not old.is_symlink() else old.unlink()
    archive = WORK / "source.tar"
    git("archive", "--format=tar", f"--output={archive}", commit)
    with tarfile.open(archive) as content:
        content.extractall(SOURCE, filter="data")
    archive.unlink()
    return SOURCE


def git(*arguments: str) -> str:
    """Runs git in the checkout and returns its output. Raises NotBuilt if it fails."""
    finished = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    if finished.returncode:
        raise NotBuilt(finished.stderr.strip())
    return finished.stdout


def is_checkout() -> bool:
    """Whether this is a git checkout and git is installed."""
    return (ROOT / ".git").exists() and shutil.which("git") is not None


def build_environment() -> dict[str, str]:
    """The environment of all commands, which fixes what would make builds irreproducible: time, locale, hash seed."""
    fixed = {
        "SOURCE_DATE_EPOCH": str(product.commit_time()), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "TZ": "UTC",
        "LC_ALL": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen",
    }
    return qt_libraries.environment({**os.environ, **fixed, DIST: os.environ.get(DIST, str(ROOT / "dist"))})


def run_in_export(targets: list[str], commit: str = "HEAD", folder: Path | None = None) -> int:
    """Runs build.py of the exported commit on the targets; returns its exit code.

    folder: where products go instead of dist/.
    """
    script = export_commit(commit) / "packaging" / "build.py"
    environment = build_environment() | ({DIST: str(folder)} if folder else {})
    return subprocess.run([sys.executable, script, "--here", *targets], env=environment).returncode


def run_checked(targets: list[str]) -> int:
    """Builds the targets into an empty dist/, checks them, and builds them once more; returns the exit code.

    Raises NotPassed.
    """
    commit = git("rev-parse", "HEAD").strip()
    # Both builds are of this moment, also if something is committed between them.
    os.environ["SOURCE_DATE_EPOCH"] = str(product.commit_time())
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    if code := run_in_export(targets, commit):
        return code
    products = sorted((ROOT / "dist").iterdir())
    python = SOURCE / PYTHON.relative_to(ROOT)

    def build_again(folder: Path) -> None:
        if run_in_export(targets, commit, folder):
            raise NotBuilt("the second build failed; it says why above.")

    lines = check(products, python, SOURCE / FROZEN.relative_to(ROOT), build_environment())
    lines += check_reproducible(products, build_again)
    print("\n" + "\n".join(lines))
    return 0


def run_in_venv(targets: list[str]) -> int:
    """Sets up the virtual environment and runs this script in it; returns its exit code."""
    setup_venv.prepare(setup_venv.BUILD, build_environment())
    return subprocess.run([PYTHON, "-P", __file__, "--here", *targets], env=build_environment()).returncode


# ---------------------------------------------------------------------- the products


@contextmanager
def step(title: str) -> Iterator[None]:
    """Prints a title, and the seconds taken at the end."""
    print(f"{title} …", end="", file=sys.stderr, flush=True)
    began = time.monotonic()
    yield
    print(f" {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)


def run(*command: str | Path) -> None:
    """Runs a tool. Raises NotBuilt with its output if it fails."""
    finished = subprocess.run(
        [str(word) for word in command], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )
    if finished.returncode:
        raise NotBuilt(f"{command[0]} failed:\n{finished.stdout}{finished.stderr}".rstrip())


def dist() -> Path:
    """The folder of products."""
    folder = Path(os.environ[DIST])
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def freeze() -> Path:
    """Makes the program with PyInstaller, as a folder that needs no Python, if it is not there yet; returns the folder."""
    if not FROZEN.exists():
        if sys.platform in ("win32", "darwin"):
            with step("Drawing the icon"):
                import marks
                import windows

                marks.write(WORK / "marks")
                (WORK / "version.txt").write_text(windows.version_resource(), encoding="utf-8")
        with step("Freezing the program"):
            run(PYTHON, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", "--distpath", FROZEN.parent,
                "--workpath", WORK / "pyinstaller", ROOT / "packaging" / "rollwrite.spec")
        # On Linux some Pythons contain debugging symbols, and so do the solvers. Other libraries from wheels are not
        # stripped: those whose links were rewritten break.
        internal = FROZEN / "_internal"
        for library in (*internal.glob("libpython*.so*"), *internal.glob("python3.*/lib-dynload/*.so"),
                        *internal.glob("py*.cpython-*.so")):
            if sys.platform == "linux":
                run("strip", "--strip-unneeded", library)
        if sys.platform == "linux":
            import debian
            import run_paths

            for file in debian.elf_files(FROZEN):
                run_paths.remove_foreign(file)
        for library in internal.rglob("libicudata.so.*"):
            if not library.is_symlink():
                icu_data.shrink(library, WORK)
    return FROZEN


def machine() -> str:
    """The machine's architecture, as Python names it."""
    import platform

    return platform.machine()


def prefix(folder: Path, debian: bool) -> Path:
    """Writes a tree with `bin`, `lib` and `share` into a folder, which is emptied first."""
    import share

    place = share.empty_folder(folder)
    shutil.copytree(freeze(), place / "lib" / product.PACKAGE, symlinks=True)
    (place / "bin").mkdir()
    (place / "bin" / product.COMMAND).symlink_to(f"../lib/{product.PACKAGE}/{product.COMMAND}")
    share.write(place / "share", product.commit_time(), debian)
    return place


def deb() -> list[Path]:
    """The Debian package; it depends on the libraries that Debian has, and contains the others."""
    import debian
    import share

    freeze()
    with step("Packing the .deb"):
        root = share.empty_folder(WORK / "deb")
        usr = prefix(root / "usr", debian=True)
        for file in (usr / "lib" / product.PACKAGE / "_internal").glob("lib*.so*"):
            if file.name in debian.PACKAGES:
                file.unlink()
        architecture = MACHINES[machine()]
        target = dist() / f"{product.PACKAGE}_{product.VERSION}_{architecture}.deb"
        debian.pack(root, target, product.commit_time(), architecture)
    return [target]


def archive_name() -> str:
    """The name of the archive without its suffix."""
    return f"{product.PACKAGE}-{product.VERSION}-linux-{machine()}"


def tar() -> list[Path]:
    """The archive, which can be unpacked anywhere or over ~/.local."""
    import debian

    freeze()
    with step("Packing the archive"):
        name = archive_name()
        place = prefix(WORK / "tar" / name, debian=False)
        debian.normalize(place, product.commit_time())
        target = dist() / f"{name}.tar.xz"
        plain = WORK / f"{name}.tar"
        with tarfile.open(plain, "w", format=tarfile.PAX_FORMAT) as archive:
            archive.add(place, name, filter=owned_by_root)
        # From two threads on, xz cuts into blocks whose size does not depend on their number, so the bytes do not either.
        run("xz", "--force", "-6", f"--threads={max(2, os.cpu_count() or 2)}", plain)
        shutil.move(f"{plain}.xz", target)
    return [target]


def owned_by_root(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """The entry of an archive with root as owner and the time of the commit."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    entry.mtime = product.commit_time()
    return entry


def flatpak() -> list[Path]:
    """The Flatpak manifest, with which flatpak-builder makes a Flatpak of the archive."""
    import share

    target = dist() / f"{product.APP_ID}.json"
    share.write_file(target, share.render("../flatpak/manifest.json", archive=f"{archive_name()}.tar.xz"))
    return [target]


def wheel() -> list[Path]:
    """The wheel and the source archive, for pip and pipx."""
    with step("Packing wheel and source"):
        run(PYTHON, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", dist())
    name = product.PACKAGE.replace("-", "_")
    return [dist() / f"{name}-{product.VERSION}-py3-none-any.whl", dist() / f"{name}-{product.VERSION}.tar.gz"]


def app() -> list[Path]:
    """A set-up program by Inno Setup on Windows, a disk image on macOS, else the frozen folder."""
    folder = freeze()
    if sys.platform == "win32":
        import windows

        script = windows.write_setup(WORK, folder, dist())
        with step("Making the set-up program"):
            run(shutil.which("iscc") or r"C:\Program Files (x86)\Inno Setup 6\ISCC.exe", script)
        return [dist() / f"{product.PACKAGE}-{product.VERSION}-setup.exe"]
    if sys.platform == "darwin":
        target = dist() / f"{product.PACKAGE}-{product.VERSION}-{machine()}.dmg"
        with step("Making the image"):
            run("hdiutil", "create", "-ov", "-format", "UDZO", "-volname", product.TITLE,
                "-srcfolder", folder.parent / f"{product.TITLE}.app", target)
        return [target]
    return [folder]


def bill() -> list[Path]:
    """The bill of materials (SBOM)."""
    import sbom

    target = dist() / f"{product.PACKAGE}-{product.VERSION}.cdx.json"
    target.write_text(sbom.text(product.commit_time()), encoding="utf-8", newline="\n")
    return [target]


def sums() -> list[Path]:
    """The SHA-256 sums of all products, for `sha256sum --check`."""
    import hashlib

    target = dist() / "SHA256SUMS"
    files = [path for path in sorted(dist().iterdir()) if path.is_file() and path != target]
    lines = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
    target.write_text("".join(lines), encoding="utf-8", newline="\n")
    return [target]


PRODUCTS: dict[str, Callable[[], list[Path]]] = {
    "deb": deb, "tar": tar, "flatpak": flatpak, "wheel": wheel, "app": app, "bill": bill,
    "sums": sums,
}
ALL = {"linux": ("deb", "tar", "flatpak", "wheel", "bill", "sums")}.get(sys.platform, ("app", "wheel", "bill", "sums"))


def build(targets: list[str]) -> None:
    """Makes products and prints their sizes. Raises NotBuilt if one is larger than its limit."""
    shutil.rmtree(FROZEN, ignore_errors=True)
    made = [path for target in targets for path in PRODUCTS[target]()]
    rows = [(path.name, size(path)) for path in made]
    if (WORK / "deb" / "usr").is_dir() and "deb" in targets:
        rows.append(("installed from the .deb", size(WORK / "deb" / "usr")))
    if FROZEN.is_dir() and "tar" in targets:
        rows.append(("unpacked from the archive", size(WORK / "tar")))
    width = max(len(name) for name, _ in rows)
    print()
    for name, count in rows:
        print(f"{name.ljust(width)}  {count / 1e6:8.1f} MB")
    for name, count in rows:
        limit = LIMITS_MB["installed"] if "from" in name else LIMITS_MB.get(Path(name).suffix)
        if limit and count > limit * 1e6:
            raise NotBuilt(f"{name} has {count / 1e6:.1f} MB; {limit} MB is the most.")


def size(path: Path) -> int:
    """The size of a file, or of all files below a folder, in bytes."""
    files = [path] if path.is_file() else [file for file in path.rglob("*") if not file.is_symlink() and file.is_file()]
    return sum(file.stat().st_size for file in files)


def main() -> int:
    """Builds the targets of the command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="build.py", description="Builds the products that people install.")
    parser.add_argument("--here", action="store_true", help="build these very files instead of the latest commit's")
    parser.add_argument("--check", action="store_true",
                        help="self-test of each product, the .deb in a bare Debian, and a second build")
    parser.add_argument("targets", nargs="+", metavar="TARGET", help=f"{', '.join(PRODUCTS)}, all; licences; share FOLDER")
    given = parser.parse_args()
    targets, is_tool = given.targets, given.targets[0] in ("licences", "share")
    unknown = [] if is_tool else [target for target in targets if target not in (*PRODUCTS, "all")]
    if unknown:
        parser.error(f"there is no target '{unknown[0]}'; expected {', '.join(PRODUCTS)}, all, licences or share FOLDER")
    try:
        if not (given.here or is_tool) and is_checkout():
            return run_checked(targets) if given.check else run_in_export(targets)
        if given.check:
            raise NotBuilt("--check builds a commit twice and compares: git and a checkout of it were expected.")
        if not (given.here or is_tool):
            log("There is no git or no checkout here: these very files are built, with the date of the newest release.")
        if Path(sys.prefix).resolve() != PYTHON.parent.parent.resolve():
            return run_in_venv(targets)
        if targets[0] == "licences":
            import licences

            licences.main()
        elif targets[0] == "share":
            import share

            share.write(Path(targets[1]), product.commit_time())
        else:
            build(list(dict.fromkeys(each for target in targets for each in (ALL if target == "all" else (target,)))))
    except (NotBuilt, NotPassed, SetUpFailed, LookupError, OSError) as problem:
        sys.exit(f"\nbuild.py: {problem}")
    except KeyboardInterrupt:
        sys.exit("\nbuild.py: interrupted.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
