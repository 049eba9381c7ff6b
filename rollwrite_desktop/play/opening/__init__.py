"""How a game begins or goes on: its code, sheet, journal and rolls; moves of computer players, games between them."""
