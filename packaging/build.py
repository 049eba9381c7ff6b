"""Makes what people install: `python3 packaging/build.py all`, or one of deb, tar, flatpak, wheel, app, bill. Two more write
what licences.py and share.py explain: `licences` and `share FOLDER`.

The commit is exported and built in build/source with an environment of its own, which a lock file describes; nothing else on
the machine is changed. The same commit gives the same bytes. Everything ends up in dist/, with a table of sizes.
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

import product
import qt_libraries
import setup_venv
from checkout import PYTHON, ROOT, SetUpFailed, say

SOURCE = ROOT / "build" / "source"
DIST = "ROLLWRITE_DIST"
"""The environment variable that tells the exported commit where its products go."""
WORK = ROOT / "build"
FROZEN = WORK / "frozen" / product.PACKAGE
LIMITS_MB = {"installed": 260, ".deb": 75}
MACHINES = {"x86_64": "amd64", "AMD64": "amd64", "aarch64": "arm64", "arm64": "arm64"}


class NotBuilt(Exception):
    """The build cannot go on; the text says why."""


# ---------------------------------------------------------------------- the commit and its environment


def exported() -> Path:
    """The latest commit's files in build/source; what is set up there already is kept."""
    told = git("status", "--porcelain")
    if told:
        say("Left out, because it is not committed: " + ", ".join(line[3:] for line in told.splitlines()[:5]) + " …")
    SOURCE.mkdir(parents=True, exist_ok=True)
    for old in SOURCE.iterdir():
        if old.name not in (".venv", "build"):
            shutil.rmtree(old) if old.is_dir() and not old.is_symlink() else old.unlink()
    archive = WORK / "source.tar"
    git("archive", "--format=tar", f"--output={archive}", "HEAD")
    with tarfile.open(archive) as content:
        content.extractall(SOURCE, filter="data")
    archive.unlink()
    return SOURCE


def git(*words: str) -> str:
    told = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    if told.returncode:
        raise NotBuilt(told.stderr.strip())
    return told.stdout


def is_checkout() -> bool:
    return (ROOT / ".git").exists() and shutil.which("git") is not None


def surroundings() -> dict[str, str]:
    """The environment variables of everything that is run: nothing of the day, the place or chance is in a product."""
    fixed = {
        "SOURCE_DATE_EPOCH": str(product.commit_time()), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "TZ": "UTC",
        "LC_ALL": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen",
    }
    return qt_libraries.environment({**os.environ, **fixed, DIST: os.environ.get(DIST, str(ROOT / "dist"))})


def in_exported_commit(words: list[str]) -> int:
    """Runs the exported commit's own build.py on the same targets."""
    script = exported() / "packaging" / "build.py"
    return subprocess.run([sys.executable, script, "--here", *words], env=surroundings()).returncode


def in_environment(words: list[str]) -> int:
    """Sets up the build environment and runs this script in it."""
    setup_venv.set_up(setup_venv.BUILD)
    qt_libraries.provide(surroundings())
    return subprocess.run([PYTHON, "-P", __file__, "--here", *words], env=surroundings()).returncode


# ---------------------------------------------------------------------- the products


@contextmanager
def step(title: str) -> Iterator[None]:
    """Says what is being done, and how long it took."""
    print(f"{title} …", end="", file=sys.stderr, flush=True)
    began = time.monotonic()
    yield
    print(f" {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)


def run(*words: str | Path) -> None:
    """Runs a tool; what it said is shown if it fails."""
    told = subprocess.run([str(word) for word in words], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if told.returncode:
        raise NotBuilt(f"{words[0]} failed:\n{told.stdout}{told.stderr}".rstrip())


def dist() -> Path:
    folder = Path(os.environ[DIST])
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def frozen() -> Path:
    """The program as one folder that needs no Python, made once."""
    if not FROZEN.exists():
        if sys.platform in ("win32", "darwin"):
            with step("Drawing the mark"):
                import marks
                import windows

                marks.write(WORK / "marks")
                (WORK / "version.txt").write_text(windows.version_resource(), encoding="utf-8")
        with step("Freezing the program"):
            run(PYTHON, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", "--distpath", FROZEN.parent,
                "--workpath", WORK / "pyinstaller", ROOT / "packaging" / "rollwrite.spec")
        # Some build their Python with all its debugging symbols; the wheels' libraries would not survive this.
        internal = FROZEN / "_internal"
        for library in (*internal.glob("libpython*.so*"), *internal.glob("python3.*/lib-dynload/*.so")):
            run("strip", "--strip-unneeded", library)
    return FROZEN


def machine() -> str:
    import platform

    return platform.machine()


def prefix(folder: Path, debian: bool) -> Path:
    """A tree with `bin`, `lib` and `share`, in the empty folder."""
    import share

    place = share.emptied(folder)
    shutil.copytree(frozen(), place / "lib" / product.PACKAGE, symlinks=True)
    (place / "bin").mkdir()
    (place / "bin" / product.COMMAND).symlink_to(f"../lib/{product.PACKAGE}/{product.COMMAND}")
    share.write(place / "share", product.commit_time(), debian)
    return place


def deb() -> list[Path]:
    """The Debian package; what Debian has is left out of it and depended on."""
    import debian
    import share

    frozen()
    with step("Packing the .deb"):
        root = share.emptied(WORK / "deb")
        usr = prefix(root / "usr", debian=True)
        for file in (usr / "lib" / product.PACKAGE / "_internal").glob("lib*.so*"):
            if file.name in debian.PACKAGES:
                file.unlink()
        architecture = MACHINES[machine()]
        target = dist() / f"{product.PACKAGE}_{product.VERSION}_{architecture}.deb"
        debian.pack(root, target, product.commit_time(), architecture)
    return [target]


def archive_name() -> str:
    return f"{product.PACKAGE}-{product.VERSION}-linux-{machine()}"


def tar() -> list[Path]:
    """The archive that is unpacked anywhere, or over ~/.local."""
    import debian

    frozen()
    with step("Packing the archive"):
        name = archive_name()
        place = prefix(WORK / "tar" / name, debian=False)
        debian.settle(place, product.commit_time())
        target = dist() / f"{name}.tar.xz"
        with tarfile.open(target, "w:xz", preset=6, format=tarfile.PAX_FORMAT) as archive:
            archive.add(place, name, filter=nobodys)
    return [target]


def nobodys(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """An entry of an archive that belongs to nobody in particular."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    entry.mtime = product.commit_time()
    return entry


def flatpak() -> list[Path]:
    """The Flatpak manifest beside the archive that it takes; flatpak-builder does the rest."""
    import share

    target = dist() / f"{product.APP_ID}.json"
    share.put(target, share.filled("../flatpak/manifest.json", archive=f"{archive_name()}.tar.xz"))
    return [target]


def wheel() -> list[Path]:
    """The wheel and the source archive, for pip and pipx."""
    with step("Packing wheel and source"):
        run(PYTHON, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", dist())
    name = product.PACKAGE.replace("-", "_")
    return [dist() / f"{name}-{product.VERSION}-py3-none-any.whl", dist() / f"{name}-{product.VERSION}.tar.gz"]


def app() -> list[Path]:
    """What the system's own way of installing takes: Inno Setup's program on Windows, an image on macOS, else the folder."""
    folder = frozen()
    if sys.platform == "win32":
        import windows

        script = windows.written_setup(WORK, folder, dist())
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
    """The bill of materials."""
    import sbom

    target = dist() / f"{product.PACKAGE}-{product.VERSION}.cdx.json"
    target.write_text(sbom.text(product.commit_time()), encoding="utf-8", newline="\n")
    return [target]


PRODUCTS: dict[str, Callable[[], list[Path]]] = {
    "deb": deb, "tar": tar, "flatpak": flatpak, "wheel": wheel, "app": app, "bill": bill,
}
ALL = {"linux": ("deb", "tar", "flatpak", "wheel", "bill")}.get(sys.platform, ("app", "wheel", "bill"))


def build(targets: list[str]) -> None:
    """Makes the products and prints how large they are."""
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
    """Bytes in a file or below a folder."""
    files = [path] if path.is_file() else [file for file in path.rglob("*") if not file.is_symlink() and file.is_file()]
    return sum(file.stat().st_size for file in files)


def main() -> int:
    parser = argparse.ArgumentParser(prog="build.py", description="Makes what people install.")
    parser.add_argument("--here", action="store_true", help="build these very files instead of the latest commit's")
    parser.add_argument("targets", nargs="+", metavar="TARGET", help=f"{', '.join(PRODUCTS)}, all; licences; share FOLDER")
    given = parser.parse_args()
    words, apart = given.targets, given.targets[0] in ("licences", "share")
    unknown = [] if apart else [word for word in words if word not in (*PRODUCTS, "all")]
    if unknown:
        parser.error(f"there is no target '{unknown[0]}'; expected {', '.join(PRODUCTS)}, all, licences or share FOLDER")
    try:
        if not (given.here or apart) and is_checkout():
            return in_exported_commit(words)
        if Path(sys.prefix).resolve() != PYTHON.parent.parent.resolve():
            return in_environment(words)
        if words[0] == "licences":
            import licences

            licences.main()
        elif words[0] == "share":
            import share

            share.write(Path(words[1]), product.commit_time())
        else:
            build(list(dict.fromkeys(target for word in words for target in (ALL if word == "all" else (word,)))))
    except (NotBuilt, SetUpFailed, LookupError, OSError) as problem:
        sys.exit(f"\nbuild.py: {problem}")
    except KeyboardInterrupt:
        sys.exit("\nbuild.py: interrupted.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
