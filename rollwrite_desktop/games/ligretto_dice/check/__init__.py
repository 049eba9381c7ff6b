"""Checking a filled sheet of Ligretto Dice: what is on it, what is wrong, what explains it."""
