"""The memory limit on Windows, as far as it can be tried elsewhere: the layout of its structures, and the calls."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

import pytest

from rollwrite_desktop.play.work.windows_job import EXTENDED_LIMITS, PROCESS_MEMORY, ExtendedLimits, limit_memory


class Function:
    """A function of a library: it answers with `result`, and what it was called with is kept in `calls`."""

    def __init__(self, name: str, result: int, calls: list[tuple[Any, ...]]) -> None:
        self.name, self.result, self.calls = name, result, calls

    def __call__(self, *given: Any) -> int:
        if self.name == "SetInformationJobObject":
            job, kind, limits, size = given
            found = ctypes.cast(limits, ctypes.POINTER(ExtendedLimits)).contents
            given = job, kind, found.basic.flags, found.process_memory, size
        self.calls.append((self.name, *given))
        return self.result


class Kernel:
    """Stands for kernel32; every function but those named succeeds."""

    def __init__(self, refused: str = "") -> None:
        self.calls: list[tuple[Any, ...]] = []
        for name, result in (
            ("CreateJobObjectW", 7), ("SetInformationJobObject", 1), ("GetCurrentProcess", 9),
            ("AssignProcessToJobObject", 1),
        ):
            setattr(self, name, Function(name, 0 if name == refused else result, self.calls))


@pytest.mark.skipif(ctypes.sizeof(ctypes.c_void_p) != 8, reason="the numbers are those of 64-bit systems")
def test_the_structure_is_laid_out_as_windows_has_it() -> None:
    assert ctypes.sizeof(ExtendedLimits) == 144
    assert [getattr(ExtendedLimits, name).offset for name in ("io", "process_memory", "job_memory", "peak_job")] == [
        64, 112, 120, 136,
    ]


def test_the_process_is_put_into_a_job_of_limited_memory() -> None:
    kernel = Kernel()
    assert limit_memory(1_500_000_000, kernel)
    assert kernel.calls == [
        ("CreateJobObjectW", None, None),
        ("SetInformationJobObject", 7, EXTENDED_LIMITS, PROCESS_MEMORY, 1_500_000_000, ctypes.sizeof(ExtendedLimits)),
        ("GetCurrentProcess",),
        ("AssignProcessToJobObject", 7, 9),
    ]


@pytest.mark.parametrize("refused", ["CreateJobObjectW", "SetInformationJobObject", "AssignProcessToJobObject"])
def test_a_refusal_of_windows_is_told(refused: str) -> None:
    assert not limit_memory(1, Kernel(refused))


@pytest.mark.skipif(sys.platform != "win32", reason="there is no such limit elsewhere")
def test_windows_takes_it() -> None:
    assert limit_memory(1 << 40, getattr(ctypes, "WinDLL")("kernel32"))  # noqa: B009  so that it is checked elsewhere too
