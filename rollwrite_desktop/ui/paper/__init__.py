"""Paper: checking filled sheets, sessions with ranking, printing."""
