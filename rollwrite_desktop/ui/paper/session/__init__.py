"""Sessions on paper: who plays, printing, calling the dice, checking the sheets, the ranking."""
