"""Saved games: the index of all of them, how each is listed, backups that are restored, the best results of each map."""
