"""Entering and checking paper sheets, one or a whole table of them."""
