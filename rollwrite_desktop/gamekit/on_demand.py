"""What stands in a module of its own and is loaded only when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def on_demand(where: str) -> Callable[..., Any]:
    """Returns a function that calls what stands at `module:name`. The module is loaded with the first call, so that the
    window opens sooner: guides bring what draws along, handbooks and coaches their texts."""
    module, _, name = where.partition(":")

    def call(*args: Any) -> Any:
        return getattr(import_module(module), name)(*args)

    return call
