"""Checking a filled sheet of Rolling America: what is on it, what is wrong, what explains it."""
