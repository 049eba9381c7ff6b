"""A race: its session in real time, what is shown of it, what is told."""
