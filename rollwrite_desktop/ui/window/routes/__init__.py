"""What leads where: for each room the ways to its pages, and where their signals go."""
