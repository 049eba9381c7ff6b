"""What a game is made of: contracts, and pieces that map games share.

Contracts: `game` and `capabilities` (what the rest of the program asks for), `guide`, `coach`, `handbook`, `print_kit`,
`review`, `papers`, `sheet_schema`.
Pieces: `map_rules`, `table_state`, `marks` (rules and state); `map_guide`, `map_drawing`, `blank_sheets` (playing);
`mark_keys`, `evidence`, `auditing`, `paper_typing` (papers). `games/README.md` says which of them stands in for which
file of a game.
"""
