"""Choosing what to print, the preview, printing."""
