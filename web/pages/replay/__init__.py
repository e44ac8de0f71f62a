"""A game as of any of its versions, its log and its charts."""
