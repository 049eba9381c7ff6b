"""What runs games, in rooms: how one begins (`opening`), a table and a race on the screen, filled sheets of paper, what
follows a game (`review`, `practice`), saved games (`kept`), and jobs beside the window (`work`)."""
