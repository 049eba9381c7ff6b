"""HexRoller (design: Rustan Håkansson): chains of equal numbers across a honeycomb."""
