"""Home, saved games, the lobby before a game, history, and the player's own sheets."""
