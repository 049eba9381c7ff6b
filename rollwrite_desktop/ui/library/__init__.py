"""What is kept: home, saved games, history, sheets, unfinished checks, sessions."""
