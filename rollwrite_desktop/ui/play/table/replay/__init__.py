"""Going through a game again, move by move, and its review."""
