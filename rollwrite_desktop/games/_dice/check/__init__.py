"""Checking a filled sheet of Two Dice: what is on it, what is wrong, what explains it."""
