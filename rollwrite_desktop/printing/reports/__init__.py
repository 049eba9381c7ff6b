"""Documents of headings, tables and figures: findings, reviews, rankings, certificates, names."""
