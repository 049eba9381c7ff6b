"""What On Tour says at length: rules to read, the coach, what is printed."""
