"""Playing: the table, the race, replay and review, results."""
