"""What is kept: the index of games, unfinished games, backups, the best results of each map."""
