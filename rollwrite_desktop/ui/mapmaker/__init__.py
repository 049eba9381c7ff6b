"""Sheets and maps of one's own: map data or an invented island becomes a sheet, changed by hand."""
