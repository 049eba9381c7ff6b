"""Work beside the window: jobs, the worker process, its limits."""
