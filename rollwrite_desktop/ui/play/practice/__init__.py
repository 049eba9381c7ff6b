"""One's own mistakes played again: the deck by theme, and a position at the table."""
