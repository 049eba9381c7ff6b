"""A game's own page: what it is, and how to begin it."""
