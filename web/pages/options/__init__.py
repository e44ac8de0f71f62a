"""The form of a new table."""
