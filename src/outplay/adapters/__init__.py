"""The other ways of stating a game, each adapted to the six questions of `Game`."""
