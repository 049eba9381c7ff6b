"""Stands in the frozen program for Pillow, 9 MB that ReportLab imports to read image files, which the program never does."""

__version__ = "0"  # pypdf asks for it
