"""Open tables: made, changed, closed; what their players say before the start."""
