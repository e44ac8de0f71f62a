"""How the map hangs together."""
