"""Home, saved games, history, and the player's own sheets."""
