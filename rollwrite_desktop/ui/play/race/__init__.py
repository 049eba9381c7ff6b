"""A game in real time: countdown, race, points, and the scoreboard for real dice."""
