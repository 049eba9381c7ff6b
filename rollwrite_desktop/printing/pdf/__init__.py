"""Pages become PDF: ReportLab, its structure for readers, forms, shared drawings."""
