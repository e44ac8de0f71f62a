"""The moves as the panel offers them: an object for each type."""
