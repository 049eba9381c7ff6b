"""Widgets that know no game: buttons, choices, labels, layouts, pages, speech for screen readers."""
