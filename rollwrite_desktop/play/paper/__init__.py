"""Filled sheets: their files, their audit, a session of several, the parts of a search."""
