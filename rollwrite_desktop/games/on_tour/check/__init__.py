"""Checking a filled sheet of On Tour: what is on it, what is wrong, what explains it."""
