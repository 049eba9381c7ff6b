"""Pages and PDF; the only package that knows ReportLab."""
