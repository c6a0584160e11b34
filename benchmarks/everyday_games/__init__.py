"""Games as people write them, each in another style; nothing in here was written for speed."""
