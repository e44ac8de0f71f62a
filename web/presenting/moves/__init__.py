"""The moves as the panel of a table offers them: an object for each type."""
