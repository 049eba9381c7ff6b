"""Pages to print, PDF files and forms. The only package that imports ReportLab."""
