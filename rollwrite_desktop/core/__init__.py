"""What a game is and what a table is; knows no geometry, no drawing, no window.

`rules` (the contract of a game), `chance` (dice, cards, codes of dice), `session` (a table: moves, undo), `corrections` (of
rolls), `journal` (a saved game on disk), `audit` and `diagnosis` (checking a filled sheet), `bots` and `race_bots` (computer
players), `i18n` (translation), `files` (written whole), `history` (undo of anything else), `one_line` and `limits` (texts
from outside), `errors`, `digest`.
"""
