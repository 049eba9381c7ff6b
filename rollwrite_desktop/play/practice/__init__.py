"""Turns to play again: decks, practice, the deck of a class, reviews of idle minutes."""
