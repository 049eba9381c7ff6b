"""Pictures as data, and the geometry and metrics that they are made with."""
