"""Photos of filled sheets: read in the background, confirmed mark by mark, handed on as papers."""
