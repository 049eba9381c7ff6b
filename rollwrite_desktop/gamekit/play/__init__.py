"""What is played: the guide's contract and pieces that map games share."""
