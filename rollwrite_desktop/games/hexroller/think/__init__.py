"""Computer players of HexRoller, hints and reviews."""
