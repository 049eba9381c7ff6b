"""Windows; the only package that knows Qt. Decides nothing about rules."""
