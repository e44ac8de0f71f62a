"""What a player can do: the panel, and the moves that it sends."""
