"""The read side: stepping through games, validation, export and import, statistics."""
