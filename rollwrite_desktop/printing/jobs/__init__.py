"""What may be printed: each product as a list of pages."""
