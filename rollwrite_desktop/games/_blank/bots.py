"""Computer players of the blank game."""

from __future__ import annotations

from rollwrite_desktop.core.bots import Bot, random_bot
from rollwrite_desktop.games._blank.model import State

BOTS: dict[str, Bot[State]] = {"random": random_bot}
"""The computer players by name."""
