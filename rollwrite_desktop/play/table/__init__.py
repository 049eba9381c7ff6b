"""A table: its session, the snapshot of all that is shown, notes, sounds, corrections of rolls."""
