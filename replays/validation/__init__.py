"""Validation: whether the rules give what a stored game says, and what is kept of the answer."""
