"""Quick rules on a page, with their pictures."""
