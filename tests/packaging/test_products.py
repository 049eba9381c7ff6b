"""What is installed: it says one version, names every option, opens every kind of file, and lists all that it is made of."""

import configparser
import hashlib
import io
import json
import plistlib
import re
import shutil
import struct
import subprocess
import tarfile
import tomllib
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

from rollwrite_desktop import APP_ID, TITLE, __version__
from rollwrite_desktop.cli.arguments import parsers
from rollwrite_desktop.core import journal

ROOT = Path(__file__).resolve().parents[2]
MOMENT = 1_800_000_000
OLDEST_RUNTIME = (25, 8)
"""Of the Freedesktop platform; each lives for two years from the August in its name."""
SHELLS = ("bash", "zsh", "fish")
ENGLISH = {"de": "German", "es": "Spanish", "fr": "French"}


pytest.importorskip("shtab")
pytest.importorskip("cyclonedx")


@pytest.fixture
def share(script):
    return script("share")


@pytest.fixture
def completed(script):
    """The completion file of a shell."""
    return script("completion").completion


@pytest.fixture
def product(script):
    return script("product")


# ---------------------------------------------------------------------- one version


def test_the_version_is_the_same_everywhere(share, script, product):
    assert product.releases()[0].version == __version__
    assert ET.fromstring(share.metainfo()).find("releases/release").get("version") == __version__
    assert share.debian_changelog().startswith(f"{product.PACKAGE} ({__version__}) ")
    assert f"{TITLE} {__version__}" in script("manual").page(MOMENT)
    assert script("macos").info_plist()["CFBundleShortVersionString"] == __version__
    windows = script("windows")
    assert f"'{__version__}'" in windows.version_resource()
    assert ".".join(map(str, windows.numbers())).startswith(__version__)
    assert script("sbom").bill(MOMENT).metadata.component.version == __version__


def test_the_changelog_is_read_as_it_is_written(product):
    text = "# C\n\n## [Unreleased]\n\n### Added\n\n- not yet\n\n## [2.0.1] - 2030-01-31\n\n### Fixed\n\n- one\n  more\n- two"
    assert product.releases(text) == [product.Release("2.0.1", "2030-01-31", {"Fixed": ["one more", "two"]})]
    assert all(release.changes for release in product.releases())


# ---------------------------------------------------------------------- what a desktop reads


def test_the_menu_entry_starts_the_program_with_the_files_given(share, product):
    reader = configparser.ConfigParser(interpolation=None)
    reader.optionxform = str
    reader.read_string(share.desktop_entry())
    entry = reader["Desktop Entry"]
    assert (entry["Name"], entry["Icon"], entry["Exec"]) == (TITLE, APP_ID, "rollwrite %F")
    assert entry["MimeType"].rstrip(";").split(";") == [kind.mime for kind in product.KINDS]
    assert "$" not in share.desktop_entry()


def test_what_desktops_show_is_in_every_language(share, product):
    for key in ("GenericName", "Comment", "Keywords"):
        written = set(re.findall(rf"(?m)^{key}\[(\w+)\]=", share.desktop_entry()))
        assert written == {*product.LANGUAGES}, key
    language = "{http://www.w3.org/XML/1998/namespace}lang"
    root = ET.fromstring(share.metainfo())
    for name in ("summary", "description/p", "description/ul/li", "screenshots/screenshot/caption", "keywords/keyword"):
        found = Counter(each.get(language, "en") for each in root.findall(name))
        assert {*found} == {"en", *product.LANGUAGES} and len({*found.values()}) == 1, name
    assert all({*kind.titles} == {*product.LANGUAGES} for kind in product.KINDS)


def test_the_description_names_what_is_there(share, product):
    root = ET.fromstring(share.metainfo())
    assert root.find("id").text == APP_ID and root.find("launchable").text == f"{APP_ID}.desktop"
    assert [each.text for each in root.findall("provides/mediatype")] == [kind.mime for kind in product.KINDS]
    assert root.find("content_rating").get("type").startswith("oars-")
    pictures = root.findall("screenshots/screenshot/image")
    assert len(pictures) == len(share.PICTURES)
    for picture in pictures:
        file = ROOT / "assets" / "pictures" / picture.text.rpartition("/")[2]
        assert struct.unpack(">2I", file.read_bytes()[16:24]) == (int(picture.get("width")), int(picture.get("height")))
    assert root.findall("releases/release/description/ul/li")


def test_each_kind_of_file_is_known_by_its_ending(share, product):
    names = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}
    types = ET.fromstring(share.media_types()).findall("m:mime-type", names)
    found = {each.get("type"): each.find("m:glob", names).get("pattern") for each in types}
    assert found == {kind.mime: f"*{kind.ending}" for kind in product.KINDS}
    # An ending of plain .json would take every JSON file of the system's.
    assert "*.json" not in found.values()


def test_the_program_saves_under_the_endings_that_the_system_knows(product):
    pytest.importorskip("PySide6")
    from rollwrite_desktop.play.paper import audit_files
    from rollwrite_desktop.ui.library import own_sheet_store, session_store

    endings = [kind.ending for kind in product.KINDS]
    assert endings == [journal.SUFFIX, audit_files.PAPER, own_sheet_store.SUFFIX, session_store.SUFFIX]


def test_the_whole_tree_is_written(share, product, tmp_path):
    pytest.importorskip("PySide6")
    share.write(tmp_path, MOMENT, debian=True)
    icons = {path.parent.parent.name for path in tmp_path.glob("icons/hicolor/*/apps/*")}
    assert icons == {"scalable", *(f"{size}x{size}" for size in share.ICON_SIZES)}
    for path in ("applications", "metainfo", "mime/packages", "man/man1", "bash-completion/completions"):
        assert len(list((tmp_path / path).iterdir())) == 1
    assert {path.name for path in (tmp_path / "doc" / product.PACKAGE).iterdir()} == {
        "copyright", "changelog.gz", "licences.txt", "sbom.cdx.json",
    }
    again = tmp_path / "again"
    share.write(again, MOMENT, debian=True)
    for path in again.rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (tmp_path / path.relative_to(again)).read_bytes(), path


# ---------------------------------------------------------------------- completion and manual


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_names_every_command_and_option(completed, shell):
    text = completed(shell)
    for command, parser in parsers().items():
        assert command in text
        for action in parser._actions:
            for name in action.option_strings:
                as_fish = f"-l {name[2:]} " if name.startswith("--") else f"-s {name[1:]} "
                assert (as_fish if shell == "fish" else name) in text


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_itself_reads_its_completion(completed, shell, tmp_path):
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here")
    file = tmp_path / "completion"
    file.write_text(completed(shell), encoding="utf-8")
    assert subprocess.run([shell, "-n", file], capture_output=True, text=True).stderr == ""


@pytest.mark.parametrize(("typed", "expected"), [
    (["pri"], {"print"}),
    (["print", "--pa"], {"--pad", "--paper", "--paper-file"}),
    (["print", "--paper", "a"], {"a4", "a5"}),
    (["print", "on"], {"on_tour"}),
    (["audit", "my"], {"my.paper.json"}),
    (["print", "-o", "my"], {"my.paper.json"}),
    (["simulate", "--games", ""], set()),
])
def test_bash_completes_what_was_begun(completed, tmp_path, typed, expected):
    if shutil.which("bash") is None:
        pytest.skip("no bash here")
    (tmp_path / "completion").write_text(completed("bash"), encoding="utf-8")
    (tmp_path / "my.paper.json").touch()
    words = " ".join(f"'{word}'" for word in ["rollwrite", *typed])
    line = f"COMP_WORDS=({words}); COMP_CWORD={len(typed)}"
    run = f'. ./completion; {line}; _shtab_rollwrite 2>/dev/null; printf "%s\\n" "${{COMPREPLY[@]}}"'
    finished = subprocess.run(["bash", "--norc", "-c", run], cwd=tmp_path, capture_output=True, text=True)
    assert set(finished.stdout.split()) == expected


def test_the_manual_names_every_option(script):
    text = script("manual").page(MOMENT).replace("\\-", "-")
    for command, parser in parsers().items():
        assert f".SS {command}\n" in text
        for action in parser._actions:
            assert all(rf"\fB{name}\fR" in text for name in action.option_strings)


# ---------------------------------------------------------------------- what it is made of


def test_the_bill_covers_the_lock(script):
    sbom, packages = script("sbom"), script("licences").locked()
    text = sbom.text(MOMENT)
    bill = json.loads(text)
    listed = {each["name"]: each for each in bill["components"] if each["type"] == "library"}
    assert {name: each["version"] for name, each in listed.items()} == {name: found[0] for name, found in packages.items()}
    for name, each in listed.items():
        assert {given["value"] for given in each["properties"]} == {*packages[name][1]}
    assert {"Python", "Inter", "Lucide"} <= {each["name"] for each in bill["components"]}
    refs = {each["bom-ref"] for each in bill["components"]} | {bill["metadata"]["component"]["bom-ref"]}
    assert {need for each in bill["dependencies"] for need in (each["ref"], *each.get("dependsOn", ()))} == refs
    assert sbom.text(MOMENT) == text and bill["serialNumber"].startswith("urn:uuid:")


def test_every_package_names_its_license_by_an_spdx_id(script):
    for each in script("sbom").bill(MOMENT).components:
        assert each.licenses and all(getattr(given, "id", None) or given.value for given in each.licenses), each.name


def test_every_package_and_drawing_has_its_license(script):
    """After the lock has changed: python3 packaging/build.py licences"""
    licenses = script("licences").FILE.read_text(encoding="utf-8")
    for name, (version, _) in script("licences").locked().items():
        assert f"{name} {version}" in licenses, "python3 packaging/build.py licences"
    for words in ("PYTHON SOFTWARE FOUNDATION LICENSE", "GNU LESSER GENERAL PUBLIC LICENSE", "SIL OPEN FONT LICENSE", "ISC"):
        assert words in licenses


def test_what_the_program_reads_is_shipped_and_what_makes_it_is_not(product):
    places = {place for _, place in product.shipped_files()}
    assert {"assets/mark/rollwrite.svg", "assets/licences/licences.txt", "sheets/on_tour_usa.json"} <= places
    assert not [place for place in places if "/build/" in place or place.endswith((".po", ".md", ".py"))]


def wheel_settings():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return project["project"], project["tool"]["hatch"]["build"]["targets"]


def test_the_wheel_holds_what_the_program_reads_and_nothing_that_makes_it(product):
    _, targets = wheel_settings()
    wheel = targets["wheel"]
    assert {*wheel["only-include"]} == {"rollwrite_desktop", *product.SHIPPED}
    assert {"/sheets/build", "*.po"} <= {*wheel["exclude"]} & {*targets["sdist"]["exclude"]}
    moved = {place.partition("/")[0] for place in product.SHIPPED}
    assert wheel["sources"] == {name: f"rollwrite_desktop/{name}" for name in sorted(moved)}


def test_the_wheel_says_who_made_it_and_what_it_is(product):
    project, _ = wheel_settings()
    assert project["authors"] == [{"name": product.PUBLISHER, "email": product.CONTACT}]
    assert project["license"] == product.LICENSE and project["urls"]["Homepage"] == product.PICTURES.rpartition("/")[0]
    spoken = {name.rpartition(" ")[2] for name in project["classifiers"] if name.startswith("Natural Language")}
    assert spoken == {"English", *(ENGLISH[code] for code in product.LANGUAGES)}
    assert len(project["keywords"]) > 3 and "Programming Language :: Python :: 3.11" in project["classifiers"]
    about = (ROOT / project["readme"]).read_text(encoding="utf-8")
    assert "![" not in about and "](" not in about, "pictures and links of the checkout lead nowhere there"
    assert len(about.split()) > 100


def test_paths_of_the_builder_are_removed_from_programs(script, tmp_path):
    """A library that looks beside itself is left alone; looking elsewhere, it forgets that and nothing else."""
    pytest.importorskip("PIL")
    import PIL

    run_paths = script("run_paths")
    libraries = [*Path(PIL.__file__).parent.glob("_imagingft.*linux*.so")]
    if not libraries:
        pytest.skip("no libraries of Linux here")
    file = tmp_path / "library.so"
    file.write_bytes(libraries[0].read_bytes())
    (kept,) = run_paths.paths(file)
    assert kept.startswith("$ORIGIN") and run_paths.remove_foreign(file) == [] and run_paths.paths(file) == [kept]
    foreign = "/origin" + kept.removeprefix("$ORIGIN")
    content = file.read_bytes().replace(kept.encode(), foreign.encode())
    file.write_bytes(content)
    before = [content[at : at + 16] for at in run_paths._entries(content)]
    assert run_paths.remove_foreign(file) == [foreign] and run_paths.paths(file) == []
    after = file.read_bytes()
    entries = [after[at : at + 16] for at in run_paths._entries(after)]
    assert len(entries) == len(before) - 1 and [entry for entry in before if entry in entries] == entries
    with pytest.raises(ValueError, match="no"):
        run_paths.paths(ROOT / "README.md")


def test_sums_are_those_of_the_products(script, monkeypatch, tmp_path):
    build = script("build")
    monkeypatch.setenv(build.DIST, str(tmp_path))
    (tmp_path / "a.deb").write_bytes(b"a")
    (path,) = build.sums()
    assert path.read_text() == f"{hashlib.sha256(b'a').hexdigest()}  a.deb\n"
    assert build.sums() == [path] and path.read_text().count("\n") == 1


def test_a_build_without_git_says_so(script, monkeypatch, capsys):
    build = script("build")
    monkeypatch.setattr(build, "is_checkout", lambda: False)
    monkeypatch.setattr(build, "run_in_venv", lambda _: 0)
    monkeypatch.setattr(build.sys, "prefix", "/nowhere")
    monkeypatch.setattr("sys.argv", ["build.py", "bill"])
    assert build.main() == 0 and "no git or no checkout" in capsys.readouterr().err
    monkeypatch.setattr("sys.argv", ["build.py", "bill", "--check"])
    with pytest.raises(SystemExit, match="git and a checkout"):
        build.main()


# ---------------------------------------------------------------------- the mark


def test_icons_of_windows_and_macos_hold_the_pictures_they_say(script):
    pytest.importorskip("PySide6")
    marks = script("marks")
    pictures = {side: marks.png(side) for side in (16, 32, 256)}
    content = marks.ico(pictures)
    assert struct.unpack("<3H", content[:6]) == (0, 1, 3)
    for n, (side, body) in enumerate(pictures.items()):
        wide, _, _, _, _, _, length, at = struct.unpack("<4B2H2I", content[6 + 16 * n : 22 + 16 * n])
        assert (wide or 256, content[at : at + length]) == (side, body)
        assert struct.unpack(">2I", body[16:24]) == (side, side)
    content = marks.icns(pictures)
    assert content[:4] == b"icns" and struct.unpack(">I", content[4:8])[0] == len(content)
    at, names = 8, []
    while at < len(content):
        names.append(content[at : at + 4].decode())
        at += struct.unpack(">I", content[at + 4 : at + 8])[0]
    assert names == ["icp4", "icp5", "ic11", "ic08", "ic13"] and at == len(content)


def test_the_mark_shows_its_three_colors_at_16_pixels(script):
    pytest.importorskip("PySide6")
    from PySide6.QtGui import QColor, QImage

    image = QImage.fromData(script("marks").png(16))
    pixels = [image.pixelColor(x, y) for x in range(16) for y in range(16)]
    seen = {pixel.rgb() & 0xFFFFFF for pixel in pixels if pixel.alpha() == 255}
    for ink in ("#fffaf0", "#1b4596", "#d1380f"):
        wanted = QColor(ink)
        assert any(
            abs((rgb >> 16) - wanted.red()) + abs((rgb >> 8 & 255) - wanted.green()) + abs((rgb & 255) - wanted.blue()) < 24
            for rgb in seen
        ), ink


# ---------------------------------------------------------------------- packages


def test_a_library_that_debian_does_not_bring_stops_the_build(script, monkeypatch, tmp_path):
    debian = script("debian")
    monkeypatch.setattr(debian, "needed", lambda _: ({"libc.so.6", "libEGL.so.1", "libours.so.1"}, (2, 35)))
    with pytest.raises(LookupError, match=r"libours\.so\.1"):
        debian.depends(tmp_path)
    (tmp_path / "libours.so.1").touch()
    assert debian.depends(tmp_path) == ["fontconfig-config", "libc6 (>= 2.35)", "libegl1"]


@pytest.mark.skipif(shutil.which("objdump") is None, reason="no objdump here")
def test_what_a_program_needs_is_read_from_it(script):
    import _ctypes

    names, libc = script("debian").needed([Path(_ctypes.__file__)])
    assert "libc.so.6" in names and libc > (2, 0)


def test_an_archive_tells_nobody_who_packed_it(script, monkeypatch, tmp_path):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(MOMENT))
    (tmp_path / "file").touch()
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w") as archive:
        archive.add(tmp_path / "file", "file", filter=script("build").owned_by_root)
        entry = archive.getmember("file")
    assert (entry.uid, entry.gid, entry.uname, entry.mtime) == (0, 0, "root", MOMENT)


def test_the_texts_for_other_systems_are_whole(script, share, product, tmp_path):
    setup = script("windows").setup(tmp_path, tmp_path, tmp_path)
    assert "$" not in setup and f"AppVersion={__version__}" in setup
    assert all(f"Classes\\{kind.ending}\"" in setup for kind in product.OF_ONE_ENDING)
    assert setup.count("MessagesFile:") == 1 + len(product.LANGUAGES)
    manifest = json.loads(share.render("../flatpak/manifest.json", archive="x.tar.xz"))
    assert tuple(map(int, manifest["runtime-version"].split("."))) >= OLDEST_RUNTIME
    assert manifest["id"] == APP_ID and manifest["modules"][0]["sources"][0]["path"] == "x.tar.xz"
    plist = plistlib.loads(plistlib.dumps(script("macos").info_plist()))
    assert plist["CFBundleLocalizations"] == ["en", *product.LANGUAGES]
    declared = {each["UTTypeIdentifier"] for each in plist["UTExportedTypeDeclarations"]}
    assert {kind for each in plist["CFBundleDocumentTypes"] for kind in each["LSItemContentTypes"]} == declared
    compile((ROOT / "packaging" / "rollwrite.spec").read_text(encoding="utf-8"), "rollwrite.spec", "exec")


def test_what_the_program_starts_finds_its_own_libraries(monkeypatch):
    source = (ROOT / "packaging" / "restore_environment.py").read_text(encoding="utf-8")
    starter = {"LD_LIBRARY_PATH": "/ours:/theirs", "LD_LIBRARY_PATH_ORIG": "/theirs", "_PYI_PARENT_PROCESS_LEVEL": "1"}
    for before, after in ((starter, {"LD_LIBRARY_PATH": "/theirs"}), ({"LD_LIBRARY_PATH": "/ours", "A": "b"}, {"A": "b"})):
        settings = dict(before)
        monkeypatch.setattr("os.environ", settings)
        exec(compile(source, "restore_environment.py", "exec"), {})
        monkeypatch.undo()
        assert settings == after


@pytest.mark.parametrize("name", ["checks", "release"])
def test_a_workflow_runs_what_is_here(script, name):
    text = (ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8")
    runs = re.findall(r"(?m)run: python3? (packaging/\S+)(.*)$", text)
    assert runs
    for path, words in runs:
        source = (ROOT / path).read_text(encoding="utf-8")
        assert all(f'"{word.partition("=")[0]}"' in source for word in words.split() if word.startswith("--"))
    oldest = re.search(r'requires-python = ">=([0-9.]+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))[1]
    assert f'"{oldest}"' in text


def test_the_release_workflow_runs_every_part_and_other_samples_each_time():
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    runs = re.findall(r"packaging/test\.py (--release.*)$", text, re.MULTILINE)
    assert runs == ['--release-parts) && echo "names=$names" >> "$GITHUB_OUTPUT"', *2 * [
        "--release=${{ matrix.part }} --vary ${{ github.run_number }}"]]
    assert text.count("part: ${{ fromJSON(needs.parts.outputs.names) }}") == 2


@pytest.mark.skipif(shutil.which("true") is None or shutil.which("false") is None, reason="commands of Unix are needed")
def test_an_error_that_lintian_finds_stops_a_release(script, tmp_path, monkeypatch):
    checks = script("check_products")
    monkeypatch.setattr(checks, "WORK", tmp_path / "check")
    monkeypatch.setattr(checks.os, "geteuid", lambda: 1, raising=False)
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    asked = [tmp_path / "a.deb"], Path("python"), tmp_path, {"PATH": str(bin_)}
    assert "not looked at by lintian" in checks.check(*asked)[0]
    monkeypatch.setenv("PATH", str(bin_))
    (bin_ / "lintian").symlink_to(shutil.which("true", path="/usr/bin:/bin"))
    assert "no errors" in checks.check(*asked)[0]
    (bin_ / "lintian").unlink()
    (bin_ / "lintian").symlink_to(shutil.which("false", path="/usr/bin:/bin"))
    with pytest.raises(checks.NotPassed, match="lintian"):
        checks.check(*asked)


def test_products_are_tried_and_a_second_build_is_compared(script, tmp_path, monkeypatch):
    checks = script("check_products")
    monkeypatch.setattr(checks, "WORK", tmp_path / "check")
    folder = tmp_path / "folder"
    folder.mkdir()
    program = folder / "rollwrite"

    def write(text):
        program.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        program.chmod(0o755)

    write("test $1 = --selftest")
    set_up = tmp_path / "rollwrite-setup.exe"
    asked = Path("python"), folder, {"PATH": "/bin:/usr/bin"}
    assert checks.check([folder], *asked) == ["folder: self-test passed"]
    (line,) = checks.check([set_up], *asked)
    assert line == f"{set_up.name}: not installed; self-test of the folder that it is made of passed"
    assert "not tried" in checks.check([set_up], Path("python"), tmp_path / "none", {})[0]
    assert checks.check([tmp_path / "a.json"], *asked) == ["a.json: compared with a second build, not tried"]
    write("echo no sheet was drawn; exit 1")
    with pytest.raises(checks.NotPassed, match="no sheet was drawn"):
        checks.check([set_up], *asked)
    product = tmp_path / "a.whl"
    product.write_bytes(b"one")

    def build(content):
        def again(place):
            place.mkdir(parents=True)
            (place / "a.whl").write_bytes(content)
        return again

    assert len(checks.check_reproducible([product], build(b"one"))) == 1
    with pytest.raises(checks.NotPassed, match=r"differs: a\.whl"):
        checks.check_reproducible([product], build(b"two"))
