"""A game looked at again: replay, review, comparison of the same dice, the picture of a result."""
