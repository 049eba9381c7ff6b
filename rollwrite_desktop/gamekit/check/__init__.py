"""Checking a filled sheet: entering it, its evidence, slips, the search for what explains it."""
