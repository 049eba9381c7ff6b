"""A paper file of On Tour as values: the fields that only it has."""

from __future__ import annotations

from rollwrite_desktop.core.audit import Paper, paper_as


class OnTourPaper(Paper, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A filled map. `route`: the areas of the route drawn on it, in order; None where none is drawn."""

    route: list[str] | None = None


def route_of(paper: Paper) -> tuple[str, ...]:
    """The areas of the route drawn on a paper, in order."""
    return tuple(paper_as(OnTourPaper, paper).route or ())
