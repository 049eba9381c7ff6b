"""What every test run shares: repeatable Hypothesis, and silence: a logged warning is a failure."""

from __future__ import annotations

import gc
import importlib.util
import logging
import os
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rollwrite_desktop.core import i18n
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.work.worker import keep_memory
from rollwrite_desktop.printing.sheets import drawing_steps
from tests import sampling
from tests.laws.demands import described

# Repeatable: the same examples in every run, or those of the seed of `--vary`, and no database beside the code. Longer
# searches are in tests/bench.
EXAMPLES = {"sample": 60, "whole": 400}
VARY, SHARE = "--vary", "--share"
_counts = pytest.StashKey[sampling.Counts]()
_chosen = pytest.StashKey[set[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The seed of samples, and the share of a part. The pure suite runs where pytest-qt is not installed; its settings in
    pyproject.toml are then known but idle."""
    parser.addoption(VARY, type=int, default=0, metavar="SEED", help="try other samples of slow laws, and other examples")
    parser.addoption(SHARE, default="1/1", metavar="K/N", help="run the K-th of N shares of the tests")
    if importlib.util.find_spec("pytestqt") is None:
        for name in ("qt_api", "qt_log_level_fail", "qt_default_raising"):
            parser.addini(name, "a setting of pytest-qt", default="")
        parser.addini("qt_log_ignore", "a setting of pytest-qt", type="linelist", default=[])


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """What is for the release run is left out, unless markers are chosen, a single test is named or transcripts are written
    anew. Hypothesis, which is configured next, gets the seed. Until all is collected the garbage collector would look again
    and again at what stays."""
    gc.disable()
    if not config.option.markexpr and not any("::" in given for given in config.args) and "REGOLD" not in os.environ:
        config.option.markexpr = "not release"
    whole, seed = not config.option.markexpr.startswith("not release"), config.getoption(VARY)
    if seed < 0:
        raise pytest.UsageError(f"{VARY} {seed}: expected a seed from 0 on; 0 is the usual sample.")
    sampling.choose(whole=whole, seed=seed)
    if seed:
        config.option.hypothesis_seed = str(seed)
    settings.register_profile(
        "chosen", derandomize=not seed, database=None, deadline=None, max_examples=EXAMPLES["whole" if whole else "sample"],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
    )
    settings.load_profile("chosen")


def pytest_report_header(config: pytest.Config) -> list[str]:
    """The seed, before anything can fail."""
    seed = config.getoption(VARY)
    return [f"samples and examples: of seed {seed} (again with {VARY} {seed})"] if seed else []


def pytest_sessionstart() -> None:
    """Files of tests need not reach the disk; tests about that replace this call once more. Sheet after sheet is printed,
    and then the first one again: more is kept of what takes long to draw."""
    os.fsync = lambda _: None
    keep_memory()
    drawing_steps.MOST = 100


SELDOM = (20_000, 20, 20)
"""When the garbage collector looks at each of its generations; Python's own numbers cost a twentieth of all the time."""
LONGEST = ("test_new_game.py",)
"""Files with tests of half a minute."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of a share only its own tests run; those that take longest come first, so that both processes end together."""
    try:
        share = sampling.share_of(config.getoption(SHARE))
    except ValueError as problem:
        raise pytest.UsageError(f"{SHARE} {problem}: expected which share of how many, such as 2/3.") from None
    kept = {*range(len(items))[share]}
    others = [item for n, item in enumerate(items) if n not in kept]
    chosen = _chosen_laws(config).copy()
    config.hook.pytest_deselected(items=others)
    config.stash[_chosen] = chosen  # a share is no choice
    items[:] = sorted(items[share], key=lambda item: item.path.name not in LONGEST)


def _chosen_laws(config: pytest.Config) -> set[str]:
    """The sampled laws of which somebody chose some cases."""
    return config.stash.setdefault(_chosen, set())


def _named_laws(session: pytest.Session) -> set[str]:
    """The laws of which single cases are named; by paths from anywhere."""
    named = [sampling.law_of(given) for given in session.config.args if "[" in given]
    laws = {sampling.law_of(item.nodeid) for item in session.items} if named else set()
    return {law for law in laws if any(law.endswith(each) or each.endswith(law) for each in named)}


def pytest_deselected(items: list[pytest.Item]) -> None:
    """Of a law some of whose cases are left out otherwise than by the sample, some were chosen."""
    for item in items:
        words = item.config.option.markexpr
        sample = ["release"] * words.startswith("not release") + ["slow"] * ("not slow" in words)
        if item.get_closest_marker("sampled") and not any(map(item.get_closest_marker, sample)):
            _chosen_laws(item.config).add(sampling.law_of(item.nodeid))


def pytest_collection_finish(session: pytest.Session) -> None:
    """What is collected stays to the end: the garbage collector need not look through it again and again, and seldom at the
    rest. A worker process tells the one that started it how many cases of sampled laws there are. Hypothesis begins before,
    as it looks for who refers to its random numbers, and does not find what is frozen."""

    @given(st.none())  # here, as settings hold for what is made after them
    def begin(_: None) -> None:
        pass

    begin()
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(*SELDOM)
    counts = sampling.counted(session.items, _chosen_laws(session.config) | _named_laws(session))
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["sampled"] = counts
    elif counts:
        session.config.stash[_counts] = counts


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A worker process has ended; all have collected the same."""
    node.config.stash[_counts] = getattr(node, "workeroutput", {}).get("sampled", {})


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """How many cases of how many laws were tried; with `-v`, of each law."""
    for line in sampling.told(config.stash.get(_counts, {}), config.getoption(VARY), each=config.option.verbose > 0):
        terminalreporter.write_line(line)


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
