"""What follows from moves, and the steps that the game takes by itself."""
