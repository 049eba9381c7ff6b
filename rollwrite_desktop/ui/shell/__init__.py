"""The main window, starting and ending the program, settings, backups, errors."""
