"""Pictures as data."""
