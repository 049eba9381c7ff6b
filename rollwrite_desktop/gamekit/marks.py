"""Marks in the notation of paper: a number, an X or a star, in brackets where it is circled, "" where nothing stands."""

from __future__ import annotations


def content(mark: str) -> str:
    """A mark without its circle."""
    return mark.strip("()")


def is_circled(mark: str) -> bool:
    """Returns whether a mark is circled."""
    return mark.startswith("(")


def circle(what: str) -> str:
    """A number, X or star with a circle round it."""
    return f"({what})"
