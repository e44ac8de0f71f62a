"""Games to look at and to join, and the front page."""
