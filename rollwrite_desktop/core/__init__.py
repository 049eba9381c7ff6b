"""What a game is and what a table is; knows no geometry, no drawing, no window."""
