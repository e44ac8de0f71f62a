"""The page of a game that has begun: its parts, and what is around the table."""
