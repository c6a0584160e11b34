"""The fast player and solver: deepening, ordering, a table, threads, a clock."""
