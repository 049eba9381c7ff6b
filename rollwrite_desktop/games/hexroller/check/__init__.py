"""Checking a filled sheet of HexRoller: what is on it, what is wrong, what explains it."""
