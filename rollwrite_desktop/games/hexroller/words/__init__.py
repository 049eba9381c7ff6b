"""What HexRoller says at length: rules to read, the coach, what is printed."""
