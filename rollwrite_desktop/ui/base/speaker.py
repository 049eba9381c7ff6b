"""Plays the sounds of a table where the system's loudspeaker can be reached: by winmm on Windows, by ALSA on Linux, which
leads to whatever mixes sounds there. Starts no program, writes no file. Loaded once a sound is due, or asked about.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache
from threading import Event, Thread

from rollwrite_desktop.play.table.table_sounds import RATE, samples, wave_file

_PLAYBACK, _S16, _INTERLEAVED = 0, 2 if sys.byteorder == "little" else 3, 3  # of alsa/pcm.h
_LATENCY_US = 60_000
_MEMORY, _NO_DEFAULT = 0x4, 0x2  # of mmsystem.h
_MESSAGES = ctypes.CFUNCTYPE(None)
_be_silent = _MESSAGES(lambda: None)
"""Takes what ALSA would print on stderr."""


class Speaker:
    """Plays one sound after another in a thread of its own; of those asked for meanwhile only the latest. `play_whole` plays
    a sound by its name and returns once it was heard; OSError ends it for good, as a machine without a loudspeaker has none
    the next time either."""

    def __init__(self, play_whole: Callable[[str], None]) -> None:
        self._play_whole = play_whole
        self._wanted, self._wake, self._broken = "", Event(), False
        self._thread: Thread | None = None

    def play(self, name: str) -> None:
        """Plays a sound, as soon as the one before it is over; returns at once."""
        if self._broken:
            return
        self._wanted = name
        self._wake.set()
        if self._thread is None:
            self._thread = Thread(target=self._serve, name="sounds", daemon=True)
            self._thread.start()

    def _serve(self) -> None:
        while not self._broken:
            self._wake.wait()
            self._wake.clear()
            try:
                self._play_whole(self._wanted)
            except OSError:
                self._broken = True


def offered() -> bool:
    """Returns whether sounds can be played here."""
    return _speaker() is not None


def play(name: str) -> None:
    """Plays a sound by its name, where that can be done."""
    speaker = _speaker()
    if speaker is not None:
        speaker.play(name)


@cache
def _speaker() -> Speaker | None:
    try:
        if sys.platform == "win32":
            return Speaker(_windows(ctypes.WinDLL("winmm")))
        return Speaker(_alsa()) if sys.platform == "linux" else None
    except (OSError, AttributeError):  # no such library, or one without these functions
        return None


def _windows(winmm: ctypes.CDLL) -> Callable[[str], None]:
    sound = winmm.PlaySoundW
    sound.argtypes = (ctypes.c_char_p, ctypes.c_void_p, ctypes.c_uint32)

    def play_whole(name: str) -> None:
        if not sound(wave_file(name), None, _MEMORY | _NO_DEFAULT):
            raise OSError

    return play_whole


def _alsa() -> Callable[[str], None]:
    alsa = ctypes.CDLL("libasound.so.2")
    handle, count = ctypes.c_void_p, ctypes.c_uint
    alsa.snd_pcm_open.argtypes = (ctypes.POINTER(handle), ctypes.c_char_p, ctypes.c_int, ctypes.c_int)
    alsa.snd_pcm_set_params.argtypes = (handle, ctypes.c_int, ctypes.c_int, count, count, ctypes.c_int, count)
    alsa.snd_pcm_writei.argtypes = (handle, ctypes.c_char_p, ctypes.c_ulong)
    alsa.snd_pcm_writei.restype = ctypes.c_long
    alsa.snd_pcm_drain.argtypes = alsa.snd_pcm_close.argtypes = (handle,)
    alsa.snd_lib_error_set_handler.argtypes = (_MESSAGES,)
    alsa.snd_lib_error_set_handler(_be_silent)

    def play_whole(name: str) -> None:
        sound, left = handle(), samples(name)
        if alsa.snd_pcm_open(ctypes.byref(sound), b"default", _PLAYBACK, 0) < 0:
            raise OSError
        try:
            if alsa.snd_pcm_set_params(sound, _S16, _INTERLEAVED, 1, RATE, 1, _LATENCY_US) < 0:
                raise OSError
            while left:
                taken = alsa.snd_pcm_writei(sound, left, len(left) // 2)
                if taken <= 0:
                    raise OSError
                left = left[2 * taken:]
            alsa.snd_pcm_drain(sound)
        finally:
            alsa.snd_pcm_close(sound)

    return play_whole
