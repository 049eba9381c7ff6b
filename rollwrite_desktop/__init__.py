"""Play, print and check roll-and-write sheets at the desktop."""

__version__ = "0.1.0"
