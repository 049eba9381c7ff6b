"""Sheets: the geometry of what is printed, their files, and whether they are sound."""
