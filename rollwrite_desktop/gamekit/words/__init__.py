"""Rules to read, the coach, what is printed besides the sheets."""
