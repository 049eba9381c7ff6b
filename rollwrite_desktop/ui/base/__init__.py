"""What needs no widget of ours: theme, settings, tasks, clock, locks, touch."""
