"""What lies on the table page for a while: refusals, the undo chip, the card between two turns."""
