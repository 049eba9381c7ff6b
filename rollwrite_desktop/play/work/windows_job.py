"""The limit of a process's memory on Windows: a job object, which the process puts itself into.

The structures are those of `JOBOBJECT_EXTENDED_LIMIT_INFORMATION` in Windows' own documentation. Commits beyond the limit
fail, which Python raises as MemoryError. Written for Windows 8 and newer, where a process may be in several jobs.
"""

from __future__ import annotations

import ctypes
from typing import Any

EXTENDED_LIMITS = 9
"""JobObjectExtendedLimitInformation."""
PROCESS_MEMORY = 0x100
"""JOB_OBJECT_LIMIT_PROCESS_MEMORY."""


class _BasicLimits(ctypes.Structure):
    _fields_ = (
        ("process_time", ctypes.c_int64), ("job_time", ctypes.c_int64), ("flags", ctypes.c_uint32),
        ("least_working_set", ctypes.c_size_t), ("most_working_set", ctypes.c_size_t), ("processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t), ("priority", ctypes.c_uint32), ("scheduling", ctypes.c_uint32),
    )


class ExtendedLimits(ctypes.Structure):
    """144 bytes on 64-bit systems."""

    _fields_ = (
        ("basic", _BasicLimits), ("io", ctypes.c_uint64 * 6), ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t), ("peak_process", ctypes.c_size_t), ("peak_job", ctypes.c_size_t),
    )


def limit_memory(memory: int, kernel: Any) -> bool:
    """Limits this process to so many bytes of committed memory; `kernel` is `kernel32`. False where Windows refuses."""
    kernel.CreateJobObjectW.restype = ctypes.c_void_p
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    kernel.CreateJobObjectW.argtypes = (ctypes.c_void_p, ctypes.c_wchar_p)
    kernel.SetInformationJobObject.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_uint32)
    kernel.AssignProcessToJobObject.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    job = kernel.CreateJobObjectW(None, None)  # never closed: it ends with the process
    if not job:
        return False
    limits = ExtendedLimits()
    limits.basic.flags = PROCESS_MEMORY
    limits.process_memory = memory
    if not kernel.SetInformationJobObject(job, EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)):
        return False
    return bool(kernel.AssignProcessToJobObject(job, kernel.GetCurrentProcess()))
