"""Saved games: the index of all of them, how each is listed, what they come to, backups, the best results of each map."""
