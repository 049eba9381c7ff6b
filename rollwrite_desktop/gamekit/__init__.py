"""What a game is made of: the contracts of guide, coach, handbook, print kit and review, and pieces that games share."""
