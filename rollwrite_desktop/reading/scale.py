"""How large pictures of sheets are that were laid flat. Apart from what makes them, which takes long to load."""

from __future__ import annotations

FLAT_SCALE = 6
"""Pixels per mm of a sheet laid flat to be looked at."""
