"""Computer players of Rolling America, hints and reviews."""
