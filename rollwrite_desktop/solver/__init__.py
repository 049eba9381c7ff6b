"""Exact solvers that know no game: MaxSAT, and the heaviest path with nondecreasing labels."""
