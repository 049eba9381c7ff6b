"""Checking a filled sheet of Blank: what is on it, what is wrong, what explains it."""
