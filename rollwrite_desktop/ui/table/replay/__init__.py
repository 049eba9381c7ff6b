"""Going through a game again, move by move."""
