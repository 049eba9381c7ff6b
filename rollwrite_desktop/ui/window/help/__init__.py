"""Rules, keys, and about the program."""
