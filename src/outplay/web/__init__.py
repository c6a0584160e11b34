"""The page: play, analyse and understand any game in the browser."""
