"""What Ligretto Dice looks like: the board and its dice, the trays of a race, the score sheet, the rounds played on it."""
