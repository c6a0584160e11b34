"""A student's function, run in a process of its own."""
