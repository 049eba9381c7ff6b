"""Filled sheets: their files, their audit, a session of several, their ranking, what is whole of a damaged file."""
