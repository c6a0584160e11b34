"""What makes a search understood: traces, trees, reasons, exercises."""
