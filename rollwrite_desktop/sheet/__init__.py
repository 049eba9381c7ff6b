"""Where things are on paper."""
