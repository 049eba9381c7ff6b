"""Small widgets and the theme that every page uses."""
