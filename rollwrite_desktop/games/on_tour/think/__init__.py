"""Computer players of On Tour, hints and reviews."""
