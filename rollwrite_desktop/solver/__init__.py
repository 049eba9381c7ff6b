"""Exact solvers that know no game: core-guided MaxSAT and a frontier-based search for the longest route."""
