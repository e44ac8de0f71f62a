"""Points, tie-breaks and standings: pure functions of a tournament's state."""
