"""Cards and decks of numbers and colors."""
