"""Other programs: Outplay as an engine of theirs, and their engines as players of ours."""
