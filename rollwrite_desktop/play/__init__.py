"""What runs games: table and race sessions, opening and auditing files, codes, replay, the index of kept games."""
