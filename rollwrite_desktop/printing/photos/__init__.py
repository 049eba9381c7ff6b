"""Printed sheets come back: photos, piles of them, codes, forms."""
