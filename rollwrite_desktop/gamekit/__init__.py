"""What a game is made of: contracts, and pieces that games share, in the rooms that a game has (`games/README.md` says which
of them stands in for which file of a game).

`game`, `rooms` and `capabilities`: what the rest of the program asks a game for. `presentation`: how it introduces itself.
`marks`, `papers`, `units`: what is written on sheets, paper files, what results count. `value_tables`: shipped numbers of
strong players. `on_demand`: what is loaded when it is first asked for. Contracts in the rooms: `play.guide`,
`play.sheet_schema`, `think.engine`, `think.review`, `words.coach`, `words.handbook`, `words.print_kit`.
"""
