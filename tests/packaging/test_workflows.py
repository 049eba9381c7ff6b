"""What runs on hosted machines: actions by commit, containers by digest, on runners that exist; and the commands of all
steps, as far as they can be run here."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.y*ml"))
RUNNERS = {"ubuntu-24.04", "ubuntu-26.04", "windows-2025", "macos-15", "macos-26"}
"""Without an announced end in November 2026, when macos-14 had ended and ubuntu-22.04 was to end in April 2027."""

_ACTION = re.compile(r"^\s*(?:- )?uses:\s*(.*)$", re.MULTILINE)
_COMMIT = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} +# v\d+(\.\d+){2}")
_IMAGE = re.compile(r"^\s*(?:image|container):[ \t]*(\S.*)$", re.MULTILINE)
_DIGEST = re.compile(r"[\w./:-]+@sha256:[0-9a-f]{64}")
_RUNNER = re.compile(r"\b(?:ubuntu|windows|macos)-[\w.-]+")
_RUNS_ON = re.compile(r"^\s*runs-on:\s*(.*)$", re.MULTILINE)


def faults(workflow: str) -> Iterator[str]:
    """What may change, or is no more, in the text of a workflow."""
    yield from (f"no commit: {used}" for used in _ACTION.findall(workflow) if not _COMMIT.fullmatch(used))
    yield from (f"no digest: {image}" for image in _IMAGE.findall(workflow) if not _DIGEST.fullmatch(image))
    named = {*_RUNNER.findall(re.sub(r"(^|\s)#.*", "", workflow))}
    yield from (f"no runner: {name}" for name in sorted(named - RUNNERS))
    asked = {*_RUNS_ON.findall(workflow)} - {"${{ matrix.system }}"}
    yield from (f"no known runner: {name}" for name in sorted(asked - RUNNERS))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_names_what_exists_and_stays(path: Path) -> None:
    text = path.read_text("utf-8")
    assert _ACTION.search(text) and _RUNS_ON.search(text)
    assert [*faults(text)] == []


@pytest.mark.parametrize("line", [
    "      - uses: actions/checkout@v7", "        uses: actions/checkout@main", "      - uses: actions/checkout",
    "      - uses: actions/checkout@3d3c42e5aac5", f"      - uses: actions/checkout@{'0' * 40}", "      - uses: docker://debian:12",
    "      image: debian:bookworm", "    container: debian:bookworm", "    runs-on: macos-14", "    runs-on: ubuntu-latest",
    "    runs-on: [self-hosted]", "        system: [windows-2025, macos-13]",
    "          - {system: ubuntu-22.04, python: '3.14'}",
])
def test_what_would_be_found(line: str) -> None:
    assert [*faults(f"jobs:\n{line}\n")]


def test_every_part_of_the_release_tests_runs_on_every_system() -> None:
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    jobs = re.split(r"(?m)^  (?=[\w-]+:$)", text.partition("\njobs:\n")[2])
    tests = [job for job in jobs if "--release=${{ matrix.part }} --vary" in job]
    assert [job.partition(":")[0] for job in tests] == ["linux-tests", "other-tests"]
    assert all("part: ${{ fromJSON(needs.parts.outputs.names) }}" in job for job in tests)
    (parts,) = (job for job in jobs if job.startswith("parts:"))
    assert "names=$(python3 packaging/test.py --release-parts)" in parts


# ---------------------------------------------------------------------- the commands

_RUN = re.compile(r"^\s*(?:- )?run: (.+)$", re.MULTILINE)
_SCRIPT = re.compile(r"(?:sudo )?(?:PATH=\S+ )?python3? packaging/(\w+)\.py ?(.*)")
COMMANDS = [command for path in WORKFLOWS for command in dict.fromkeys(_RUN.findall(path.read_text("utf-8")))]
ELSEWHERE = (
    "apt-get", "sudo apt-get", "git config --global", "gh ", "python -m pip install", "python -m pip download",
    "python -m pip_audit",
)
"""What changes the machine, or asks a server: not run by a test."""
bash = pytest.mark.skipif(os.name != "posix" or not shutil.which("bash"), reason="a shell of Linux is needed")


def filled(command: str, part: str = "laws") -> str:
    """A command as it runs: with values for what stands in braces."""
    return command.replace("${{ matrix.part }}", part).replace("${{ github.run_number }}", "12")


def test_every_command_is_looked_at() -> None:
    """One line each; our own scripts, what is run here, or what is named as running elsewhere."""
    assert len(COMMANDS) > 12
    ours = {command for command in COMMANDS if _SCRIPT.fullmatch(command)}
    shell = {command for command in COMMANDS if command.startswith(("names=", "mkdir dist", "cd dist"))}
    others = {command for command in COMMANDS if command.startswith(ELSEWHERE)}
    assert len(ours) > 4 and len(shell) == 3 and ours | shell | others == {*COMMANDS}
    assert not [command for command in ours if "${{" in filled(command)]


@pytest.mark.parametrize("command", [command for command in COMMANDS if _SCRIPT.fullmatch(command)])
def test_a_script_takes_the_arguments_of_a_step(script, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    name, words = _SCRIPT.fullmatch(filled(command)).groups()
    if name == "test":
        module = script("test")
        chosen, rest = module.options(words.split())
        assert rest == [] and (chosen.release, chosen.vary) in ((None, 0), ("laws", 12))
        assert module.pytest_runs(chosen, rest)
    elif name == "build":
        module, asked = script("build"), []
        monkeypatch.setattr(module, "is_checkout", lambda: True)
        monkeypatch.setattr(module, "run_checked", lambda targets: asked.append(targets) or 0)
        monkeypatch.setattr("sys.argv", ["build.py", *words.split()])
        assert module.main() == 0 and asked == [["all"]]
    elif name == "try_places":
        assert words == "" and len({(place.system, place.name) for place in script(name).places()}) > 20
    else:
        assert (name, words) == ("validate_pdfs", "build/verapdf") and script(name)


@bash
def test_the_parts_reach_the_jobs_that_run_them(script, tmp_path: Path) -> None:
    (command,) = (command for command in COMMANDS if command.startswith("names="))
    settings = {**os.environ, "GITHUB_OUTPUT": str(tmp_path / "output"), "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    (tmp_path / "python3").symlink_to(sys.executable)
    subprocess.run(["bash", "-e", "-c", command], cwd=ROOT, env=settings, check=True)
    name, _, value = (tmp_path / "output").read_text("utf-8").strip().partition("=")
    assert name == "names" and json.loads(value) == [*script("release_parts").PARTS]


@bash
def test_the_products_of_a_draft_are_every_systems_and_their_sums_are_right(tmp_path: Path) -> None:
    made = {
        "linux": {"a.deb": "1", "a.whl": "linux"}, "windows-2025": {"a.exe": "2", "a.whl": "windows"},
        "macos-15": {"a.dmg": "3", "a.whl": "macos"},
    }
    for system, files in made.items():
        (tmp_path / "products" / system).mkdir(parents=True)
        for name, text in (files | {"SHA256SUMS": system}).items():
            (tmp_path / "products" / system / name).write_text(text)
    for command in (command for command in COMMANDS if command.startswith(("mkdir dist", "cd dist"))):
        subprocess.run(["bash", "-e", "-c", command], cwd=tmp_path, check=True)
    assert {path.name for path in (tmp_path / "dist").iterdir()} == {"a.deb", "a.whl", "a.exe", "a.dmg", "SHA256SUMS"}
    assert (tmp_path / "dist" / "a.whl").read_text() == "linux"
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=tmp_path / "dist", check=True)
    assert (tmp_path / "dist" / "SHA256SUMS").read_text().count("\n") == 4


def test_nothing_runs_twice_for_a_push_and_no_product_comes_before_the_checks() -> None:
    checks, release = (path.read_text("utf-8") for path in WORKFLOWS)
    assert "  push:\n    branches: [main]\n  pull_request:\n" in checks and "cancel-in-progress: true" in checks
    needs = dict(re.findall(r"(?m)^  ([\w-]+):\n    needs: (.+)$", release))
    found: dict[str, set[str]] = {}

    def before(job: str) -> set[str]:
        named = {*re.findall(r"[\w-]+", needs.get(job, ""))}
        return found.setdefault(job, named | {other for name in named for other in before(name)})

    assert "vulnerabilities" in before("linux-tests") & before("other-tests") & before("places")
    assert {"linux-tests", "other-tests", "pdfs", "places", "linux", "others", "vulnerabilities"} <= before("draft")
    assert release.count("contents: write") == 1 and "if: github.ref_type == 'tag'" in release


def test_every_job_ends() -> None:
    for path in WORKFLOWS:
        text = path.read_text("utf-8")
        limits = [int(minutes) for minutes in re.findall(r"timeout-minutes: (\d+)", text)]
        assert len(limits) == len(_RUNS_ON.findall(text)) and max(limits) <= 120
