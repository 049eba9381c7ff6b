"""Pages of sheets: layout, lines at the foot, codes, fields, rolls, large print."""
