"""Play, print and check roll-and-write sheets at the desktop."""

__version__ = "0.1.0"

TITLE = "Rollwrite Desktop"
COMMAND = "rollwrite"
APP_ID = "org.rollwrite.rollwrite"
"""The program's name among all programs of a system: its desktop file, its icon and its windows carry it."""
