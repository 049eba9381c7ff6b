"""Two Dice in words: rules to read and to print."""
