"""The paper files of On Tour: a filled map and the route drawn on it."""

from __future__ import annotations

from rollwrite_desktop.core.audit import Paper, paper_as
from rollwrite_desktop.core.limits import Text


class OnTourPaper(Paper, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A filled map. `route`: the areas of the route drawn on it, in order; None where none is drawn."""

    route: list[Text] | None = None


def route_of(paper: Paper) -> tuple[str, ...]:
    """Returns the areas of the route drawn on a paper, in order."""
    return tuple(paper_as(OnTourPaper, paper).route or ())
