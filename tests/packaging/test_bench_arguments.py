"""The arguments of measurements are held to what their docstrings say, before anything is set up or starts."""

import sys

import pytest

from tests.test_bench import SMALL


def test_arguments_are_held_to_the_docstrings(script):
    """Every measurement names its command line; what the tests give fits it, and it starts with nothing as well."""
    bench = script("bench")
    for name, text in bench.benchmarks().items():
        usages = bench.usages(name, text)
        for given in (SMALL.get(name, []), []):
            assert "" in [bench.misfit(usage, given) for usage in usages], (name, given)


@pytest.mark.parametrize(("given", "reason"), [
    (["on_tour"], "LEVEL is missing"), (["on_tour", "easy", "x"], "GAMES is a whole number from 1, not 'x'"),
    (["on_tour", "easy", "0"], "GAMES is a whole number from 1, not '0'"), (["chess", "easy"], "there is no game 'chess'"),
    (["on_tour", "easy", "1", "a"], "alone or both was expected, not 'a'"), (["on_tour", "easy"], ""),
    (["on_tour", "easy", "1", "both", "no"], "there is no place for 'no'"), (["on_tour", "easy", "1", "both"], ""),
])
def test_what_does_not_fit_is_said(script, given, reason):
    assert script("bench").misfit("GAME LEVEL [GAMES [alone|both]]", given) == reason


def test_help_is_the_docstring(script, capsys, monkeypatch):
    bench = script("bench")
    monkeypatch.setattr(sys, "argv", ["bench.py", "measure_levels", "--help"])
    bench.main()
    assert capsys.readouterr().out.strip() == bench.benchmarks()["measure_levels"]


def test_what_is_missing_ends_with_the_usage(script, capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["bench.py", "measure_levels", "store"])
    with pytest.raises(SystemExit) as ended:
        script("bench").main()
    assert ended.value.code == 2 and "bench.py measure_levels store FILE" in capsys.readouterr().err
