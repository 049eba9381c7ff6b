"""What lies beside the sheet: dice, cards, powers, the roll, and entering real dice."""
