"""What runs on hosted machines stays what it is: actions named by commit, containers by digest, on runners that exist."""

from __future__ import annotations

import re
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
