"""How a tree is drawn: where its nodes stand, and one module for each format."""
