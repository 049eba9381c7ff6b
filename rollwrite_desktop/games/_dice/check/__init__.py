"""Checking a filled sheet of Dice: what is on it, what is wrong, what explains it."""
