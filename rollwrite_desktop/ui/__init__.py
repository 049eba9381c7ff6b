"""Windows; the only package that knows Qt. Decides nothing about rules."""

import builtins

_ours = builtins.__import__

import PySide6.QtCore  # noqa: E402, F401

# WORKAROUND(PySide6 6.11): from its import on it reads the source of every module that is imported, and keeps it, to see
# whether the module uses one of its features, such as snake_case, which none does here.
builtins.__import__ = _ours
