"""What every test run shares: repeatable Hypothesis, and silence: a logged warning is a failure."""

from __future__ import annotations

import gc
import importlib.util
import logging
import os
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rollwrite_desktop.core import i18n
from rollwrite_desktop.paths import TRANSLATIONS
from tests import sampling
from tests.laws.demands import described

# Repeatable: the same examples in every run and no database beside the code. Longer searches are in tests/bench.
EXAMPLES = {"sample": 60, "whole": 400}
for name, examples in EXAMPLES.items():
    settings.register_profile(
        name, derandomize=True, database=None, deadline=None, max_examples=examples,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
    )


def pytest_configure(config: pytest.Config) -> None:
    """What is for the release run is left out, unless markers are chosen or a single test is named."""
    if not config.option.markexpr and not any("::" in given for given in config.args):
        config.option.markexpr = "not release"
    whole = not config.option.markexpr.startswith("not release")
    sampling.choose(whole=whole)
    settings.load_profile("whole" if whole else "sample")


def pytest_sessionstart() -> None:
    """Files of tests need not reach the disk; tests about that replace this call once more."""
    os.fsync = lambda _: None


def pytest_collection_finish() -> None:
    """What is collected stays to the end: the garbage collector need not look through it again and again. Hypothesis begins
    before, as it looks for who refers to its random numbers, and does not find what is frozen."""

    @given(st.none())  # here, as settings hold for what is made after them
    def begin(_: None) -> None:
        pass

    begin()
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The pure suite runs where pytest-qt is not installed; its settings in pyproject.toml are then known but idle."""
    if importlib.util.find_spec("pytestqt") is None:
        for name in ("qt_api", "qt_log_level_fail", "qt_default_raising"):
            parser.addini(name, "a setting of pytest-qt", default="")
        parser.addini("qt_log_ignore", "a setting of pytest-qt", type="linelist", default=[])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A law that fails says which demand it is about, and where that is described."""
    report = yield
    marker = item.get_closest_marker("law")
    if report.failed and marker is not None:
        report.sections.append(("demand", described(*marker.args)))
    return report


@pytest.fixture(autouse=True)
def silent(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing may be logged as a warning or worse."""
    yield
    loud = [record for record in caplog.get_records("call") if record.levelno >= logging.WARNING]
    assert not loud, f"logged: {[record.getMessage() for record in loud]}"


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Every test begins and ends in English."""
    assert i18n.language() == "en"
    yield
    if i18n.language() != "en":
        i18n.use("en", TRANSLATIONS)
