"""A turn-based game being played: the sheet, the tray, the other players, the log, the end."""
