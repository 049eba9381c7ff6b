"""Computer players of Ligretto Dice, hints and reviews."""
