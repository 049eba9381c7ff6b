"""The one window: its menus and bars, where it goes, backup, help, starting and ending the program."""
