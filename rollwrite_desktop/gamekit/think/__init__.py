"""Strong computer players of any game, and what there is to say of a sheet afterwards."""
