"""A game is opened: its code, sheet, journal and rolls; games between computer players."""
