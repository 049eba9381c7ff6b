"""The room where maps are made: map data or an invented island becomes a sheet, changed by hand."""
